//! A position of a round of Kamisado: the towers, the side to move, and the colour that must move.
//!
//! Each side's towers are stored in that side's own view (see [`board`](super::board)), in which they move up; the
//! occupied squares are stored in both views. Move generation is therefore the same for both sides.

use super::board::{COLORS, Color};
use crate::{Outcome, Seats};
use base::mixing::fold;

/// Value in place of a colour number: any tower may move.
pub const ANY: u8 = 8;

/// Square of a tower that is not on the board, in a position with fewer towers ([`Towers::Some`]). Its low six bits
/// are the last square of the opponent's home row, from which no ray leads on: such a tower has no moves.
pub(super) const OFF_BOARD: u8 = 127;

/// Towers that a position must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Towers {
    /// All sixteen: the rule of the assignment.
    #[default]
    All,
    /// At least one of each side. A side that has no tower of the required colour moves any tower, and a side that may
    /// move any tower but can move none has lost the round.
    Some,
}

/// A side. Black moves first and up the board; it is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Black (Spanish: negro), whose home row is row 1.
    Black,
    /// White (Spanish: blanco), whose home row is row 8.
    White,
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// Returns the side in a seat (0 or 1).
    pub const fn from_seat(seat: usize) -> Side {
        Side::BOTH[seat & 1]
    }

    /// Seat of the side: 0 for Black, 1 for White.
    pub const fn seat(self) -> usize {
        self as usize
    }

    /// Opponent of the side.
    pub const fn other(self) -> Side {
        Side::from_seat(self as usize ^ 1)
    }

    /// English name: `Black` or `White`.
    pub const fn name(self) -> &'static str {
        ["Black", "White"][self as usize]
    }
}

/// Rule by which blocked towers end a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deadlock {
    /// A zero move answered by another blocked tower ends the round: the rule of the assignment.
    #[default]
    Mutual,
    /// Only a chain of forced zero moves that would repeat ends the round: the rule of the published game.
    Cycle,
}

/// Rules of a round that can be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Rule by which blocked towers end a round.
    pub deadlock: Deadlock,
    /// Towers that a position must have.
    pub towers: Towers,
}

/// A move in Black's view: a step, a push (to the square of an enemy tower), or the zero move of a blocked tower,
/// whose two squares are equal.
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

/// A position of a round. It is a small value, which is copied and never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares of all towers, in Black's and in White's view.
    pub(super) occupied: [u64; 2],
    /// Square of each side's towers by colour number, in its own view; [`OFF_BOARD`] for a tower that is missing.
    pub(super) squares: [[u8; 8]; 2],
    /// Rank of each side's towers, two bits each: 0 plain, 1 sumo, 2 double sumo, 3 triple sumo.
    pub(super) ranks: [u16; 2],
    pub(super) turn: u8,
    /// Number of the colour that must move, or [`ANY`].
    pub(super) required: u8,
    /// True if the last ply was a zero move, or a push (by which the pushed side passes).
    pub(super) zero: bool,
    /// True if the last ply reached the opponent's home row.
    pub(super) won: bool,
    pub(super) deadlock: Deadlock,
    pub(super) ply: u16,
}

/// Returns a square as seen from the other side.
#[inline(always)]
pub const fn turned(square: u8) -> u8 {
    63 - square
}

impl Position {
    /// Returns the start of a round: every tower on its home square of its own colour, and Black may move any tower.
    pub fn start() -> Position {
        let mut home = [0; 8];
        for square in 0..8 {
            home[COLORS[square] as usize] = square as u8;
        }
        // White's home row is row 1 in White's view and has the same colours there.
        Position::from_homes([home; 2], [0; 2], Side::Black)
    }

