//! Parts that the searching strategies share: the root, iterative deepening, and the report.

use super::evaluate::{MATE_RANGE, WON_ON_POINTS};
use super::{Choice, Evaluate, Failure, MATE_VALUE, Report, Request, Score};
use base::limits::Budget;
use games::{Game, Line};

/// Beyond every value.
pub(super) const INFINITE: i32 = MATE_VALUE + 1;

/// The deepest iteration under a limit of time or nodes.
const DEEPEST: u32 = 64;

/// Place of a node in the tree of its search, with its window.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Plies still to look ahead.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
    /// Values up to here are of no interest to the owner: it has something as good.
    pub alpha: i32,
    /// Values from here on its rivals will not allow.
    pub beta: i32,
}

/// A search's own count of its nodes, against its budget.
pub(super) struct Tally<'a> {
    budget: Budget<'a>,
    pub nodes: u64,
    /// The search has to end; what it returns from now on is worth nothing.
    pub exhausted: bool,
    /// True if a position has been judged before the end of its game since this was last cleared.
    pub horizon: bool,
}

/// Nodes between two looks at the clock. Nodes of some games take tens of microseconds.
const INTERVAL: u64 = 32;

impl<'a> Tally<'a> {
    pub fn new(budget: Budget<'a>) -> Tally<'a> {
        Tally {
            budget,
            nodes: 0,
            exhausted: false,
            horizon: false,
        }
    }

    /// Counts a node; true if the search has to end.
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        let most = self.budget.most_nodes();
        if most.is_some_and(|most| self.nodes >= most) {
            self.exhausted = true;
        } else if self.nodes.is_multiple_of(INTERVAL) {
            self.exhausted |= self.budget.is_spent(self.nodes);
        }
        self.exhausted
    }
}

/// Chooses a move by a search below the root.
///
/// With only a depth limit (or none: `default_depth`) it goes straight to that depth. Under a time
/// or node limit, or in analysis, it deepens ply by ply and keeps the last completed iteration; it ends early when
/// the end of the game is certain or no line was cut off by the horizon.
///
/// `search` values a position below the root to its owner, which is the side to move at the root,
/// and writes the line behind that value. It sets [`Tally::horizon`] where it judges a position
/// before its end. Of equal moves the first searched is chosen, so strategies that agree on values
/// agree on the move.
pub(super) fn deepen<G: Evaluate>(
    request: &Request<G>,
    default_depth: u32,
    mut search: impl FnMut(&G, Frame, &mut Tally, &mut Vec<G::Move>) -> i32,
) -> Result<Choice<G::Move>, Failure> {
    let (line, limits) = (request.game, request.limits);
    let here = line.position();
    let time = Budget::time_of_move(limits, here.turn());
    let budget = Budget::of_search(limits, time, request.control);
    let in_steps = budget.is_bounded() || request.is_analysis;
    let depths = match limits.depth.map(|depth| depth.max(1)) {
        Some(depth) if in_steps => 1..=depth,
        Some(depth) => depth..=depth,
        None if in_steps => 1..=DEEPEST,
        None => default_depth..=default_depth,
    };
    let mut order = here.legal_moves();
    order.retain(|m| request.allows(*m));
    // The most promising first.
    order.sort_by_cached_key(|m| std::cmp::Reverse(here.promise(*m)));
    let mut tally = Tally::new(budget);
    let mut best = vec![*order.first().ok_or_else(Failure::no_move)?];
    let mut report = Report::default();
    for depth in depths {
        tally.horizon = false;
        let found = search_root(line, &order, depth, &mut tally, &mut search);
        let Some((value, pv)) = found else {
            break;
        };
        // The best move of one iteration is searched first in the next.
        if let Some(index) = order.iter().position(|m| pv.first() == Some(m)) {
            order[..=index].rotate_right(1);
        }
        let score = score(value);
        let soon = |n: u32| matches!(score, Score::Mate(m) if m > 0 && m as u32 <= n);
        if report.mate_found.is_none() && limits.mate_within.is_some_and(soon) {
            report.mate_found = Some((tally.budget.elapsed(), tally.nodes));
        }
        report.score = Some(score);
        report.depth = Some(depth);
        report.nodes = Some(tally.nodes);
        report.pv = texts(here, &pv);
        best = pv;
        (request.report)(&report);
        // A forced end within the horizon cannot be improved by looking further.
        if !tally.horizon || value.abs() >= MATE_VALUE - depth as i32 || tally.budget.is_past_aim()
        {
            break;
        }
    }
    report.nodes = Some(tally.nodes);
    if report.depth.is_none() {
        // No iteration was completed. Who watches is told about the move all the same.
        (request.report)(&Report {
            score: Some(score(here.evaluate())),
            depth: Some(1),
            nodes: Some(tally.nodes.max(1)),
            pv: texts(here, &best),
            ..Report::default()
        });
    }
    request.answered(best[0], best.get(1).copied(), report)
}

