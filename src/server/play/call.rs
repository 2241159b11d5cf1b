//! What is asked of a room or the lobby, and by whom. Calls travel between processes as JSON.

use crate::protocol::Act;
use crate::visitor::{Who, WhoKey};
use games::Lang;
use serde::{Deserialize, Serialize};

/// Somebody who can play, as calls carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallerWho {
    /// `u12`, `g7`.
    pub key: String,
    /// The name.
    pub name: String,
    /// Of a user who came as a guest before: that guest's key, whose seats are this user's, too.
    #[serde(default)]
    pub guest: Option<String>,
}

impl From<&Who> for CallerWho {
    fn from(who: &Who) -> CallerWho {
        CallerWho {
            key: who.key.to_string(),
            name: who.name.clone(),
            guest: who.guest.map(|id| WhoKey::Guest(id).to_string()),
        }
    }
}

impl CallerWho {
    /// Whether it is whoever has this key.
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.guest.as_deref() == Some(key)
    }

    /// The user's number, if it is a user.
    pub fn user(&self) -> Option<i64> {
        WhoKey::parse(&self.key).and_then(WhoKey::user)
    }

    /// Whether it is a guest.
    pub fn is_guest(&self) -> bool {
        self.user().is_none()
    }
}

/// A page's connection, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SocketId {
    /// The process that has it.
    pub process: String,
    /// Its number there.
    pub number: u64,
}

/// Whoever calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// By which connection.
    pub socket: SocketId,
    /// Who; nobody without a name.
    pub who: Option<CallerWho>,
    /// Whether to speak Spanish.
    pub spanish: bool,
    /// How long messages travel there and back, in milliseconds, capped.
    pub lag: u64,
}

impl Caller {
    /// The language.
    pub fn lang(&self) -> Lang {
        if self.spanish { Lang::Es } else { Lang::En }
    }
}

/// What is asked of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// To be told what happens there, from a version on.
    Enter {
        /// The last version that the page knows.
        seen: Option<u64>,
    },
    /// Not to be told any more: the page has gone, or shows something else.
    Exit,
    /// To sit down, or to come back.
    Join {
        /// Where; anywhere if missing.
        seat: Option<usize>,
    },
    /// To put a machine there, or to take it out.
    Machine {
        /// Where.
        seat: usize,
        /// The level; none to take it out.
        level: Option<String>,
    },
    /// To do something in the own seat.
    Act {
        /// The page's number for this.
        n: Option<u64>,
        /// What.
        act: Act,
    },
    /// To say something.
    Chat {
        /// What.
        text: String,
    },
    /// To report a line of chat.
    Report {
        /// Which.
        message: i64,
        /// Why.
        why: String,
    },
    /// To play the same again.
    Rematch,
}

/// A call to a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// By whom.
    pub caller: Caller,
    /// What for.
    pub order: Order,
}

/// Somebody who looks for an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seeker {
    /// Who.
    pub who: CallerWho,
    /// By which connection.
    pub socket: SocketId,
    /// For what.
    pub seek: crate::protocol::SeekLine,
}

/// What is asked of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LobbyOrder {
    /// To look for an opponent, instead of what was looked for before.
    Seek(Box<Seeker>),
    /// That a seeker is still there.
    Here(SocketId),
    /// To look for nobody any more, or that the page has gone.
    Unseek(SocketId),
}
