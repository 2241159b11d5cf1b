//! Limits that end a search: depth, nodes, time and clocks, in one vocabulary for every player.
//!
//! A [`Limits`] is the question: what may be spent on one move. [`Clock`] is one side's clock as it
//! stands when the move is asked for, [`TimeControl`](crate::clock::TimeControl) the rule that it runs by. [`TimeBudget`]
//! divides a clock into what this move should and may take, and [`Budget`] is the running account
//! that a search asks whether it must end. [`Control`] stops a search from another thread. [`LagMeter`] learns how much later than meant
//! moves arrive.

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

/// One side's chess clock as it stands when a move is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of what a player may spend on one move. Several limits may hold at once; the first one reached ends the
/// thinking. None at all means that it ends by itself or when it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clocks by seat, if the game is played on clocks.
    pub clocks: [Option<Clock>; MAX_SEATS],
    /// Exactly this much time for the move.
    pub movetime: Option<Duration>,
    /// Positions to search, over all threads.
    pub nodes: Option<u64>,
    /// Positions over all threads after which no new iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// End when a mate in at most so many moves has been found, for either side.
    pub mate: Option<u32>,
    /// Known delay between sending the move and its arrival; kept back from every time.
    pub lag: Duration,
    /// Mean delay until a move arrives: what moves to come will cost besides their thinking.
    pub usual_lag: Duration,
    /// The player is expected to mate within this many of its own moves. Not a search limit: it
    /// tells when a mating line counts as found.
    pub mate_within: Option<u32>,
    /// The opponent is expected to mate within this many of its moves, and the player to hold out. Not
    /// a search limit.
    pub mated_within: Option<u32>,
    /// Maximum time for which an answer is awaited; later, the player has lost on time.
    pub patience: Option<Duration>,
}

impl Limits {
    /// Only a depth, in plies.
    pub fn to_depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// Only a number of positions.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// The clock of a seat, if it has one.
    pub fn clock(&self, seat: usize) -> Option<Clock> {
        self.clocks.get(seat).copied().flatten()
    }

    /// The time for the mover's next move, if time is limited: the shorter of the move time and the
    /// clock's share. `overhead` is kept back, or the known lag where that is more.
    pub fn time(&self, seat: usize, overhead: Duration) -> Option<TimeBudget> {
        let overhead = overhead.max(self.lag);
        self.time_divided(seat, overhead, &Division::costing(overhead))
    }

    /// The same, with the clock divided so.
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

/// For messages to people: `depth 12, movetime 500 ms`.
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
