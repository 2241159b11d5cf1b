//! A round of Kamisado: where the towers stand, whose turn it is, which colour must move.
//!
//! Each side's towers are kept in that side's own view (see [`board`](super::board)), in which they
//! move up; the occupied squares are kept in both views. So moves come from one piece of code
//! without a question which side it is for.

use super::board::{COLORS, Color};
use crate::{Outcome, Seats};
use base::mixing::fold;

/// In place of a colour number: any tower may move.
pub const ANY: u8 = 8;

/// A side. Black moves first and up the board; it is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Negro: home on row 1.
    Black,
    /// Blanco: home on row 8.
    White,
}

impl Side {
    /// Both, Black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// The side in a seat (0 or 1).
    pub const fn from_seat(seat: usize) -> Side {
        Side::BOTH[seat & 1]
    }

    /// Black 0, White 1.
    pub const fn seat(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Side {
        Side::from_seat(self as usize ^ 1)
    }

    /// `Black` or `White`.
    pub const fn name(self) -> &'static str {
        ["Black", "White"][self as usize]
    }
}

/// When two blocked towers end the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deadlock {
    /// As soon as a zero move is answered by another blocked tower: the assignment's reading.
    #[default]
    Mutual,
    /// Only when the chain of forced zero moves would repeat: the published game's reading.
    Cycle,
}

/// A move in Black's view: a step, a push (onto the square of an enemy tower) or, where both
/// squares are the same, the zero move of a blocked tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Square of the tower, 0 to 63.
    pub from: u8,
    /// Square to which it moves, 0 to 63.
    pub to: u8,
}

impl Move {
    /// Returns true if the tower stays where it is.
    pub const fn is_zero(self) -> bool {
        self.from == self.to
    }
}

/// A position of a round. A small value: copied, never undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All towers, in Black's and in White's view.
    pub(super) occupied: [u64; 2],
    /// Each side's towers by colour number, in its own view.
    pub(super) squares: [[u8; 8]; 2],
    /// Two bits for each tower: 0 plain, 1 sumo, 2 double, 3 triple.
    pub(super) ranks: [u16; 2],
    pub(super) turn: u8,
    /// The colour that must move, or [`ANY`].
    pub(super) required: u8,
    /// The last ply was a zero move, or a push (which makes the pushed side pass).
    pub(super) zero: bool,
    /// The last ply reached the home row.
    pub(super) won: bool,
    pub(super) deadlock: Deadlock,
    pub(super) ply: u16,
}

/// `square` seen from the other side.
#[inline(always)]
pub const fn turned(square: u8) -> u8 {
    63 - square
}

impl Position {
    /// The start of a round: every tower on the home square of its own colour, Black to move any.
    pub fn start() -> Position {
        let mut home = [0; 8];
        for square in 0..8 {
            home[COLORS[square] as usize] = square as u8;
        }
        // White's home row in White's view is row 1 too, and has the same colours there.
        Position::from_homes([home; 2], [0; 2], Side::Black)
    }

    /// A round that begins with these towers (by colour number, each in its own view) and ranks.
    pub(super) fn from_homes(squares: [[u8; 8]; 2], ranks: [u16; 2], turn: Side) -> Position {
        let mut position = Position {
            occupied: [0; 2],
            squares,
            ranks,
            turn: turn as u8,
            required: ANY,
            zero: false,
            won: false,
            deadlock: Deadlock::Mutual,
            ply: 1,
        };
        position.occupied = position.occupied_from_squares();
        position
    }

    pub(super) fn occupied_from_squares(&self) -> [u64; 2] {
        let mut occupied = [0; 2];
        for seat in 0..2 {
            for square in self.squares[seat] {
                occupied[seat] |= 1 << square;
                occupied[seat ^ 1] |= 1 << turned(square);
            }
        }
        occupied
    }

    /// The same position under one of the two readings of deadlock.
    #[must_use]
    pub fn with_deadlock(mut self, deadlock: Deadlock) -> Position {
        self.deadlock = deadlock;
        self
    }

    /// When blocked towers end the round.
    pub fn deadlock(&self) -> Deadlock {
        self.deadlock
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        Side::from_seat(self.turn.into())
    }

    /// The colour that must move, or `None` if any may.
    pub fn required(&self) -> Option<Color> {
        Color::ALL.get(usize::from(self.required)).copied()
    }

    /// Returns true if the last ply was a zero move (or a push, by which the opponent passed).
    pub fn after_zero(&self) -> bool {
        self.zero
    }

    /// The number of the ply to be played, from 1.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Square of a tower, in Black's view.
    pub fn square(&self, side: Side, color: Color) -> u8 {
        self.seen_by_black(side, self.squares[side as usize][color as usize])
    }

    /// A tower's rank: 0 plain, 1 sumo, 2 double sumo, 3 triple sumo.
    pub fn rank(&self, side: Side, color: Color) -> u8 {
        self.rank_of(side as usize, color as usize)
    }

    /// The tower on a square of Black's view.
    pub fn tower_at(&self, square: u8) -> Option<(Side, Color)> {
        Side::BOTH.into_iter().find_map(|side| {
            let own = self.seen_by_black(side, square);
            let color = self.squares[side as usize].iter().position(|s| *s == own)?;
            Some((side, Color::ALL[color]))
        })
    }

