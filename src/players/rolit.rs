//! Evaluation of positions of Rolit for the strategies that play any game.
//!
//! | rules | value of an unfinished position to a seat |
//! |---|---|
//! | official | balls of its team less those of its best opponent, by which the places are decided |
//! | students | balls of its team, as in the programs of the students' project |
//!
//! On a full board the value is the margin over the best opponent, plus that of a win, under both rules. As all lines
//! to a full board are equally long, values of full and of unfinished boards never occur in the same search.

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

    /// Number of balls that the move turns.
    fn promise(&self, cell: Cell) -> i32 {
        self.captured_by(cell) as i32
    }
}
