//! Pruning of whole nodes whose evaluation lies so far from the window that their moves would not bring it back
//! (reverse futility, razoring, null move), and of single moves that promise too little (late-move pruning, futility,
//! history, exchanges).

use super::alphabeta::Candidate;
use super::node::{Node, Other, Window};
use super::params;
use super::picker::MovePicker;
use super::score::{self, Score};
use super::worker::Worker;
use games::chess::{Color, Position, Role};

/// Returns true if a colour has more than king and pawns; without pieces, zugzwang is common.
pub(super) fn has_pieces(position: &Position, color: Color) -> bool {
    let pawns_and_king = position.role(Role::Pawn) | position.role(Role::King);
    (position.color(color) & !pawns_and_king).any()
}

impl Worker<'_> {
    /// Returns a score for the node if it is pruned before its moves are searched, else `None`.
    pub(super) fn prune_node(&mut self, node: &Node<'_>, window: Window) -> Option<Score> {
        let Node {
            position,
            ply,
            depth,
            estimate,
            ..
        } = *node;
        let Window { alpha, beta } = window;
        // If the evaluation has been wrong in similar positions, the margin grows; if the opponent's move has raised
        // the evaluation, it shrinks.
        let spared = params::rfp_improving() * i32::from(node.improving)
            + params::rfp_worsening() * i32::from(self.has_opponent_erred(node))
            - node.correction.abs() * params::rfp_correction() / 1024;
        // If the table has no entry, no earlier search has contradicted the evaluation: a smaller margin suffices.
        let unseen = params::rfp_unseen() * i32::from(node.entry.is_none());
        if depth <= params::rfp_depth()
            && !node.was_pv
            && estimate - (params::rfp_margin() - unseen) * depth + spared >= beta
            && beta > -score::WIN_BOUND
            && !score::is_decided(estimate)
        {
            self.keep_eval(node);
            return Some(beta + (estimate - beta) * 100 / params::rfp_divisor());
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
        let after_null = ply > 0 && self.earlier(ply).moves[0].is_none();
        if depth >= params::nmp_depth()
            && node.cut_node
            && estimate >= beta
            && !after_null
            && ply >= self.null_move_from
            && beta > -score::WIN_BOUND
            && has_pieces(position, position.turn())
        {
            let surplus = (estimate - beta) / params::nmp_eval_divisor() * 1024;
            let reduction = params::nmp_base()
                + depth * 100 / params::nmp_divisor() * 1024
                + surplus.min(params::nmp_eval_most());
            let (child, null) = self.enter_null(position, ply);
            let reduced = depth - reduction / 1024;
            let score = -self.search::<Other>(&child, -beta, -beta + 1, reduced, ply + 1, false);
            self.leave_null(null);
            if self.aborted {
                return None;
            }
            if score >= beta {
                // A mate found after a null move is not proved.
                let score = if score::is_decided(score) {
                    beta
                } else {
                    score
                };
                if depth < params::nmp_verify_depth() || self.null_move_from > 0 {
                    return Some(score);
                }
                // At high depths zugzwang matters: verify by a search without null moves down to a certain ply.
                self.null_move_from =
                    ply + (params::nmp_verify_share() * reduced.max(1) / 1024) as usize;
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

impl Node<'_> {
    /// Returns true if no quiet move from this number on is worth searching, unless it gives check: enough of them have
    /// been tried, or the evaluation is too far below alpha. `reduction` is that of the number, in 1/1024 of a ply. If
    /// the result is true for one number, it is true for all that follow.
    #[inline(always)]
    pub(super) fn is_late(&self, number: usize, reduction: i32, alpha: Score) -> bool {
        let depth = self.depth;
        let enough = if self.improving {
            params::lmp_base() + params::lmp_slope() * depth * depth
        } else {
            params::lmp_worse_base() + params::lmp_worse_slope() * depth * depth
        };
        let lmr_depth = (depth - reduction / 1024).max(0);
        number as i32 * 1024 >= enough || self.is_futile(lmr_depth, alpha)
    }

    /// Returns true if the evaluation is too far below alpha for a quiet move that would be searched to `depth` plies.
    #[inline(always)]
    fn is_futile(&self, depth: i32, alpha: Score) -> bool {
        let reach = self.eval + params::futility_base() + params::futility_margin() * depth;
        depth <= params::futility_depth() && !self.in_check && reach <= alpha
    }

    /// Returns true if a move is not worth searching. Must not be called before another move has been found that does
    /// not lose. Makes the picker leave out moves of which the same would be true.
    #[inline(always)]
    pub(super) fn is_hopeless(
        &self,
        candidate: &Candidate,
        picker: &mut MovePicker,
        alpha: Score,
    ) -> bool {
        let Node {
            position, depth, ..
        } = *self;
        let Candidate { m, history, .. } = *candidate;
        let lmr_depth = (depth - candidate.reduction / 1024).max(0);
        if candidate.quiet {
            // A bad history reduces the depth of the move's search, and with it what the move may still gain.
            let depth_by_history =
                depth * 1024 - candidate.reduction + history * params::futility_history() / 1024;
            let depth_by_history = depth_by_history.max(0) / 1024;
            let bad = lmr_depth <= params::history_pruning_depth()
                && history < -params::history_pruning() * depth
                || self.is_futile(depth_by_history, alpha);
            if bad && picker.is_at_quiets() {
                // The moves that follow are worse.
                picker.only_checks(position);
            }
            if (bad || picker.is_only_checks()) && !picker.gives_check(position, m) {
                return true;
            }
        }
        let margin = if candidate.quiet {
            -params::see_quiet_margin() * lmr_depth * lmr_depth
        } else {
            // A capture with a good history may lose more material.
            (-params::see_noisy_margin() * depth - history * params::see_history() / 1024).min(0)
        };
        depth <= params::see_depth() && !picker.see_at_least(position, m, margin)
    }
}
