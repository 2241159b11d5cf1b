//! Time controls and the clock that runs during a game.

use crate::games::MAX_SEATS;
use crate::limits::{Clock, Limits};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// So many moves in so much time, and an increment for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Moves per period; `None` if the time is for the whole game.
    pub moves: Option<u32>,
    /// Time per period.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time control; expected [moves/][minutes:]seconds[+increment], as in 8+0.08"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads cutechess's form: `40/60+0.6`, `8+0.08`, `1:30`. Times are in seconds.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        parse(text).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
    let time = seconds_of(minutes)? * 60 + seconds_of(seconds)?;
    (time > Duration::ZERO).then_some(())?;
    Some(TimeControl {
        moves,
        time,
        increment: seconds_of(increment)?,
    })
}

/// Seconds up to ten days, written as a plain decimal number.
pub fn seconds_of(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|s| plain && *s <= 864_000.0)?;
    // Whole microseconds: binary fractions of a second have no business in a TimeControl tag.
    Some(Duration::from_micros((seconds * 1e6).round() as u64))
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Everything that limits a player's thinking, for the whole match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pace {
    /// The clock, if there is one.
    pub tc: Option<TimeControl>,
    /// Exactly this much time for each move.
    pub movetime: Option<Duration>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// How far the time may be overstepped: the noise of the system, not of the engine.
    pub margin: Duration,
    /// Without a clock or move time, an answer is waited for this long.
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
    /// Whether anything ends a search.
    pub fn is_limited(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// The PGN `TimeControl` tag: `8+0.08`, or `-` where no clock runs.
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
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// The clock at the start of a game.
    pub fn new(pace: Pace) -> PlayerClock {
        PlayerClock {
            pace,
            remaining: pace.tc.map_or(Duration::ZERO, |tc| tc.time),
            moves_to_go: pace.tc.and_then(|tc| tc.moves),
        }
    }

    fn clock(&self) -> Option<Clock> {
        self.pace.tc.map(|tc| Clock {
            remaining: self.remaining,
            increment: tc.increment,
            moves_to_go: self.moves_to_go,
        })
    }

    /// The time within which the next move has to come, margin included.
    fn allowance(&self) -> Option<Duration> {
        let clock = self.pace.tc.map(|_| self.remaining);
        let time = match (clock, self.pace.movetime) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        time.map(|time| time + self.pace.margin)
    }

    /// Takes `elapsed` off the clock. False if that was more than there was.
    #[must_use]
    pub fn punch(&mut self, elapsed: Duration) -> bool {
        if self
            .allowance()
            .is_some_and(|allowance| elapsed > allowance)
        {
            self.remaining = Duration::ZERO;
            return false;
        }
        let Some(tc) = self.pace.tc else { return true };
        self.remaining = self.remaining.saturating_sub(elapsed) + tc.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                *moves = tc.moves.unwrap_or(1);
                self.remaining += tc.time;
            }
        }
        true
    }
}

/// What the player in `seat` may spend on its next move.
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
    fn time_controls_are_read_and_written() {
        for (text, moves, time, increment, written) in [
            ("8+0.08", None, 8000, 80, "8+0.08"),
            ("40/60+0.6", Some(40), 60_000, 600, "40/60+0.6"),
            ("1:30", None, 90_000, 0, "90"),
            ("0.1", None, 100, 0, "0.1"),
            ("40/1:00", Some(40), 60_000, 0, "40/60"),
        ] {
            let tc: TimeControl = text.parse().expect(text);
            let expected = TimeControl {
                moves,
                time: ms(time),
                increment: ms(increment),
            };
            assert_eq!(tc, expected, "{text}");
            assert_eq!(tc.to_string(), written);
        }
        for text in [
            "", "x", "0", "-1", "1+", "0/5", "/5", "5+-1", "1e3", "inf", "nan", "1:2:3",
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn the_clock_adds_the_increment_and_the_next_period() {
        let pace = Pace {
            tc: Some("2/1+0.5".parse().expect("a time control")),
            margin: ms(10),
            ..Pace::default()
        };
        let mut clock = PlayerClock::new(pace);
        assert!(clock.punch(ms(400)));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(1100), Some(1)));
        assert!(clock.punch(ms(100)));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(2500), Some(2)));
        assert!(clock.punch(ms(2510)), "within the margin");
        assert_eq!(clock.remaining, ms(500));
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
