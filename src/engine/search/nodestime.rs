//! Clocks that count nodes instead of time.
//!
//! Under the UCI option `nodestime` a player has an account of nodes, so many for each millisecond of the clock, from
//! which every move is paid. Games are then the same on every machine, however busy it is, and changes in time
//! management can be tested by matches that no load disturbs.

use super::Searcher;
use base::limits::{Clock, Limits};
use std::num::NonZeroU64;
use std::time::Duration;

/// Returns the number of nodes that a time stands for, at `pace` nodes per millisecond.
pub(super) fn nodes_in(time: Duration, pace: NonZeroU64) -> u64 {
    (time.as_secs_f64() * 1000.0 * pace.get() as f64) as u64
}

/// Returns the time that a number of nodes stands for, at `pace` nodes per millisecond.
pub(super) fn time_of(nodes: u64, pace: NonZeroU64) -> Duration {
    Duration::from_micros((nodes as f64 * 1000.0 / pace.get() as f64) as u64)
}

/// The account of nodes of a player in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bank {
    /// The nodes left, and the moves to go when they were counted; `None` before the first move.
    account: Option<(u64, Option<u32>)>,
}

impl Bank {
    /// Returns the clock according to the account. The account takes over the real clock at the first move of a game,
    /// and whenever time has been added because a number of moves has been made.
    pub fn clock(&mut self, real: Clock, pace: NonZeroU64) -> Clock {
        let goes_on = self
            .account
            .filter(|(_, moves_to_go)| real.moves_to_go <= *moves_to_go);
        let nodes = goes_on.map_or_else(|| nodes_in(real.remaining, pace), |(nodes, _)| nodes);
        self.account = Some((nodes, real.moves_to_go));
        Clock {
            remaining: time_of(nodes, pace),
            ..real
        }
    }

    /// Subtracts the nodes of a move and adds the increment.
    pub fn pay(&mut self, nodes: u64, increment: Duration, pace: NonZeroU64) {
        if let Some((left, _)) = &mut self.account {
            let added = nodes_in(increment, pace);
            *left = left.saturating_sub(nodes).saturating_add(added);
        }
    }
}

impl Searcher {
    /// Returns the limits of a move of the player `seat` and the time reserved as overhead. If clocks count nodes, the
    /// clock is that of the account, and nothing is reserved.
    pub(super) fn limits_by_nodes(&mut self, limits: &Limits, seat: usize) -> (Limits, Duration) {
        let mut limits = *limits;
        let Some(pace) = self.settings.nodestime else {
            return (limits, self.settings.overhead);
        };
        // Nodes are not lost between engine and clock, as time is.
        (limits.lag, limits.usual_lag) = (Duration::ZERO, Duration::ZERO);
        if let Some(clock) = limits.clocks.get_mut(seat).and_then(Option::as_mut) {
            *clock = self.bank.clock(*clock, pace);
        }
        (limits, Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: NonZeroU64 = NonZeroU64::new(200).expect("more than none");

    fn clock(ms: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(ms),
            increment: Duration::from_millis(10),
            moves_to_go,
        }
    }

    #[test]
    fn the_account_is_opened_by_the_clock_and_then_counts_nodes_alone() {
        let mut bank = Bank::default();
        assert_eq!(bank.clock(clock(1000, None), PACE), clock(1000, None));
        bank.pay(50_000, Duration::from_millis(10), PACE);
        // 200,000 - 50,000 + 2,000 nodes; the real clock has hardly moved.
        assert_eq!(bank.clock(clock(999, None), PACE), clock(760, None));
        bank.pay(u64::MAX, Duration::ZERO, PACE);
        assert_eq!(bank.clock(clock(998, None), PACE), clock(0, None));
    }

    #[test]
    fn time_added_after_so_many_moves_opens_it_anew() {
        let mut bank = Bank::default();
        bank.clock(clock(1000, Some(2)), PACE);
        bank.pay(100_000, Duration::ZERO, PACE);
        assert_eq!(bank.clock(clock(990, Some(1)), PACE), clock(500, Some(1)));
        bank.pay(90_000, Duration::ZERO, PACE);
        let next = clock(1980, Some(40));
        assert_eq!(bank.clock(next, PACE), next);
    }
}
