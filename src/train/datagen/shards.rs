//! Files of games: a directory of shards, each with a fixed range of the numbered games of one seed.
//!
//! The games of a shard and their openings follow from the seed and the shard's number, so it does not matter how many
//! threads or machines share the work, nor how often it is interrupted. Shards of several seeds and generations can be
//! in one directory. No shard is ever replaced: data are only added.
//!
//! A shard begins with a line of text that describes it: `atalaya-games 2
//! {"seed":…,"shard":…,"games":…,"nodes":…,"player":…,"openings":…}`. [Blocks](super::block) of games follow. Shards of
//! version 1, which consist of single records, can be read as well; [`convert`](super::convert::convert) converts them.

use super::block::{self, ReadError, Unpackable};
use super::game::Game;
use super::records;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &str = "atalaya-games";
/// Versions of the format that can be read; the last one is written.
pub(super) const VERSIONS: [&str; 2] = ["1", "2"];
/// Extension of a shard's file name.
const EXTENSION: &str = "games";

/// Header of a shard: the origin and number of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Seed of all its games, used together with their numbers.
    pub seed: u64,
    /// Number of the shard; the number of its first game is `shard * games`.
    pub shard: u64,
    /// Number of games in the shard when it is full.
    pub games: u64,
    /// Soft limit of each search, in nodes.
    pub nodes: u64,
    /// Player of the games: version and evaluation.
    pub player: String,
    /// Names of the opening files from which openings were drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

/// Reason why a shard cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The shard cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the shard.
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
        /// Path of the shard.
        path: PathBuf,
        /// The first line, with invalid UTF-8 replaced.
        line: String,
    },
    /// The shard was made with other settings than the games that are to be added.
    #[error(
        "{}: made with {found}, cannot go on with {wanted}; name another folder or --seed",
        path.display()
    )]
    Other {
        /// Path of the shard.
        path: PathBuf,
        /// Version and header with which it was made.
        found: String,
        /// Version and header that the games to be added require.
        wanted: String,
    },
    /// A block of the shard is damaged.
    #[error("{}: after {number} games: {error}", path.display())]
    Game {
        /// Path of the shard.
        path: PathBuf,
        /// Number of games before the damage.
        number: u64,
        /// Error at the damaged place.
        error: ReadError,
    },
    /// A game cannot be represented in the format.
    #[error("{}: {error}", path.display())]
    Pack {
        /// Path of the shard.
        path: PathBuf,
        /// Number of the game in its block, with the limits of the format.
        error: Unpackable,
    },
    /// A file of the same name exists, with another number of games or in an older version.
    #[error("{}: exists already with other contents ({found} games, expected {wanted}, in the last version); name another --out", path.display())]
    There {
        /// Path of the shard.
        path: PathBuf,
        /// Number of games in it.
        found: u64,
        /// Number of games that it should have.
        wanted: u64,
    },
}

/// Incomplete block at the end of a shard: it is being written, or was when the system was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Path of the shard.
    pub path: PathBuf,
    /// Length of the incomplete block in bytes.
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
    /// Returns the file name of the shard.
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

    /// Returns the first line of a shard in the latest version of the format.
    pub(super) fn line(&self) -> String {
        let [.., version] = VERSIONS;
        format!("{MAGIC} {version} {}\n", self.text())
    }

    /// Parses the first line of a shard into the format's version and the header; `None` if it is not such a line.
    fn parse(line: &str) -> Option<(usize, Header)> {
        let rest = line.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        let (version, json) = rest.split_once(' ')?;
        let version = VERSIONS.iter().position(|known| *known == version)?;
        Some((version + 1, serde_json::from_str(json).ok()?))
    }
}

/// A shard that is open for adding games.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    /// Number of games in the shard.
    pub games: u64,
    /// Incomplete block that was cut off when the shard was opened; `None` if there was none.
    pub torn: Option<Torn>,
}

impl Shard {
    /// Opens a shard to add games to it, or creates it. An incomplete block at its end is cut off. Returns `None` if
    /// another process is writing to it.
    ///
    /// # Errors
    /// [`ShardError`]: it cannot be written, is damaged, or was made with other settings.
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
        // The program may have been killed while it wrote the first line.
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

    /// Adds games as one block, if there are any. The block is written at once, so that a kill of the process either
    /// loses it or leaves it complete; after a kill of the system it may be incomplete and is cut off later.
    ///
    /// # Errors
    /// [`ShardError::Pack`] if a game cannot be represented, [`ShardError::Io`] if the file cannot be written.
    pub fn add(&mut self, games: &[Game]) -> Result<(), ShardError> {
        if games.is_empty() {
            return Ok(());
        }
        let packed = pack(&self.path, games)?;
        self.file.write_all(&packed).map_err(io_error(&self.path))?;
        self.games += games.len() as u64;
        Ok(())
    }

    /// Syncs everything written to disk.
    ///
    /// # Errors
    /// [`ShardError::Io`] if that fails.
    pub fn sync(&self) -> Result<(), ShardError> {
        self.file.sync_all().map_err(io_error(&self.path))
    }
}

/// Iterator over the games of a shard. An incomplete block at its end is ignored: see [`Reader::torn`].
pub struct Reader<R> {
    path: PathBuf,
    from: Counted<R>,
    /// Header of the shard.
    pub header: Header,
    /// Version of the shard's format, from 1.
    pub version: usize,
    /// Games of the current block that are still to be returned.
    block: std::vec::IntoIter<Game>,
    /// Number of games up to the end of the last complete block.
    pub(super) number: u64,
    /// Number of bytes up to there.
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
        // No header is longer; a file without line ends need not be read as a whole.
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

    /// Returns the incomplete block that was ignored, once all games have been returned; `None` if there is none.
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

/// Reader that counts the bytes read from another reader.
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

/// Returns the paths of the shards of a directory, in the order of their names.
///
/// # Errors
/// [`ShardError::Io`] if the directory cannot be read.
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

/// Packs games into a block; `path` is the shard named in the error.
pub(super) fn pack(path: &Path, games: &[Game]) -> Result<Vec<u8>, ShardError> {
    block::pack(games).map_err(|error| ShardError::Pack {
        path: path.to_owned(),
        error,
    })
}
