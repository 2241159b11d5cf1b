//! How late our moves arrive: measured from the clocks that the other side reports.
//!
//! A runner's clock also counts what lies between it and us: pipes, a busy machine, a network. If
//! that is more than the `Move Overhead` option says, an engine that trusts the option loses on
//! time. Two successive clocks of one game and the time thought in between tell the truth.

use crate::search::time::Clock;

/// The estimate never exceeds this, whatever a strange clock suggests, in milliseconds.
const LONGEST: f64 = 1000.0;

/// Measures the delay of our moves.
#[derive(Debug, Default)]
pub struct LagMeter {
    last: Option<Turn>,
    estimate_ms: f64,
}

/// What the clock said before a move, and how long the move took by our own watch.
#[derive(Clone, Copy, Debug)]
struct Turn {
    clock: Clock,
    plies: usize,
    thought_ms: f64,
}

impl LagMeter {
    /// Takes note of the clock before a move; `plies` have been played in the game.
    pub fn observe(&mut self, clock: Clock, plies: usize) {
        let Some(last) = self.last.take() else { return };
        // Only the very next move of the same game and time control compares.
        let next = plies == last.plies + 2 && clock.increment_ms == last.clock.increment_ms;
        let gained = match (last.clock.moves_to_go, clock.moves_to_go) {
            (Some(before), Some(now)) => now > before || before == 1,
            (before, now) => before != now,
        };
        if !next || gained {
            return;
        }
        let charged = last.clock.time_ms + last.clock.increment_ms - clock.time_ms;
        let lag = (charged as f64 - last.thought_ms).clamp(0.0, LONGEST);
        // Believe bad news quickly and good news slowly.
        let weight = if lag > self.estimate_ms { 0.5 } else { 0.1 };
        self.estimate_ms += weight * (lag - self.estimate_ms);
    }

    /// Takes note of how long a move took.
    pub fn answered(&mut self, clock: Clock, plies: usize, thought_ms: f64) {
        self.last = Some(Turn {
            clock,
            plies,
            thought_ms,
        });
    }

    /// The delay to expect, in milliseconds, a little on the safe side.
    pub fn expected_ms(&self) -> u64 {
        (1.3 * self.estimate_ms).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time_ms: i64) -> Clock {
        Clock {
            time_ms,
            increment_ms: 10,
            moves_to_go: None,
        }
    }

    #[test]
    fn a_slow_runner_is_found_out_within_a_few_moves_and_a_quick_one_believed() {
        let mut meter = LagMeter::default();
        let mut time = 1000;
        for ply in (0..12).step_by(2) {
            meter.observe(clock(time), ply);
            meter.answered(clock(time), ply, 30.0);
            // The runner charges 25 ms more than we thought.
            time += 10 - 55;
        }
        assert!((25..40).contains(&meter.expected_ms()), "{meter:?}");
        for ply in (12..80).step_by(2) {
            meter.observe(clock(time), ply);
            meter.answered(clock(time), ply, 10.0);
        }
        assert!(meter.expected_ms() < 5, "{meter:?}");
    }

    #[test]
    fn another_game_or_a_new_time_control_says_nothing() {
        let mut meter = LagMeter::default();
        meter.answered(clock(1000), 20, 5.0);
        meter.observe(clock(100), 2);
        assert_eq!(meter.expected_ms(), 0);
        let before = Clock {
            moves_to_go: Some(1),
            ..clock(1000)
        };
        meter.answered(before, 20, 5.0);
        let after = Clock {
            moves_to_go: Some(40),
            ..clock(900)
        };
        meter.observe(after, 22);
        assert_eq!(meter.expected_ms(), 0);
    }
}
