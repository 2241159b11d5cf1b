//! Checks of the lines that players announce, as `fastchess -strict -check-mate-pvs` makes them: every move
//! must be legal, and with a mate score the line must go on to the mate.

use super::referee::PlayedGame;
use base::lang::{Lang, Text};
use base::say;
use games::{Line, Words};
use players::{Report, Score};

/// Maximum number of faulty lines reported for a game.
const MOST: usize = 3;

/// Returns the faults of the first three faulty lines of a game: the seat of the player that announced the line, and a
/// sentence with the number of the ply.
pub fn faults<G: Words>(game: &PlayedGame<G>) -> Vec<(usize, Text)> {
    let opening = game.line.moves().len() - game.efforts.len();
    let mut here = game.line.at_ply(opening);
    let mut found: Vec<(usize, Text)> = Vec::new();
    for (index, (effort, m)) in game
        .efforts
        .iter()
        .zip(&game.line.moves()[opening..])
        .enumerate()
    {
        if let Some(why) = fault(&here, &effort.report) {
            let seat = here.position().turn();
            let ply = opening + index + 1;
            let why = Text::of(|lang| say!(lang, "line-fault", ply, why = why.text(lang)));
            found.push((seat, why));
            if found.len() == MOST {
                break;
            }
        }
        here.play(*m);
    }
    found
}

/// Fault in a line.
#[derive(Clone, Debug)]
enum Fault {
    /// The line goes on after the end of the game: its next move.
    AfterEnd(String),
    /// A move is not legal: its number from 1, and its text.
    Illegal(usize, String),
    /// A mate in so many moves is announced without a line.
    NoLine(i32),
    /// A mate in `mate` moves is announced with a line of `plies` plies instead of `promised`.
    Length {
        mate: i32,
        plies: usize,
        promised: usize,
    },
    /// A mate in so many moves is announced with a line that does not end in mate.
    NoMate(i32),
}

impl Fault {
    /// Describes the fault in a language.
    fn text(&self, lang: Lang) -> String {
        match self {
            Fault::AfterEnd(text) => say!(lang, "line-after-end", move = text),
            Fault::Illegal(n, text) => say!(lang, "line-illegal", n, move = text),
            Fault::NoLine(n) => say!(lang, "line-mate-none", n),
            Fault::Length {
                mate,
                plies,
                promised,
            } => say!(lang, "line-mate-length", n = mate, plies, promised),
            Fault::NoMate(n) => say!(lang, "line-mate-no-mate", n),
        }
    }
}

/// Returns the fault in the line of best play of `report`, which the player to move after `line` has
/// announced. `None` if it has none: all its moves are legal, and with a mate score it ends in mate after as many moves
/// as announced.
fn fault<G: Words>(line: &Line<G>, report: &Report) -> Option<Fault> {
    let mover = line.position().turn();
    let mut here = line.clone();
    let mut moves_again = false;
    for (index, text) in report.pv.iter().enumerate() {
        let seat = here.position().turn();
        if here.outcome().is_some() {
            return Some(Fault::AfterEnd(text.clone()));
        }
        match here.position().parse_move(text) {
            Ok(m) => {
                here.play(m);
                moves_again |= here.position().turn() == seat;
            }
            Err(_) => {
                return Some(Fault::Illegal(index + 1, text.clone()));
            }
        }
    }
    let Some(Score::Mate(n)) = report.score else {
        return None;
    };
    let (plies, moves) = (report.pv.len(), n.unsigned_abs() as usize);
    let promised = 2 * moves - usize::from(n > 0);
    // Where a side moves twice in a row, as after a push in Kamisado, the last ply may belong to either side.
    let fits = plies == promised || moves_again && plies.div_ceil(2) == moves;
    let winner = here
        .outcome()
        .filter(|outcome| outcome.winners.count() == 1);
    let keeps = winner.is_some_and(|outcome| outcome.winners.contains(mover) == (n > 0));
    match plies {
        0 => Some(Fault::NoLine(n)),
        plies if !fits => Some(Fault::Length {
            mate: n,
            plies,
            promised,
        }),
        _ if !keeps => Some(Fault::NoMate(n)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Position;

    fn said(fen: &str, score: Score, pv: &str) -> Option<String> {
        let line = Line::new(Position::from_fen(fen, false).expect(fen));
        let report = Report {
            score: Some(score),
            pv: pv.split_whitespace().map(str::to_owned).collect(),
            ..Report::default()
        };
        fault(&line, &report).map(|fault| fault.text(Lang::EN))
    }

    #[test]
    fn a_mate_needs_its_whole_line_and_every_line_legal_moves() {
        let mate = "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1";
        let two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        assert_eq!(said(mate, Score::Mate(1), "b1b8"), None);
        assert_eq!(said(two, Score::Mate(2), "a1a6 b7a6 b6b7"), None);
        assert_eq!(said(mate, Score::Centipawns(30), "b1b7"), None);
        for (fen, score, pv, named) in [
            (mate, Score::Mate(1), "", "without a line"),
            (two, Score::Mate(2), "a1a6", "1 ply, not 3"),
            (mate, Score::Mate(1), "b1b7", "does not end in mate"),
            (mate, Score::Mate(1), "b1b8 g8h8", "goes on after the end"),
            (
                mate,
                Score::Centipawns(5),
                "b1b7 b7b8",
                "b7b8, is not legal",
            ),
            (mate, Score::Mate(-1), "b1b7 g8f8", "does not end in mate"),
        ] {
            let why = said(fen, score, pv).expect(named);
            assert!(why.contains(named), "{why}");
        }
    }
}
