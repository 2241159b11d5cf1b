//! Results of the prover: a value with a line of play, or the reason why there is none.

use base::say;
use games::Lang;
use games::kamisado::Move;

/// The exact value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins, with best play of both sides, in this number of plies.
    Win(u8),
    /// The side to move loses in this number of plies; 0 means that the round is over.
    Loss(u8),
}

impl Value {
    /// Returns the number of plies to the end of the round.
    pub fn plies(self) -> u8 {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies,
        }
    }

    /// Returns true if the side to move wins.
    pub fn is_win(self) -> bool {
        matches!(self, Value::Win(_))
    }
}

/// Solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The exact value for the side to move.
    pub value: Value,
    /// A line of best play of both sides, to the end of the round.
    pub line: Vec<Move>,
    /// Number of positions visited.
    pub nodes: u64,
}

/// Reason why there is no result. It says nothing about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum Unknown {
    /// `stop` ended the search.
    Stopped {
        /// It is proved that the side to move neither wins nor loses within this many plies.
        depth: u8,
        /// Number of positions visited.
        nodes: u64,
    },
    /// The search found a value, but no move that keeps it. One of the two is wrong, so neither is returned.
    Contradiction {
        /// Number of positions visited.
        nodes: u64,
    },
}

impl Unknown {
    /// Returns the message in a language.
    pub fn text(self, lang: Lang) -> &'static str {
        match self {
            Unknown::Stopped { .. } => say!(lang, "kamisado-search-stopped"),
            Unknown::Contradiction { .. } => say!(lang, "kamisado-search-contradicts"),
        }
    }
}
