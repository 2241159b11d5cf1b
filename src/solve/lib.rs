//! Exact answers, with proofs that can be checked: mates in N, Kamisado, Rolit; and the other stipulations
//! of problem chess, proof games among them.

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
