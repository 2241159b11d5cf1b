//! The board as the searches of Rolit use it: one set of balls for every seat. Everything that does not change in a
//! game (shape, rules, teams, the seat for which values are computed) is in a [`Setting`].

use base::mixing::fold;
use games::rolit::{CellSet, Position, Rules};
use games::{Game, MAX_SEATS};

pub use games::rolit::Cell;

/// Properties that all positions of a game have in common, and the seat for which values are computed.
#[derive(Clone, Copy, Debug)]
pub struct Setting<S> {
    /// Cells that belong to the board.
    pub playable: S,
    /// Cells that have no two opposite neighbours, so that a ball there is never turned.
    pub corners: S,
    /// True if a seat that can capture must do so.
    pub duty: bool,
    /// Number of seats.
    pub seats: usize,
    /// The seat to move at the root: values are its side's points less those of the best rival.
    pub owner: usize,
    /// The side of each seat: its team, or itself.
    sides: [u8; MAX_SEATS],
    /// Number mixed into keys, different for each setting.
    salt: u64,
}

/// The balls of each seat. `N` is at least the number of seats; further seats have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balls<S, const N: usize> {
    /// Cells with a ball of each seat.
    pub of: [S; N],
    /// Cells with a ball of any colour, including those of colours without a player.
    pub occupied: S,
}

impl<S: CellSet> Setting<S> {
    /// Creates the setting of a position, for the seat that is to move. `playable` is the board's shape.
    pub fn new(position: &Position, playable: S) -> Setting<S> {
        let mut sides = [u8::MAX; MAX_SEATS];
        let mut salt = playable.mix(position.rules() as u64 + 1);
        for (seat, color) in position.colors().iter().enumerate() {
            let first = (0..seat).find(|other| position.allied(*other, seat));
            sides[seat] = first.unwrap_or(seat) as u8;
            salt = fold(
                salt ^ 0x9e37_79b9_7f4a_7c15,
                (*color as u64) << 8 | u64::from(sides[seat]) | 1 << 32,
            );
        }
        let lines = playable.moved();
        let corners = lines.iter().fold(playable, |set, [a, b]| set & !(*a & *b));
        Setting {
            playable,
            corners,
            duty: position.rules() == Rules::Official,
            seats: position.players(),
            owner: position.turn(),
            sides,
            salt: fold(
                salt ^ 0x9e37_79b9_7f4a_7c15,
                position.turn() as u64 | 1 << 40,
            ),
        }
    }

    /// Returns the seat whose turn is after this one's.
    #[inline(always)]
    pub fn after(&self, seat: usize) -> usize {
        let next = seat + 1;
        if next == self.seats { 0 } else { next }
    }

    /// Returns true if a seat plays on the owner's side: such seats maximise the value, all others minimise it.
    #[inline(always)]
    pub fn with_owner(&self, seat: usize) -> bool {
        self.sides[seat] == self.sides[self.owner]
    }

    /// Sums `of_seat` over the seats of each side, and returns the sum of the owner's side less the greatest sum of
    /// another side.
    #[inline(always)]
    pub fn lead(&self, of_seat: impl Fn(usize) -> i32) -> i32 {
        if self.seats == 2 {
            return of_seat(self.owner) - of_seat(self.owner ^ 1);
        }
        let mut sums = [0; MAX_SEATS];
        for seat in 0..self.seats {
            sums[usize::from(self.sides[seat]) % MAX_SEATS] += of_seat(seat);
        }
        let own = usize::from(self.sides[self.owner]);
        let mut best = i32::MIN;
        for (side, sum) in sums.iter().enumerate().take(self.seats) {
            if side != own && self.sides[side] == side as u8 {
                best = best.max(*sum);
            }
        }
        sums[own % MAX_SEATS] - best
    }

    /// Returns the cells that a seat may play; none only if the board is full.
    #[inline(always)]
    pub fn legal<const N: usize>(&self, balls: &Balls<S, N>, seat: usize) -> S {
        let empty = self.playable & !balls.occupied;
        if self.duty {
            let own = balls.of[seat];
            let capturing = S::run_ends(own, balls.occupied & !own) & empty;
            if capturing != S::EMPTY {
                return capturing;
            }
        }
        if balls.occupied == S::EMPTY {
            return empty;
        }
        balls.occupied.neighbours() & empty
    }

