//! Plain minimax: every move, every answer, to a fixed depth. Slow and simple enough to be obviously correct, it is the
//! reference for the tests of [`AlphaBeta`](super::AlphaBeta).
//!
//! Values are those for the *owner*, the side to move at the root. Its side takes the best value, and every other side
//! the worst: with more than two players this is the *paranoid* assumption that all others play together against the
//! owner.

use super::deepen::{Frame, INFINITE, Tally, deepen};
use super::evaluate::outcome_value;
use super::{Choice, Evaluate, Failure, Player, Request};

/// Player that searches the whole tree to a fixed depth and evaluates its leaves by material or points.
#[derive(Debug, Default)]
pub struct Minimax;

/// Depth in plies if neither depth, time nor nodes are limited.
const DEFAULT_DEPTH: u32 = 2;

impl<G: Evaluate> Player<G> for Minimax {
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let owner = request.game.position().turn();
        let below_root = |child: &G, frame: Frame, tally: &mut Tally, pv: &mut Vec<G::Move>| {
            minimax(child, owner, frame.depth, frame.ply, tally, pv)
        };
        deepen(request, DEFAULT_DEPTH, below_root)
    }
}

/// Returns the value of `position` for `owner`, and writes the line that leads to it into `pv`.
pub(super) fn minimax<G: Evaluate>(
    position: &G,
    owner: usize,
    depth: u32,
    ply: u32,
    tally: &mut Tally,
    pv: &mut Vec<G::Move>,
) -> i32 {
    pv.clear();
    if tally.spend() {
        return 0;
    }
    if let Some(outcome) = position.outcome() {
        return outcome_value(position, outcome, owner, ply);
    }
    if depth == 0 {
        tally.horizon = true;
        return position.evaluate_for(owner);
    }
    let maximizes = position.allied(position.turn(), owner);
    let mut best = if maximizes { -INFINITE } else { INFINITE };
    let mut below = Vec::new();
    for m in position.legal_moves() {
        let child = position.play(m);
        let value = minimax(&child, owner, depth - 1, ply + 1, tally, &mut below);
        if tally.exhausted {
            return 0;
        }
        if (maximizes && value > best) || (!maximizes && value < best) {
            best = value;
            pv.clear();
            pv.push(m);
            pv.append(&mut below);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Score};
    use super::*;
    use games::Line;
    use games::chess::Position;
    use std::sync::atomic::AtomicBool;

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
