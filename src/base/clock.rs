//! Chess clocks: the rule agreed on before a game, and one seat's clock during it.
//!
//! This module is arithmetic only and never reads the time: its caller reports how long a turn has taken. A match
//! reads a [`TimeControl`] in the notation of engine testers (seconds); players at a board agree on a [`ClockRule`]
//! in their own notation (minutes).

use crate::lang::Lang;
use crate::say;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Longest time that can be agreed on: ten days.
pub const LONGEST: Duration = Duration::from_secs(864_000);

/// A number of moves per period, the time for them, and an increment for each move. Its text form is the same in
/// `FromStr`, `Display` and serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Moves per period; `None` if the time is for the whole game.
    pub moves: Option<u32>,
    /// Time per period.
    pub time: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Error for a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time control; expected [moves/][minutes:]seconds[+increment], as in 8+0.08"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses the notation of cutechess: `40/60+0.6`, `8+0.08`, `1:30`. Times are in seconds.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, time, increment) = parts(text)?;
            let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
            control(
                moves,
                seconds_of(minutes)? * 60 + seconds_of(seconds)?,
                increment,
            )
        };
        read().ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

/// Splits `40/90+30` into moves per period, time and increment; `None` if the text has no such form.
fn parts(text: &str) -> Option<(Option<u32>, &str, &str)> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Some((moves, time, increment))
}

fn control(moves: Option<u32>, time: Duration, increment: &str) -> Option<TimeControl> {
    (!time.is_zero()).then_some(())?;
    Some(TimeControl {
        moves,
        time,
        increment: seconds_of(increment)?,
    })
}

/// Parses a duration in seconds, a plain decimal number up to ten days; `None` for any other text.
pub fn seconds_of(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|s| plain && *s <= LONGEST.as_secs_f64())?;
    // Whole microseconds, so that no rounding errors of binary fractions appear in a TimeControl tag.
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

/// Clock that the players of a game have agreed on, the same for all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockRule {
    /// No clock.
    #[default]
    Unlimited,
    /// Time for each turn; unused time is lost.
    PerTurn(Duration),
    /// Time for the whole game or for each period of moves, and an increment for each move (Fischer).
    Account(TimeControl),
}

/// Error for a text that is not a clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct ClockError(String);

impl ClockError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "clock-bad", text = self.0)
    }
}

/// Time per turn from which a game counts as one by correspondence.
const CORRESPONDENCE: Duration = Duration::from_secs(43_200);

impl ClockRule {
    /// Returns true for a game by correspondence: one with at least half a day for each turn.
    pub fn is_correspondence(&self) -> bool {
        matches!(self, ClockRule::PerTurn(time) if *time >= CORRESPONDENCE)
    }

    /// The PGN `TimeControl` tag, in seconds: `300+3`, `1/30` for each turn, `-` for no clock.
    pub fn tag(&self) -> String {
        match self {
            ClockRule::Unlimited => "-".to_owned(),
            ClockRule::PerTurn(time) => format!("1/{}", time.as_secs_f64()),
            ClockRule::Account(control) => control.to_string(),
        }
    }
}

impl FromStr for ClockRule {
    type Err = ClockError;

    /// Parses `5+3` (minutes, and seconds for each move), `0:30` (half a minute), `40/90+30` (moves per period),
    /// `30/turn` (seconds) or `none`.
    fn from_str(text: &str) -> Result<ClockRule, ClockError> {
        let read = || {
            if text == "none" {
                return Some(ClockRule::Unlimited);
            }
            let per_turn = ["/turn", "/turno"]
                .iter()
                .find_map(|end| text.strip_suffix(end));
            if let Some(seconds) = per_turn {
                let time = whole_millis(seconds_of(seconds)?)?;
                return (!time.is_zero()).then_some(ClockRule::PerTurn(time));
            }
            let (moves, time, increment) = parts(text)?;
            let time = match time.split_once(':') {
                Some((minutes, seconds)) => {
                    let seconds = seconds_of(seconds).filter(|s| s.as_secs() < 60)?;
                    seconds_of(minutes)?.checked_mul(60)? + seconds
                }
                None => seconds_of(time)?.checked_mul(60)?,
            };
            let account = control(moves, whole_millis(time)?, increment)?;
            whole_millis(account.increment)?;
            Some(ClockRule::Account(account))
        };
        read().ok_or_else(|| ClockError(text.to_owned()))
    }
}

/// Rounds a time to whole milliseconds, so that it is read back as it was written; `None` if it is over ten days.
fn whole_millis(time: Duration) -> Option<Duration> {
    let whole = time.subsec_nanos().is_multiple_of(1_000_000);
    (whole && time <= LONGEST).then_some(time)
}

