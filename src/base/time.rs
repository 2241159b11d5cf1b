//! Instants of a monotonic clock, for native programs and for the browser.
//!
//! The standard library has no clock for the target `wasm32-unknown-unknown`. There [`Instant`] calls the function
//! `now`, which the page must provide as an import of the module `page`: milliseconds, as returned by
//! `performance.now()`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    // SAFETY: a page's `now` takes nothing and returns a number, and touches nothing of the module.
    unsafe extern "C" {
        safe fn now() -> f64;
    }

    /// Instant on the page's clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present time.
        pub fn now() -> Instant {
            Instant(Duration::from_micros((now() * 1000.0) as u64))
        }

        /// Returns the time that has passed since this instant.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// Returns the time from `earlier` to this instant; zero if `earlier` is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns the instant `time` later; `None` if it is out of range.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
