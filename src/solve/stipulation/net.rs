//! Test whether a mate or stalemate is still possible in the moves left.
//!
//! In a mate the king's square is attacked, and each square next to it is attacked or occupied by a man of the king's
//! own side. For every square that the king may reach, the test looks for a *picture*: men that stay where they are and
//! guard what they guard on an empty board, men that go where they guard more, in the number of moves that they need
//! for it ([`reach`](super::reach)), and men of the king's side that go to squares next to it, all within the moves
//! that the two sides have left. If there is no such picture there is no mate, so no line is lost by pruning. Pictures
//! of stalemate are the same, except that nobody attacks the king.

use super::covers::{
    ByKing, Check, Cover, Covers, HuntersKey, MOST_MEN, Man, Strike, Takers, each,
};
use super::kinds::Aim;
use super::reach::{
    BISHOP, CENTRE, KING, KNIGHT, Kind, MOST_CAPTURES, PAWN, QUEEN, REACH, ROOK, square_of,
};
use arrayvec::ArrayVec;
use base::mixing::fold;
use games::chess::{Bitboard, Color, File, Move, MoveKind, Position, Role, Square};
use std::cell::RefCell;
use std::rc::Rc;

/// A set of squares on which a king may be mated, as seen by the side that mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places(u64);

impl Places {
    pub(crate) const ALL: Places = Places(!0);
    pub(super) const NONE: Places = Places(0);

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns true if the king of `loser` stands on one of the squares.
    pub(super) fn hold_king(self, p: &Position, loser: Color) -> bool {
        let turned = loser.fold_wb(56, 0);
        p.has_king(loser) && self.0 & 1 << (p.king(loser) as usize ^ turned) != 0
    }
}

/// Cache of results about the men of the side that mates, which stand on the same squares in many positions.
pub(super) struct Nets {
    aim: Aim,
    winner: Color,
    known: Vec<Option<Rc<Covers>>>,
}

/// Bit of a key, set if both sides have pawns.
const EN_PASSANT: u64 = 1 << 16;

/// Number of entries of the cache, a power of two.
const KNOWN: usize = 1 << 14;

impl Nets {
    pub(super) fn new(aim: Aim, winner: Color) -> Nets {
        Nets {
            aim,
            winner,
            known: vec![None; KNOWN],
        }
    }

    /// Returns the net of a position in which the winner has `moves` moves left.
    pub(super) fn net(&mut self, p: &Position, moves: u32) -> Net {
        let turned = self.winner.fold_wb(0, 56);
        let loser = self.winner.other();
        let key = self.key(p, moves);
        let hash = key.0.into_iter().fold(0, |hash, word| {
            fold(hash ^ word ^ 0x9e37_79b9_7f4a_7c15, 0xa076_1d64_78bd_642f)
        });
        let place = &mut self.known[hash as usize % KNOWN];
        let covers = match place {
            Some(covers) if covers.key == key => covers.clone(),
            _ => {
                let (men, _) = men(p, self.winner, self.winner);
                let covers = Rc::new(Covers {
                    key,
                    reach: &REACH,
                    aim: self.aim,
                    en_passant: key.0[7] & EN_PASSANT != 0,
                    castles: (p.castling_rooks() & p.color(self.winner)).any(),
                    men,
                    moves,
                    by_king: RefCell::new(ByKing::NOTHING),
                });
                *place = Some(covers.clone());
                covers
            }
        };
        let (helpers, castled) = men(p, loser, self.winner);
        let mut others = p.color(loser);
        if p.has_king(loser) {
            others.discard(p.king(loser));
        }
        let turn = |set: Bitboard| {
            if turned == 0 {
                set
            } else {
                set.flip_vertical()
            }
        };
        let queens = p.role(Role::Queen);
        Net {
            covers,
            others: turn(others),
            knights: turn(others & p.role(Role::Knight)),
            pawns: turn(others & p.role(Role::Pawn)),
            diagonal: turn(others & (p.role(Role::Bishop) | queens)),
            straight: turn(others & (p.role(Role::Rook) | queens)),
            castled_rooks: helpers[others.count()..]
                .iter()
                .fold(Bitboard::EMPTY, |all, &(_, at)| all | Bitboard(1 << at)),
            prey: p.has_king(loser).then(|| p.king(loser) as usize ^ turned),
            castled,
            helpers,
            turned,
        }
    }

