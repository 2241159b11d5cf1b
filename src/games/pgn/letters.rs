//! Letters of the pieces in languages other than English, as listed in the PGN standard.

use crate::Lang;
use base::say;

/// Letters of the pieces in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct Letters {
    /// ISO code of the language: `de`.
    pub code: &'static str,
    /// Names of the language, in English and in the language itself, in lower case.
    names: [&'static str; 2],
    /// Letters of king, queen, rook, bishop, knight.
    pieces: [&'static str; 5],
}

/// English letters of the same pieces, as in SAN.
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

const fn row(code: &'static str, names: [&'static str; 2], pieces: [&'static str; 5]) -> Letters {
    Letters {
        code,
        names,
        pieces,
    }
}

/// All languages, those of the program first.
static LANGUAGES: [Letters; 18] = [
    row("en", ["english", "english"], ["K", "Q", "R", "B", "N"]),
    row("es", ["spanish", "español"], ["R", "D", "T", "A", "C"]),
    row("de", ["german", "deutsch"], ["K", "D", "T", "L", "S"]),
    row("fr", ["french", "français"], ["R", "D", "T", "F", "C"]),
    row("it", ["italian", "italiano"], ["R", "D", "T", "A", "C"]),
    row("pt", ["portuguese", "português"], ["R", "D", "T", "B", "C"]),
    row("nl", ["dutch", "nederlands"], ["K", "D", "T", "L", "P"]),
    row("pl", ["polish", "polski"], ["K", "H", "W", "G", "S"]),
    row("cs", ["czech", "čeština"], ["K", "D", "V", "S", "J"]),
    row("ru", ["russian", "русский"], ["Кр", "Ф", "Л", "С", "К"]),
    row("sv", ["swedish", "svenska"], ["K", "D", "T", "L", "S"]),
    row("da", ["danish", "dansk"], ["K", "D", "T", "L", "S"]),
    row("no", ["norwegian", "norsk"], ["K", "D", "T", "L", "S"]),
    row("fi", ["finnish", "suomi"], ["K", "D", "T", "L", "R"]),
    row("hu", ["hungarian", "magyar"], ["K", "V", "B", "F", "H"]),
    row("ro", ["romanian", "română"], ["R", "D", "T", "N", "C"]),
    row("is", ["icelandic", "íslenska"], ["K", "D", "H", "B", "R"]),
    row("et", ["estonian", "eesti"], ["K", "L", "V", "O", "R"]),
];

impl Letters {
    /// Returns the letters of a language of the program; the English ones if the language is not in the list.
    pub fn of(lang: Lang) -> &'static Letters {
        let [english, ..] = &LANGUAGES;
        let found = LANGUAGES.iter().find(|letters| letters.code == lang.code());
        found.unwrap_or(english)
    }

    /// Letters of king, queen, rook, bishop and knight.
    pub fn pieces(&self) -> [&'static str; 5] {
        self.pieces
    }

    /// Pairs of a piece's letter in the language and in SAN. Of a name with several letters, the first is taken.
    pub fn pairs(&self) -> impl Iterator<Item = (char, char)> {
        let pairs = self.pieces.into_iter().zip(ENGLISH);
        pairs.filter_map(|(own, english)| Some((own.chars().next()?, english)))
    }

    /// Translates the letter of a piece in FEN, `N` or `n`, and keeps its case; other characters stay as they are.
    pub fn translated(&self, letter: char) -> char {
        let upper = letter.to_ascii_uppercase();
        let own = self.pairs().find(|(_, english)| *english == upper);
        match own {
            Some((own, _)) if letter.is_lowercase() => own.to_lowercase().next().unwrap_or(own),
            Some((own, _)) => own,
            None => letter,
        }
    }

    /// Translates the piece letters in a text of moves in SAN: `Nf3` is `Sf3` in German.
    pub fn localized(&self, san: &str) -> String {
        let mut text = String::with_capacity(san.len());
        for letter in san.chars() {
            match ENGLISH.iter().position(|english| *english == letter) {
                Some(piece) => text += self.pieces[piece],
                None => text.push(letter),
            }
        }
        text
    }

    /// Finds the letters by the code or the name of a language (`de`, `German`, `Deutsch`), or by the five letters
    /// (`KDTLS`: king, queen, rook, bishop, knight). Returns `None` if nothing matches.
    pub fn find(text: &str) -> Option<&'static Letters> {
        let wanted = text.trim().to_lowercase();
        LANGUAGES.iter().find(|letters| {
            letters.code == wanted
                || letters.names.contains(&wanted.as_str())
                || letters.pieces.concat().to_lowercase() == wanted
        })
    }

    /// Languages other than English for which `count` gives the greatest number; empty if it gives `None` for all.
    pub(super) fn likeliest(
        count: impl Fn(&'static Letters) -> Option<usize>,
    ) -> Vec<&'static Letters> {
        let counts = LANGUAGES.iter().skip(1);
        let counts = counts.filter_map(|letters| Some((count(letters)?, letters)));
        let counts: Vec<_> = counts.collect();
        let most = counts.iter().map(|(count, _)| *count).max();
        let likely = counts.into_iter().filter(|(count, _)| Some(*count) == most);
        likely.map(|(_, letters)| letters).collect()
    }

    /// Returns true if every text that begins with a piece letter of any language begins with one of this language.
    pub(super) fn has_all<'t>(&self, mut texts: impl Iterator<Item = &'t str>) -> bool {
        texts.all(|text| {
            let is_piece = |first: char| first.is_uppercase() && first != 'O';
            !text.starts_with(is_piece) || self.split(text).is_some()
        })
    }

    /// Name of this language as written in `lang`: its English name with a capital, or its own name.
    pub(super) fn name(&self, lang: Lang) -> String {
        let [english, own] = self.names;
        let mut letters = english.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let english: String = first.into_iter().chain(letters).collect();
        say!(lang, "pgn-letters-language", english, own)
    }

    /// Codes of all languages, separated by commas.
    pub fn codes() -> String {
        LANGUAGES.each_ref().map(|letters| letters.code).join(", ")
    }

    /// Splits a text into the piece it begins with, as a letter of SAN, and the rest: `Sf3` in German is `N` and
    /// `f3`. `None` if it does not begin with a piece.
    pub(crate) fn split<'a>(&self, text: &'a str) -> Option<(char, &'a str)> {
        let pieces = self.pieces.iter().zip(ENGLISH);
        let mut found =
            pieces.filter_map(|(letter, english)| Some((english, text.strip_prefix(letter)?)));
        // The king is tried first: its Russian letters begin with that of the knight.
        found.next()
    }
}
