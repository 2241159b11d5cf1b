//! Positions for the network to learn from: games of the engine against itself.
//!
//! [`run`] plays numbered games on any number of threads and keeps them in shards ([`shards`]), which are made of
//! blocks. [`starts`] draws openings, [`play`] plays a game, [`game`] says which of its positions can be learned from.
//! [`block`] packs games with [`coder`], [`likely`] and [`scores`]. A run that is broken off, by a signal or by a kill,
//! goes on where it was. The games of a block follow from the seed and their numbers alone; where a signal has cut a
//! block short, the next one begins.

pub mod block;
pub mod coder;
pub mod convert;
pub mod features;
pub mod fit;
pub mod game;
pub mod likely;
pub mod manifest;
pub mod play;
mod records;
pub mod scores;
pub mod shards;
pub mod starts;

use crate::Evaluator;
use base::memory::OutOfMemory;
use base::threads::{self, locked};
use play::Player;
use rand::SeedableRng;
use rand::rngs::StdRng;
use shards::{Header, Shard, ShardError, Torn};
use starts::Starts;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Settings of a run that generates games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder of the shards; made if it is not there.
    pub folder: PathBuf,
    /// Games in all, those of earlier runs included.
    pub games: u64,
    /// Soft limits of each search, in nodes; not empty. The shards take them in turn.
    pub nodes: Vec<u64>,
    /// The evaluation of both sides.
    pub evaluator: Evaluator,
    /// Openings that the games are drawn from.
    pub starts: Starts,
    /// Games at the same time.
    pub threads: usize,
    /// Number that the games follow from, together with their own numbers.
    pub seed: u64,
    /// Games in a block, at least 1 and usually [`BLOCK_GAMES`].
    pub block: u64,
}

/// Games in a shard: some 320,000 positions, about half a megabyte.
pub const SHARD_GAMES: u64 = 4000;

/// Games in a block, if nothing breaks it off: they are played by one player, who forgets everything before, and
/// written at once.
pub const BLOCK_GAMES: u64 = block::GAMES as u64;

/// Why games could not be played or kept.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// No room for the players' tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A shard is not to be used.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// I/O error from the operating system.
        error: io::Error,
    },
}

/// Progress of a run. Read while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games found in the shards when they were opened.
    pub found: AtomicU64,
    /// Games played.
    pub played: AtomicU64,
    /// Positions to learn from in the games played.
    pub positions: AtomicU64,
    torn: Mutex<Vec<Torn>>,
}

impl Progress {
    /// Returns the torn ends that were cut off shards when they were opened.
    pub fn torn(&self) -> Vec<Torn> {
        locked(&self.torn).clone()
    }
}

/// Plays the games that are not there yet. Returns when all are, or soon after `stop` is set: then the games in progress
/// are lost, and nothing else.
///
/// # Errors
/// [`DatagenError`]; the other threads then stop as well.
pub fn run(plan: &Plan, progress: &Progress, stop: &AtomicBool) -> Result<(), DatagenError> {
    let folder = &plan.folder;
    std::fs::create_dir_all(folder).map_err(|error| DatagenError::Folder {
        folder: folder.clone(),
        error,
    })?;
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let work = || {
        let result = fill(plan, &next, progress, stop, &failed);
        if result.is_err() {
            failed.store(true, Relaxed);
        }
        result
    };
    std::thread::scope(|scope| {
        let start = |_| started(threads::spawn_scoped(scope, "games", work), &failed);
        let workers: Vec<_> = (0..plan.threads.max(1)).map(start).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker?.join().unwrap_or(Ok(())))
    })
}

/// A thread, if there is one; if not, those that are there stop, which would play everything before it was said.
fn started<T>(thread: io::Result<T>, failed: &AtomicBool) -> Result<T, DatagenError> {
    thread.map_err(|error| {
        failed.store(true, Relaxed);
        DatagenError::Thread(error)
    })
}

/// One thread's work: shard after shard, each filled from where it stands.
fn fill(
    plan: &Plan,
    next: &AtomicU64,
    progress: &Progress,
    stop: &AtomicBool,
    failed: &AtomicBool,
) -> Result<(), DatagenError> {
    let mut player = Player::new(&plan.evaluator)?;
    loop {
        let number = next.fetch_add(1, Relaxed);
        let first = number * SHARD_GAMES;
        if first >= plan.games {
            return Ok(());
        }
        let Some(mut shard) = Shard::open(&plan.folder, &plan.header(number))? else {
            continue;
        };
        progress.found.fetch_add(shard.games, Relaxed);
        locked(&progress.torn).extend(shard.torn.take());
        let wanted = SHARD_GAMES.min(plan.games - first);
        while shard.games < wanted {
            player.begin(plan.nodes_of(number));
            let mut block = Vec::new();
            for game in shard.games..wanted.min(shard.games + plan.block) {
                let mut rng = rng_of(plan.seed, first + game);
                let is_over = stop.load(Relaxed) || failed.load(Relaxed);
                let played = || player.play(&plan.starts, &mut rng, stop);
                let Some(game) = (!is_over).then(played).flatten() else {
                    shard.add(&block)?;
                    return Ok(());
                };
                progress.played.fetch_add(1, Relaxed);
                let positions = game.samples().count() as u64;
                progress.positions.fetch_add(positions, Relaxed);
                block.push(game);
            }
            shard.add(&block)?;
        }
        shard.sync()?;
    }
}

impl Plan {
    /// The limit of a shard's searches.
    fn nodes_of(&self, shard: u64) -> u64 {
        self.nodes[shard as usize % self.nodes.len()]
    }

    fn header(&self, shard: u64) -> Header {
        Header {
            seed: self.seed,
            shard,
            games: SHARD_GAMES,
            nodes: self.nodes_of(shard),
            player: format!("atalaya {} {}", env!("CARGO_PKG_VERSION"), self.evaluator),
            openings: self.starts.names(),
        }
    }
}

/// The random numbers of one game: neighbouring seeds and numbers share nothing.
fn rng_of(seed: u64, game: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&game.to_le_bytes());
    StdRng::from_seed(bytes)
}

#[cfg(test)]
mod tests;
