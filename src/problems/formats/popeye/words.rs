//! Popeye's vocabulary in its three languages, from the table `words.txt`: keywords, options, conditions, pieces.
//!
//! A word may be abbreviated to any beginning that no other word of its kind has; case does not matter.

use base::told;
use games::Text;
use shakmaty::Role;
use solve::fairy::Kind as Walk;
use std::sync::LazyLock;

/// Language of an input file, which its first word determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Language {
    French,
    German,
    English,
}

/// Kind of word. Only words of the same kind need different abbreviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Word that begins a file.
    Begin,
    /// Word that ends a problem.
    Problem,
    /// Word that begins a twin.
    Twin,
    /// Word that begins a statement about the problem.
    Statement,
    /// Keyword of a change that makes a twin.
    Change,
    Colour,
    /// Mark before a fairy piece.
    Flag,
    Option,
    Condition,
    /// Code of a piece, with one or two letters.
    Piece,
}

const KINDS: [(&str, Kind); 10] = [
    ("begin", Kind::Begin),
    ("problem", Kind::Problem),
    ("twin", Kind::Twin),
    ("statement", Kind::Statement),
    ("change", Kind::Change),
    ("colour", Kind::Colour),
    ("flag", Kind::Flag),
    ("option", Kind::Option),
    ("condition", Kind::Condition),
    ("piece", Kind::Piece),
];

struct Word {
    kind: Kind,
    /// The word in each language, in the order of [`Language`].
    words: [&'static str; 3],
    /// Name of the word in English, or the name of the piece.
    name: &'static str,
}

static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let lines = include_str!("words.txt").lines();
    lines.filter_map(word).collect()
});

/// Parses a line of the table; `None` for a comment.
fn word(line: &'static str) -> Option<Word> {
    let fields: Vec<&str> = line.splitn(5, ' ').collect();
    let [kind, french, german, english, ref name @ ..] = fields[..] else {
        return None;
    };
    let (_, kind) = KINDS.into_iter().find(|(word, _)| *word == kind)?;
    Some(Word {
        kind,
        words: [french, german, english],
        name: name.first().copied().unwrap_or(english),
    })
}

impl Language {
    pub(super) const ALL: [Language; 3] = [Language::French, Language::German, Language::English];

    /// Returns the language of a file that begins with this word; `None` if files do not begin with it.
    pub(super) fn of(begin: &str) -> Option<Language> {
        let mut all = Language::ALL.into_iter();
        all.find(|language| matches!(language.find(Kind::Begin, begin), Ok(Some(_))))
    }

    fn words(self, kind: Kind) -> impl Iterator<Item = (&'static str, &'static str)> {
        let words = WORDS.iter().filter(move |word| word.kind == kind);
        words.map(move |word| (word.words[self as usize], word.name))
    }

    /// Finds the word of this kind that `text` is, or abbreviates, and returns its name in English; `None` if there is
    /// none.
    ///
    /// # Errors
    /// A message, with two words that `text` may abbreviate.
    pub(super) fn find(self, kind: Kind, text: &str) -> Result<Option<&'static str>, Text> {
        let begins = |word: &str| {
            let start = word.as_bytes().get(..text.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(text.as_bytes()))
        };
        let mut found = self.words(kind).filter(|(word, _)| begins(word));
        let Some((first, name)) = found.next() else {
            return Ok(None);
        };
        let rest: Vec<_> = found.collect();
        let mut exact = rest.iter().filter(|(word, _)| word.len() == text.len());
        match rest.first() {
            Some(_) if first.len() == text.len() => Ok(Some(name)),
            Some((other, _)) => match exact.next() {
                Some((_, name)) => Ok(Some(name)),
                None => Err(told!("popeye-ambiguous", text, first, other)),
            },
            None => Ok(Some(name)),
        }
    }

    /// Returns the word of this language with a name in English; `None` if there is none.
    pub(super) fn word(self, kind: Kind, name: &str) -> Option<&'static str> {
        let mut words = self.words(kind);
        words
            .find(|(_, other)| *other == name)
            .map(|(word, _)| word)
    }

    /// Returns the name of the piece with this code; `None` if there is none.
    pub(in crate::formats) fn piece(self, code: &str) -> Option<&'static str> {
        let mut pieces = self.words(Kind::Piece);
        let found = pieces.find(|(word, _)| word.eq_ignore_ascii_case(code));
        found.map(|(_, name)| name)
    }

    /// Returns the kind of piece with this code.
    ///
    /// # Errors
    /// A message about a piece that the solver does not know, or about a code that is not a piece.
    pub(in crate::formats) fn kind(self, code: &str) -> Result<Walk, Text> {
        let Some(name) = self.piece(code) else {
            let letters = self.letters().join(", ");
            return Err(told!("popeye-no-man", code, letters));
        };
        Walk::named(name).ok_or_else(|| self.not_understood(code, name))
    }

    /// Returns the message about a piece that is not supported.
    pub(super) fn not_understood(self, code: &str, name: &str) -> Text {
        let code = code.to_uppercase();
        match self {
            Language::English if code == "N" => told!("popeye-knight-is-s", code, name),
            _ => told!("popeye-fairy-piece", code, name),
        }
    }

    /// Returns the codes of the orthodox pieces.
    fn letters(self) -> Vec<String> {
        let code = |role: Role| {
            let mut pieces = self.words(Kind::Piece);
            let found = pieces.find(|(_, other)| *other == Walk::of(role).name());
            found.map(|(code, _)| code.to_uppercase())
        };
        ROLES.into_iter().filter_map(code).collect()
    }
}

