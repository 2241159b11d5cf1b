//! Letters of the pieces in other languages than English, as the PGN standard lists them.

use crate::Lang;
use base::say;

/// Letters of the pieces in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct Letters {
    /// ISO code of the language: `de`.
    pub code: &'static str,
    /// Names of the language, in English and in itself.
    names: [&'static str; 2],
    /// King, queen, rook, bishop, knight.
    pieces: [&'static str; 5],
}

/// The same pieces in English, as SAN has them.
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

const fn row(code: &'static str, names: [&'static str; 2], pieces: [&'static str; 5]) -> Letters {
    Letters {
        code,
        names,
        pieces,
    }
}

/// All languages; the two of the program first.
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
    /// Returns the letters of a language of the program; those of English where the language has none here.
    pub fn of(lang: Lang) -> &'static Letters {
        let [english, ..] = &LANGUAGES;
        let found = LANGUAGES.iter().find(|letters| letters.code == lang.code());
        found.unwrap_or(english)
    }

    /// The letters of king, queen, rook, bishop and knight.
    pub fn pieces(&self) -> [&'static str; 5] {
        self.pieces
    }

    /// Letters of the pieces, each with that in SAN; of several, the first.
    pub fn pairs(&self) -> impl Iterator<Item = (char, char)> {
        let pairs = self.pieces.into_iter().zip(ENGLISH);
        pairs.filter_map(|(own, english)| Some((own.chars().next()?, english)))
    }

    /// Rewrites a text of moves in SAN: `Nf3` is `Sf3` in German.
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

    /// Finds the letters by a language's code or name (`de`, `German`, `Deutsch`), or by themselves (`KDTLS`: king,
    /// queen, rook, bishop, knight).
    pub fn find(text: &str) -> Option<&'static Letters> {
        let wanted = text.trim().to_lowercase();
        LANGUAGES.iter().find(|letters| {
            letters.code == wanted
                || letters.names.contains(&wanted.as_str())
                || letters.pieces.concat().to_lowercase() == wanted
        })
    }

    /// All languages but English of which `count` tells the most; none where it knows of none.
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

    /// Returns true if all texts that begin with the letter of a piece begin with one of this language.
    pub(super) fn has_all<'t>(&self, mut texts: impl Iterator<Item = &'t str>) -> bool {
        texts.all(|text| {
            let is_piece = |first: char| first.is_uppercase() && first != 'O';
            !text.starts_with(is_piece) || self.split(text).is_some()
        })
    }

    /// Name of the language: in English with a capital; where Spanish is spoken, its own name.
    pub(super) fn name(&self, lang: Lang) -> String {
        let [english, own] = self.names;
        let mut letters = english.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let english: String = first.into_iter().chain(letters).collect();
        say!(lang, "pgn-letters-language", english, own)
    }

    /// Codes of all languages, with commas.
    pub fn codes() -> String {
        LANGUAGES.each_ref().map(|letters| letters.code).join(", ")
    }

    /// Splits the piece that a text begins with from the rest: `Sf3` in German is `N` and `f3`.
    pub(crate) fn split<'a>(&self, text: &'a str) -> Option<(char, &'a str)> {
        let pieces = self.pieces.iter().zip(ENGLISH);
        let mut found =
            pieces.filter_map(|(letter, english)| Some((english, text.strip_prefix(letter)?)));
        // The king comes first, whose Russian letters begin with the knight's.
        found.next()
    }
}

impl std::str::FromStr for &'static Letters {
    type Err = String;

    fn from_str(text: &str) -> Result<&'static Letters, String> {
        Letters::find(text).ok_or_else(|| {
            let codes = Letters::codes();
            format!(
                "'{text}' is no language: expected one of {codes}, or five letters such as KDTLS"
            )
        })
    }
}
