//! Rolit: a game of two to ten players who turn each other's balls.
//!
//! Start with [`Position`]. Its `board` is generic over sets of cells (`sets`): 64-bit sets for boards of up to 8 × 8
//! cells, `wide` ones for up to 17 × 17. `seats` holds the players and teams, `shape` the outlines of the students'
//! boards, `text` the text forms. [`Rules`] are those of the published game or those of the students' project; the
//! book's chapter on Rolit lists the decisions where they leave a choice.

mod board;
mod cell;
mod color;
mod position;
mod seats;
mod sets;
mod shape;
mod start;
mod text;
mod wide;
mod words;

pub use cell::{Cell, MAX_SIDE};
pub use color::{Color, Rules};
pub use position::Grid;
pub use position::Position;
pub use sets::CellSet;
pub use shape::{Shape, Size};
pub use text::{MoveError, PositionError};

use super::{Game, Outcome, TextError, Variant};

/// Text form of the start position of the official game for four.
pub const START: &str = "8/8/8/3RY3/3BG3/8/8/8 R RYGB 1";

impl Game for Position {
    type Move = Cell;

    fn name(&self) -> &'static str {
        Position::NAME
    }

    fn is_usual_start(&self) -> bool {
        self.to_text() == START
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

    fn team(&self, seat: usize) -> Option<usize> {
        Position::team(self, seat)
    }

    fn allied(&self, a: usize, b: usize) -> bool {
        self.seating.team(a) == self.seating.team(b)
    }

    /// Returns the number of balls of a seat on the board, for a team member those of the whole team. Never `None`.
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
