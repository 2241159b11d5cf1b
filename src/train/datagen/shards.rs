//! Games in files: a folder of shards, each with a fixed share of the numbered games of one seed.
//!
//! Which games a shard holds, and how each begins, follows from the seed and its number, so it does not
//! matter how many threads or machines share the work, nor how often it is broken off. Shards of
//! several seeds and generations lie in one folder, and nothing is ever replaced: data is added to.
//!
//! A shard begins with a line of text that says what it is:
//! `atalaya-games 2 {"seed":…,"shard":…,"games":…,"nodes":…,"player":…,"openings":…}`. After it come
//! [blocks](super::block) of games. Shards of version 1, of single records, are read as well, and
//! [`convert`](super::convert::convert) writes them anew.

use super::block::{self, ReadError, Unpackable};
use super::game::Game;
use super::records;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &str = "atalaya-games";
/// The versions of the format that are read; the last one is written.
pub(super) const VERSIONS: [&str; 2] = ["1", "2"];
/// Extension of a shard's file name.
const EXTENSION: &str = "games";

/// Header of a shard: the origin and number of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Seed of all its games, used together with their numbers.
    pub seed: u64,
    /// Its own number: the first game is `shard * games`.
    pub shard: u64,
    /// Number of games in the shard when it is full.
    pub games: u64,
    /// The soft limit of each search, in nodes.
    pub nodes: u64,
    /// Player of the games: version and evaluation.
    pub player: String,
    /// The opening files that starts were drawn from, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

/// Why a shard cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The system says so.
    #[error("{}: {error}", path.display())]
    Io {
        /// The shard.
        path: PathBuf,
        /// I/O error from the operating system.
        error: io::Error,
    },
    /// The first line is not that of a shard.
    #[error(
        "{}: not a shard of games, version {} (its first line is '{line}')",
        path.display(), VERSIONS.join(" or ")
    )]
    Header {
        /// The shard.
        path: PathBuf,
        /// The line, as far as it is text.
        line: String,
    },
    /// It was made otherwise than what is to be added to it.
    #[error(
        "{}: made with {found}, cannot go on with {wanted}; name another folder or --seed",
        path.display()
    )]
    Other {
        /// The shard.
        path: PathBuf,
        /// Version and header with which it was made.
        found: String,
        /// Version and header that are asked for now.
        wanted: String,
    },
    /// It is damaged in the middle.
    #[error("{}: after {number} games: {error}", path.display())]
    Game {
        /// The shard.
        path: PathBuf,
        /// Number of games before the damage.
        number: u64,
        /// Error at the damaged place.
        error: ReadError,
    },
    /// A game does not fit the format.
    #[error("{}: {error}", path.display())]
    Pack {
        /// The shard.
        path: PathBuf,
        /// Which one, and why.
        error: Unpackable,
    },
    /// A file of the same name exists, with another number of games or in an older version.
    #[error("{}: exists already with other contents ({found} games, expected {wanted}, in the last version); name another --out", path.display())]
    There {
        /// The shard.
        path: PathBuf,
        /// Games in it.
        found: u64,
        /// Games that it should have.
        wanted: u64,
    },
}

/// The end of a shard that is no whole block: one that is being written, or was when the system was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The shard.
    pub path: PathBuf,
    /// Length of that end in bytes.
    pub bytes: u64,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let bytes = self.bytes;
        write!(f, "{path}: left out the last {bytes} bytes, no whole block")
    }
}

pub(super) fn io_error(path: &Path) -> impl Fn(io::Error) -> ShardError + use<> {
    let path = path.to_owned();
    move |error| ShardError::Io {
        path: path.clone(),
        error,
    }
}

impl Header {
    /// The shard's name in its folder.
    pub fn file_name(&self) -> String {
        format!(
            "seed-{}-nodes-{}-{:05}.{EXTENSION}",
            self.seed, self.nodes, self.shard
        )
    }

    fn text(&self) -> String {
        // Numbers and text always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The first line of a shard of the last version.
    pub(super) fn line(&self) -> String {
        let [.., version] = VERSIONS;
        format!("{MAGIC} {version} {}\n", self.text())
    }

    /// The version and what follows it.
    fn parse(line: &str) -> Option<(usize, Header)> {
        let rest = line.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        let (version, json) = rest.split_once(' ')?;
        let version = VERSIONS.iter().position(|known| *known == version)?;
        Some((version + 1, serde_json::from_str(json).ok()?))
    }
}

/// A shard that is being added to.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    /// Number of games in the shard.
    pub games: u64,
    /// Torn end that was cut off when the shard was opened.
    pub torn: Option<Torn>,
}

