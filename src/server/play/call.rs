//! Calls to a room and orders to the lobby, each with its sender. They are sent between processes as JSON.

use crate::protocol::Act;
use crate::visitor::{Who, WhoKey};
use games::Lang;
use serde::{Deserialize, Serialize};

/// Person who can play, a user or a guest, in the form that calls contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallerWho {
    /// Key of the person: `u12` for user 12, `g7` for guest 7.
    pub key: String,
    /// Name that others see.
    pub name: String,
    /// Key of the guest that a user was before logging in, whose seats belong to this user, too; `None` for others.
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
    /// Returns true if `key` is this person's own, or that of the guest that this user was before.
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.guest.as_deref() == Some(key)
    }

    /// Number of the user; `None` for a guest.
    pub fn user(&self) -> Option<i64> {
        WhoKey::parse(&self.key).and_then(WhoKey::user)
    }

    /// Returns true for a guest, false for a user.
    pub fn is_guest(&self) -> bool {
        self.user().is_none()
    }
}

/// Connection of a page to one of the site's processes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SocketId {
    /// Name of the process that holds the connection.
    pub process: String,
    /// Number of the connection in that process.
    pub number: u64,
}

/// Sender of a call: the connection of a page, and the person who has opened the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// Connection on which it was sent.
    pub socket: SocketId,
    /// Person who calls; `None` for a visitor without a name.
    pub who: Option<CallerWho>,
    /// Code of the language to answer in: `es`.
    pub lang: String,
    /// Round-trip time of messages on the connection, in milliseconds, up to a maximum.
    pub lag: u64,
}

impl Caller {
    /// Returns the language to answer in; English if the code is unknown.
    pub fn lang(&self) -> Lang {
        Lang::named(&self.lang).unwrap_or(Lang::EN)
    }
}

/// Order that a page gives to the process that runs a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Subscribes the page to the room's messages, from a version of its state on.
    Enter {
        /// Last version that the page knows; `None` for the whole state.
        seen: Option<u64>,
    },
    /// Ends the subscription: the page has been closed, or shows something else.
    Exit,
    /// Takes a seat, or returns to the sender's own seat.
    Join {
        /// Number of the seat; `None` for any free one.
        seat: Option<usize>,
    },
    /// Puts a machine into a seat, or takes it out.
    Machine {
        /// Number of the seat.
        seat: usize,
        /// Level of the machine; `None` to take it out.
        level: Option<String>,
    },
    /// Acts in the sender's own seat.
    Act {
        /// Number that the page has given to this act, if any.
        n: Option<u64>,
        /// Action to take.
        act: Act,
    },
    /// Writes a line of chat.
    Chat {
        /// Text of the line.
        text: String,
    },
    /// Reports a line of chat to the administrators.
    Report {
        /// Number of the line.
        message: i64,
        /// Reason of the report.
        why: String,
    },
    /// Asks for another game of the same kind against the same opponents.
    Rematch,
    /// Ends the game without a result, on behalf of an administrator.
    Abort,
    /// Takes a seat out of the game that has not made its first move in time, on behalf of a tournament.
    Forfeit {
        /// Number of the seat.
        seat: usize,
    },
}

/// A call to a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Sender of the call.
    pub caller: Caller,
    /// Order to the room.
    pub order: Order,
}

/// Person who looks for an opponent in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seeker {
    /// Person who looks for an opponent.
    pub who: CallerWho,
    /// Connection on which the person waits.
    pub socket: SocketId,
    /// Game for which an opponent is wanted.
    pub seek: crate::protocol::SeekLine,
}

/// Order that a page gives to the process that runs the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LobbyOrder {
    /// Looks for an opponent; replaces an earlier search of the same person.
    Seek(Box<Seeker>),
    /// Reports that the person on a connection is still there.
    Here(SocketId),
    /// Ends the search for an opponent, on request or because the page has been closed.
    Unseek(SocketId),
}
