//! Quiescence search: captures, promotions and answers to check, until the position is quiet.

use super::evaluation::{corrected, usable_as_eval};
use super::node::{COUNTER_MATTERS, Window};
use super::params;
use super::picker::MovePicker;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval;
use games::chess::{Move, Position, exchange_value};

impl Worker<'_> {
    /// Searches captures only, or all moves in check. Returns the score from the side to move.
    ///
    /// If the tree of captures grows too large, only one move is searched at each node after a certain number of nodes.
    #[inline(always)]
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.quiet_enough_at = self.nodes + params::qs_nodes() as u64;
        self.captures::<PV>(position, alpha, beta, ply)
    }

    fn captures<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if PV {
            self.clear_pv(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return score::DRAW;
        }
        let in_check = position.in_check();
        if let Some(score) = self.end_of_line(position, in_check, ply) {
            return score;
        }

        let entry = self.shared.probe(position, ply);
        let window = Window { alpha, beta };
        if !PV
            && position.halfmoves() < COUNTER_MATTERS
            && let Some(cut) = window.table_cutoff(entry.as_ref(), 0)
        {
            return cut;
        }
        let was_pv = PV || entry.is_some_and(|e| e.was_pv);
        let raw = self.raw_eval(position, in_check, entry.as_ref());
        // Positions in check are not evaluated, so the cost of standing in check is subtracted here.
        let toll = if in_check {
            eval::check_penalty(self.shared.eval)
        } else {
            0
        };
        let mut best = score::mated_in(ply);
        let mut futility = -score::INFINITE;
        if !in_check {
            let correction = self.correction(position, in_check, ply);
            let mut stand_pat = corrected(position, raw, correction);
            if let Some(entry) = entry
                && usable_as_eval(&entry, stand_pat)
                && !score::is_decided(entry.score)
            {
                stand_pat = entry.score;
            }
            if stand_pat >= beta {
                if entry.is_none() {
                    self.store_eval(position, ply, raw, was_pv);
                }
                return stand_pat;
            }
            alpha = alpha.max(stand_pat);
            best = stand_pat;
            futility = stand_pat + params::qs_futility();
        }

        let table_move = entry
            .map(|entry| entry.best)
            .filter(|m| position.is_legal(*m) && (in_check || is_noisy(position, *m)))
            .unwrap_or(Move::NONE);
        let mut picker = if in_check {
            // Only in check are there quiet moves to sort.
            self.look_for_threats(position, ply);
            let attacked = self.frame(ply).threats.all;
            MovePicker::new(table_move, [Move::NONE; 2], Some(attacked))
        } else {
            MovePicker::captures(table_move, params::qs_see())
        };
        let earlier = self.earlier(ply);
        let mut best_move = Move::NONE;
        let mut searched = 0;
        while let Some(m) = picker.next(position, self.histories, &earlier) {
            if best > -score::WIN_BOUND {
                if searched > 0 && self.nodes >= self.quiet_enough_at {
                    break;
                }
                if in_check {
                    // One quiet evasion that does not lose is enough.
                    if searched > 1 && !is_noisy(position, m) {
                        picker.skip_quiets();
                        continue;
                    }
                } else {
                    let gain = position.captured(m).map_or(0, exchange_value);
                    // A move that gives check may be worth more than the piece it takes.
                    if m.promoted().is_none()
                        && futility + gain <= alpha
                        && !picker.gives_check(position, m)
                    {
                        best = best.max(futility + gain);
                        continue;
                    }
                }
            }
            searched += 1;
            self.shared.table.prefetch(position.key_guess(m));
            let child = self.enter(position, m, ply);
            let (low, high) = (before_toll(alpha, toll), before_toll(beta, toll));
            let score = -self.captures::<PV>(&child, -high, -low, ply + 1);
            let score = before_toll(score, -toll);
            self.leave();
            if self.aborted {
                return score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best_move != Move::NONE => Bound::Exact,
            _ => Bound::Upper,
        };
        self.shared.table.store(
            position.key(),
            ply,
            Entry {
                best: best_move,
                score: best,
                eval: raw,
                depth: 0,
                bound,
                was_pv,
            },
        );
        best
    }
}

/// Adds `toll` to a score, as it was before the subtraction. Proven wins and losses stay the same, and no other score
/// becomes one.
#[inline(always)]
fn before_toll(score: Score, toll: Score) -> Score {
    if score::is_decided(score) {
        score
    } else {
        (score + toll).clamp(1 - score::WIN_BOUND, score::WIN_BOUND - 1)
    }
}

fn is_noisy(position: &Position, m: Move) -> bool {
    m.promoted().is_some() || position.is_capture(m)
}
