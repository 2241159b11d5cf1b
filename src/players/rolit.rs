//! Evaluation of positions of Rolit for the strategies that play any game.
//!
//! | rules | value of an unfinished position to a seat |
//! |---|---|
//! | official | balls of its team less those of its best rival, as places are decided |
//! | students | balls of its team: their machines count no others |
//!
//! A full board is worth the margin over the best rival under either rules, and winning itself.
//! All lines to a full board are equally long, so the two kinds of value never meet in one search.

mod eval;
mod player;
mod search;
mod searcher;
mod weights;

pub use player::relative_features;
pub use player::{Expert, Thought};
pub use searcher::RolitSearcher;
pub use weights::{FEATURES, STAGES};

use super::evaluate::{Evaluate, POINT, margin};
use games::Game;
use games::rolit::{Cell, Position, Rules};

impl Evaluate for Position {
    fn evaluate_for(&self, seat: usize) -> i32 {
        match self.rules() {
            Rules::Official => POINT * margin(self, seat).unwrap_or(0),
            Rules::Students => self.gain_for(seat),
        }
    }

    fn gain_for(&self, seat: usize) -> i32 {
        POINT * self.balls(seat)
    }

    fn explain(&self) -> String {
        let mover = self.color_to_move().name();
        let lead = margin(self, self.turn()).unwrap_or(0);
        let score = match self.outcome() {
            Some(_) => POINT * lead,
            None => self.evaluate(),
        };
        format!(
            "{mover} is to move; own balls less those of the best rival: {lead:+}\n\
             Evaluation: {score} cp for {mover}"
        )
    }

    /// The balls it turns.
    fn promise(&self, cell: Cell) -> i32 {
        self.captured_by(cell) as i32
    }
}
