//! Time budget of a move (a soft and a hard limit), and the running account of what a search has spent.

use super::pause::pause;
use super::{Clock, Control, Limits};
use crate::time::Instant;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The two time limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Soft limit: no new iteration begins after it.
    pub soft: Duration,
    /// Hard limit: the search is aborted.
    pub hard: Duration,
}

/// Parameters for dividing a clock among the moves to come. If the clock has a number of moves to go, only `burst`
/// and `cost` are used.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    /// Number of moves among which the remaining time is divided, greater than 0.
    pub moves: f64,
    /// Share of the increment that is added for each move, from 0 to 1.
    pub increment: f64,
    /// Maximum ratio of the hard limit to the soft one, at least 1.
    pub burst: f64,
    /// Expected time that every move costs in addition to its search.
    pub cost: Duration,
}

impl Division {
    /// Returns parameters that suit any game, with `cost` as the time that every move costs in addition to its
    /// search.
    pub const fn costing(cost: Duration) -> Division {
        Division {
            moves: 22.0,
            increment: 0.75,
            burst: 4.0,
            cost,
        }
    }
}

/// Largest reserve kept on a clock with increments, in milliseconds.
const LARGEST_RESERVE: f64 = 1000.0;

impl TimeBudget {
    /// Divides a clock by the default parameters. `overhead`, the time between the answer and the moment the clock
    /// stops, is deducted once and charged for every move to come.
    pub fn from_clock(clock: Clock, overhead: Duration) -> TimeBudget {
        TimeBudget::divided(clock, overhead, &Division::costing(overhead))
    }

    /// Divides a clock by the given parameters. `overhead` is deducted once from the remaining time.
    pub fn divided(clock: Clock, overhead: Duration, division: &Division) -> TimeBudget {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (overhead, cost) = (ms(overhead), ms(division.cost));
        let left = (ms(clock.remaining) - overhead).max(0.0);
        let increment = ms(clock.increment);
        let (soft, hard) = match clock.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, 40));
                // The last move of a period may use nearly everything that is left.
                let ceiling = left * if moves < 1.5 { 0.9 } else { 0.6 };
                let share = (left / moves + 0.7 * increment) * 0.8;
                let spare = left / (2.0 * moves);
                ((share - cost).max(spare), ceiling)
            }
            None => {
                // With increments a reserve lets the clock survive a stall of the machine; without one the clock
                // falls until a move costs as much as the increment, and stays there. The reserve is never used, so
                // it is small on short clocks.
                let reserve = (20.0 * increment - 120.0).clamp(0.0, LARGEST_RESERVE);
                let reserve = reserve.min(0.8 * left);
                // The cost is charged for every move to come. If it exceeds the increment, the remaining time must
                // cover it.
                let share =
                    (left - reserve) / division.moves + division.increment * increment - cost;
                (share.max(left / 80.0).min(left / 5.0), left * 0.45)
            }
        };
        let (soft, hard) = (soft.min(hard), (division.burst * soft).min(hard));
        let time = |ms: f64| Duration::from_micros((ms * 1000.0) as u64);
        TimeBudget {
            soft: time(soft),
            hard: time(hard),
        }
    }

    /// Creates the budget of a fixed time for the move: both limits are `time` less `overhead`, but at least one
    /// millisecond (or `time` if that is less).
    pub fn from_move_time(time: Duration, overhead: Duration) -> TimeBudget {
        let least = time.min(Duration::from_millis(1));
        let time = time.saturating_sub(overhead).max(least);
        TimeBudget {
            soft: time,
            hard: time,
        }
    }
}

/// Limits of a search without clocks; `None` for a limit that does not apply. [`begin`](Allowance::begin) starts
/// counting what is spent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance<'a> {
    /// Maximum wall-clock time.
    pub time: Option<Duration>,
    /// Maximum number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// Flag that another thread sets to end the search within milliseconds.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Allowance<'a> {
    /// Starts a [`Budget`] with these limits.
    pub fn begin(self) -> Budget<'a> {
        Budget::new(self.time, self.nodes, self.stop)
    }
}

/// Running account of a search: its limits and what it has spent. Threads may share it.
#[derive(Debug)]
pub struct Budget<'a> {
    started: Instant,
    /// Time after which no new iteration begins; `None` if time is not limited.
    aim: Option<Instant>,
    deadline: Option<Instant>,
    /// Stop and ponder flags of the search, if it has them; while it ponders, time is not limited.
    control: Option<&'a Control<'a>>,
    most_nodes: u64,
    stop: Option<&'a AtomicBool>,
    nodes: AtomicU64,
    over: AtomicBool,
}

/// Time deducted from a move's time by a simple search if no lag has been measured.
const OVERHEAD: Duration = Duration::from_millis(5);

impl<'a> Budget<'a> {
    /// Starts an account with a time limit, a node limit and a stop flag; `None` for those that do not apply.
    pub fn new(
        time: Option<Duration>,
        nodes: Option<u64>,
        stop: Option<&'a AtomicBool>,
    ) -> Budget<'a> {
        let started = Instant::now();
        Budget {
            started,
            aim: None,
            deadline: time.and_then(|time| started.checked_add(time)),
            control: None,
            most_nodes: nodes.unwrap_or(u64::MAX),
            stop,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Creates the account of a search for a move, which began when `control` did. `time` is the budget from the
    /// clock or the fixed time.
    pub fn of_search(
        limits: &Limits,
        time: Option<TimeBudget>,
        control: &'a Control<'a>,
    ) -> Budget<'a> {
        let started = control.begun();
        let after = |time: Duration| started.checked_add(time);
        Budget {
            started,
            aim: time.and_then(|time| after(time.soft)),
            deadline: time.and_then(|time| after(time.hard)),
            control: Some(control),
            ..Budget::new(None, limits.nodes, None)
        }
    }

