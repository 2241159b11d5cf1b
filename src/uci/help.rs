//! Texts for people rather than GUIs: help and the licence.

/// List of the commands that can be typed.
pub const HELP: &str = "\
Atalaya speaks UCI: usually a GUI talks to it. By hand:
  position startpos [moves e2e4 ...]     set up a position
  position fen <FEN> [moves ...]
  go depth 12 | nodes 100000 | movetime 1000 | mate 3 | infinite
  go perft 5                             count move sequences
  verify 3                               every first move that mates in at most 3
  stop                                   end a search
  setoption name <name> value <value>    'uci' lists the options
  setoption name UCI_Variant value rolit another game; 'uci' lists them
  d                                      draw the board
  eval                                   explain the static evaluation
  bench [depth]                          signature and speed of the search
  flip                                   give the move to the other side
  license, help, quit";

/// The licence in a sentence.
pub const LICENSE: &str = "\
Atalaya is free software under the GNU General Public License, version 3 or later; \
it comes without any warranty.";
