//! The men of the side that is mated, or stalemated, and where they can be in the moves left.

use super::super::covers::{Check, Cover, Covers, Strike, Takers};
use super::super::reach::{BISHOP, CENTRE, KNIGHT, Kind, QUEEN, ROOK, Reach, square_of};
use super::{Places, castled, pawns_of, turn_to};
use games::chess::{Bitboard, Color, Position, Role, Square};

/// The men of the side that is mated, from the view of the side that mates.
#[derive(Clone, Copy)]
pub(super) struct Mated {
    /// All men but the king.
    pub(super) others: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) pawns: Bitboard,
    /// Bishops and queens.
    pub(super) diagonal: Bitboard,
    /// Rooks and queens.
    pub(super) straight: Bitboard,
    /// Squares on which castling would put the rooks.
    castled_rooks: Bitboard,
    /// Squares on which castling would put the king.
    castled: Bitboard,
    /// Kind of the pawns.
    pawn: Kind,
    /// Square of the king, if any.
    pub(super) prey: Option<usize>,
    /// Number that turns a square to the view of the side that mates by exclusive or: 0 or 56.
    pub(super) turned: usize,
}

/// A man of the mated side that has made a move which is not included in the counted moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    Nobody,
    /// The king to be mated.
    Prey,
    /// Another man, by its square.
    Helper(usize),
}

impl Mated {
    pub(super) fn new(p: &Position, winner: Color) -> Mated {
        let (side, turned) = (winner.other(), turn_to(winner));
        let turn = |set: Bitboard| {
            if turned == 0 {
                set
            } else {
                set.flip_vertical()
            }
        };
        let prey = p.has_king(side).then(|| p.king(side));
        let mut others = p.color(side);
        if let Some(king) = prey {
            others.discard(king);
        }
        let (mut kings, mut rooks) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for rook in p.castling_rooks() & p.color(side) {
            let [king, beside] = castled(p, side, rook);
            kings |= Bitboard::from_square(king);
            rooks |= Bitboard::from_square(beside);
        }
        let queens = p.role(Role::Queen);
        Mated {
            others: turn(others),
            knights: turn(others & p.role(Role::Knight)),
            pawns: turn(others & p.role(Role::Pawn)),
            diagonal: turn(others & (p.role(Role::Bishop) | queens)),
            straight: turn(others & (p.role(Role::Rook) | queens)),
            castled_rooks: turn(rooks),
            castled: turn(kings),
            pawn: pawns_of(p, side),
            prey: prey.map(|king| king as usize ^ turned),
            turned,
        }
    }

    /// Iterates over the men that may come to a square in at most `moves` moves: an index, the kind and the square; a
    /// rook that may castle twice, also on the square to which castling takes it.
    fn helpers(
        &self,
        reach: &'static Reach,
        to: usize,
        moves: u32,
    ) -> impl Iterator<Item = (usize, Kind, usize)> {
        let near = |kind| reach.near(kind, to, moves);
        let (diagonal, straight) = (self.diagonal, self.straight);
        let near_men = self.knights & near(KNIGHT)
            | self.pawns & near(self.pawn)
            | diagonal & !straight & near(BISHOP)
            | straight & !diagonal & near(ROOK)
            | diagonal & straight & near(QUEEN);
        let kind = move |at: Square| match (diagonal.contains(at), straight.contains(at)) {
            (true, true) => QUEEN,
            (true, false) => BISHOP,
            (false, true) => ROOK,
            _ if self.knights.contains(at) => KNIGHT,
            _ => self.pawn,
        };
        let others = near_men.into_iter();
        let others = others.map(move |at| (at as usize, kind(at), at as usize));
        let rooks = (self.castled_rooks & near(ROOK)).into_iter();
        others.chain(rooks.map(|at| (64 + at as usize, ROOK, at as usize)))
    }
}

impl Mated {
    /// Returns the squares of `among` on which a mate cannot be ruled out with these covers, after a move of `moved`
    /// and `helping` others.
    pub(super) fn places(
        &self,
        covers: &Covers,
        moved: Moved,
        among: Places,
        helping: u32,
    ) -> Places {
        let mut places = Places::NONE;
        let Some(prey) = self.prey else {
            return places;
        };
        let reach = covers.reach;
        let mut left = among.0;
        while left != 0 {
            let king = left.trailing_zeros() as usize;
            left &= left - 1;
            let castled = self.castled.into_iter();
            let castled = castled.map(|from| 1 + reach.king_moves(from as usize, king));
            let steps = match (reach.king_moves(prey, king), moved) {
                (0, Moved::Prey) => 1,
                (steps, Moved::Prey) => steps - 1,
                (steps, _) => steps,
            };
            let steps = castled.fold(steps, u32::min);
            if steps <= helping && self.closes_at(covers, king, moved, helping - steps) {
                places.0 |= 1 << king;
            }
        }
        places
    }

