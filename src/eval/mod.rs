//! What a chess position is worth, in centipawns from the side to move.
//!
//! Two evaluations so far: [`material`], the simple machine of the original problem environment,
//! and [`classical`], tapered piece-square tables with the usual terms. `weights` holds the
//! numbers of the latter and `features` says what each of them stands for.

pub mod classical;
mod explain;
pub mod features;
pub mod material;
mod weights;

pub use explain::explain;

use crate::games::chess::Position;
use serde::{Deserialize, Serialize};

/// Which evaluation to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvalKind {
    /// Piece values and a bonus for check.
    Material,
    /// Tapered piece-square tables, mobility, pawns, king safety, threats.
    #[default]
    Classical,
}

impl EvalKind {
    /// The name in UCI's `Eval` option.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Material => "material",
            EvalKind::Classical => "classical",
        }
    }

    /// All kinds, by name.
    pub const ALL: [EvalKind; 2] = [EvalKind::Material, EvalKind::Classical];
}

/// What it costs to stand in check, in centipawns: the part of an evaluation that a search must
/// charge itself, because it evaluates no position in check.
pub const fn check_penalty(kind: EvalKind) -> i32 {
    match kind {
        EvalKind::Material => material::CHECK_BONUS,
        _ => 0,
    }
}

/// The static evaluation in centipawns from the side to move.
#[inline]
pub fn evaluate(kind: EvalKind, position: &Position) -> i32 {
    match kind {
        EvalKind::Material => material::evaluate(position),
        EvalKind::Classical => classical::evaluate(position),
    }
}
