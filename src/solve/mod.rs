//! Exact answers: what a position is worth, proved.

pub mod kamisado;
