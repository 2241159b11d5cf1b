//! Names of openings, with their codes in the Encyclopaedia of Chess Openings (ECO).
//!
//! The table is that of [lichess-org/chess-openings](https://github.com/lichess-org/chess-openings), which is in the
//! public domain (CC0): 3,807 lines of moves. A game has the name of its last position that is in the table, whatever
//! the order of its moves. The table is a file of its own, `openings.tsv`, which web pages load when they need it.

use super::{Move, Position};
use crate::{Lang, Line};
use base::lang::Text;
use shakmaty::san::San;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Table of the program as a text file. Each line has the moves in SAN, the code, the name, and the Spanish name if
/// there is one, separated by tabs. Lines that begin with `#` are comments.
pub static TABLE: &str = include_str!("openings.tsv");

/// Code and name of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Code in the Encyclopaedia of Chess Openings: `C50`.
    pub eco: String,
    /// Name: `Italian Game`. Common openings have a Spanish name, too; other languages show the English name.
    pub name: Text,
}

/// Error for an invalid line of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the table of openings is no moves, code and name: '{text}'")]
pub struct TableError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Text of the line.
    pub text: String,
}

/// Openings by the keys of the positions to which they lead.
#[derive(Debug)]
pub struct Openings(HashMap<u64, Opening>);

impl Openings {
    /// Returns the openings of the program's own table.
    pub fn usual() -> &'static Openings {
        static OPENINGS: OnceLock<Openings> = OnceLock::new();
        OPENINGS.get_or_init(|| match Openings::read(TABLE) {
            Ok(openings) => openings,
            Err(error) => unreachable!("{error}"),
        })
    }

    /// Parses a table.
    ///
    /// # Errors
    /// [`TableError`] for the first invalid line.
    pub fn read(table: &str) -> Result<Openings, TableError> {
        let mut openings = HashMap::new();
        // Moves and positions of the line before, because consecutive lines mostly have a common beginning.
        let mut reached: Vec<(&str, Position)> = Vec::new();
        for (index, text) in table.lines().enumerate() {
            if text.starts_with('#') {
                continue;
            }
            let error = || TableError {
                line: index + 1,
                text: text.to_owned(),
            };
            let mut fields = text.split('\t');
            let (Some(moves), Some(eco), Some(name)) =
                (fields.next(), fields.next(), fields.next())
            else {
                return Err(error());
            };
            let spanish = fields.next().unwrap_or(name);
            for (ply, word) in moves.split(' ').enumerate() {
                if reached.get(ply).is_some_and(|(before, _)| *before == word) {
                    continue;
                }
                reached.truncate(ply);
                let before = reached.last().map_or_else(Position::start, |last| last.1);
                reached.push((word, after(&before, word).ok_or_else(error)?));
            }
            reached.truncate(moves.split(' ').count());
            let position = reached.last().ok_or_else(error)?.1;
            let name = Text::of(|lang| {
                let is_spanish = lang == Lang::ES;
                if is_spanish { spanish } else { name }.to_owned()
            });
            let eco = eco.to_owned();
            openings.insert(position.key(), Opening { eco, name });
        }
        Ok(Openings(openings))
    }

    /// Returns the opening of a game; `None` if none of its positions is in the table.
    pub fn of(&self, game: &Line<Position>) -> Option<&Opening> {
        let present = std::iter::once(game.position().key());
        let past = game.past_keys().iter().rev().copied();
        present.chain(past).find_map(|key| self.0.get(&key))
    }
}

/// Returns the position after a move in SAN; `None` if the move is not legal.
fn after(position: &Position, san: &str) -> Option<Position> {
    let san: San = san.trim_end_matches(['+', '#']).parse().ok()?;
    let theirs = san.to_move(&position.to_shakmaty().ok()?).ok()?;
    let m: Move = Position::from_shakmaty_move(&theirs)?;
    Some(position.play(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> Line<Position> {
        let mut line = Line::new(Position::start());
        for word in moves.split_whitespace() {
            let legal = line.position().legal_moves();
            let mut named = legal.iter().filter(|m| line.position().san(**m) == word);
            let m = *named.next().expect(word);
            line.play(m);
        }
        line
    }

    #[test]
    fn every_line_of_the_table_is_legal_and_no_two_are_the_same_position() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((Openings::usual().0.len(), lines), (3807, 3807));
        assert!(TABLE.contains("CC0"));
    }

    #[test]
    fn the_last_known_position_names_the_game_in_whatever_order_it_was_reached() {
        for (moves, found) in [
            (
                "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h6",
                Some(("C70", "Ruy Lopez: Morphy Defense")),
            ),
            ("Nf3 Nc6 e4 e5 Bc4", Some(("C50", "Italian Game"))),
            ("c4 e6 d4 d5", Some(("D30", "Queen's Gambit Declined"))),
            (
                "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6",
                Some((
                    "B97",
                    "Sicilian Defense: Najdorf Variation, Poisoned Pawn Variation",
                )),
            ),
        ] {
            let opening = Openings::usual().of(&played(moves));
            let opening = opening.map(|o| (o.eco.as_str(), o.name.get(Lang::EN)));
            assert_eq!(opening, found);
        }
        let unnamed =
            Line::new(Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).expect("a FEN"));
        assert_eq!(Openings::usual().of(&unnamed), None);
        let italian = Openings::usual().of(&played("e4 e5 Nf3 Nc6 Bc4"));
        let name = italian.map(|opening| opening.name.get(Lang::ES));
        assert_eq!(name, Some("Apertura italiana"));
    }

    #[test]
    fn a_line_that_is_not_understood_is_named() {
        for (table, line) in [
            ("e4\tB00\tKing's Pawn Game\ne5\tB00\tNone", 2),
            ("e4", 1),
            ("", 0),
        ] {
            let error = Openings::read(table).err().map(|error| error.line);
            assert_eq!(error.unwrap_or(0), line, "{table}");
        }
    }
}
