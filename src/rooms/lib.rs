//! Rooms: a game in progress among seats of people and machines, as a pure value.
//!
//! Start with [`Room::apply`]: it takes an [`Event`] and the time, and answers with [`Effects`] for
//! whoever shows the game, or with a [`Refusal`] that leaves the room as it was. Nobody here reads a
//! clock, draws a board or opens a file, so that every rule can be tested without sleeping, and the
//! terminal, a server and a test are skins over the same value.
//!
//! | file | contents |
//! |---|---|
//! | `event`, `effect` | events that a room accepts, and their effects |
//! | `room` | the state, and how each event changes it |
//! | `question` | draw offers and takebacks: the seats that must answer, and the deadline |
//! | `machines` | moves of machines, and their answers to draw offers |
//! | `ending` | the result, at the board or away from it |
//! | `turns` | the running clock, and the time that turns have taken |
//! | `pgn` | the game as the record that people exchange |
//! | `picture` | the game as an animated picture |
//! | `time` | deadlines |
//! | `words` | sentences for endings and refusals |
//! | [`tournament`] | pairings and standings of tournaments |
//! | `record`, `checks` | the room as JSON: the saved game, from which a restart goes on |
//!
//! # Time
//!
//! `now` is the time since an epoch of the caller's choice, counted in whole milliseconds; a time
//! before the last event counts as that event's. What ends by itself (a clock, the time to answer,
//! the time to come back) ends when a [`Event::Tick`] says that it is time, as a flag that nobody
//! looks at has not fallen; [`Room::deadline`] says when to look. So a move that was made in time and
//! comes in late can still be played, less the lag that the caller grants.
//!
//! # Several seats
//!
//! Who resigns, oversteps the time or stays away is out: the seat wins nothing any more. With two
//! sides the game is over then. With more, those who are still in play on, and because the rules need
//! somebody to move for the one who is not, a machine takes that seat ([`Options::stand_in`]) without
//! a clock. A team plays on as long as one of its members does. The last side to be in wins; at the
//! end by the rules the first of those who are in.

base::messages!("rooms");

mod checks;
mod effect;
mod ending;
mod event;
mod lines;
mod machines;
mod millis;
mod pgn;
mod picture;
mod question;
mod record;
mod room;
#[cfg(test)]
mod tests;
mod time;
pub mod tournament;
mod turns;
mod words;

pub use effect::{ClockFace, Effect, Effects, Notice};
pub use ending::{Ending, Verdict};
pub use event::{Event, Refusal};
pub use machines::{Machines, seed_of};
pub use pgn::game_of;
pub use picture::animation;
pub use question::{Ask, Question};
pub use record::RecordError;
pub use room::{Options, Phase, Player, Room};
