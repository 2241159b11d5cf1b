//! Counting of the nodes that the threads of a proof visit, against one shared budget.

use base::limits::Budget;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Error of a search that was cut short by its limits or by the stop flag; its result is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts the nodes of one thread and adds them to the shared budget at intervals.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    pub(crate) budget: &'a Budget<'a>,
    /// A further stop flag, raised by another thread once it has found the answer; `None` if no other thread searches.
    answered: Option<&'a AtomicBool>,
    pending: u64,
    /// Nodes between two updates of the shared budget.
    interval: u64,
    /// Nodes that this counter alone may still count, for searches that are only an attempt.
    left: u64,
}

/// Default number of nodes between two updates of the budget, which read the clock: well below a millisecond.
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

    /// Returns the counter, which from now on reports [`Stopped`] also when `answered` is raised.
    pub(crate) fn until(mut self, answered: &'a AtomicBool) -> NodeCounter<'a> {
        self.answered = Some(answered);
        self
    }

    /// Returns the counter, which now updates the budget after this many nodes: a small number where nodes take long.
    pub(crate) fn at_every(self, nodes: u64) -> NodeCounter<'a> {
        NodeCounter {
            interval: nodes,
            ..self
        }
    }

    /// Limits this counter alone to `nodes` more nodes, after which it reports [`Stopped`].
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// Returns true if nothing but the counter's own allowance can have run out: the limits of the budget are not
    /// reached, and no other thread has found the answer.
    pub(crate) fn only_allowance_is_over(&self) -> bool {
        !self.budget.spend(0) && !self.answered.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end; this is checked at intervals.
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.pending += 1;
        if self.pending >= self.interval {
            return self.settle();
        }
        Ok(())
    }

    /// Adds the nodes counted since the last update to the shared budget.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end.
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
