//! Learning from the result of a node: which moves cause cutoffs, and how far the evaluation is off.

use super::alphabeta::{Candidate, FailedMoves};
use super::history;
use super::node::Node;
use super::params;
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Worker;
use games::chess::Move;

impl Worker<'_> {
    /// Updates killers and histories after a move has caused a cutoff.
    pub(super) fn reward(
        &mut self,
        node: &Node<'_>,
        winner: &Candidate,
        tried: &FailedMoves,
        score: Score,
        beta: Score,
    ) {
        let (position, ply) = (node.position, node.ply);
        let earlier = &self.earlier(ply);
        // A cutoff well above beta counts as one a ply deeper, and so does one that the evaluation has not predicted.
        let clear = score - beta > params::history_clear();
        let surprise = !node.in_check && node.eval < beta;
        let depth = node.depth + i32::from(clear) + i32::from(surprise);
        let (bonus, malus) = (history::bonus(depth), history::malus(depth));
        if winner.quiet {
            self.histories.add_killer(ply, winner.m);
            self.histories
                .update_quiet(position, winner.m, earlier, bonus);
            for &other in &tried.quiets {
                self.histories
                    .update_quiet(position, other, earlier, -malus);
            }
        } else {
            self.histories.update_capture(position, winner.m, bonus);
        }
        for &other in &tried.captures {
            self.histories.update_capture(position, other, -malus);
        }
    }

    /// Gives the quiet move that led here a bonus if the evaluation has risen with it, and a penalty if it has fallen.
    #[inline(always)]
    pub(super) fn reward_evaluation(&mut self, node: &Node<'_>) {
        let before = *self.frame_before(node.ply);
        if node.ply == 0 || !before.quiet || before.eval == score::NONE {
            return;
        }
        let most = params::evaluation_reward_max();
        let bonus = (-params::evaluation_reward() * (before.eval + node.eval)).clamp(-most, most);
        let earlier = self.earlier_still(node.ply);
        let mover = !node.position.turn();
        self.histories
            .update_main(mover, before.played, &earlier, bonus);
    }

    /// Gives the transposition table's quiet move a bonus when its entry has cut off the node without a search.
    pub(super) fn reward_table_move(&mut self, node: &Node<'_>) {
        let (position, m) = (node.position, node.table_move);
        if m == Move::NONE || position.is_capture(m) || m.promoted().is_some() {
            return;
        }
        let earlier = self.earlier(node.ply);
        let bonus = history::bonus(node.depth) * params::table_reward() / 1024;
        self.histories.update_quiet(position, m, &earlier, bonus);
    }

    /// Gives the quiet move that led here a bonus, because no good reply was found; or, if `bonus` is negative, a
    /// penalty, because the transposition table refutes it.
    pub(super) fn reward_prior(&mut self, node: &Node<'_>, bonus: i32) {
        let before = *self.frame_before(node.ply);
        let Some(moved) = before.moved.filter(|_| node.ply > 0 && before.quiet) else {
            return;
        };
        let earlier = self.earlier_still(node.ply);
        let mover = !node.position.turn();
        self.histories
            .update_prior(mover, before.played, moved, &earlier, bonus);
    }

    /// Updates the histories of a reduced move by the result of its full search.
    pub(super) fn reward_reduced(
        &mut self,
        node: &Node<'_>,
        score: Score,
        alpha: Score,
        beta: Score,
    ) {
        let Some(moved) = self.frame(node.ply).moved else {
            return;
        };
        let bonus = match score {
            _ if score >= beta => history::bonus(node.depth),
            _ if score <= alpha => -history::malus(node.depth),
            _ => return,
        };
        let earlier = self.earlier(node.ply);
        let bonus = bonus * params::lmr_reward() / 1024;
        self.histories.update_continuation(moved, &earlier, bonus);
    }

    /// Learns the error of the evaluation from a node's score, if the score tells something about the position rather
    /// than about a capture in it.
    #[inline(always)]
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_>,
        score: Score,
        best: Move,
        bound: Bound,
    ) {
        let capture = best != Move::NONE && node.position.is_capture(best);
        let contradicted = match bound {
            Bound::Lower => score <= node.eval,
            Bound::Upper => score >= node.eval,
            _ => false,
        };
        if !node.in_check && !capture && !contradicted && !score::is_decided(score) {
            let earlier = self.earlier(node.ply).moves;
            self.corrections
                .learn(node.position, &earlier, node.depth, score - node.eval);
        }
    }
}
