//! What the engine says to people rather than to GUIs: help, the licence, the board.

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
  verify 3                               every first move that mates in at most 3
  stop                                   end a search
  setoption name <name> value <value>    'uci' lists the options
  setoption name UCI_Variant value rolit another game: chess, kamisado, rolit
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
