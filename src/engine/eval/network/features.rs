//! Inputs of the network: the pieces on their squares, seen from White's side and from Black's.
//!
//! A *piece code* is one of 768 = 2 colours × 6 roles × 64 squares. Each side has its own *view*: its
//! own pieces come first, its first rank is at the bottom, and the board is reflected so that its
//! king stands on one of the files a to d. A code seen through a view is the index of an input.
//! Positions that differ by colours, or by left and right, thus have the same inputs.
//!
//! A network may have several sets of inputs, its *king buckets*: the square of the view's own king selects the set, so
//! that a piece can have another value beside a castled king than in an endgame.

use super::format::{INPUTS, MAX_KING_BUCKETS};
use arrayvec::ArrayVec;
use games::chess::{Color, Position, Role, Square};

/// The king bucket by rank, from the view's own first rank, and by file from a to d: on the first two ranks at the
/// wing, on the first two ranks in the middle, on the third and fourth rank, beyond. In a network with fewer than four
/// buckets the last one stands for all that remain.
#[rustfmt::skip]
const KING_BUCKETS: [[usize; 4]; 8] = [
    [0, 0, 0, 1],
    [0, 0, 0, 1],
    [2, 2, 2, 2],
    [2, 2, 2, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
];

/// Number of codes of one colour.
const HALF: u16 = 384;

/// A piece on a square, as a number from 0 to [`INPUTS`] − 1: White's pieces first, by role from pawn to king, then by
/// square from a1 to h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Code(u16);

impl Code {
    /// Returns the code of a piece on a square.
    #[inline(always)]
    pub const fn new(color: Color, role: Role, square: Square) -> Code {
        let color = if color.is_white() { 0 } else { HALF };
        Code(color + (role as u16 - 1) * 64 + square as u16)
    }
}

/// The codes of all pieces on a board.
pub type Codes = ArrayVec<Code, 64>;

/// Returns the codes of a position's pieces.
pub fn codes(position: &Position) -> Codes {
    let mut codes = Codes::new();
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            codes.push(Code::new(piece.color, piece.role, square));
        }
    }
    codes
}

/// The board as seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    mirrored: bool,
    king_bucket: u8,
}

impl View {
    /// Creates the view of a colour whose king stands on a square, for a network with `king_buckets` king buckets.
    #[inline(always)]
    pub fn new(color: Color, king: Square, king_buckets: usize) -> View {
        let (rank, file) = (king as usize / 8, king as usize % 8);
        let mirrored = file > 3;
        let bucket =
            KING_BUCKETS[rank ^ color.fold_wb(0, 7)][(file ^ if mirrored { 7 } else { 0 }) & 3];
        View {
            color,
            mirrored,
            king_bucket: bucket.min(king_buckets - 1) as u8,
        }
    }

    /// Creates the view of a colour in a position.
    #[inline(always)]
    pub fn of(position: &Position, color: Color, king_buckets: usize) -> View {
        View::new(color, position.king(color), king_buckets)
    }

    /// Returns a number from 0 to [`VIEWS`] − 1 that is different for each view.
    #[inline(always)]
    pub(super) fn number(self) -> usize {
        4 * usize::from(self.king_bucket) + 2 * self.color as usize + usize::from(self.mirrored)
    }

    /// Returns the index of the input that a piece switches on, less than [`INPUTS`] × king buckets.
    #[inline(always)]
    pub fn input(self, Code(code): Code) -> u16 {
        let own = if self.color.is_white() {
            code
        } else if code < HALF {
            (code + HALF) ^ 56
        } else {
            (code - HALF) ^ 56
        };
        let seen = own ^ if self.mirrored { 7 } else { 0 };
        INPUTS as u16 * u16::from(self.king_bucket) + seen
    }
}

/// Number of views, of both colours together.
pub(super) const VIEWS: usize = 4 * MAX_KING_BUCKETS;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_view_is_a_permutation_of_the_inputs_of_its_king_bucket() {
        for (king, bucket) in [("b1", 0), ("g2", 0), ("e1", 1), ("h4", 2), ("a8", 3)] {
            for color in Color::ALL {
                let king: Square = king.parse().expect("a square");
                let king = Square::new(king as u32 ^ color.fold_wb(0, 56));
                for buckets in 1..=MAX_KING_BUCKETS {
                    let view = View::new(color, king, buckets);
                    let first = INPUTS * bucket.min(buckets - 1);
                    let inputs: BTreeSet<usize> = (0..INPUTS as u16)
                        .map(|code| usize::from(view.input(Code(code))))
                        .collect();
                    assert!(inputs.into_iter().eq(first..first + INPUTS), "{view:?}");
                }
            }
        }
    }

    #[test]
    fn views_that_differ_have_numbers_that_do() {
        let mut seen = std::collections::BTreeMap::new();
        for king in Square::ALL {
            for color in Color::ALL {
                let view = View::new(color, king, MAX_KING_BUCKETS);
                assert!(view.number() < VIEWS);
                assert_eq!(*seen.entry(view.number()).or_insert(view), view);
            }
        }
        assert_eq!(seen.len(), VIEWS);
    }

    #[test]
    fn the_own_king_stands_at_the_bottom_left_for_whomever_looks() {
        let expected = Code::new(Color::White, Role::King, Square::B1).0;
        for (color, square) in [
            (Color::White, Square::B1),
            (Color::White, Square::G1),
            (Color::Black, Square::B8),
            (Color::Black, Square::G8),
        ] {
            let view = View::new(color, square, MAX_KING_BUCKETS);
            let king = Code::new(color, Role::King, square);
            assert_eq!(view.input(king), expected, "{color} {square}");
        }
    }
}
