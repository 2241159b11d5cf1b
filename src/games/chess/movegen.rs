//! Legal move generation, in stages, into any receiver of moves.
//!
//! Generation works on sets: all pushes of pawns are one shift, all moves of a slider one table lookup. A [`Sink`]
//! receives the sets: a [`MoveList`] expands them to moves, a counter (for bulk counting in perft) only adds their
//! sizes. Generated moves are legal: pins and checks are masks computed when the position was made.

use super::Position;
use super::moves::{Move, MoveKind, MoveList};
use super::position::{BISHOP_RAYS, ROOK_RAYS, behind, castling_targets};
use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

/// Receiver of generated moves, which it may collect, count or score. Moves are passed as sets of target squares where
/// possible.
pub trait Sink {
    /// Receives the moves of a piece other than a pawn from `from` to each square of `to`, where it moves like a
    /// `role`. A queen is passed twice, as a bishop and as a rook.
    fn piece(&mut self, role: Role, from: Square, to: Bitboard);
    /// Receives moves of pawns to each square of `to`, from the square `offset` before it (in units of
    /// `Square as i32`), without promotions.
    fn pawns(&mut self, to: Bitboard, offset: i32);
    /// Receives promotions of pawns to each square of `to`, like `pawns`: four moves for each square.
    fn promotions(&mut self, to: Bitboard, offset: i32);
    /// Receives a castling move or an en-passant capture.
    fn special(&mut self, m: Move);
}

/// Sink that passes every move to a closure, so that no list is needed.
struct ForEach<F>(F);

impl<F: FnMut(Move)> Sink for ForEach<F> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to {
            (self.0)(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            (self.0)(Move::normal(origin(to, offset), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, offset: i32) {
        for to in to {
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                (self.0)(Move::promotion(origin(to, offset), to, role));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        (self.0)(m);
    }
}

/// Sink that counts moves without making them.
pub(super) struct Counter(pub usize);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) {
        self.0 += to.count();
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 += to.count();
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i32) {
        self.0 += 4 * to.count();
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Origin of a pawn that has moved by `offset` to `to` (see [`Sink::pawns`]).
#[inline(always)]
pub fn origin(to: Square, offset: i32) -> Square {
    Square::new((to as i32 - offset) as u32 & 63)
}

/// Data of a board that move generation needs: the sets, and the masks of checks and pins that belong to the side to
/// move. Implemented by [`Position`] and by the smaller board that perft counts with.
pub(super) trait Board {
    fn color(&self, color: Color) -> Bitboard;
    fn role(&self, role: Role) -> Bitboard;
    /// Enemy pieces that give check to the side to move.
    fn checkers(&self) -> Bitboard;
    /// Pieces of the side to move that are pinned to their king.
    fn pinned(&self) -> Bitboard;
    /// Rooks that may still castle.
    fn castling(&self) -> Bitboard;
    /// Target square of a legal en-passant capture; `None` if there is none.
    fn ep(&self) -> Option<Square>;

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        // The default only avoids a panic: the square is never used for a side without a king.
        let king = self.color(color) & self.role(Role::King);
        king.first().unwrap_or(Square::A1)
    }

    /// Returns true if this side has a king; some problems lack one.
    fn has_king(&self, color: Color) -> bool;

    /// Pieces of one colour that attack a square, on a board where `occupied` are the squares that block sliders.
    #[inline(always)]
    fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        self.color(color)
            & ((pawn_attacks(color.other(), square) & self.role(Role::Pawn))
                | (knight_attacks(square) & self.role(Role::Knight))
                | (king_attacks(square) & self.role(Role::King))
                | (bishop_attacks(square, occupied) & (self.role(Role::Bishop) | queens))
                | (rook_attacks(square, occupied) & (self.role(Role::Rook) | queens)))
    }

    /// Checking enemy pieces and pinned own pieces of a side that is to move.
    #[inline(always)]
    fn checkers_and_pinned(&self, us: Color) -> (Bitboard, Bitboard) {
        if !self.has_king(us) {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let king = self.king(us);
        let enemy = self.color(us.other());
        let occupied = self.occupied();
        let queens = self.role(Role::Queen);
        let mut checkers = (pawn_attacks(us, king) & self.role(Role::Pawn)
            | knight_attacks(king) & self.role(Role::Knight))
            & enemy;
        let mut pinned = Bitboard::EMPTY;
        // Sliders that would give check on an empty board. Each one gives check, pins a piece, or is blocked by
        // several.
        let snipers = (BISHOP_RAYS[king as usize] & (self.role(Role::Bishop) | queens)
            | ROOK_RAYS[king as usize] & (self.role(Role::Rook) | queens))
            & enemy;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::from_square(sniper);
            } else if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        (checkers, pinned)
    }

    /// Returns true if the own king is not in check after the pawn on `from` has captured en passant on `to`. Two
    /// pawns leave a rank at once, which no pin mask covers.
    #[inline(always)]
    fn en_passant_is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        let taken = Bitboard::from_square(behind(to, us));
        let occupied =
            (self.occupied() ^ Bitboard::from_square(from) ^ taken) | Bitboard::from_square(to);
        let attackers = self.attackers_of(us.other(), self.king(us), occupied);
        (attackers & !taken).is_empty() || !self.has_king(us)
    }

