//! Rate limits for what costs the site something: so many at once, then one for each period (GCRA, by the
//! crate `governor`).

use governor::clock::QuantaClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// A limit for each of many.
pub struct Limit<K: Hash + Eq + Clone>(RateLimiter<K, HashMapStateStore<K>, QuantaClock>);

impl<K: Hash + Eq + Clone> fmt::Debug for Limit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limit({} known)", self.0.len())
    }
}

impl<K: Hash + Eq + Clone> Limit<K> {
    /// So many at once, and as many again in `period`.
    pub fn new(burst: u32, period: Duration) -> Limit<K> {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let each = (period / burst.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(each).unwrap_or(Quota::per_second(burst));
        Limit(RateLimiter::hashmap(quota.allow_burst(burst)))
    }

    /// Returns true if `key` may act now, and counts the action.
    pub fn allows(&self, key: K) -> bool {
        self.0.check_key(&key).is_ok()
    }

    /// Forgets all who may do again as much as anybody.
    pub fn forget(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// Makes limits as they are asked for, or, if there are to be none, such as nobody reaches.
#[derive(Clone, Copy)]
struct Giver {
    is_none: bool,
}

impl Giver {
    fn limit<K: Hash + Eq + Clone>(self, burst: u32, period: Duration) -> Limit<K> {
        if self.is_none {
            Limit::new(u32::MAX, Duration::from_secs(1))
        } else {
            Limit::new(burst, period)
        }
    }
}

/// All limits of the site.
#[derive(Debug)]
pub struct Limits {
    /// True if limits are turned off.
    pub is_none: bool,
    /// Requests of an address.
    pub requests: Limit<IpAddr>,
    /// Attempts to log in from an address.
    pub logins: Limit<IpAddr>,
    /// Attempts to log in as somebody, by folded name.
    pub logins_as: Limit<String>,
    /// Codes of guests entered from an address.
    pub returns: Limit<IpAddr>,
    /// Codes that a guest has made.
    pub codes: Limit<String>,
    /// New accounts and nicknames of an address.
    pub names: Limit<IpAddr>,
    /// Rooms and seeks of a visitor.
    pub rooms: Limit<String>,
    /// Lines of chat and reports of a visitor.
    pub chat: Limit<String>,
    /// Sockets opened from an address.
    pub sockets: Limit<IpAddr>,
    /// Messages of a connection, by its number in this process; those beyond are refused.
    pub messages: Limit<u64>,
    /// Messages of a connection, refused ones among them, until it is closed.
    pub flood: Limit<u64>,
    /// Engine work asked for by a visitor or an address.
    pub engine: Limit<String>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::new(false)
    }
}

impl Limits {
    /// Without any, for measurements and tests on one machine.
    pub fn none() -> Limits {
        Limits::new(true)
    }

    fn new(is_none: bool) -> Limits {
        let second = Duration::from_secs(1);
        let minute = 60 * second;
        let give = Giver { is_none };
        Limits {
            is_none,
            requests: give.limit(3000, minute),
            logins: give.limit(100, 10 * minute),
            logins_as: give.limit(10, 10 * minute),
            returns: give.limit(20, 10 * minute),
            codes: give.limit(10, 10 * minute),
            names: give.limit(100, 60 * minute),
            rooms: give.limit(20, minute),
            chat: give.limit(10, 20 * second),
            sockets: give.limit(300, minute),
            messages: give.limit(40, 4 * second),
            flood: give.limit(240, 24 * second),
            engine: give.limit(10, minute),
        }
    }

    /// Forgets whoever has been quiet, so that the tables do not grow.
    pub fn forget(&self) {
        self.requests.forget();
        self.logins.forget();
        self.logins_as.forget();
        self.returns.forget();
        self.codes.forget();
        self.names.forget();
        self.rooms.forget();
        self.chat.forget();
        self.sockets.forget();
        self.messages.forget();
        self.flood.forget();
        self.engine.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_lets_so_many_through_and_each_for_himself() {
        let limit = Limit::new(3, Duration::from_secs(3600));
        let allowed = |key: &str| (0..10).filter(|_| limit.allows(key.to_owned())).count();
        assert_eq!((allowed("a"), allowed("b"), allowed("a")), (3, 3, 0));
    }

    #[test]
    fn a_connection_that_sends_too_much_is_refused_before_it_is_closed() {
        let limits = Limits::default();
        let sent = |limit: &Limit<u64>| {
            let messages = 0..1000;
            messages.take_while(|_| limit.allows(1)).count()
        };
        assert!((40..45).contains(&sent(&limits.messages)));
        assert!((240..245).contains(&sent(&limits.flood)));
        assert!(limits.messages.allows(2) && limits.flood.allows(2));
        assert_eq!(sent(&Limits::none().messages), 1000);
    }

    #[test]
    fn whoever_has_been_quiet_is_forgotten() {
        let limit = Limit::new(2, Duration::from_nanos(2));
        assert!(limit.allows(1) && limit.allows(2));
        while !limit.0.is_empty() {
            limit.forget();
        }
        let limit = Limit::new(2, Duration::from_secs(3600));
        assert!(limit.allows(1));
        limit.forget();
        assert_eq!(limit.0.len(), 1);
    }
}
