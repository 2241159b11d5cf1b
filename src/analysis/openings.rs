//! Names for how a game began: a small table of our own of what the usual openings are called.
//!
//! It is no encyclopedia: a name is that of the last position of the game which stands in the table, by
//! whatever order of moves it was reached. No codes, no sub-variations.

use base::key;
use base::messages::Key;
use games::chess::{Move, Position};
use games::{Lang, Line};
use shakmaty::san::San;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Moves, and the name of the opening.
const TABLE: &[(&str, Key)] = &[
    ("e4", key!("kings-pawn-game")),
    ("d4", key!("queens-pawn-game")),
    ("c4", key!("english-opening")),
    ("Nf3", key!("reti-opening")),
    ("f4", key!("birds-opening")),
    ("b3", key!("larsens-opening")),
    ("b4", key!("polish-opening")),
    ("g3", key!("kings-fianchetto-opening")),
    ("g4", key!("grobs-attack")),
    ("Nc3", key!("dunst-opening")),
    ("e4 e5 Nf3", key!("kings-knight-opening")),
    ("e4 e5 Nf3 Nc6 Bb5", key!("ruy-lopez")),
    ("e4 e5 Nf3 Nc6 Bb5 a6", key!("ruy-lopez-morphy-defence")),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
        key!("ruy-lopez-exchange-variation"),
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        key!("ruy-lopez-closed-defence"),
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4",
        key!("ruy-lopez-open-defence"),
    ),
    ("e4 e5 Nf3 Nc6 Bb5 Nf6", key!("ruy-lopez-berlin-defence")),
    ("e4 e5 Nf3 Nc6 Bc4", key!("italian-game")),
    ("e4 e5 Nf3 Nc6 Bc4 Bc5", key!("giuoco-piano")),
    ("e4 e5 Nf3 Nc6 Bc4 Bc5 b4", key!("evans-gambit")),
    ("e4 e5 Nf3 Nc6 Bc4 Nf6", key!("two-knights-defence")),
    ("e4 e5 Nf3 Nc6 d4", key!("scotch-game")),
    ("e4 e5 Nf3 Nc6 Nc3", key!("three-knights-game")),
    ("e4 e5 Nf3 Nc6 Nc3 Nf6", key!("four-knights-game")),
    ("e4 e5 Nf3 Nc6 c3", key!("ponziani-opening")),
    ("e4 e5 Nf3 Nf6", key!("petrovs-defence")),
    ("e4 e5 Nf3 d6", key!("philidor-defence")),
    ("e4 e5 Nf3 f5", key!("latvian-gambit")),
    ("e4 e5 Nc3", key!("vienna-game")),
    ("e4 e5 Bc4", key!("bishops-opening")),
    ("e4 e5 d4 exd4", key!("centre-game")),
    ("e4 e5 f4", key!("kings-gambit")),
    ("e4 e5 f4 exf4", key!("kings-gambit-accepted")),
    ("e4 c5", key!("sicilian-defence")),
    ("e4 c5 c3", key!("sicilian-defence-alapin-variation")),
    ("e4 c5 Nc3", key!("sicilian-defence-closed")),
    ("e4 c5 d4 cxd4 c3", key!("smith-morra-gambit")),
    (
        "e4 c5 Nf3 Nc6 Bb5",
        key!("sicilian-defence-rossolimo-variation"),
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
        key!("sicilian-defence-najdorf-variation"),
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
        key!("sicilian-defence-dragon-variation"),
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6",
        key!("sicilian-defence-scheveningen-variation"),
    ),
    (
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
        key!("sicilian-defence-sveshnikov-variation"),
    ),
    (
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6",
        key!("sicilian-defence-taimanov-variation"),
    ),
    (
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6",
        key!("sicilian-defence-kan-variation"),
    ),
    ("e4 e6", key!("french-defence")),
    ("e4 e6 d4 d5 e5", key!("french-defence-advance-variation")),
    (
        "e4 e6 d4 d5 exd5",
        key!("french-defence-exchange-variation"),
    ),
    ("e4 e6 d4 d5 Nd2", key!("french-defence-tarrasch-variation")),
    (
        "e4 e6 d4 d5 Nc3 Bb4",
        key!("french-defence-winawer-variation"),
    ),
    (
        "e4 e6 d4 d5 Nc3 Nf6",
        key!("french-defence-classical-variation"),
    ),
    ("e4 c6", key!("caro-kann-defence")),
    (
        "e4 c6 d4 d5 e5",
        key!("caro-kann-defence-advance-variation"),
    ),
    (
        "e4 c6 d4 d5 exd5 cxd5",
        key!("caro-kann-defence-exchange-variation"),
    ),
    (
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
        key!("caro-kann-defence-classical-variation"),
    ),
    ("e4 d5", key!("scandinavian-defence")),
    ("e4 d6", key!("pirc-defence")),
    ("e4 g6", key!("modern-defence")),
    ("e4 Nf6", key!("alekhines-defence")),
    ("e4 Nc6", key!("nimzowitsch-defence")),
    ("e4 b6", key!("owens-defence")),
    ("d4 d5 c4", key!("queens-gambit")),
    ("d4 d5 c4 dxc4", key!("queens-gambit-accepted")),
    ("d4 d5 c4 e6", key!("queens-gambit-declined")),
    ("d4 d5 c4 e6 Nc3 c5", key!("tarrasch-defence")),
    ("d4 d5 c4 c6", key!("slav-defence")),
    ("d4 d5 c4 c6 Nf3 Nf6 Nc3 e6", key!("semi-slav-defence")),
    ("d4 d5 c4 e5", key!("albin-countergambit")),
    ("d4 d5 Bf4", key!("london-system")),
    ("d4 d5 Nf3 Nf6 Bf4", key!("london-system")),
    ("d4 d5 Nf3 Nf6 e3 e6 Bd3", key!("colle-system")),
    ("d4 Nf6 Bg5", key!("trompowsky-attack")),
    ("d4 Nf6 c4 g6", key!("kings-indian-set-up")),
    ("d4 Nf6 c4 g6 Nc3 Bg7", key!("kings-indian-defence")),
    ("d4 Nf6 c4 g6 Nc3 d5", key!("grunfeld-defence")),
    ("d4 Nf6 c4 e6 Nc3 Bb4", key!("nimzo-indian-defence")),
    ("d4 Nf6 c4 e6 Nf3 b6", key!("queens-indian-defence")),
    ("d4 Nf6 c4 e6 Nf3 Bb4+", key!("bogo-indian-defence")),
    ("d4 Nf6 c4 e6 g3", key!("catalan-opening")),
    ("d4 Nf6 c4 c5 d5 e6", key!("benoni-defence")),
    ("d4 Nf6 c4 c5 d5 b5", key!("benko-gambit")),
    ("d4 Nf6 c4 e5", key!("budapest-gambit")),
    ("d4 f5", key!("dutch-defence")),
    ("c4 e5", key!("english-opening-reversed-sicilian")),
    ("c4 c5", key!("english-opening-symmetrical-variation")),
    ("Nf3 d5 g3", key!("kings-indian-attack")),
];

