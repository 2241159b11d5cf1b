//! Connect Four as it is told and drawn, and what its strategies think of it.

use super::connect_four::{File, LETTERS, Position};
use games::{Board, Cell, Game, Ground, Lang, Line, Mark, Paint, Piece, Words};
use players::{Evaluate, Levels};

const COLORS: [(&str, &str); 2] = [("Amarillo", "Yellow"), ("Rojo", "Red")];

/// The wording of a language: a game can be told without a word in the program's own texts.
fn in_language<'a>(lang: Lang, spanish: &'a str, english: &'a str) -> &'a str {
    match lang {
        Lang::ES => spanish,
        _ => english,
    }
}

impl Words for Position {
    fn title(&self, lang: Lang) -> &'static str {
        in_language(lang, "Cuatro en raya", "Connect Four")
    }

    fn pattern(&self) -> &'static str {
        "d"
    }

    fn board(line: &Line<Position>) -> Board {
        let position = line.position();
        let last = line.moves().last().map(|m| (m.0, position.height(m.0) - 1));
        Board::new(7, 6, |file, rank| {
            let (file, rank) = (file as u32, rank as u32);
            let disc = |seat: usize| Piece {
                kind: "disc",
                color: ["yellow", "red"][seat],
                owner: Some(seat),
                letters: LETTERS[seat].to_string(),
                figure: None,
                rank: 0,
                paint: Some([Paint::new(0, 226), Paint::new(15, 160)][seat]),
                frame: None,
            };
            Some(Cell {
                name: format!("{}{}", position.move_text(File(file)), rank + 1),
                ground: Ground {
                    color: "blue",
                    letter: None,
                    paint: Paint::new(15, 18),
                },
                piece: position.owner(file, rank).map(disc),
                marks: if last == Some((file, rank)) {
                    vec![Mark::To]
                } else {
                    Vec::new()
                },
            })
        })
    }

    fn color(&self, seat: usize) -> String {
        COLORS[seat].1.to_lowercase()
    }

    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        in_language(lang, COLORS[seat].0, COLORS[seat].1).to_owned()
    }

    fn tag_name(&self, seat: usize) -> &'static str {
        COLORS[seat].1
    }

    fn reason(&self, reason: &'static str, lang: Lang) -> &'static str {
        match reason {
            "four in a row" => in_language(lang, "cuatro en raya", reason),
            _ => in_language(lang, "tablero lleno", reason),
        }
    }
}

impl Evaluate for Position {
    /// Discs near the middle belong to more rows.
    fn evaluate_for(&self, seat: usize) -> i32 {
        let cells = (0..7).flat_map(|file| (0..6).map(move |rank| (file, rank)));
        let values = cells.map(|(file, rank): (u32, u32)| match self.owner(file, rank) {
            None => 0,
            Some(owner) => {
                let middle = 3 - (file as i32 - 3).abs();
                if owner == seat { middle } else { -middle }
            }
        });
        values.sum()
    }
}

impl Levels for Position {}
