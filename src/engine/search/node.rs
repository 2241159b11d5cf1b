//! A node of the tree: its type, its window, and what is known of it before its moves are searched.

use super::score::{self, Score};
use super::table::{Bound, Entry};
use games::chess::{Move, Position};

/// From this fifty-move counter on, scores of the transposition table cause no cutoff: so near to the draw, the
/// position may have had another value where the score was found.
pub(super) const COUNTER_MATTERS: u32 = 90;

/// The type of a node, known at compile time.
pub(super) trait NodeType {
    /// True for a node on the principal variation, whose window is open.
    const PV: bool;
    /// True for the root of the search.
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

/// The window of scores that matter: the side to move has at least `alpha` already, and the opponent will not allow a
/// score of `beta` or more.
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

    /// Returns the score of a table entry if its depth suffices and it settles the node; else `None`.
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
    /// Depth to search, in plies.
    pub depth: i32,
    /// True if a cutoff is expected at this node.
    pub cut_node: bool,
    pub in_check: bool,
    /// The move left out by a singularity test, or [`Move::NONE`].
    pub excluded: Move,
    /// Entry of the transposition table, if there is one.
    pub entry: Option<Entry>,
    /// The table's move, if it is legal here, or [`Move::NONE`].
    pub table_move: Move,
    /// True if the transposition table's move is a capture.
    pub table_noisy: bool,
    /// True if the position is or was on a principal variation.
    pub was_pv: bool,
    /// Learned correction of the evaluation for positions like this one; 0 in check.
    pub correction: Score,
    /// The static evaluation before the correction, as it is stored in the transposition table; [`score::NONE`] in
    /// check.
    pub raw: Score,
    /// The static evaluation with the learned correction; [`score::NONE`] in check.
    pub eval: Score,
    /// The evaluation, or the transposition table's score if that is a better estimate.
    pub estimate: Score,
    /// True if the evaluation has risen since the last move of the side to move.
    pub improving: bool,
}

impl Node<'_> {
    /// Returns true if the node is searched without one move, as a singularity test.
    #[inline(always)]
    pub fn is_singular_test(&self) -> bool {
        self.excluded != Move::NONE
    }
}

/// Range of scores that the tablebases leave open for a node.
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
