//! Names of users: which names are allowed, and when two names are the same.
//!
//! A name is shown as it was given (in NFC), and compared in its folded form: `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one
//! name, by Unicode's compatibility caseless match (The Unicode Standard, 3.13, D146). Invisible characters and those
//! that change the direction of the text are refused.
//!
//! A new name ([`Name::fresh`]) must be written in one script, and must not be one that the site uses for itself or its
//! machines. The look of a name ([`Name::looks`], the skeletons of Unicode's Technical Standard 39) shows whether
//! people would confuse it with another one. These rules do not apply to names that users have already.

use crate::error::{Refusal, Result};
use base::say;
use caseless::Caseless;
use games::Lang;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{is_combining_mark, is_public_assigned};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::skeleton;

/// Maximum length of a name, in characters.
pub const MAX_NAME: usize = 32;

/// Reserved names: nobody may take them, because their owner would seem to speak for the site, or to be nobody.
const HOUSE: [&str; 24] = [
    "admin",
    "administrator",
    "administrador",
    "administradora",
    "moderator",
    "moderador",
    "moderadora",
    "root",
    "system",
    "sistema",
    "server",
    "servidor",
    "staff",
    "support",
    "soporte",
    "official",
    "oficial",
    "anonymous",
    "anónimo",
    "anónima",
    "guest",
    "invitado",
    "invitada",
    "webmaster",
];

/// Words that begin the names of machines; no user's name may begin with them.
const MACHINES: [&str; 5] = ["machine", "máquina", "computer", "ordenador", "atalaya"];

/// Returns the name shown for a seat whose user has been deleted. No user may have it, in any language.
pub fn deleted_user(lang: Lang) -> &'static str {
    say!(lang, "deleted-user")
}

/// A name that is allowed for a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    folded: String,
}

impl Name {
    /// Parses a name, also one that was allowed only in the past.
    ///
    /// # Errors
    /// [`Error::Name`](crate::Error::Name) with the reason why it is not allowed.
    pub fn new(text: &str) -> Result<Name> {
        let shown: String = text.nfc().collect();
        check(&shown)?;
        let folded = folded(&shown);
        Ok(Name { shown, folded })
    }

    /// Parses a name that somebody wants to take now, to which more rules apply.
    ///
    /// # Errors
    /// [`Error::Name`](crate::Error::Name) with the reason why it is not allowed; [`Refusal::NameReserved`] for a
    /// reserved name, in any spelling.
    pub fn fresh(text: &str) -> Result<Name> {
        let name = Name::new(text)?;
        if !is_of_one_script(&name.shown) {
            return Err(NameError::Mixed(name.shown).into());
        }
        if is_of_the_house(&name) {
            return Err(Refusal::NameReserved(name.shown).into());
        }
        Ok(name)
    }

    /// Returns two forms of the look of the name: one that ignores case, and one of the name as it is shown. Two names
    /// look alike if they share at least one of them: `Paul1` and `Paull`, `Ian` and `lan`, Latin `copa` and Cyrillic
    /// `сора`.
    pub fn looks(&self) -> [String; 2] {
        [look(&self.folded), skeleton(&self.shown).collect()]
    }

    /// Returns the name in its user's own spelling, in NFC.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Returns the folded form of the name, by which names are compared.
    pub fn folded(&self) -> &str {
        &self.folded
    }
}

/// Returns the folded form of a text: equal for texts that differ only in case or in compatibility characters.
pub fn folded(text: &str) -> String {
    let chars = text.nfd().default_case_fold().nfkd();
    chars.default_case_fold().nfkc().collect()
}

/// Reason why a name is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum NameError {
    /// The name is empty.
    Empty,
    /// The name has more than [`MAX_NAME`] characters; the value is their number.
    Long(usize),
    /// A character that is invisible, not assigned, or changes the direction of the text.
    Unseen(char),
    /// The name begins or ends with a space.
    Edge(String),
    /// The name has several spaces in a row.
    Spaces(String),
    /// The name has neither a letter nor a digit, or it begins with a combining mark.
    NoLetter(String),
    /// The name has letters of several scripts that are not written together.
    Mixed(String),
}

impl NameError {
    /// Returns the message to show to the user.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            NameError::Empty => say!(lang, "name-empty").into(),
            NameError::Long(length) => say!(lang, "name-long", length, most = MAX_NAME),
            NameError::Unseen(c) => {
                let code = u32::from(*c);
                say!(lang, "name-unseen", code = format_args!("{code:04X}"))
            }
            NameError::Edge(name) => say!(lang, "name-edge", name),
            NameError::Spaces(name) => say!(lang, "name-spaces", name),
            NameError::NoLetter(name) => say!(lang, "name-no-letter", name),
            NameError::Mixed(name) => say!(lang, "name-mixed", name),
        }
    }
}

