//! Seekers, the people who look for an opponent, and their pairing. [`Lobby`] is a pure value without I/O.
//!
//! One process of a site runs the lobby. A seeker whose page has not reported for a while counts as vanished and is
//! removed before anybody is paired with it.

use super::call::{LobbyOrder, Seeker, SocketId};
use super::make::{self, GameRequest};
use crate::App;
use crate::protocol::{SeekLine, ServerMessage, Visibility};

/// Time without a report after which a seeker's page counts as vanished, in milliseconds.
pub const VANISHED: u64 = 15_000;

/// Maximum number of seekers waiting at once.
pub const MAX_SEEKS: usize = 5000;

/// Maximum difference of the ratings of two seekers who are paired at once.
const WINDOW: f64 = 200.0;

/// Increase of the maximum difference for each second that the older of two seeks has waited.
const WIDER: f64 = 20.0;

/// Waiting time after which a seeker is paired without regard to ratings, in milliseconds.
const ANYBODY: u64 = 60_000;

/// The people who look for an opponent: those who have waited longest are paired first.
#[derive(Debug, Default)]
pub struct Lobby {
    waiting: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    seeker: Seeker,
    /// Instant at which the page last reported, in milliseconds since 1970.
    heard: u64,
}

/// Two seekers who are to play each other; the first has waited longer.
pub type Pair = [Seeker; 2];

impl Lobby {
    /// Pairs a seeker with the first suitable one who waits, or adds it to those who wait and returns `None`. An
    /// earlier seek of the same person is removed. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// The seeker, if there already are [`MAX_SEEKS`].
    pub fn seek(&mut self, seeker: Seeker, now: u64) -> Result<Option<Pair>, Box<Seeker>> {
        self.waiting.retain(|w| w.seeker.who.key != seeker.who.key);
        self.forget(now);
        let found = self
            .waiting
            .iter()
            .position(|waiting| suit(&waiting.seeker, &seeker, now));
        if let Some(place) = found {
            let first = self.waiting.remove(place).seeker;
            return Ok(Some([first, seeker]));
        }
        if self.waiting.len() >= MAX_SEEKS {
            return Err(Box::new(seeker));
        }
        self.waiting.push(Waiting { seeker, heard: now });
        Ok(None)
    }

    /// Notes that the page on a connection has reported at the instant `now`, in milliseconds since 1970.
    pub fn here(&mut self, socket: &SocketId, now: u64) {
        let waiting = self.waiting.iter_mut();
        for one in waiting.filter(|w| w.seeker.socket == *socket) {
            one.heard = now;
        }
    }

    /// Removes the seek of a page. Returns true if there was one.
    pub fn unseek(&mut self, socket: &SocketId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|w| w.seeker.socket != *socket);
        self.waiting.len() < before
    }

    fn forget(&mut self, now: u64) {
        self.waiting
            .retain(|w| w.heard.saturating_add(VANISHED) > now);
    }

    /// Removes and returns the pairs of seekers that suit each other at the instant `now`, in milliseconds since 1970;
    /// the accepted difference of ratings grows with the waiting time. Seekers whose pages have vanished are removed
    /// first.
    pub fn pairs(&mut self, now: u64) -> Vec<Pair> {
        self.forget(now);
        let mut pairs = Vec::new();
        let mut first = 0;
        while first < self.waiting.len() {
            let rest = self.waiting[first + 1..].iter();
            let one = &self.waiting[first].seeker;
            let other = rest
                .into_iter()
                .position(|other| suit(one, &other.seeker, now));
            match other {
                Some(offset) => {
                    let other = self.waiting.remove(first + 1 + offset).seeker;
                    let one = self.waiting.remove(first).seeker;
                    pairs.push([one, other]);
                }
                None => first += 1,
            }
        }
        pairs
    }

    /// Returns the seeks of those who wait, oldest first; `most` at most.
    pub fn lines(&self, most: usize) -> Vec<SeekLine> {
        let waiting = self.waiting.iter().take(most);
        waiting.map(|w| w.seeker.seek.clone()).collect()
    }
}

/// Returns true if two people seek the same game, and have ratings near enough or have waited long enough.
fn suit(one: &Seeker, other: &Seeker, now: u64) -> bool {
    let (a, b) = (&one.seek, &other.seek);
    let same = a.game == b.game
        && a.settings == b.settings
        && a.clock == b.clock
        && a.rated == b.rated
        && one.who.key != other.who.key;
    let waited = now.saturating_sub(a.since.min(b.since));
    let window = WINDOW + WIDER * waited as f64 / 1000.0;
    let near = match (a.rating, b.rating) {
        (Some(a), Some(b)) => (a - b).abs() as f64 <= window,
        // Guests have no rating.
        _ => true,
    };
    same && (near || waited >= ANYBODY)
}

/// Executes an order in the process that runs the lobby.
pub fn order(app: &App, order: LobbyOrder) {
    let hub = app.hub();
    let now = app.now();
    let pair = match order {
        LobbyOrder::Here(socket) => {
            hub.lobby().here(&socket, now);
            return;
        }
        LobbyOrder::Unseek(socket) => {
            hub.lobby().unseek(&socket);
            return;
        }
        LobbyOrder::Seek(seeker) => {
            let sought = hub.lobby().seek(*seeker, now);
            match sought {
                Ok(pair) => pair,
                Err(seeker) => {
                    hub.tell(&seeker.socket, &ServerMessage::Seeking { seek: None });
                    return;
                }
            }
        }
    };
    if let Some(pair) = pair {
        begin(app, pair);
    }
}

