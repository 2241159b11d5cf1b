//! Principal-variation alpha-beta: the heart of the search.
//!
//! [`Worker::search`] tests in this order whether a node can be settled: the position is over, the transposition table
//! settles it, the tablebases know it, its evaluation is far from the window; only then are its moves searched. One
//! function serves root, principal variation and other nodes; what differs is decided at compile time by the
//! [`NodeType`]. Nothing is pruned while the best score so far is a loss, so that a mate the search announces is a
//! mate. For the same reason a principal-variation node takes no cutoff from the table: its line is always complete.

use super::MAX_PLY;
use super::history;
use super::node::{COUNTER_MATTERS, Node, NodeType, Other, Principal, Range, Window};
use super::params;
use super::picker::MovePicker;
use super::pruning::has_pieces;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::Worker;
use arrayvec::ArrayVec;
use games::chess::{Move, Position};

/// A move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// True if the move is neither a capture nor a promotion.
    pub quiet: bool,
    /// Value of the move by the histories so far.
    pub history: i32,
    /// Number of the move in the order in which the moves of its node are searched, from 1.
    pub number: usize,
    /// The late-move reduction for that number, in 1/1024 of a ply.
    pub reduction: i32,
}

/// Moves that were searched without success; they get a penalty when another move succeeds.
#[derive(Default)]
pub(super) struct FailedMoves {
    pub quiets: ArrayVec<Move, 48>,
    pub captures: ArrayVec<Move, 48>,
}

/// Result of searching a node's moves.
struct NodeResult {
    score: Score,
    best: Move,
    bound: Bound,
}

