//! The chess position: bitboards, a mailbox, incremental keys, checkers and pins.
//!
//! Perft, search and proofs spend most of their time here, so it is implemented in this project; squares, bitboards
//! and attack tables are shakmaty's, and the tests compare it with shakmaty after every ply. A position is a plain
//! value of about 270 bytes: [`Position::play`] returns the next one and leaves the old one unchanged (copy-make), so
//! nothing is ever undone.

use super::movegen::Board;
use super::moves::{Move, MoveKind};
use super::zobrist::{self, Keys};
use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

/// A legal chess position with its side to move, castling rights, en-passant square and counters.
///
/// The side that has just moved is not in check. Each side has one king, except in positions of
/// [`from_setup_of_problem`](Position::from_setup_of_problem). Repetition depends on the earlier positions and is
/// handled by [`Line`](crate::Line).
#[derive(Clone, Copy)]
pub struct Position {
    /// Pieces by `Role as usize`; slots 0 and 7 stay empty, so that a mask replaces a bounds check.
    roles: [Bitboard; 8],
    colors: [Bitboard; 2],
    mailbox: [Option<Role>; 64],
    pub(super) keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    pub(super) castling: Bitboard,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    pub(super) ep: Option<Square>,
    pub(super) passed: Option<Square>,
    pub(super) turn: Color,
    pub(super) chess960: bool,
    /// Castlings that exclude each other: bit `2 w + b` for White's and Black's rook, each 0 for the a-file and 1 for
    /// the h-file.
    exclusive: u8,
}

impl Position {
    /// Returns a board without pieces, for the FEN reader to fill. Not a legal position.
    pub(super) const fn empty() -> Position {
        Position {
            roles: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            keys: Keys::EMPTY,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            halfmoves: 0,
            fullmoves: 1,
            ep: None,
            passed: None,
            turn: Color::White,
            chess960: false,
            exclusive: 0,
        }
    }

