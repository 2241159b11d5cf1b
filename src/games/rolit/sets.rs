//! Sets of cells, and the operations of the rules on whole sets: the neighbours of balls, the ends of runs, and the
//! balls turned by a move.
//!
//! Two types implement them. A `u64` holds any board of up to 8 × 8 cells, a [`Wide`](super::wide::Wide) any of up to
//! 17 × 17.

use super::cell::Cell;
use base::mixing::fold;
use std::ops::{BitAnd, BitOr, Not};

/// A set of cells of a board.
pub trait CellSet:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Empty set.
    const EMPTY: Self;

    /// Returns true if a board of these dimensions fits into the set.
    fn fits(width: usize, height: usize) -> bool;

    /// Creates a set of one cell, which must be on a board that fits.
    fn single(cell: Cell) -> Self;

    /// Returns true if a cell, of a board of any size, is in the set.
    fn contains(self, cell: Cell) -> bool;

    /// Number of cells in the set.
    fn count(self) -> u32;

    /// Calls `f` with each cell, in the order a1, b1 …
    fn for_each(self, f: impl FnMut(Cell));

    /// Cells that touch a cell of the set, in eight directions. The result may also contain cells of the set and bits
    /// outside the board.
    fn neighbours(self) -> Self;

    /// The set shifted by one cell in both directions of each of the four lines through a cell. The result may
    /// contain bits outside the board.
    fn moved(self) -> [[Self; 2]; 4];

    /// Cells at the end of a run of foreign balls that begins next to an own ball. Only the empty cells of the result
    /// are meaningful.
    fn run_ends(own: Self, foreign: Self) -> Self;

    /// Foreign balls between a new ball and the nearest own ball in each direction, if there is no gap.
    fn flips(cell: Cell, own: Self, foreign: Self) -> Self;

    /// Mixes the set into a hash key.
    fn mix(self, key: u64) -> u64;
}

/// All cells but those in file a.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
/// All cells but those in file h.
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// All cells but those in files a and h.
const INNER: u64 = NOT_A & NOT_H;

/// Rays from every cell, as `RAYS[cell][half][direction]`: half 0 has the four directions of ascending numbers (right,
/// up-left, up, up-right), half 1 the opposite ones.
static RAYS: [[[u64; 4]; 2]; 64] = {
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut way = 0;
        while way < 8 {
            let sign = if way < 4 { 1 } else { -1 };
            let (right, up) = (sign * steps[way % 4].0, sign * steps[way % 4].1);
            let (mut file, mut rank) = (cell as i32 % 8 + right, cell as i32 / 8 + up);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[cell][way / 4][way % 4] |= 1 << (rank * 8 + file);
                file += right;
                rank += up;
            }
            way += 1;
        }
        cell += 1;
    }
    rays
};

/// Number of a cell of an 8 × 8 board.
#[inline(always)]
const fn number(cell: Cell) -> usize {
    (cell.rank() * 8 + cell.file()) & 63
}

impl CellSet for u64 {
    const EMPTY: u64 = 0;

    fn fits(width: usize, height: usize) -> bool {
        width <= 8 && height <= 8
    }

    #[inline(always)]
    fn single(cell: Cell) -> u64 {
        1 << number(cell)
    }

    #[inline(always)]
    fn contains(self, cell: Cell) -> bool {
        u64::fits(cell.file() + 1, cell.rank() + 1) && self >> number(cell) & 1 == 1
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn for_each(mut self, mut f: impl FnMut(Cell)) {
        while self != 0 {
            let number = self.trailing_zeros() as usize;
            f(Cell::at(number % 8, number / 8));
            self &= self - 1;
        }
    }

    #[inline(always)]
    fn neighbours(self) -> u64 {
        let row = self | (self << 1 & NOT_A) | (self >> 1 & NOT_H);
        row | row << 8 | row >> 8
    }

    #[inline(always)]
    fn moved(self) -> [[u64; 2]; 4] {
        [
            [self << 1 & NOT_A, self >> 1 & NOT_H],
            [self << 7 & NOT_H, self >> 7 & NOT_A],
            [self << 8, self >> 8],
            [self << 9 & NOT_A, self >> 9 & NOT_H],
        ]
    }

    #[inline(always)]
    fn run_ends(own: u64, foreign: u64) -> u64 {
        // Kogge-Stone fills in four directions at once. A run that ends on the board has no ball in file a or h
        // unless it is vertical, so excluding these files prevents wrapping around the edges.
        let inner = foreign & INNER;
        let shifts = [1, 7, 8, 9];
        let mut through = [inner, inner, foreign, inner];
        let mut up = [own; 4];
        let mut down = [own; 4];
        let mut back = through;
        for double in 0..3 {
            for way in 0..4 {
                let shift = shifts[way] << double;
                up[way] |= through[way] & up[way] << shift;
                down[way] |= back[way] & down[way] >> shift;
                through[way] &= through[way] << shift;
                back[way] &= back[way] >> shift;
            }
        }
        let mut ends = 0;
        for way in 0..4 {
            ends |= (up[way] & foreign) << shifts[way] | (down[way] & foreign) >> shifts[way];
        }
        ends
    }

    #[inline(always)]
    fn flips(cell: Cell, own: u64, foreign: u64) -> u64 {
        let [up, down] = &RAYS[number(cell)];
        let mut flips = 0;
        for ray in up {
            // The first cell that is not foreign is the lowest bit. If it is own, all cells before it are turned; if
            // not, `end` is 0 and nothing is turned.
            let stops = ray & !foreign;
            let end = stops & stops.wrapping_neg() & own;
            flips |= ray & end.saturating_sub(1);
        }
        for ray in down {
            // Here it is the highest bit, and all cells after it are turned. Without such a cell the shift wraps to
            // bit 63, above which there is nothing.
            let stops = ray & !foreign;
            let end = (1_u64 << 63).wrapping_shr(stops.leading_zeros()) & own;
            flips |= ray & (end << 1).wrapping_neg();
        }
        flips
    }

    #[inline(always)]
    fn mix(self, key: u64) -> u64 {
        fold(self ^ 0x9e37_79b9_7f4a_7c15, key ^ 0xd1b5_4a32_d192_ed03)
    }
}
