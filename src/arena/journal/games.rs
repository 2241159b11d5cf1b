//! Check that the PGN file beside a journal holds the games that the journal records.

use super::error::{JournalError, reading};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Returns the length of a file in bytes; 0 if it does not exist.
pub(super) fn length(path: &Path) -> Result<u64, JournalError> {
    match std::fs::metadata(path) {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(reading(path)(error)),
    }
}

/// Comparison of a PGN file with the games of a journal.
pub(super) struct PgnCheck {
    path: PathBuf,
    file: Option<BufReader<File>>,
    /// Number of bytes at the beginning of the file that are correct.
    after: u64,
    /// Bytes that should follow them but are missing in the file.
    missing: Vec<u8>,
}

/// Missing end of a PGN file: the number of correct bytes before it, and its bytes.
pub(super) struct Missing {
    pub(super) after: u64,
    pub(super) bytes: Vec<u8>,
}

impl PgnCheck {
    pub(super) fn new(path: &Path, before: u64) -> Result<PgnCheck, JournalError> {
        let length = length(path)?;
        if length < before {
            return Err(JournalError::Shorter {
                path: path.to_owned(),
                length,
                expected: before,
            });
        }
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(reading(path)(error)),
            Ok(mut file) => {
                let found = file.seek(SeekFrom::Start(before));
                found.map_err(reading(path))?;
                Some(BufReader::new(file))
            }
        };
        Ok(PgnCheck {
            path: path.to_owned(),
            file,
            after: before,
            missing: Vec::new(),
        })
    }

    /// Checks that the file goes on with `text`, the next game. If the file ends before or within it, the missing bytes
    /// are recorded.
    pub(super) fn expect(&mut self, text: &[u8]) -> Result<(), JournalError> {
        let Some(file) = &mut self.file else {
            self.missing.extend_from_slice(text);
            return Ok(());
        };
        let mut found = Vec::with_capacity(text.len());
        let mut rest = file.take(text.len() as u64);
        rest.read_to_end(&mut found).map_err(reading(&self.path))?;
        let same = found.iter().zip(text).take_while(|(a, b)| a == b).count();
        self.after += same as u64;
        if same == text.len() {
            return Ok(());
        }
        // After a power failure the end of the file may consist of zeros in place of the text.
        let mut file = self.file.take();
        let zeros = found[same..].iter().all(|byte| *byte == 0)
            && file
                .as_mut()
                .map_or(Ok(true), only_zeros)
                .map_err(reading(&self.path))?;
        if !zeros {
            return Err(JournalError::Differs {
                path: self.path.clone(),
                after: self.after,
            });
        }
        self.missing.extend_from_slice(&text[same..]);
        Ok(())
    }

    /// Checks that nothing follows the last game, and returns the missing end of the file.
    pub(super) fn finish(mut self) -> Result<Missing, JournalError> {
        let surplus = match &mut self.file {
            Some(file) => io::copy(file, &mut io::sink()).map_err(reading(&self.path))?,
            None => 0,
        };
        match surplus {
            0 => Ok(Missing {
                after: self.after,
                bytes: self.missing,
            }),
            surplus => Err(JournalError::Surplus {
                path: self.path,
                surplus,
                expected: self.after,
            }),
        }
    }
}

fn only_zeros(file: &mut BufReader<File>) -> io::Result<bool> {
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(true);
        }
        if bytes.iter().any(|byte| *byte != 0) {
            return Ok(false);
        }
        let count = bytes.len();
        file.consume(count);
    }
}
