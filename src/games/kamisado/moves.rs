//! Moves of towers: reachable squares, threats, pushes, and the resulting positions.
//!
//! Everything here is in the view of the side concerned, in which its towers move up, and works on sets of squares. A
//! step is a colour number and a target square.

use super::board::{COLORS, GOAL, RAYS, SQUARES_OF};
use super::position::{ANY, OFF_BOARD, Position, Side, turned};
use crate::kamisado::Color;

/// Squares of a ray up to the first occupied square, which is excluded.
#[inline(always)]
const fn open(ray: u64, occupied: u64) -> u64 {
    let blockers = ray & occupied;
    // Rays lead up, so the nearest obstacle is the lowest bit.
    ray & (!blockers & blockers.wrapping_sub(1))
}

impl Position {
    /// Squares to which a tower can step, in its side's view.
    #[inline(always)]
    pub fn targets(&self, seat: usize, color: usize) -> u64 {
        let rank = usize::from(self.rank_of(seat, color));
        let rays = &RAYS[rank][usize::from(self.squares[seat][color] & 63)];
        let occupied = self.occupied[seat];
        open(rays[0], occupied) | open(rays[1], occupied) | open(rays[2], occupied)
    }

    /// Returns true if a step to the opponent's home row is possible now.
    #[inline(always)]
    pub fn can_win_now(&self) -> bool {
        let seat = self.seat();
        if self.required == ANY {
            return (0..8).any(|color| self.targets(seat, color) & GOAL != 0);
        }
        self.targets(seat, usize::from(self.required)) & GOAL != 0
    }

    /// Returns the position after the zero move if the required tower can neither step nor push; `None` otherwise.
    /// The round must not be over.
    #[inline(always)]
    pub fn forced_zero(&self) -> Option<Position> {
        if self.required == ANY {
            return None;
        }
        let (seat, color) = (self.seat(), usize::from(self.required));
        let stuck = self.targets(seat, color) == 0 && self.is_stuck(seat, color);
        stuck.then(|| self.after_step(color, self.squares[seat][color]))
    }

    /// Squares whose colour would require a tower of `seat` that can currently reach its goal. The colours of missing
    /// towers, which would allow any tower to move, are not among them.
    #[inline]
    pub fn goal_colors(&self, seat: usize) -> u64 {
        let mut squares = 0;
        for (color, of_color) in SQUARES_OF.into_iter().enumerate() {
            if self.targets(seat, color) & GOAL != 0 {
                squares |= of_color;
            }
        }
        squares
    }

    /// Number of the required tower's steps to a colour whose enemy tower cannot currently reach its goal. Only an
    /// estimate, because the step itself may open or close ways.
    #[inline]
    pub fn safe_replies(&self) -> u32 {
        let own = self.targets(self.seat(), usize::from(self.required & 7));
        (own & !self.goal_colors(self.seat() ^ 1)).count_ones()
    }

    /// Returns true if the required tower is blocked and its zero move ends the round, so that the side to move wins.
    #[inline(always)]
    pub fn wins_by_deadlock(&self) -> bool {
        self.forced_zero().is_some_and(|zero| zero.is_over())
    }

    /// Number of enemy towers that a tower would push; `None` if it cannot push.
    pub fn push(&self, seat: usize, color: usize) -> Option<usize> {
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

    /// Colour number of a seat's tower on a square of that seat's view; `None` if there is none.
    pub(super) fn color_at(&self, seat: usize, square: u8) -> Option<usize> {
        self.squares[seat].iter().position(|s| *s == square)
    }

    /// Returns true if a tower, given by seat and colour number, can neither step nor push.
    #[inline(always)]
    pub fn is_stuck(&self, seat: usize, color: usize) -> bool {
        self.targets(seat, color) == 0
            && (self.rank_of(seat, color) == 0 || self.push(seat, color).is_none())
    }

    /// Returns true if a tower, given by side and colour, can neither step nor push.
    pub fn is_blocked(&self, side: Side, color: Color) -> bool {
        self.is_stuck(side as usize, color as usize)
    }

    /// Calls `f` with the colour number and the target square (in the mover's view) of every move: steps in ascending
    /// order of squares, then the push; or the zero move if there is no other.
    #[inline(always)]
    pub fn for_each_step(&self, mut f: impl FnMut(usize, u8)) {
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

    /// Number of legal moves.
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

    /// Number of the colour that a seat must move after a ply that ended on a square (in either view), or [`ANY`] if
    /// it has no tower of that colour.
    #[inline(always)]
    fn required_by(&self, square: u8, seat: usize) -> u8 {
        let color = COLORS[usize::from(square & 63)];
        if self.squares[seat][usize::from(color)] == OFF_BOARD {
            return ANY;
        }
        color
    }

    /// Returns the position after a tower has gone to a square, in the mover's view.
    #[inline(always)]
    #[must_use]
    pub fn after_step(&self, color: usize, to: u8) -> Position {
        let seat = self.seat();
        let from = self.squares[seat][color];
        let mut next = *self;
        next.ply = self.ply.saturating_add(1);
        next.turn ^= 1;
        next.required = self.required_by(to, seat ^ 1);
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

    /// Returns the position after a push by the tower `color` of the side to move: the towers of the column move on by
    /// one square, the pushed side passes, and the pushing side must go on with the colour under the last pushed tower.
    /// `next` is this position with the next ply number.
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
        next.required = self.required_by(last, seat);
        next.zero = true;
        next
    }
}
