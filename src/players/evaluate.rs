//! What a position is worth to the simple strategies: material, and on chess a bonus for check.

use crate::eval::material;
use crate::games::chess::{Position, Role};
use crate::games::{Game, Outcome};

/// Above every sum of material: the value of a win, less the plies it takes.
pub const MATE_VALUE: i32 = 1_000_000;

/// A game whose positions can be given a number.
pub trait Evaluate: Game {
    /// The value of an unfinished position in hundredths of the least piece, from the point of
    /// view of the side to move.
    fn evaluate(&self) -> i32;

    /// How promising a move looks before it is played; larger is tried first. Legal moves only.
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }
}

/// The value of a finished position to the side `seat`, `ply` moves from the root: nearer wins
/// are better.
pub(super) fn outcome_value(outcome: Outcome, seat: usize, ply: u32) -> i32 {
    if outcome.winners.count() != 1 {
        0
    } else if outcome.winners.contains(seat) {
        MATE_VALUE - ply as i32
    } else {
        -MATE_VALUE + ply as i32
    }
}

fn role_value(role: Role) -> i32 {
    material::VALUES
        .iter()
        .find(|(r, _)| *r == role)
        .map_or(0, |(_, value)| *value)
}

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        material::evaluate(self)
    }

    fn promise(&self, m: Self::Move) -> i32 {
        let taken = self.captured(m).map_or(0, role_value);
        let mover = self.role_at(m.from()).map_or(0, role_value);
        let promoted = m.promoted().map_or(0, role_value);
        match taken {
            0 => promoted,
            // Most valuable victim first, then least valuable attacker.
            _ => 10 * taken - mover / 10 + promoted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_counted_from_the_side_to_move() {
        let fen = |turn| format!("4k3/8/8/8/8/8/8/Q3K3 {turn} - - 0 1");
        let value = |turn| {
            Position::from_fen(&fen(turn), false)
                .expect("legal")
                .evaluate()
        };
        assert_eq!(value("w"), 900);
        assert_eq!(value("b"), -900);
        assert_eq!(Position::start().evaluate(), 0);
    }

    #[test]
    fn being_in_check_costs_less_than_a_pawn() {
        let checked = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", false).expect("legal");
        assert_eq!(checked.evaluate(), -500 - material::CHECK_BONUS);
    }

    #[test]
    fn good_captures_are_more_promising() {
        let text = "4k3/8/8/3q1r2/4P3/8/8/R3K3 w - - 0 1";
        let position = Position::from_fen(text, false).expect("legal");
        let promise = |m: &str| position.promise(position.parse_move(m).expect(m));
        assert!(promise("e4d5") > promise("e4f5"));
        assert!(promise("e4f5") > promise("e4e5"));
    }
}
