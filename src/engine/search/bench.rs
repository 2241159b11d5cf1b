//! The signature of the search: the number of nodes searched over a fixed set of positions at a fixed depth.
//!
//! With one thread, an empty table for each position and no clock, the number is the same on every run, machine and
//! build. A commit that is not meant to change the engine's play leaves it unchanged.

use super::{Control, Searcher};
use crate::eval::EvalKind;
use base::limits::Limits;
use base::memory::OutOfMemory;
use base::time::Instant;
use games::Line;
use games::chess::Position;
use std::time::Duration;

/// Default depth, in plies.
pub const DEFAULT_DEPTH: usize = 12;

/// Eight classics (perft positions, zugzwang, a mate, a locked pawn ending), then openings,
/// middlegames and endgames from the engine's own games.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "r2qkb1r/1b1npp1p/5np1/ppPp4/3P1P2/4PN2/PP2B1PP/R1BQ1RK1 w kq - 0 11",
    "r1bqk1nr/ppp1p1bp/2n2Pp1/3p4/3P4/BP1Q1N2/P1P2PPP/RN2KB1R b KQ - 0 8",
    "r2qkbnr/p2npp2/2ppb2p/1p4p1/3P2PP/P1P1P3/1P1NNPB1/R1BQK2R b KQkq - 1 10",
    "r1bqkbnr/pp2ppp1/2n4p/8/3p4/1PNPP2N/1BP2PPP/R2QKB1R w KQkq - 0 8",
    "r1bqk2r/1pp2ppp/p1nbp3/3pN1n1/3P1B1P/P1P5/1P1NPP2/R2QKB1R b KQkq - 0 11",
    "rn1qk2r/pb2ppb1/1p1p1np1/2p4p/P2P3P/1PN1PN2/1BP1BPP1/R2Q1RK1 b q - 0 11",
    "rnbqkbn1/3p1ppr/p3p2p/1pp5/3PP3/2P2PP1/PP5P/RNBQKBNR w KQq - 0 8",
    "rnkq1bnr/ppp2p1p/3p4/4p3/3PPp2/7P/PPP1B2P/RNBQ1RK1 w - - 1 8",
    "r4rk1/1p3p2/4p1p1/8/P3B1P1/1P3Pp1/4P3/5RK1 b - - 0 30",
    "5rk1/1bp1qp2/3b2p1/1P2p2p/1PB5/2P1PN1P/1Q3PP1/4K2R b K - 0 20",
    "2b1r2k/3n2pp/pp1pr3/3N2q1/2P1P3/1P1B1Q1P/P5P1/4RRK1 b - - 2 22",
    "r2q4/1bp1p1k1/pp1nQ3/3pN3/3P2P1/2P1P3/PP6/1R2KB2 w - - 0 26",
    "4n2q/2k1n1b1/p1pP4/8/1P2P1bp/2NQP3/3B1PB1/4K3 b - - 0 26",
    "r1q2rk1/3pn2p/b2b1pp1/p1p1p3/n2PP3/2P1QN1P/P3BPP1/BR3RK1 w - - 0 20",
    "2r3k1/p2p1r1p/BppP2p1/6P1/P6q/1Qb1B3/4PP2/1R3KN1 b - - 0 26",
    "2r1r1k1/4q1p1/p2b1pPp/np1p3P/3PP2R/n4N2/3NQP2/R1B1K3 w Q - 0 31",
    "1r1qkb1r/2nbpp2/8/2Pp1P1P/R2N1Bn1/3P4/1p1N2BP/3QK2R b Kk - 2 23",
    "6k1/4pp2/p5p1/8/1P3r2/P1p4P/3n1PP1/R3R1K1 w - - 0 31",
    "3n3r/1n2k1pp/8/bN3p2/P1BPpP2/4P1P1/1P5P/2RK3R w - - 3 30",
    "3rkbr1/1bq1pp2/pp1p1n2/4nP2/2PPNB1p/2NQ4/P3B1PP/R4RK1 w - - 2 20",
    "8/8/8/6K1/5Q2/8/6q1/6k1 w - - 20 66",
    "8/8/2n2k2/p1P5/P3p3/P5R1/7r/5KR1 b - - 1 59",
    "8/7k/4b1r1/1N2P3/4K3/7p/3R4/8 b - - 1 51",
    "8/7k/1R5P/1P6/5P2/7K/8/6r1 w - - 1 55",
    "8/1k6/2p2pp1/7p/p7/2p3PP/Pr4K1/5R2 w - - 4 50",
    "8/6b1/RP3k1p/5p1P/6b1/5p2/1P3K2/3r3R b - - 2 37",
    "6n1/8/8/5k2/2NP2pp/8/6K1/8 b - - 0 58",
    "3n4/8/N1k5/1pppp3/8/2PBP1P1/1B3PK1/8 w - - 1 45",
    "8/5pk1/2p2p1p/7P/p7/8/1P1KN3/8 w - - 2 44",
    "7r/k1p5/p2r1p2/5P1p/2B1P3/5KP1/7P/R7 b - - 0 45",
    "8/8/5k2/4R3/2Kp4/r2N1PB1/8/8 b - - 2 50",
    "8/2p2p2/2P2k1p/3K2p1/4B1P1/2b4P/8/8 b - - 12 47",
];

/// Totals of a search of the benchmark's fixed set of positions, by which versions and machines are compared.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Nodes over all positions.
    pub nodes: u64,
    /// Time for all positions.
    pub time: Duration,
}

impl Bench {
    /// Returns the nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position to a depth with an evaluation, calling `each` with its number, its FEN and its nodes.
/// `control` may end it early; the total is then meaningless.
///
/// # Errors
/// [`OutOfMemory`] if there is no memory for a table of 16 MiB.
pub fn bench(
    depth: usize,
    eval: EvalKind,
    control: &Control,
    mut each: impl FnMut(usize, &str, u64),
) -> Result<Bench, OutOfMemory> {
    let mut searcher = Searcher::new(super::DEFAULT_HASH_MB)?;
    searcher.settings.eval = eval;
    let limits = Limits::to_depth(u32::try_from(depth).unwrap_or(u32::MAX));
    let mut total = Bench {
        nodes: 0,
        time: Duration::ZERO,
    };
    for (index, fen) in POSITIONS.iter().enumerate() {
        let position = Position::from_fen(fen, false)
            .unwrap_or_else(|error| unreachable!("bench position {index}: {error}"));
        if control.stopped() {
            break;
        }
        searcher.new_game();
        let started = Instant::now();
        let decision = searcher.go(&Line::new(position), &limits, control, &|_| {});
        total.time += started.elapsed();
        total.nodes += decision.nodes;
        each(index + 1, fen, decision.nodes);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_benches_visit_the_same_nodes_and_every_position_is_legal() {
        let run = || {
            bench(
                6,
                EvalKind::default(),
                &Control::new(false),
                |_, _, nodes| assert!(nodes > 0),
            )
            .expect("16 MB")
            .nodes
        };
        assert_eq!(run(), run());
    }
}
