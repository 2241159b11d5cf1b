//! Reduced board for perft: only the piece sets that move generation needs.
//!
//! Counting needs no keys, no counters and no mailbox, so that a child position is made by one operation on a row of
//! words and fits in two cache lines. The side to move is known at compile time; move generation is shared with
//! [`Board`]. The last two plies are counted without making their moves ([`Replies`]).

use super::Position;
use super::movegen::{Board, Counter, Sink, origin};
use super::moves::{Move, MoveKind};
use super::position::{behind, castling_targets};
use super::replies::Replies;
use shakmaty::{Bitboard, Color, Role, Square};

/// Piece sets, castling rights and the masks of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Lean {
    /// Pieces by `Role as usize`; slots 0 and 7 stay empty.
    roles: [u64; 8],
    colors: [Bitboard; 2],
    castling: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    ep: Option<Square>,
}

impl Board for Lean {
    /// Always true: positions without a king are not counted on this board, which saves a test per position.
    #[inline(always)]
    fn has_king(&self, _: Color) -> bool {
        true
    }

    #[inline(always)]
    fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        Bitboard(self.roles[role as usize & 7])
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        self.checkers
    }

    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        self.pinned
    }

    #[inline(always)]
    fn castling(&self) -> Bitboard {
        self.castling
    }

    #[inline(always)]
    fn ep(&self) -> Option<Square> {
        self.ep
    }
}

/// Counts the sequences of legal moves of `depth` plies from a position. A depth of 0 counts as 1.
pub(super) fn count(position: &Position, depth: u32) -> u64 {
    let mut roles = [0; 8];
    for role in Role::ALL {
        roles[role as usize] = u64::from(position.role(role));
    }
    let lean = Lean {
        roles,
        colors: [Color::Black, Color::White].map(|color| position.color(color)),
        castling: position.castling_rooks(),
        checkers: position.checkers(),
        pinned: position.pinned(),
        ep: position.ep_square(),
    };
    match position.turn() {
        Color::White => lean.count::<true>(depth),
        Color::Black => lean.count::<false>(depth),
    }
}

impl Lean {
    fn count<const WHITE: bool>(&self, depth: u32) -> u64 {
        if depth <= 1 {
            let mut counter = Counter(0);
            self.generate_for::<WHITE, true, true>(None, &mut counter);
            return counter.0 as u64;
        }
        let mut descent = Descent::<WHITE> {
            board: self,
            depth: depth - 1,
            nodes: 0,
        };
        if depth == 2 {
            let mut replies = Replies::new(descent);
            self.generate_for::<WHITE, true, true>(None, &mut replies);
            return replies.nodes();
        }
        self.generate_for::<WHITE, true, true>(None, &mut descent);
        descent.nodes
    }

    /// Returns the board with the piece on `from` moved to `to`; a piece that stood on `to` is removed.
    #[inline(always)]
    pub(super) fn moved<const WHITE: bool>(&self, from: Square, to: Square) -> Lean {
        let us = Color::from_white(WHITE);
        let (from_bit, to_bit) = (1 << from as u32, 1_u64 << to as u32);
        let both = Bitboard(from_bit | to_bit);
        let mut next = *self;
        // The captured piece is removed from all roles alike: this avoids looking up its role and compiles to one
        // vector operation.
        for set in &mut next.roles {
            let here = (*set >> from as u32) & 1;
            *set = *set & !both.0 | here << to as u32;
        }
        next.colors[us as usize] ^= both;
        next.colors[us.other() as usize] &= !Bitboard(to_bit);
        next.ep = None;
        if self.castling.any() {
            let king = self.role(Role::King).contains(from);
            let lost = both
                | if king {
                    self.color(us)
                } else {
                    Bitboard::EMPTY
                };
            next.castling &= !lost;
        }
        next
    }
}

/// Sink that counts the subtree of each move as it is generated.
pub(super) struct Descent<'a, const WHITE: bool> {
    pub(super) board: &'a Lean,
    /// Remaining plies after the move.
    depth: u32,
    pub(super) nodes: u64,
}

impl<const WHITE: bool> Descent<'_, WHITE> {
    const US: Color = Color::from_white(WHITE);

    /// Counts the subtree of a move that has been made.
    #[inline(always)]
    pub(super) fn below(&mut self, mut child: Lean) {
        (child.checkers, child.pinned) = child.checkers_and_pinned(Self::US.other());
        self.nodes += if WHITE {
            child.count::<false>(self.depth)
        } else {
            child.count::<true>(self.depth)
        };
    }
}

impl<const WHITE: bool> Sink for Descent<'_, WHITE> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to {
            self.below(self.board.moved::<WHITE>(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            let mut child = self.board.moved::<WHITE>(origin(to, offset), to);
            if offset.abs() == 16 {
                let passed = behind(to, Self::US);
                if child.may_take_en_passant(Self::US.other(), passed) {
                    child.ep = Some(passed);
                }
            }
            self.below(child);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            let pawn = self.board.moved::<WHITE>(origin(to, offset), to);
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                let mut child = pawn;
                child.roles[Role::Pawn as usize] &= !(1 << to as u32);
                child.roles[role as usize] |= 1 << to as u32;
                self.below(child);
            }
        }
    }

    // Rare moves, kept out of line so that the loops stay small.
    #[inline(never)]
    fn special(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let child = match m.kind() {
            MoveKind::EnPassant => {
                let mut child = self.board.moved::<WHITE>(from, to);
                let taken = Bitboard::from_square(behind(to, Self::US));
                child.roles[Role::Pawn as usize] &= !taken.0;
                child.colors[Self::US.other() as usize] &= !taken;
                child
            }
            _ => {
                let (king_to, rook_to) = castling_targets(from, to);
                let mut child = *self.board;
                let (kings, rooks) = (Role::King as usize, Role::Rook as usize);
                child.roles[kings] &= !(1 << from as u32);
                child.roles[rooks] &= !(1 << to as u32);
                child.roles[kings] |= 1 << king_to as u32;
                child.roles[rooks] |= 1 << rook_to as u32;
                let own = &mut child.colors[Self::US as usize];
                *own &= !(Bitboard::from_square(from) | to);
                *own |= Bitboard::from_square(king_to) | rook_to;
                let own = *own;
                child.castling &= !(own | self.board.color(Self::US));
                child.ep = None;
                child
            }
        };
        self.below(child);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;

    #[test]
    fn the_lean_board_counts_what_positions_that_are_played_count() {
        for (fen, chess960, depth) in [
            (super::super::START_FEN, false, 4),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                false,
                3,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, 5),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false, 4),
            ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", false, 4),
            ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", false, 3),
            ("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", true, 4),
        ] {
            let position = Position::from_fen(fen, chess960).expect(fen);
            for depth in 1..=depth {
                let counted = count(&position, depth);
                assert_eq!(counted, perft(&position, depth), "{fen} {depth}");
            }
        }
    }
}
