//! Names for how a game began: a small table of our own of what the usual openings are called, with their codes in the
//! Encyclopaedia of Chess Openings (ECO).
//!
//! It is no encyclopedia: a name is that of the last position of the game which stands in the table, by
//! whatever order of moves it was reached. No sub-variations.

use super::{Move, Position};
use crate::{Lang, Line};
use shakmaty::san::San;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The code, moves, the name in English, and in Spanish.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("B00", "e4", "King's Pawn Game", "Apertura de peón de rey"),
    ("A40", "d4", "Queen's Pawn Game", "Apertura de peón de dama"),
    ("A10", "c4", "English Opening", "Apertura inglesa"),
    ("A04", "Nf3", "Réti Opening", "Apertura Réti"),
    ("A02", "f4", "Bird's Opening", "Apertura Bird"),
    ("A01", "b3", "Larsen's Opening", "Apertura Larsen"),
    ("A00", "b4", "Polish Opening", "Apertura polaca"),
    (
        "A00",
        "g3",
        "King's Fianchetto Opening",
        "Apertura de fianchetto de rey",
    ),
    ("A00", "g4", "Grob's Attack", "Ataque Grob"),
    ("A00", "Nc3", "Dunst Opening", "Apertura Dunst"),
    (
        "C40",
        "e4 e5 Nf3",
        "King's Knight Opening",
        "Apertura de caballo de rey",
    ),
    (
        "C60",
        "e4 e5 Nf3 Nc6 Bb5",
        "Ruy López",
        "Apertura española (Ruy López)",
    ),
    (
        "C70",
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "Ruy López, Morphy Defence",
        "Apertura española, defensa Morphy",
    ),
    (
        "C68",
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
        "Ruy López, Exchange Variation",
        "Apertura española, variante del cambio",
    ),
    (
        "C84",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "Ruy López, Closed Defence",
        "Apertura española, defensa cerrada",
    ),
    (
        "C80",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4",
        "Ruy López, Open Defence",
        "Apertura española, variante abierta",
    ),
    (
        "C65",
        "e4 e5 Nf3 Nc6 Bb5 Nf6",
        "Ruy López, Berlin Defence",
        "Apertura española, defensa berlinesa",
    ),
    (
        "C50",
        "e4 e5 Nf3 Nc6 Bc4",
        "Italian Game",
        "Apertura italiana",
    ),
    (
        "C50",
        "e4 e5 Nf3 Nc6 Bc4 Bc5",
        "Giuoco Piano",
        "Giuoco Piano",
    ),
    (
        "C51",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4",
        "Evans Gambit",
        "Gambito Evans",
    ),
    (
        "C55",
        "e4 e5 Nf3 Nc6 Bc4 Nf6",
        "Two Knights Defence",
        "Defensa de los dos caballos",
    ),
    (
        "C44",
        "e4 e5 Nf3 Nc6 d4",
        "Scotch Game",
        "Apertura escocesa",
    ),
    (
        "C46",
        "e4 e5 Nf3 Nc6 Nc3",
        "Three Knights Game",
        "Apertura de los tres caballos",
    ),
    (
        "C47",
        "e4 e5 Nf3 Nc6 Nc3 Nf6",
        "Four Knights Game",
        "Apertura de los cuatro caballos",
    ),
    (
        "C44",
        "e4 e5 Nf3 Nc6 c3",
        "Ponziani Opening",
        "Apertura Ponziani",
    ),
    ("C42", "e4 e5 Nf3 Nf6", "Petrov's Defence", "Defensa Petrov"),
    (
        "C41",
        "e4 e5 Nf3 d6",
        "Philidor Defence",
        "Defensa Philidor",
    ),
    ("C40", "e4 e5 Nf3 f5", "Latvian Gambit", "Gambito letón"),
    ("C25", "e4 e5 Nc3", "Vienna Game", "Apertura vienesa"),
    ("C23", "e4 e5 Bc4", "Bishop's Opening", "Apertura de alfil"),
    ("C21", "e4 e5 d4 exd4", "Centre Game", "Apertura del centro"),
    ("C30", "e4 e5 f4", "King's Gambit", "Gambito de rey"),
    (
        "C33",
        "e4 e5 f4 exf4",
        "King's Gambit Accepted",
        "Gambito de rey aceptado",
    ),
    ("B20", "e4 c5", "Sicilian Defence", "Defensa siciliana"),
    (
        "B22",
        "e4 c5 c3",
        "Sicilian Defence, Alapin Variation",
        "Defensa siciliana, variante Alapin",
    ),
    (
        "B23",
        "e4 c5 Nc3",
        "Sicilian Defence, Closed",
        "Defensa siciliana cerrada",
    ),
    (
        "B21",
        "e4 c5 d4 cxd4 c3",
        "Smith-Morra Gambit",
        "Gambito Morra",
    ),
    (
        "B30",
        "e4 c5 Nf3 Nc6 Bb5",
        "Sicilian Defence, Rossolimo Variation",
        "Defensa siciliana, variante Rossolimo",
    ),
    (
        "B90",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
        "Sicilian Defence, Najdorf Variation",
        "Defensa siciliana, variante Najdorf",
    ),
    (
        "B70",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
        "Sicilian Defence, Dragon Variation",
        "Defensa siciliana, variante del dragón",
    ),
    (
        "B80",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6",
        "Sicilian Defence, Scheveningen Variation",
        "Defensa siciliana, variante Scheveningen",
    ),
    (
        "B33",
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
        "Sicilian Defence, Sveshnikov Variation",
        "Defensa siciliana, variante Sveshnikov",
    ),
    (
        "B44",
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6",
        "Sicilian Defence, Taimanov Variation",
        "Defensa siciliana, variante Taimanov",
    ),
    (
        "B41",
        "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6",
        "Sicilian Defence, Kan Variation",
        "Defensa siciliana, variante Kan",
    ),
    ("C00", "e4 e6", "French Defence", "Defensa francesa"),
    (
        "C02",
        "e4 e6 d4 d5 e5",
        "French Defence, Advance Variation",
        "Defensa francesa, variante del avance",
    ),
    (
        "C01",
        "e4 e6 d4 d5 exd5",
        "French Defence, Exchange Variation",
        "Defensa francesa, variante del cambio",
    ),
    (
        "C03",
        "e4 e6 d4 d5 Nd2",
        "French Defence, Tarrasch Variation",
        "Defensa francesa, variante Tarrasch",
    ),
    (
        "C15",
        "e4 e6 d4 d5 Nc3 Bb4",
        "French Defence, Winawer Variation",
        "Defensa francesa, variante Winawer",
    ),
    (
        "C11",
        "e4 e6 d4 d5 Nc3 Nf6",
        "French Defence, Classical Variation",
        "Defensa francesa, variante clásica",
    ),
    ("B10", "e4 c6", "Caro-Kann Defence", "Defensa Caro-Kann"),
    (
        "B12",
        "e4 c6 d4 d5 e5",
        "Caro-Kann Defence, Advance Variation",
        "Defensa Caro-Kann, variante del avance",
    ),
    (
        "B13",
        "e4 c6 d4 d5 exd5 cxd5",
        "Caro-Kann Defence, Exchange Variation",
        "Defensa Caro-Kann, variante del cambio",
    ),
    (
        "B18",
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
        "Caro-Kann Defence, Classical Variation",
        "Defensa Caro-Kann, variante clásica",
    ),
    (
        "B01",
        "e4 d5",
        "Scandinavian Defence",
        "Defensa escandinava",
    ),
    ("B00", "e4 d6", "Pirc Defence", "Defensa Pirc"),
    ("B06", "e4 g6", "Modern Defence", "Defensa moderna"),
    ("B02", "e4 Nf6", "Alekhine's Defence", "Defensa Alekhine"),
    (
        "B00",
        "e4 Nc6",
        "Nimzowitsch Defence",
        "Defensa Nimzowitsch",
    ),
    ("B00", "e4 b6", "Owen's Defence", "Defensa Owen"),
    ("D06", "d4 d5 c4", "Queen's Gambit", "Gambito de dama"),
    (
        "D20",
        "d4 d5 c4 dxc4",
        "Queen's Gambit Accepted",
        "Gambito de dama aceptado",
    ),
    (
        "D30",
        "d4 d5 c4 e6",
        "Queen's Gambit Declined",
        "Gambito de dama rehusado",
    ),
    (
        "D32",
        "d4 d5 c4 e6 Nc3 c5",
        "Tarrasch Defence",
        "Defensa Tarrasch",
    ),
    ("D10", "d4 d5 c4 c6", "Slav Defence", "Defensa eslava"),
    (
        "D43",
        "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
        "Semi-Slav Defence",
        "Defensa semieslava",
    ),
    (
        "D08",
        "d4 d5 c4 e5",
        "Albin Countergambit",
        "Contragambito Albin",
    ),
    ("D00", "d4 d5 Bf4", "London System", "Sistema Londres"),
    (
        "D02",
        "d4 d5 Nf3 Nf6 Bf4",
        "London System",
        "Sistema Londres",
    ),
    (
        "D05",
        "d4 d5 Nf3 Nf6 e3 e6 Bd3",
        "Colle System",
        "Sistema Colle",
    ),
    (
        "A45",
        "d4 Nf6 Bg5",
        "Trompowsky Attack",
        "Ataque Trompowsky",
    ),
    (
        "E60",
        "d4 Nf6 c4 g6",
        "King's Indian set-up",
        "Planteamiento indio de rey",
    ),
    (
        "E61",
        "d4 Nf6 c4 g6 Nc3 Bg7",
        "King's Indian Defence",
        "Defensa india de rey",
    ),
    (
        "D80",
        "d4 Nf6 c4 g6 Nc3 d5",
        "Grünfeld Defence",
        "Defensa Grünfeld",
    ),
    (
        "E20",
        "d4 Nf6 c4 e6 Nc3 Bb4",
        "Nimzo-Indian Defence",
        "Defensa nimzoindia",
    ),
    (
        "E12",
        "d4 Nf6 c4 e6 Nf3 b6",
        "Queen's Indian Defence",
        "Defensa india de dama",
    ),
    (
        "E11",
        "d4 Nf6 c4 e6 Nf3 Bb4+",
        "Bogo-Indian Defence",
        "Defensa bogoindia",
    ),
    (
        "E00",
        "d4 Nf6 c4 e6 g3",
        "Catalan Opening",
        "Apertura catalana",
    ),
    (
        "A60",
        "d4 Nf6 c4 c5 d5 e6",
        "Benoni Defence",
        "Defensa Benoni",
    ),
    ("A57", "d4 Nf6 c4 c5 d5 b5", "Benko Gambit", "Gambito Benko"),
    ("A51", "d4 Nf6 c4 e5", "Budapest Gambit", "Gambito Budapest"),
    ("A80", "d4 f5", "Dutch Defence", "Defensa holandesa"),
    (
        "A20",
        "c4 e5",
        "English Opening, Reversed Sicilian",
        "Apertura inglesa, siciliana invertida",
    ),
    (
        "A30",
        "c4 c5",
        "English Opening, Symmetrical Variation",
        "Apertura inglesa, variante simétrica",
    ),
    (
        "A07",
        "Nf3 d5 g3",
        "King's Indian Attack",
        "Ataque indio de rey",
    ),
];

