//! What the search learns from a node: which moves cause cutoffs, and how far the evaluation is
//! off.

use super::alphabeta::{Candidate, Tried};
use super::history;
use super::node::Node;
use super::score::{self, Score};
use super::table::Bound;
use super::worker::Worker;
use crate::games::chess::Move;

impl Worker<'_> {
    /// Updates killers and histories after a move has caused a cutoff.
    pub(super) fn reward(&mut self, node: &Node<'_>, winner: &Candidate, tried: &Tried) {
        let (position, ply) = (node.position, node.ply);
        let earlier = &self.earlier(ply);
        let (bonus, malus) = (history::bonus(node.depth), history::malus(node.depth));
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

    /// Learns how far the evaluation was off, where that says something about the position and not
    /// about a capture in it.
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
            self.histories
                .update_correction(node.position, node.depth, score - node.eval);
        }
    }
}
