//! Delay with which moves arrive, measured from the clocks that the other side reports, and from answers that took
//! longer than their fixed time.
//!
//! The clock of the program that runs the game also counts the delays between the programs: pipes, a busy machine, a
//! network. If they exceed the overhead that a player deducts, it loses on time. With a clock, the delay is computed
//! from two successive clock values of a game and the search time between them; with a fixed time per move, from
//! answers that came late.

use super::{Clock, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bound of the estimate, in milliseconds, even if the clocks suggest more.
const LONGEST: f64 = 1000.0;

/// Measures the delay with which this player's moves arrive.
#[derive(Debug, Default)]
pub struct LagMeter {
    last: Option<Turn>,
    /// Estimated delay in milliseconds, as the bits of an `f64`; shared by the meters of one machine.
    estimate: Arc<AtomicU64>,
    /// Mean delay of the last moves by the clock, in the same form.
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
    /// Creates a meter for another game on the same machine; both share their estimates.
    #[must_use]
    pub fn sibling(&self) -> LagMeter {
        LagMeter {
            last: None,
            estimate: Arc::clone(&self.estimate),
            usual: Arc::clone(&self.usual),
        }
    }

    /// Records the clock before a move. `plies` is the number of plies played in the game, `players` its number of
    /// players.
    pub fn observe(&mut self, clock: Clock, plies: usize, players: usize) {
        let Some(last) = self.last.take() else { return };
        // Clocks are comparable only if this is the very next move of the same game and time control.
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
        // Clocks are rounded and programs stall at times, so a single clock value changes the estimate only in part.
        let lag = charged.saturating_sub(last.thought);
        learn(&self.estimate, lag, 0.5, 0.1);
        learn(&self.usual, lag, 0.1, 0.1);
    }

    /// Records the time that was spent on a move, with the clock and the number of plies before it.
    pub fn answered(&mut self, clock: Clock, plies: usize, thought: Duration) {
        self.last = Some(Turn {
            clock,
            plies,
            thought,
        });
    }

    /// Records a move with a fixed time: the time it was allotted and the time it took.
    pub fn took(&mut self, allotted: Duration, taken: Duration) {
        // With a fixed time a single late answer loses the game, so the greatest recent delay counts.
        learn(&self.estimate, taken.saturating_sub(allotted), 1.0, 0.03);
    }

    /// Returns the limits with the measured delays: the expected one as `lag` (at most half of a fixed time) and the
    /// mean one as `usual_lag`. The first guards against the worst case; the second is charged for moves to come.
    pub fn allow_for(&self, limits: &Limits) -> Limits {
        let most = limits.movetime.map_or(Duration::MAX, |time| time / 2);
        Limits {
            lag: limits.lag.max(self.expected().min(most)),
            usual_lag: limits.usual_lag.max(self.usual()),
            ..*limits
        }
    }

    /// Expected delay in whole milliseconds, with a safety margin.
    pub fn expected(&self) -> Duration {
        Duration::from_millis((1.3 * milliseconds(&self.estimate)).round() as u64)
    }

    /// Mean delay of the last moves, measured by the clocks, in whole milliseconds.
    pub fn usual(&self) -> Duration {
        Duration::from_millis(milliseconds(&self.usual).round() as u64)
    }
}

fn milliseconds(estimate: &AtomicU64) -> f64 {
    f64::from_bits(estimate.load(Relaxed))
}

/// Moves an estimate towards a measured delay: by the share `up` if the delay is greater, else by `down`.
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
