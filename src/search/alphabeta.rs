//! Principal-variation alpha-beta: the heart of the search.
//!
//! One function for root, principal variation and the rest; what differs is decided at compile
//! time by the [`Node`] type. Pruning never applies while the best score so far is a loss, so that
//! a mate the search announces is a mate. For the same reason a principal-variation node takes no
//! cutoff from the table: its line is always whole.

use super::history;
use super::picker::MovePicker;
use super::pruning::{NodeFacts, has_pieces};
use super::quiescence::usable_as_eval;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{MAX_PLY, params};
use crate::eval;
use crate::games::chess::{Move, Position};
use arrayvec::ArrayVec;

/// The kind of a node, known at compile time.
pub(super) trait Node {
    /// On a principal variation: the window is open.
    const PV: bool;
    /// The root of the search.
    const ROOT: bool;
}

pub(super) struct Root;
pub(super) struct Principal;
pub(super) struct Other;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Node for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Node for Other {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Moves that were tried without success, to be punished when another one succeeds.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 48>,
    captures: ArrayVec<Move, 48>,
}

/// The score a table entry proves for a window, if it is deep enough.
#[inline(always)]
pub(super) fn table_cutoff(
    entry: Option<&Entry>,
    depth: i32,
    alpha: Score,
    beta: Score,
) -> Option<Score> {
    let entry = entry?;
    let proves = match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    (entry.depth >= depth && proves).then_some(entry.score)
}

