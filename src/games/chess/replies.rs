//! Number of replies to all moves of a position, counted without making the moves: the last two plies of perft.
//!
//! A piece is first removed from the board, and the opponent's replies are counted as a base. For each target square
//! of the piece the base is then corrected by sets: squares that enemy sliders lose behind it, pawns that it blocks
//! or that may capture it, squares that it takes from the enemy king. Most corrections are summed for all targets at
//! once. Moves that give check, change pins or are special (castling, en passant, promotion) are rare; [`Descent`]
//! makes them and counts normally. In this file "their" and "enemy" mean the side that replies.

use super::lean::{Descent, Lean};
use super::movegen::{Board, Counter, Sink, origin};
use super::moves::Move;
use super::position::{BISHOP_RAYS, ROOK_RAYS, behind, castling_targets};
use arrayvec::ArrayVec;
use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

/// A slider of the side that replies, and the squares that it attacks.
struct Slider {
    square: Square,
    attacks: Bitboard,
}

/// A square to which the king of the side that replies might move, or which it crosses when castling.
struct Step {
    square: Square,
    /// Pieces of the moving side that attack the square.
    guards: Bitboard,
    /// Squares that a bishop (`diagonal`) and a rook (`straight`) on the square would attack. The king need not be
    /// removed from the board for this: an attack through it would be a check, and moves that give check are not
    /// counted here.
    diagonal: Bitboard,
    straight: Bitboard,
}

/// A castling of the side that replies, which depends on the move.
struct Castling {
    rook: Square,
    /// Squares that must be empty, apart from those of king and rook.
    way: Bitboard,
    /// Squares that must not be attacked.
    king_path: Bitboard,
}

/// Sink that takes the moves of one side and counts the replies of the other.
pub(super) struct Replies<'a, const WHITE: bool> {
    descent: Descent<'a, WHITE>,
    /// Number of replies by knights and pinned pieces, which is the same after every move counted here.
    steady: i64,
    sliders: ArrayVec<Slider, 64>,
    /// Squares that the sliders attack or stand on (`lines`), and the number of their moves (`sliding`).
    lines: Bitboard,
    sliding: i64,
    /// Unpinned pawns (`pawns`), and the squares that they attack to each side (`prey`).
    pawns: Bitboard,
    prey: [Bitboard; 2],
    promoting: bool,
    /// Unpinned knights.
    knights: Bitboard,
    steps: ArrayVec<Step, 32>,
    flights: Bitboard,
    castlings: ArrayVec<Castling, 2>,
    /// Pieces of the moving side whose moves discover a check or change a pin.
    shields: Bitboard,
    /// Squares between the king and the sliders that pin its pieces.
    pins: Bitboard,
    /// Squares from which a bishop (`diagonal`) or a rook (`straight`) would give check or pin.
    diagonal: Bitboard,
    straight: Bitboard,
}

impl<'a, const WHITE: bool> Replies<'a, WHITE> {
    const US: Color = Color::from_white(WHITE);
    const THEM: Color = Color::from_white(!WHITE);
    /// Square offset of their pawns' single step.
    const FORWARD: i32 = if WHITE { -8 } else { 8 };
    /// Rank that their pawns reach with the first half of a double step.
    const THIRD: Bitboard = Bitboard::from_rank(if WHITE { Rank::Sixth } else { Rank::Third });
    const SEVENTH: Bitboard = Bitboard::from_rank(if WHITE { Rank::Second } else { Rank::Seventh });
    const LAST: Bitboard = Bitboard::from_rank(if WHITE { Rank::First } else { Rank::Eighth });