impl fmt::Display for ClockRule {
    /// Writes the form that `from_str` parses: `5+3`, `0:30`, `40/90+30`, `30/turn`, `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockRule::Unlimited => f.write_str("none"),
            ClockRule::PerTurn(time) => write!(f, "{}/turn", time.as_secs_f64()),
            ClockRule::Account(control) => {
                if let Some(moves) = control.moves {
                    write!(f, "{moves}/")?;
                }
                let minutes = control.time.as_secs() / 60;
                let rest = control.time - Duration::from_secs(60 * minutes);
                write!(f, "{minutes}")?;
                if !rest.is_zero() {
                    let zero = if rest.as_secs() < 10 { "0" } else { "" };
                    write!(f, ":{zero}{}", rest.as_secs_f64())?;
                }
                if !control.increment.is_zero() {
                    write!(f, "+{}", control.increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

/// One seat's clock during a game, as it stood when the seat's turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    rule: ClockRule,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl SeatClock {
    /// Creates the clock of a seat at the start of a game.
    pub fn new(rule: ClockRule) -> SeatClock {
        let (remaining, moves_to_go) = match rule {
            ClockRule::Unlimited => (Duration::ZERO, None),
            ClockRule::PerTurn(time) => (time, None),
            ClockRule::Account(control) => (control.time, control.moves),
        };
        SeatClock {
            rule,
            remaining,
            moves_to_go,
        }
    }

    /// Time left after thinking for `elapsed`; `None` if there is no clock. Zero means that the time is used up.
    pub fn remaining(&self, elapsed: Duration) -> Option<Duration> {
        (self.rule != ClockRule::Unlimited).then(|| self.remaining.saturating_sub(elapsed))
    }

    /// Time added after every move.
    pub fn increment(&self) -> Duration {
        match self.rule {
            ClockRule::Account(control) => control.increment,
            ClockRule::Unlimited | ClockRule::PerTurn(_) => Duration::ZERO,
        }
    }

    /// Moves until the next period, this one included; `None` if the clock has no periods.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Ends a turn that has taken `elapsed`: deducts it, adds the increment, and the time of a new period if one
    /// begins. Time per turn starts anew.
    pub fn punch(&mut self, elapsed: Duration) {
        match self.rule {
            ClockRule::Unlimited => {}
            ClockRule::PerTurn(time) => self.remaining = time,
            ClockRule::Account(control) => {
                self.remaining = self.remaining.saturating_sub(elapsed) + control.increment;
                if let Some(moves) = &mut self.moves_to_go {
                    *moves -= 1;
                    if *moves == 0 {
                        *moves = control.moves.unwrap_or(1);
                        self.remaining += control.time;
                    }
                }
            }
        }
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
    fn clocks_are_read_in_minutes_and_written_as_they_are_read() {
        for (text, moves, time, increment, tag) in [
            ("5+3", None, 300_000, 3000, "300+3"),
            ("10", None, 600_000, 0, "600"),
            ("0:30", None, 30_000, 0, "30"),
            ("2:05.5+0.25", None, 125_500, 250, "125.5+0.25"),
            ("40/90+30", Some(40), 5_400_000, 30_000, "40/5400+30"),
            ("0:00.001", None, 1, 0, "0.001"),
        ] {
            let rule: ClockRule = text.parse().expect(text);
            let expected = TimeControl {
                moves,
                time: ms(time),
                increment: ms(increment),
            };
            assert_eq!(rule, ClockRule::Account(expected), "{text}");
            assert_eq!(
                (rule.to_string().as_str(), rule.tag().as_str()),
                (text, tag)
            );
        }
        for (text, rule, tag) in [
            ("none", ClockRule::Unlimited, "-"),
            ("30/turn", ClockRule::PerTurn(ms(30_000)), "1/30"),
            ("0.5/turn", ClockRule::PerTurn(ms(500)), "1/0.5"),
        ] {
            assert_eq!(text.parse(), Ok(rule));
            assert_eq!(
                (rule.to_string().as_str(), rule.tag().as_str()),
                (text, tag)
            );
        }
        assert_eq!("1.5+1".parse(), "1:30+1".parse::<ClockRule>());
        assert_eq!("30/turno".parse(), "30/turn".parse::<ClockRule>());
        for text in [
            "",
            "x",
            "0",
            "-1",
            "1+",
            "0/5",
            "/5",
            "5+-1",
            "0/turn",
            "turn",
            "1:60",
            "1:2:3",
            "14401",
            "0:00.0001",
            "5+0.0001",
            "864001/turn",
            "99999999999999999999",
        ] {
            let error = text.parse::<ClockRule>().expect_err(text).to_string();
            assert!(
                error.starts_with(&format!("'{text}' is not a clock")),
                "{error}"
            );
        }
    }

    #[test]
    fn an_account_gains_the_increment_and_the_next_period() {
        let mut clock = SeatClock::new(ClockRule::Account("2/1+0.5".parse().expect("seconds")));
        assert_eq!((clock.increment(), clock.moves_to_go()), (ms(500), Some(2)));
        assert_eq!(clock.remaining(ms(400)), Some(ms(600)));
        clock.punch(ms(400));
        assert_eq!(
            (clock.remaining(ms(0)), clock.moves_to_go()),
            (Some(ms(1100)), Some(1))
        );
        clock.punch(ms(100));
        assert_eq!(
            (clock.remaining(ms(0)), clock.moves_to_go()),
            (Some(ms(2500)), Some(2))
        );
        assert_eq!(clock.remaining(ms(2600)), Some(ms(0)));
    }

    #[test]
    fn a_turn_of_its_own_begins_full_and_no_clock_has_nothing() {
        let mut clock = SeatClock::new(ClockRule::PerTurn(ms(30_000)));
        clock.punch(ms(29_000));
        assert_eq!(clock.remaining(ms(10_000)), Some(ms(20_000)));
        assert_eq!(clock.moves_to_go(), None);
        let mut clock = SeatClock::new(ClockRule::Unlimited);
        clock.punch(ms(1));
        assert_eq!(clock.remaining(ms(0)), None);
    }
}
