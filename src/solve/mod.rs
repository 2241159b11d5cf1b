//! Exact answers, with proofs that can be checked: mates in N, Kamisado, Rolit.

pub mod kamisado;
pub mod mate;
pub mod rolit;
