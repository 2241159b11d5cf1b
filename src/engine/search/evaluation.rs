//! Static evaluation within the tree: the one place where the search computes it and corrects it.

use super::node::Node;
use super::params;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval::{EvalKind, bare, classical, material};
use games::chess::{Move, Position};

/// Differences of evaluations up to this, in centipawns, are ignored when a move is judged by them.
const NOISE: Score = 2;

impl Worker<'_> {
    /// Returns the static evaluation of the position entered last, in centipawns from the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let kind = self.shared.eval;
        let eval = match &mut *self.accumulators {
            _ if kind == EvalKind::Material => material::evaluate(position),
            accumulators => bare::evaluate(position).unwrap_or_else(|| match accumulators {
                Some(accumulators) => accumulators.evaluate(position),
                None => classical::evaluate_with(position, self.pawns),
            }),
        };
        eval.clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// Returns the learned correction of the evaluation for positions like `position`, the one entered last, which is
    /// `ply` plies from the root; 0 in check. It is to be passed to [`corrected`].
    #[inline(always)]
    pub(super) fn correction(&self, position: &Position, in_check: bool, ply: usize) -> Score {
        if in_check {
            return 0;
        }
        self.corrections.value(position, &self.earlier(ply).moves)
    }

    /// Returns the evaluation that the transposition table's entry holds, or else computes it; [`score::NONE`] in
    /// check. `entry` is `None` if the table has no entry for the position.
    #[inline(always)]
    pub(super) fn raw_eval(
        &mut self,
        position: &Position,
        in_check: bool,
        entry: Option<&Entry>,
    ) -> Score {
        match entry {
            _ if in_check => score::NONE,
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => self.evaluate(position),
        }
    }

    /// Stores a node's evaluation in the transposition table if that has no entry for the node.
    #[inline(always)]
    pub(super) fn keep_eval(&mut self, node: &Node<'_>) {
        if node.entry.is_none() && !node.is_singular_test() {
            self.store_eval(node.position, node.ply, node.raw, node.was_pv);
        }
    }

    /// Stores the uncorrected evaluation `raw` in the transposition table, without a move or a score. `was_pv` is true
    /// if the position is or was on a principal variation.
    #[inline(always)]
    pub(super) fn store_eval(&mut self, position: &Position, ply: usize, raw: Score, was_pv: bool) {
        let entry = Entry {
            best: Move::NONE,
            score: 0,
            eval: raw,
            depth: 0,
            bound: Bound::None,
            was_pv,
        };
        self.shared.table.store(position.key(), ply, entry);
    }

    /// Returns true if, by the evaluation, the opponent's last move has worsened the opponent's position.
    #[inline(always)]
    pub(super) fn has_opponent_erred(&self, node: &Node<'_>) -> bool {
        let before = self.eval_before(node.ply, 1);
        before != score::NONE && node.eval + before > NOISE
    }

    /// Sets a node's evaluations, and whether they are improving for the side to move.
    #[inline(always)]
    pub(super) fn assess(&mut self, node: &mut Node<'_>) {
        let (position, ply) = (node.position, node.ply);
        if node.is_singular_test() && !node.in_check {
            // A singularity test: the same node is searched once more.
            node.raw = self.frame(ply).eval;
            node.eval = node.raw;
        } else {
            node.raw = self.raw_eval(position, node.in_check, node.entry.as_ref());
            node.eval = node.raw;
            if !node.in_check {
                node.eval = corrected(position, node.raw, node.correction);
            }
        }
        self.frame(ply).eval = node.eval;
        node.estimate = node.eval;
        if node.in_check {
            return;
        }
        if !node.is_singular_test() {
            self.reward_evaluation(node);
        }
        let before = match self.eval_before(ply, 2) {
            score::NONE => self.eval_before(ply, 4),
            eval => eval,
        };
        node.improving = before != score::NONE && node.eval > before;
        if let Some(entry) = node.entry
            && usable_as_eval(&entry, node.eval)
        {
            node.estimate = entry.score;
        }
    }
}

/// Returns an evaluation with the learned correction applied, faded towards 0 as the fifty-move rule draws near.
#[inline(always)]
pub(super) fn corrected(position: &Position, raw: Score, correction: Score) -> Score {
    let fade = params::fifty_fade();
    let faded = raw * (fade - position.halfmoves().min(100) as i32) / fade;
    (faded + correction).clamp(-score::MAX_EVAL, score::MAX_EVAL)
}

/// Returns true if a stored score is a better estimate of a position's value than its static evaluation.
#[inline(always)]
pub(super) fn usable_as_eval(entry: &Entry, eval: Score) -> bool {
    match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    }
}