/// Names by the keys of positions.
type Names = HashMap<u64, Key>;

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let reached = |moves: &str| Some(played(moves)?.position().key());
        let named = TABLE.iter();
        named
            .filter_map(|(moves, name)| Some((reached(moves)?, *name)))
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

/// Returns the name of the opening of a game; `None` if the table has none of its positions.
pub fn name(game: &Line<Position>, lang: Lang) -> Option<&'static str> {
    let present = std::iter::once(game.position().key());
    let past = game.past_keys().iter().rev().copied();
    let found = present.chain(past).find_map(|key| names().get(&key));
    found.map(|name| name.text(lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_legal_and_no_two_are_the_same_position() {
        let mut seen: HashMap<u64, Key> = HashMap::new();
        for (moves, name) in TABLE {
            let key = played(moves).expect(moves).position().key();
            let before = seen.insert(key, *name);
            assert!(before.is_none() || before == Some(*name), "{moves}");
        }
    }

    #[test]
    fn the_last_known_position_names_the_game_in_whatever_order_it_was_reached() {
        for (moves, en) in [
            (
                "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5",
                Some("Ruy López, Morphy Defence"),
            ),
            ("Nf3 Nc6 e4 e5 Bc4", Some("Italian Game")),
            ("c4 e6 d4 d5", Some("Queen's Gambit Declined")),
            ("a3 a6", None),
        ] {
            assert_eq!(name(&played(moves).expect(moves), Lang::EN), en);
        }
        let italian = played("e4 e5 Nf3 Nc6 Bc4").expect("legal");
        assert_eq!(name(&italian, Lang::ES), Some("Apertura italiana"));
    }
}
