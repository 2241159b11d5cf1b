//! Giving up a whole node before its moves are searched, when its evaluation lies so far from the
//! window that they would not bring it back: reverse futility, razoring and the null move.

use super::alphabeta::Other;
use super::params;
use super::score::{self, Score};
use super::worker::Worker;
use crate::games::chess::{Color, Position, Role};

/// What is known of a node before its moves are.
#[derive(Clone, Copy)]
pub(super) struct NodeFacts {
    pub depth: i32,
    pub ply: usize,
    /// The evaluation, or what the table knows better.
    pub estimate: Score,
    /// Whether the evaluation has risen since our last move.
    pub improving: bool,
    /// Whether a cutoff is expected.
    pub cut_node: bool,
}

/// Whether a colour has more than king and pawns: without a piece, zugzwang is common.
pub(super) fn has_pieces(position: &Position, color: Color) -> bool {
    let pawns_and_king = position.role(Role::Pawn) | position.role(Role::King);
    (position.color(color) & !pawns_and_king).any()
}

impl Worker<'_> {
    /// Gives a whole node up when its evaluation is so far from the window that searching its
    /// moves would not bring it back: reverse futility, razoring, null move.
    pub(super) fn prune_node(
        &mut self,
        position: &Position,
        alpha: Score,
        beta: Score,
        node: NodeFacts,
    ) -> Option<Score> {
        let NodeFacts {
            depth,
            ply,
            estimate,
            improving,
            cut_node,
        } = node;
        if depth <= params::rfp_depth()
            && estimate - params::rfp_margin() * (depth - i32::from(improving)) >= beta
            && beta > -score::WIN_BOUND
            && !score::is_decided(estimate)
        {
            return Some(beta + (estimate - beta) / 3);
        }
        if depth <= params::razor_depth()
            && estimate + params::razor_margin() * depth <= alpha
            && !score::is_decided(alpha)
        {
            let score = self.quiescence::<false>(position, alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let after_null = ply > 0 && self.earlier(ply)[0].is_none();
        if depth >= 3
            && cut_node
            && estimate >= beta
            && !after_null
            && ply >= self.null_move_from
            && beta > -score::WIN_BOUND
            && has_pieces(position, position.turn())
        {
            let surplus = (estimate - beta) / params::nmp_eval_divisor();
            let reduction = params::nmp_base() + depth / params::nmp_divisor() + surplus.min(3);
            let child = self.enter_null(position, ply);
            let reduced = depth - reduction;
            let score = -self.search::<Other>(&child, -beta, -beta + 1, reduced, ply + 1, false);
            self.leave();
            if self.aborted {
                return None;
            }
            if score >= beta {
                // A mate found after passing is not a mate.
                let score = if score::is_decided(score) {
                    beta
                } else {
                    score
                };
                if depth < 14 || self.null_move_from > 0 {
                    return Some(score);
                }
                // Deep down zugzwang matters: verify without null moves for a while.
                self.null_move_from = ply + (3 * reduced.max(1) / 4) as usize;
                let verified = self.search::<Other>(position, beta - 1, beta, reduced, ply, false);
                self.null_move_from = 0;
                if verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }
}
