//! The material evaluation: piece values, and a bonus when the opponent stands in check.

use games::chess::{Position, Role};

/// Piece values in centipawns.
pub const VALUES: [(Role, i32); 5] = [
    (Role::Pawn, 100),
    (Role::Knight, 300),
    (Role::Bishop, 300),
    (Role::Rook, 500),
    (Role::Queen, 900),
];

/// Value of having the opponent in check, in centipawns.
pub const CHECK_BONUS: i32 = 25;

/// Returns the material balance in centipawns from the side to move, less [`CHECK_BONUS`] if it stands in check.
pub fn evaluate(position: &Position) -> i32 {
    let us = position.turn();
    let mut score = 0;
    for (role, value) in VALUES {
        let own = position.pieces(us, role).count() as i32;
        let enemy = position.pieces(us.other(), role).count() as i32;
        score += value * (own - enemy);
    }
    if position.in_check() {
        score -= CHECK_BONUS;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_counted_from_the_side_to_move_and_check_costs() {
        let score = |fen| evaluate(&Position::from_fen(fen, false).expect(fen));
        assert_eq!(score("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"), 600);
        assert_eq!(score("4k3/8/8/8/8/8/4P3/4K2R b - - 0 1"), -600);
        assert_eq!(score("4k2R/8/8/8/8/8/4P3/4K3 b - - 0 1"), -625);
    }
}
