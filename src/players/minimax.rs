//! Plain minimax: every move, every answer, to a fixed depth. Slow and obviously right, so it is
//! the yardstick that [`AlphaBeta`](super::AlphaBeta) must agree with.

use super::evaluate::outcome_value;
use super::{Budget, Choice, Evaluate, Failure, Limits, MATE_VALUE, Player, Report, Score};
use crate::games::Line;
use std::sync::atomic::AtomicBool;

/// The whole tree to a fixed depth, material at its leaves.
#[derive(Debug, Default)]
pub struct Minimax;

/// Depth if neither depth, time nor nodes are limited.
const DEFAULT_DEPTH: u32 = 2;

impl<G: Evaluate> Player<G> for Minimax {
    fn new_game(&mut self, _: &G) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        deepen(
            line,
            limits,
            stop,
            DEFAULT_DEPTH,
            |position, depth, ply, budget, pv| minimax(position, depth, ply, budget, pv),
        )
    }
}

/// The value of `position` to its side to move; `pv` receives the line behind it.
fn minimax<G: Evaluate>(
    position: &G,
    depth: u32,
    ply: u32,
    budget: &mut Budget,
    pv: &mut Vec<G::Move>,
) -> i32 {
    pv.clear();
    let us = position.turn();
    if budget.spend() {
        return 0;
    }
    if let Some(outcome) = position.outcome() {
        return outcome_value(outcome, us, ply);
    }
    if depth == 0 {
        return position.evaluate();
    }
    let mut best = -MATE_VALUE;
    let mut below = Vec::new();
    for m in position.moves() {
        let child = position.play(m);
        let value = minimax(&child, depth - 1, ply + 1, budget, &mut below);
        let value = if child.turn() == us { value } else { -value };
        if budget.exhausted {
            return 0;
        }
        if value > best {
            best = value;
            pv.clear();
            pv.push(m);
            pv.append(&mut below);
        }
    }
    best
}

/// A value of the strategies as a score.
pub(super) fn score(value: i32) -> Score {
    let plies = MATE_VALUE - value.abs();
    match plies {
        // A win in n own moves takes 2n - 1 plies, a loss in n own moves 2n.
        0..=10_000 if value > 0 => Score::Mate((plies + 1) / 2),
        0..=10_000 => Score::Mate(-plies / 2),
        _ => Score::Centipawns(value),
    }
}

/// Iterative deepening over a root search, shared by the two fixed-depth strategies.
///
/// With only a depth limit (or none) the search goes straight to that depth; under a time or node
/// limit it deepens and keeps the last completed iteration. `search` has the arguments of
/// [`minimax`].
pub(super) fn deepen<G: Evaluate>(
    line: &Line<G>,
    limits: &Limits,
    stop: &AtomicBool,
    default_depth: u32,
    mut search: impl FnMut(&G, u32, u32, &mut Budget, &mut Vec<G::Move>) -> i32,
) -> Result<Choice<G::Move>, Failure> {
    let us = line.position().turn();
    let mut budget = Budget::new(limits, us, stop);
    let (first, last) = match limits.depth {
        Some(depth) if budget.is_bounded() => (1, depth.max(1)),
        Some(depth) => (depth.max(1), depth.max(1)),
        None if budget.is_bounded() => (1, 64),
        None => (default_depth, default_depth),
    };
    let mut order = line.position().moves();
    order.sort_by_key(|m| std::cmp::Reverse(line.position().promise(*m)));
    let Some(&fallback) = order.first() else {
        return Err(Failure::IllegalMove("(none)".to_owned()));
    };
    let mut chosen = fallback;
    let mut report = Report::default();
    for depth in first..=last {
        let root = search_root(line, &order, depth, &mut budget, &mut search);
        if budget.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let Some((value, pv)) = root else { break };
        chosen = pv.first().copied().unwrap_or(fallback);
        // The best move of one iteration is searched first in the next.
        if let Some(index) = order.iter().position(|m| *m == chosen) {
            order[..=index].rotate_right(1);
        }
        let score = score(value);
        let soon = |n: &u32| matches!(score, Score::Mate(m) if m > 0 && m as u32 <= *n);
        if report.mate_found.is_none() && limits.mate_within.as_ref().is_some_and(soon) {
            report.mate_found = Some((budget.elapsed(), budget.nodes));
        }
        report.score = Some(score);
        report.depth = Some(depth);
        report.pv = texts(line.position(), &pv);
        // A forced end within the horizon cannot be improved by looking further.
        let certain = value.abs() >= MATE_VALUE - depth as i32;
        if budget.exhausted || (certain && budget.is_bounded()) {
            break;
        }
    }
    report.nodes = Some(budget.nodes);
    Ok(Choice {
        chosen,
        elapsed: budget.elapsed(),
        report,
    })
}

/// The best of `order` and its line, or `None` if the budget ran out first. A move that repeats a
/// position of the game is worth a draw, so that a won game makes progress.
fn search_root<G: Evaluate>(
    line: &Line<G>,
    order: &[G::Move],
    depth: u32,
    budget: &mut Budget,
    search: &mut impl FnMut(&G, u32, u32, &mut Budget, &mut Vec<G::Move>) -> i32,
) -> Option<(i32, Vec<G::Move>)> {
    let us = line.position().turn();
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    let mut pv = Vec::new();
    for &m in order {
        let mut next = line.clone();
        next.play(m);
        let child = next.position();
        pv.clear();
        let value = if G::REPETITIONS.is_some() && next.occurrences() > 1 {
            0
        } else {
            let value = search(child, depth - 1, 1, budget, &mut pv);
            if child.turn() == us { value } else { -value }
        };
        if budget.exhausted {
            return None;
        }
        if best.as_ref().is_none_or(|(b, _)| value > *b) {
            pv.insert(0, m);
            best = Some((value, pv.clone()));
        }
    }
    best
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
    use crate::games::chess::Position;

    #[test]
    fn values_become_scores_in_own_moves() {
        assert_eq!(score(35), Score::Centipawns(35));
        assert_eq!(score(MATE_VALUE - 1), Score::Mate(1));
        assert_eq!(score(MATE_VALUE - 3), Score::Mate(2));
        assert_eq!(score(-MATE_VALUE + 2), Score::Mate(-1));
        assert_eq!(score(-MATE_VALUE + 4), Score::Mate(-2));
    }

    #[test]
    fn a_mate_in_two_is_found_and_counted() {
        let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        let line = Line::new(Position::from_fen(fen, false).expect("legal"));
        let limits = Limits {
            depth: Some(3),
            mate_within: Some(2),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let choice = Minimax.choose(&line, &limits, &stop).expect("a move");
        assert_eq!(choice.report.score, Some(Score::Mate(2)));
        assert_eq!(line.position().move_text(choice.chosen), "a1a6");
        assert!(choice.report.mate_found.is_some());
        assert_eq!(choice.report.pv.len(), 3);
    }

    #[test]
    fn a_stop_interrupts_the_search() {
        let stop = AtomicBool::new(true);
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let line = Line::new(Position::start());
        let answer = Minimax.choose(&line, &limits, &stop);
        assert_eq!(answer.err(), Some(Failure::Interrupted));
    }
}