fn check(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if let Some(c) = name.chars().find(|&c| !is_seen(c)) {
        return Err(NameError::Unseen(c));
    }
    let length = name.chars().count();
    if length > MAX_NAME {
        return Err(NameError::Long(length));
    }
    if name.starts_with(' ') || name.ends_with(' ') {
        return Err(NameError::Edge(name.to_owned()));
    }
    if name.contains("  ") {
        return Err(NameError::Spaces(name.to_owned()));
    }
    if name.starts_with(is_combining_mark) || !name.contains(char::is_alphanumeric) {
        return Err(NameError::NoLetter(name.to_owned()));
    }
    Ok(())
}

/// Returns the look of a folded text, ignoring case.
fn look(folded: &str) -> String {
    let skeleton: String = skeleton(folded).collect();
    self::folded(&skeleton)
}

/// Returns true if all letters are of one script, or of Latin and one of the systems that are written with Han
/// characters: at least "highly restrictive" by Unicode's Technical Standard 39, 5.2.
fn is_of_one_script(name: &str) -> bool {
    let (mut all, mut han) = (AugmentedScriptSet::default(), AugmentedScriptSet::default());
    let mut other = AugmentedScriptSet::for_char('a');
    for c in name.nfkc() {
        let of = AugmentedScriptSet::for_char(c);
        all.intersect_with(of);
        if of.hanb || of.jpan || of.kore {
            han.intersect_with(of);
        } else {
            other.intersect_with(of);
        }
    }
    !all.is_empty() || ((han.hanb || han.jpan || han.kore) && !other.is_empty())
}

/// Returns true if a name is reserved for the site, its machines or deleted users, or looks like such a name.
fn is_of_the_house(name: &Name) -> bool {
    // Remove accents and everything between letters; a lower-case L counts as a capital I.
    let bare = |text: &str| -> String {
        let text = look(&folded(text));
        let letters = text.nfd().filter(|c| c.is_alphanumeric());
        letters.map(|c| if c == 'i' { 'l' } else { c }).collect()
    };
    // Digits and punctuation around a reserved word do not make another word of it: `Admin1`, `guest 7`.
    fn core(text: &str) -> &str {
        text.trim_matches(|c: char| !c.is_alphabetic())
    }
    let inner = core(&name.folded);
    let first = inner.split(|c: char| !c.is_alphanumeric()).next();
    let first = first.unwrap_or_default();
    let is_any = |words: &[&str], text: &str| {
        let spellings = [bare(text), bare(core(text))];
        words.iter().any(|word| spellings.contains(&bare(word)))
    };
    is_any(&HOUSE, &name.folded)
        || Lang::all().any(|lang| is_any(&[deleted_user(lang)], &name.folded))
        || is_any(&MACHINES, first)
}