    /// Returns a hash key of the balls, with `seat` to move.
    #[inline(always)]
    pub fn key<const N: usize>(&self, balls: &Balls<S, N>, seat: usize) -> u64 {
        let key = balls.occupied.mix(self.salt ^ (seat as u64) << 56);
        let of = &balls.of[..self.seats.min(N)];
        of.iter().fold(key, |key, set| set.mix(key))
    }

    /// Returns the number of empty cells, which is the number of plies to the end.
    pub fn empties<const N: usize>(&self, balls: &Balls<S, N>) -> u32 {
        (self.playable & !balls.occupied).count()
    }

    /// Returns the margin of the owner's side in balls.
    #[inline(always)]
    pub fn margin<const N: usize>(&self, balls: &Balls<S, N>) -> i32 {
        self.lead(|seat| balls.of[seat].count() as i32)
    }
}

impl<S: CellSet, const N: usize> Balls<S, N> {
    /// Creates the balls of a position: `of` has the set of each colour, in the order of the seats.
    pub fn new(occupied: S, of: impl Iterator<Item = S>) -> Balls<S, N> {
        let mut balls = Balls {
            of: [S::EMPTY; N],
            occupied,
        };
        balls.of.iter_mut().zip(of).for_each(|(to, set)| *to = set);
        balls
    }

    /// Returns the balls that a seat's new ball in an empty cell turns.
    #[inline(always)]
    pub fn flips(&self, cell: Cell, seat: usize) -> S {
        let own = self.of[seat];
        S::flips(cell, own, self.occupied & !own)
    }

    /// Returns the board after a seat has played in an empty cell.
    #[inline(always)]
    pub fn played(&self, cell: Cell, seat: usize) -> Balls<S, N> {
        let placed = S::single(cell);
        let gained = self.flips(cell, seat) | placed;
        let mut next = *self;
        for set in &mut next.of {
            *set = *set & !gained;
        }
        next.of[seat] = self.of[seat] | gained;
        next.occupied = self.occupied | placed;
        next
    }
}

/// Calls a function with the setting and the balls of a position, in the smallest types that can hold them.
#[macro_export]
macro_rules! with_balls {
    ($position:expr, $f:ident ( $($rest:expr),* )) => {{
        use games::rolit::Grid;
        use $crate::rolit::board::{Balls, Setting};
        use games::{Game as _, MAX_SEATS};
        let position: &games::rolit::Position = $position;
        let colors = position.colors();
        match (position.grid(), position.players()) {
            (Grid::Small(board), 2) => {
                let of = colors.iter().map(|color| board.of(*color));
                let balls = Balls::<_, 2>::new(board.occupied(), of);
                $f(&Setting::new(position, board.playable()), &balls, $($rest),*)
            }
            (Grid::Small(board), 3..=4) => {
                let of = colors.iter().map(|color| board.of(*color));
                let balls = Balls::<_, 4>::new(board.occupied(), of);
                $f(&Setting::new(position, board.playable()), &balls, $($rest),*)
            }
            (Grid::Small(board), _) => {
                let of = colors.iter().map(|color| board.of(*color));
                let balls = Balls::<_, MAX_SEATS>::new(board.occupied(), of);
                $f(&Setting::new(position, board.playable()), &balls, $($rest),*)
            }
            (Grid::Large(board), 2) => {
                let of = colors.iter().map(|color| board.of(*color));
                let balls = Balls::<_, 2>::new(board.occupied(), of);
                $f(&Setting::new(position, board.playable()), &balls, $($rest),*)
            }
            (Grid::Large(board), _) => {
                let of = colors.iter().map(|color| board.of(*color));
                let balls = Balls::<_, MAX_SEATS>::new(board.occupied(), of);
                $f(&Setting::new(position, board.playable()), &balls, $($rest),*)
            }
        }
    }};
}

pub use with_balls;