/// The best of `order` and its line, or `None` if the budget ran out first. A move that repeats a
/// position of the game is worth a draw, so that a won game makes progress.
fn search_root<G: Evaluate>(
    line: &Line<G>,
    order: &[G::Move],
    depth: u32,
    tally: &mut Tally,
    search: &mut impl FnMut(&G, Frame, &mut Tally, &mut Vec<G::Move>) -> i32,
) -> Option<(i32, Vec<G::Move>)> {
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    let mut pv = Vec::new();
    for &m in order {
        pv.clear();
        let value = if repeats(line, m) {
            0
        } else {
            // Later moves only have to be proven no better than the best so far.
            let frame = Frame {
                depth: depth - 1,
                ply: 1,
                alpha: best.as_ref().map_or(-INFINITE, |(value, _)| *value),
                beta: INFINITE,
            };
            search(&line.position().play(m), frame, tally, &mut pv)
        };
        if tally.exhausted {
            return None;
        }
        if best.as_ref().is_none_or(|(b, _)| value > *b) {
            pv.insert(0, m);
            best = Some((value, pv.clone()));
        }
    }
    best
}

/// Returns true if a move leads back to a position of the game, where repetition counts.
fn repeats<G: Evaluate>(line: &Line<G>, m: G::Move) -> bool {
    if line.position().repetitions().is_none() {
        return false;
    }
    let mut next = line.clone();
    next.play(m);
    next.occurrences() > 1
}

/// A value of the strategies as a score.
pub(super) fn score(value: i32) -> Score {
    let plies = MATE_VALUE - value.abs();
    match plies {
        // A win in n own moves takes 2n - 1 plies, a loss in n own moves 2n.
        0..=MATE_RANGE if value > 0 => Score::Mate((plies + 1) / 2),
        0..=MATE_RANGE => Score::Mate(-plies / 2),
        // The margin alone.
        _ if value > WON_ON_POINTS => Score::Centipawns(value - WON_ON_POINTS),
        _ if value < -WON_ON_POINTS => Score::Centipawns(value + WON_ON_POINTS),
        _ => Score::Centipawns(value),
    }
}

/// The moves of a line from a position on, in the game's move text.
pub(super) fn texts<G: Game>(from: &G, pv: &[G::Move]) -> Vec<String> {
    let mut position = from.clone();
    pv.iter()
        .map(|&m| {
            let text = position.move_text(m);
            position = position.play(m);
            text
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_scores_in_own_moves() {
        assert_eq!(score(35), Score::Centipawns(35));
        assert_eq!(score(MATE_VALUE - 1), Score::Mate(1));
        assert_eq!(score(MATE_VALUE - 3), Score::Mate(2));
        assert_eq!(score(-MATE_VALUE + 2), Score::Mate(-1));
        assert_eq!(score(-MATE_VALUE + 4), Score::Mate(-2));
    }

    #[test]
    fn games_decided_by_points_are_reported_with_their_margin() {
        assert_eq!(score(WON_ON_POINTS + 1200), Score::Centipawns(1200));
        assert_eq!(score(-WON_ON_POINTS - 300), Score::Centipawns(-300));
    }
}
