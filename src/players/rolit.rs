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
mod weights;

pub use player::Expert;
pub use player::relative_features;
pub use weights::{FEATURES, STAGES};

use super::evaluate::{Evaluate, POINT, margin};
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

    /// The balls it turns.
    fn promise(&self, cell: Cell) -> i32 {
        self.captured_by(cell) as i32
    }
}
