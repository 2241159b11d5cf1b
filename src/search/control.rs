//! What the protocol side and the searching threads share during one search: the stop flag, the
//! ponder flag and the clock's zero.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// One search's switchboard. Each `go` has its own, so a `stop` can never hit the next search.
#[derive(Debug)]
pub struct Control<'a> {
    stop: AtomicBool,
    /// Somebody else's flag that ends the search as well.
    watched: Option<&'a AtomicBool>,
    pondering: AtomicBool,
    begun: Instant,
    /// Microseconds after `begun` at which our own clock started to run.
    clock_started: AtomicU64,
}

impl<'a> Control<'a> {
    /// A search that begins now. While pondering, no time limit applies.
    pub fn new(pondering: bool) -> Control<'a> {
        Control {
            stop: AtomicBool::new(false),
            watched: None,
            pondering: AtomicBool::new(pondering),
            begun: Instant::now(),
            clock_started: AtomicU64::new(0),
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

    /// Whether the search has been told to end.
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
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        self.clock_started.store(now, Relaxed);
        self.pondering.store(false, Relaxed);
    }

    /// Whether the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time our own clock has run.
    pub fn on_the_clock(&self) -> Duration {
        let started = Duration::from_micros(self.clock_started.load(Relaxed));
        self.begun.elapsed().saturating_sub(started)
    }
}