    /// All pieces of one role, both colours.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize & 7]
    }

    /// All pieces of one colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// Pieces of one colour and role.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Role of the piece on a square, whatever its colour; `None` if the square is empty.
    #[inline(always)]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.mailbox[square as usize]
    }

    /// Piece on a square; `None` if the square is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::from_white(self.colors[Color::White as usize].contains(square));
        self.role_at(square).map(|role| role.of(color))
    }

    /// Side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Square of a colour's king; it must [have](Position::has_king) one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        // The default only avoids a panic.
        self.pieces(color, Role::King).first().unwrap_or(Square::A1)
    }

    /// Returns true if this colour has a king; some problems lack one.
    #[inline(always)]
    pub fn has_king(&self, color: Color) -> bool {
        self.pieces(color, Role::King).any()
    }

    /// Enemy pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns true if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Rooks of both colours that may still castle.
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Square that a pawn has just passed by a double step, if an en-passant capture there is legal.
    #[inline(always)]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep
    }

    /// Square that a pawn has just passed by a double step, even if no en-passant capture there is legal.
    #[inline(always)]
    pub const fn passed_square(&self) -> Option<Square> {
        self.passed
    }

    /// Number of plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Move number, from 1, incremented after Black's move.
    #[inline(always)]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Returns true if castling is written as king takes rook.
    #[inline(always)]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Returns the position with castling written as king takes rook if `chess960` is true, else as a king's move of
    /// two squares (see [`Position::move_text`]).
    pub const fn with_chess960(mut self, chess960: bool) -> Position {
        self.chess960 = chess960;
        self
    }

    /// Returns the position with two castlings that exclude each other: castling with the white rook on `white` ends
    /// Black's right to castle with the rook on `black`, and vice versa. Some problems imply that only one of the two
    /// is still possible. Both squares are on the a-file or the h-file.
    pub fn with_exclusive_castling(mut self, white: Square, black: Square) -> Position {
        self.exclusive |= 1 << (2 * side(white) + side(black));
        self
    }

    /// Returns true if some castlings exclude each other: see
    /// [`with_exclusive_castling`](Position::with_exclusive_castling).
    pub const fn has_exclusive_castling(&self) -> bool {
        self.exclusive != 0
    }

    /// Rooks that lose their right to castle when the rook on `rook` castles.
    fn excluded_by(&self, rook: Square) -> Bitboard {
        let excludes = |other: &Square| {
            let (white, black) = self.turn.fold_wb((rook, *other), (*other, rook));
            self.exclusive & 1 << (2 * side(white) + side(black)) != 0
        };
        let theirs = self.castling & self.color(self.turn.other());
        theirs.into_iter().filter(excludes).collect()
    }

    /// Returns the position with another counter of the fifty-move rule, in plies.
    pub const fn with_halfmoves(mut self, halfmoves: u32) -> Position {
        self.halfmoves = halfmoves;
        self
    }

    /// Zobrist keys, updated with every move.
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Zobrist key of the whole position.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys.full()
    }

    /// Returns true if a move, which must be legal here, is a capture.
    #[inline(always)]
    pub const fn is_capture(&self, m: Move) -> bool {
        self.captured(m).is_some()
    }

    /// Role that a move, which must be legal here, captures; `None` if it is not a capture.
    #[inline(always)]
    pub const fn captured(&self, m: Move) -> Option<Role> {
        match m.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castle => None,
            _ => self.role_at(m.to()),
        }
    }

    /// Pieces of both colours that attack a square, on a board where `occupied` are the squares that block sliders.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of(Color::White, square, occupied)
            | self.attackers_of(Color::Black, square, occupied)
    }

    /// Pieces of one colour that attack a square, on a board where `occupied` are the squares that block sliders.
    #[inline(always)]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        Board::attackers_of(self, color, square, occupied)
    }

    /// Returns the position without one of its pieces, to determine the value of the piece; `None` for a king or an
    /// empty square. The side that has just moved may be in check there, so the result must only be evaluated.
    pub fn without(&self, square: Square) -> Option<Position> {
        let piece = self.piece_at(square)?;
        if piece.role == Role::King {
            return None;
        }
        let mut next = *self;
        next.take(piece.color, piece.role, square);
        next.drop_castling(Bitboard::from_square(square));
        next.passed = None;
        if let Some(ep) = next.ep.take() {
            next.keys.full ^= zobrist::EP_FILE[ep.file() as usize];
        }
        next.refresh_checks();
        Some(next)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, color: Color, role: Role, square: Square) {
        let bb = Bitboard::from_square(square);
        self.roles[role as usize & 7] |= bb;
        self.colors[color as usize] |= bb;
        self.mailbox[square as usize] = Some(role);
        self.keys.toggle(color, role, square);
    }

    #[inline(always)]
    fn take(&mut self, color: Color, role: Role, square: Square) {
        let bb = Bitboard::from_square(square);
        self.roles[role as usize & 7] ^= bb;
        self.colors[color as usize] ^= bb;
        self.mailbox[square as usize] = None;
        self.keys.toggle(color, role, square);
    }

    #[inline(always)]
    fn shift(&mut self, color: Color, role: Role, from: Square, to: Square) {
        let both = Bitboard::from_square(from) | to;
        self.roles[role as usize & 7] ^= both;
        self.colors[color as usize] ^= both;
        self.mailbox[from as usize] = None;
        self.mailbox[to as usize] = Some(role);
        self.keys.shift(color, role, from, to);
    }

    /// Returns the position after a move.
    ///
    /// The move must be legal here (generated, parsed, or confirmed by [`is_legal`](Position::is_legal)); any other
    /// move gives a meaningless position.
    #[inline(always)]
    pub fn play(&self, m: Move) -> Position {
        let mut next = *self;
        next.apply(m);
        next
    }

    // Kept out of line: if inlined, the copy is made on the stack and then copied to its destination, and the second
    // copy waits for all the small stores in between.
    #[inline(never)]
    fn apply(&mut self, m: Move) {
        let us = self.turn;
        let them = us.other();
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.mailbox[from as usize] else {
            debug_assert!(false, "{m:?} starts on an empty square");
            return;
        };

        self.halfmoves += 1;
        if let Some(ep) = self.ep.take() {
            self.keys.full ^= zobrist::EP_FILE[ep.file() as usize];
        }
        if self.castling.any() {
            let mut lost = Bitboard::from_square(from) | Bitboard::from_square(to);
            if role == Role::King {
                lost |= self.color(us);
            }
            self.drop_castling(lost);
        }

        let mut ep_candidate = None;
        match m.kind() {
            MoveKind::Normal => {
                if let Some(captured) = self.mailbox[to as usize] {
                    self.take(them, captured, to);
                    self.halfmoves = 0;
                }
                self.shift(us, role, from, to);
                if role == Role::Pawn {
                    self.halfmoves = 0;
                    if from as usize ^ to as usize == 16 {
                        ep_candidate = Some(behind(to, us));
                    }
                }
            }
            MoveKind::EnPassant => {
                self.take(them, Role::Pawn, behind(to, us));
                self.shift(us, Role::Pawn, from, to);
                self.halfmoves = 0;
            }
            MoveKind::Castle => {
                if self.exclusive != 0 {
                    self.drop_castling(self.excluded_by(to));
                }
                let (king_to, rook_to) = castling_targets(from, to);
                self.take(us, Role::King, from);
                self.take(us, Role::Rook, to);
                self.put(us, Role::King, king_to);
                self.put(us, Role::Rook, rook_to);
            }
            MoveKind::Promotion(promoted) => {
                if let Some(captured) = self.mailbox[to as usize] {
                    self.take(them, captured, to);
                }
                self.take(us, Role::Pawn, from);
                self.put(us, promoted, to);
                self.halfmoves = 0;
            }
        }

        self.turn = them;
        self.keys.full ^= zobrist::TURN;
        self.fullmoves += u32::from(us.is_black());
        self.refresh_checks();
        self.passed = ep_candidate;
        if let Some(square) = ep_candidate {
            self.set_ep_if_legal(square);
        }
    }

    /// Estimates the key of the position after a move without making the move. Wrong for promotions and if castling
    /// rights or the en-passant square change, so it serves only to prefetch from tables.
    #[inline(always)]
    pub fn key_guess(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        match self.mailbox[from as usize] {
            Some(role) => {
                self.keys
                    .full_after(self.turn, role, (from, to), self.mailbox[to as usize])
            }
            None => self.keys.full,
        }
    }

    /// Returns the position after a pass of the side to move: the null move of the search.
    ///
    /// The side to move must not be in check.
    pub fn pass(&self) -> Position {
        let mut next = *self;
        if let Some(ep) = next.ep.take() {
            next.keys.full ^= zobrist::EP_FILE[ep.file() as usize];
        }
        next.passed = None;
        next.halfmoves += 1;
        next.fullmoves += u32::from(self.turn.is_black());
        next.turn = self.turn.other();
        next.keys.full ^= zobrist::TURN;
        next.refresh_checks();
        next
    }

    #[inline]
    fn drop_castling(&mut self, lost: Bitboard) {
        for rook in self.castling & lost {
            self.keys.full ^= zobrist::CASTLING[rook as usize];
        }
        self.castling &= !lost;
    }

    /// Recomputes `checkers` and `pinned` for the side to move.
    #[inline(always)]
    pub(super) fn refresh_checks(&mut self) {
        (self.checkers, self.pinned) = self.checkers_and_pinned(self.turn);
    }

    /// Sets the en-passant square if a pawn of the side to move may legally capture there, so that positions with
    /// equal keys have equal moves. The double step must have been played, and `checkers` and `pinned` must be
    /// current. Returns true if the square was set.
    pub(super) fn set_ep_if_legal(&mut self, square: Square) -> bool {
        let legal = self.may_take_en_passant(self.turn, square);
        if legal {
            self.ep = Some(square);
            self.keys.full ^= zobrist::EP_FILE[square.file() as usize];
        }
        legal
    }

    /// Computes the keys from the board alone. They must equal the incremental ones.
    pub fn keys_from_scratch(&self) -> Keys {
        let mut keys = Keys::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                keys.toggle(piece.color, piece.role, square);
            }
        }
        for rook in self.castling {
            keys.full ^= zobrist::CASTLING[rook as usize];
        }
        if let Some(ep) = self.ep {
            keys.full ^= zobrist::EP_FILE[ep.file() as usize];
        }
        if self.turn.is_black() {
            keys.full ^= zobrist::TURN;
        }
        keys
    }
}

