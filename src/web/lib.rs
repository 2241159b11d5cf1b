//! Rules of all games for the pages of the site.
//!
//! A page draws boards and lets people choose moves. The crate gives it both:
//!
//! | module | contents |
//! |---|---|
//! | [`view`] | a board and its moves as data for a page; the server sends the same types |
//! | [`table`] | one game in progress: moves are played, taken back and refused with a reason |
//! | [`study`] | records with variations and comments, read and written |
//! | [`answer`] | the requests that a page makes of a table, as JSON |
//! | [`mates`] | the mate finder that works beside the engine |
//! | [`thinking`] | the requests that a page makes of the engine and the solvers, as JSON |
//! | [`choosing`] | the requests that a page makes of machines that play, as JSON |
//!
//! For the target `wasm32-unknown-unknown` the crate is a module of a few hundred kilobytes that a page loads once: that of
//! the rules, or with the feature `engine` that of the engine and the solvers, or with the feature `players` that of the
//! machines that play; workers of the page run these two. Its functions are in `exports`: a page writes a request into
//! the module's memory and reads the answer from there, so no generated glue is needed. The server stays the only
//! authority on results, clocks and ratings.

base::messages!("web");

pub mod answer;
pub mod choosing;
#[cfg(target_family = "wasm")]
mod exports;
mod inquiring;
pub mod mates;
pub mod study;
pub mod table;
pub mod thinking;
pub mod view;
