//! A node of the tree: its kind, its window, and what is known of it before its moves are tried.

use super::score::{self, Score};
use super::table::{Bound, Entry};
use games::chess::{Move, Position};

/// From this fifty-move counter on the table's scores settle nothing: the draw is so near that the
/// same position may have been worth something else where they were found.
pub(super) const COUNTER_MATTERS: u32 = 90;

/// The kind of a node, known at compile time.
pub(super) trait NodeType {
    /// On a principal variation: the window is open.
    const PV: bool;
    /// The root of the search.
    const ROOT: bool;
}

pub(super) struct Root;
pub(super) struct Principal;
pub(super) struct Other;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeType for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeType for Other {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The scores that matter: at most `alpha` is no better than what the side to move has already,
/// at least `beta` is more than the opponent will allow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Returns true if a score with this bound settles the node: it is exact, or lies on the bound's side of the
    /// window.
    #[inline(always)]
    pub fn is_settled_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }

    /// The score of a table entry that is deep enough and settles the node.
    #[inline(always)]
    pub fn table_cutoff(self, entry: Option<&Entry>, depth: i32) -> Option<Score> {
        let entry = entry?;
        (entry.depth >= depth && self.is_settled_by(entry.score, entry.bound))
            .then_some(entry.score)
    }
}

/// Facts about a node that are known before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub position: &'p Position,
    /// Plies from the root.
    pub ply: usize,
    /// Plies to search.
    pub depth: i32,
    /// True if a cutoff is expected.
    pub cut_node: bool,
    pub in_check: bool,
    /// The move left out by a singularity test, or [`Move::NONE`].
    pub excluded: Move,
    /// Entry of the transposition table, if there is one.
    pub entry: Option<Entry>,
    /// The table's move, if it is legal here, or [`Move::NONE`].
    pub table_move: Move,
    /// True if that move is a capture.
    pub table_noisy: bool,
    /// True if the position is or was on a principal variation.
    pub was_pv: bool,
    /// Learned correction of the evaluation for positions like this one; 0 in check.
    pub correction: Score,
    /// The static evaluation as it is kept in the table; [`score::NONE`] in check.
    pub raw: Score,
    /// The static evaluation, corrected by experience; [`score::NONE`] in check.
    pub eval: Score,
    /// The evaluation, or what the table knows better.
    pub estimate: Score,
    /// True if the evaluation has risen since our last move.
    pub improving: bool,
}

impl Node<'_> {
    /// Returns true if this is a singularity test: the search of all moves but one.
    #[inline(always)]
    pub fn is_singular_test(&self) -> bool {
        self.excluded != Move::NONE
    }
}

/// Range that the tablebases leave open for a node's score.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub floor: Score,
    pub ceiling: Score,
}

impl Range {
    pub const ALL: Range = Range {
        floor: -score::INFINITE,
        ceiling: score::INFINITE,
    };
}
