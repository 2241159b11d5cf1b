//! Time controls and the clock that runs during a game.

use base::clock::{ClockRule, SeatClock};
use base::limits::{Clock, Limits};
use games::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::time::Duration;

pub use base::clock::{TimeControl, TimeControlError, seconds_of};

/// Limits of a player's thinking, the same for every move of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pace {
    /// Time control; `None` if no clock runs.
    pub tc: Option<TimeControl>,
    /// Time for each move; `None` if it has no limit of its own.
    pub movetime: Option<Duration>,
    /// Maximum number of nodes searched for each move; `None` for any number.
    pub nodes: Option<u64>,
    /// Maximum depth of the search for each move, in plies; `None` for any depth.
    pub depth: Option<u32>,
    /// Amount by which a player may exceed its time without losing, to allow for delays of the operating system.
    pub margin: Duration,
    /// Time after which a player that does not answer is given up, if there is neither a clock nor a move time.
    pub stall: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            tc: None,
            movetime: None,
            nodes: None,
            depth: None,
            margin: Duration::from_millis(10),
            stall: Duration::from_secs(120),
        }
    }
}

impl Pace {
    /// Returns true if a clock, a move time, a node count or a depth ends a search.
    pub fn is_limited(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Returns the value of the PGN tag `TimeControl`: `8+0.08`, `1/0.1` for a move time, or `-` if there is neither.
    pub fn tag(&self) -> String {
        match (self.tc, self.movetime) {
            (Some(tc), _) => tc.to_string(),
            (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
            (None, None) => "-".to_owned(),
        }
    }
}

/// One player's pace and clock during a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    pace: Pace,
    clock: SeatClock,
}

impl PlayerClock {
    /// Creates the clock as it stands at the start of a game.
    pub fn new(pace: Pace) -> PlayerClock {
        let rule = pace.tc.map_or(ClockRule::Unlimited, ClockRule::Account);
        PlayerClock {
            pace,
            clock: SeatClock::new(rule),
        }
    }

    fn clock(&self) -> Option<Clock> {
        Some(Clock {
            remaining: self.clock.remaining(Duration::ZERO)?,
            increment: self.clock.increment(),
            moves_to_go: self.clock.moves_to_go(),
        })
    }

    /// Returns the time within which the next move must come, margin included; `None` if there is no limit.
    fn allowance(&self) -> Option<Duration> {
        let clock = self.clock.remaining(Duration::ZERO);
        let time = match (clock, self.pace.movetime) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        time.map(|time| time + self.pace.margin)
    }

    /// Takes the time `elapsed` of a move off the clock. Returns true if the move came in time, and false if it took
    /// longer than the time left plus the margin.
    #[must_use]
    pub fn punch(&mut self, elapsed: Duration) -> bool {
        let allowance = self.allowance();
        self.clock.punch(elapsed);
        allowance.is_none_or(|allowance| elapsed <= allowance)
    }
}

/// Returns the limits of the next move of the player in `seat`.
pub fn limits(clocks: &[PlayerClock], seat: usize) -> Limits {
    let own = &clocks[seat];
    let mut by_seat = [None; MAX_SEATS];
    if own.clock().is_some() {
        for (clock, player) in by_seat.iter_mut().zip(clocks) {
            *clock = player.clock();
        }
    }
    Limits {
        clocks: by_seat,
        movetime: own.pace.movetime,
        nodes: own.pace.nodes,
        depth: own.pace.depth,
        patience: Some(own.allowance().unwrap_or(own.pace.stall)),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_clock_adds_the_increment_and_the_next_period() {
        let pace = Pace {
            tc: Some("2/1+0.5".parse().expect("a time control")),
            margin: ms(10),
            ..Pace::default()
        };
        let mut clock = PlayerClock::new(pace);
        let left = |clock: &PlayerClock| clock.clock().expect("a clock").remaining;
        assert!(clock.punch(ms(400)));
        assert_eq!(left(&clock), ms(1100));
        assert!(clock.punch(ms(100)));
        assert_eq!(left(&clock), ms(2500));
        assert!(clock.punch(ms(2510)), "within the margin");
        assert_eq!(left(&clock), ms(500));
        assert!(!clock.punch(ms(511)), "beyond the margin");
    }

    #[test]
    fn a_move_time_is_an_allowance_of_its_own() {
        let pace = Pace {
            movetime: Some(ms(100)),
            margin: ms(5),
            ..Pace::default()
        };
        let mut clock = PlayerClock::new(pace);
        assert!(clock.punch(ms(105)));
        assert!(!clock.punch(ms(106)));
        assert_eq!(limits(&[clock; 2], 0).patience, Some(ms(105)));
        assert_eq!(pace.tag(), "1/0.1");
    }
}
