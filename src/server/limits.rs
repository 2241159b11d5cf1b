//! Rate limits for actions that cost the site something: a burst of some number, then one action per interval (GCRA, by
//! the crate `governor`).

use super::Config;
use base::threads::locked;
use governor::clock::{Clock, QuantaClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Rate limit that is counted separately for each key, such as an address or a visitor.
pub struct Limit<K: Hash + Eq + Clone>(RateLimiter<K, HashMapStateStore<K>, QuantaClock>);

impl<K: Hash + Eq + Clone> fmt::Debug for Limit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limit({} known)", self.0.len())
    }
}

impl<K: Hash + Eq + Clone> Limit<K> {
    /// Creates a limit of `burst` actions at once, with `burst` more allowed per `period`, evenly spread.
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

    /// Checks that `key` may act now, and counts the action if so.
    ///
    /// # Errors
    /// The time until `key` may act again.
    pub fn check(&self, key: K) -> Result<(), Duration> {
        let now = self.0.clock().now();
        let checked = self.0.check_key(&key);
        checked.map_err(|until| until.wait_time_from(now))
    }

    /// Deletes the counts of all keys whose full burst is available again.
    pub fn forget(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// Number of resources in use, such as open connections: the total, and by address.
#[derive(Clone, Debug, Default)]
pub struct Places(Arc<Mutex<(usize, HashMap<IpAddr, usize>)>>);

/// One resource that is counted as in use in [`Places`]; dropping it releases the place.
#[derive(Debug)]
pub struct Place(Places, IpAddr);

impl Places {
    /// Takes a place for an address. `None` if there are already `most` in all, or `most_of_one` of this address.
    pub fn take(&self, address: IpAddr, [most, most_of_one]: [usize; 2]) -> Option<Place> {
        let (all, places) = &mut *locked(&self.0);
        let count = places.get(&address).copied().unwrap_or_default();
        if *all >= most || count >= most_of_one {
            return None;
        }
        *all += 1;
        places.insert(address, count + 1);
        Some(Place(self.clone(), address))
    }

    /// Returns the number of places taken by all addresses together.
    pub fn count_taken(&self) -> usize {
        locked(&self.0).0
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (all, places) = &mut *locked(&self.0.0);
        *all -= 1;
        if let Some(count) = places.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                places.remove(&self.1);
            }
        }
    }
}

/// Creates the requested limits or, if limits are turned off, limits that nobody reaches.
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
    /// Attempts to log in from an address as a certain user, by folded name. As the address counts, nobody can lock
    /// another user out of logging in from elsewhere.
    pub logins_as: Limit<(IpAddr, String)>,
    /// Attempts to enter a guest's return code from an address.
    pub returns: Limit<IpAddr>,
    /// Return codes that a guest creates.
    pub codes: Limit<String>,
    /// New accounts and nicknames of an address.
    pub names: Limit<IpAddr>,
    /// Rooms that a visitor opens or joins, and seeks for an opponent.
    pub rooms: Limit<String>,
    /// Problems that a visitor saves.
    pub saves: Limit<String>,
    /// Lines of chat and reports of a visitor.
    pub chat: Limit<String>,
    /// Sockets opened from an address.
    pub sockets: Limit<IpAddr>,
    /// Messages and pings of a connection, by its number in this process; those beyond are refused.
    pub messages: Limit<u64>,
    /// Messages and pings of a connection, refused ones included; beyond this limit the connection is closed.
    pub flood: Limit<u64>,
    /// Requests for engine work, by a visitor or, without a name, by an address.
    pub engine: Limit<String>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(&Config::default())
    }
}

impl Limits {
    /// Turns all limits off, for measurements and tests on one machine.
    pub fn none() -> Limits {
        Limits::new(true, &Config::default())
    }

    /// Creates the limits, with the rate of messages from the operator's configuration.
    pub fn of(config: &Config) -> Limits {
        Limits::new(false, config)
    }

    fn new(is_none: bool, config: &Config) -> Limits {
        let messages = config.socket_messages;
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
            saves: give.limit(60, 10 * minute),
            chat: give.limit(10, 20 * second),
            sockets: give.limit(300, minute),
            messages: give.limit(messages.saturating_mul(4), 4 * second),
            flood: give.limit(messages.saturating_mul(24), 24 * second),
            engine: give.limit(10, minute),
        }
    }

    /// Deletes the counts of all keys whose full burst is available again, so that the tables do not grow.
    pub fn forget(&self) {
        self.requests.forget();
        self.logins.forget();
        self.logins_as.forget();
        self.returns.forget();
        self.codes.forget();
        self.names.forget();
        self.rooms.forget();
        self.saves.forget();
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
    fn an_address_has_so_many_places_and_gives_them_back() {
        let places = Places::default();
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().expect(text));
        let most = [3, 2];
        let mut held: Vec<Place> = (0..2).filter_map(|_| places.take(one, most)).collect();
        assert!(held.len() == 2 && places.take(one, most).is_none());
        held.extend(places.take(other, most));
        assert!(
            held.len() == 3 && places.take(other, most).is_none(),
            "three in all"
        );
        held.clear();
        assert!(places.count_taken() == 0 && places.take(one, most).is_some());
    }

    #[test]
    fn one_who_must_wait_is_told_how_long() {
        let limit = Limit::new(2, Duration::from_secs(100));
        assert_eq!((limit.check(1), limit.check(1)), (Ok(()), Ok(())));
        let wait = limit.check(1).expect_err("too many");
        assert!(
            wait <= Duration::from_secs(50) && wait > Duration::from_secs(45),
            "{wait:?}"
        );
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
