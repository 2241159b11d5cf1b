//! Iterative deepening on one thread: one iteration after the other, with aspiration windows, until a limit
//! is reached.

use super::info::{Info, Report};
use super::node::Root;
use super::picker::MovePicker;
use super::present::report_line;
use super::root::{RootLine, RootMove};
use super::score::{self, Score};
use super::table::Bound;
use super::time::Stability;
use super::worker::Worker;
use super::{driver::micros, params};
use games::chess::{Move, MoveList, Position};
use std::time::Duration;

/// Time before which fail-high and fail-low scores are not reported, because exact scores still come fast enough.
const BOUNDS_AFTER: Duration = Duration::from_millis(2500);
/// Depth to which the only legal move is searched on the clock, to have a score and a move to ponder on.
pub(super) const FORCED_DEPTH: usize = 6;

/// Result of one thread when its search ends.
pub(super) struct Finished {
    /// Depth of the last iteration that was completed.
    pub completed: usize,
    pub root_moves: Vec<RootMove>,
    /// Number of the thread, 0 for the first.
    pub id: usize,
    /// True if the result is a proved mate.
    pub proved: bool,
}

impl Finished {
    /// Returns the depth completed and the score, by which results of threads are compared.
    pub fn weight(&self) -> (usize, Score) {
        let line = self.root_moves[0].line.as_ref();
        (self.completed, line.map_or(-score::INFINITE, |l| l.score))
    }

    /// Returns true if the line of the best move comes from the last completed iteration or a later one; false if the
    /// move has just come to the top with an older line, or without any.
    pub fn is_settled(&self) -> bool {
        let root = &self.root_moves[0];
        let recent = |line: &RootLine| line.depth >= self.completed;
        root.raised.is_none() && root.line.as_ref().is_some_and(recent)
    }
}

/// Sorts root moves by rank and score, the best first; equal ones stay in their order. An insertion sort, because nearly
/// all are in order after an iteration.
fn sort_by_score(roots: &mut [RootMove]) {
    let key = |root: &RootMove| (root.rank, root.score);
    for at in 1..roots.len() {
        if key(&roots[at]) > key(&roots[at - 1]) {
            let place = roots[..at].partition_point(|before| key(before) >= key(&roots[at]));
            roots[place..=at].rotate_right(1);
        }
    }
}

