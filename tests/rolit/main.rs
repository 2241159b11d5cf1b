//! Rolit: every case of the specification, perft, and a slow second implementation.

mod expert;
mod perft;
mod random;
mod rules;
mod slow;
mod text;
