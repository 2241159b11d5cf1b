//! Delay with which moves arrive: measured from the clocks that the other side reports, and from answers that took
//! longer than they were allotted.
//!
//! A runner's clock also counts what lies between it and us: pipes, a busy machine, a network. If
//! that is more than the overhead that is kept back, a player that trusts it loses on time. Two
//! successive clocks of one game and the time thought in between tell the truth; where the move's
//! time is fixed, an answer that came late does.

use super::{Clock, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The estimate never exceeds this, whatever a strange clock suggests, in milliseconds.
const LONGEST: f64 = 1000.0;

/// Measures the delay of our moves.
#[derive(Debug, Default)]
pub struct LagMeter {
    last: Option<Turn>,
    /// In milliseconds, as the bits of a number; shared by the meters of one machine.
    estimate: Arc<AtomicU64>,
    /// The mean of the last ones by the clocks, likewise.
    usual: Arc<AtomicU64>,
}

/// Clock before a move, and the time that the move took by our own measurement.
#[derive(Clone, Copy, Debug)]
struct Turn {
    clock: Clock,
    plies: usize,
    thought: Duration,
}

impl LagMeter {
    /// A meter for another game on the same machine: what one learns, both know.
    #[must_use]
    pub fn sibling(&self) -> LagMeter {
        LagMeter {
            last: None,
            estimate: Arc::clone(&self.estimate),
            usual: Arc::clone(&self.usual),
        }
    }

    /// Takes note of the clock before a move; `plies` have been played in the game of so many
    /// players.
    pub fn observe(&mut self, clock: Clock, plies: usize, players: usize) {
        let Some(last) = self.last.take() else { return };
        // Only the very next move of the same game and time control compares.
        let next = plies == last.plies + players && clock.increment == last.clock.increment;
        let gained = match (last.clock.moves_to_go, clock.moves_to_go) {
            (Some(before), Some(now)) => now > before || before == 1,
            (before, now) => before != now,
        };
        if !next || gained {
            return;
        }
        let before = last.clock.remaining + last.clock.increment;
        let charged = before.saturating_sub(clock.remaining);
        // Clocks are rounded and runners hiccup: no single clock is believed at its word.
        let lag = charged.saturating_sub(last.thought);
        learn(&self.estimate, lag, 0.5, 0.1);
        learn(&self.usual, lag, 0.1, 0.1);
    }

    /// Takes note of how long a move took.
    pub fn answered(&mut self, clock: Clock, plies: usize, thought: Duration) {
        self.last = Some(Turn {
            clock,
            plies,
            thought,
        });
    }

    /// Takes note of a move that was allotted a time and took another.
    pub fn took(&mut self, allotted: Duration, taken: Duration) {
        // A fixed time is lost by a single late answer, so the worst of late is what counts.
        learn(&self.estimate, taken.saturating_sub(allotted), 1.0, 0.03);
    }

    /// The same limits with the delay to expect, of which a fixed time leaves at least half, and the usual one: what is kept
    /// back is for the worst that may come, but moves to come are charged with no more than they will cost.
    pub fn allow_for(&self, limits: &Limits) -> Limits {
        let most = limits.movetime.map_or(Duration::MAX, |time| time / 2);
        Limits {
            lag: limits.lag.max(self.expected().min(most)),
            usual_lag: limits.usual_lag.max(self.usual()),
            ..*limits
        }
    }

    /// The delay to expect, in whole milliseconds, a little on the safe side.
    pub fn expected(&self) -> Duration {
        Duration::from_millis((1.3 * milliseconds(&self.estimate)).round() as u64)
    }

    /// The mean delay of the last moves by the clock, in whole milliseconds.
    pub fn usual(&self) -> Duration {
        Duration::from_millis(milliseconds(&self.usual).round() as u64)
    }
}

fn milliseconds(estimate: &AtomicU64) -> f64 {
    f64::from_bits(estimate.load(Relaxed))
}

/// Believes bad news by the share `up` and good news by `down`.
fn learn(estimate: &AtomicU64, lag: Duration, up: f64, down: f64) {
    let lag = (lag.as_secs_f64() * 1000.0).min(LONGEST);
    let known = milliseconds(estimate);
    let weight = if lag > known { up } else { down };
    let known = known + weight * (lag - known);
    estimate.store(known.to_bits(), Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(time: u64) -> Clock {
        Clock {
            remaining: ms(time),
            increment: ms(10),
            moves_to_go: None,
        }
    }

    #[test]
    fn a_slow_runner_is_found_out_within_a_few_moves_and_a_quick_one_believed() {
        let mut meter = LagMeter::default();
        let mut time = 1000;
        for ply in (0..12).step_by(2) {
            meter.observe(clock(time), ply, 2);
            meter.answered(clock(time), ply, ms(30));
            // The runner charges 25 ms more than we thought.
            time = time + 10 - 55;
        }
        assert!((ms(25)..ms(40)).contains(&meter.expected()), "{meter:?}");
        for ply in (12..80).step_by(2) {
            meter.observe(clock(time), ply, 2);
            meter.answered(clock(time), ply, ms(10));
        }
        assert!(meter.expected() < ms(5), "{meter:?}");
    }

    #[test]
    fn one_late_move_is_kept_back_for_and_charged_to_few_of_those_to_come() {
        let mut meter = LagMeter::default();
        meter.answered(clock(1000), 0, ms(30));
        // 50 ms more than was thought.
        meter.observe(clock(930), 2, 2);
        let limits = meter.allow_for(&Limits::default());
        assert!(limits.lag > ms(25), "{limits:?}");
        assert!((ms(3)..ms(8)).contains(&limits.usual_lag), "{limits:?}");
        // As late each time, both agree.
        for ply in (2..80).step_by(2) {
            meter.answered(clock(930), ply, ms(30));
            meter.observe(clock(860), ply + 2, 2);
        }
        let limits = meter.allow_for(&Limits::default());
        assert!((ms(48)..=ms(50)).contains(&limits.usual_lag), "{limits:?}");
        assert_eq!(meter.sibling().usual(), meter.usual());
    }

    #[test]
    fn another_game_or_a_new_time_control_says_nothing() {
        let mut meter = LagMeter::default();
        meter.answered(clock(1000), 20, ms(5));
        meter.observe(clock(100), 2, 2);
        assert_eq!(meter.expected(), ms(0));
        let before = Clock {
            moves_to_go: Some(1),
            ..clock(1000)
        };
        meter.answered(before, 20, ms(5));
        let after = Clock {
            moves_to_go: Some(40),
            ..clock(900)
        };
        meter.observe(after, 22, 2);
        assert_eq!(meter.expected(), ms(0));
    }

    #[test]
    fn siblings_share_what_they_have_learnt() {
        let mut meter = LagMeter::default();
        let other = meter.sibling();
        meter.took(ms(10), ms(30));
        assert_eq!(other.expected(), meter.expected());
        assert!(other.expected() > ms(5));
    }

    #[test]
    fn answers_that_take_longer_than_allotted_are_remembered_and_forgiven_slowly() {
        let mut meter = LagMeter::default();
        meter.took(ms(45), ms(44));
        assert_eq!(meter.expected(), ms(0));
        meter.took(ms(45), ms(65));
        let after_one = meter.expected();
        assert!((ms(20)..=ms(30)).contains(&after_one), "{meter:?}");
        meter.took(ms(45), ms(45));
        assert!(meter.expected() > after_one / 2, "{meter:?}");
    }
}
