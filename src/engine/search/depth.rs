//! Depth to which a move is searched: deeper if it is the only good one, less deep if it comes late and promises
//! little.

use super::alphabeta::Candidate;
use super::node::{Node, NodeType, Other};
use super::params;
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Worker;
use games::chess::{Move, Position};

impl Worker<'_> {
    /// Returns the singular extension of a move, in plies: the transposition table's move is searched deeper if all
    /// others together fall short of its score. `Err` is the node's score if it needs no further search: another move
    /// is too good as well, or the search was aborted.
    #[inline(always)]
    pub(super) fn extension<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        m: Move,
        beta: Score,
    ) -> Result<i32, Score> {
        let Node {
            position,
            ply,
            depth,
            cut_node,
            ..
        } = *node;
        if m != node.table_move
            || node.is_singular_test()
            || depth < params::singular_depth()
            || ply >= 2 * self.root_depth
        {
            return Ok(0);
        }
        let Some(entry) = node.entry.filter(|entry| {
            entry.depth >= depth - params::singular_entry()
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !score::is_decided(entry.score)
        }) else {
            return Ok(0);
        };
        let target = entry.score - params::singular_margin() * depth / 64;
        self.frame(ply).excluded = m;
        let shallow = (depth - 1) * params::singular_share() / 1024;
        let rest = self.search::<Other>(position, target - 1, target, shallow, ply, cut_node);
        self.frame(ply).excluded = Move::NONE;
        if self.aborted {
            return Err(score::DRAW);
        }
        if rest < target {
            let double = !N::PV && rest < target - params::singular_double();
            let triple = double && rest < target - params::singular_triple();
            Ok(1 + i32::from(double) + i32::from(triple))
        } else if rest >= beta && !N::PV && !score::is_decided(rest) {
            // Another move fails high as well, so the node will, too. The shallower the test was, the less its score
            // counts.
            Err((rest * shallow + beta) / (shallow + 1))
        } else if entry.score >= beta {
            Ok(-params::singular_less())
        } else if cut_node {
            Ok(-params::singular_less_cut())
        } else {
            Ok(0)
        }
    }
}

impl Worker<'_> {
    /// Adjusts the depth of a node that was reached by a reduced move, by the evaluations of both sides, which are now
    /// known.
    #[inline(always)]
    pub(super) fn look_back<N: NodeType>(&mut self, node: &mut Node<'_>) {
        if N::ROOT || node.in_check || node.is_singular_test() {
            return;
        }
        let before = *self.frame_before(node.ply);
        if before.reduced == 0 || before.eval == score::NONE || before.played == Move::NONE {
            return;
        }
        if before.reduced >= params::hindsight_deeper() && node.eval <= -before.eval {
            node.depth += 1;
        } else if before.reduced >= 2
            && node.depth >= 2
            && node.eval + before.eval > params::hindsight_margin()
        {
            node.depth -= 1;
        }
    }
}

impl Node<'_> {
    /// Returns the depth, in plies and at most `depth`, to which a late move is searched first.
    #[inline(always)]
    pub(super) fn reduced_depth(
        &self,
        candidate: &Candidate,
        child: &Position,
        depth: i32,
        cutoffs: i32,
    ) -> i32 {
        let unless = |condition: bool, amount: i32| if condition { 0 } else { amount };
        let per_ply = if candidate.quiet {
            params::lmr_history()
        } else {
            params::lmr_history_noisy()
        };
        let reduction = candidate.reduction
            - candidate.history * 1024 / per_ply
            - unless(candidate.quiet, params::lmr_noisy())
            - unless(!child.in_check(), params::lmr_check())
            - unless(!self.was_pv, params::lmr_was_pv())
            - self.correction.abs() * params::lmr_correction()
            + unless(!self.table_noisy, params::lmr_table_noisy())
            + unless(cutoffs <= params::lmr_cutoffs_many(), params::lmr_cutoffs())
            + unless(self.improving, params::lmr_worse())
            + unless(!self.cut_node, params::lmr_cut_node());
        (depth - reduction / 1024).clamp(1, depth.max(1))
    }
}
