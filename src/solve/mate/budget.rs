//! Counting of the nodes that the threads of a proof visit, against one shared budget.

use base::limits::Budget;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The search was cut short; what it was about to say is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts one thread's nodes and looks at the shared account now and then.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    pub(crate) budget: &'a Budget<'a>,
    /// A further flag, raised by a companion thread that has found the answer.
    answered: Option<&'a AtomicBool>,
    pending: u64,
    /// Nodes between two looks at the account.
    interval: u64,
    /// The counter's own limit, for searches that are only an attempt.
    left: u64,
}

/// Nodes between two looks at the clock: well below a millisecond.
const INTERVAL: u64 = 512;

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> NodeCounter<'a> {
        NodeCounter {
            budget,
            answered: None,
            pending: 0,
            interval: INTERVAL,
            left: u64::MAX,
        }
    }

    /// The same counter, which says [`Stopped`] also when `answered` is raised.
    pub(crate) fn until(mut self, answered: &'a AtomicBool) -> NodeCounter<'a> {
        self.answered = Some(answered);
        self
    }

    /// The same counter, which looks at the account after so many nodes: fewer where nodes take longer.
    pub(crate) fn at_every(self, nodes: u64) -> NodeCounter<'a> {
        NodeCounter {
            interval: nodes,
            ..self
        }
    }

    /// Allows this many more nodes before the counter says [`Stopped`].
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// Returns true if only the counter's own allowance ran out: the limits remain, and no companion thread has the
    /// answer.
    pub(crate) fn only_allowance_is_over(&self) -> bool {
        !self.budget.spend(0) && !self.answered.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Counts one node.
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.pending += 1;
        if self.pending >= self.interval {
            return self.settle();
        }
        Ok(())
    }

    /// Hands the counted nodes over to the account.
    #[cold]
    pub(crate) fn settle(&mut self) -> Result<(), Stopped> {
        let spent = std::mem::take(&mut self.pending);
        self.left = self.left.saturating_sub(spent);
        let over = self.budget.spend(spent)
            || self.left == 0
            || self.answered.is_some_and(|flag| flag.load(Relaxed));
        if over { Err(Stopped) } else { Ok(()) }
    }
}
