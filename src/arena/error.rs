//! Errors in the files and numbers that a match is made of.

use super::affinity::AffinityError;
use super::journal::JournalError;
use games::TextError;
use std::io;
use std::path::PathBuf;

/// Why a file of openings or problems cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system has said no.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A line is wrong.
    #[error("{}, line {line}: {why}", .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Error in the line.
        why: EntryError,
    },
    /// A game is wrong.
    #[error("{}, game {game}: {why}", .path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// From 1.
        game: usize,
        /// Error in the game.
        why: EntryError,
    },
    /// It is no text.
    #[error("{} is not a PGN file: it holds a byte {byte:#04x}", .path.display())]
    NoText {
        /// Which file.
        path: PathBuf,
        /// The first that no text has.
        byte: u8,
    },
    /// There is nothing in it.
    #[error("{} holds no {wanted}", .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
        /// `opening`, `problem`.
        wanted: &'static str,
    },
}

/// Why one position, problem or game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The text is no position or no problem.
    #[error("{0}")]
    Text(TextError),
    /// The position is one of Chess960, the match is not.
    #[error("its castling rights are those of Chess960 (--variant chess960)")]
    Chess960,
    /// Nobody could move.
    #[error("the game is already over ({0})")]
    Over(&'static str),
    /// The opening is a whole game.
    #[error("the game is over before the opening ends ({0}); cut it by plies=")]
    WholeGame(&'static str),
    /// A game that is not understood, with a move that is not legal, or of another variant.
    #[error(transparent)]
    Record(#[from] games::pgn::read::ReadError),
    /// A pass (`--`) in a game, which nobody could play.
    #[error("a pass ('--') is no move of an opening")]
    Pass,
    /// Text taken for a game that has neither moves nor tags.
    #[error("it has neither moves nor tags")]
    NoGame,
}

/// There is no opening of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("start={first} is not one of the {count} openings")]
pub struct NoSuchOpening {
    /// As asked for, from 1.
    pub first: usize,
    /// Number of openings.
    pub count: usize,
}

/// Why a match does not go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The files of the match.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The log of a game cannot be written.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Log(PathBuf, io::Error),
    /// Games cannot be bound to processors.
    #[error(transparent)]
    Affinity(#[from] AffinityError),
    /// The journal has something that this match cannot have played.
    #[error("the journal's game {0} is not one of this match")]
    ForeignGame(usize),
}
