//! Errors of the problem model: refusals by its rules, and input that cannot be understood.

use base::say;
use games::chess::FenError;
use games::{Lang, Text};
use std::fmt;

/// Result type of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Reason why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule forbids the operation.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The input cannot be parsed, or describes something impossible.
    #[error("{0}")]
    Invalid(Text),
    /// A text is not a valid chess position.
    #[error("{0}")]
    Position(#[from] FenError),
}

impl Error {
    /// Returns an [`Error::Invalid`] with one message for all languages.
    pub fn invalid(sentence: impl fmt::Display) -> Error {
        Error::Invalid(Text::same(sentence))
    }

    /// Returns the message in every language.
    pub fn localized(&self) -> Text {
        Text::of(|lang| self.text(lang))
    }

    /// Returns the message to show to a visitor.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Error::Refused(refusal) => refusal.text(lang),
            Error::Position(error) => error.text(lang),
            Error::Invalid(why) => why.get(lang).to_owned(),
        }
    }
}

/// An operation that a rule about problems forbids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
#[non_exhaustive]
pub enum Refusal {
    /// The problem, given by its number, has not been verified, or is refuted.
    NotVerified(i64),
    /// The operation is only possible for direct mates; the value is the stipulation of the problem.
    NotDirect(String),
    /// The square is not empty.
    Occupied {
        /// Name of the square: `d4`.
        square: String,
        /// Letter of the piece on it, as in FEN: `Q`.
        piece: char,
    },
    /// The square, whose name is the value, is empty.
    EmptySquare(String),
}

impl Refusal {
    /// Returns an identifier for programs that does not change with the language: `not_verified`.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotVerified(_) => "not_verified",
            Refusal::NotDirect(_) => "not_direct",
            Refusal::Occupied { .. } => "occupied",
            Refusal::EmptySquare(_) => "empty_square",
        }
    }

    /// Returns the message to show to the user, in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Refusal::NotVerified(id) => say!(lang, "not-verified", id),
            Refusal::NotDirect(asked) => say!(lang, "not-direct", asked),
            Refusal::Occupied { square, piece } => say!(lang, "occupied", square, piece),
            Refusal::EmptySquare(square) => say!(lang, "empty-square", square),
        }
    }
}
