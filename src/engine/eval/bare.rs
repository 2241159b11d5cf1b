//! Evaluation of a bare king against mating material, an ending that is won but needs a plan.
//!
//! The classical evaluation and the network come from positions with more pieces, and say little about how to drive a
//! king. So this evaluation rewards driving it to the edge, bringing the kings together and, with bishop and knight,
//! driving it into a corner of the bishop's colour. The search does the rest.

use games::chess::{Bitboard, Color, Position, Role, Square, exchange_value};

/// Value of a won ending beyond that of the pieces, in centipawns.
const WON: i32 = 300;
/// Value of each step that the bare king is away from the centre, by file and by rank, in centipawns.
const EDGE: i32 = 15;
/// Value of each step that the kings are nearer to each other, by file and by rank, in centipawns.
const NEAR: i32 = 6;
/// Value of each diagonal that the bare king is nearer to a corner of the bishop's colour, in centipawns.
const CORNER: i32 = 45;

/// Returns the value of a position for the side to move, in centipawns, if one side has only its king and the other
/// mates by force from nearly everywhere: with a queen, a rook, two bishops, bishop and knight, or three knights.
/// `None` otherwise.
pub fn evaluate(position: &Position) -> Option<i32> {
    let weaker = Color::ALL
        .into_iter()
        .find(|color| !position.color(*color).more_than_one())?;
    let stronger = weaker.other();
    let pieces = |role| position.pieces(stronger, role);
    let bishops = pieces(Role::Bishop);
    let pair =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let knights = pieces(Role::Knight).count();
    let major = (pieces(Role::Queen) | pieces(Role::Rook)).any();
    if !(major || pair || knights > 2 || (bishops.any() && knights > 0)) {
        return None;
    }
    let material: i32 = Role::ALL
        .into_iter()
        .filter(|role| *role != Role::King)
        .map(|role| pieces(role).count() as i32 * exchange_value(role))
        .sum();
    let (king, prey) = (position.king(stronger), position.king(weaker));
    let driven = match bishops.first() {
        Some(bishop) if !major && !pair => CORNER * towards_corner(prey, bishop.is_light()),
        _ => EDGE * steps_from_centre(prey),
    };
    let value = WON + material + driven + NEAR * (14 - steps(king, prey));
    Some(if position.turn() == stronger {
        value
    } else {
        -value
    })
}

/// Returns the number of steps by file and by rank between two squares, 0 to 14.
fn steps(a: Square, b: Square) -> i32 {
    let between = |a: u32, b: u32| a.abs_diff(b) as i32;
    between(a.file() as u32, b.file() as u32) + between(a.rank() as u32, b.rank() as u32)
}

/// Returns the number of steps by file and by rank from the four central squares, 0 to 6.
fn steps_from_centre(square: Square) -> i32 {
    let from = |line: u32| (3 - line as i32).max(line as i32 - 4);
    from(square.file() as u32) + from(square.rank() as u32)
}

/// Returns the distance of a square from a long diagonal, towards two corners: those of light squares (a8, h1) if
/// `light` is true, else those of dark squares. It is 0 on the diagonal and 7 in a corner.
fn towards_corner(square: Square, light: bool) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    if light {
        (file - rank).abs()
    } else {
        (7 - file - rank).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Option<i32> {
        evaluate(&Position::from_fen(fen, false).expect(fen))
    }

    #[test]
    fn only_a_bare_king_that_can_be_mated_is_driven() {
        for won in [
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KR6 b - - 0 1",
            "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
            "8/8/8/4K3/8/8/p7/krn5 w - - 0 1",
        ] {
            assert!(value(won).is_some_and(|value| value.abs() > 700), "{won}");
        }
        for other in [
            "8/8/8/4k3/8/8/8/K1NN4 w - - 0 1",
            "8/8/8/4k3/8/8/8/KB1B4 w - - 0 1",
            "8/8/8/4k3/8/8/P7/KB6 w - - 0 1",
            "8/8/8/4k3/p7/8/8/KR6 w - - 0 1",
            "8/8/8/4k3/8/8/P7/K7 w - - 0 1",
        ] {
            assert_eq!(value(other), None, "{other}");
        }
    }

    #[test]
    fn the_bare_king_is_worse_off_at_the_edge_and_in_the_bishops_corner() {
        let falls = |fens: [&str; 2]| {
            let [better, worse] = fens.map(|fen| value(fen).expect(fen));
            assert!(better < worse, "{fens:?}: {better} {worse}");
        };
        falls([
            "8/8/8/4k3/8/1R6/1K6/8 w - - 0 1",
            "8/8/8/8/8/1R6/1K6/7k w - - 0 1",
        ]);
        // The bishop on a2 is a light one, and h8 is dark.
        falls([
            "7k/8/6K1/8/8/8/B1N5/8 w - - 0 1",
            "7k/8/6K1/8/8/B7/2N5/8 w - - 0 1",
        ]);
        assert_eq!(
            value("7k/8/6K1/8/8/B7/2N5/8 b - - 0 1"),
            value("7k/8/6K1/8/8/B7/2N5/8 w - - 0 1").map(|value| -value)
        );
    }
}