impl Shard {
    /// Opens a shard to add to it, or begins it. A block torn by a kill is cut off. `None` if
    /// another process is at work on it.
    ///
    /// # Errors
    /// [`ShardError`]: it cannot be written, is damaged, or was made otherwise.
    pub fn open(folder: &Path, header: &Header) -> Result<Option<Shard>, ShardError> {
        let path = folder.join(header.file_name());
        let io = io_error(&path);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(&io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        let line = header.line();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&io)?;
        // A kill may have come between the first bytes of the first line.
        if line.as_bytes().starts_with(&bytes) {
            file.set_len(0).map_err(&io)?;
            file.rewind().map_err(&io)?;
            file.write_all(line.as_bytes()).map_err(&io)?;
            return Ok(Some(Shard {
                path,
                file,
                games: 0,
                torn: None,
            }));
        }
        let mut reader = Reader::new(path.clone(), &bytes[..])?;
        if reader.header != *header || reader.version < VERSIONS.len() {
            return Err(ShardError::Other {
                path,
                found: format!("version {} {}", reader.version, reader.header.text()),
                wanted: format!("version {} {}", VERSIONS.len(), header.text()),
            });
        }
        for game in &mut reader {
            game?;
        }
        file.set_len(reader.whole).map_err(&io)?;
        file.seek(SeekFrom::Start(reader.whole)).map_err(&io)?;
        Ok(Some(Shard {
            path,
            file,
            games: reader.number,
            torn: reader.torn(),
        }))
    }

    /// Adds games as one block, if there are any. It is written as one piece: a kill loses it or leaves it whole, but for a kill of the
    /// system, after which the torn end is cut off.
    ///
    /// # Errors
    /// [`ShardError::Pack`] and [`ShardError::Io`].
    pub fn add(&mut self, games: &[Game]) -> Result<(), ShardError> {
        if games.is_empty() {
            return Ok(());
        }
        let packed = pack(&self.path, games)?;
        self.file.write_all(&packed).map_err(io_error(&self.path))?;
        self.games += games.len() as u64;
        Ok(())
    }

    /// Makes sure that everything is on the disk.
    ///
    /// # Errors
    /// [`ShardError::Io`].
    pub fn sync(&self) -> Result<(), ShardError> {
        self.file.sync_all().map_err(io_error(&self.path))
    }
}

/// The games of a shard, one after the other. A torn end, which a shard that is being written may have, is none: see
/// [`Reader::torn`].
pub struct Reader<R> {
    path: PathBuf,
    from: Counted<R>,
    /// Header of the shard.
    pub header: Header,
    /// The version of its format.
    pub version: usize,
    /// The games of the last block that are still to come.
    block: std::vec::IntoIter<Game>,
    /// Games up to the end of the last whole block.
    pub(super) number: u64,
    /// Bytes up to there.
    pub(super) whole: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a shard to read it.
    ///
    /// # Errors
    /// [`ShardError`]: it cannot be read or is not a shard.
    pub fn open(path: &Path) -> Result<Reader<BufReader<File>>, ShardError> {
        let file = File::open(path).map_err(io_error(path))?;
        Reader::new(path.to_owned(), BufReader::new(file))
    }
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(path: PathBuf, from: R) -> Result<Reader<R>, ShardError> {
        let mut from = Counted { from, bytes: 0 };
        let mut line = Vec::new();
        // No header is as long; a file without line ends need not be read whole.
        (&mut from)
            .take(4096)
            .read_until(b'\n', &mut line)
            .map_err(io_error(&path))?;
        let line = String::from_utf8_lossy(&line);
        match Header::parse(line.trim_end_matches('\n')) {
            Some((version, header)) => Ok(Reader {
                path,
                whole: from.bytes,
                from,
                header,
                version,
                block: Vec::new().into_iter(),
                number: 0,
            }),
            None => {
                let line = line.trim_end().chars().take(60).collect();
                Err(ShardError::Header { path, line })
            }
        }
    }

    /// Returns the torn end that was left out, once there are no more games.
    pub fn torn(&self) -> Option<Torn> {
        let bytes = self.from.bytes - self.whole;
        (bytes > 0).then(|| Torn {
            path: self.path.clone(),
            bytes,
        })
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, ShardError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(game) = self.block.next() {
            return Some(Ok(game));
        }
        let games = match self.version {
            1 => records::read(&mut self.from).map(|game| game.map(|game| vec![game])),
            _ => block::read(&mut self.from),
        };
        match games {
            Ok(None) | Err(ReadError::Torn) => None,
            Ok(Some(games)) => {
                self.number += games.len() as u64;
                self.whole = self.from.bytes;
                self.block = games.into_iter();
                self.block.next().map(Ok)
            }
            Err(error) => {
                let (path, number) = (self.path.clone(), self.number);
                Some(Err(ShardError::Game {
                    path,
                    number,
                    error,
                }))
            }
        }
    }
}

/// Counts the bytes that are taken from a reader.
struct Counted<R> {
    from: R,
    bytes: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.bytes += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.from.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes += count as u64;
        self.from.consume(count);
    }
}

/// The shards of a folder, in the order of their names.
///
/// # Errors
/// [`ShardError::Io`] if the folder cannot be read.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io_error(folder))? {
        let path = entry.map_err(io_error(folder))?.path();
        if path.extension().is_some_and(|end| end == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Packs games into a block; errors name the shard.
pub(super) fn pack(path: &Path, games: &[Game]) -> Result<Vec<u8>, ShardError> {
    block::pack(games).map_err(|error| ShardError::Pack {
        path: path.to_owned(),
        error,
    })
}
