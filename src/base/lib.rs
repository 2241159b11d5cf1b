//! Foundations that every other crate of Atalaya may use: time, limits, files, memory, threads, seeds, languages.
//!
//! | module | contents |
//! |---|---|
//! | [`calendar`] | days of the calendar |
//! | [`chart`] | charts as SVG |
//! | [`clock`] | chess clocks, as arithmetic |
//! | [`limits`] | conditions that end a search: depth, nodes, time, clocks |
//! | [`files`] | files that are replaced as a whole, by one process at a time |
//! | [`memory`] | large tables shared by threads |
//! | [`threads`] | threads with a large stack, and locks |
//! | [`mixing`] | words mixed into keys |
//! | [`chance`] | seeds and names that are drawn anew each time |
//! | [`parsing`] | sentences of serde about bad data, in every language |
//! | [`lang`] | languages of the program's texts |
//! | [`mod@messages`] | the texts for people, in all languages |
//! | [`time`] | instants of a clock, in a page, too |
//! | [`text`] | text from outside, made fit to be shown |
//! | [`word`] | values that are written as one word of a fixed list |

// The macros name this crate as others do.
extern crate self as base;

pub use messages_macros::messages;

messages!("base");

pub mod calendar;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub mod chance;
pub mod chart;
pub mod clock;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub mod files;
pub mod lang;
pub mod limits;
pub mod memory;
pub mod messages;
pub mod mixing;
pub mod parsing;
pub mod text;
pub mod threads;
pub mod time;
pub mod word;

/// Largest number of seats of a game: the ten colours of Rolit.
pub const MAX_SEATS: usize = 10;
