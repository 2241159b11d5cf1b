//! The chess searcher.
//!
//! [`Searcher::go`] starts a search: it takes a game, limits and a [`Control`], and returns a [`Decision`]. Inside,
//! `driver` runs the threads, each of which deepens iteratively in `deepening`; `alphabeta` and `quiescence` search the
//! tree, `pruning` cuts nodes off, `depth` decides how deep each move is searched, `picker` and `history` order the
//! moves, `corrections` correct the evaluation, `table` is the transposition table, `time` adapts the time limit to the
//! stability of the search, `tablebase` probes endgame tables, `present` decides what is reported, `params` holds the
//! tunable numbers. `worker` is the state of one thread; `watch` is the interface for a mate finder beside the search.
//! Several threads search independently and share the table (Lazy SMP).

mod alphabeta;
pub mod bench;
mod corrections;
mod deepening;
mod depth;
mod driver;
mod evaluation;
mod history;
mod info;
mod learning;
mod node;
mod nodestime;
pub mod params;
mod picker;
mod present;
mod pruning;
mod quiescence;
mod root;
pub mod score;
mod table;
mod tablebase;
#[cfg(test)]
mod tests;
mod time;
mod watch;
mod worker;

pub use base::limits::Control;
pub use driver::has_come_back;
pub use info::{Decision, Info, Report, is_whole_mating_line, replay};
pub use table::{Bound, TranspositionTable};
pub use tablebase::{TablebaseError, Tablebases};
pub use watch::{Proof, Watch};

use crate::eval::EvalKind;
use crate::eval::network::Network;
use base::memory::OutOfMemory;
use nodestime::Bank;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;
use worker::Memory;

/// Greatest length of a line, in plies from the root.
pub const MAX_PLY: usize = 246;

/// Default size of the transposition table, in mebibytes.
pub const DEFAULT_HASH_MB: usize = 16;

/// Settings of a searcher that stay the same from search to search, unless an option changes them.
#[derive(Debug)]
pub struct Settings {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Number of lines to search and report (MultiPV), at least 1.
    pub multipv: usize,
    /// Time reserved on each move for delays outside the engine.
    pub overhead: Duration,
    /// Number of nodes that count as a millisecond of every clock; `None` if clocks count real time.
    pub nodestime: Option<NonZeroU64>,
    /// The kind of evaluation.
    pub eval: EvalKind,
    /// The network, used by [`EvalKind::Network`].
    pub network: Arc<Network>,
    /// Endgame tables, if any.
    pub tablebases: Option<Tablebases>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::with_network(Arc::clone(Network::embedded()))
    }
}

impl Settings {
    /// Returns the default settings with another network than the one that is part of the program.
    pub fn with_network(network: Arc<Network>) -> Settings {
        Settings {
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(10),
            nodestime: None,
            eval: EvalKind::default(),
            network,
            tablebases: None,
        }
    }
}

/// A chess searcher with the data that it keeps between searches: the transposition table and each thread's statistics.
pub struct Searcher {
    /// Current settings.
    pub settings: Settings,
    /// Mate finder that works beside the search, if any.
    pub watch: Option<Box<dyn Watch>>,
    table: TranspositionTable,
    memories: Vec<Memory>,
    bank: Bank,
}

impl Searcher {
    /// Creates a searcher with a table of `hash_mb` mebibytes and default settings.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(hash_mb: usize) -> Result<Searcher, OutOfMemory> {
        Searcher::with_settings(hash_mb, Settings::default())
    }

    /// Creates a searcher with a table of `hash_mb` mebibytes and these settings.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn with_settings(hash_mb: usize, settings: Settings) -> Result<Searcher, OutOfMemory> {
        Ok(Searcher {
            settings,
            watch: None,
            table: TranspositionTable::new(hash_mb)?,
            memories: Vec::new(),
            bank: Bank::default(),
        })
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much; the transposition table keeps its size.
    pub fn resize_table(&mut self, hash_mb: usize) -> Result<(), OutOfMemory> {
        self.table.resize(hash_mb)
    }

    /// Clears the transposition table.
    pub fn clear_table(&self) {
        self.table.clear(self.settings.threads);
    }

    /// Clears everything that has been learned, as for a new game.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.memories.iter_mut().for_each(Memory::forget);
        self.bank = Bank::default();
        if let Some(watch) = &mut self.watch {
            watch.new_game();
        }
    }
}