    /// Time budget of the player in `seat` for a move, less a small overhead if no lag has been measured; `None` if
    /// time is not limited.
    pub fn time_of_move(limits: &Limits, seat: usize) -> Option<TimeBudget> {
        limits.time(seat, OVERHEAD)
    }

    /// Returns true if there is a limit of time or nodes.
    pub fn is_bounded(&self) -> bool {
        self.deadline.is_some() || self.most_nodes != u64::MAX
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that is left; `None` if time is not limited, or not at the moment because the search is pondering.
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline.filter(|_| !self.is_pondering());
        deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    fn is_pondering(&self) -> bool {
        self.control.is_some_and(Control::is_pondering)
    }

    /// Returns true if `end` has passed and time is limited at this moment.
    fn is_past(&self, end: Option<Instant>) -> bool {
        end.is_some_and(|end| Instant::now() >= end && !self.is_pondering())
    }

    /// Returns true if it is too late to begin another iteration.
    pub fn is_past_aim(&self) -> bool {
        self.is_past(self.aim)
    }

    /// Remaining time and nodes, as limits of another search that ends by the same flag.
    pub fn remainder(&self) -> Allowance<'a> {
        Allowance {
            time: self.time_left(),
            nodes: self
                .most_nodes()
                .map(|most| most.saturating_sub(self.nodes())),
            stop: self.stop,
        }
    }

    /// Returns true if another thread has requested the end of the search.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.control.is_some_and(Control::stopped)
    }

    /// Maximum number of nodes; `None` if it is not limited.
    pub fn most_nodes(&self) -> Option<u64> {
        (self.most_nodes != u64::MAX).then_some(self.most_nodes)
    }

    /// Returns true if a search that counts its own nodes must end after `nodes` of them: a limit is reached or the
    /// stop flag is set.
    pub fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.most_nodes || self.is_interrupted() || self.is_past(self.deadline)
    }

    /// Number of nodes counted so far, over all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Adds nodes to the account and returns true if the search must end. Once it has returned true, it always does.
    pub fn spend(&self, nodes: u64) -> bool {
        pause();
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let over = self.over.load(Relaxed) || self.is_spent(total);
        if over {
            self.over.store(true, Relaxed);
        }
        over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for time in [0, 1, 5, 11, 50, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    for overhead in [0, 10, 5000] {
                        let clock = Clock {
                            remaining: ms(time),
                            increment: ms(increment),
                            moves_to_go,
                        };
                        let budget = TimeBudget::from_clock(clock, ms(overhead));
                        let usable = ms(time).saturating_sub(ms(overhead));
                        assert!(budget.soft <= budget.hard, "{clock:?}");
                        assert!(budget.hard <= usable, "{clock:?}: {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_reserve_is_kept_where_increments_carry_the_game_on_and_no_more_than_that() {
        // Iterations end late: on the average a move takes this much more than it aims at.
        const TAKEN: f64 = 1.4;
        for (time, increment, least, most) in [
            (1000, 10, 220, 400),
            (4000, 40, 700, 1300),
            (8000, 80, 700, 1700),
            (60_000, 600, 900, 4000),
        ] {
            let mut clock = Clock {
                remaining: ms(time),
                increment: ms(increment),
                moves_to_go: None,
            };
            for _ in 0..200 {
                let budget = TimeBudget::from_clock(clock, ms(10));
                let taken = budget.soft.mul_f64(TAKEN).min(budget.hard) + ms(1);
                assert!(taken < clock.remaining, "{clock:?}");
                clock.remaining = clock.remaining - taken + clock.increment;
                assert!(
                    clock.remaining >= ms(least),
                    "{time}+{increment}: {clock:?}"
                );
            }
            assert!(clock.remaining <= ms(most), "{time}+{increment}: {clock:?}");
        }
    }

    #[test]
    fn a_longer_clock_gives_a_longer_think() {
        let soft = |time| {
            let clock = Clock {
                remaining: ms(time),
                ..Clock::default()
            };
            TimeBudget::from_clock(clock, ms(10)).soft
        };
        assert!(soft(1000) < soft(10_000) && soft(10_000) < soft(100_000));
    }

    #[test]
    fn an_account_ends_by_nodes_by_time_and_by_its_flag_and_stays_ended() {
        let stop = AtomicBool::new(false);
        let by_nodes = Budget::new(None, Some(100), Some(&stop));
        assert!(!by_nodes.spend(99) && by_nodes.spend(1) && by_nodes.spend(0));
        assert_eq!(by_nodes.nodes(), 100);
        assert!(Budget::new(Some(Duration::ZERO), None, None).is_spent(0));
        let by_flag = Budget::new(None, None, Some(&stop));
        assert!(!by_flag.is_bounded() && !by_flag.spend(1_000_000));
        stop.store(true, Relaxed);
        assert!(by_flag.spend(0));
        stop.store(false, Relaxed);
        assert!(by_flag.spend(0), "it was over once");
        // More time than the machine can count is no limit.
        assert_eq!(
            Budget::new(Some(Duration::MAX), None, None).time_left(),
            None
        );
    }
}
