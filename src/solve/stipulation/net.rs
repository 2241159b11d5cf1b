//! Test whether a mate or stalemate is still possible in the moves left.
//!
//! In a mate the king's square is attacked, and each square next to it is attacked or occupied by a man of the king's
//! own side. For every square that the king may reach, the test looks for a *picture*: men that stay where they are and
//! guard what they guard on an empty board, men that go where they guard more, in the number of moves that they need
//! for it ([`reach`](super::reach)), and men of the king's side that go to squares next to it, all within the moves
//! that the two sides have left. If there is no such picture there is no mate, so no line is lost by pruning. Pictures
//! of stalemate are the same, except that nobody attacks the king.

use self::mated::{Mated, Moved};
use super::covers::{ByKing, Check, Covers, HuntersKey, MOST_MEN, Man, Strike, Takers};
use super::kinds::Aim;
use super::reach::{BISHOP, CENTRE, KING, KNIGHT, Kind, MOST_CAPTURES, PAWN, QUEEN, REACH, ROOK};
use arrayvec::ArrayVec;
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
const KNOWN: usize = 1 << 16;

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
        let key = self.key(p, moves);
        let place = &mut self.known[key.hash() as usize % KNOWN];
        let covers = match place {
            Some(covers) if covers.key == key => covers.clone(),
            _ => {
                let covers = Rc::new(Covers {
                    key,
                    reach: &REACH,
                    aim: self.aim,
                    en_passant: key.0[7] & EN_PASSANT != 0,
                    castles: (p.castling_rooks() & p.color(self.winner)).any(),
                    men: men(p, self.winner),
                    moves,
                    by_king: RefCell::new(ByKing::NOTHING),
                });
                *place = Some(covers.clone());
                covers
            }
        };
        Net {
            covers,
            mated: Mated::new(p, self.winner),
        }
    }

    /// Returns the test of the winner's moves in `p`, whose net is `net`, with `moves` moves of the winner and `helping`
    /// of the other side to come after each; `None` if the winner may castle.
    pub(super) fn after_winner(
        &self,
        p: &Position,
        net: &Net,
        moves: u32,
        helping: u32,
    ) -> Option<AfterWinner> {
        let castles = (p.castling_rooks() & p.color(self.winner)).any();
        (!castles).then(|| AfterWinner {
            mated: net.mated,
            occupied: p.occupied(),
            key: self.key(p, moves),
            helping,
        })
    }

    /// Returns the squares of `among` on which a mate cannot be ruled out after a move of the winner. Looks only at
    /// moves that change nothing but the place of one man, and at nets that are known; else returns `among`.
    pub(super) fn places_after_winner(
        &self,
        after: &AfterWinner,
        m: Move,
        among: Places,
    ) -> Places {
        if m.kind() != MoveKind::Normal || after.occupied.contains(m.to()) {
            return among;
        }
        let (from, to) = (
            Bitboard::from_square(m.from()),
            Bitboard::from_square(m.to()),
        );
        let mut key = after.key;
        for set in &mut key.0[..6] {
            let is_here = *set & from.0 != 0;
            *set ^= if is_here { (from | to).0 } else { 0 };
        }
        match &self.known[key.hash() as usize % KNOWN] {
            Some(covers) if covers.key == key => {
                after
                    .mated
                    .places(covers, Moved::Nobody, among, after.helping)
            }
            _ => among,
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

/// Data that the tests of all moves of the winner in a position share.
pub(super) struct AfterWinner {
    mated: Mated,
    occupied: Bitboard,
    /// Key of the position with the moves that are left after the move.
    key: HuntersKey,
    helping: u32,
}

/// Returns the number that turns a square to the view of `winner` by exclusive or: 0 or 56.
fn turn_to(winner: Color) -> usize {
    winner.fold_wb(0, 56)
}

/// Returns the kind of the pawns of a side: by the number of men that they can capture.
fn pawns_of(p: &Position, side: Color) -> Kind {
    let victims = p.color(side.other()) & !p.role(Role::King);
    PAWN + victims.count().min(MOST_CAPTURES)
}

/// Returns the squares to which a castling with a rook takes the king and the rook.
fn castled(p: &Position, side: Color, rook: Square) -> [Square; 2] {
    let king = p.king(side);
    let files = if rook > king {
        [File::G, File::F]
    } else {
        [File::C, File::D]
    };
    files.map(|file| Square::from_coords(file, king.rank()))
}

/// Returns the men of the winner from its own view; king and rook count twice if they may castle, also on the squares
/// to which castling takes them.
fn men(p: &Position, winner: Color) -> ArrayVec<Man, MOST_MEN> {
    let man = |kind: Kind, square: Square| (kind as u8, (square as usize ^ turn_to(winner)) as u8);
    let own = p.color(winner);
    let mut men = ArrayVec::new();
    for (role, kind) in [
        (Role::King, KING),
        (Role::Queen, QUEEN),
        (Role::Rook, ROOK),
        (Role::Bishop, BISHOP),
        (Role::Knight, KNIGHT),
        (Role::Pawn, pawns_of(p, winner)),
    ] {
        for from in own & p.role(role) {
            men.push(man(kind, from));
        }
    }
    for rook in p.castling_rooks() & own {
        let [king, beside] = castled(p, winner, rook);
        men.push(man(ROOK, beside));
        men.push(man(KING, king));
    }
    men
}

/// The men of a position, from the view of the side that mates.
pub(super) struct Net {
    covers: Rc<Covers>,
    mated: Mated,
}

impl Net {
    /// Returns the squares of `among` on which a mate cannot be ruled out after at most `helping` moves of the mated
    /// side and the winner's moves for which the net was made, the last of which mates.
    pub(super) fn places(&self, among: Places, helping: u32) -> Places {
        self.mated
            .places(&self.covers, Moved::Nobody, among, helping)
    }

    /// Returns the same as [`places`](Net::places) for play that begins with a move of the mated side's man on `from`,
    /// which is one of the `helping` moves.
    pub(super) fn places_after(&self, from: Square, among: Places, helping: u32) -> Places {
        let mated = &self.mated;
        let from = from as usize ^ mated.turned;
        let moved = if mated.prey == Some(from) {
            Moved::Prey
        } else if mated.others.contains(Square::new(from as u32)) {
            Moved::Helper(from)
        } else {
            return among;
        };
        match helping {
            0 => Places::NONE,
            _ => mated.places(&self.covers, moved, among, helping - 1),
        }
    }

    /// Returns false if after this move, the last of the mated side, no single move of the winner can reach the aim
    /// with the king on one of the places `among`.
    pub(super) fn may_end_after(&self, m: Move, among: Places) -> bool {
        let mated = &self.mated;
        let (from, to) = (
            m.from() as usize ^ mated.turned,
            m.to() as usize ^ mated.turned,
        );
        let (Some(prey), MoveKind::Normal | MoveKind::Promotion(_)) = (mated.prey, m.kind()) else {
            return true;
        };
        let king = if prey == from { to } else { prey };
        if among.0 & 1 << king == 0 {
            return false;
        }
        let mut others = mated.others;
        let mut kinds = [mated.knights, mated.pawns, mated.diagonal, mated.straight];
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
        self.covers.of(king).leaving(needed, 0).any(|cover| {
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
}

mod mated;
#[cfg(test)]
mod tests;