    fn closes_at(&self, covers: &Covers, king: usize, moved: Moved, helping: u32) -> bool {
        let reach = covers.reach;
        let covers = covers.of(king);
        let mut still = self.others;
        let mut most = helping;
        if let Moved::Helper(helper) = moved {
            still.0 &= !(1 << helper);
            most += 1;
        }
        let holds = |kind: Bitboard| reach.compress(king, kind & still) & !CENTRE;
        let (all, field) = (holds(self.others), reach.field(king));
        let castled = reach.compress(king, self.castled_rooks) & !CENTRE;
        let kinds = Takers {
            knights: holds(self.knights),
            pawns: holds(self.pawns),
            diagonal: holds(self.diagonal),
            straight: holds(self.straight),
        };
        covers.leaving(field & !all & !castled, most).any(|cover| {
            let mut held = all;
            if let Some(Check { takers, .. }) = &cover.check {
                let spoilers = kinds.among(takers);
                if spoilers.count_ones() > most {
                    return false;
                }
                held &= !spoilers;
            }
            held |= castled;
            let open = field & !cover.guarded & !held;
            if open.count_ones() > most {
                return false;
            }
            let mut leave = Bitboard::EMPTY;
            let strike = cover.check.as_ref();
            if let Some(strike) = strike.and_then(|check| check.strike.as_ref()) {
                leave = self.in_the_way(strike) & still;
                if leave.count() as u32 > helping
                    || !self.can_be_struck(reach, strike, still, moved, most)
                {
                    return false;
                }
            }
            let hold = Hold {
                reach,
                mated: self,
                king,
                moved,
                cover,
                held,
            };
            hold.is_possible(0, open | hold.left(leave), leave, helping)
        })
    }

    /// Returns the helpers that would spoil a mate by this move: they stand in its way, or could capture the man that
    /// gives check.
    fn in_the_way(&self, strike: &Strike) -> Bitboard {
        let to = Square::new(strike.to as u32);
        let takers = Takers::around(to, self.knights, self.pawns, self.diagonal, self.straight);
        takers | self.others & Bitboard(strike.clear)
    }

    /// Returns false if the move `strike` must capture and no man can be on its target in time: none of `still`, the
    /// men that have not moved, stands there, and no helper gets there within `most` moves. Always true for a target on
    /// the sixth rank, where the capture may be en passant.
    fn can_be_struck(
        &self,
        reach: &'static Reach,
        strike: &Strike,
        still: Bitboard,
        moved: Moved,
        most: u32,
    ) -> bool {
        let to = strike.to;
        !strike.captures
            || still.contains(Square::new(to as u32))
            // En passant.
            || to / 8 == 5
            || matches!(moved, Moved::Helper(_))
            || self.helpers(reach, to, most).next().is_some()
    }
}

/// Data for the question whether helpers can occupy the squares that are not guarded.
struct Hold<'a> {
    reach: &'static Reach,
    mated: &'a Mated,
    king: usize,
    moved: Moved,
    cover: &'a Cover,
    /// Squares of the king's field that helpers occupy without moving.
    held: u16,
}

impl Hold<'_> {
    /// Returns the squares of the king's field that are open when the men on the squares `men` have left, and must be
    /// guarded or occupied.
    fn left(&self, men: Bitboard) -> u16 {
        self.reach.compress(self.king, men) & self.held & !self.cover.guarded
    }

    /// Returns true if helpers that are not in the set `used` can come to occupy the squares of `open`, and those on
    /// the squares of `leave` can go away, in at most `helping` moves.
    fn is_possible(&self, used: u128, open: u16, leave: Bitboard, helping: u32) -> bool {
        if leave.count() as u32 > helping {
            return false;
        }
        if open == 0 {
            return true;
        }
        let reach = self.reach;
        // The man that has moved may have come to one of the squares.
        let moved = match self.moved {
            Moved::Helper(index) if used & 1 << index == 0 => 1,
            _ => 0,
        };
        if open.count_ones() > helping + moved {
            return false;
        }
        let wanted = open & open.wrapping_neg();
        let to = square_of(self.king, wanted);
        for (index, kind, from) in self.mated.helpers(reach, to, helping + moved) {
            if used & 1 << index != 0 {
                continue;
            }
            let is_moved = self.moved == Moved::Helper(index);
            let steps = reach
                .blocks(kind, from, to)
                .saturating_sub(u32::from(is_moved));
            if steps > helping || self.spoils(kind, from, wanted, helping + 1) {
                continue;
            }
            let here = Bitboard(1 << from);
            let left = if is_moved || leave.contains(Square::new(from as u32)) {
                0
            } else {
                self.left(here)
            };
            let (used, open) = (used | 1 << index, open ^ wanted | left);
            if self.is_possible(used, open, leave & !here, helping - steps) {
                return true;
            }
        }
        false
    }

    /// Returns true if a helper that goes to a square next to the king could capture the man that gives check.
    fn spoils(&self, kind: Kind, from: usize, square: u16, helping: u32) -> bool {
        let Some(Check { takers, .. }) = &self.cover.check else {
            return false;
        };
        let squares = match kind {
            KNIGHT => takers.knights,
            BISHOP => takers.diagonal,
            ROOK => takers.straight,
            QUEEN => takers.diagonal | takers.straight,
            _ => {
                let ranks = from / 8 - usize::from(from / 8 == 6);
                // It may have been promoted.
                let promotes = ranks as u32 <= helping;
                if promotes { 0 } else { takers.pawns }
            }
        };
        squares & square != 0
    }
}
