//! Rolit: every case of the specification, perft, and a slow second implementation.

mod expert;
mod perft;
mod play;
mod random;
mod rules;
mod text;
mod uci;
mod uci_games;
