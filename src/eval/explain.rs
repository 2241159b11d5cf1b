//! The evaluation explained to people: a table of its terms.

use super::{EvalKind, classical, evaluate, features};
use crate::games::chess::Position;
use std::fmt::Write;

/// The static evaluation from White's side in centipawns, term by term for the classical one. Several
/// lines without a last line end.
pub fn explain(kind: EvalKind, position: &Position) -> String {
    let mut out = String::new();
    if kind == EvalKind::Classical {
        let trace = classical::trace(position);
        let _ = writeln!(
            out,
            "{:<20} {:>6} {:>6}",
            "term (White - Black)", "mg", "eg"
        );
        let mut total = (0, 0);
        for &(name, first, len) in features::GROUPS {
            let (mg, eg) = trace.group(first, len);
            total = (total.0 + mg, total.1 + eg);
            if (mg, eg) != (0, 0) {
                let name = name.to_lowercase().replace('_', " ");
                let _ = writeln!(out, "{name:<20} {mg:>6} {eg:>6}");
            }
        }
        let _ = writeln!(out, "{:<20} {:>6} {:>6}", "total", total.0, total.1);
        let phase = classical::phase(position);
        let _ = writeln!(out, "phase {phase} of {}", classical::MAX_PHASE);
    }
    let score = evaluate(kind, position);
    let white = position.turn().fold_wb(score, -score);
    let _ = write!(out, "Evaluation ({}): {white} cp for White", kind.name());
    out
}
