//! Errors in the files of a running match.

use std::io;
use std::path::{Path, PathBuf};

/// Reason why the journal or the PGN file of a match cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A file cannot be written or removed.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A new match would overwrite the journal of an unfinished match: the path of the journal.
    #[error(
        "{} belongs to an unfinished match: go on with --resume, or remove it", .0.display()
    )]
    Unfinished(PathBuf),
    /// Another process is playing the match: the path of its journal.
    #[error("{} is in use: its match is being played", .0.display())]
    InUse(PathBuf),
    /// The journal does not exist, but the PGN file has games.
    #[error(
        "{} is not there, but {} has games: the match is finished or its journal is lost \
         (without --resume its games are played again, and appended)",
        .journal.display(), .pgn.display()
    )]
    Gone {
        /// Path at which the journal was expected.
        journal: PathBuf,
        /// Path of the PGN file.
        pgn: PathBuf,
    },
    /// The text of the journal is invalid.
    #[error("{}{why}", .path.display())]
    Content {
        /// Path of the journal.
        path: PathBuf,
        /// Error in the text; its message follows the path.
        why: ContentError,
    },
    /// The PGN file is shorter than it was before the match began.
    #[error(
        "{} is shorter than its journal says: {length} of {expected} bytes", .path.display()
    )]
    Shorter {
        /// Path of the PGN file.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// Its length in bytes before the match began.
        expected: u64,
    },
    /// The PGN file differs from the games of the journal.
    #[error(
        "{} differs from its journal after {after} bytes: something else has written to it",
        .path.display()
    )]
    Differs {
        /// Path of the PGN file.
        path: PathBuf,
        /// Number of bytes at its beginning that are correct.
        after: u64,
    },
    /// The PGN file has more text than the journal accounts for.
    #[error(
        "{} has {surplus} bytes after the {expected} that its journal knows: something else has \
         written to it; move them elsewhere to go on",
        .path.display()
    )]
    Surplus {
        /// Path of the PGN file.
        path: PathBuf,
        /// Number of bytes that are too many.
        surplus: u64,
        /// Number of bytes that the journal accounts for.
        expected: u64,
    },
}

/// Error in the text of a journal; its message is a sentence that follows the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// The text does not begin like a journal.
    #[error(" is not the journal of a match")]
    NoJournal,
    /// The journal has the format of another version of this program.
    #[error(" was written by another version of atalaya: resume with that one, or remove it")]
    OtherForm,
    /// The journal belongs to another match: the name of the first setting that differs.
    #[error(" belongs to another match: its {0} differ")]
    OtherMatch(String),
    /// A line is damaged or invalid.
    #[error(", line {line}: {why}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the error.
        why: String,
    },
}

pub(super) fn reading(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| JournalError::Read {
        path: path.to_owned(),
        source,
    }
}

pub(super) fn writing(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| JournalError::Write {
        path: path.to_owned(),
        source,
    }
}
