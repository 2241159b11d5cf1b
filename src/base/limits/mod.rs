//! Limits that end a search: depth, nodes, time and clocks, the same for every player.
//!
//! A [`Limits`] states what may be spent on one move. [`Clock`] is one side's clock when the move is requested,
//! [`TimeControl`](crate::clock::TimeControl) the rule of that clock. [`TimeBudget`] is the share of the clock for
//! this move, and [`Budget`] counts what a search has spent and tells it when to end. [`Control`] stops a search from
//! another thread. [`LagMeter`] measures the delay with which moves arrive.

mod budget;
mod control;
mod lag;
mod pause;

pub use budget::{Allowance, Budget, Division, TimeBudget};
pub use control::Control;
pub use lag::LagMeter;
pub use pause::with_pauses;

use crate::MAX_SEATS;
use std::time::Duration;

/// One side's chess clock when a move is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of what a player may spend on one move; `None` for a limit that does not apply. With several limits the first
/// one reached ends the search. Without any, the search ends by itself or when it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Clocks of the seats; `None` for a seat without a clock.
    pub clocks: [Option<Clock>; MAX_SEATS],
    /// Fixed time for the move.
    pub movetime: Option<Duration>,
    /// Maximum number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// Number of nodes, over all threads, after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Maximum depth, in plies.
    pub depth: Option<u32>,
    /// Number of moves: the search ends when it has found a mate within it, for either side.
    pub mate: Option<u32>,
    /// Known delay between sending the move and its arrival, deducted from every time limit.
    pub lag: Duration,
    /// Mean delay until a move arrives, charged for every move to come.
    pub usual_lag: Duration,
    /// Number of moves within which the player is expected to mate; `None` if no mate is expected. Not a search limit:
    /// it tells when a mating line counts as found.
    pub mate_within: Option<u32>,
    /// Number of moves within which the opponent is expected to mate; `None` if no mate is expected. The player should
    /// resist as long as possible. Not a search limit.
    pub mated_within: Option<u32>,
    /// Maximum time to wait for the player's answer; after it, the player loses on time. `None` to wait forever.
    pub patience: Option<Duration>,
}

impl Limits {
    /// Creates limits with a depth, in plies, and nothing else.
    pub fn to_depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// Creates limits with a number of nodes and nothing else.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Returns the clock of a seat; `None` if it has none.
    pub fn clock(&self, seat: usize) -> Option<Clock> {
        self.clocks.get(seat).copied().flatten()
    }

    /// Returns the time for the next move of a seat: the shorter of the fixed time and the clock's share; `None` if
    /// time is not limited. `overhead`, or the known lag if that is more, is deducted.
    pub fn time(&self, seat: usize, overhead: Duration) -> Option<TimeBudget> {
        let overhead = overhead.max(self.lag);
        self.time_divided(seat, overhead, &Division::costing(overhead))
    }

    /// Returns the same as [`time`](Limits::time), but divides the clock by the given parameters; `None` if time is not
    /// limited.
    pub fn time_divided(
        &self,
        seat: usize,
        overhead: Duration,
        division: &Division,
    ) -> Option<TimeBudget> {
        let overhead = overhead.max(self.lag);
        let fixed = self
            .movetime
            .map(|time| TimeBudget::from_move_time(time, overhead));
        let clock = self
            .clock(seat)
            .map(|clock| TimeBudget::divided(clock, overhead, division));
        match (fixed, clock) {
            (Some(a), Some(b)) => Some(if a.hard < b.hard { a } else { b }),
            (a, b) => a.or(b),
        }
    }
}

/// Writes the limits for messages: `depth 12, 500 ms a move`.
impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        let plies = self.depth.map(|plies| format!("depth {plies}"));
        parts.extend(plies);
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        let soft = self.soft_nodes.map(|nodes| format!("about {nodes} nodes"));
        parts.extend(soft);
        let ms = |time: Duration| format!("{} ms", time.as_millis());
        parts.extend(self.movetime.map(|time| format!("{} a move", ms(time))));
        for (seat, clock) in self.clocks.iter().enumerate() {
            let Some(clock) = clock else { continue };
            let mut text = format!("clock {} {}", seat + 1, ms(clock.remaining));
            if !clock.increment.is_zero() {
                text += &format!(" + {} a move", ms(clock.increment));
            }
            if let Some(moves) = clock.moves_to_go {
                text += &format!(" for {}", crate::lang::counted(moves, "move", "moves"));
            }
            parts.push(text);
        }
        parts.extend(self.mate.map(|moves| format!("mate in {moves}")));
        if parts.is_empty() {
            f.write_str("no limits")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_move_time_and_clock_counts_and_lag_beyond_the_overhead_is_kept_back() {
        let ms = Duration::from_millis;
        let mut limits = Limits {
            movetime: Some(ms(100)),
            ..Limits::default()
        };
        let hard = |limits: &Limits| limits.time(1, ms(10)).map(|time| time.hard);
        assert_eq!(hard(&limits), Some(ms(90)));
        limits.lag = ms(40);
        assert_eq!(hard(&limits), Some(ms(60)));
        limits.clocks[1] = Some(Clock {
            remaining: ms(100),
            ..Clock::default()
        });
        assert!(hard(&limits) < Some(ms(60)));
        assert_eq!(Limits::default().time(0, ms(10)), None);
    }

    #[test]
    fn limits_are_told_in_words() {
        assert_eq!(Limits::default().to_string(), "no limits");
        let mut limits = Limits::to_depth(12);
        limits.clocks[1] = Some(Clock {
            remaining: Duration::from_millis(900),
            increment: Duration::from_millis(10),
            moves_to_go: Some(4),
        });
        assert_eq!(
            limits.to_string(),
            "depth 12, clock 2 900 ms + 10 ms a move for 4 moves"
        );
    }
}
