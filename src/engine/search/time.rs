//! Time management: the part of the clock's time that a move is meant to take, and its adaptation to the course of the
//! search.

use super::params;
use base::limits::Division;
use std::time::Duration;

/// Returns the parameters by which a clock's time is divided among moves. The extra cost of a move is the measured lag,
/// not the overhead reserved for the worst case: if that were as large as the increment, a third of the time on the
/// shortest clocks would never be used.
pub(super) fn division(lag: Duration) -> Division {
    let thousandths = |value: i32| f64::from(value) / 1000.0;
    Division {
        moves: f64::from(params::time_moves()) / 100.0,
        increment: thousandths(params::time_increment()),
        burst: thousandths(params::time_burst()),
        cost: lag,
    }
}

/// Measures of how stable the search's result is, which scale the soft time limit of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Stability {
    /// Number of iterations since the best move last changed.
    pub unchanged: u32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub best_share: f64,
    /// Drop of the score below the average of the last iterations, in centipawns.
    pub drop: i32,
}

impl Stability {
    /// Returns the factor for the soft time limit, between about 0.3 and 3.
    pub fn factor(&self) -> f64 {
        let thousandths = |value: i32| f64::from(value) / 1000.0;
        let stood = (self.unchanged as i32).min(params::time_settled_after());
        let settled = thousandths(params::time_unsettled() - params::time_settled() * stood);
        let share = self.best_share.clamp(0.0, 1.0);
        let effort =
            thousandths(params::time_effort()) - thousandths(params::time_effort_share()) * share;
        let drop = self.drop.clamp(-20, 60);
        let worry = 1.0 + f64::from(drop) / f64::from(params::time_worry());
        let least = thousandths(params::time_least());
        (settled * effort * worry).clamp(least, thousandths(params::time_most()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::limits::{Clock, TimeBudget};

    /// Returns the milliseconds left of a clock after 200 moves, each of which takes `taken` times its aim and the lag.
    fn left(time: u64, increment: u64, lag: u64, taken: f64) -> u64 {
        let ms = Duration::from_millis;
        let mut clock = Clock {
            remaining: ms(time),
            increment: ms(increment),
            moves_to_go: None,
        };
        for _ in 0..200 {
            let budget = TimeBudget::divided(clock, ms(10).max(ms(lag)), &division(ms(lag)));
            let thought = budget.soft.mul_f64(taken).min(budget.hard);
            let left = clock.remaining.checked_sub(thought + ms(lag));
            clock.remaining = left.expect("in time") + clock.increment;
        }
        clock.remaining.as_millis() as u64
    }

    #[test]
    fn a_clock_is_used_up_to_its_reserve_where_moves_are_not_late_and_not_overdrawn_where_they_are()
    {
        for lag in [0, 1, 8] {
            assert!((100..=220).contains(&left(1000, 10, lag, 1.0)));
        }
        for lag in [0, 5, 40, 200] {
            // Every move at its most, and iterations that end late: the increment pays for the lag.
            assert!(left(10_000, 200, lag, 100.0) > 0);
            assert!((300..=2000).contains(&left(10_000, 200, lag, 1.4)));
        }
    }

    fn factor(unchanged: u32, best_share: f64, drop: i32) -> f64 {
        let stability = Stability {
            unchanged,
            best_share,
            drop,
        };
        stability.factor()
    }

    #[test]
    fn a_settled_search_takes_less_time_and_a_worried_one_more() {
        // More and more settled: the best move stands, the nodes go to it, the score rises.
        let falls = |values: Vec<f64>| values.windows(2).all(|pair| pair[0] > pair[1]);
        assert!(falls((0..=8).map(|n| factor(n, 0.6, 0)).collect()));
        let shares = [0.2, 0.4, 0.6, 0.8, 1.0];
        assert!(falls(shares.map(|share| factor(3, share, 0)).to_vec()));
        let drops = [60, 30, 10, 0, -10, -20];
        assert!(falls(drops.map(|drop| factor(3, 0.6, drop)).to_vec()));
        // A plain case takes about the time that it was given.
        assert!((0.8..1.3).contains(&factor(3, 0.6, 0)));
    }

    #[test]
    fn whatever_happens_the_factor_stays_within_its_bounds() {
        for unchanged in [0, 8, 9, u32::MAX / 2] {
            for best_share in [-1.0, 0.0, 1.0, 7.0] {
                for drop in [i32::MIN, -60_000, 0, 60_000, i32::MAX] {
                    let factor = factor(unchanged, best_share, drop);
                    assert!((0.3..=3.0).contains(&factor), "{factor}");
                }
            }
        }
        assert_eq!(factor(0, 0.0, 60), 3.0);
    }
}
