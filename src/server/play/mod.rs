//! Games under way: rooms, the lobby, and the delivery of messages between them and the pages.
//!
//! A room (one game with its players) is a task that owns a [`rooms::Room`] ([`room`]). It receives [`call::Call`]s,
//! checks them against the rules of the room, has the resulting event written to the database ([`writer`]), and only
//! then informs the pages. The [`hub`] finds the process of the site that runs a room; if it is another one, the
//! [`bus`] carries the call there. The [`lobby`] pairs people who look for an opponent; one process runs it for the
//! whole site.
//!
//! | file | what it does |
//! |---|---|
//! | `call` | calls to a room and orders to the lobby, with their senders |
//! | `record` | games as the database stores them, and rooms rebuilt from their events |
//! | `writer` | writing of all rooms' events, many in one transaction |
//! | `storage` | state of the database: available or not |
//! | `room` | task of a room |
//! | `halt` | stopped clocks of a room while the database is away |
//! | `loading` | start, resumption and recovery of a room's task |
//! | `orders` | handling of orders to a room, one by one |
//! | `presence` | people who are in a room |
//! | `claims` | automatic claims of draws by repetition |
//! | `thinking` | requests of a room to machines, the engine players |
//! | `moderation` | aborted games, rules of chat |
//! | `messages` | messages of a room's task to the pages |
//! | `hub` | registry of rooms and sockets |
//! | `make` | creation of rooms |
//! | `lobby` | people who look for an opponent, and their pairing |
//! | `machines` | threads on which machines think |
//! | `bus` | messages between processes |

pub mod bus;
pub mod call;
mod claims;
pub mod halt;
pub mod hub;
mod loading;
pub mod lobby;
pub mod machines;
pub mod make;
pub mod messages;
mod moderation;
mod orders;
mod presence;
pub mod record;
pub mod room;
pub mod storage;
#[cfg(test)]
mod tests;
mod thinking;
pub mod writer;
