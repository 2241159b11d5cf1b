//! Instants of a clock that never goes back, in a program and in a page.
//!
//! The standard library has no clock for the target `wasm32-unknown-unknown`. There [`Instant`] asks the page, which
//! gives the module a function `now` under the name `page`: milliseconds, as `performance.now()` returns them.

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

    /// Time on the clock of the page.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present time.
        pub fn now() -> Instant {
            Instant(Duration::from_micros((now() * 1000.0) as u64))
        }

        /// Returns the time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// Returns the time from another instant to this one; none if this one is earlier.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns a later instant, if the clock can tell it.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
