//! Names for how a game began: a small table of our own of what the usual openings are called, with their codes in the
//! Encyclopaedia of Chess Openings (ECO).
//!
//! It is no encyclopedia: a name is that of the last position of the game which stands in the table, by
//! whatever order of moves it was reached. No sub-variations.

use super::{Move, Position};
use crate::{Lang, Line};
use base::key;
use base::messages::Key;
use shakmaty::san::San;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The code, the moves, and the name.
const TABLE: &[(&str, &str, Key)] = &[
    ("B00", "e4", key!("kings-pawn-game")),
    ("A40", "d4", key!("queens-pawn-game")),
    ("A10", "c4", key!("english-opening")),
    ("A04", "Nf3", key!("reti-opening")),
    ("A02", "f4", key!("birds-opening")),
    ("A01", "b3", key!("larsens-opening")),
    ("A00", "b4", key!("polish-opening")),
    ("A00", "g3", key!("kings-fianchetto-opening")),
    ("A00", "g4", key!("grobs-attack")),
    ("A00", "Nc3", key!("dunst-opening")),
    ("C40", "e4 e5 Nf3", key!("kings-knight-opening")),
    ("C60", "e4 e5 Nf3 Nc6 Bb5", key!("ruy-lopez")),
    (
        "C70",
        "e4 e5 Nf3 Nc6 Bb5 a6",
        key!("ruy-lopez-morphy-defence"),
    ),
    (
        "C68",
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
        key!("ruy-lopez-exchange-variation"),
    ),
    (
        "C84",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        key!("ruy-lopez-closed-defence"),
    ),
    (
        "C80",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4",
        key!("ruy-lopez-open-defence"),
    ),
    (
        "C65",
        "e4 e5 Nf3 Nc6 Bb5 Nf6",
        key!("ruy-lopez-berlin-defence"),
    ),
    ("C50", "e4 e5 Nf3 Nc6 Bc4", key!("italian-game")),
    ("C50", "e4 e5 Nf3 Nc6 Bc4 Bc5", key!("giuoco-piano")),
    ("C51", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4", key!("evans-gambit")),
    ("C55", "e4 e5 Nf3 Nc6 Bc4 Nf6", key!("two-knights-defence")),
    ("C44", "e4 e5 Nf3 Nc6 d4", key!("scotch-game")),
    ("C46", "e4 e5 Nf3 Nc6 Nc3", key!("three-knights-game")),
    ("C47", "e4 e5 Nf3 Nc6 Nc3 Nf6", key!("four-knights-game")),
    ("C44", "e4 e5 Nf3 Nc6 c3", key!("ponziani-opening")),
    ("C42", "e4 e5 Nf3 Nf6", key!("petrovs-defence")),
    ("C41", "e4 e5 Nf3 d6", key!("philidor-defence")),
    ("C40", "e4 e5 Nf3 f5", key!("latvian-gambit")),
    ("C25", "e4 e5 Nc3", key!("vienna-game")),
    ("C23", "e4 e5 Bc4", key!("bishops-opening")),
    ("C21", "e4 e5 d4 exd4", key!("centre-game")),
    ("C30", "e4 e5 f4", key!("kings-gambit")),
    ("C33", "e4 e5 f4 exf4", key!("kings-gambit-accepted")),
    ("B20", "e4 c5", key!("sicilian-defence")),
    ("B22", "e4 c5 c3", key!("sicilian-defence-alapin-variation")),
    ("B23", "e4 c5 Nc3", key!("sicilian-defence-closed")),
    ("B21", "e4 c5 d4 cxd4 c3", key!("smith-morra-gambit")),
    (
        "B30",
        "e4 c5 Nf3 Nc6 Bb5",
        key!("sicilian-defence-rossolimo-variation"),
    ),
    (
        "B90",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
        key!("sicilian-defence-najdorf-variation"),
    ),
    (
        "B70",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
        key!("sicilian-defence-dragon-variation"),
    ),
    (
        "B80",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6",
        key!("sicilian-defence-scheveningen-variation"),
    ),
    (
        "B33",
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
        key!("sicilian-defence-sveshnikov-variation"),
    ),
    (
        "B44",
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6",
        key!("sicilian-defence-taimanov-variation"),
    ),
    (
        "B41",
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6",
        key!("sicilian-defence-kan-variation"),
    ),
    ("C00", "e4 e6", key!("french-defence")),
    (
        "C02",
        "e4 e6 d4 d5 e5",
        key!("french-defence-advance-variation"),
    ),
    (
        "C01",
        "e4 e6 d4 d5 exd5",
        key!("french-defence-exchange-variation"),
    ),
    (
        "C03",
        "e4 e6 d4 d5 Nd2",
        key!("french-defence-tarrasch-variation"),
    ),
    (
        "C15",
        "e4 e6 d4 d5 Nc3 Bb4",
        key!("french-defence-winawer-variation"),
    ),
    (
        "C11",
        "e4 e6 d4 d5 Nc3 Nf6",
        key!("french-defence-classical-variation"),
    ),
    ("B10", "e4 c6", key!("caro-kann-defence")),
    (
        "B12",
        "e4 c6 d4 d5 e5",
        key!("caro-kann-defence-advance-variation"),
    ),
    (
        "B13",
        "e4 c6 d4 d5 exd5 cxd5",
        key!("caro-kann-defence-exchange-variation"),
    ),
    (
        "B18",
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
        key!("caro-kann-defence-classical-variation"),
    ),
    ("B01", "e4 d5", key!("scandinavian-defence")),
    ("B00", "e4 d6", key!("pirc-defence")),
    ("B06", "e4 g6", key!("modern-defence")),
    ("B02", "e4 Nf6", key!("alekhines-defence")),
    ("B00", "e4 Nc6", key!("nimzowitsch-defence")),
    ("B00", "e4 b6", key!("owens-defence")),
    ("D06", "d4 d5 c4", key!("queens-gambit")),
    ("D20", "d4 d5 c4 dxc4", key!("queens-gambit-accepted")),
    ("D30", "d4 d5 c4 e6", key!("queens-gambit-declined")),
    ("D32", "d4 d5 c4 e6 Nc3 c5", key!("tarrasch-defence")),
    ("D10", "d4 d5 c4 c6", key!("slav-defence")),
    (
        "D43",
        "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
        key!("semi-slav-defence"),
    ),
    ("D08", "d4 d5 c4 e5", key!("albin-countergambit")),
    ("D00", "d4 d5 Bf4", key!("london-system")),
    ("D02", "d4 d5 Nf3 Nf6 Bf4", key!("london-system")),
    ("D05", "d4 d5 Nf3 Nf6 e3 e6 Bd3", key!("colle-system")),
    ("A45", "d4 Nf6 Bg5", key!("trompowsky-attack")),
    ("E60", "d4 Nf6 c4 g6", key!("kings-indian-set-up")),
    ("E61", "d4 Nf6 c4 g6 Nc3 Bg7", key!("kings-indian-defence")),
    ("D80", "d4 Nf6 c4 g6 Nc3 d5", key!("grunfeld-defence")),
    ("E20", "d4 Nf6 c4 e6 Nc3 Bb4", key!("nimzo-indian-defence")),
    ("E12", "d4 Nf6 c4 e6 Nf3 b6", key!("queens-indian-defence")),
    ("E11", "d4 Nf6 c4 e6 Nf3 Bb4+", key!("bogo-indian-defence")),
    ("E00", "d4 Nf6 c4 e6 g3", key!("catalan-opening")),
    ("A60", "d4 Nf6 c4 c5 d5 e6", key!("benoni-defence")),
    ("A57", "d4 Nf6 c4 c5 d5 b5", key!("benko-gambit")),
    ("A51", "d4 Nf6 c4 e5", key!("budapest-gambit")),
    ("A80", "d4 f5", key!("dutch-defence")),
    ("A20", "c4 e5", key!("english-opening-reversed-sicilian")),
    (
        "A30",
        "c4 c5",
        key!("english-opening-symmetrical-variation"),
    ),
    ("A07", "Nf3 d5 g3", key!("kings-indian-attack")),
];

/// Name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Code in the Encyclopaedia of Chess Openings: `C50`.
    pub eco: &'static str,
    name: Key,
}