    #[inline(always)]
    fn seen_by_black(&self, side: Side, square: u8) -> u8 {
        match side {
            Side::Black => square,
            Side::White => turned(square),
        }
    }

    /// Returns the seat to move: 0 or 1.
    #[inline(always)]
    pub fn seat(&self) -> usize {
        usize::from(self.turn)
    }

    /// Returns the number of the color whose tower must move, or [`ANY`].
    #[inline(always)]
    pub fn required_number(&self) -> u8 {
        self.required
    }

    /// Returns the squares of a seat's towers, by color.
    #[inline(always)]
    pub fn own_squares(&self, seat: usize) -> [u8; 8] {
        self.squares[seat]
    }

    /// The ranks of all towers: what tells one round's states from another's.
    pub fn ranks(&self) -> [u16; 2] {
        self.ranks
    }

    #[inline(always)]
    pub(super) fn rank_of(&self, seat: usize, color: usize) -> u8 {
        (self.ranks[seat] >> (2 * color) & 3) as u8
    }

    /// Returns true if any tower is a sumo, so that there may be pushes.
    #[inline(always)]
    pub fn has_sumo(&self) -> bool {
        self.ranks != [0; 2]
    }

    /// Returns true if the forced zero moves from here never reach a tower that can move.
    fn chain_repeats(&self) -> bool {
        let (mut seat, mut color) = (self.seat(), usize::from(self.required));
        let mut seen = [[false; 8]; 2];
        while self.is_stuck(seat, color) {
            if std::mem::replace(&mut seen[seat][color], true) {
                return true;
            }
            color = usize::from(COLORS[usize::from(self.squares[seat][color])]);
            seat ^= 1;
        }
        false
    }

    /// Returns true if the round has ended in a deadlock. The required tower is known to be stuck.
    #[inline]
    pub(super) fn stuck_is_deadlock(&self) -> bool {
        self.zero && (self.deadlock == Deadlock::Mutual || self.chain_repeats())
    }

    fn is_deadlock(&self) -> bool {
        self.zero
            && self.required != ANY
            && self.is_stuck(self.seat(), usize::from(self.required))
            && self.stuck_is_deadlock()
    }

    /// Returns true if the round is over; the side to move has then lost.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.won || (self.zero && self.is_deadlock())
    }

    /// Winner of the round and reason of the win; `None` if the round is not over.
    pub(super) fn round_outcome(&self) -> Option<Outcome> {
        let reason = if self.won {
            "home row"
        } else if self.is_deadlock() {
            "deadlock"
        } else {
            return None;
        };
        Some(Outcome {
            winners: Seats::one(self.seat() ^ 1),
            reason,
        })
    }

    /// A step in the mover's view as a move in Black's.
    pub fn step_as_move(&self, color: usize, to: u8) -> Move {
        let side = self.side();
        let from = self.squares[side as usize][color];
        Move {
            from: self.seen_by_black(side, from),
            to: self.seen_by_black(side, to),
        }
    }

    /// A move in Black's view as a step: the colour number and the target in the mover's view.
    pub fn move_as_step(&self, m: Move) -> Option<(usize, u8)> {
        let side = self.side();
        let color = self.color_at(side as usize, self.seen_by_black(side, m.from))?;
        Some((color, self.seen_by_black(side, m.to)))
    }

    /// Returns true if a move is legal here.
    pub fn is_legal(&self, m: Move) -> bool {
        let Some(wanted) = self.move_as_step(m) else {
            return false;
        };
        let mut found = false;
        self.for_each_step(|color, to| found |= (color, to) == wanted);
        found
    }

    /// The zero move, where it is legal.
    pub fn zero_move(&self) -> Option<Move> {
        let mut zero = None;
        self.for_each_step(|color, to| {
            if self.squares[self.seat()][color] == to {
                zero = Some(self.step_as_move(color, to));
            }
        });
        zero
    }

    /// Returns the position reflected left to right. Because this reflects the coloured board too, each tower and the
    /// required colour become the colour that takes their place ([`Color::mirrored`]).
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let mut next = *self;
        for seat in 0..2 {
            next.ranks[seat] = 0;
            for color in 0..8 {
                let other = Color::ALL[color].mirrored() as usize;
                next.squares[seat][other] = self.squares[seat][color] ^ 7;
                next.ranks[seat] |= u16::from(self.rank_of(seat, color)) << (2 * other);
            }
        }
        next.occupied = next.occupied_from_squares();
        if let Some(color) = self.required() {
            next.required = color.mirrored() as u8;
        }
        next
    }

    /// A hash key. The ply number does not enter; the zero flag and the reading of deadlock do.
    pub(super) fn hash_key(&self) -> u64 {
        let own = u64::from_le_bytes(self.squares[0]);
        let other = u64::from_le_bytes(self.squares[1]);
        let rest = u64::from(self.ranks[0])
            | u64::from(self.ranks[1]) << 16
            | u64::from(self.turn) << 32
            | u64::from(self.required) << 33
            | u64::from(self.zero) << 37
            | u64::from(self.deadlock == Deadlock::Cycle) << 38;
        let mixed = fold(own ^ 0x9e37_79b9_7f4a_7c15, other ^ 0xd1b5_4a32_d192_ed03);
        fold(mixed ^ 0x2545_f491_4f6c_dd1d, rest ^ 0xaef1_7502_108e_f2d9)
    }
}