    fn key(&self, p: &Position, moves: u32) -> HuntersKey {
        let own = p.color(self.winner);
        let victims = p.color(self.winner.other()) & !p.role(Role::King);
        let captures = victims.count().min(MOST_CAPTURES) as u64;
        let of = |role| (p.role(role) & own).0;
        let pawns = p.role(Role::Pawn);
        let en_passant = (pawns & own).any() && (pawns & victims).any();
        HuntersKey([
            of(Role::Pawn),
            of(Role::Knight),
            of(Role::Bishop),
            of(Role::Rook),
            of(Role::Queen),
            of(Role::King),
            (p.castling_rooks() & own).0,
            captures << 8 | u64::from(moves) | if en_passant { EN_PASSANT } else { 0 },
        ])
    }
}

/// Returns the men of one side without the king of the loser, from the winner's view; king and rook count twice if they
/// may castle, also on the squares to which castling takes them. The second result is the squares to which castling
/// takes the loser's king.
fn men(p: &Position, side: Color, winner: Color) -> (ArrayVec<Man, MOST_MEN>, ArrayVec<usize, 2>) {
    let turned = winner.fold_wb(0, 56);
    let place = |square: Square| square as usize ^ turned;
    let own = p.color(side);
    let victims = p.color(side.other()) & !p.role(Role::King);
    let pawn = PAWN + victims.count().min(MOST_CAPTURES);
    let (mut men, mut castled) = (ArrayVec::new(), ArrayVec::new());
    for (role, kind) in [
        (Role::King, KING),
        (Role::Queen, QUEEN),
        (Role::Rook, ROOK),
        (Role::Bishop, BISHOP),
        (Role::Knight, KNIGHT),
        (Role::Pawn, pawn),
    ] {
        if kind == KING && side != winner {
            continue;
        }
        for from in own & p.role(role) {
            men.push((kind as u8, place(from) as u8));
        }
    }
    for rook in p.castling_rooks() & own {
        let king = p.king(side);
        let (to, beside) = if rook > king {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        let to = place(Square::from_coords(to, king.rank()));
        men.push((
            ROOK as u8,
            place(Square::from_coords(beside, king.rank())) as u8,
        ));
        if side == winner {
            men.push((KING as u8, to as u8));
        } else {
            castled.push(to);
        }
    }
    (men, castled)
}

/// The men of a position, from the view of the side that mates.
pub(super) struct Net {
    covers: Rc<Covers>,
    /// The men of the mated side without its king.
    helpers: ArrayVec<Man, MOST_MEN>,
    others: Bitboard,
    /// Knights of the mated side.
    knights: Bitboard,
    /// Pawns of the mated side.
    pawns: Bitboard,
    /// Bishops and queens of the mated side.
    diagonal: Bitboard,
    /// Rooks and queens of the mated side.
    straight: Bitboard,
    /// Squares on which castling would put the rooks of the mated side.
    castled_rooks: Bitboard,
    /// Square of the king to be mated, if any.
    prey: Option<usize>,
    /// Squares to which castling would take that king.
    castled: ArrayVec<usize, 2>,
    /// Number that turns a square to the view of the side that mates by exclusive or: 0 or 56.
    turned: usize,
}

/// A man of the mated side that has made a move which is not included in the counted moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    Nobody,
    /// The king to be mated.
    Prey,
    /// Another man, by its index in `helpers`.
    Helper(usize),
}

impl Net {
    /// Returns the squares of `among` on which a mate cannot be ruled out after at most `helping` moves of the mated
    /// side and the winner's moves for which the net was made, the last of which mates.
    pub(super) fn places(&self, among: Places, helping: u32) -> Places {
        self.places_with(Moved::Nobody, among, helping)
    }

    /// Returns the same as [`places`](Net::places) for play that begins with a move of the mated side's man on `from`,
    /// which is one of the `helping` moves.
    pub(super) fn places_after(&self, from: Square, among: Places, helping: u32) -> Places {
        let from = from as usize ^ self.turned;
        let moved = if self.prey == Some(from) {
            Moved::Prey
        } else if self.others.contains(Square::new(from as u32)) {
            match each(&self.helpers).position(|(_, _, at)| at == from) {
                Some(helper) => Moved::Helper(helper),
                None => return among,
            }
        } else {
            return among;
        };
        match helping {
            0 => Places::NONE,
            _ => self.places_with(moved, among, helping - 1),
        }
    }

