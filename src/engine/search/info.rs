//! Reports of a search, independent of any protocol.

use super::score::{self, Score};
use super::table::Bound;
use games::Line;
use games::chess::{Move, Position};

/// A line that the search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: usize,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Rank of this line, from 1.
    pub multipv: usize,
    /// The score, from the point of view of the side to move at the root.
    pub score: Score,
    /// Kind of the score: exact or a bound.
    pub bound: Bound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Number of successful tablebase probes.
    pub tbhits: u64,
    /// Time since the search began, in microseconds.
    pub time_us: u64,
    /// Fill level of the transposition table, in permille.
    pub hashfull: usize,
    /// The line itself: legal moves from the root.
    pub pv: Vec<Move>,
}

/// Message of a search while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line that the search has found.
    Info(Info),
    /// The root move now being searched, and its number from 1; sent after a second or more.
    CurrentMove {
        /// The depth of the iteration, in plies.
        depth: usize,
        /// The move being searched.
        current: Move,
        /// Number of the move in the order of the search, from 1.
        number: usize,
    },
}

/// The move that a search has chosen, with its score and statistics of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The best move, or `None` if the position has no legal move.
    pub best: Option<Move>,
    /// The expected reply, legal after the best move; `None` if none is known.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// Kind of the score: exact or a bound.
    pub bound: Bound,
    /// Nodes searched.
    pub nodes: u64,
    /// The depth of the last completed iteration, in plies.
    pub depth: usize,
}

/// Returns true if a line fulfils a mate score: it has exactly as many legal plies as the score says, and ends in mate.
pub fn is_whole_mating_line(root: &Position, pv: &[Move], score: Score) -> bool {
    score::plies_to_mate(score) == Some(pv.len())
        && replay(root, pv).is_some_and(|line| line.position().is_checkmate())
}

/// Plays a line from a position. Returns `None` if a move of it is illegal or comes after the end of the game.
pub fn replay(root: &Position, pv: &[Move]) -> Option<Line<Position>> {
    let mut line = Line::new(*root);
    for &m in pv {
        if line.outcome().is_some() || !line.position().is_legal(m) {
            return None;
        }
        line.play(m);
    }
    Some(line)
}
