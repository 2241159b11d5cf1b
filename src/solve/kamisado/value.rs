//! Answers of the prover: a value with its line, or the reason why there is none.

use games::kamisado::Move;

/// The exact value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Wins, with best play of both, in so many plies.
    Win(u8),
    /// Loses in so many plies; 0 means that the round is over.
    Loss(u8),
}

impl Value {
    /// The distance to the end, in plies.
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

/// A position solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The exact value for the side to move.
    pub value: Value,
    /// A line of best play of both sides, to the end of the round.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

/// There is no answer. Says nothing about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The search was ended before it knew.
    #[error("the search was stopped before it knew")]
    Stopped {
        /// No win or loss of the side to move was found within so many plies.
        depth: u8,
        /// Positions looked at.
        nodes: u64,
    },
    /// The search found a value, but no move that keeps it. One of the two is wrong, so neither is
    /// given.
    #[error("the search contradicts itself, so it does not know")]
    Contradiction {
        /// Positions looked at.
        nodes: u64,
    },
}