const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_every_whole_word_is_itself() {
        let lines = include_str!("words.txt").lines();
        assert_eq!(
            lines.filter(|line| !line.starts_with('#')).count(),
            WORDS.len()
        );
        for language in Language::ALL {
            for (_, kind) in KINDS.into_iter().filter(|(_, kind)| *kind != Kind::Piece) {
                for (word, name) in language.words(kind) {
                    assert_eq!(language.find(kind, &word.to_uppercase()), Ok(Some(name)));
                }
            }
        }
    }

    /// Rows of language, kind, the shortest beginning that is understood, and the English word. Popeye 4.104 has read those of
    /// options in English and German.
    #[test]
    fn the_shortest_beginnings_are_understood_and_no_shorter_ones() {
        let mut count = 0;
        for row in include_str!("spellings.txt").lines() {
            let [language, kind, spelling, name] = row.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let named = |language: &Language| format!("{language:?}");
            let language = Language::ALL.into_iter().find(|one| named(one) == language);
            let language = language.expect(row);
            let kind = KINDS.into_iter().find(|(word, _)| *word == kind);
            let kind = kind.expect(row).1;
            assert_eq!(language.find(kind, spelling), Ok(Some(name)), "{row}");
            let shorter = &spelling[..spelling.len() - 1];
            if !shorter.is_empty() {
                assert_ne!(language.find(kind, shorter), Ok(Some(name)), "{row}");
            }
            count += 1;
        }
        let kinds = |word: &&Word| !matches!(word.kind, Kind::Condition | Kind::Piece | Kind::Flag);
        assert_eq!(count, 3 * WORDS.iter().filter(kinds).count());
    }

    #[test]
    fn a_beginning_stands_for_the_word_if_it_is_only_ones() {
        let english = |kind, text| Language::English.find(kind, text);
        assert_eq!(english(Kind::Option, "vari"), Ok(Some("Variations")));
        assert_eq!(english(Kind::Statement, "latex"), Ok(Some("LaTeX")));
        assert_eq!(english(Kind::Condition, "circe"), Ok(Some("Circe")));
        assert_eq!(english(Kind::Option, "vario"), Ok(None));
        assert_eq!(english(Kind::Option, "Variationsss"), Ok(None));
        assert_eq!(
            english(Kind::Option, "max").map_err(|why| why.to_string()),
            Err("'max' may be MaxSolutions or MaxFlightsquares: say which".to_owned())
        );
        assert_eq!(
            Language::German.find(Kind::Statement, "ford"),
            Ok(Some("Stipulation"))
        );
        assert_eq!(
            ["anfa", "BEGIN", "debut", "x"].map(Language::of),
            [
                Some(Language::German),
                Some(Language::English),
                Some(Language::French),
                None
            ]
        );
    }

    #[test]
    fn every_piece_that_is_understood_is_in_the_table_with_the_same_english_code() {
        for kind in Walk::all() {
            let code = Language::English.word(Kind::Piece, kind.name());
            assert_eq!(code.map(str::to_uppercase), Some(kind.code()));
        }
    }

    #[test]
    fn a_piece_is_named_in_the_language_of_the_file() {
        assert_eq!(Language::German.kind("L"), Ok(Walk::of(Role::Bishop)));
        assert_eq!(Language::French.kind("c"), Ok(Walk::of(Role::Knight)));
        assert_eq!(
            Language::English.kind("NH").map_err(|why| why.to_string()),
            Ok(Walk::named("nightrider-hopper").expect("a hopper"))
        );
        assert_eq!(
            Language::German.kind("x").map_err(|why| why.to_string()),
            Err("'x' is no piece of chess (K, D, T, L, S, B)".to_owned())
        );
    }
}
