//! Evaluation of chess positions, in centipawns from the side to move.
//!
//! Three evaluations: [`network`], a neural network that the engine has taught itself; [`classical`], tapered
//! piece-square tables with the usual terms; and [`material`], the simple machine of the original problem
//! environment. `weights` holds the numbers of the second and `features` says what each of them stands for.

pub mod bare;
pub mod classical;
mod explain;
pub mod features;
pub mod material;
pub mod network;
mod pawns;
mod weights;

pub use explain::{PieceWorth, classical_terms, explain, pieces};
pub use pawns::PawnTable;

use games::chess::Position;
use network::Network;
use serde::{Deserialize, Serialize};

/// Which evaluation to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvalKind {
    /// Piece values and a bonus for check.
    Material,
    /// Tapered piece-square tables, mobility, pawns, king safety, threats.
    Classical,
    /// The neural network.
    #[default]
    Network,
}

impl EvalKind {
    /// The name in UCI's `Eval` option.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Material => "material",
            EvalKind::Classical => "classical",
            EvalKind::Network => "network",
        }
    }

    /// All kinds, by name.
    pub const ALL: [EvalKind; 3] = [EvalKind::Material, EvalKind::Classical, EvalKind::Network];
}

/// Returns the cost of standing in check, in centipawns: the part of an evaluation that a search must charge itself,
/// because it evaluates no position in check.
pub const fn check_penalty(kind: EvalKind) -> i32 {
    match kind {
        EvalKind::Material => material::CHECK_BONUS,
        _ => 0,
    }
}

/// The static evaluation in centipawns from the side to move; `network` is asked if the kind is that.
#[inline]
pub fn evaluate(kind: EvalKind, network: &Network, position: &Position) -> i32 {
    let drive = || bare::evaluate(position);
    match kind {
        EvalKind::Material => material::evaluate(position),
        EvalKind::Classical => drive().unwrap_or_else(|| classical::evaluate(position)),
        EvalKind::Network => drive().unwrap_or_else(|| network.evaluate(position)),
    }
}
