//! Positions parsed from text, together with the parts of the text that had to be left out.

use super::Lang;
use base::say;
use shakmaty::Square;
use std::fmt;

/// Part of a position's text that was left out because the position cannot have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Castling right of standard chess, by its letter (`K`, `Q`, `k` or `q`), whose king or rook is not on its
    /// original square.
    Castling(char),
    /// An en-passant square that no pawn can have just passed.
    EnPassant(Square),
}

impl Dropped {
    /// Message in a language: which part was left out, and why.
    pub fn text(self, lang: Lang) -> String {
        let (part, why) = (self.part(lang), self.reason(lang));
        say!(lang, "read-dropped", part, why)
    }

    /// Message in a language that refuses the whole text because of this part.
    pub fn refusal(self, lang: Lang) -> String {
        let (part, why) = (self.part(lang), self.reason(lang));
        say!(lang, "read-fen-cannot", part, why)
    }

    /// Messages in a language, one for each part.
    pub fn texts(dropped: &[Dropped], lang: Lang) -> Vec<String> {
        dropped.iter().map(|part| part.text(lang)).collect()
    }

    fn part(self, lang: Lang) -> String {
        match self {
            Dropped::Castling(letter) => say!(lang, "read-castling-right", letter),
            Dropped::EnPassant(square) => say!(lang, "read-en-passant-square", square),
        }
    }

    fn reason(self, lang: Lang) -> String {
        match self {
            Dropped::Castling(letter) => {
                let rank = if letter.is_ascii_uppercase() { 1 } else { 8 };
                let file = match letter.to_ascii_lowercase() {
                    'k' => 'h',
                    _ => 'a',
                };
                say!(lang, "read-needs-king-e-rook", rank, file)
            }
            Dropped::EnPassant(_) => say!(lang, "read-no-pawn-can-just").to_owned(),
        }
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

/// A value parsed from text, with the parts of the text that were left out. [`split`](Read::split) separates them, so
/// that callers cannot overlook these parts.
#[must_use = "it may have parts that were left out"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    value: T,
    dropped: Vec<Dropped>,
}

impl<T> Read<T> {
    /// Creates a parsed value with the parts that were left out.
    pub fn new(value: T, dropped: Vec<Dropped>) -> Read<T> {
        Read { value, dropped }
    }

    /// Creates a parsed value without parts that were left out.
    pub fn whole(value: T) -> Read<T> {
        Read::new(value, Vec::new())
    }

    /// Returns the value and the parts that were left out.
    pub fn split(self) -> (T, Vec<Dropped>) {
        (self.value, self.dropped)
    }

    /// Converts the value with a function.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Read<U> {
        Read::new(f(self.value), self.dropped)
    }

    /// Returns the value, after calling `tell` with each part that was left out.
    pub fn report_dropped(self, mut tell: impl FnMut(Dropped)) -> T {
        self.dropped.into_iter().for_each(&mut tell);
        self.value
    }

    /// Returns the value if no part was left out.
    ///
    /// # Errors
    /// The first part that was left out.
    pub fn all(self) -> Result<T, Dropped> {
        match self.dropped.first() {
            None => Ok(self.value),
            Some(first) => Err(*first),
        }
    }
}
