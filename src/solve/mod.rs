//! Exact answers: mates in N, with proofs that can be checked.

pub mod mate;
