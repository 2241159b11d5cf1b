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
    /// Engine work asked for by a visitor or an address.
    pub engine: Limit<String>,
}

impl Default for Limits {
    fn default() -> Limits {
        let second = Duration::from_secs(1);
        let minute = 60 * second;
        Limits {
            is_none: false,
            requests: Limit::new(3000, minute),
            logins: Limit::new(100, 10 * minute),
            logins_as: Limit::new(10, 10 * minute),
            returns: Limit::new(20, 10 * minute),
            codes: Limit::new(10, 10 * minute),
            names: Limit::new(100, 60 * minute),
            rooms: Limit::new(20, minute),
            chat: Limit::new(10, 20 * second),
            sockets: Limit::new(300, minute),
            engine: Limit::new(10, minute),
        }
    }
}

impl Limits {
    /// Without any, for measurements and tests on one machine.
    pub fn none() -> Limits {
        fn no<K: Hash + Eq + Clone>() -> Limit<K> {
            Limit::new(u32::MAX, Duration::from_secs(1))
        }
        Limits {
            is_none: true,
            requests: no(),
            logins: no(),
            logins_as: no(),
            returns: no(),
            codes: no(),
            names: no(),
            rooms: no(),
            chat: no(),
            sockets: no(),
            engine: no(),
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
