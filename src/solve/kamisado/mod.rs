//! Kamisado proved: who wins a round, in how many plies, and a file that shows it.
//!
//! [`Prover`] searches (depth-limited proofs with a table of exact states), [`certify`] writes what
//! it found as a small [`Certificate`], [`check`](check::check) verifies such a file with nothing
//! but the rules.

mod build;
mod certificate;
pub mod check;
mod prover;
mod table;
mod value;

pub use build::certify;
pub use certificate::{Certificate, FormatError, HEADING, Replies, state_text};
pub use prover::{MAX_PLIES, Prover};
pub use value::{Solution, Unknown, Value};

/// The certificate of the start position that comes with the program: Black wins within 17 plies.
/// Stored, not computed; `atalaya solve kamisado --certificate F` makes it anew.
pub const START_CERTIFICATE: &str = include_str!("start.cert");
