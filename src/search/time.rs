//! How long to think: a soft limit after which no new iteration begins, and a hard one.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left, in milliseconds. May be negative: some GUIs count past the flag.
    pub time_ms: i64,
    /// Increment per move, in milliseconds.
    pub increment_ms: i64,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// The two limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Aim: scaled up and down by how settled the search is.
    pub soft: Duration,
    /// End: the search is broken off.
    pub hard: Duration,
}

impl Budget {
    /// Divides a clock. `overhead_ms` is kept back for what happens between the engine's answer
    /// and the moment its clock stops.
    pub fn from_clock(clock: Clock, overhead_ms: u64) -> Budget {
        let overhead = overhead_ms as f64;
        let left = (clock.time_ms.max(0) as f64 - overhead).max(0.0);
        let increment = clock.increment_ms.max(0) as f64;
        let (soft, hard) = match clock.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, 40));
                // The last move before the control may use nearly everything that is left.
                let ceiling = left * if moves < 1.5 { 0.9 } else { 0.6 };
                let share = (left / moves + 0.7 * increment) * 0.8;
                let spare = left / (2.0 * moves);
                ((share - overhead).max(spare), ceiling)
            }
            None => {
                // The overhead is paid on every move to come; where it eats the increment up, what
                // is left must last.
                let share = left / 26.0 + 0.75 * increment - overhead;
                (share.max(left / 80.0).min(left / 5.0), left * 0.45)
            }
        };
        let (soft, hard) = (soft.min(hard), (4.0 * soft).min(hard));
        let millis = |ms: f64| Duration::from_micros((ms * 1000.0) as u64);
        Budget {
            soft: millis(soft),
            hard: millis(hard),
        }
    }

    /// A fixed time for the move: both limits are the same.
    pub fn from_move_time(ms: u64, overhead_ms: u64) -> Budget {
        let time = Duration::from_millis(ms.saturating_sub(overhead_ms).max(ms.min(1)));
        Budget {
            soft: time,
            hard: time,
        }
    }
}

/// How settled the search is; turns the soft limit into this iteration's.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Iterations for which the best move has not changed.
    pub unchanged: u32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub best_share: f64,
    /// How far the score has fallen below the average of the last ones, in centipawns.
    pub drop: i32,
}

impl Stability {
    /// The factor on the soft limit, between about 0.3 and 3.
    pub fn factor(&self) -> f64 {
        let settled = 1.45 - 0.09 * f64::from(self.unchanged.min(8));
        let effort = 1.9 - 1.35 * self.best_share.clamp(0.0, 1.0);
        let worry = 1.0 + f64::from(self.drop.clamp(-20, 60)) / 120.0;
        (settled * effort * worry).clamp(0.3, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for time_ms in [-500, 0, 1, 5, 11, 50, 1000, 60_000, 7_200_000] {
            for increment_ms in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    for overhead in [0, 10, 5000] {
                        let clock = Clock {
                            time_ms,
                            increment_ms,
                            moves_to_go,
                        };
                        let budget = Budget::from_clock(clock, overhead);
                        let usable = (time_ms - overhead as i64).max(0) as u128;
                        assert!(budget.soft <= budget.hard, "{clock:?}");
                        assert!(budget.hard.as_millis() <= usable, "{clock:?}: {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_longer_clock_gives_a_longer_think() {
        let soft = |time_ms| {
            let clock = Clock {
                time_ms,
                increment_ms: 0,
                moves_to_go: None,
            };
            Budget::from_clock(clock, 10).soft
        };
        assert!(soft(1000) < soft(10_000) && soft(10_000) < soft(100_000));
    }
}
