//! Evaluation for self-play games: the classical one at first, later that of a network that was trained on such games.

use base::memory::OutOfMemory;
use engine::eval::EvalKind;
use engine::eval::network::Network;
use engine::search::Searcher;
use std::fmt;
use std::sync::Arc;

/// An evaluation that the engine plays with.
#[derive(Clone, Debug)]
pub struct Evaluator {
    kind: EvalKind,
    network: Arc<Network>,
}

impl Evaluator {
    /// Creates an evaluator for an evaluation that needs no file; its network is the one that is part of the program.
    pub fn built_in(kind: EvalKind) -> Evaluator {
        let network = Arc::clone(Network::embedded());
        Evaluator { kind, network }
    }

    /// Creates an evaluator for another network.
    pub fn of_network(network: Network) -> Evaluator {
        Evaluator {
            kind: EvalKind::Network,
            network: Arc::new(network),
        }
    }

    /// Creates a searcher with this evaluation, and with a transposition table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory for the transposition table.
    pub fn searcher(&self, hash_mb: usize) -> Result<Searcher, OutOfMemory> {
        let mut searcher = Searcher::new(hash_mb)?;
        searcher.settings.eval = self.kind;
        searcher.settings.network = Arc::clone(&self.network);
        Ok(searcher)
    }
}

/// Formats the evaluation as shards and manifests name it: `classical`, or `network` and the network's hash.
impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EvalKind::Network => write!(f, "network {:016x}", self.network.hash()),
            kind => write!(f, "{}", kind.name()),
        }
    }
}
