//! Languages of the program's texts, numbers with their nouns, and words in a row.

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// Spanish.
    Es,
    /// English.
    En,
}

impl Lang {
    /// Returns the wording of this language.
    pub fn pick<T>(self, es: T, en: T) -> T {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }
}

/// Writes a number with its noun: `1 move`, `2 moves`.
pub fn counted(n: impl std::fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let word = if n == "1" { one } else { many };
    format!("{n} {word}")
}

/// Writes words in a row with a conjunction before the last: `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[impl std::borrow::Borrow<str>], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} {conjunction} {}", first.join(", "), last.borrow()),
    }
}
