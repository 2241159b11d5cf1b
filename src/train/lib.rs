//! Learning from the engine's own games (feature `train`).
//!
//! [`datagen`] plays the games that the network learns from and stores them in packed form; [`network`] trains it.
//! [`selfplay`] plays games from random openings and writes quiet positions with the score and the result of their
//! game; [`tuner`] fits the weights of `eval::features` to them and prints the table in `src/engine/eval/weights.rs`.
//! [`rolit`] does both for the evaluation of Rolit's strongest player. With [`pairs`] of games of the engine against
//! itself, [`spsa`] tunes the parameters of the search, and [`factors`] measures which of many options make the engine
//! stronger. All of them are commands of `atalaya train`.

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
