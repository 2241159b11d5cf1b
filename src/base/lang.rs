//! Languages of the program's texts, texts in all languages, and lists of words.

use crate::say;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

/// A language: a subfolder of `src/messages`, or one loaded at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lang(u8);

messages_macros::languages!();

/// Code and loaded texts of a language.
#[derive(Debug)]
pub(crate) struct Language {
    /// Code of the language, the name of its folder: `es`.
    pub(crate) code: &'static str,
    /// Names (without extension) and contents of the message files loaded at run time.
    pub(crate) texts: Vec<(String, String)>,
}

impl Language {
    /// Contents of the files of an area that were loaded at run time.
    pub(crate) fn given(&self, area: &str) -> impl Iterator<Item = &str> {
        let own = self.texts.iter();
        let own = own.filter(move |(file, _)| messages::belongs(file, area));
        own.map(|(_, text)| text.as_str())
    }
}

static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();

/// Returns all languages, English first.
pub(crate) fn languages() -> &'static [Language] {
    LANGUAGES.get_or_init(built_in)
}

/// Returns the built-in languages.
pub(crate) fn built_in() -> Vec<Language> {
    let languages = BUILT_IN.iter().map(|code| Language {
        code,
        texts: Vec::new(),
    });
    languages.collect()
}

/// Sets the languages of the program; the built-in ones must come first.
///
/// # Errors
/// A message if a text has already been requested: languages can only be set before.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn set_languages(languages: Vec<Language>) -> Result<(), String> {
    let set = LANGUAGES.set(languages);
    set.map_err(|_| "languages can be added only before anything is said".to_owned())
}

impl Lang {
    /// Returns all languages, English first.
    pub fn all() -> impl Iterator<Item = Lang> {
        (0..languages().len()).map(|index| Lang(index as u8))
    }

    /// Returns the language with a code such as `es`, in upper or lower case; `None` if there are no texts in it.
    pub fn named(code: &str) -> Option<Lang> {
        Lang::all().find(|lang| lang.code().eq_ignore_ascii_case(code))
    }

    /// Returns the language of a locale such as `es_ES.UTF-8`: the variant of the country (`pt-BR`) if there is one,
    /// else the language itself, else English.
    pub fn of_locale(locale: &str) -> Lang {
        let locale = locale.split(['.', '@']).next().unwrap_or_default();
        Lang::of_tag(&locale.replace('_', "-")).unwrap_or(Lang::EN)
    }

    /// Returns the language of a language tag such as `es-AR`: the variant of the country if there is one, else the
    /// language itself. `None` if there are no texts in it.
    pub fn of_tag(tag: &str) -> Option<Lang> {
        let language = tag.split('-').next().unwrap_or_default();
        Lang::named(tag).or_else(|| Lang::named(language))
    }

    /// Code of the language, the name of its folder: `es`.
    pub fn code(self) -> &'static str {
        languages()[self.index()].code
    }

    /// Name of the language in that language: `español`.
    pub fn name(self) -> &'static str {
        say!(self, "language")
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Something said in every language, by the code of each: `{"en": "White", "es": "Blanco"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub struct InAll<T>(BTreeMap<&'static str, T>);

/// A sentence in every language.
pub type Text = InAll<String>;

/// Several sentences in every language.
pub type Texts = InAll<Vec<String>>;

impl<T> InAll<T> {
    /// Creates a value for each language by calling a function.
    pub fn of(said: impl Fn(Lang) -> T) -> InAll<T> {
        InAll::of_all(&said)
    }

    /// Creates the same. The compiled code exists once for a type of values, and not once for each of the many callers.
    fn of_all(said: &dyn Fn(Lang) -> T) -> InAll<T> {
        InAll(Lang::all().map(|lang| (lang.code(), said(lang))).collect())
    }
}

impl Text {
    /// Creates a text that is the same in every language.
    pub fn same(text: impl fmt::Display) -> Text {
        Text::of(|_| text.to_string())
    }

    /// Returns the text in a language.
    pub fn get(&self, lang: Lang) -> &str {
        self.0.get(lang.code()).map_or("", String::as_str)
    }
}

/// Writes the English text.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get(Lang::EN))
    }
}

/// Returns a number with its noun in the singular or plural: `1 move`, `2 moves`.
pub fn counted(n: impl std::fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let word = if n == "1" { one } else { many };
    format!("{n} {word}")
}

/// Joins words with "and" in a language: `a`, `a and b`, `a, b and c`.
pub fn all_of(words: &[impl Borrow<str>], lang: Lang) -> String {
    row(words, |first, last| say!(lang, "list-and", first, last))
}

/// Joins words with "or" in a language: `a`, `a or b`, `a, b or c`.
pub fn one_of(words: &[impl Borrow<str>], lang: Lang) -> String {
    row(words, |first, last| say!(lang, "list-or", first, last))
}

fn row(words: &[impl Borrow<str>], joined: impl Fn(&str, &str) -> String) -> String {
    match words {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => joined(&first.join(", "), last.borrow()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_is_known_by_its_language() {
        for locale in ["es", "es_ES.UTF-8", "es_419", "ES", "es@euro", "es.UTF-8"] {
            assert_eq!(Lang::of_locale(locale), Lang::ES, "{locale}");
        }
        for locale in [
            "",
            "C",
            "C.UTF-8",
            "POSIX",
            "en_US.UTF-8",
            "est_EE",
            "de_ES",
            "ca",
        ] {
            assert_eq!(Lang::of_locale(locale), Lang::EN, "{locale}");
        }
    }

    #[test]
    fn words_in_a_row_have_a_conjunction_before_the_last() {
        assert_eq!(all_of(&["a"], Lang::EN), "a");
        assert_eq!(all_of(&["a", "b", "c"], Lang::ES), "a, b y c");
        assert_eq!(one_of(&["a", "b"], Lang::EN), "a or b");
    }

    #[test]
    fn english_is_the_first_of_the_languages() {
        let codes: Vec<&str> = Lang::all().map(Lang::code).collect();
        assert_eq!(codes[0], "en");
        assert!(codes.contains(&"es"), "{codes:?}");
        assert_eq!(Lang::named("es"), Some(Lang::ES));
        assert_eq!(Lang::named("xx"), None);
    }
}
