//! The contents of a folder of [shards](super::shards), counted by reading all of it.

use super::shards::{Header, Reader, ShardError, Torn, io_error, list};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Contents of a folder of shards: enough to tell, later and elsewhere, whether it is the same data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Groups of shards made with one seed by one player, in the order of the shards' names.
    pub generations: Vec<Generation>,
    /// Games in all.
    pub games: u64,
    /// Plies in all.
    pub plies: u64,
    /// Positions in all that can be learned from.
    pub positions: u64,
    /// SHA-256 over the shards' bytes, in the order of their names.
    pub sha256: String,
    /// Torn ends of shards, which do not count.
    #[serde(skip)]
    pub torn: Vec<Torn>,
}

/// The shards in a [`Manifest`] whose headers differ by nothing but the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Seed of all its games, used together with their numbers.
    pub seed: u64,
    /// The soft limit of each search, in nodes.
    pub nodes: u64,
    /// Player of the games: version and evaluation.
    pub player: String,
    /// Number of games in a full shard.
    pub games_of_shard: u64,
    /// Shards.
    pub shards: u64,
    /// Games in all.
    pub games: u64,
    /// Bytes in all.
    pub bytes: u64,
    /// The opening files that starts were drawn from, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

impl Manifest {
    /// The generation that a shard is of.
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
