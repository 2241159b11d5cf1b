//! Search words: texts are divided into words and folded, so that case, accents and punctuation make no difference.
//!
//! `Médico, "MATE"` has the words `medico` and `mate`. This is for finding problems only; names of users are compared
//! by stricter rules.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Maximum length of a word, in characters; longer words are cut.
const MAX_WORD: usize = 64;

/// Maximum length of a tag, in characters; longer tags are cut.
const MAX_TAG: usize = 500;

/// Returns the characters of a text without case, accents and compatibility forms.
fn folded(text: &str) -> impl Iterator<Item = char> {
    let bare = text.nfkd().filter(|c| !is_combining_mark(*c));
    bare.default_case_fold().nfc()
}

/// Returns the folded words of a text, each only once, in the order of their first occurrences.
pub fn words(text: &str) -> Vec<String> {
    let folded: String = folded(text).collect();
    let mut words: Vec<String> = Vec::new();
    for word in folded.split(|c: char| !c.is_alphanumeric()) {
        let word: String = word.chars().take(MAX_WORD).collect();
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns the folded form of a tag, with single spaces, by which tags are compared.
pub fn fold_tag(tag: &str) -> String {
    let folded: String = folded(tag).collect();
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.join(" ").chars().take(MAX_TAG).collect()
}

/// Returns a text that sorts, byte by byte, after all words that begin with `prefix` and before all words that follow
/// them. It ends with a character that occurs in no word.
pub fn prefix_end(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// Mark before each word in the text that stores the words of a problem: `/sam/loyd excelsior`. The marks occur in no
/// word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Mark of a word of the author's name.
    Author,
    /// Mark of any other word.
    Other,
}

impl Mark {
    /// Returns a word, or the beginning of one, with its mark, as it occurs in that text.
    pub fn put_before(self, word: &str) -> String {
        let mark = match self {
            Mark::Author => '/',
            Mark::Other => ' ',
        };
        format!("{mark}{word}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_punctuation_make_no_difference() {
        assert_eq!(words("Médico, \"MATE\"; mate"), ["medico", "mate"]);
        assert_eq!(words("Kraемер Straße ﬁn"), ["kraемер", "strasse", "fin"]);
        assert_eq!(words("2... h#2 – ½"), ["2", "h", "1"]);
        assert!(words(" !?… ").is_empty());
        assert_eq!(fold_tag("  Zug\u{a0} ZWANG "), "zug zwang");
        assert_ne!(fold_tag("h#2"), fold_tag("h 2"));
    }

    #[test]
    fn long_words_stay_short_enough_for_an_index() {
        let long = "\u{FDFA}".repeat(500);
        assert!(
            words(&long)
                .iter()
                .all(|word| word.chars().count() <= MAX_WORD)
        );
        assert!(fold_tag(&long).len() < 2700);
    }

    #[test]
    fn the_end_of_a_prefix_is_after_all_its_words() {
        for word in ["loyd", "loyda", "loydz", "loyd\u{10FFFD}"] {
            assert!("loyd" <= word && word < prefix_end("loyd").as_str());
        }
        assert!("loye" > prefix_end("loyd").as_str());
    }
}
