//! Rooms: a game in progress among seats of people and machines, as a pure value.
//!
//! Start with [`Room::apply`]: it takes an [`Event`] and the time, and returns [`Effects`] for the program that shows
//! the game, or a [`Refusal`], which leaves the room unchanged. This crate never reads a clock, draws a board or
//! opens a file, so that every rule can be tested without waiting; the terminal, the server and the tests are front
//! ends of the same value.
//!
//! | file | contents |
//! |---|---|
//! | `event`, `effect` | events that a room accepts, and their effects |
//! | `room` | the state, and how each event changes it |
//! | `question` | draw offers and takebacks: the seats that must answer, and the deadline |
//! | `machines` | moves of machines, and their answers to draw offers |
//! | `ending` | the result, by the rules or otherwise |
//! | `turns` | the running clock, and the time that turns have taken |
//! | `pgn` | the game as PGN |
//! | `picture` | the game as an animated image |
//! | `time` | deadlines |
//! | `words` | sentences for endings and refusals |
//! | [`tournament`] | pairings and standings of tournaments |
//! | `record`, `checks` | the room as JSON: the saved game, from which a restart continues |
//!
//! # Time
//!
//! `now` is the time since an epoch of the caller's choice, counted in whole milliseconds; a time before the last
//! event counts as that event's. Deadlines (a clock, the time to answer, the time to come back) take effect only with
//! an [`Event::Tick`] after them; [`Room::deadline`] returns the time of the next one. A move that was made in time
//! and arrives late can therefore still be played; the lag that the caller reports is deducted.
//!
//! # Several seats
//!
//! A player who resigns, oversteps the time or stays away is out: the seat can no longer win. With two sides the game
//! is then over. With more, the others play on, and because the rules need moves for every seat, a machine moves for
//! the one that is out ([`Options::stand_in`]), without a clock. A team plays on as long as one of its members does.
//! The last remaining side wins; if the game ends by its rules, the best of the remaining seats.

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
