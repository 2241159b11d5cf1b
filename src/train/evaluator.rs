//! Whose evaluation the games and the lessons come from: the classical one at first, later a network's that
//! has learned from them.

use crate::eval::network::Network;
use crate::eval::{EvalKind, classical};
use crate::games::chess::Position;
use crate::memory::OutOfMemory;
use crate::search::Searcher;
use std::fmt;
use std::sync::Arc;

/// An evaluation to play or to judge with.
#[derive(Clone, Debug, Default)]
pub enum Evaluator {
    /// The classical one.
    #[default]
    Classical,
    /// A network.
    Network(Arc<Network>),
}

impl Evaluator {
    /// A searcher with this evaluation, and a table of so many mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is none for the table.
    pub fn searcher(&self, hash_mb: usize) -> Result<Searcher, OutOfMemory> {
        let mut searcher = Searcher::new(hash_mb)?;
        match self {
            Evaluator::Classical => searcher.settings.eval = EvalKind::Classical,
            Evaluator::Network(network) => {
                searcher.settings.eval = EvalKind::Network;
                searcher.settings.network = Arc::clone(network);
            }
        }
        Ok(searcher)
    }

    /// A position's value for its mover, in centipawns.
    pub fn evaluate(&self, position: &Position) -> i32 {
        match self {
            Evaluator::Classical => classical::evaluate(position),
            Evaluator::Network(network) => network.evaluate(position),
        }
    }
}

/// As the shards and manifests name it: `classical`, or `network` and its hash.
impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluator::Classical => write!(f, "classical"),
            Evaluator::Network(network) => write!(f, "network {:016x}", network.hash()),
        }
    }
}