/// Returns true if a character is visible by itself or is the space. This excludes control and format characters
/// (Unicode's Cc and Cf, among them bidirectional controls and zero-width characters), characters that are ignorable by
/// default, other kinds of space, private-use and unassigned characters.
fn is_seen(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    let blank = matches!(
        c,
        '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
    );
    let ignored = matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{6DD}' | '\u{70F}' | '\u{8E2}' | '\u{FEFF}'
        | '\u{600}'..='\u{605}' | '\u{890}'..='\u{891}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}');
    is_public_assigned(c) && !c.is_control() && !c.is_whitespace() && !blank && !ignored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    fn fault(text: &str) -> NameError {
        match Name::new(text) {
            Err(Error::Name(fault)) => fault,
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn names_that_people_take_for_one_are_one() {
        // Case; full folding; half and full width; composed and decomposed; the Greek final sigma; an
        // iota subscript; ligatures; the Kelvin sign; Roman numerals.
        for same in [
            vec!["Ana", "ANA", "aNA", "ａｎａ"],
            vec!["Straße", "STRASSE", "STRAẞE"],
            vec!["José", "JOSE\u{301}", "jose\u{301}"],
            vec!["Όμηρος", "ΌΜΗΡΟΣ", "όμηροσ"],
            vec!["ᾳ", "αι", "ΑΙ", "ᾼ"],
            vec!["ﬁsh", "FISH"],
            vec!["\u{212A}im", "kim"],
            vec!["Ⅳ", "iv"],
        ] {
            let names: Vec<String> = same
                .iter()
                .map(|name| Name::new(name).expect("a name").folded)
                .collect();
            assert!(
                names.iter().all(|name| *name == names[0]),
                "{same:?} {names:?}"
            );
        }
        for [one, other] in [["Ana", "Aná"], ["Ana", "Аna"], ["M1", "M2"], ["a b", "ab"]] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }

    #[test]
    fn folding_twice_is_folding_once() {
        for c in '\0'..=char::MAX {
            let once = folded(&c.to_string());
            assert_eq!(folded(&once), once, "{c:?}");
        }
    }

    #[test]
    fn names_keep_what_can_be_seen() {
        for name in ["a", "Sam Loyd", "Ñandú", "佐藤", "محمد", "O'Brien-2", "m1"] {
            assert_eq!(Name::new(name).expect("a name").shown(), name);
        }
        assert_eq!(Name::new("e\u{301}").expect("a name").shown(), "é");
    }

    #[test]
    fn bad_names_are_refused_by_what_is_wrong_with_them() {
        assert_eq!(fault(""), NameError::Empty);
        assert_eq!(fault(&"x".repeat(33)), NameError::Long(33));
        assert!(Name::new(&"ñ".repeat(32)).is_ok());
        for unseen in [
            '\0',
            '\t',
            '\n',
            '\u{7F}',
            '\u{85}',
            '\u{A0}',
            '\u{AD}',
            '\u{200B}',
            '\u{200D}',
            '\u{200E}',
            '\u{202E}',
            '\u{2028}',
            '\u{2066}',
            '\u{2060}',
            '\u{FEFF}',
            '\u{3164}',
            '\u{FE0F}',
            '\u{E000}',
            '\u{E0041}',
            '\u{FFFF}',
            '\u{378}',
        ] {
            assert_eq!(fault(&format!("a{unseen}b")), NameError::Unseen(unseen));
        }
        for edge in [" a", "a ", " "] {
            assert_eq!(fault(edge), NameError::Edge(edge.to_owned()));
        }
        assert_eq!(fault("a  b"), NameError::Spaces("a  b".to_owned()));
        for no_letter in ["-", "\u{301}a", "?!"] {
            assert_eq!(fault(no_letter), NameError::NoLetter(no_letter.to_owned()));
        }
    }

    #[test]
    fn nobody_takes_a_name_of_the_house_in_any_spelling() {
        for name in [
            "deleted user",
            "Deleted User",
            "USUARIO ELIMINADO",
            "admin",
            "Admin.",
            "A-d-m-i-n",
            "ADMlN",
            "adm1n",
            "ａｄｍｉｎ",
            "Machine, easy",
            "machine 7",
            "Máquina, fácil",
            "Maquina 3",
            "Anonymous",
            "anonimo",
            "Atalaya easy",
            "гооt",
            "Admin1",
            "admin 2026",
            "guest 1",
            "Invitada_7",
            "０admin",
            "007 R00t!",
            "¡Soporte!",
            "deleted user 2",
            "2 machine",
            "1máquina, fácil",
            "Atalaya9",
        ] {
            match Name::fresh(name) {
                Err(Error::Refused(refusal)) => {
                    assert_eq!(refusal, Refusal::NameReserved(name.to_owned()));
                }
                // Two alphabets in one word.
                Err(Error::Name(NameError::Mixed(_))) if name == "гооt" => {}
                other => panic!("{name}: {other:?}"),
            }
            // Whoever has it keeps it.
            assert!(Name::new(name).is_ok(), "{name}");
        }
        for name in [
            "Adminia",
            "Machinist",
            "Rooter",
            "Ana",
            "Rooted 2",
            "Guesty1",
            "21",
        ] {
            assert!(Name::fresh(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_new_name_is_written_in_one_script() {
        for mixed in ["Аna", "Pаul", "αlpha", "Ana佐藤Б", "Ивaн"] {
            match Name::fresh(mixed) {
                Err(Error::Name(NameError::Mixed(name))) => assert_eq!(name, mixed),
                other => panic!("{mixed}: {other:?}"),
            }
        }
        for name in [
            "Ana",
            "Sam Loyd 2",
            "Ñandú",
            "佐藤",
            "Ken 佐藤さん",
            "김Kim",
            "محمد",
            "Иван-2",
            "Όμηρος",
            "ａｎａ",
            "O'Brien",
        ] {
            assert!(Name::fresh(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_look_the_same_look_the_same_here() {
        let alike = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|name| Name::new(name).expect("a name").looks());
            one.iter().zip(&other).any(|(one, other)| one == other)
        };
        for [one, other] in [
            ["copa", "сора"],
            ["Copa", "СОРА"],
            ["Paul1", "Paull"],
            ["Ian", "lan"],
            ["b0b", "BOB"],
            ["Marnie", "Mamie"],
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for [one, other] in [
            ["Ana", "Anna"],
            ["Ian", "Lan"],
            ["Ana", "Aná"],
            ["M1", "M2"],
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
