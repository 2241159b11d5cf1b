//! The chess engine: evaluation of positions, and the search that uses it.
//!
//! [`eval`] computes a position's value, by material, by a hand-written evaluation or by the network that is part of
//! the program; [`search`] looks for the best move. Both are for chess alone, for the sake of speed; the interface
//! common to the players of all games is in the crate `players`.

base::messages!("engine");

pub mod eval;
pub mod search;