    /// Returns false if after this move, the last of the mated side, no single move of the winner can reach the aim
    /// with the king on one of the places `among`.
    pub(super) fn may_end_after(&self, m: Move, among: Places) -> bool {
        let (from, to) = (
            m.from() as usize ^ self.turned,
            m.to() as usize ^ self.turned,
        );
        let (Some(prey), MoveKind::Normal | MoveKind::Promotion(_)) = (self.prey, m.kind()) else {
            return true;
        };
        let king = if prey == from { to } else { prey };
        if among.0 & 1 << king == 0 {
            return false;
        }
        let mut others = self.others;
        let mut kinds = [self.knights, self.pawns, self.diagonal, self.straight];
        if prey != from {
            let (here, there) = (1 << from, 1 << to);
            let carry = |set: &mut Bitboard, is_one: bool| {
                set.0 &= !here;
                if is_one {
                    set.0 |= there;
                }
            };
            let is_kind = match m.kind() {
                MoveKind::Promotion(role) => [Role::Knight, Role::Pawn, Role::Bishop, Role::Rook]
                    .map(|kind| {
                        kind == role
                            || role == Role::Queen && matches!(kind, Role::Bishop | Role::Rook)
                    }),
                _ => kinds.map(|kind| kind.0 & here != 0),
            };
            for (set, is_one) in kinds.iter_mut().zip(is_kind) {
                carry(set, is_one);
            }
            carry(&mut others, true);
        }
        let reach = self.covers.reach;
        let holds = |men: Bitboard| reach.compress(king, men) & !CENTRE;
        let [knights, pawns, diagonal, straight] = kinds.map(holds);
        let here = Takers {
            knights,
            pawns,
            diagonal,
            straight,
        };
        let needed = reach.field(king) & !holds(others);
        self.covers.of(king).iter().any(|cover| {
            if needed & !cover.guarded != 0 {
                return false;
            }
            let Some(Check { takers, strike }) = &cover.check else {
                return true;
            };
            let strikes = |strike: &Strike| {
                let [knights, pawns, diagonal, straight] = kinds;
                let to = Square::new(strike.to as u32);
                let spoil = Takers::around(to, knights, pawns, diagonal, straight);
                let there = others.contains(to) || strike.to / 8 == 5;
                (spoil | others & Bitboard(strike.clear)).is_empty() && (there || !strike.captures)
            };
            here.among(takers) == 0 && strike.as_ref().is_none_or(strikes)
        })
    }

    fn places_with(&self, moved: Moved, among: Places, helping: u32) -> Places {
        let mut places = Places::NONE;
        let Some(prey) = self.prey else {
            return places;
        };
        let reach = self.covers.reach;
        let mut left = among.0;
        while left != 0 {
            let king = left.trailing_zeros() as usize;
            left &= left - 1;
            let castled = self.castled.iter();
            let castled = castled.map(|&from| 1 + reach.king_moves(from, king));
            let steps = match (reach.king_moves(prey, king), moved) {
                (0, Moved::Prey) => 1,
                (steps, Moved::Prey) => steps - 1,
                (steps, _) => steps,
            };
            let steps = castled.fold(steps, u32::min);
            if steps <= helping && self.closes_at(king, moved, helping - steps) {
                places.0 |= 1 << king;
            }
        }
        places
    }

    fn closes_at(&self, king: usize, moved: Moved, helping: u32) -> bool {
        let covers = self.covers.of(king);
        if covers.is_empty() {
            return false;
        }
        let reach = self.covers.reach;
        let mut still = self.others;
        let mut most = helping;
        if let Moved::Helper(helper) = moved {
            still.0 &= !(1 << self.helpers[helper].1);
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
        covers.iter().any(|cover| {
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
                if leave.count() as u32 > helping || !self.can_be_struck(strike, still, moved, most)
                {
                    return false;
                }
            }
            let hold = Hold {
                net: self,
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
    fn can_be_struck(&self, strike: &Strike, still: Bitboard, moved: Moved, most: u32) -> bool {
        let to = strike.to;
        !strike.captures
            || still.contains(Square::new(to as u32))
            // En passant.
            || to / 8 == 5
            || each(&self.helpers).any(|(index, kind, from)| {
                moved == Moved::Helper(index) || self.covers.reach.blocks(kind, from, to) <= most
            })
    }
}

/// Data for the question whether helpers can occupy the squares that are not guarded.
struct Hold<'a> {
    net: &'a Net,
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
        let reach = self.net.covers.reach;
        reach.compress(self.king, men) & self.held & !self.cover.guarded
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
        let reach = self.net.covers.reach;
        let wanted = open & open.wrapping_neg();
        let to = square_of(self.king, wanted);
        for (index, kind, from) in each(&self.net.helpers) {
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

#[cfg(test)]
mod tests;
