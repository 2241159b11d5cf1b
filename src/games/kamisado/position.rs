//! A round of Kamisado: where the towers stand, whose turn it is, which colour must move.
//!
//! Each side's towers are kept in that side's own view (see [`board`](super::board)), in which they
//! move up; the occupied squares are kept in both views. So moves come from one piece of code
//! without a question which side it is for.

use super::board::{COLORS, Color, GOAL, RAYS, SQUARES_OF};
use crate::games::{Outcome, Seats};

/// In place of a colour number: any tower may move.
pub(crate) const ANY: u8 = 8;

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
    /// Where the tower stands, 0 to 63.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Move {
    /// Whether the tower stays where it is.
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
pub(crate) const fn turned(square: u8) -> u8 {
    63 - square
}

/// The squares of a ray in front of the first occupied one.
#[inline(always)]
const fn open(ray: u64, occupied: u64) -> u64 {
    let blockers = ray & occupied;
    // Rays lead up, so the nearest blocker is the lowest bit.
    ray & (!blockers & blockers.wrapping_sub(1))
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

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        Side::from_seat(self.turn.into())
    }

    /// The colour that must move, or `None` if any may.
    pub fn required(&self) -> Option<Color> {
        Color::ALL.get(usize::from(self.required)).copied()
    }

    /// Whether the last ply was a zero move (or a push, by which the opponent passed).
    pub fn after_zero(&self) -> bool {
        self.zero
    }

    /// The number of the ply to be played, from 1.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Where a tower stands, in Black's view.
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

    #[inline(always)]
    pub(crate) fn seat(&self) -> usize {
        usize::from(self.turn)
    }

    #[inline(always)]
    pub(crate) fn required_number(&self) -> u8 {
        self.required
    }

    #[inline(always)]
    pub(crate) fn own_squares(&self, seat: usize) -> [u8; 8] {
        self.squares[seat]
    }

    /// The ranks of all towers: what tells one round's states from another's.
    pub(crate) fn ranks(&self) -> [u16; 2] {
        self.ranks
    }

    #[inline(always)]
    fn rank_of(&self, seat: usize, color: usize) -> u8 {
        (self.ranks[seat] >> (2 * color) & 3) as u8
    }

    /// Whether any tower is a sumo, so that there may be pushes.
    #[inline(always)]
    pub fn has_sumo(&self) -> bool {
        self.ranks != [0; 2]
    }

    /// The squares a tower can step to, in its side's view.
    #[inline(always)]
    pub(crate) fn targets(&self, seat: usize, color: usize) -> u64 {
        let rank = usize::from(self.rank_of(seat, color));
        let rays = &RAYS[rank][usize::from(self.squares[seat][color] & 63)];
        let occupied = self.occupied[seat];
        open(rays[0], occupied) | open(rays[1], occupied) | open(rays[2], occupied)
    }

    /// Whether the side to move can reach the opponent's home row with this ply.
    #[inline(always)]
    pub(crate) fn can_win_now(&self) -> bool {
        let seat = self.seat();
        if self.required == ANY {
            return (0..8).any(|color| self.targets(seat, color) & GOAL != 0);
        }
        self.targets(seat, usize::from(self.required)) & GOAL != 0
    }

    /// The position after the zero move, where that is forced. The round is not over.
    #[inline(always)]
    pub(crate) fn forced_zero(&self) -> Option<Position> {
        if self.required == ANY {
            return None;
        }
        let (seat, color) = (self.seat(), usize::from(self.required));
        let stuck = self.targets(seat, color) == 0 && self.is_stuck(seat, color);
        stuck.then(|| self.after_step(color, self.squares[seat][color]))
    }

    /// The squares whose colour calls a tower of `seat` that can reach its goal as things stand.
    #[inline]
    pub(crate) fn goal_colors(&self, seat: usize) -> u64 {
        let mut squares = 0;
        for (color, of_color) in SQUARES_OF.into_iter().enumerate() {
            if self.targets(seat, color) & GOAL != 0 {
                squares |= of_color;
            }
        }
        squares
    }

    /// How many of the required tower's steps answer with a colour of which the opponent's tower
    /// cannot reach its goal as things stand. A guess at what happens after the step.
    #[inline]
    pub(crate) fn safe_replies(&self) -> u32 {
        let own = self.targets(self.seat(), usize::from(self.required & 7));
        (own & !self.goal_colors(self.seat() ^ 1)).count_ones()
    }

    /// Whether the side to move is blocked and its zero move ends the round.
    #[inline(always)]
    pub(crate) fn wins_by_deadlock(&self) -> bool {
        self.forced_zero().is_some_and(|zero| zero.is_over())
    }

    /// How many enemy towers a tower can push, if it can push at all.
    pub(crate) fn push(&self, seat: usize, color: usize) -> Option<usize> {
        let rank = self.rank_of(seat, color);
        if rank == 0 {
            return None;
        }
        let mut square = self.squares[seat][color] + 8;
        let mut pushed = 0;
        while square < 64 && self.occupied[seat] >> square & 1 == 1 {
            let enemy = self.color_at(seat ^ 1, turned(square))?;
            pushed += 1;
            if self.rank_of(seat ^ 1, enemy) >= rank || pushed > usize::from(rank) {
                return None;
            }
            square += 8;
        }
        (pushed > 0 && square < 64).then_some(pushed)
    }

    /// The tower of a seat on a square of its own view.
    fn color_at(&self, seat: usize, square: u8) -> Option<usize> {
        self.squares[seat].iter().position(|s| *s == square)
    }

    /// Whether a tower can neither step nor push.
    #[inline(always)]
    pub(crate) fn is_stuck(&self, seat: usize, color: usize) -> bool {
        self.targets(seat, color) == 0
            && (self.rank_of(seat, color) == 0 || self.push(seat, color).is_none())
    }

    /// Whether a tower can neither step nor push.
    pub fn is_blocked(&self, side: Side, color: Color) -> bool {
        self.is_stuck(side as usize, color as usize)
    }

    /// Whether the forced zero moves from here never reach a tower that can move.
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

    /// Whether the round has ended in a deadlock. The required tower is known to be stuck.
    #[inline]
    fn stuck_is_deadlock(&self) -> bool {
        self.zero && (self.deadlock == Deadlock::Mutual || self.chain_repeats())
    }

    fn is_deadlock(&self) -> bool {
        self.zero
            && self.required != ANY
            && self.is_stuck(self.seat(), usize::from(self.required))
            && self.stuck_is_deadlock()
    }

    /// Whether the round is over; the side to move has then lost.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.won || (self.zero && self.is_deadlock())
    }

    /// Who has won, and how.
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

    /// Calls `f` with the colour number and the target (in the mover's view) of every move: steps
    /// from the lowest square up, then the push, or else the zero move.
    #[inline(always)]
    pub(crate) fn for_each_step(&self, mut f: impl FnMut(usize, u8)) {
        if self.won {
            return;
        }
        let seat = self.seat();
        let mut one = |color: usize| {
            let mut targets = self.targets(seat, color);
            let none = targets == 0;
            while targets != 0 {
                f(color, targets.trailing_zeros() as u8);
                targets &= targets - 1;
            }
            let push = self.rank_of(seat, color) > 0 && self.push(seat, color).is_some();
            if push {
                f(color, self.squares[seat][color] + 8);
            } else if none && self.required != ANY && !self.stuck_is_deadlock() {
                f(color, self.squares[seat][color]);
            }
        };
        if self.required == ANY {
            (0..8).for_each(one);
        } else {
            one(usize::from(self.required));
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count_steps(&self) -> usize {
        if self.required == ANY || self.has_sumo() {
            let mut count = 0;
            self.for_each_step(|_, _| count += 1);
            return count;
        }
        if self.won {
            return 0;
        }
        match self.targets(self.seat(), usize::from(self.required)) {
            0 => usize::from(!self.stuck_is_deadlock()),
            targets => targets.count_ones() as usize,
        }
    }

    /// The position after a tower goes to a square of the mover's view.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_step(&self, color: usize, to: u8) -> Position {
        let seat = self.seat();
        let from = self.squares[seat][color];
        let mut next = *self;
        next.ply = self.ply.saturating_add(1);
        next.turn ^= 1;
        next.required = COLORS[usize::from(to & 63)];
        next.zero = from == to;
        if from == to {
            return next;
        }
        if self.has_sumo() && self.occupied[seat] >> to & 1 == 1 {
            return self.after_push(color, next);
        }
        next.squares[seat][color] = to;
        next.occupied[seat] ^= 1 << from | 1 << to;
        next.occupied[seat ^ 1] ^= 1 << turned(from) | 1 << turned(to);
        next.won = to >= 56;
        next
    }

    /// A push: the column moves on by one, the pushed side passes, and the pusher must go on with
    /// the colour under the last pushed tower.
    #[cold]
    fn after_push(&self, color: usize, mut next: Position) -> Position {
        let seat = self.seat();
        let from = self.squares[seat][color];
        let pushed = self.push(seat, color).unwrap_or(0) as u8;
        let last = from + 8 * (pushed + 1);
        for step in (1..=pushed).rev() {
            let square = turned(from + 8 * step);
            if let Some(enemy) = self.color_at(seat ^ 1, square) {
                next.squares[seat ^ 1][enemy] = square - 8;
            }
        }
        next.squares[seat][color] = from + 8;
        next.occupied = next.occupied_from_squares();
        next.turn = self.turn;
        next.required = COLORS[usize::from(last & 63)];
        next.zero = true;
        next
    }

    /// A step in the mover's view as a move in Black's.
    pub(crate) fn step_as_move(&self, color: usize, to: u8) -> Move {
        let side = self.side();
        let from = self.squares[side as usize][color];
        Move {
            from: self.seen_by_black(side, from),
            to: self.seen_by_black(side, to),
        }
    }

    /// A move in Black's view as a step: the colour number and the target in the mover's view.
    pub(crate) fn move_as_step(&self, m: Move) -> Option<(usize, u8)> {
        let side = self.side();
        let color = self.color_at(side as usize, self.seen_by_black(side, m.from))?;
        Some((color, self.seen_by_black(side, m.to)))
    }

    /// Whether a move is legal here.
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

    /// The position reflected left to right, with the colours that this swaps.
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

/// Multiplies to 128 bits and folds the halves.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