    /// Returns true if a pawn of `us` may legally capture en passant on `square`.
    #[inline(always)]
    fn may_take_en_passant(&self, us: Color, square: Square) -> bool {
        let pawns = pawn_attacks(us.other(), square) & self.role(Role::Pawn) & self.color(us);
        pawns
            .into_iter()
            .any(|from| self.en_passant_is_safe(us, from, square))
    }

    /// Sends the moves of the chosen stages to a sink. `attacked` are the squares that the opponent attacks, if the
    /// caller knows them; they save a test for each move of the king. They are not used in check, because attacks end
    /// at the king, and it must not step back along the line of the attack.
    #[inline(always)]
    fn generate_for<const WHITE: bool, const NOISY: bool, const QUIET: bool>(
        &self,
        attacked: Option<Bitboard>,
        sink: &mut impl Sink,
    ) {
        let us = Color::from_white(WHITE);
        let own = self.color(us);
        let enemy = self.color(us.other());
        let occupied = own | enemy;
        let king = self.king(us);
        let stage = match (NOISY, QUIET) {
            (true, true) => !own,
            (true, false) => enemy,
            _ => !occupied,
        };

        let attacked = attacked.filter(|_| self.checkers().is_empty());
        if self.has_king(us) {
            let mut flights = king_attacks(king) & stage;
            if let Some(attacked) = attacked {
                flights &= !attacked;
            } else {
                let without_king = occupied ^ Bitboard::from_square(king);
                for to in flights {
                    if self.attackers_of(us.other(), to, without_king).any() {
                        flights ^= Bitboard::from_square(to);
                    }
                }
            }
            sink.piece(Role::King, king, flights);
        }

        // Squares to which a move answers a check: that of the checking piece and those between. All squares if there
        // is no check.
        let answers = match self.checkers().single_square() {
            Some(checker) => between(king, checker) | Bitboard::from_square(checker),
            None if self.checkers().any() => return,
            None => Bitboard::FULL,
        };
        let targets = stage & answers;
        let pinned = self.pinned();

        for from in own & self.role(Role::Knight) & !pinned {
            sink.piece(Role::Knight, from, knight_attacks(from) & targets);
        }
        let queens = self.role(Role::Queen);
        let diagonal = own & (self.role(Role::Bishop) | queens);
        let straight = own & (self.role(Role::Rook) | queens);
        for from in diagonal & !pinned {
            sink.piece(Role::Bishop, from, bishop_attacks(from, occupied) & targets);
        }
        for from in straight & !pinned {
            sink.piece(Role::Rook, from, rook_attacks(from, occupied) & targets);
        }
        for from in diagonal & pinned {
            let line = ray(king, from);
            sink.piece(
                Role::Bishop,
                from,
                bishop_attacks(from, occupied) & targets & line,
            );
        }
        for from in straight & pinned {
            let line = ray(king, from);
            sink.piece(
                Role::Rook,
                from,
                rook_attacks(from, occupied) & targets & line,
            );
        }

        let pawns = own & self.role(Role::Pawn);
        self.generate_pawns::<WHITE, NOISY, QUIET>(pawns & !pinned, answers, sink);
        for from in pawns & pinned {
            let allowed = answers & ray(king, from);
            self.generate_pawns::<WHITE, NOISY, QUIET>(from.into(), allowed, sink);
        }
        if NOISY && let Some(ep) = self.ep() {
            for from in pawn_attacks(us.other(), ep) & pawns {
                if self.en_passant_is_safe(us, from, ep) {
                    sink.special(Move::en_passant(from, ep));
                }
            }
        }
        if QUIET && self.checkers().is_empty() {
            for rook in self.castling() & own {
                if self.castling_is_legal(us, king, rook, attacked) {
                    sink.special(Move::castle(king, rook));
                }
            }
        }
    }

