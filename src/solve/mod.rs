//! Exact answers, with proofs that can be checked: mates in N, Kamisado.

pub mod kamisado;
pub mod mate;