impl PartialEq for Position {
    /// Positions are equal if their FENs are.
    fn eq(&self, other: &Position) -> bool {
        self.mailbox == other.mailbox
            && self.colors == other.colors
            && self.turn == other.turn
            && self.castling == other.castling
            && self.ep == other.ep
            && self.halfmoves == other.halfmoves
            && self.fullmoves == other.fullmoves
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

/// Index of a castling rook's file: 0 for the a-file, 1 for the h-file.
const fn side(rook: Square) -> u8 {
    (rook.file() as u8) / 7
}

/// Squares that a bishop attacks on an empty board, by its square.
pub(super) static BISHOP_RAYS: [Bitboard; 64] = {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = bishop_attacks(Square::new(square as u32), Bitboard::EMPTY);
        square += 1;
    }
    rays
};

/// Squares that a rook attacks on an empty board, by its square.
pub(super) static ROOK_RAYS: [Bitboard; 64] = {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = rook_attacks(Square::new(square as u32), Bitboard::EMPTY);
        square += 1;
    }
    rays
};

/// Square one rank behind `square` as seen by `color`: that of a pawn captured en passant, or the one passed by a
/// double step.
#[inline(always)]
pub(super) const fn behind(square: Square, color: Color) -> Square {
    let index = square as u32;
    Square::new(if color.is_white() {
        index - 8
    } else {
        index + 8
    })
}

/// Squares of king and rook after castling, in that order, given their squares before.
#[inline(always)]
pub(super) const fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if (rook as u32) > king as u32 {
        (
            Square::from_coords(File::G, rank),
            Square::from_coords(File::F, rank),
        )
    } else {
        (
            Square::from_coords(File::C, rank),
            Square::from_coords(File::D, rank),
        )
    }
}
