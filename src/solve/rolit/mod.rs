//! Exact solutions of Rolit: the last plies of a game, and small boards from their start.

pub mod board;
pub mod exact;
mod solver;
pub mod symmetry;
pub mod table;

pub use solver::{Aborted, Solution, Solver};
