//! Writing of [shards](super::shards) anew, in the last version of the format.

use super::block;
use super::shards::{Reader, ShardError, Torn, VERSIONS, io_error, pack};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A shard that has been written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The shard.
    pub path: PathBuf,
    /// Games in it.
    pub games: u64,
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// The incomplete block at its end, which was left out.
    pub torn: Option<Torn>,
}

/// Writes a shard of any version into another folder, in the last version and in blocks of [`block::GAMES`] games. Its
/// name stays. A shard that is there already with as many games is left as it is, so that the conversion of a folder
/// can be broken off.
///
/// # Errors
/// [`ShardError`]: the shard is damaged, or the other one cannot be written or has other games.
pub fn convert(path: &Path, folder: &Path) -> Result<Converted, ShardError> {
    let mut reader = Reader::open(path)?;
    let to = folder.join(path.file_name().unwrap_or_default());
    let mut bytes = reader.header.line().into_bytes();
    let mut block = Vec::new();
    let mut games = 0;
    while let Some(game) = reader.next().transpose()? {
        games += 1;
        block.push(game);
        if block.len() == block::GAMES {
            bytes.extend(pack(path, &block)?);
            block.clear();
        }
    }
    if !block.is_empty() {
        bytes.extend(pack(path, &block)?);
    }
    if to.exists() {
        let mut there = Reader::open(&to)?;
        for game in &mut there {
            game?;
        }
        if (there.version, there.number) != (VERSIONS.len(), games) {
            let (path, found) = (to, there.number);
            return Err(ShardError::There {
                path,
                found,
                wanted: games,
            });
        }
    } else {
        let io = io_error(&to);
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(io_error(folder))?;
        file.write_all(&bytes).map_err(&io)?;
        file.as_file().sync_all().map_err(&io)?;
        file.persist_noclobber(&to)
            .map_err(|error| io(error.error))?;
    }
    let written = std::fs::metadata(&to).map_err(io_error(&to))?.len();
    Ok(Converted {
        path: to,
        games,
        bytes: [reader.whole, written],
        torn: reader.torn(),
    })
}
