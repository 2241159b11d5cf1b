//! Exact answers, with proofs that can be checked: mates in N, Kamisado, Rolit; and the other stipulations
//! of problem chess.

pub mod kamisado;
pub mod mate;
pub mod rolit;
pub mod stipulation;
