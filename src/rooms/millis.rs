//! Durations in whole milliseconds, for JSON and for rooms.

use serde::{Deserialize, Deserializer, Serializer};
use std::time::Duration;

/// Rounds a duration down to whole milliseconds.
pub(super) fn whole(time: Duration) -> Duration {
    Duration::from_millis(count(time))
}

/// Returns the whole milliseconds of a duration; `u64::MAX` if there are more.
pub(super) fn count(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn serialize<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u64(count(*time))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    u64::deserialize(from).map(Duration::from_millis)
}

/// Serialisation of an optional duration in whole milliseconds.
pub(super) mod option {
    use super::count;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
        time.map(count).serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(from)?.map(Duration::from_millis))
    }
}
