//! Generation of training positions for the network: games of the engine against itself.
//!
//! [`run`] plays numbered games on any number of threads and stores them in shards ([`shards`]), which consist of
//! blocks. [`starts`] draws openings, [`play`] plays a game, [`game`] selects the positions that can be learned from.
//! [`block`] packs games by means of [`coder`], [`likely`] and [`scores`]. A run that is interrupted, by a signal or by
//! a kill, can be continued. The games of a block depend only on the seed and their numbers; where a signal has cut a
//! block short, a new one begins.

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
    /// Directory of the shards, which is created if it does not exist.
    pub folder: PathBuf,
    /// Number of games in total, those of earlier runs included.
    pub games: u64,
    /// Soft limits of each search, in nodes; not empty. Successive shards use them in turn.
    pub nodes: Vec<u64>,
    /// Evaluation that both sides use.
    pub evaluator: Evaluator,
    /// Openings from which those of the games are drawn.
    pub starts: Starts,
    /// Number of games played at the same time.
    pub threads: usize,
    /// Seed, from which all games follow together with their numbers.
    pub seed: u64,
    /// Number of games in a block, at least 1 and usually [`BLOCK_GAMES`].
    pub block: u64,
}

/// Number of games in a shard: some 320,000 positions, about half a megabyte.
pub const SHARD_GAMES: u64 = 4000;

/// Number of games in a block, unless a signal cuts it short. The games of a block are played by one player, which
/// forgets all earlier games first, and are written at once.
pub const BLOCK_GAMES: u64 = block::GAMES as u64;

/// Reason why games could not be played or stored.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// There is not enough memory for the players' tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A shard cannot be used.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The directory cannot be created.
    #[error("cannot make the folder {}: {error}", folder.display())]
    Folder {
        /// Path of the directory.
        folder: PathBuf,
        /// I/O error from the operating system.
        error: io::Error,
    },
}

/// Progress of a run, which may be read while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of games found in existing shards.
    pub found: AtomicU64,
    /// Number of games played.
    pub played: AtomicU64,
    /// Number of positions that can be learned from, in the games played.
    pub positions: AtomicU64,
    torn: Mutex<Vec<Torn>>,
}

impl Progress {
    /// Returns the incomplete blocks that were cut off the ends of existing shards.
    pub fn torn(&self) -> Vec<Torn> {
        locked(&self.torn).clone()
    }
}

/// Plays the games that are missing. Returns when all games exist, or soon after `stop` is set; only the games in
/// progress are lost then.
///
/// # Errors
/// [`DatagenError`]; all other threads stop as well.
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

/// Returns the thread if it could be started. If not, sets `failed` so that the other threads stop at once instead of
/// playing all games before the error is reported.
fn started<T>(thread: io::Result<T>, failed: &AtomicBool) -> Result<T, DatagenError> {
    thread.map_err(|error| {
        failed.store(true, Relaxed);
        DatagenError::Thread(error)
    })
}

/// Work of one thread: plays the missing games of one shard after the other.
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
    /// Returns the soft limit of the searches for a shard, in nodes.
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

/// Returns the random number generator of a game. Different seeds or numbers have independent generators.
fn rng_of(seed: u64, game: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&game.to_le_bytes());
    StdRng::from_seed(bytes)
}

#[cfg(test)]
mod tests;
