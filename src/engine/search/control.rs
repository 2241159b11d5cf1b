//! State that the protocol side and the searching threads share during one search: the stop flag, the ponder flag and
//! the clock's zero.

use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::{Duration, Instant};

/// One search's switchboard. Each `go` has its own, so a `stop` can never hit the next search.
#[derive(Debug)]
pub struct Control<'a> {
    stop: AtomicBool,
    /// Somebody else's flag that ends the search as well.
    watched: Option<&'a AtomicBool>,
    /// True if the search began on the opponent's time.
    pondered: bool,
    begun: Instant,
    /// Microseconds after `begun` at which our own clock started to run, or [`NOT_YET`]. One word
    /// says both, so that no thread can see the clock run without knowing since when.
    clock_started: AtomicU64,
}

/// The opponent's clock still runs.
const NOT_YET: u64 = u64::MAX;

impl<'a> Control<'a> {
    /// A search that begins now. While pondering, no time limit applies.
    pub fn new(pondering: bool) -> Control<'a> {
        Control {
            stop: AtomicBool::new(false),
            watched: None,
            pondered: pondering,
            begun: Instant::now(),
            clock_started: AtomicU64::new(if pondering { NOT_YET } else { 0 }),
        }
    }

    /// A search that begins now, on our own time, and also ends when `flag` is set.
    pub fn watching(flag: &'a AtomicBool) -> Control<'a> {
        Control {
            watched: Some(flag),
            ..Control::new(false)
        }
    }

    /// Ends the search as soon as its threads look.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The flag that [`Control::stop`] raises, for whoever searches with code of its own.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns true if the search has been told to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.watched.is_some_and(|flag| flag.load(Relaxed))
    }

    /// The opponent has played the expected move: from now on our clock runs. Means nothing to a
    /// search that is on our own time already.
    pub fn ponderhit(&self) {
        if !self.is_pondering() {
            return;
        }
        let now = self.begun.elapsed().as_micros();
        let now = u64::try_from(now).unwrap_or(NOT_YET - 1);
        self.clock_started.store(now, Release);
    }

    /// Returns true if the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.clock_started.load(Acquire) == NOT_YET
    }

    /// Returns true if the search began on the opponent's time and is on ours now.
    pub fn was_right(&self) -> bool {
        self.pondered && !self.is_pondering()
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time our own clock has run; none while pondering.
    pub fn on_the_clock(&self) -> Duration {
        let started = Duration::from_micros(self.clock_started.load(Acquire));
        self.begun.elapsed().saturating_sub(started)
    }
}

#[cfg(test)]
impl Control<'_> {
    /// A search that has been pondering for so long.
    pub(super) fn pondering_for(time: Duration) -> Control<'static> {
        Control {
            begun: Instant::now().checked_sub(time).expect("not so long ago"),
            ..Control::new(true)
        }
    }
}
