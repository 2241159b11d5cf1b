//! Names for how a game began: a small table of our own of what the usual openings are called.
//!
//! It is no encyclopedia: a name is that of the last position of the game which stands in the table, by
//! whatever order of moves it was reached. No codes, no sub-variations.

use games::chess::{Move, Position};
use games::{Lang, Line};
use shakmaty::san::San;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Moves, the name in English, and in Spanish.
const TABLE: &[(&str, &str, &str)] = &[
    ("e4", "King's Pawn Game", "Apertura de peón de rey"),
    ("d4", "Queen's Pawn Game", "Apertura de peón de dama"),
    ("c4", "English Opening", "Apertura inglesa"),
    ("Nf3", "Réti Opening", "Apertura Réti"),
    ("f4", "Bird's Opening", "Apertura Bird"),
    ("b3", "Larsen's Opening", "Apertura Larsen"),
    ("b4", "Polish Opening", "Apertura polaca"),
    (
        "g3",
        "King's Fianchetto Opening",
        "Apertura de fianchetto de rey",
    ),
    ("g4", "Grob's Attack", "Ataque Grob"),
    ("Nc3", "Dunst Opening", "Apertura Dunst"),
    (
        "e4 e5 Nf3",
        "King's Knight Opening",
        "Apertura de caballo de rey",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5",
        "Ruy López",
        "Apertura española (Ruy López)",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "Ruy López, Morphy Defence",
        "Apertura española, defensa Morphy",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
        "Ruy López, Exchange Variation",
        "Apertura española, variante del cambio",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "Ruy López, Closed Defence",
        "Apertura española, defensa cerrada",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4",
        "Ruy López, Open Defence",
        "Apertura española, variante abierta",
    ),
    (
        "e4 e5 Nf3 Nc6 Bb5 Nf6",
        "Ruy López, Berlin Defence",
        "Apertura española, defensa berlinesa",
    ),
    ("e4 e5 Nf3 Nc6 Bc4", "Italian Game", "Apertura italiana"),
    ("e4 e5 Nf3 Nc6 Bc4 Bc5", "Giuoco Piano", "Giuoco Piano"),
    ("e4 e5 Nf3 Nc6 Bc4 Bc5 b4", "Evans Gambit", "Gambito Evans"),
    (
        "e4 e5 Nf3 Nc6 Bc4 Nf6",
        "Two Knights Defence",
        "Defensa de los dos caballos",
    ),
    ("e4 e5 Nf3 Nc6 d4", "Scotch Game", "Apertura escocesa"),
    (
        "e4 e5 Nf3 Nc6 Nc3",
        "Three Knights Game",
        "Apertura de los tres caballos",
    ),
    (
        "e4 e5 Nf3 Nc6 Nc3 Nf6",
        "Four Knights Game",
        "Apertura de los cuatro caballos",
    ),
    ("e4 e5 Nf3 Nc6 c3", "Ponziani Opening", "Apertura Ponziani"),
    ("e4 e5 Nf3 Nf6", "Petrov's Defence", "Defensa Petrov"),
    ("e4 e5 Nf3 d6", "Philidor Defence", "Defensa Philidor"),
    ("e4 e5 Nf3 f5", "Latvian Gambit", "Gambito letón"),
    ("e4 e5 Nc3", "Vienna Game", "Apertura vienesa"),
    ("e4 e5 Bc4", "Bishop's Opening", "Apertura de alfil"),
    ("e4 e5 d4 exd4", "Centre Game", "Apertura del centro"),
    ("e4 e5 f4", "King's Gambit", "Gambito de rey"),
    (
        "e4 e5 f4 exf4",
        "King's Gambit Accepted",
        "Gambito de rey aceptado",
    ),
    ("e4 c5", "Sicilian Defence", "Defensa siciliana"),
    (
        "e4 c5 c3",
        "Sicilian Defence, Alapin Variation",
        "Defensa siciliana, variante Alapin",
    ),
    (
        "e4 c5 Nc3",
        "Sicilian Defence, Closed",
        "Defensa siciliana cerrada",
    ),
    ("e4 c5 d4 cxd4 c3", "Smith-Morra Gambit", "Gambito Morra"),
    (
        "e4 c5 Nf3 Nc6 Bb5",
        "Sicilian Defence, Rossolimo Variation",
        "Defensa siciliana, variante Rossolimo",
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
        "Sicilian Defence, Najdorf Variation",
        "Defensa siciliana, variante Najdorf",
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
        "Sicilian Defence, Dragon Variation",
        "Defensa siciliana, variante del dragón",
    ),
    (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6",
        "Sicilian Defence, Scheveningen Variation",
        "Defensa siciliana, variante Scheveningen",
    ),
    (
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
        "Sicilian Defence, Sveshnikov Variation",
        "Defensa siciliana, variante Sveshnikov",
    ),
    (
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6",
        "Sicilian Defence, Taimanov Variation",
        "Defensa siciliana, variante Taimanov",
    ),
    (
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6",
        "Sicilian Defence, Kan Variation",
        "Defensa siciliana, variante Kan",
    ),
    ("e4 e6", "French Defence", "Defensa francesa"),
    (
        "e4 e6 d4 d5 e5",
        "French Defence, Advance Variation",
        "Defensa francesa, variante del avance",
    ),
    (
        "e4 e6 d4 d5 exd5",
        "French Defence, Exchange Variation",
        "Defensa francesa, variante del cambio",
    ),
    (
        "e4 e6 d4 d5 Nd2",
        "French Defence, Tarrasch Variation",
        "Defensa francesa, variante Tarrasch",
    ),
    (
        "e4 e6 d4 d5 Nc3 Bb4",
        "French Defence, Winawer Variation",
        "Defensa francesa, variante Winawer",
    ),
    (
        "e4 e6 d4 d5 Nc3 Nf6",
        "French Defence, Classical Variation",
        "Defensa francesa, variante clásica",
    ),
    ("e4 c6", "Caro-Kann Defence", "Defensa Caro-Kann"),
    (
        "e4 c6 d4 d5 e5",
        "Caro-Kann Defence, Advance Variation",
        "Defensa Caro-Kann, variante del avance",
    ),
    (
        "e4 c6 d4 d5 exd5 cxd5",
        "Caro-Kann Defence, Exchange Variation",
        "Defensa Caro-Kann, variante del cambio",
    ),
    (
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
        "Caro-Kann Defence, Classical Variation",
        "Defensa Caro-Kann, variante clásica",
    ),
    ("e4 d5", "Scandinavian Defence", "Defensa escandinava"),
    ("e4 d6", "Pirc Defence", "Defensa Pirc"),
    ("e4 g6", "Modern Defence", "Defensa moderna"),
    ("e4 Nf6", "Alekhine's Defence", "Defensa Alekhine"),
    ("e4 Nc6", "Nimzowitsch Defence", "Defensa Nimzowitsch"),
    ("e4 b6", "Owen's Defence", "Defensa Owen"),
    ("d4 d5 c4", "Queen's Gambit", "Gambito de dama"),
    (
        "d4 d5 c4 dxc4",
        "Queen's Gambit Accepted",
        "Gambito de dama aceptado",
    ),
    (
        "d4 d5 c4 e6",
        "Queen's Gambit Declined",
        "Gambito de dama rehusado",
    ),
    ("d4 d5 c4 e6 Nc3 c5", "Tarrasch Defence", "Defensa Tarrasch"),
    ("d4 d5 c4 c6", "Slav Defence", "Defensa eslava"),
    (
        "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
        "Semi-Slav Defence",
        "Defensa semieslava",
    ),
    ("d4 d5 c4 e5", "Albin Countergambit", "Contragambito Albin"),
    ("d4 d5 Bf4", "London System", "Sistema Londres"),
    ("d4 d5 Nf3 Nf6 Bf4", "London System", "Sistema Londres"),
    ("d4 d5 Nf3 Nf6 e3 e6 Bd3", "Colle System", "Sistema Colle"),
    ("d4 Nf6 Bg5", "Trompowsky Attack", "Ataque Trompowsky"),
    (
        "d4 Nf6 c4 g6",
        "King's Indian set-up",
        "Planteamiento indio de rey",
    ),
    (
        "d4 Nf6 c4 g6 Nc3 Bg7",
        "King's Indian Defence",
        "Defensa india de rey",
    ),
    (
        "d4 Nf6 c4 g6 Nc3 d5",
        "Grünfeld Defence",
        "Defensa Grünfeld",
    ),
    (
        "d4 Nf6 c4 e6 Nc3 Bb4",
        "Nimzo-Indian Defence",
        "Defensa nimzoindia",
    ),
    (
        "d4 Nf6 c4 e6 Nf3 b6",
        "Queen's Indian Defence",
        "Defensa india de dama",
    ),
    (
        "d4 Nf6 c4 e6 Nf3 Bb4+",
        "Bogo-Indian Defence",
        "Defensa bogoindia",
    ),
    ("d4 Nf6 c4 e6 g3", "Catalan Opening", "Apertura catalana"),
    ("d4 Nf6 c4 c5 d5 e6", "Benoni Defence", "Defensa Benoni"),
    ("d4 Nf6 c4 c5 d5 b5", "Benko Gambit", "Gambito Benko"),
    ("d4 Nf6 c4 e5", "Budapest Gambit", "Gambito Budapest"),
    ("d4 f5", "Dutch Defence", "Defensa holandesa"),
    (
        "c4 e5",
        "English Opening, Reversed Sicilian",
        "Apertura inglesa, siciliana invertida",
    ),
    (
        "c4 c5",
        "English Opening, Symmetrical Variation",
        "Apertura inglesa, variante simétrica",
    ),
    ("Nf3 d5 g3", "King's Indian Attack", "Ataque indio de rey"),
];

/// Names by the keys of positions.
type Names = HashMap<u64, (&'static str, &'static str)>;

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let reached = |moves: &str| Some(played(moves)?.position().key());
        let named = TABLE.iter();
        named
            .filter_map(|(moves, en, es)| Some((reached(moves)?, (*es, *en))))
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
    found.map(|(es, en)| lang.pick(*es, *en))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_legal_and_no_two_are_the_same_position() {
        let mut seen: HashMap<u64, &str> = HashMap::new();
        for (moves, en, _) in TABLE {
            let key = played(moves).expect(moves).position().key();
            let before = seen.insert(key, en);
            assert!(before.is_none() || before == Some(en), "{moves}");
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
            assert_eq!(name(&played(moves).expect(moves), Lang::En), en);
        }
        let italian = played("e4 e5 Nf3 Nc6 Bc4").expect("legal");
        assert_eq!(name(&italian, Lang::Es), Some("Apertura italiana"));
    }
}
