//! Exact solvers for chess problems, Kamisado and Rolit, with proofs that can be checked. Among the chess problems are
//! mates in N, the other stipulations of problem chess, and proof games.

base::messages!("solve");

#[cfg(test)]
pub(crate) mod chance;
pub mod fairy;
pub mod kamisado;
pub mod mate;
mod proofgame;
pub mod question;
pub mod retro;
pub mod rolit;
pub mod stipulation;
pub mod themes;