    /// Generates the moves, other than en passant, of a set of pawns with a common mask of allowed targets.
    #[inline(always)]
    fn generate_pawns<const WHITE: bool, const NOISY: bool, const QUIET: bool>(
        &self,
        pawns: Bitboard,
        allowed: Bitboard,
        sink: &mut impl Sink,
    ) {
        let us = Color::from_white(WHITE);
        let (forward, seventh, third) = if WHITE {
            (8, Rank::Seventh, Rank::Third)
        } else {
            (-8, Rank::Second, Rank::Sixth)
        };
        let (towards_a, towards_h) = (forward - 1, forward + 1);
        let empty = !self.occupied();
        let prey = self.color(us.other()) & allowed;
        let not_a = !Bitboard::from_file(File::A);
        let not_h = !Bitboard::from_file(File::H);

        let promoting = pawns & Bitboard::from_rank(seventh);
        let others = pawns ^ promoting;
        if QUIET {
            let single = others.shift(forward) & empty;
            let double = (single & Bitboard::from_rank(third)).shift(forward) & empty;
            sink.pawns(single & allowed, forward);
            sink.pawns(double & allowed, 2 * forward);
        }
        if NOISY {
            sink.pawns((others & not_a).shift(towards_a) & prey, towards_a);
            sink.pawns((others & not_h).shift(towards_h) & prey, towards_h);
            if promoting.any() {
                sink.promotions(promoting.shift(forward) & empty & allowed, forward);
                sink.promotions((promoting & not_a).shift(towards_a) & prey, towards_a);
                sink.promotions((promoting & not_h).shift(towards_h) & prey, towards_h);
            }
        }
    }

    /// Returns true if the side to move, not in check, may castle with the rook on `rook`, which has the right to.
    /// `attacked` are the squares that the opponent attacks, if the caller knows them.
    #[inline(always)]
    fn castling_is_legal(
        &self,
        us: Color,
        king: Square,
        rook: Square,
        attacked: Option<Bitboard>,
    ) -> bool {
        let (king_to, rook_to) = castling_targets(king, rook);
        let king_path = between(king, king_to) | king_to;
        let rook_path = between(rook, rook_to) | rook_to;
        let without_king = self.occupied() ^ Bitboard::from_square(king);
        let in_the_way = (king_path | rook_path) & without_king & !Bitboard::from_square(rook);
        // In Chess960 the rook may shield the king from a slider beyond it. It is then pinned, because nothing else
        // can stand between king and rook.
        in_the_way.is_empty()
            && !self.pinned().contains(rook)
            && match attacked {
                Some(attacked) => (king_path & attacked).is_empty(),
                None => self.is_safe_path(us.other(), king_path, without_king),
            }
    }

    /// Returns true if no square of the king's path is attacked. Kept out of line, because most castling is blocked
    /// anyway.
    #[inline(never)]
    fn is_safe_path(&self, them: Color, path: Bitboard, occupied: Bitboard) -> bool {
        path.into_iter()
            .all(|square| self.attackers_of(them, square, occupied).is_empty())
    }
}

impl Board for Position {
    #[inline(always)]
    fn has_king(&self, color: Color) -> bool {
        Position::has_king(self, color)
    }

    #[inline(always)]
    fn color(&self, color: Color) -> Bitboard {
        Position::color(self, color)
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        Position::role(self, role)
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        Position::checkers(self)
    }

    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        Position::pinned(self)
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

impl Position {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_legal_move(|m| list.push(m));
        list
    }

    /// Calls `f` with every legal move, in the order of [`Position::legal_moves`].
    #[inline(always)]
    pub fn for_each_legal_move(&self, f: impl FnMut(Move)) {
        self.generate::<true, true>(None, &mut ForEach(f));
    }

