//! Errors in the files of a running match.

use std::io;
use std::path::{Path, PathBuf};

/// Why a journal, or the record beside it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A file cannot be written, or removed.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A match that is begun finds the journal of another.
    #[error(
        "{} belongs to an unfinished match: go on with --resume, or remove it", .0.display()
    )]
    Unfinished(PathBuf),
    /// Another process plays this match.
    #[error("{} is in use: its match is being played", .0.display())]
    InUse(PathBuf),
    /// The journal is gone while its games are there.
    #[error(
        "{} is not there, but {} has games: the match is finished or its journal is lost \
         (without --resume its games are played again, and appended)",
        .journal.display(), .pgn.display()
    )]
    Gone {
        /// Path at which it was expected.
        journal: PathBuf,
        /// The file with games.
        pgn: PathBuf,
    },
    /// The journal itself is wrong.
    #[error("{}{why}", .path.display())]
    Content {
        /// The journal.
        path: PathBuf,
        /// In what way; follows its name.
        why: ContentError,
    },
    /// The PGN file lacks what was there before the match began.
    #[error(
        "{} is shorter than its journal says: {length} of {expected} bytes", .path.display()
    )]
    Shorter {
        /// The PGN file.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// Its length in bytes before the match began.
        expected: u64,
    },
    /// The PGN file has something else where the journal has a game.
    #[error(
        "{} differs from its journal after {after} bytes: something else has written to it",
        .path.display()
    )]
    Differs {
        /// The PGN file.
        path: PathBuf,
        /// So many bytes are as they should be.
        after: u64,
    },
    /// The PGN file has something after what the journal has.
    #[error(
        "{} has {surplus} bytes after the {expected} that its journal knows: something else has \
         written to it; move them elsewhere to go on",
        .path.display()
    )]
    Surplus {
        /// The PGN file.
        path: PathBuf,
        /// Bytes too many.
        surplus: u64,
        /// Bytes that belong there.
        expected: u64,
    },
}

/// Error in the text of a journal; its message is a sentence that follows the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// It does not begin like one.
    #[error(" is not the journal of a match")]
    NoJournal,
    /// It has another form.
    #[error(" was written by another version of atalaya: resume with that one, or remove it")]
    OtherForm,
    /// It describes another match.
    #[error(" belongs to another match: its {0} differ")]
    OtherMatch(String),
    /// A line is not what was written.
    #[error(", line {line}: {why}")]
    Line {
        /// From 1.
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
