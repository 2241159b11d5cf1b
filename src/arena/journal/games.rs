//! The file of game records beside the journal: whether it is what the journal says.

use super::error::{JournalError, reading};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The length of a file, 0 if there is none.
pub(super) fn length(path: &Path) -> Result<u64, JournalError> {
    match std::fs::metadata(path) {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(reading(path)(error)),
    }
}

/// Compares a PGN file with what the journal says that it holds.
pub(super) struct PgnCheck {
    path: PathBuf,
    file: Option<BufReader<File>>,
    /// Bytes that are as they should be.
    after: u64,
    /// Bytes that are missing after them.
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

    /// The next game must be this text, or be cut off by the end of the file.
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
        // What has reached the disk last may be there as zeros after a power failure.
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

    /// There must be nothing more.
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