    /// Appends the legal captures and promotions, underpromotions included.
    #[inline]
    pub fn captures_into(&self, list: &mut MoveList) {
        self.generate::<true, false>(None, &mut ForEach(|m| list.push(m)));
    }

    /// Appends the legal moves that are neither captures nor promotions. `attacked` are the squares that the opponent
    /// attacks, if the caller knows them; they make it faster.
    #[inline]
    pub fn quiets_into(&self, attacked: Option<Bitboard>, list: &mut MoveList) {
        self.generate::<false, true>(attacked, &mut ForEach(|m| list.push(m)));
    }

    /// Number of legal moves, counted without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter(0);
        self.generate::<true, true>(None, &mut counter);
        counter.0
    }

    /// Sends the legal moves of the chosen stages to a sink: with `NOISY` captures and promotions, with `QUIET` all
    /// other moves. `attacked` are the squares that the opponent attacks, if the caller knows them.
    #[inline(always)]
    pub fn generate<const NOISY: bool, const QUIET: bool>(
        &self,
        attacked: Option<Bitboard>,
        sink: &mut impl Sink,
    ) {
        if self.turn.is_white() {
            self.generate_for::<true, NOISY, QUIET>(attacked, sink);
        } else {
            self.generate_for::<false, NOISY, QUIET>(attacked, sink);
        }
    }

    /// Returns true if a move, which may be any sixteen-bit pattern, is legal here.
    ///
    /// Moves from a shared table must be checked by it, because a race or a key collision may have stored a move of
    /// another position.
    pub fn is_legal(&self, m: Move) -> bool {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        let own = self.color(us);
        let Some(role) = self.role_at(from).filter(|_| own.contains(from)) else {
            return false;
        };
        match m.kind() {
            MoveKind::Castle => {
                return role == Role::King
                    && !self.in_check()
                    && (self.castling & own).contains(to)
                    && self.castling_is_legal(us, from, to, None)
                    && m == Move::castle(from, to);
            }
            MoveKind::EnPassant => {
                return role == Role::Pawn
                    && self.ep == Some(to)
                    && pawn_attacks(us, from).contains(to)
                    && self.en_passant_is_safe(us, from, to);
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {}
        }
        let occupied = self.occupied();
        let reaches = match role {
            Role::Pawn => {
                let last_rank = us.other().backrank();
                let promotes = m.promoted().is_some();
                promotes == (to.rank() == last_rank) && self.pawn_reaches(from, to)
            }
            _ if m.promoted().is_some() => false,
            Role::Knight => knight_attacks(from).contains(to),
            Role::Bishop => bishop_attacks(from, occupied).contains(to),
            Role::Rook => rook_attacks(from, occupied).contains(to),
            Role::Queen => {
                (bishop_attacks(from, occupied) | rook_attacks(from, occupied)).contains(to)
            }
            Role::King => {
                return king_attacks(from).contains(to)
                    && !own.contains(to)
                    && self
                        .attackers_of(us.other(), to, occupied ^ Bitboard::from_square(from))
                        .is_empty()
                    && m == Move::normal(from, to);
            }
        };
        if !reaches || own.contains(to) || m != m.canonical() {
            return false;
        }
        let king = self.king(us);
        let answers = match self.checkers().single_square() {
            Some(checker) => between(king, checker) | Bitboard::from_square(checker),
            None if self.in_check() => return false,
            None => Bitboard::FULL,
        };
        answers.contains(to) && (!self.pinned().contains(from) || ray(king, from).contains(to))
    }

    /// Returns true if a pawn of the side to move can go from one square to another by a push or a capture (not en
    /// passant), as far as the other men are concerned; checks and pins are not considered.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        if pawn_attacks(us, from).contains(to) {
            return self.color(us.other()).contains(to);
        }
        let (forward, home) = us.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
        let occupied = self.occupied();
        let step = to as i32 - from as i32;
        let free = |offset| {
            from.offset(offset)
                .is_some_and(|square| !occupied.contains(square))
        };
        (step == forward && free(forward))
            || (step == 2 * forward && from.rank() == home && free(forward) && free(2 * forward))
    }
}
