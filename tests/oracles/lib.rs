//! Slow second implementations of rules, with which the integration tests compare the program.
//!
//! They are a crate of their own so that they are optimised: the tests themselves are compiled quickly, without
//! optimisation, and would spend most of their time here. Nothing in `src` depends on this crate.

pub mod chess;
pub mod kamisado;
pub mod mate;
pub mod minimax;
pub mod positions;
pub mod rolit;
pub mod starts;
pub mod stipulations;
