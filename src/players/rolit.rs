//! What a position of Rolit is worth to the simple strategies.

use super::Evaluate;
use crate::games::Game;
use crate::games::rolit::{Cell, Position};

impl Evaluate for Position {
    /// The mover's balls less those of the best rival, in hundredths of a ball.
    fn evaluate(&self) -> i32 {
        let own = self.turn();
        let rivals = (0..self.players()).filter(|seat| !self.allied(own, *seat));
        let best = rivals.map(|seat| self.balls(seat)).max().unwrap_or(0);
        100 * (self.balls(own) - best)
    }

    fn promise(&self, m: Cell) -> i32 {
        100 * self.captured_by(m) as i32
    }
}
