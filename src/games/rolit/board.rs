//! A board with its balls: the cells that may be played, and the balls that a move turns.
//!
//! The colours are stored in four bit planes (the bits of a cell form the code of the colour, 0 for an empty cell). A
//! board thus takes five sets whatever the number of players, and turning twenty balls costs no more than turning
//! one.

use super::cell::Cell;
use super::color::{Color, Rules};
use super::sets::CellSet;

/// Number of bit planes: ten colours and "empty" need four bits.
const PLANES: usize = 4;

/// A board and its balls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<S> {
    playable: S,
    planes: [S; PLANES],
}

impl<S: CellSet> Board<S> {
    /// Creates a board without cells.
    pub(super) const fn new() -> Board<S> {
        Board {
            playable: S::EMPTY,
            planes: [S::EMPTY; PLANES],
        }
    }

    /// Adds an empty playable cell.
    pub(super) fn add_cell(&mut self, cell: Cell) {
        self.playable = self.playable | S::single(cell);
    }

    /// Sets all cells of a set to a colour.
    #[inline(always)]
    pub(super) fn paint(&mut self, cells: S, color: Color) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = if color.code() >> bit & 1 == 1 {
                *plane | cells
            } else {
                *plane & !cells
            };
        }
    }

    pub fn playable(&self) -> S {
        self.playable
    }

    #[inline(always)]
    pub fn occupied(&self) -> S {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// Returns true if there is no ball on the board.
    pub(super) fn is_empty(&self) -> bool {
        self.occupied() == S::EMPTY
    }

    /// Returns true if every playable cell has a ball.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.occupied() == self.playable
    }

    /// Cells with balls of a colour.
    #[inline(always)]
    pub fn of(&self, color: Color) -> S {
        let mut balls = self.occupied();
        for (bit, &plane) in self.planes.iter().enumerate() {
            let wanted = color.code() >> bit & 1 == 1;
            balls = balls & if wanted { plane } else { !plane };
        }
        balls
    }

    /// Colour of the ball in a cell; `None` if it is empty.
    pub(super) fn owner(&self, cell: Cell) -> Option<Color> {
        let bits = self.planes.iter().enumerate();
        let code = bits.map(|(bit, plane)| u8::from(plane.contains(cell)) << bit);
        Color::from_code(code.sum())
    }

    /// Empty cells in which a ball of a colour would capture.
    #[inline(always)]
    pub(super) fn capturing(&self, color: Color) -> S {
        let (own, occupied) = (self.of(color), self.occupied());
        S::run_ends(own, occupied & !own) & self.playable & !occupied
    }

    /// Cells that a colour may play.
    #[inline(always)]
    pub(super) fn legal(&self, rules: Rules, color: Color) -> S {
        if rules == Rules::Official {
            let capturing = self.capturing(color);
            if capturing != S::EMPTY {
                return capturing;
            }
        }
        let occupied = self.occupied();
        let empty = self.playable & !occupied;
        if occupied == S::EMPTY {
            return empty;
        }
        occupied.neighbours() & empty
    }

    /// Balls that are turned if a colour plays an empty cell.
    #[inline(always)]
    pub(super) fn flips(&self, cell: Cell, color: Color) -> S {
        let own = self.of(color);
        S::flips(cell, own, self.occupied() & !own)
    }

    /// Returns the board after a colour has played an empty cell.
    #[inline(always)]
    pub(super) fn played(&self, cell: Cell, color: Color) -> Board<S> {
        let mut next = *self;
        next.paint(S::single(cell) | self.flips(cell, color), color);
        next
    }

    /// First playable cell, and the first one that cannot be reached from it by steps to cells that touch at an edge
    /// or corner; `None` if the board is connected.
    pub(super) fn cut_off(&self) -> Option<(Cell, Cell)> {
        let start = first(self.playable)?;
        let mut reached = S::single(start);
        loop {
            let next = reached | (reached.neighbours() & self.playable);
            if next == reached {
                return first(self.playable & !reached).map(|cell| (start, cell));
            }
            reached = next;
        }
    }

    /// Mixes the board into a hash key.
    #[inline]
    pub(super) fn mix(&self, key: u64) -> u64 {
        let key = self.playable.mix(key);
        self.planes.iter().fold(key, |key, plane| plane.mix(key))
    }
}

/// First cell of a set, in the order a1, b1 …; `None` if it is empty.
pub(super) fn first<S: CellSet>(set: S) -> Option<Cell> {
    let mut found = None;
    set.for_each(|cell| found = found.or(Some(cell)));
    found
}
