//! Games under way: rooms, the lobby, and the way between them and the pages.
//!
//! A room is one task that owns a [`rooms::Room`] ([`room`]). It hears [`call::Call`]s, asks the room,
//! has the event written down ([`writer`]), and only then tells the pages. Where a room is, the [`hub`]
//! knows: in this process, or in another of the site, to which the [`bus`] carries the call. The
//! [`lobby`] is where opponents find each other; one process has it for all.
//!
//! | file | what it does |
//! |---|---|
//! | `call` | what is asked of a room or the lobby, and by whom |
//! | `record` | a game in the database, and the room that its events make of it |
//! | `writer` | events of all rooms, many in one change |
//! | `storage` | whether the database takes what is written |
//! | `room` | a room's task |
//! | `halt` | a room while the database is away |
//! | `loading` | how it begins, goes on, and finds back to what is written down |
//! | `orders` | what is asked of a room, one by one |
//! | `presence` | who is in a room |
//! | `claims` | draws that are claimed without being asked |
//! | `thinking` | what a room asks of machines |
//! | `moderation` | games that are aborted, rules of chat |
//! | `messages` | messages of a room's task to its listeners |
//! | `hub` | where rooms and sockets are |
//! | `make` | new rooms |
//! | `lobby` | seeks and pairs |
//! | `machines` | the thinking of machines' seats |
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
