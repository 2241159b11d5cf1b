//! Contents of a directory of [shards](super::shards), counted by reading all of them.

use super::shards::{Header, Reader, ShardError, Torn, io_error, list};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Contents of a directory of shards, by which it can be recognised later and elsewhere that the data are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Groups of shards made by one player with one seed and node limit, in the order of the shards' names.
    pub generations: Vec<Generation>,
    /// Total number of games.
    pub games: u64,
    /// Total number of plies.
    pub plies: u64,
    /// Total number of positions that can be learned from.
    pub positions: u64,
    /// SHA-256 of the bytes of all shards, in the order of their names.
    pub sha256: String,
    /// Incomplete blocks at the ends of shards, which are not counted.
    #[serde(skip)]
    pub torn: Vec<Torn>,
}

/// Shards of a [`Manifest`] whose headers differ only in the number of the shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Seed of all its games, used together with their numbers.
    pub seed: u64,
    /// Soft limit of each search, in nodes.
    pub nodes: u64,
    /// Player of the games: version and evaluation.
    pub player: String,
    /// Number of games in a full shard.
    pub games_of_shard: u64,
    /// Number of shards.
    pub shards: u64,
    /// Total number of games.
    pub games: u64,
    /// Total size in bytes.
    pub bytes: u64,
    /// Names of the opening files from which openings were drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

impl Manifest {
    /// Returns the generation to which a shard with this header belongs, and creates it if needed.
    fn generation(&mut self, header: &Header) -> &mut Generation {
        let is_its = |other: &Generation| {
            (other.seed, other.nodes, other.games_of_shard)
                == (header.seed, header.nodes, header.games)
                && other.player == header.player
                && other.openings == header.openings
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
                openings: header.openings.clone(),
            });
            self.generations.len() - 1
        });
        &mut self.generations[at]
    }
}

/// Reads and replays all games in a directory. Incomplete blocks at the ends of shards are not counted.
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
