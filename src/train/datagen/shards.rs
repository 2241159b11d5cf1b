//! Games in files: a folder of shards, each with a fixed share of the numbered games of one seed.
//!
//! Which games a shard holds, and how each begins, follows from the seed and its number, so it does not
//! matter how many threads or machines share the work, nor how often it is broken off. Shards of
//! several seeds and generations lie in one folder, and nothing is ever replaced: data is added to.
//!
//! A shard begins with a line of text that says what it is:
//! `atalaya-games 1 {"seed":…,"shard":…,"games":…,"nodes":…,"player":…}`.

use super::packed::{Game, PackedError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &str = "atalaya-games";
/// The version of the format written here, and the only one read.
const VERSION: &str = "1";
/// What a shard's name ends in.
const EXTENSION: &str = "games";

/// What a shard holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What all its games follow from, with their numbers.
    pub seed: u64,
    /// Its own number: the first game is `shard * games`.
    pub shard: u64,
    /// How many games it holds when it is full.
    pub games: u64,
    /// The soft limit of each search, in nodes.
    pub nodes: u64,
    /// Who played: version and evaluation.
    pub player: String,
}

/// Why a shard cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The system says so.
    #[error("{}: {error}", path.display())]
    Io {
        /// The shard.
        path: PathBuf,
        /// What was said.
        error: io::Error,
    },
    /// The first line is not that of a shard.
    #[error(
        "{}: not a shard of games, version {VERSION} (its first line is '{line}')", path.display()
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
        /// How it was made.
        found: String,
        /// What is asked for now.
        wanted: String,
    },
    /// A record is damaged, in the middle of the shard.
    #[error("{}: game {}: {error}", path.display(), number + 1)]
    Game {
        /// The shard.
        path: PathBuf,
        /// The number of the game in the shard, from 0.
        number: u64,
        /// What is wrong.
        error: PackedError,
    },
}

/// The end of a shard that is no whole game: one that is being written, or was when the system was killed, or one
/// whose length is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The shard.
    pub path: PathBuf,
    /// How long that end is.
    pub bytes: u64,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let bytes = self.bytes;
        write!(f, "{path}: left out the last {bytes} bytes, no whole game")
    }
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> ShardError + use<> {
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

    fn parse(line: &str) -> Option<Header> {
        let rest = line.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        let json = rest.strip_prefix(VERSION)?.strip_prefix(' ')?;
        serde_json::from_str(json).ok()
    }
}

/// A shard that is being added to.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    file: File,
    /// How many games it holds.
    pub games: u64,
    /// What was cut off its end when it was opened.
    pub torn: Option<Torn>,
}

impl Shard {
    /// Opens a shard to add to it, or begins it. A record torn by a kill is cut off. `None` if
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
        let line = format!("{MAGIC} {VERSION} {}\n", header.text());
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
        if reader.header != *header {
            return Err(ShardError::Other {
                path,
                found: reader.header.text(),
                wanted: header.text(),
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

    /// Adds a game. It is written as one piece: a kill loses it or leaves it whole, but for a kill of the
    /// system, after which the torn end is cut off.
    ///
    /// # Errors
    /// [`ShardError::Io`].
    pub fn add(&mut self, packed: &[u8]) -> Result<(), ShardError> {
        self.file.write_all(packed).map_err(io_error(&self.path))?;
        self.games += 1;
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
    /// What the shard says of itself.
    pub header: Header,
    number: u64,
    /// Bytes up to the end of the last whole game.
    whole: u64,
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
    fn new(path: PathBuf, from: R) -> Result<Reader<R>, ShardError> {
        let mut from = Counted { from, bytes: 0 };
        let mut line = Vec::new();
        // No header is as long; a file without line ends need not be read whole.
        (&mut from)
            .take(4096)
            .read_until(b'\n', &mut line)
            .map_err(io_error(&path))?;
        let line = String::from_utf8_lossy(&line);
        match Header::parse(line.trim_end_matches('\n')) {
            Some(header) => Ok(Reader {
                path,
                whole: from.bytes,
                from,
                header,
                number: 0,
            }),
            None => {
                let line = line.trim_end().chars().take(60).collect();
                Err(ShardError::Header { path, line })
            }
        }
    }

    /// What was left out at the end, once there are no more games.
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
        match Game::read(&mut self.from) {
            Ok(None) | Err(PackedError::Torn) => None,
            Ok(Some(game)) => {
                self.number += 1;
                self.whole = self.from.bytes;
                Some(Ok(game))
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

/// What a folder of shards holds: enough to tell, later and elsewhere, whether it is the same data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// What was made with one seed by one player, in the order of the shards' names.
    pub generations: Vec<Generation>,
    /// Games in all.
    pub games: u64,
    /// Plies in all.
    pub plies: u64,
    /// Positions in all that can be learned from.
    pub positions: u64,
    /// SHA-256 over the shards' bytes, in the order of their names.
    pub sha256: String,
    /// What of them does not count.
    #[serde(skip)]
    pub torn: Vec<Torn>,
}

/// The shards in a [`Manifest`] whose headers differ by nothing but the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// What all its games follow from, with their numbers.
    pub seed: u64,
    /// The soft limit of each search, in nodes.
    pub nodes: u64,
    /// Who played: version and evaluation.
    pub player: String,
    /// How many games a full shard holds.
    pub games_of_shard: u64,
    /// Shards.
    pub shards: u64,
    /// Games in all.
    pub games: u64,
    /// Bytes in all.
    pub bytes: u64,
}

impl Manifest {
    /// The generation that a shard is of.
    fn generation(&mut self, header: &Header) -> &mut Generation {
        let is_its = |other: &Generation| {
            (other.seed, other.nodes, other.games_of_shard)
                == (header.seed, header.nodes, header.games)
                && other.player == header.player
        };
        let at = self.generations.iter().position(is_its);
        let at = at.unwrap_or_else(|| {
            self.generations.push(Generation {
                seed: header.seed,
                nodes: header.nodes,
                player: header.player.clone(),
                games_of_shard: header.games,
                shards: 0,
                games: 0,
                bytes: 0,
            });
            self.generations.len() - 1
        });
        &mut self.generations[at]
    }
}

/// Reads and replays everything in a folder. Torn ends do not count.
///
/// # Errors
/// [`ShardError`]: a shard cannot be read or is damaged.
pub fn manifest(folder: &Path) -> Result<Manifest, ShardError> {
    let mut manifest = Manifest::default();
    let mut digest = Sha256::new();
    for path in list(folder)? {
        let bytes = std::fs::read(&path).map_err(io_error(&path))?;
        let mut reader = Reader::new(path, &bytes[..])?;
        for game in &mut reader {
            let game = game?;
            manifest.plies += game.plies.len() as u64;
            manifest.positions += game.samples().count() as u64;
        }
        digest.update(&bytes[..reader.whole as usize]);
        manifest.torn.extend(reader.torn());
        manifest.games += reader.number;
        let generation = manifest.generation(&reader.header);
        generation.shards += 1;
        generation.games += reader.number;
        generation.bytes += reader.whole;
    }
    manifest.sha256 = format!("{:x}", digest.finalize());
    Ok(manifest)
}
