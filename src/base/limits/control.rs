//! Stop flag, ponder flag and start time of one search, shared by whoever asked for it and the threads that search.

use crate::time::Instant;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::Duration;

/// Stop and ponder flags of one search. Each search has its own, so that a `stop` can never hit the next one.
///
/// [`stop`](Control::stop) asks for the best answer so far. The flag of [`watching`](Control::watching) ends the search
/// as well, and then [nobody waits for an answer](Control::is_abandoned).
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
        Control::since(Instant::now(), pondering)
    }

    /// A search that began at some time.
    pub fn since(begun: Instant, pondering: bool) -> Control<'a> {
        Control {
            stop: AtomicBool::new(false),
            watched: None,
            pondered: pondering,
            begun,
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

    /// Flag for searches that take one: the watched flag, or else the one that [`Control::stop`] raises.
    pub fn flag(&self) -> &AtomicBool {
        self.watched.unwrap_or(&self.stop)
    }

    /// Returns true if the watched flag is set: nobody waits for an answer any more.
    #[inline]
    pub fn is_abandoned(&self) -> bool {
        self.watched.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Returns true if the search has been told to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.is_abandoned()
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
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.clock_started.load(Acquire) == NOT_YET
    }

    /// Returns true if the search began on the opponent's time and is on ours now.
    #[inline]
    pub fn was_right(&self) -> bool {
        self.pondered && !self.is_pondering()
    }

    /// Time at which the search began.
    pub fn begun(&self) -> Instant {
        self.begun
    }

    /// Time since the search began.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time our own clock has run; none while pondering.
    #[inline]
    pub fn on_the_clock(&self) -> Duration {
        let started = Duration::from_micros(self.clock_started.load(Acquire));
        self.begun.elapsed().saturating_sub(started)
    }
}
