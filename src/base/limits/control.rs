//! Stop flag, ponder flag and start time of one search, shared by its caller and its threads.

use crate::time::Instant;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::Duration;

/// Stop and ponder flags of one search. Each search has its own, so that a late `stop` cannot end the next search.
///
/// [`stop`](Control::stop) requests the best answer so far. The flag given to [`watching`](Control::watching) ends
/// the search as well, but then [nobody waits for an answer](Control::is_abandoned).
#[derive(Debug)]
pub struct Control<'a> {
    stop: AtomicBool,
    /// Flag of the caller that ends the search as well; `None` if there is none.
    watched: Option<&'a AtomicBool>,
    /// True if the search began on the opponent's time.
    pondered: bool,
    begun: Instant,
    /// Microseconds from `begun` to the moment when the player's own clock started, or [`NOT_YET`]. One word holds
    /// both facts, so that no thread can see the clock running without knowing since when.
    clock_started: AtomicU64,
}

/// Value of `clock_started` while the opponent's clock is running.
const NOT_YET: u64 = u64::MAX;

impl<'a> Control<'a> {
    /// Creates the flags of a search that begins now. If `pondering` is true, it begins on the opponent's time, and no
    /// time limit applies until the player's own clock starts.
    pub fn new(pondering: bool) -> Control<'a> {
        Control::since(Instant::now(), pondering)
    }

    /// Creates the flags of a search that began at `begun`; for `pondering` see [`new`](Control::new).
    pub fn since(begun: Instant, pondering: bool) -> Control<'a> {
        Control {
            stop: AtomicBool::new(false),
            watched: None,
            pondered: pondering,
            begun,
            clock_started: AtomicU64::new(if pondering { NOT_YET } else { 0 }),
        }
    }

    /// Creates the flags of a search that begins now, on the player's own time, and also ends when `flag` is set.
    pub fn watching(flag: &'a AtomicBool) -> Control<'a> {
        Control {
            watched: Some(flag),
            ..Control::new(false)
        }
    }

    /// Ends the search as soon as its threads check the flag.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Flag for searches that take only one: the watched flag, or else the one that [`Control::stop`] sets.
    pub fn flag(&self) -> &AtomicBool {
        self.watched.unwrap_or(&self.stop)
    }

    /// Returns true if the watched flag is set: nobody waits for an answer any more.
    #[inline]
    pub fn is_abandoned(&self) -> bool {
        self.watched.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Returns true if the search must end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.is_abandoned()
    }

    /// Reports that the opponent has played the expected move: the player's own clock runs from now on. No effect if
    /// the search is not pondering.
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

    /// Returns true if the search began on the opponent's time and is now on the player's own.
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

    /// Time for which the player's own clock has run; zero while pondering.
    #[inline]
    pub fn on_the_clock(&self) -> Duration {
        let started = Duration::from_micros(self.clock_started.load(Acquire));
        self.begun.elapsed().saturating_sub(started)
    }
}
