//! Learning from the engine's own games (feature `train`).
//!
//! [`datagen`] plays the games that the network learns from, and keeps them packed; [`network`] trains it.
//! [`selfplay`] plays games from random openings and writes quiet positions with the score and the result of
//! their game; [`tuner`] fits the weights of `eval::features` to them and prints the table that
//! `src/engine/eval/weights.rs` holds. [`rolit`] does both for the evaluation of Rolit's expert. By [`pairs`] of games of the engine
//! against itself [`spsa`] tunes the search's numbers, and [`factors`] finds out which of many options make it stronger. All are
//! reached by `atalaya train`.

pub mod datagen;
mod evaluator;
pub mod factors;
pub mod network;
pub mod pairs;
pub mod rolit;
pub mod selfplay;
pub mod spsa;
pub mod tuner;

pub use evaluator::Evaluator;
