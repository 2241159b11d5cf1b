//! Records of finished games, written to disk at once: the journal behind `--resume`, and the PGN file beside it.
//!
//! The journal is a file of lines, each a checksum and a JSON value. The first line describes the match; each further
//! one is a finished game (or attack) with the text of its record. A line is synced to disk before the game counts as
//! finished, and only then is the record added to the PGN file. After a crash at any moment
//!
//! - the complete lines are valid, and an incomplete last line is a game that does not count;
//! - the PGN file holds the games of the journal, except that its end may be missing, which is then written again from
//!   the journal. Any other text in it was written by somebody else and is never removed.
//!
//! Each checksum covers the lines before it as well: a line that is changed, missing, repeated or moved is detected.
//! The journal is removed when its match is finished.

mod error;
mod games;
mod text;

pub use error::{ContentError, JournalError};
pub use text::{End, Entry, ReadError, check_journal_bytes, read};

use error::{reading, writing};
use games::{PgnCheck, length};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::RefCell;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use text::{head_text, line_text};

/// Journal and PGN file of a running match, each of them optional.
#[derive(Debug, Default)]
pub struct Journal {
    journal: Option<(PathBuf, File)>,
    pgn: Option<(PathBuf, File)>,
    /// Checksum of the journal's last line.
    checksum: u32,
}

/// Returns the path of the journal of a match that writes the PGN file `output`.
pub fn path_beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// Returns the description of the match in the journal at a path, unchecked: [`Journal::resume`] checks it. `None`
/// if there is no such journal, or if its first line is not of a known form.
///
/// # Errors
/// [`JournalError`] if it cannot be read.
pub fn setup_at(path: &Path) -> Result<Option<Value>, JournalError> {
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(reading(path)(error)),
        Ok(file) => text::setup_in(BufReader::new(file)).map_err(reading(path)),
    }
}

fn open_pgn(path: &Path) -> Result<(PathBuf, File), JournalError> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    Ok((path.to_owned(), file.map_err(writing(path))?))
}

/// Ends the last line of an existing PGN file if needed, so that the games of this match begin after an empty line.
fn end_last_line(path: &Path, file: &mut File) -> Result<(), JournalError> {
    let mut last = [0];
    let mut reader = File::open(path).map_err(reading(path))?;
    if length(path)? == 0 {
        return Ok(());
    }
    reader.seek(SeekFrom::End(-1)).map_err(reading(path))?;
    reader.read_exact(&mut last).map_err(reading(path))?;
    if last == *b"\n" {
        return Ok(());
    }
    file.write_all(b"\n\n").map_err(writing(path))
}

fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        // Not every file system has locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