/// Name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Code in the Encyclopaedia of Chess Openings: `C50`.
    pub eco: &'static str,
    es: &'static str,
    en: &'static str,
}

impl Opening {
    /// The name in a language.
    pub fn name(&self, lang: Lang) -> &'static str {
        lang.pick(self.es, self.en)
    }
}

/// The openings by the keys of positions.
fn openings() -> &'static HashMap<u64, Opening> {
    static OPENINGS: OnceLock<HashMap<u64, Opening>> = OnceLock::new();
    OPENINGS.get_or_init(|| {
        let reached = |moves: &str| Some(played(moves)?.position().key());
        let named = TABLE.iter();
        named
            .filter_map(|&(eco, moves, en, es)| Some((reached(moves)?, Opening { eco, es, en })))
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
        let mut seen: HashMap<u64, &str> = HashMap::new();
        for (_, moves, en, _) in TABLE {
            let key = played(moves).expect(moves).position().key();
            let before = seen.insert(key, en);
            assert!(before.is_none() || before == Some(en), "{moves}");
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
            assert_eq!(opening.map(|o| (o.eco, o.name(Lang::En))), found);
        }
        let italian = played("e4 e5 Nf3 Nc6 Bc4").expect("legal");
        let name = opening(&italian).map(|opening| opening.name(Lang::Es));
        assert_eq!(name, Some("Apertura italiana"));
    }
}
