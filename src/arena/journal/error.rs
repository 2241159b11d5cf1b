//! Errors in the files of a running match.

use base::lang::{Lang, Text};
use base::say;
use std::io;
use std::path::{Path, PathBuf};

/// Reason why the journal or the PGN file of a match cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum JournalError {
    /// A file cannot be read.
    Read {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A file cannot be written or removed.
    Write {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        source: io::Error,
    },
    /// A new match would overwrite the journal of an unfinished match: the path of the journal.
    Unfinished(PathBuf),
    /// Another process is playing the match: the path of its journal.
    InUse(PathBuf),
    /// The journal does not exist, but the PGN file has games.
    Gone {
        /// Path at which the journal was expected.
        journal: PathBuf,
        /// Path of the PGN file.
        pgn: PathBuf,
    },
    /// The text of the journal is invalid.
    Content {
        /// Path of the journal.
        path: PathBuf,
        /// Error in the text.
        why: ContentError,
    },
    /// The PGN file is shorter than it was before the match began.
    Shorter {
        /// Path of the PGN file.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// Its length in bytes before the match began.
        expected: u64,
    },
    /// The PGN file differs from the games of the journal.
    Differs {
        /// Path of the PGN file.
        path: PathBuf,
        /// Number of bytes at its beginning that are correct.
        after: u64,
    },
    /// The PGN file has more text than the journal accounts for.
    Surplus {
        /// Path of the PGN file.
        path: PathBuf,
        /// Number of bytes that are too many.
        surplus: u64,
        /// Number of bytes that the journal accounts for.
        expected: u64,
    },
}

impl JournalError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            JournalError::Read { path, source } => {
                say!(
                    lang,
                    "file-cannot-read",
                    path = path.display(),
                    error = source
                )
            }
            JournalError::Write { path, source } => {
                say!(
                    lang,
                    "file-cannot-write",
                    path = path.display(),
                    error = source
                )
            }
            JournalError::Unfinished(path) => {
                say!(lang, "journal-unfinished", path = path.display())
            }
            JournalError::InUse(path) => say!(lang, "journal-in-use", path = path.display()),
            JournalError::Gone { journal, pgn } => {
                let (journal, pgn) = (journal.display(), pgn.display());
                say!(lang, "journal-gone", journal, pgn)
            }
            JournalError::Content { path, why } => why.text(path, lang),
            JournalError::Shorter {
                path,
                length,
                expected,
            } => {
                let path = path.display();
                say!(lang, "journal-shorter", path, length, expected)
            }
            JournalError::Differs { path, after } => {
                say!(lang, "journal-differs", path = path.display(), after)
            }
            JournalError::Surplus {
                path,
                surplus,
                expected,
            } => {
                let path = path.display();
                say!(lang, "journal-surplus", path, surplus, expected)
            }
        }
    }
}

/// Error in the text of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentError {
    /// The text does not begin like a journal.
    NoJournal,
    /// The journal has the format of another version of this program.
    OtherForm,
    /// The journal belongs to another match: the name of the first setting that differs.
    OtherMatch(String),
    /// A line is damaged or invalid.
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the error.
        why: Text,
    },
}

impl ContentError {
    /// Message of the error in a language; `path` is the path of the journal.
    fn text(&self, path: &Path, lang: Lang) -> String {
        let path = path.display();
        match self {
            ContentError::NoJournal => say!(lang, "journal-none", path),
            ContentError::OtherForm => say!(lang, "journal-other-form", path),
            ContentError::OtherMatch(setting) => say!(lang, "journal-other-match", path, setting),
            ContentError::Line { line, why } => {
                say!(lang, "journal-line", path, line, why = why.get(lang))
            }
        }
    }
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
