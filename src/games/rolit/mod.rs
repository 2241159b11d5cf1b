//! Rolit: a game of two to ten players who turn each other's balls.
//!
//! Start with [`Position`]. Its `board` is written once over sets of cells (`sets`): 64-bit sets
//! for boards of up to 8 × 8 cells, `wide` ones for up to 17 × 17. `seats` says who plays, `shape`
//! draws the students' boards, `text` reads and writes. [`Rules`] are those of the published game
//! or those of the students' project; the book's chapter on Rolit lists every reading that was
//! chosen.

mod board;
mod cell;
mod color;
mod position;
mod seats;
mod sets;
mod shape;
mod text;
mod wide;

pub use cell::{Cell, MAX_SIDE};
pub use color::{Color, Rules};
pub(crate) use position::Grid;
pub use position::Position;
pub(crate) use sets::{CellSet, fold};
pub use shape::{Shape, Size};
pub use text::{MoveError, PositionError};

use super::pgn::Notation;
use super::{Game, Outcome, TextError};

/// The text of the start of the official game for four.
pub const START: &str = "8/8/8/3RY3/3BG3/8/8/8 R RYGB 1";

impl Game for Position {
    type Move = Cell;
    const NAME: &'static str = "rolit";

    /// The official game for four.
    fn start() -> Position {
        match Position::official(&Color::OFFICIAL) {
            Ok(start) => start,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// As [`Position::parse`]; a text that does not name its rules is official.
    fn from_text(text: &str) -> Result<Position, TextError> {
        Ok(Position::parse(text, Rules::Official)?)
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn players(&self) -> usize {
        self.colors().len()
    }

    fn turn(&self) -> usize {
        self.turn.into()
    }

    fn allied(&self, a: usize, b: usize) -> bool {
        self.seating.team(a) == self.seating.team(b)
    }

    /// Balls on the board, those of the whole team.
    fn points(&self, seat: usize) -> Option<i32> {
        Some(self.balls(seat))
    }

    #[inline]
    fn for_each_move(&self, f: impl FnMut(Cell)) {
        self.for_each_legal(f);
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.count_legal()
    }

    #[inline]
    fn play(&self, m: Cell) -> Position {
        self.after(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.final_outcome()
    }

    #[inline]
    fn perft_ends(&self) -> bool {
        self.is_full()
    }

    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn move_text(&self, m: Cell) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        Ok(self.read_move(text)?)
    }
}

impl Notation for Position {
    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", "Rolit".to_owned())]
    }

    /// Who plays is part of the position, and a record says so.
    fn is_usual_start(&self) -> bool {
        false
    }

    fn seat_name(&self, seat: usize) -> &'static str {
        match self.colors()[seat] {
            Color::Yellow => "Yellow",
            Color::Red => "Red",
            Color::Green => "Green",
            Color::LightBlue => "LightBlue",
            Color::Orange => "Orange",
            Color::Black => "Black",
            Color::Pink => "Pink",
            Color::Blue => "Blue",
            Color::White => "White",
            Color::Grey => "Grey",
        }
    }

    /// The text of a position numbers the plies, a record the laps.
    fn move_number(&self) -> u32 {
        let plies = u32::from(self.ply()).saturating_sub(1);
        plies / self.players() as u32 + 1
    }
}