impl Opening {
    /// The name in a language.
    pub fn name(&self, lang: Lang) -> &'static str {
        self.name.text(lang)
    }
}

/// The openings by the keys of positions.
fn openings() -> &'static HashMap<u64, Opening> {
    static OPENINGS: OnceLock<HashMap<u64, Opening>> = OnceLock::new();
    OPENINGS.get_or_init(|| {
        let reached = |moves: &str| Some(played(moves)?.position().key());
        let named = TABLE.iter();
        named
            .filter_map(|&(eco, moves, name)| Some((reached(moves)?, Opening { eco, name })))
            .collect()
    })
}

/// The game of moves in SAN; `None` if one is not legal.
fn played(moves: &str) -> Option<Line<Position>> {
    let mut line = Line::new(Position::start());
    for word in moves.split_whitespace() {
        let san: San = word.trim_end_matches('+').parse().ok()?;
        let theirs = san.to_move(&line.position().to_shakmaty().ok()?).ok()?;
        let m: Move = Position::from_shakmaty_move(&theirs)?;
        line.play(m);
    }
    Some(line)
}

/// Returns the opening of a game; `None` if the table has none of its positions.
pub fn opening(game: &Line<Position>) -> Option<Opening> {
    let present = std::iter::once(game.position().key());
    let past = game.past_keys().iter().rev().copied();
    present
        .chain(past)
        .find_map(|key| openings().get(&key).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_legal_and_no_two_are_the_same_position() {
        let mut seen: HashMap<u64, Key> = HashMap::new();
        for &(_, moves, name) in TABLE {
            let key = played(moves).expect(moves).position().key();
            let before = seen.insert(key, name);
            assert!(before.is_none() || before == Some(name), "{moves}");
        }
    }

    #[test]
    fn the_last_known_position_names_the_game_in_whatever_order_it_was_reached() {
        for (moves, found) in [
            (
                "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5",
                Some(("C70", "Ruy López, Morphy Defence")),
            ),
            ("Nf3 Nc6 e4 e5 Bc4", Some(("C50", "Italian Game"))),
            ("c4 e6 d4 d5", Some(("D30", "Queen's Gambit Declined"))),
            ("a3 a6", None),
        ] {
            let opening = opening(&played(moves).expect(moves));
            assert_eq!(opening.map(|o| (o.eco, o.name(Lang::EN))), found);
        }
        let italian = played("e4 e5 Nf3 Nc6 Bc4").expect("legal");
        let name = opening(&italian).map(|opening| opening.name(Lang::ES));
        assert_eq!(name, Some("Apertura italiana"));
    }
}
