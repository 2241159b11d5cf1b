//! Kamisado: every case of the specification, perft, and a slow second implementation.

mod arena;
mod matches;
mod perft;
mod play;
mod random;
mod rules;
mod solve;
mod text;
mod twins;
mod uci;
