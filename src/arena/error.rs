//! Errors in the files, engines and numbers that a match is made of, and sentences on players that have failed.

use super::affinity::AffinityError;
use super::journal::JournalError;
use base::lang::Lang;
use base::say;
use games::chess::FenError;
use games::chess::epd::EpdError;
use games::{TextError, reason_text};
use players::options::OptionError;
use players::{EngineError, Failure};
use std::io;
use std::path::PathBuf;

/// Reason why a file of openings or problems cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum FileError {
    /// The file cannot be read.
    Read {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A line is invalid.
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Error in the line.
        why: EntryError,
    },
    /// A game of a PGN file is invalid.
    Game {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game in the file, from 1.
        game: usize,
        /// Error in the game.
        why: EntryError,
    },
    /// The file is not a text file.
    NoText {
        /// Path of the file.
        path: PathBuf,
        /// First byte of the file that does not occur in text.
        byte: u8,
    },
    /// The file contains no opening.
    NoOpening(PathBuf),
    /// The file contains no problem.
    NoProblem(PathBuf),
}

impl FileError {
    /// Message of the error in a language. What is wrong in a game of a PGN file is in the language in which the file
    /// was read.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            FileError::Read { path, source } => {
                say!(
                    lang,
                    "file-cannot-read",
                    path = path.display(),
                    error = source
                )
            }
            FileError::Line { path, line, why } => {
                let why = why.text(lang);
                say!(lang, "file-line", path = path.display(), line, why)
            }
            FileError::Game { path, game, why } => {
                let why = why.text(lang);
                say!(lang, "file-game", path = path.display(), game, why)
            }
            FileError::NoText { path, byte } => {
                let byte = format_args!("{byte:#04x}");
                say!(lang, "file-no-pgn", path = path.display(), byte)
            }
            FileError::NoOpening(path) => say!(lang, "file-no-opening", path = path.display()),
            FileError::NoProblem(path) => say!(lang, "file-no-problem", path = path.display()),
        }
    }
}

/// Reason why one position, problem or game cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum EntryError {
    /// The text is not a position of chess.
    Fen(FenError),
    /// The text does not say in how many moves there is a mate.
    Epd(EpdError),
    /// The text is not a valid position of another game.
    Text(TextError),
    /// The position is one of Chess960, but the match is one of ordinary chess.
    Chess960,
    /// The game is already over in the position; the text says by which rule.
    Over(&'static str),
    /// The game is over at the end of the opening, so that nothing is left to play; the text says by which rule.
    WholeGame(&'static str),
    /// The record of the game cannot be parsed, has an illegal move, or is one of another variant.
    Record(#[from] games::pgn::read::ReadError),
    /// The opening contains a null move (`--`), which is not legal in a game.
    Pass,
    /// The text was read as a game but has neither moves nor tags.
    NoGame,
}

impl EntryError {
    /// Message of the error in a language; that of [`EntryError::Text`] and [`EntryError::Record`] is in the language
    /// in which they were made.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            EntryError::Fen(error) => error.text(lang),
            EntryError::Epd(error) => error.localized().get(lang).to_owned(),
            EntryError::Text(error) => error.to_string(),
            EntryError::Chess960 => say!(lang, "entry-chess960").to_owned(),
            EntryError::Over(reason) => {
                say!(lang, "entry-over", reason = reason_text(reason, lang))
            }
            EntryError::WholeGame(reason) => {
                say!(
                    lang,
                    "entry-over-within",
                    reason = reason_text(reason, lang)
                )
            }
            EntryError::Record(error) => error.to_string(),
            EntryError::Pass => say!(lang, "entry-pass").to_owned(),
            EntryError::NoGame => say!(lang, "entry-no-game").to_owned(),
        }
    }
}

/// Error for a number that is not that of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct NoSuchOpening {
    /// Requested number, from 1.
    pub first: usize,
    /// Number of openings.
    pub count: usize,
}

impl NoSuchOpening {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        let NoSuchOpening { first, count } = self;
        say!(lang, "opening-no-such", first, count)
    }
}

/// Reason why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum MatchError {
    /// The journal or the PGN file of the match cannot be used.
    Journal(#[from] JournalError),
    /// The log of a game cannot be written: its path, and the I/O error.
    Log(PathBuf, io::Error),
    /// Games cannot be bound to processors.
    Affinity(#[from] AffinityError),
    /// The journal has a game that does not belong to this match: its number in the schedule.
    ForeignGame(usize),
}

impl MatchError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            MatchError::Journal(error) => error.text(lang),
            MatchError::Log(path, error) => {
                say!(lang, "file-cannot-write", path = path.display(), error)
            }
            MatchError::Affinity(error) => error.text(lang),
            MatchError::ForeignGame(game) => say!(lang, "journal-foreign-game", game),
        }
    }
}

/// Reason why an engine cannot play.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum ConfigError {
    /// The engine cannot be started: its name, and the failure.
    Start(String, Failure),
    /// A resource that an option asks for (memory, a network, tables, a book) is not available.
    Engine(String, EngineError),
    /// An option has an invalid value: the engine's name, and the error.
    Value(String, OptionError),
    /// The engine has no such option: its name, and the option's.
    Option(String, String),
    /// The engine has the option, but not in this game: its name, the option, the game, and the options that it has.
    OtherGame(String, String, &'static str, Vec<String>),
    /// The engine does not play the game: its name, and the game's.
    Variant(String, String),
}

impl ConfigError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            ConfigError::Start(name, why) => {
                say!(lang, "engine-fault", name, why = why.text(lang))
            }
            ConfigError::Engine(name, why) => {
                say!(lang, "engine-fault", name, why = why.text(lang))
            }
            ConfigError::Value(name, why) => {
                say!(lang, "engine-fault", name, why = why.text(lang))
            }
            ConfigError::Option(name, option) => say!(lang, "engine-no-option", name, option),
            ConfigError::OtherGame(name, option, game, known) if known.is_empty() => {
                say!(lang, "engine-option-other-game", name, option, game)
            }
            ConfigError::OtherGame(name, option, game, known) => {
                let known = known.join(", ");
                say!(
                    lang,
                    "engine-option-other-game-has",
                    name,
                    option,
                    game,
                    known
                )
            }
            ConfigError::Variant(name, game) => say!(lang, "engine-no-variant", name, game),
        }
    }
}

/// Failure of a player that has ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The failure.
    pub failure: Failure,
    /// True if the game is drawn nevertheless, because nobody else could win.
    pub is_drawn: bool,
}

impl Failed {
    /// Returns a sentence, in a language, on the failure of the player `name`.
    pub fn text(&self, name: &str, lang: Lang) -> String {
        match &self.failure {
            Failure::TooLate(time) if self.is_drawn => {
                let time = format_args!("{time:.3?}");
                say!(lang, "failed-late-drawn", name, time)
            }
            failure => say!(lang, "failed", name, why = failure.text(lang)),
        }
    }
}
