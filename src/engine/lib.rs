//! The chess engine: evaluation of positions, and the search that uses it.
//!
//! [`eval`] gives a position's value, by material, by a hand-written evaluation or by the network that
//! comes with the program; [`search`] looks for the best move: driver, alpha-beta, move picker, tables,
//! time and threads. Both are written for chess alone, because speed is won there; the interface that
//! every game's player has is in the crate `players`.

pub mod eval;
pub mod search;
