//! Time by the database's clock. If the clock of this machine is set back, the time returned here goes on without the
//! jump, so that it never runs backwards and an hour lasts no more than an hour.

use base::threads::locked;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

/// A clock that follows this machine's clock at a constant offset, but never runs backwards.
#[derive(Debug)]
pub(crate) struct Clock(Mutex<Reading>);

#[derive(Debug)]
struct Reading {
    /// Time of the machine's clock when it was last read, in milliseconds since 1970.
    wall: i64,
    /// Offset to be added to the machine's clock, in milliseconds; may be negative.
    ahead: i64,
}

impl Clock {
    /// Creates a clock that is `ahead` milliseconds ahead of the machine's clock, or behind it if the number is
    /// negative.
    pub(crate) fn new(ahead: i64) -> Clock {
        let wall = i64::MIN;
        Clock(Mutex::new(Reading { wall, ahead }))
    }

    /// Returns the time, in milliseconds since 1970, when the machine's clock says `wall`.
    pub(crate) fn now(&self, wall: i64) -> i64 {
        let mut reading = locked(&self.0);
        if wall < reading.wall {
            // The machine's clock was set back: go on from the last reading.
            reading.ahead += reading.wall - wall;
        }
        reading.wall = wall;
        wall + reading.ahead
    }
}

/// Returns the time of this machine's clock, in milliseconds since 1970.
pub(crate) fn wall() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_goes_on_from_where_it_was() {
        let clock = Clock::new(7);
        assert_eq!(clock.now(1_000_000), 1_000_007);
        assert_eq!(clock.now(1_000_500), 1_000_507);
        // By a quarter of an hour.
        assert_eq!(clock.now(100_500), 1_000_507);
        assert_eq!(clock.now(100_900), 1_000_907);
        assert_eq!(clock.now(100_000), 1_000_907);
        assert_eq!(clock.now(200_000), 1_100_907);
    }
}
