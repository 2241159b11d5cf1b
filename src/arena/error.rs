//! Errors in the files and numbers that a match is made of.

use super::affinity::AffinityError;
use super::journal::JournalError;
use games::TextError;
use std::io;
use std::path::PathBuf;

/// Reason why a file of openings or problems cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A line is invalid.
    #[error("{}, line {line}: {why}", .path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Error in the line.
        why: EntryError,
    },
    /// A game of a PGN file is invalid.
    #[error("{}, game {game}: {why}", .path.display())]
    Game {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game in the file, from 1.
        game: usize,
        /// Error in the game.
        why: EntryError,
    },
    /// The file is not a text file.
    #[error("{} is not a PGN file: it holds a byte {byte:#04x}", .path.display())]
    NoText {
        /// Path of the file.
        path: PathBuf,
        /// First byte of the file that does not occur in text.
        byte: u8,
    },
    /// The file contains no opening or problem.
    #[error("{} holds no {wanted}", .path.display())]
    Empty {
        /// Path of the file.
        path: PathBuf,
        /// Kind of entry that the file should contain: `opening` or `problem`.
        wanted: &'static str,
    },
}

/// Reason why one position, problem or game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The text is not a valid position or problem.
    #[error("{0}")]
    Text(TextError),
    /// The position is one of Chess960, but the match is one of ordinary chess.
    #[error("its castling rights are those of Chess960 (--variant chess960)")]
    Chess960,
    /// The game is already over in the position; the text says by which rule.
    #[error("the game is already over ({0})")]
    Over(&'static str),
    /// The game is over at the end of the opening, so that nothing is left to play; the text says by which rule.
    #[error("the game is over before the opening ends ({0}); cut it by plies=")]
    WholeGame(&'static str),
    /// The record of the game cannot be parsed, has an illegal move, or is one of another variant.
    #[error(transparent)]
    Record(#[from] games::pgn::read::ReadError),
    /// The opening contains a null move (`--`), which is not legal in a game.
    #[error("a pass ('--') is no move of an opening")]
    Pass,
    /// The text was read as a game but has neither moves nor tags.
    #[error("it has neither moves nor tags")]
    NoGame,
}

/// Error for a number that is not that of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("start={first} is not one of the {count} openings")]
pub struct NoSuchOpening {
    /// Requested number, from 1.
    pub first: usize,
    /// Number of openings.
    pub count: usize,
}

/// Reason why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The journal or the PGN file of the match cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The log of a game cannot be written: its path, and the I/O error.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Log(PathBuf, io::Error),
    /// Games cannot be bound to processors.
    #[error(transparent)]
    Affinity(#[from] AffinityError),
    /// The journal has a game that does not belong to this match: its number in the schedule.
    #[error("the journal's game {0} is not one of this match")]
    ForeignGame(usize),
}
