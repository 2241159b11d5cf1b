//! What the network sees of a position: which piece stands where, once from White's side and once
//! from Black's.
//!
//! A *piece code* is one of 768 = 2 colours × 6 roles × 64 squares. Each side has its own *view*: its
//! own pieces come first, its first rank is at the bottom, and the board is reflected so that its
//! king stands on one of the files a to d. A code seen through a view is the index of an input.
//! Positions that differ by colours, or by left and right, thus have the same inputs.

use crate::games::chess::{Color, Position, Role, Square};
use arrayvec::ArrayVec;

/// Inputs of each view.
pub const INPUTS: usize = 768;

/// The codes of one colour.
const HALF: u16 = 384;

/// A piece on a square, from 0 to [`INPUTS`] − 1: White's pieces first, by role from pawn to king,
/// then by square from a1 to h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Code(u16);

impl Code {
    /// The code of a piece on a square.
    #[inline(always)]
    pub const fn new(color: Color, role: Role, square: Square) -> Code {
        let color = if color.is_white() { 0 } else { HALF };
        Code(color + (role as u16 - 1) * 64 + square as u16)
    }
}

/// The codes of all pieces on a board.
pub type Codes = ArrayVec<Code, 64>;

/// The codes of a position's pieces.
pub fn codes(position: &Position) -> Codes {
    let mut codes = Codes::new();
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            codes.push(Code::new(piece.color, piece.role, square));
        }
    }
    codes
}

/// One side's way to look at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    mirrored: bool,
}

impl View {
    /// The view of a colour whose king stands on a square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> View {
        View {
            color,
            mirrored: is_mirrored(king),
        }
    }

    /// The view of a colour in a position.
    #[inline(always)]
    pub fn of(position: &Position, color: Color) -> View {
        View::new(color, position.king(color))
    }

    /// A number from 0 to 3 that differs from view to view.
    #[inline(always)]
    pub(super) fn number(self) -> usize {
        2 * self.color as usize + usize::from(self.mirrored)
    }

    /// The input that a piece switches on, from 0 to [`INPUTS`] − 1.
    #[inline(always)]
    pub fn input(self, Code(code): Code) -> u16 {
        let own = if self.color.is_white() {
            code
        } else if code < HALF {
            (code + HALF) ^ 56
        } else {
            (code - HALF) ^ 56
        };
        own ^ if self.mirrored { 7 } else { 0 }
    }
}

/// Whether the board is seen in a mirror when the king stands here: on the files e to h.
#[inline(always)]
pub(super) fn is_mirrored(king: Square) -> bool {
    king as u8 & 4 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_a_permutation_of_the_inputs() {
        for color in Color::ALL {
            for king in [Square::B1, Square::G1] {
                let view = View::new(color, king);
                let mut seen = [false; INPUTS];
                for code in 0..INPUTS {
                    seen[usize::from(view.input(Code(code as u16)))] = true;
                }
                assert!(seen.iter().all(|seen| *seen));
            }
        }
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
            let view = View::new(color, square);
            let king = Code::new(color, Role::King, square);
            assert_eq!(view.input(king), expected, "{color} {square}");
        }
    }
}