impl Worker<'_> {
    /// Searches a position to a depth in plies. Returns a fail-soft score from the side to move, which is meaningless
    /// if [`Worker::aborted`] is set afterwards. `cut_node` is true if a score of at least `beta` is expected, which
    /// allows greater reductions.
    pub(super) fn search<N: NodeType>(
        &mut self,
        position: &Position,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<true>(position, alpha, beta, ply)
            } else {
                self.quiescence::<false>(position, alpha, beta, ply)
            };
        }
        if N::PV {
            self.clear_pv(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return score::DRAW;
        }
        let mut window = Window { alpha, beta };
        let in_check = position.in_check();
        if !N::ROOT {
            if let Some(score) = self.end_of_line(position, in_check, ply) {
                return score;
            }
            // No line from here can be better than mating with the next move or worse than being mated now.
            window.alpha = alpha.max(score::mated_in(ply));
            window.beta = beta.min(score::mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        let mut node = self.look_up::<N>(position, in_check, depth, ply, cut_node);
        if !N::PV
            && position.halfmoves() < COUNTER_MATTERS
            && let Some(cut) = window.table_cutoff(node.entry.as_ref(), depth)
            && (cut_node == (cut >= beta) || depth > params::table_expected())
        {
            if cut >= beta {
                self.look_for_threats(position, ply);
                self.reward_table_move(&node);
                let malus = history::malus(depth) * params::table_malus() / 1024;
                self.reward_prior(&node, -malus);
            }
            return cut;
        }
        self.look_for_threats(position, ply);
        let mut range = Range::ALL;
        if !N::ROOT
            && !node.is_singular_test()
            && let Some(score) = self.probe_tablebases::<N>(&node, &mut window, &mut range)
        {
            return score;
        }
        node.correction = self.correction(position, in_check, ply);
        self.assess(&mut node);
        self.look_back::<N>(&mut node);
        if !N::PV && !in_check && !node.is_singular_test() {
            if let Some(score) = self.prune_node(&node, window) {
                return score;
            }
            if self.aborted {
                return score::DRAW;
            }
        }
        // Without a table move to try first, the depth is reduced (internal iterative reduction).
        if depth >= params::iir_depth() && node.table_move == Move::NONE && (N::PV || cut_node) {
            node.depth -= 1;
        }

        match self.search_moves::<N>(&node, window, range) {
            Ok(found) => {
                self.remember::<N>(&node, &found);
                found.score
            }
            Err(score) => score,
        }
    }

    /// Returns the score of a position that is not searched because it is a draw or too far from the root; else `None`.
    #[inline(always)]
    pub(super) fn end_of_line(
        &mut self,
        position: &Position,
        in_check: bool,
        ply: usize,
    ) -> Option<Score> {
        if self.is_draw(position) {
            return Some(score::DRAW);
        }
        if ply < MAX_PLY - 1 {
            return None;
        }
        Some(if in_check {
            score::DRAW
        } else {
            self.evaluate(position)
        })
    }

    /// Creates a node with its table entry, not evaluated yet. `cut_node` is true if a score of at least `beta` is
    /// expected.
    #[inline(always)]
    pub(super) fn look_up<'p, N: NodeType>(
        &mut self,
        position: &'p Position,
        in_check: bool,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node<'p> {
        let excluded = self.frame(ply).excluded;
        let entry = match excluded {
            Move::NONE => self.shared.probe(position, ply),
            _ => None,
        };
        let was_pv = match excluded {
            Move::NONE => N::PV || entry.is_some_and(|e| e.was_pv),
            _ => self.frame(ply).was_pv,
        };
        self.frame(ply).was_pv = was_pv;
        let known = entry.map(|e| e.best).filter(|m| position.is_legal(*m));
        let mut node = Node {
            position,
            ply,
            depth,
            cut_node,
            in_check,
            excluded,
            entry,
            table_move: if N::ROOT {
                self.root_moves[self.pv_index].m
            } else {
                known.unwrap_or(Move::NONE)
            },
            table_noisy: false,
            was_pv,
            correction: 0,
            raw: score::NONE,
            eval: score::NONE,
            estimate: score::NONE,
            improving: false,
        };
        node.table_noisy = node.table_move != Move::NONE && position.is_capture(node.table_move);
        node
    }

    /// Searches the moves of a node. `Err` is a score that the node returns without storing it in the transposition
    /// table.
    #[inline(always)]
    fn search_moves<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        window: Window,
        range: Range,
    ) -> Result<NodeResult, Score> {
        let Node { position, ply, .. } = *node;
        let Window { mut alpha, beta } = window;
        self.histories.clear_killers(ply + 1);
        self.frame(ply + 2).cutoffs = 0;
        let earlier = self.earlier(ply);
        let mut picker = MovePicker::new(
            node.table_move,
            self.histories.killers(ply),
            Some(earlier.threats.all),
        );
        let mut root_index = self.pv_index;
        let mut best = -score::INFINITE;
        let mut best_move = Move::NONE;
        // Numbers of moves returned by the picker, and of these together with those that it has left out.
        let (mut picked, mut number) = (0, 0);
        let mut tried = FailedMoves::default();
        // Plies by which later moves are reduced after a move has raised alpha.
        let mut less = 0;
        let prunable = !N::ROOT && has_pieces(position, position.turn());

        loop {
            if prunable && best > -score::WIN_BOUND && !picker.is_only_checks() {
                let following = number + 1;
                if node.is_late(following, self.reduction(node.depth, following), alpha) {
                    picker.only_checks(position);
                }
            }
            let next = if N::ROOT {
                root_index += 1;
                self.root_moves.get(root_index - 1).map(|root| root.m)
            } else {
                picker.next(position, self.histories, &earlier)
            };
            let Some(m) = next else { break };
            if m == node.excluded {
                continue;
            }
            if N::ROOT && !self.may_search_root_move(root_index - 1) {
                break;
            }
            picked += 1;
            number = picked + picker.left_out();
            if N::ROOT {
                self.announce_root_move(m, number);
            }
            let quiet = m.promoted().is_none() && !position.is_capture(m);
            let history = match picker.quiet_score() {
                _ if !quiet => self.histories.capture(position, m),
                Some(score) => score,
                None => self.histories.quiet(position, m, &earlier),
            };
            let candidate = Candidate {
                m,
                quiet,
                history,
                number,
                reduction: self.reduction(node.depth, number),
            };
            if prunable
                && best > -score::WIN_BOUND
                && node.is_hopeless(&candidate, &mut picker, alpha)
            {
                continue;
            }
            self.shared.table.prefetch(position.key_guess(m));
            let extension = if N::ROOT {
                0
            } else {
                self.extension::<N>(node, m, beta)?
            };

            let nodes_before = self.nodes;
            let child = self.enter(position, m, ply);
            self.frame(ply).quiet = quiet;
            let now = Window { alpha, beta };
            let score =
                self.search_child::<N>(node, &candidate, &child, extension - less, now, best);
            self.leave();
            if self.aborted {
                return Err(score::DRAW);
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.note_root_score(root_index - 1, number, score, now, nodes);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if N::PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        self.reward(node, &candidate, &tried, best, beta);
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    if !N::ROOT
                        && (params::raised_depth()..=params::raised_depth_max())
                            .contains(&node.depth)
                        && !score::is_decided(score)
                    {
                        less = params::raised_less();
                    }
                }
            }
            if m != best_move {
                // If the list is full, further moves are dropped: they come late and matter least.
                let _ = if quiet {
                    tried.quiets.try_push(m)
                } else {
                    tried.captures.try_push(m)
                };
            }
        }

        if number == 0 {
            return Err(match node.excluded {
                Move::NONE if node.in_check => score::mated_in(ply),
                Move::NONE => score::DRAW,
                // The excluded move is the only legal one, so it is singular.
                _ => alpha,
            });
        }
        if best_move == Move::NONE && !node.is_singular_test() {
            let bonus = history::bonus(node.depth) * params::prior_reward() / 1024;
            self.reward_prior(node, bonus);
        }
        let score = best.clamp(range.floor, range.ceiling);
        Ok(NodeResult {
            score,
            best: best_move,
            bound: match score {
                _ if score >= beta => Bound::Lower,
                _ if N::PV && alpha > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            },
        })
    }

    /// Searches a child to the depth that its move deserves, late moves first to a reduced depth and with a null
    /// window. Returns the score from the mover's side.
    #[inline(always)]
    fn search_child<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        candidate: &Candidate,
        child: &Position,
        extension: i32,
        Window { alpha, beta }: Window,
        best: Score,
    ) -> Score {
        let ply = node.ply + 1;
        let depth = node.depth - 1 + extension;
        let first = candidate.number == 1;
        let mut score = -score::INFINITE;
        let late = candidate.number > 1 + usize::from(N::PV) + usize::from(N::ROOT);
        if node.depth >= params::lmr_depth() && late {
            let cutoffs = self.frame(ply).cutoffs;
            let reduced = node.reduced_depth(candidate, child, depth, cutoffs);
            self.frame(node.ply).reduced = depth - reduced;
            score = -self.search::<Other>(child, -alpha - 1, -alpha, reduced, ply, true);
            self.frame(node.ply).reduced = 0;
            if score > alpha && reduced < depth {
                let deeper = i32::from(score > best + params::lmr_deeper());
                let shallower = i32::from(score < best + params::lmr_shallower());
                let depth = depth + deeper - shallower;
                if reduced < depth {
                    let cut_node = !node.cut_node;
                    score = -self.search::<Other>(child, -alpha - 1, -alpha, depth, ply, cut_node);
                }
                if candidate.quiet {
                    self.reward_reduced(node, score, alpha, beta);
                }
            }
        } else if !N::PV || !first {
            let cut_node = !node.cut_node;
            score = -self.search::<Other>(child, -alpha - 1, -alpha, depth, ply, cut_node);
        }
        if N::PV && (first || score > alpha) {
            score = -self.search::<Principal>(child, -beta, -alpha, depth, ply, false);
        }
        if N::ROOT && score >= beta && score::is_mate(score) {
            // A mate is only reported with its whole line, for which the window must be open.
            let open = score::INFINITE;
            score = -self.search::<Principal>(child, -open, -alpha, depth, ply, false);
        }
        score
    }

    /// Stores the result of a node in the transposition table, and learns the correction of the evaluation from it.
    #[inline(always)]
    fn remember<N: NodeType>(&mut self, node: &Node<'_>, found: &NodeResult) {
        if node.is_singular_test() || N::ROOT && self.pv_index > 0 {
            return;
        }
        let NodeResult { score, best, bound } = *found;
        self.learn_correction(node, score, best, bound);
        let entry = Entry {
            best,
            score,
            eval: node.raw,
            depth: node.depth.clamp(0, 255),
            bound,
            was_pv: node.was_pv,
        };
        let key = node.position.key();
        self.shared.table.store(key, node.ply, entry);
    }
}
