//! Calls to a room and orders to the lobby, with the caller. Calls travel between processes as JSON.

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
    /// Key of the guest that a user was before, whose seats are this user's, too; `None` for others.
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
    /// Returns true if `key` is this person's, or that of the guest that this user was before.
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.guest.as_deref() == Some(key)
    }

    /// The user's number, if it is a user.
    pub fn user(&self) -> Option<i64> {
        WhoKey::parse(&self.key).and_then(WhoKey::user)
    }

    /// Returns true for a guest, false for a user.
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
    /// Person who calls; `None` for a visitor without a name.
    pub who: Option<CallerWho>,
    /// Code of the language to answer in: `es`.
    pub lang: String,
    /// Round-trip time of messages, in milliseconds, capped.
    pub lag: u64,
}

impl Caller {
    /// The language.
    pub fn lang(&self) -> Lang {
        Lang::named(&self.lang).unwrap_or(Lang::EN)
    }
}

/// Order to a room.
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
        /// Number of the seat; any free one if missing.
        seat: Option<usize>,
    },
    /// To put a machine there, or to take it out.
    Machine {
        /// Number of the seat.
        seat: usize,
        /// The level; none to take it out.
        level: Option<String>,
    },
    /// To do something in the own seat.
    Act {
        /// The page's number for this.
        n: Option<u64>,
        /// Action to take.
        act: Act,
    },
    /// To say something.
    Chat {
        /// Text of the line.
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
    /// An administrator ends the game without a result.
    Abort,
    /// By a tournament: a seat that has not made its first move is out.
    Forfeit {
        /// Number of the seat.
        seat: usize,
    },
}

/// A call to a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// By whom.
    pub caller: Caller,
    /// Order to the room.
    pub order: Order,
}

/// Somebody who looks for an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seeker {
    /// Person who looks for an opponent.
    pub who: CallerWho,
    /// By which connection.
    pub socket: SocketId,
    /// For what.
    pub seek: crate::protocol::SeekLine,
}

/// Order to the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LobbyOrder {
    /// To look for an opponent, instead of what was looked for before.
    Seek(Box<Seeker>),
    /// To report that a seeker is still there.
    Here(SocketId),
    /// To look for nobody any more, or that the page has gone.
    Unseek(SocketId),
}
