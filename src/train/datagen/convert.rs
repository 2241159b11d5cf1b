//! Conversion of [shards](super::shards) to the latest version of the format.

use super::block;
use super::shards::{Reader, ShardError, Torn, VERSIONS, io_error, pack};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Result of the conversion of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// Path of the converted shard.
    pub path: PathBuf,
    /// Number of games in it.
    pub games: u64,
    /// Sizes in bytes before and after the conversion.
    pub bytes: [u64; 2],
    /// Incomplete block at the end of the old shard, which was left out; `None` if there was none.
    pub torn: Option<Torn>,
}

/// Writes a shard of any version into another directory under the same name, in the latest version and in blocks of
/// [`block::GAMES`] games. If the new shard exists already with as many games, it is left as it is, so that the
/// conversion of a directory can be interrupted and repeated.
///
/// # Errors
/// [`ShardError`]: the shard is damaged, or the new one cannot be written or exists with other games.
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
