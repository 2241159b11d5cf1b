//! Alpha-beta on material: what minimax finds, with fewer nodes.

use super::evaluate::outcome_value;
use super::minimax::deepen;
use super::{Budget, Choice, Evaluate, Failure, Limits, MATE_VALUE, Player};
use crate::games::Line;
use std::sync::atomic::AtomicBool;

/// Fixed-depth alpha-beta with promising moves first and material at its leaves.
#[derive(Debug, Default)]
pub struct AlphaBeta;

/// Depth if neither depth, time nor nodes are limited.
const DEFAULT_DEPTH: u32 = 4;

impl<G: Evaluate> Player<G> for AlphaBeta {
    fn new_game(&mut self, _: &G) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        // The root keeps what its best move so far is worth, so that later moves only have to be
        // proven no better.
        let mut iteration = (0, -MATE_VALUE);
        let us = line.position().turn();
        deepen(
            line,
            limits,
            stop,
            DEFAULT_DEPTH,
            |child, depth, ply, budget, pv| {
                if iteration.0 != depth {
                    iteration = (depth, -MATE_VALUE);
                }
                let same = child.turn() == us;
                let (alpha, beta) = if same {
                    (iteration.1, MATE_VALUE)
                } else {
                    (-MATE_VALUE, -iteration.1)
                };
                let value = alphabeta(child, depth, ply, (alpha, beta), budget, pv);
                iteration.1 = iteration.1.max(if same { value } else { -value });
                value
            },
        )
    }
}

/// The value of `position` to its side to move if it lies within `window`, else a bound.
fn alphabeta<G: Evaluate>(
    position: &G,
    depth: u32,
    ply: u32,
    window: (i32, i32),
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
    let (mut alpha, beta) = window;
    let mut best = -MATE_VALUE;
    let mut below = Vec::new();
    let mut moves = position.moves();
    moves.sort_by_cached_key(|m| std::cmp::Reverse(position.promise(*m)));
    for m in moves {
        let child = position.play(m);
        let value = if child.turn() == us {
            alphabeta(
                &child,
                depth - 1,
                ply + 1,
                (alpha, beta),
                budget,
                &mut below,
            )
        } else {
            -alphabeta(
                &child,
                depth - 1,
                ply + 1,
                (-beta, -alpha),
                budget,
                &mut below,
            )
        };
        if budget.exhausted {
            return 0;
        }
        if value > best {
            best = value;
            pv.clear();
            pv.push(m);
            pv.append(&mut below);
        }
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::Minimax;
    use super::*;
    use crate::games::chess::Position;

    #[test]
    fn alphabeta_and_minimax_agree_on_the_score_and_alphabeta_visits_fewer_nodes() {
        let stop = AtomicBool::new(false);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
            "8/8/8/8/8/5k2/3q4/7K b - - 0 1",
        ] {
            let line = Line::new(Position::from_fen(fen, false).expect(fen));
            for depth in 1..=3 {
                let limits = Limits {
                    depth: Some(depth),
                    ..Limits::default()
                };
                let slow = Minimax
                    .choose(&line, &limits, &stop)
                    .expect("a move")
                    .report;
                let fast = AlphaBeta
                    .choose(&line, &limits, &stop)
                    .expect("a move")
                    .report;
                assert_eq!(slow.score, fast.score, "{fen} depth {depth}");
                assert!(fast.nodes <= slow.nodes, "{fen} depth {depth}");
            }
        }
    }

    #[test]
    fn under_a_move_time_the_search_deepens() {
        let stop = AtomicBool::new(false);
        let time = std::time::Duration::from_millis(250);
        let limits = Limits {
            movetime: Some(time),
            ..Limits::default()
        };
        let line = Line::new(Position::start());
        let choice = AlphaBeta.choose(&line, &limits, &stop).expect("a move");
        assert!(choice.report.depth >= Some(2), "{choice:?}");
        assert!(choice.report.nodes > Some(500));
    }
}
