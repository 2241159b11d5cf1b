//! Training position, packed into 32 bytes.

use crate::datagen::game::white_view;
use engine::eval::network::{Code, Codes, View};
use games::chess::{Color, Position, Role, Square};

/// Maximum number of pieces of a training position: that of ordinary chess.
pub const MAX_PIECES: usize = 32;

/// Training position from the point of view of the side to move, as if that were White: its pieces are White's, and its
/// first rank is rank 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sample {
    pub(super) occupied: u64,
    /// Four bits for each occupied square, from a1 to h8: 8 for a piece of the opponent, plus the number of the role
    /// from 0.
    pub(super) pieces: [u8; MAX_PIECES / 2],
    /// Score of the search in centipawns, for the side to move.
    pub score: i16,
    /// Expected points of the side to move from the rest of the game, see [`Outlook`](super::outlook::Outlook), in
    /// units of 1/[`POINT`].
    pub outlook: u8,
}

/// Value of [`Sample::outlook`] that stands for one point, a certain win; half a point is exactly 127.
pub const POINT: u8 = 254;

impl Sample {
    /// Creates a sample from a position, the search's score in centipawns, and the expected points from the rest of the
    /// game, 0 to 1; both from White's point of view. Returns `None` if there are more than [`MAX_PIECES`] pieces.
    pub fn new(position: &Position, score: i32, outlook: f32) -> Option<Sample> {
        if position.occupied().count() > MAX_PIECES {
            return None;
        }
        let turn = position.turn();
        let flip = turn.fold_wb(0, 56);
        let points = (outlook.clamp(0.0, 1.0) * f32::from(POINT)).round() as u8;
        let mut sample = Sample {
            occupied: 0,
            pieces: [0; MAX_PIECES / 2],
            score: white_view(turn, score).clamp(-30_000, 30_000) as i16,
            outlook: turn.fold_wb(points, POINT - points),
        };
        let mut number = 0;
        for seen in 0..64 {
            let Some(piece) = position.piece_at(Square::new(seen ^ flip)) else {
                continue;
            };
            sample.occupied |= 1 << seen;
            let nibble = 8 * u8::from(piece.color != turn) + piece.role as u8 - 1;
            sample.pieces[number / 2] |= nibble << (4 * (number % 2));
            number += 1;
        }
        Some(sample)
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns the pieces, those of the side to move as White's, and the squares of its king and of the opponent's.
    pub fn codes(&self) -> (Codes, [Square; 2]) {
        let mut codes = Codes::new();
        let mut kings = [Square::A1; 2];
        let mut rest = self.occupied;
        let mut number = 0;
        while rest != 0 {
            let square = Square::new(rest.trailing_zeros());
            rest &= rest - 1;
            let nibble = self.pieces[number / 2] >> (4 * (number % 2)) & 15;
            number += 1;
            let role = Role::ALL[usize::from(nibble & 7) % 6];
            let color = Color::from_white(nibble < 8);
            if role == Role::King {
                kings[color.fold_wb(0, 1)] = square;
            }
            codes.push(Code::new(color, role, square));
        }
        (codes, kings)
    }

    /// Appends the active inputs of the view of the side to move to the first list, and those of the opponent's view to
    /// the second.
    #[inline]
    pub fn push_inputs(&self, views: [&mut Vec<u16>; 2], king_buckets: usize) {
        let (codes, [own, opponent]) = self.codes();
        let seen = [
            View::new(Color::White, own, king_buckets),
            View::new(Color::Black, opponent, king_buckets),
        ];
        for (inputs, view) in views.into_iter().zip(seen) {
            inputs.extend(codes.iter().map(|code| view.input(*code)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::network::{MAX_KING_BUCKETS, codes};
    use std::collections::BTreeSet;

    #[test]
    fn a_sample_has_the_inputs_that_the_network_sees_in_the_position() {
        for fen in [
            games::chess::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "2k5/8/8/8/8/8/8/4KQ2 w - - 0 1",
        ] {
            let position = Position::from_fen(fen, false).expect("legal");
            let sample = Sample::new(&position, 35, 1.0).expect("few pieces");
            let turn = position.turn();
            for king_buckets in 1..=MAX_KING_BUCKETS {
                let mut views = [Vec::new(), Vec::new()];
                let [own, opponent] = &mut views;
                sample.push_inputs([own, opponent], king_buckets);
                for (inputs, color) in views.iter().zip([turn, turn.other()]) {
                    let view = View::of(&position, color, king_buckets);
                    let expected: BTreeSet<u16> = codes(&position)
                        .iter()
                        .map(|code| view.input(*code))
                        .collect();
                    assert_eq!(
                        inputs.iter().copied().collect::<BTreeSet<_>>(),
                        expected,
                        "{fen}"
                    );
                    assert_eq!(inputs.len(), sample.count());
                }
            }
            assert_eq!(i32::from(sample.score), turn.fold_wb(35, -35));
            assert_eq!(sample.outlook, turn.fold_wb(POINT, 0));
        }
    }
}