impl Journal {
    /// Creates the files of a new match that `setup` describes; `None` stands for a file that is not written. Games are
    /// appended to an existing PGN file.
    ///
    /// # Errors
    /// [`JournalError`] if a file cannot be written, or if the journal of an unfinished match exists. No file has been
    /// changed in that case.
    pub fn begin(
        journal: Option<&Path>,
        pgn: Option<&Path>,
        setup: &Value,
    ) -> Result<Journal, JournalError> {
        let Some(path) = journal else {
            let mut pgn = pgn.map(open_pgn).transpose()?;
            if let Some((path, file)) = &mut pgn {
                end_last_line(path, file)?;
            }
            return Ok(Journal {
                pgn,
                ..Journal::default()
            });
        };
        // The file is created exclusively, so that of two matches that begin at once only one gets it.
        let mut options = OpenOptions::new();
        let file = match options.append(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(JournalError::Unfinished(path.to_owned()));
            }
            opened => opened.map_err(writing(path))?,
        };
        let begun = lock(path, &file).and_then(|()| Journal::begin_with(path, file, pgn, setup));
        if begun.is_err() {
            let _ = std::fs::remove_file(path);
        }
        begun
    }

    /// Creates a journal that is written to the empty file `file` at `path`, and writes its first line.
    fn begin_with(
        path: &Path,
        file: File,
        pgn: Option<&Path>,
        setup: &Value,
    ) -> Result<Journal, JournalError> {
        let mut journal = Journal {
            pgn: pgn.map(open_pgn).transpose()?,
            journal: Some((path.to_owned(), file)),
            checksum: 0,
        };
        if let Some((path, file)) = &mut journal.pgn {
            end_last_line(path, file)?;
        }
        let head = head_text(setup, pgn.map_or(Ok(0), length)?);
        journal.write_line(&head)?;
        sync_folder(path);
        Ok(journal)
    }

    /// Opens the journal at `path` to resume its match. Returns the journal and the records of the finished games. If
    /// neither the journal nor the PGN file exists, a new match is begun.
    ///
    /// # Errors
    /// [`JournalError`] if the files cannot be used, have been changed, or belong to another match than `setup`. No
    /// file has been changed in that case.
    pub fn resume<R: DeserializeOwned>(
        path: &Path,
        pgn: Option<&Path>,
        setup: &Value,
    ) -> Result<(Journal, Vec<R>), JournalError> {
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let file = match (opened, pgn) {
            (Err(error), pgn) if error.kind() == ErrorKind::NotFound => {
                return match pgn {
                    Some(pgn) if length(pgn)? > 0 => Err(JournalError::Gone {
                        journal: path.to_owned(),
                        pgn: pgn.to_owned(),
                    }),
                    _ => Ok((Journal::begin(Some(path), pgn, setup)?, Vec::new())),
                };
            }
            (opened, _) => opened.map_err(writing(path))?,
        };
        lock(path, &file)?;
        if is_stillborn(&file, pgn, setup).map_err(reading(path))? {
            file.set_len(0).map_err(writing(path))?;
            let journal = Journal::begin_with(path, file, pgn, setup)?;
            return Ok((journal, Vec::new()));
        }
        let mut records = Vec::new();
        let check = RefCell::new(None);
        let begin = |pgn_bytes: u64| {
            *check.borrow_mut() = pgn.map(|pgn| PgnCheck::new(pgn, pgn_bytes)).transpose()?;
            Ok(())
        };
        let enter = |entry: Entry<R>| {
            records.push(entry.record);
            match (check.borrow_mut().as_mut(), entry.pgn) {
                (Some(check), Some(text)) => check.expect(text.as_bytes()),
                _ => Ok(()),
            }
        };
        let end = read(BufReader::new(&file), setup, begin, enter);
        let end = end.map_err(|error| error.at(path))?;
        let missing = check.into_inner().map(PgnCheck::finish).transpose()?;
        // All checks have passed: nothing is written before this point.
        file.set_len(end.length).map_err(writing(path))?;
        let mut resumed = Journal {
            pgn: pgn.map(open_pgn).transpose()?,
            journal: Some((path.to_owned(), file)),
            checksum: end.checksum,
        };
        if let (Some((path, file)), Some(missing)) = (&mut resumed.pgn, missing) {
            let failed = writing(path);
            if length(path)? != missing.after {
                file.set_len(missing.after).map_err(&failed)?;
            }
            file.write_all(&missing.bytes).map_err(&failed)?;
        }
        Ok((resumed, records))
    }

    /// Writes a finished game or attack to disk: first its line of the journal, then its PGN text, which is `None` if
    /// it has none.
    ///
    /// # Errors
    /// [`JournalError::Write`], if a file cannot be written.
    pub fn enter<R: Serialize>(
        &mut self,
        record: &R,
        pgn_text: Option<&str>,
    ) -> Result<(), JournalError> {
        if let Some((path, _)) = &self.journal {
            let entry = Entry {
                pgn: pgn_text.map(str::to_owned),
                record,
            };
            let text = serde_json::to_string(&entry);
            let text = text.map_err(|error| writing(path)(error.into()))?;
            self.write_line(&text)?;
        }
        if let (Some((path, file)), Some(text)) = (&mut self.pgn, pgn_text) {
            file.write_all(text.as_bytes()).map_err(writing(path))?;
        }
        Ok(())
    }

    /// Appends a line to the journal in a single write, and syncs it to disk.
    fn write_line(&mut self, json: &str) -> Result<(), JournalError> {
        if let Some((path, file)) = &mut self.journal {
            let failed = writing(path);
            let (checksum, line) = line_text(self.checksum, json);
            self.checksum = checksum;
            file.write_all(line.as_bytes()).map_err(&failed)?;
            file.sync_data().map_err(failed)?;
        }
        Ok(())
    }

    /// Removes the journal, as the match is finished.
    ///
    /// # Errors
    /// [`JournalError::Write`] if the PGN file cannot be synced to disk or the journal cannot be removed.
    pub fn finish(self) -> Result<(), JournalError> {
        if let Some((path, file)) = &self.pgn {
            file.sync_all().map_err(writing(path))?;
        }
        match self.journal {
            None => Ok(()),
            Some((path, _)) => std::fs::remove_file(&path).map_err(writing(&path)),
        }
    }
}

/// Syncs the directory of a new file to disk, where the system supports that.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Returns true if the journal ends within its first line, so that nothing has been played. `pgn` and `setup` determine
/// what that line would be.
fn is_stillborn(mut file: &File, pgn: Option<&Path>, setup: &Value) -> io::Result<bool> {
    let pgn_bytes = pgn.and_then(|path| length(path).ok()).unwrap_or(0);
    let (_, line) = line_text(0, &head_text(setup, pgn_bytes));
    let mut begun = Vec::new();
    file.take(line.len() as u64).read_to_end(&mut begun)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(begun.len() < line.len() && line.as_bytes().starts_with(&begun))
}

#[cfg(test)]
mod tests;
