//! Parts that the searching strategies share: the root, iterative deepening, and the report.

use super::evaluate::{MATE_RANGE, WON_ON_POINTS};
use super::{Choice, Evaluate, Failure, MATE_VALUE, Report, Score, Thought};
use base::limits::{Budget, Limits};
use games::Line;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

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
    /// Ends the search after so many nodes, too, if it says so.
    halt: Option<&'a dyn Fn(u64) -> bool>,
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
            halt: None,
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
            let halted = self.halt.is_some_and(|halt| halt(self.nodes));
            self.exhausted |= halted || self.budget.is_spent(self.nodes);
        }
        self.exhausted
    }
}

/// Chooses a move by a search below the root.
///
/// With only a depth limit (or none: `default_depth`) it goes straight to that depth. Under a time
/// or node limit it deepens ply by ply and keeps the last completed iteration; it ends early when
/// the end of the game is certain or no line was cut off by the horizon.
///
/// `search` values a position below the root to its owner, which is the side to move at the root,
/// and writes the line behind that value. It sets [`Tally::horizon`] where it judges a position
/// before its end. Of equal moves the first searched is chosen, so strategies that agree on values
/// agree on the move.
pub(super) fn deepen<G: Evaluate>(
    line: &Line<G>,
    limits: &Limits,
    stop: &AtomicBool,
    default_depth: u32,
    mut search: impl FnMut(&G, Frame, &mut Tally, &mut Vec<G::Move>) -> i32,
) -> Result<Choice<G::Move>, Failure> {
    let budget = Budget::of_move(limits, line.position().turn(), stop);
    let (first, last) = match limits.depth {
        Some(depth) if budget.is_bounded() => (1, depth.max(1)),
        Some(depth) => (depth.max(1), depth.max(1)),
        None if budget.is_bounded() => (1, DEEPEST),
        None => (default_depth, default_depth),
    };
    let mut order = ordered(line.position());
    let Some(&fallback) = order.first() else {
        return Err(Failure::IllegalMove("(none)".to_owned()));
    };
    let mut chosen = fallback;
    let mut tally = Tally::new(budget);
    let mut report = Report::default();
    let mut each = |depth, value, pv: Vec<G::Move>, tally: &Tally| {
        chosen = pv.first().copied().unwrap_or(fallback);
        let score = score(value);
        let soon = |n: &u32| matches!(score, Score::Mate(m) if m > 0 && m as u32 <= *n);
        if report.mate_found.is_none() && limits.mate_within.as_ref().is_some_and(soon) {
            report.mate_found = Some((tally.budget.elapsed(), tally.nodes));
        }
        report.score = Some(score);
        report.depth = Some(depth);
        report.pv = texts(line.position(), &pv);
    };
    iterate(
        line,
        &mut order,
        first..=last,
        &mut tally,
        &mut each,
        &mut search,
    );
    if tally.budget.is_interrupted() {
        return Err(Failure::Interrupted);
    }
    report.nodes = Some(tally.nodes);
    Ok(Choice {
        chosen,
        elapsed: tally.budget.elapsed(),
        report,
    })
}

/// Deepens ply by ply, to `last` plies at most, until `halt` says so for the positions looked at; among
/// some moves only, if there are any. Tells every iteration and returns the last; if there was no
/// time for one, some move that is allowed.
pub(super) fn deepen_until<G: Evaluate>(
    line: &Line<G>,
    (among, last): (&[G::Move], Option<u32>),
    halt: &dyn Fn(u64) -> bool,
    report: &mut dyn FnMut(&Thought<G::Move>),
    mut search: impl FnMut(&G, Frame, &mut Tally, &mut Vec<G::Move>) -> i32,
) -> Option<Thought<G::Move>> {
    let here = line.position();
    let mut order = ordered(here);
    order.retain(|m| among.is_empty() || among.contains(m));
    let thought = |depth, value, nodes, line| Thought {
        depth,
        score: score(value),
        nodes,
        line,
        remark: None,
    };
    let mut tally = Tally::new(Budget::new(None, None, None));
    tally.halt = Some(halt);
    let mut latest = thought(1, here.evaluate(), 1, vec![*order.first()?]);
    let mut each = |depth, value, pv, tally: &Tally| {
        latest = thought(depth, value, tally.nodes, pv);
        report(&latest);
    };
    let depths = 1..=last.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    iterate(line, &mut order, depths, &mut tally, &mut each, &mut search);
    latest.nodes = tally.nodes.max(1);
    Some(latest)
}

/// The legal moves, the most promising first.
fn ordered<G: Evaluate>(position: &G) -> Vec<G::Move> {
    let mut order = position.legal_moves();
    order.sort_by_cached_key(|m| std::cmp::Reverse(position.promise(*m)));
    order
}

/// Searches ply by ply until the budget runs out or the end of the game is certain. Calls `each` with the depth, the
/// value and the line of every iteration that came to its end.
fn iterate<G: Evaluate>(
    line: &Line<G>,
    order: &mut [G::Move],
    depths: RangeInclusive<u32>,
    tally: &mut Tally,
    each: &mut impl FnMut(u32, i32, Vec<G::Move>, &Tally),
    search: &mut impl FnMut(&G, Frame, &mut Tally, &mut Vec<G::Move>) -> i32,
) {
    for depth in depths {
        tally.horizon = false;
        let Some((value, pv)) = search_root(line, order, depth, tally, search) else {
            return;
        };
        // The best move of one iteration is searched first in the next.
        if let Some(index) = order.iter().position(|m| pv.first() == Some(m)) {
            order[..=index].rotate_right(1);
        }
        each(depth, value, pv, tally);
        // A forced end within the horizon cannot be improved by looking further.
        if !tally.horizon || value.abs() >= MATE_VALUE - depth as i32 {
            return;
        }
    }
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

fn texts<G: Evaluate>(from: &G, pv: &[G::Move]) -> Vec<String> {
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
