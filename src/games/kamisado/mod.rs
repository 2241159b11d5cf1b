//! Kamisado: rules, text forms, and matches of several rounds.
//!
//! Start with [`Position`], a position of a round: `board` holds the constant board, `moves` the moves, `text` the
//! text forms. A plain round has only towers of rank 0; the full game's sumo towers are part of the same position,
//! and [`Match`] adds the points and the regrouping between rounds. The rules are those of the assignment "Kamisado
//! 3.0" (Universidad de Burgos, 2022); the book's chapter on Kamisado lists the decisions where they leave a choice.

mod board;
mod full;
mod moves;
mod position;
mod read;
mod text;
mod words;

pub use board::{Color, color_of, square_name, square_of};
pub use full::{Fill, Match, MatchMove, TARGETS};
pub use position::ANY;
pub use position::{Deadlock, Move, Position, Rules, Side, Towers};
pub use text::{Illegal, MoveError, PositionError, spanish_letter, tower_letter};

use super::{Game, Outcome, TextError};

/// Text form of the start position.
pub const START: &str = "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1";

impl Game for Position {
    type Move = Move;

    fn name(&self) -> &'static str {
        "kamisado"
    }

    fn white(&self) -> usize {
        1
    }

    fn is_usual_start(&self) -> bool {
        self.to_text() == START
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn turn(&self) -> usize {
        self.seat()
    }

    #[inline]
    fn for_each_move(&self, mut f: impl FnMut(Move)) {
        self.for_each_step(|color, to| f(self.step_as_move(color, to)));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.count_steps()
    }

    fn forced(&self) -> Option<Move> {
        self.zero_move()
    }

    #[inline]
    fn play(&self, m: Move) -> Position {
        match self.move_as_step(m) {
            Some((color, to)) => self.after_step(color, to),
            None => unreachable!("no tower on the square of a legal move"),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.round_outcome()
    }

    #[inline]
    fn perft_ends(&self) -> bool {
        self.is_over()
    }

    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn move_text(&self, m: Move) -> String {
        Position::step_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        Ok(self.read_move(text)?)
    }
}
