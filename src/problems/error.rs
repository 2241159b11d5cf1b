//! Errors of the problem model: refusals by its rules, and input that cannot be understood.

use base::say;
use games::chess::FenError;
use games::{Lang, Text};
use std::fmt;

/// Result type of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// It cannot be understood, or cannot be.
    #[error("{0}")]
    Invalid(Text),
    /// It is no position.
    #[error("{0}")]
    Position(#[from] FenError),
}

impl Error {
    /// Returns an [`Error::Invalid`] for input that cannot be understood, with the sentence that says so in the language
    /// of the session, or in English only.
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

/// A rule about problems that refuses something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
#[non_exhaustive]
pub enum Refusal {
    /// Nobody has verified the problem, or it is refuted.
    NotVerified(i64),
    /// It is for direct mates only; with what the problem asks for.
    NotDirect(String),
    /// There is a piece on the square: its letter as in FEN.
    Occupied {
        /// `d4`
        square: String,
        /// `Q`
        piece: char,
    },
    /// There is nothing on the square.
    EmptySquare(String),
}

impl Refusal {
    /// A word for programs that does not change with the language: `not_verified`.
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