impl Worker<'_> {
    /// The static evaluation from the side to move.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position) -> Score {
        eval::evaluate(self.shared.eval, position).clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// An evaluation with what has been learned about positions like this one, faded as the
    /// fifty-move rule draws near.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        let faded = raw * (220 - position.halfmoves().min(100) as i32) / 220;
        let corrected = faded + self.histories.correction(position);
        corrected.clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// Searches a position to a depth in plies. Returns a fail-soft score from the side to move;
    /// void if [`Worker::aborted`] is set afterwards.
    pub(super) fn search<N: Node>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence_for::<N>(position, alpha, beta, ply);
        }
        if N::PV {
            self.clear_pv(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return score::DRAW;
        }
        let in_check = position.in_check();
        if !N::ROOT {
            if self.is_draw(position) {
                return score::DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return if in_check {
                    score::DRAW
                } else {
                    self.evaluate(position)
                };
            }
            // No line from here can be better than mating next ply or worse than being mated now.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply).excluded;
        let key = position.key();
        let entry = match excluded {
            Move::NONE => self.shared.table.probe(key, ply),
            _ => None,
        };
        if !N::PV
            && position.halfmoves() < 90
            && let Some(cut) = table_cutoff(entry.as_ref(), depth, alpha, beta)
        {
            return cut;
        }
        let was_pv = N::PV || entry.is_some_and(|e| e.was_pv);
        let mut table_move = entry
            .map(|e| e.best)
            .filter(|m| position.is_legal(*m))
            .unwrap_or(Move::NONE);
        if N::ROOT {
            table_move = self.root_moves[self.pv_index].m;
        }

        let mut ceiling = score::INFINITE;
        let mut floor = -score::INFINITE;
        if !N::ROOT && excluded == Move::NONE {
            match self.probe_tablebases(position, ply) {
                None => {}
                Some((value, bound)) => {
                    let proves = match bound {
                        Bound::Lower => value >= beta,
                        Bound::Upper => value <= alpha,
                        _ => true,
                    };
                    if proves && !N::PV {
                        let depth = (depth + 6).min(MAX_PLY as i32 - 1);
                        let entry = Entry {
                            best: Move::NONE,
                            score: value,
                            eval: score::NONE,
                            depth,
                            bound,
                            was_pv,
                        };
                        self.shared.table.store(key, ply, entry);
                        return value;
                    }
                    if N::PV && bound == Bound::Lower {
                        floor = value;
                        alpha = alpha.max(value);
                    } else if N::PV && bound == Bound::Upper {
                        ceiling = value;
                    }
                }
            }
        }

        // The static evaluation, and whether things have been getting better for us.
        let raw = match entry {
            _ if in_check => score::NONE,
            _ if excluded != Move::NONE => self.frame(ply).eval,
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => self.evaluate(position),
        };
        let mut static_eval = raw;
        let mut improving = false;
        if !in_check {
            if excluded == Move::NONE {
                static_eval = self.corrected(position, raw);
            }
            let before = match self.eval_before(ply, 2) {
                score::NONE => self.eval_before(ply, 4),
                eval => eval,
            };
            improving = before != score::NONE && static_eval > before;
        }
        self.frame(ply).eval = static_eval;
        let mut estimate = static_eval;
        if let Some(entry) = entry
            && !in_check
            && usable_as_eval(&entry, estimate)
        {
            estimate = entry.score;
        }

        if !N::PV && !in_check && excluded == Move::NONE {
            let node = NodeFacts {
                depth,
                ply,
                estimate,
                improving,
                cut_node,
            };
            if let Some(score) = self.prune_node(position, alpha, beta, node) {
                return score;
            }
            if self.aborted {
                return score::DRAW;
            }
        }

        // Without a move to try first, a deep search is better begun by a shallower one.
        if depth >= 4 && table_move == Move::NONE && (N::PV || cut_node) {
            depth -= 1;
        }

        self.histories.clear_killers(ply + 1);
        let earlier = self.earlier(ply);
        let mut picker = MovePicker::new(table_move, self.histories.killers(ply));
        let mut root_index = self.pv_index;
        let alpha_before = alpha;
        let mut best = -score::INFINITE;
        let mut best_move = Move::NONE;
        let mut count = 0;
        let mut tried = Tried::default();
        let prunable = !N::ROOT && has_pieces(position, position.turn());

        loop {
            let next = if N::ROOT {
                root_index += 1;
                self.root_moves.get(root_index - 1).map(|root| root.m)
            } else {
                picker.next(position, self.histories, &earlier)
            };
            let Some(m) = next else { break };
            if m == excluded {
                continue;
            }
            if N::ROOT && !self.may_search_root_move(root_index - 1) {
                break;
            }
            count += 1;
            if N::ROOT {
                self.announce_root_move(m, count);
            }
            let quiet = m.promoted().is_none() && !position.is_capture(m);
            let history = if quiet {
                self.histories.quiet(position, m, &earlier)
            } else {
                self.histories.capture(position, m)
            };
            let mut reduction = self.reduction(depth, count);

            if prunable && best > -score::WIN_BOUND {
                let lmr_depth = (depth - reduction / 1024).max(0);
                if quiet {
                    let enough = (params::lmp_base() + depth * depth) / (2 - i32::from(improving));
                    let futile = static_eval
                        + params::futility_base()
                        + params::futility_margin() * lmr_depth;
                    let hopeless = count as i32 >= enough
                        || (lmr_depth <= 8 && !in_check && futile <= alpha)
                        || (lmr_depth <= 4 && history < -params::history_pruning() * depth);
                    if hopeless && !position.gives_check(m) {
                        continue;
                    }
                }
                let margin = if quiet {
                    -params::see_quiet_margin() * lmr_depth * lmr_depth
                } else {
                    -params::see_noisy_margin() * depth
                };
                if depth <= 9 && !position.see_at_least(m, margin) {
                    continue;
                }
            }

            let mut extension = 0;
            if !N::ROOT
                && m == table_move
                && excluded == Move::NONE
                && depth >= params::singular_depth()
                && ply < 2 * self.root_depth
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !score::is_decided(entry.score)
            {
                let target = entry.score - params::singular_margin() * depth;
                self.frame(ply).excluded = m;
                let half = (depth - 1) / 2;
                let rest = self.search::<Other>(position, target - 1, target, half, ply, cut_node);
                self.frame(ply).excluded = Move::NONE;
                if self.aborted {
                    return score::DRAW;
                }
                if rest < target {
                    let double = !N::PV && rest < target - params::singular_double();
                    extension = 1 + i32::from(double);
                } else if target >= beta && !N::PV {
                    // Another move fails high as well: so will the node.
                    return target;
                } else if entry.score >= beta {
                    extension = -1;
                }
            }

            let nodes_before = self.nodes;
            let child = self.enter(position, m, ply);
            let gives_check = child.in_check();
            let new_depth = depth - 1 + extension;
            let mut score = -score::INFINITE;
            let late = count > 1 + usize::from(N::PV) + usize::from(N::ROOT);
            if depth >= 2 && late {
                if quiet {
                    reduction -= history * 1024 / params::lmr_history();
                } else {
                    reduction -= 1024 + history * 1024 / params::lmr_history();
                }
                reduction -= 1024 * i32::from(gives_check) + 1024 * i32::from(was_pv);
                reduction += 1024 * i32::from(!improving) / 2 + 1536 * i32::from(cut_node);
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                score = -self.search::<Other>(&child, -alpha - 1, -alpha, reduced, ply + 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<Other>(
                        &child,
                        -alpha - 1,
                        -alpha,
                        new_depth,
                        ply + 1,
                        !cut_node,
                    );
                }
            } else if !N::PV || count > 1 {
                score = -self.search::<Other>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            if N::PV && (count == 1 || score > alpha) {
                score = -self.search::<Principal>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }
            if N::ROOT && score >= beta && score::is_mate(score) {
                // A mate is only shown with its whole line, and that needs an open window.
                let open = score::INFINITE;
                score = -self.search::<Principal>(&child, -open, -alpha, new_depth, 1, false);
            }
            self.leave();
            if self.aborted {
                return score::DRAW;
            }

            if N::ROOT {
                let root = &mut self.root_moves[root_index - 1];
                root.nodes += self.nodes - nodes_before;
                root.seldepth = self.seldepth;
                if count == 1 || score > alpha {
                    root.score = score;
                    let exact = score < beta || score::is_mate(score);
                    root.raised = (!exact).then_some(score);
                }
                if score > alpha && (score < beta || score::is_mate(score)) {
                    self.note_root_line(root_index - 1, score);
                }
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if N::PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        self.reward(position, m, quiet, &tried, depth, ply);
                        break;
                    }
                    alpha = score;
                }
            }
            if m != best_move {
                // A full list forgets the rest: they come late and matter least.
                let _ = if quiet {
                    tried.quiets.try_push(m)
                } else {
                    tried.captures.try_push(m)
                };
            }
        }

        if count == 0 {
            return match excluded {
                Move::NONE if in_check => score::mated_in(ply),
                Move::NONE => score::DRAW,
                // Nothing but the excluded move is legal: as singular as can be.
                _ => alpha,
            };
        }
        if best == -score::INFINITE {
            // Every move was pruned away; cannot happen while a loss forbids pruning.
            best = alpha;
        }
        best = best.clamp(floor.max(-score::INFINITE), ceiling);

        if excluded == Move::NONE && !(N::ROOT && self.pv_index > 0) {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if N::PV && alpha > alpha_before => Bound::Exact,
                _ => Bound::Upper,
            };
            let capture = best_move != Move::NONE && position.is_capture(best_move);
            let contradicted = match bound {
                Bound::Lower => best <= static_eval,
                Bound::Upper => best >= static_eval,
                _ => false,
            };
            if !in_check && !capture && !contradicted && !score::is_decided(best) {
                self.histories
                    .update_correction(position, depth, best - static_eval);
            }
            let entry = Entry {
                best: best_move,
                score: best,
                eval: raw,
                depth: depth.clamp(0, 255),
                bound,
                was_pv,
            };
            self.shared.table.store(key, ply, entry);
        }
        best
    }

    #[inline(always)]
    fn quiescence_for<N: Node>(
        &mut self,
        position: &Position,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if N::PV {
            self.quiescence::<true>(position, alpha, beta, ply)
        } else {
            self.quiescence::<false>(position, alpha, beta, ply)
        }
    }

    /// Updates killers and histories after a move has caused a cutoff.
    fn reward(
        &mut self,
        position: &Position,
        m: Move,
        quiet: bool,
        tried: &Tried,
        depth: i32,
        ply: usize,
    ) {
        let earlier = &self.earlier(ply);
        let bonus = history::bonus(depth);
        if quiet {
            self.histories.add_killer(ply, m);
            self.histories.update_quiet(position, m, earlier, bonus);
            for &other in &tried.quiets {
                self.histories
                    .update_quiet(position, other, earlier, -bonus);
            }
        } else {
            self.histories.update_capture(position, m, bonus);
        }
        for &other in &tried.captures {
            self.histories.update_capture(position, other, -bonus);
        }
    }

    /// A win, draw or loss from the tablebases, as a score and what it bounds.
    fn probe_tablebases(&mut self, position: &Position, ply: usize) -> Option<(Score, Bound)> {
        let wdl = self.shared.tablebases?.probe_wdl(position)?;
        self.tbhits += 1;
        Some(match wdl {
            2 => (score::TB_WIN - ply as Score, Bound::Lower),
            -2 => (ply as Score - score::TB_WIN, Bound::Upper),
            // Cursed wins and blessed losses are draws under the fifty-move rule.
            _ => (score::DRAW + wdl, Bound::Exact),
        })
    }
}
