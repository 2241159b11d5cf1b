//! The signature of the search: nodes over a fixed set of positions at a fixed depth.
//!
//! One thread, an empty table for each position, no clock: the same nodes on every run, machine
//! and build. A commit that does not mean to change playing leaves this number as it was.

use super::{Control, Limits, Searcher};
use crate::games::Line;
use crate::games::chess::Position;
use crate::memory::OutOfMemory;
use std::time::{Duration, Instant};

/// The depth when nobody says otherwise.
pub const DEFAULT_DEPTH: usize = 13;

/// Openings, middlegames, endgames, checks, promotions, zugzwang, and a mate.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Nodes over all positions.
    pub nodes: u64,
    /// Time for all of them.
    pub time: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position to a depth, calling `each` with its number, text and nodes. `control` may
/// end it early; the total is then worth nothing.
///
/// # Errors
/// [`OutOfMemory`] if there is no room for a table of 16 MB.
pub fn bench(
    depth: usize,
    control: &Control,
    mut each: impl FnMut(usize, &str, u64),
) -> Result<Bench, OutOfMemory> {
    let mut searcher = Searcher::new(super::DEFAULT_HASH_MB)?;
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
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
            bench(6, &Control::new(false), |_, _, nodes| assert!(nodes > 0))
                .expect("16 MB")
                .nodes
        };
        assert_eq!(run(), run());
    }
}