    #[inline(always)]
    pub(super) fn new(descent: Descent<'a, WHITE>) -> Self {
        let board = descent.board;
        let (us, them) = (board.color(Self::US), board.color(Self::THEM));
        let occupied = us | them;
        let king = board.king(Self::THEM);
        let queens = board.role(Role::Queen);
        let (bishops, rooks) = (board.role(Role::Bishop), board.role(Role::Rook));

        let (mut shields, mut pins, mut pinned) =
            (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let snipers = (BISHOP_RAYS[king as usize] & (bishops | queens)
            | ROOK_RAYS[king as usize] & (rooks | queens))
            & us;
        for sniper in snipers {
            let line = between(king, sniper);
            let blockers = line & occupied;
            let theirs = blockers & them;
            match (blockers.count(), theirs.count()) {
                (1, 1) => {
                    pinned |= blockers;
                    pins |= line;
                    shields |= Bitboard::from_square(sniper);
                }
                (1, 0) => shields |= blockers,
                (2, 1) => shields |= blockers & us,
                _ => {}
            }
        }

        let free = them & !pinned;
        let knights = free & board.role(Role::Knight);
        let mut steady = 0;
        for from in knights {
            steady += size(knight_attacks(from) & !them);
        }
        let (mut sliders, mut lines, mut sliding) = (ArrayVec::new(), Bitboard::EMPTY, 0);
        let mut slider = |square, attacks: Bitboard| {
            lines |= attacks | square;
            sliding += size(attacks & !them);
            sliders.push(Slider { square, attacks });
        };
        for from in free & bishops {
            slider(from, bishop_attacks(from, occupied));
        }
        for from in free & rooks {
            slider(from, rook_attacks(from, occupied));
        }
        for from in free & queens {
            slider(
                from,
                bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            );
        }
        if pinned.any() {
            steady += Self::pinned_moves(board, king, pinned);
        }

        let pawns = free & board.role(Role::Pawn);
        let prey = [
            (pawns & !Bitboard::from_file(File::A)).shift(Self::FORWARD - 1),
            (pawns & !Bitboard::from_file(File::H)).shift(Self::FORWARD + 1),
        ];

        let flights = king_attacks(king) & !them;
        let mut crossed = flights;
        let mut castlings = ArrayVec::new();
        for rook in board.castling() & free {
            let (king_to, rook_to) = castling_targets(king, rook);
            let king_path = between(king, king_to) | king_to;
            let way = (king_path | between(rook, rook_to) | rook_to)
                & !(Bitboard::from_square(king) | rook);
            let blockers = way & occupied;
            if !blockers.more_than_one() && (blockers & them).is_empty() {
                crossed |= king_path;
                castlings.push(Castling {
                    rook,
                    way,
                    king_path,
                });
            }
        }
        let mut steps = ArrayVec::new();
        for square in crossed {
            let diagonal = bishop_attacks(square, occupied);
            let straight = rook_attacks(square, occupied);
            let guards = Self::guards(board, square, diagonal, straight);
            steps.push(Step {
                square,
                guards,
                diagonal,
                straight,
            });
        }

        let near = bishop_attacks(king, occupied);
        let diagonal = near | bishop_attacks(king, occupied & !near);
        let near = rook_attacks(king, occupied);
        let straight = near | rook_attacks(king, occupied & !near);
        Replies {
            descent,
            steady,
            sliders,
            lines,
            sliding,
            pawns,
            prey,
            promoting: (pawns & Self::SEVENTH).any(),
            knights,
            steps,
            flights,
            castlings,
            shields,
            pins,
            diagonal,
            straight,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.descent.nodes
    }

    /// Number of moves of their pinned pieces. These stay on the line of the pin, which no move counted here changes.
    #[inline(never)]
    fn pinned_moves(board: &Lean, king: Square, pinned: Bitboard) -> i64 {
        let (occupied, them) = (board.occupied(), board.color(Self::THEM));
        let queens = board.role(Role::Queen);
        let mut moves = Counter(0);
        for from in pinned {
            let line = ray(king, from);
            let bit = Bitboard::from_square(from);
            let mut reached = Bitboard::EMPTY;
            if (bit & (board.role(Role::Bishop) | queens)).any() {
                reached |= bishop_attacks(from, occupied);
            }
            if (bit & (board.role(Role::Rook) | queens)).any() {
                reached |= rook_attacks(from, occupied);
            }
            moves.piece(Role::Queen, from, reached & line & !them);
            let pawn = bit & board.role(Role::Pawn);
            if WHITE {
                board.generate_pawns::<false, true, true>(pawn, line, &mut moves);
            } else {
                board.generate_pawns::<true, true, true>(pawn, line, &mut moves);
            }
        }
        moves.0 as i64
    }

    /// Pieces of the moving side that attack `square`; `diagonal` and `straight` are the squares that a bishop and a
    /// rook there would attack.
    #[inline(always)]
    fn guards(board: &Lean, square: Square, diagonal: Bitboard, straight: Bitboard) -> Bitboard {
        let queens = board.role(Role::Queen);
        (pawn_attacks(Self::THEM, square) & board.role(Role::Pawn)
            | knight_attacks(square) & board.role(Role::Knight)
            | king_attacks(square) & board.role(Role::King)
            | diagonal & (board.role(Role::Bishop) | queens)
            | straight & (board.role(Role::Rook) | queens))
            & board.color(Self::US)
    }

    /// Number of pawn moves to a set of squares: four for each square of the last rank.
    #[inline(always)]
    fn pawn_moves(&self, to: Bitboard) -> i64 {
        let promotions = if self.promoting {
            3 * size(to & Self::LAST)
        } else {
            0
        };
        size(to) + promotions
    }

    /// Counts the replies to the moves of one piece to `targets`, which must be legal. `role` is that of the piece,
    /// or bishop or rook for the two parts of a queen's moves.
    #[inline(always)]
    fn mover(&mut self, role: Role, from: Square, targets: Bitboard) {
        let board = self.descent.board;
        let king = board.king(Self::THEM);
        let queen =
            matches!(role, Role::Bishop | Role::Rook) && board.role(Role::Queen).contains(from);
        let checks = match role {
            Role::Pawn => pawn_attacks(Self::THEM, king),
            Role::Knight => knight_attacks(king),
            Role::King => Bitboard::EMPTY,
            _ if queen => self.diagonal | self.straight,
            Role::Bishop => self.diagonal,
            _ => self.straight,
        };
        let mut made = targets & (checks | self.pins);
        if self.shields.contains(from) {
            made = targets;
        }
        for to in made {
            let child = board.moved::<WHITE>(from, to);
            self.descent.below(child);
        }
        let targets = targets ^ made;
        if targets.is_empty() {
            return;
        }

        let lifted = Bitboard::from_square(from);
        let (us, them) = (board.color(Self::US) ^ lifted, board.color(Self::THEM));
        let occupied = us | them;
        let number = size(targets);
        let [left, right] = self.prey;

        let single = self.pawns.shift(Self::FORWARD) & !occupied;
        let double = (single & Self::THIRD).shift(Self::FORWARD) & !occupied;
        let mut each = self.steady
            + self.pawn_moves(single)
            + size(double)
            + self.pawn_moves(left & us)
            + self.pawn_moves(right & us);
        let stopped = double.shift(-Self::FORWARD);
        let mut nodes = self.pawn_moves(targets & left) + self.pawn_moves(targets & right)
            - self.pawn_moves(targets & single)
            - size(targets & double)
            - size(targets & stopped);

        let touched = targets | lifted;
        if (self.lines & touched).any() {
            for slider in &self.sliders {
                let mut attacks = slider.attacks;
                if attacks.contains(from) {
                    attacks = self.slide(slider.square, occupied);
                }
                let free = attacks & !them;
                each += size(free);
                for to in attacks & targets {
                    let line = free & ray(slider.square, to);
                    let below = Bitboard((1 << to as u32) - 1);
                    let beyond = line
                        & if to > slider.square {
                            !below ^ to
                        } else {
                            below
                        };
                    nodes += if them.contains(to) { 1 } else { -size(beyond) };
                }
                if targets.contains(slider.square) {
                    nodes -= size(free);
                }
            }
        } else {
            each += self.sliding;
        }

        for to in targets & them {
            nodes += self.captured(to, from, occupied, us);
        }

        let mut castlings = [targets; 2];
        for step in &self.steps {
            let (mut diagonal, mut straight) = (step.diagonal, step.straight);
            let mut guards = step.guards & !lifted;
            if (diagonal | straight).contains(from) {
                diagonal = bishop_attacks(step.square, occupied);
                straight = rook_attacks(step.square, occupied);
                guards = Self::guards(board, step.square, diagonal, straight) & !lifted;
            }
            let attacked = match role {
                Role::Pawn => pawn_attacks(Self::THEM, step.square),
                Role::Knight => knight_attacks(step.square),
                Role::King => king_attacks(step.square),
                _ if queen => diagonal | straight,
                Role::Bishop => diagonal,
                _ => straight,
            };
            let mut safe = targets & !attacked;
            if guards.any() {
                safe &= guards
                    .single_square()
                    .map_or(Bitboard::EMPTY, |guard| between(guard, step.square));
            }
            if self.flights.contains(step.square) {
                nodes += size(safe);
            }
            for (castling, allowed) in self.castlings.iter().zip(&mut castlings) {
                if castling.king_path.contains(step.square) {
                    *allowed &= safe;
                }
            }
        }
        for (castling, allowed) in self.castlings.iter().zip(&castlings) {
            if (castling.way & occupied).is_empty() {
                nodes += size(*allowed & !castling.way & !Bitboard::from_square(castling.rook));
            }
        }
        self.descent.nodes += (number * each + nodes) as u64;
    }

    /// Returns the squares that a bishop, rook or queen on `square` attacks when the squares `occupied` are; empty if
    /// there is none.
    #[inline(always)]
    fn slide(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.descent.board;
        let queens = board.role(Role::Queen);
        let mut attacks = Bitboard::EMPTY;
        if (board.role(Role::Bishop) | queens).contains(square) {
            attacks |= bishop_attacks(square, occupied);
        }
        if (board.role(Role::Rook) | queens).contains(square) {
            attacks |= rook_attacks(square, occupied);
        }
        attacks
    }

    /// Returns the change in the number of replies by a capture, compared with a move to an empty square: knights and
    /// the king may recapture, and the captured piece has no moves. Sliders are handled by the caller. `occupied` and
    /// the men `us` of the capturing side are without the square `from`.
    #[inline(always)]
    fn captured(&self, to: Square, from: Square, occupied: Bitboard, us: Bitboard) -> i64 {
        let board = self.descent.board;
        let mut nodes = size(knight_attacks(to) & self.knights);
        let taken = Bitboard::from_square(to);
        if self.knights.contains(to) {
            nodes -= size(knight_attacks(to) & !board.color(Self::THEM));
        }
        if self.pawns.contains(to) {
            let single = taken.shift(Self::FORWARD) & !occupied;
            let double = (single & Self::THIRD).shift(Self::FORWARD) & !occupied;
            let prey = pawn_attacks(Self::THEM, to) & us;
            nodes -= self.pawn_moves(single) + size(double) + self.pawn_moves(prey);
        }
        let king = board.king(Self::THEM);
        if king_attacks(king).contains(to) {
            let (diagonal, straight) = (bishop_attacks(to, occupied), rook_attacks(to, occupied));
            let guards = Self::guards(board, to, diagonal, straight);
            nodes += i64::from((guards & !Bitboard::from_square(from)).is_empty());
        }
        nodes
    }
}

#[inline(always)]
fn size(set: Bitboard) -> i64 {
    set.count() as i64
}

impl<const WHITE: bool> Sink for Replies<'_, WHITE> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        if to.any() {
            self.mover(role, from, to);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            let target = Bitboard::from_square(to);
            if offset.abs() == 16 {
                let pawns =
                    self.descent.board.role(Role::Pawn) & self.descent.board.color(Self::THEM);
                if (pawn_attacks(Self::US, behind(to, Self::US)) & pawns).any() {
                    self.descent.pawns(target, offset);
                    continue;
                }
            }
            self.mover(Role::Pawn, origin(to, offset), target);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, offset: i32) {
        self.descent.promotions(to, offset);
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        self.descent.special(m);
    }
}

#[cfg(test)]
mod tests;