    /// Creates the start of a round from the squares of the towers (by colour number, each in its side's view) and
    /// their ranks, as [`ranks`](Self::ranks) returns them. `turn` is the side to move.
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
            for square in self.squares[seat].into_iter().filter(|s| *s < 64) {
                occupied[seat] |= 1 << square;
                occupied[seat ^ 1] |= 1 << turned(square);
            }
        }
        occupied
    }

    /// Returns the position with another rule of deadlock.
    #[must_use]
    pub fn with_deadlock(mut self, deadlock: Deadlock) -> Position {
        self.deadlock = deadlock;
        self
    }

    /// Rule by which blocked towers end the round.
    pub fn deadlock(&self) -> Deadlock {
        self.deadlock
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        Side::from_seat(self.turn.into())
    }

    /// Colour that must move; `None` if any tower may move.
    pub fn required(&self) -> Option<Color> {
        Color::ALL.get(usize::from(self.required)).copied()
    }

    /// Returns true if the last ply was a zero move (or a push, by which the opponent passed).
    pub fn after_zero(&self) -> bool {
        self.zero
    }

    /// Number of the next ply, from 1.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Square of a tower, in Black's view; `None` if the side has no tower of this colour.
    pub fn square(&self, side: Side, color: Color) -> Option<u8> {
        let square = self.squares[side as usize][color as usize];
        (square < 64).then(|| self.seen_by_black(side, square))
    }

    /// Towers that a position must have for this one to be among the positions of its game.
    pub fn towers(&self) -> Towers {
        if self.lacks_towers() {
            Towers::Some
        } else {
            Towers::All
        }
    }

    /// Returns true if a tower of either side is not on the board.
    #[inline]
    pub fn lacks_towers(&self) -> bool {
        self.occupied[0].count_ones() < 16
    }

    /// Rank of a tower: 0 plain, 1 sumo, 2 double sumo, 3 triple sumo.
    pub fn rank(&self, side: Side, color: Color) -> u8 {
        self.rank_of(side as usize, color as usize)
    }

    /// Side and colour of the tower on a square of Black's view; `None` if the square is empty.
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

    /// Returns the number of the colour whose tower must move, or [`ANY`].
    #[inline(always)]
    pub fn required_number(&self) -> u8 {
        self.required
    }

    /// Returns the squares of a seat's towers, by colour number, in that seat's view; 127 for a tower that is not on
    /// the board.
    #[inline(always)]
    pub fn own_squares(&self, seat: usize) -> [u8; 8] {
        self.squares[seat]
    }

    /// Ranks of all towers by seat, two bits for each colour. They do not change during a round.
    pub fn ranks(&self) -> [u16; 2] {
        self.ranks
    }

    #[inline(always)]
    pub(super) fn rank_of(&self, seat: usize, color: usize) -> u8 {
        (self.ranks[seat] >> (2 * color) & 3) as u8
    }

    /// Returns true if any tower is a sumo, so that pushes are possible.
    #[inline(always)]
    pub fn has_sumo(&self) -> bool {
        self.ranks != [0; 2]
    }

    /// Returns true if the chain of forced zero moves from here never reaches a tower that can move.
    fn chain_repeats(&self) -> bool {
        let (mut seat, mut color) = (self.seat(), usize::from(self.required));
        let mut seen = [[false; 8]; 2];
        while self.is_stuck(seat, color) {
            if self.squares[seat][color] == OFF_BOARD {
                return self.is_immobile(seat);
            }
            if std::mem::replace(&mut seen[seat][color], true) {
                return true;
            }
            color = usize::from(COLORS[usize::from(self.squares[seat][color])]);
            seat ^= 1;
        }
        false
    }

    /// Returns true if the round has ended in a deadlock. The required tower must be stuck.
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

    /// Returns true if no tower of a seat can move.
    #[cold]
    pub(super) fn is_immobile(&self, seat: usize) -> bool {
        (0..8).all(|color| self.is_stuck(seat, color))
    }

    /// Returns true if the round is over. The side to move has then lost.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.won
            || (self.zero && self.is_deadlock())
            || (self.required == ANY && self.is_immobile(self.seat()))
    }

    /// Winner of the round and the reason; `None` if the round is not over.
    pub(super) fn round_outcome(&self) -> Option<Outcome> {
        let reason = if self.won {
            "home row"
        } else if self.is_over() {
            "deadlock"
        } else {
            return None;
        };
        Some(Outcome {
            winners: Seats::one(self.seat() ^ 1),
            reason,
        })
    }

    /// Converts a step in the mover's view to a move in Black's view.
    pub fn step_as_move(&self, color: usize, to: u8) -> Move {
        let side = self.side();
        let from = self.squares[side as usize][color];
        Move {
            from: self.seen_by_black(side, from),
            to: self.seen_by_black(side, to),
        }
    }

    /// Converts a move in Black's view to a step: the colour number and the target square in the mover's view. `None`
    /// if the mover has no tower on the square of origin.
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

    /// Zero move; `None` if it is not legal.
    pub fn zero_move(&self) -> Option<Move> {
        let mut zero = None;
        self.for_each_step(|color, to| {
            if self.squares[self.seat()][color] == to {
                zero = Some(self.step_as_move(color, to));
            }
        });
        zero
    }

    /// Returns the position reflected left to right. This reflects the coloured board, too, so each tower and the
    /// required colour become the colour that takes their place ([`Color::mirrored`]).
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let mut next = *self;
        for seat in 0..2 {
            next.ranks[seat] = 0;
            for color in 0..8 {
                let other = Color::ALL[color].mirrored() as usize;
                let square = self.squares[seat][color];
                next.squares[seat][other] = if square < 64 { square ^ 7 } else { OFF_BOARD };
                next.ranks[seat] |= u16::from(self.rank_of(seat, color)) << (2 * other);
            }
        }
        next.occupied = next.occupied_from_squares();
        if let Some(color) = self.required() {
            next.required = color.mirrored() as u8;
        }
        next
    }

    /// Hash key. The ply number is not part of it; the zero flag and the rule of deadlock are.
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
