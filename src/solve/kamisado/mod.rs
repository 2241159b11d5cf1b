//! Exact solutions of rounds of Kamisado: the winner, the number of plies, and a file that proves it.
//!
//! [`Prover`] searches (depth-limited proofs with a table of exact states), [`certify`] writes the result as a small
//! [`Certificate`], [`check`](check::check) verifies such a file with nothing but the rules.

mod build;
mod certificate;
pub mod check;
mod prover;
mod table;
mod value;

pub use build::certify;
pub use certificate::{Certificate, Expected, FormatError, HEADING, Replies, state_text};
pub use prover::{MAX_PLIES, Prover};
pub use value::{Solution, Unknown, Value};

/// The certificate of the start position that comes with the program: Black, who moves first, wins within 17 plies. It
/// is stored, not computed; `atalaya solve kamisado --certificate F` computes it anew.
pub const START_CERTIFICATE: &str = include_str!("start.cert");
