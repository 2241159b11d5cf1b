//! Rolit played out: the last plies of a game, and small boards from their start.

pub(crate) mod board;
pub(crate) mod exact;
mod solver;
pub(crate) mod symmetry;
pub(crate) mod table;

pub use solver::{Aborted, Solution, Solver};
