//! Foundations that every other crate of Atalaya may use: time, limits, files, memory, threads, seeds, languages.
//!
//! | module | contents |
//! |---|---|
//! | [`calendar`] | days of the calendar |
//! | [`chart`] | charts as SVG |
//! | [`clock`] | arithmetic of chess clocks |
//! | [`limits`] | conditions that end a search: depth, nodes, time, clocks |
//! | [`files`] | atomic replacement of files, and locks between processes |
//! | [`memory`] | large tables shared by threads |
//! | [`threads`] | threads with a large stack, and locks |
//! | [`mixing`] | mixing of integers into hash keys |
//! | [`chance`] | random seeds and names |
//! | [`parsing`] | translation of serde's error messages |
//! | [`lang`] | languages of the program's texts |
//! | [`mod@messages`] | texts for users, in all languages |
//! | [`time`] | instants of a monotonic clock, also in the browser |
//! | [`text`] | escaping of text from outside |
//! | [`word`] | values that are written as one word of a fixed list |

// The macros refer to this crate as `base`, as they do in other crates.
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
