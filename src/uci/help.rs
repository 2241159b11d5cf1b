//! What the engine says to people rather than to GUIs: help, the board, the evaluation explained.

use crate::eval::{EvalKind, classical, evaluate, features};
use crate::games::Line;
use crate::games::chess::Position;
use std::fmt::Write;

/// What can be said.
pub const HELP: &str = "\
Atalaya speaks UCI: usually a GUI talks to it. By hand:
  position startpos [moves e2e4 ...]     set up a position
  position fen <FEN> [moves ...]
  go depth 12 | nodes 100000 | movetime 1000 | mate 3 | infinite
  go perft 5                             count move sequences
  stop                                   end a search
  setoption name <name> value <value>    'uci' lists the options
  d                                      draw the board
  eval                                   explain the static evaluation
  bench [depth]                          signature and speed of the search
  flip                                   give the move to the other side
  license, help, quit";

/// The licence in a sentence.
pub const LICENSE: &str = "\
Atalaya is free software under the GNU General Public License, version 3 or later; \
it comes without any warranty.";

/// The board with all that the position knows.
pub fn display(game: &Line<Position>) -> String {
    let position = game.position();
    let checkers: String = position
        .checkers()
        .into_iter()
        .map(|square| format!(" {square}"))
        .collect();
    let mut out = position.diagram();
    let _ = write!(
        out,
        "\nFen: {}\nKey: {:016x}\nCheckers:{checkers}\nLegal moves: {}",
        position.fen(),
        position.key(),
        position.count_legal_moves(),
    );
    if let Some(outcome) = game.outcome() {
        let _ = write!(out, "\nGame over: {}", outcome.reason);
    }
    out
}

/// The static evaluation, term by term for the classical one.
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
