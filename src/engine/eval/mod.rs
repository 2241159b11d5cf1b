//! Evaluation of chess positions, in centipawns from the side to move.
//!
//! There are three evaluations: [`network`], a neural network trained on games of the engine against itself;
//! [`classical`], tapered piece-square tables with the usual terms; and [`material`], piece values with a bonus for
//! check. `features` lists the terms of the second and `weights` their values.

pub mod bare;
pub mod classical;
mod explain;
pub mod features;
pub mod material;
pub mod network;
mod pawns;
mod weights;

pub use explain::{PieceWorth, classical_terms, explain, pieces, white_score};
pub use pawns::PawnTable;

use games::chess::Position;
use network::Network;
use serde::{Deserialize, Serialize};

/// Kind of static evaluation that a search uses for the positions at its leaves.
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
    /// Returns the name in UCI's `Eval` option.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Material => "material",
            EvalKind::Classical => "classical",
            EvalKind::Network => "network",
        }
    }

    /// All kinds of evaluation.
    pub const ALL: [EvalKind; 3] = [EvalKind::Material, EvalKind::Classical, EvalKind::Network];
}

/// Returns the cost of standing in check, in centipawns: the part of an evaluation that the search must subtract
/// itself, because it evaluates no position in check.
pub const fn check_penalty(kind: EvalKind) -> i32 {
    match kind {
        EvalKind::Material => material::CHECK_BONUS,
        _ => 0,
    }
}

/// Returns the static evaluation in centipawns from the side to move; `network` is used only for [`EvalKind::Network`].
#[inline]
pub fn evaluate(kind: EvalKind, network: &Network, position: &Position) -> i32 {
    let drive = || bare::evaluate(position);
    match kind {
        EvalKind::Material => material::evaluate(position),
        EvalKind::Classical => drive().unwrap_or_else(|| classical::evaluate(position)),
        EvalKind::Network => drive().unwrap_or_else(|| network.evaluate(position)),
    }
}