impl Worker<'_> {
    /// Searches with increasing depth, from one ply on, until a limit is reached.
    pub(super) fn iterate(&mut self, position: &Position) -> Finished {
        let mut completed = 0;
        let mut last_best = Move::NONE;
        let mut unchanged = 0;
        let mut average: Option<Score> = None;
        for depth in 1..=self.shared.max_depth {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.raised = None;
            }
            if depth > 1 && self.shared.multipv == 1 {
                self.order_root(position);
            }
            for index in 0..self.shared.multipv {
                self.pv_index = index;
                self.aspiration(position, depth);
                sort_by_score(&mut self.root_moves[..=index]);
                if self.aborted {
                    break;
                }
            }
            self.publish();
            if self.aborted {
                break;
            }
            self.believe_proof(position);
            completed = depth;
            self.report_all(position, completed);

            let best = &self.root_moves[0];
            unchanged = if best.m == last_best {
                unchanged + 1
            } else {
                0
            };
            last_best = best.m;
            let score = best.score;
            let before = average.unwrap_or(score);
            average = Some((3 * before + score) / 4);
            let stability = Stability {
                unchanged,
                best_share: best.nodes as f64 / self.nodes.max(1) as f64,
                drop: before - score,
            };
            if let Some(budget) = self.shared.budget {
                self.aim = budget.soft.mul_f64(stability.factor()).min(budget.hard);
            }
            if self.id == 0 && self.is_enough(depth, score) {
                break;
            }
        }
        if self.aborted {
            self.believe_proof(position);
            self.report_all(position, completed);
        }
        Finished {
            completed,
            root_moves: std::mem::take(&mut self.root_moves),
            id: self.id,
            proved: self.proof.is_some(),
        }
    }

    /// Sorts the root moves for an iteration: the best first, then those that have been the best before, the latest of
    /// them first, then in the order of the move picker. The order matters because the root, too, reduces late moves.
    fn order_root(&mut self, position: &Position) {
        self.look_for_threats(position, 0);
        let earlier = self.earlier(0);
        let attacked = Some(earlier.threats.all);
        let mut picker = MovePicker::new(self.root_moves[0].m, [Move::NONE; 2], attacked);
        let mut order = MoveList::new();
        while let Some(m) = picker.next(position, self.histories, &earlier) {
            order.push(m);
        }
        let place = |root: &RootMove| order.iter().position(|m| *m == root.m);
        let seen = |root: &RootMove| root.line.as_ref().map_or(0, |line| line.depth);
        // One number for each move is sorted faster than three: the rank, the depth, the place, from the top down.
        self.root_moves[1..].sort_by_cached_key(|root| {
            let latest = i64::from(root.rank) << 16 | seen(root) as i64;
            let place = place(root).map_or(0, |place| place as i64 + 1);
            (-latest << 16) + place
        });
    }

    /// Searches the root with a window around the last score, widened until the score lies inside.
    fn aspiration(&mut self, position: &Position, depth: usize) {
        let index = self.pv_index;
        let mut delta = params::aspiration_delta();
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        let last = self.root_moves[index].line.as_ref().map(|line| line.score);
        if let Some(last) = last
            .filter(|last| depth as i32 >= params::aspiration_depth() && !score::is_decided(*last))
        {
            // The further from equal, the more a score changes from one iteration to the next.
            delta += (last * last / params::aspiration_squared()).min(params::aspiration_far());
            alpha = last - delta;
            beta = last + delta;
        }
        let mut fails = 0;
        loop {
            self.seldepth = 0;
            for root in &mut self.root_moves[index..] {
                root.score = -score::INFINITE;
            }
            let told = self.id == 0 && self.shared.report.is_some();
            let late = told && self.shared.control.elapsed() >= BOUNDS_AFTER;
            let reduced = (depth as i32 - fails).max(1);
            let score = self.search::<Root>(position, alpha, beta, reduced, 0, false);
            sort_by_score(&mut self.root_moves[index..]);
            if self.aborted || (score > alpha && score < beta) {
                return;
            }
            let bound = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-score::INFINITE);
                fails = 0;
                Bound::Upper
            } else {
                alpha = alpha.max(beta - delta);
                beta = (score + delta).min(score::INFINITE);
                fails = (fails + 1).min(params::aspiration_reduce());
                Bound::Lower
            };
            if late && !score::is_mate(score) {
                self.report_bound(position, score, bound);
            }
            delta += delta * params::aspiration_growth() / 1024;
            if score::is_decided(score) || delta > params::aspiration_most() {
                (alpha, beta) = (-score::INFINITE, score::INFINITE);
            }
        }
    }

    /// Returns true if the search has reached one of its aims, or if a new iteration is not worth starting.
    fn is_enough(&self, depth: usize, score: Score) -> bool {
        let shared = self.shared;
        if let (Some(limit), Some(moves)) = (shared.mate_limit, score::mate_moves(score))
            && moves.unsigned_abs() <= limit
        {
            return true;
        }
        if shared.total_nodes() >= shared.soft_node_limit {
            return true;
        }
        let Some(budget) = shared.budget else {
            return false;
        };
        if shared.control.is_pondering() {
            return false;
        }
        if shared.forced && depth >= FORCED_DEPTH {
            return true;
        }
        // A mate that deeper iterations keep confirming will not get shorter.
        if let Some(plies) = score::plies_to_mate(score)
            && depth > 2 * plies + 4
        {
            return true;
        }
        // Time spent pondering has already been used for this move.
        budget.soft < budget.hard && shared.elapsed() >= self.aim
    }

    fn report_all(&mut self, position: &Position, depth: usize) {
        if self.id != 0 {
            return;
        }
        self.publish();
        if self.shared.report.is_none() {
            return;
        }
        let result = Finished {
            completed: depth,
            root_moves: std::mem::take(&mut self.root_moves),
            id: self.id,
            proved: self.proof.is_some(),
        };
        for index in 0..self.shared.multipv {
            report_line(position, self.shared, depth, &result, index);
        }
        self.root_moves = result.root_moves;
    }

    fn report_bound(&self, position: &Position, score: Score, bound: Bound) {
        let root = &self.root_moves[self.pv_index];
        let pv: Vec<Move> = match &root.line {
            Some(RootLine { pv, .. }) if bound == Bound::Upper => pv.clone(),
            _ => vec![root.m],
        };
        debug_assert!(super::replay(position, &pv).is_some());
        let Some(report) = self.shared.report else {
            return;
        };
        report(Report::Info(Info {
            depth: self.root_depth,
            seldepth: root.seldepth,
            multipv: self.pv_index + 1,
            score,
            bound,
            nodes: self.shared.total_nodes(),
            tbhits: self.shared.total_tbhits(),
            time_us: micros(self.shared.control.elapsed()),
            hashfull: self.shared.table.hashfull(),
            pv,
        }));
    }
}
