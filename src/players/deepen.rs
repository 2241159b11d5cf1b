//! Parts that the searching strategies share: search of the root, iterative deepening, and reports.

use super::evaluate::{MATE_RANGE, WON_ON_POINTS};
use super::{Choice, Evaluate, Failure, MATE_VALUE, Report, Request, Score};
use base::limits::Budget;
use games::{Game, Line};

/// Bound that is greater than every value.
pub(super) const INFINITE: i32 = MATE_VALUE + 1;

/// Maximum depth of iterations under a limit of time or nodes, in plies.
const DEEPEST: u32 = 64;

/// Place of a node in the tree of its search, with its window.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Number of plies that remain to be searched.
    pub depth: u32,
    /// Number of plies from the root.
    pub ply: u32,
    /// Lower end of the window: lesser values do not matter, because the owner has an alternative that is as good.
    pub alpha: i32,
    /// Upper end of the window: greater values do not matter, because the opponents have an alternative that avoids
    /// them.
    pub beta: i32,
}

/// Node count of a search, compared with its budget.
pub(super) struct Tally<'a> {
    budget: Budget<'a>,
    pub nodes: u64,
    /// True if the search must end; its results from then on are to be ignored.
    pub exhausted: bool,
    /// True if the evaluation was used for some unfinished position since this was last cleared.
    pub horizon: bool,
}

/// Number of nodes between two checks of the clock. Nodes of some games take tens of microseconds.
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

    /// Counts a node. Returns true if the search must end.
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

/// Chooses a move with a search of the positions after each legal move.
///
/// If only the depth is limited, or nothing is (`default_depth` applies then), it searches directly to that depth.
/// Under a limit of time or nodes, or in analysis, it searches one ply deeper from iteration to iteration and uses the
/// last completed one; it ends early when the end of the game is forced or when no line was cut off at the horizon.
///
/// `search` returns the value of a position below the root for the owner, which is the side to move at the root, and
/// writes the line that leads to it. It sets [`Tally::horizon`] when it evaluates an unfinished position. Of equal
/// moves the first one is chosen, so strategies with equal values choose equal moves.
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
    // The most promising moves are searched first.
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
        // No iteration was completed. The chosen move is reported all the same.
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

/// Returns the value and the line of the best move of `order`; `None` if the budget ran out before all were searched. A
/// move that repeats a position of the game has the value of a draw, so that a won game makes progress.
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
            // For later moves it is enough to prove that they are not better than the best move so far.
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

/// Returns true if a move repeats a position of the game, in a game with a rule on repetitions.
fn repeats<G: Evaluate>(line: &Line<G>, m: G::Move) -> bool {
    if line.position().repetitions().is_none() {
        return false;
    }
    let mut next = line.clone();
    next.play(m);
    next.occurrences() > 1
}

/// Converts a value of the strategies to a score.
pub(super) fn score(value: i32) -> Score {
    let plies = MATE_VALUE - value.abs();
    match plies {
        // A win in n own moves takes 2n - 1 plies, a loss in n own moves 2n.
        0..=MATE_RANGE if value > 0 => Score::Mate((plies + 1) / 2),
        0..=MATE_RANGE => Score::Mate(-plies / 2),
        // Of a value that stands for a win on points, only the margin is shown.
        _ if value > WON_ON_POINTS => Score::Centipawns(value - WON_ON_POINTS),
        _ if value < -WON_ON_POINTS => Score::Centipawns(value + WON_ON_POINTS),
        _ => Score::Centipawns(value),
    }
}

/// Returns the moves of a line, which begins at the position `from`, in the game's move text.
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