/// Creates a room for a pair, and informs both pages.
pub fn begin(app: &App, pair: Pair) {
    let app = app.clone();
    tokio::spawn(async move {
        let seek = &pair[0].seek;
        let wish = GameRequest {
            game: seek.game.clone(),
            settings: seek.settings.clone(),
            start: None,
            clock: seek.clock.clone(),
            rated: seek.rated,
            visibility: Visibility::Open,
        };
        let mut two = Vec::new();
        for seeker in &pair {
            let rating = make::rating(&app, &seeker.who, &wish.game).await;
            two.push((seeker.who.clone(), rating.unwrap_or_default()));
        }
        let made = match <[_; 2]>::try_from(two) {
            Ok(two) => make::pair(&app, &wish, two).await,
            Err(_) => return,
        };
        for seeker in &pair {
            let message = match &made {
                Ok(room) => ServerMessage::Paired {
                    room: room.clone(),
                    dropped: Vec::new(),
                },
                Err(_) => ServerMessage::Seeking { seek: None },
            };
            app.hub().tell(&seeker.socket, &message);
        }
        if let Err(error) = made {
            tracing::error!("no room for a pair: {error}");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::call::CallerWho;
    use super::*;
    use std::collections::BTreeMap;

    fn seeker(key: &str, rating: Option<i64>, since: u64) -> Seeker {
        Seeker {
            who: CallerWho {
                key: key.to_owned(),
                name: key.to_owned(),
                guest: None,
            },
            socket: SocketId {
                process: "p".to_owned(),
                number: key.bytes().map(u64::from).sum(),
            },
            seek: SeekLine {
                name: key.to_owned(),
                guest: rating.is_none(),
                rating,
                game: "chess".to_owned(),
                settings: BTreeMap::new(),
                clock: "5+3".to_owned(),
                rated: false,
                since,
            },
        }
    }

    fn names(pair: Option<Pair>) -> Option<[String; 2]> {
        pair.map(|pair| pair.map(|seeker| seeker.who.key))
    }

    fn sought(lobby: &mut Lobby, seeker: Seeker, now: u64) -> Option<[String; 2]> {
        names(lobby.seek(seeker, now).expect("a place"))
    }

    #[test]
    fn the_first_who_waits_for_the_same_is_the_opponent() {
        let mut lobby = Lobby::default();
        let mut other = seeker("g1", None, 0);
        other.seek.clock = "1+0".to_owned();
        assert_eq!(sought(&mut lobby, other, 0), None);
        assert_eq!(sought(&mut lobby, seeker("g2", None, 1), 1), None);
        // Nobody plays with oneself, and another wish takes the place of the first.
        assert_eq!(sought(&mut lobby, seeker("g2", None, 2), 2), None);
        assert_eq!(lobby.lines(9).len(), 2);
        let pair = sought(&mut lobby, seeker("g3", None, 3), 3);
        assert_eq!(pair, Some(["g2".to_owned(), "g3".to_owned()]));
        assert_eq!(lobby.lines(9).len(), 1);
    }

    #[test]
    fn one_who_has_vanished_is_skipped_and_the_newcomer_waits() {
        let mut lobby = Lobby::default();
        assert_eq!(sought(&mut lobby, seeker("g1", None, 0), 0), None);
        assert_eq!(
            sought(&mut lobby, seeker("g2", None, VANISHED), VANISHED),
            None
        );
        let told: Vec<String> = lobby.lines(9).into_iter().map(|line| line.name).collect();
        assert_eq!(told, ["g2"]);
        // One who says so is still there.
        let socket = seeker("g2", None, 0).socket;
        lobby.here(&socket, 2 * VANISHED - 1);
        let pair = sought(&mut lobby, seeker("g3", None, 2 * VANISHED), 2 * VANISHED);
        assert!(pair.is_some());
    }

    #[test]
    fn ratings_far_apart_suit_each_other_after_a_while() {
        let mut lobby = Lobby::default();
        assert_eq!(sought(&mut lobby, seeker("u1", Some(1500), 0), 0), None);
        assert_eq!(sought(&mut lobby, seeker("u2", Some(1800), 0), 0), None);
        assert!(lobby.pairs(4_000).is_empty());
        assert_eq!(lobby.pairs(5_000).len(), 1);
        assert_eq!(
            sought(&mut lobby, seeker("u3", Some(1500), 5_000), 5_000),
            None
        );
        assert_eq!(
            sought(&mut lobby, seeker("u4", Some(1700), 5_000), 5_000),
            Some(["u3".to_owned(), "u4".to_owned()])
        );
        // Whoever has waited long plays with anybody.
        for (key, rating) in [("u5", 800), ("u6", 2900)] {
            assert_eq!(
                sought(&mut lobby, seeker(key, Some(rating), 6_000), 6_000),
                None
            );
        }
        for now in (10_000..=66_000).step_by(1_000) {
            lobby.here(&seeker("u5", None, 0).socket, now);
            lobby.here(&seeker("u6", None, 0).socket, now);
            assert_eq!(lobby.pairs(now).len(), usize::from(now == 66_000), "{now}");
        }
    }

    #[test]
    fn whoever_stops_seeking_waits_no_more() {
        let mut lobby = Lobby::default();
        let one = seeker("g1", None, 0);
        assert_eq!(sought(&mut lobby, one.clone(), 0), None);
        assert!(lobby.unseek(&one.socket) && !lobby.unseek(&one.socket));
        assert_eq!(sought(&mut lobby, seeker("g2", None, 1), 1), None);
    }
}
