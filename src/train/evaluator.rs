//! Evaluation that plays the games: the classical one at first, later that of a network that has learned from them.

use base::memory::OutOfMemory;
use engine::eval::EvalKind;
use engine::eval::network::Network;
use engine::search::Searcher;
use std::fmt;
use std::sync::Arc;

/// An evaluation to play with.
#[derive(Clone, Debug)]
pub struct Evaluator {
    kind: EvalKind,
    network: Arc<Network>,
}

impl Evaluator {
    /// One of those that need no file; the network is the one that is part of the program.
    pub fn built_in(kind: EvalKind) -> Evaluator {
        let network = Arc::clone(Network::embedded());
        Evaluator { kind, network }
    }

    /// Another network's.
    pub fn of_network(network: Network) -> Evaluator {
        Evaluator {
            kind: EvalKind::Network,
            network: Arc::new(network),
        }
    }

    /// A searcher with this evaluation, and a table of so many mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is none for the table.
    pub fn searcher(&self, hash_mb: usize) -> Result<Searcher, OutOfMemory> {
        let mut searcher = Searcher::new(hash_mb)?;
        searcher.settings.eval = self.kind;
        searcher.settings.network = Arc::clone(&self.network);
        Ok(searcher)
    }
}

/// As the shards and manifests name it: `classical`, or `network` and its hash.
impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EvalKind::Network => write!(f, "network {:016x}", self.network.hash()),
            kind => write!(f, "{}", kind.name()),
        }
    }
}
