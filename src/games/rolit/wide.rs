//! Sets of cells for boards that do not fit into 64 bits.

use super::cell::{Cell, MAX_SIDE};
use super::sets::CellSet;
use std::ops::{BitAnd, BitOr, Not};

/// Number of bits from a cell to the one above it: one more than the cells of a rank. The last column is outside of
/// every board and stops shifts over the left or right edge.
const STRIDE: usize = MAX_SIDE as usize + 1;

/// Number of words: 17 ranks of 18 bits need 306 bits.
const WORDS: usize = 5;

/// A set of cells of a board of up to 17 × 17; bit 18 × rank + file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl Wide {
    #[inline(always)]
    fn map(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Shifts every cell to a bit `N` (1 to 63) places higher.
    #[inline(always)]
    fn up<const N: usize>(self) -> Wide {
        let low = |i: usize| if i == 0 { 0 } else { self.0[i - 1] };
        Wide(std::array::from_fn(|i| self.0[i] << N | low(i) >> (64 - N)))
    }

    /// Shifts every cell to a bit `N` (1 to 63) places lower.
    #[inline(always)]
    fn down<const N: usize>(self) -> Wide {
        let high = |i: usize| self.0.get(i + 1).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            self.0[i] >> N | high(i) << (64 - N)
        }))
    }

    fn is_empty(self) -> bool {
        self == Wide::EMPTY
    }

    /// Returns true if a bit is set; false for a number beyond the last word.
    #[inline(always)]
    fn bit(self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    #[inline(always)]
    fn set(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Ends of the runs in one direction.
    #[inline(always)]
    fn ends(own: Wide, foreign: Wide, step: impl Fn(Wide) -> Wide) -> Wide {
        let mut front = step(own) & foreign;
        let mut ends = Wide::EMPTY;
        while !front.is_empty() {
            front = step(front);
            ends = ends | front;
            front = front & foreign;
        }
        ends
    }
}

#[inline(always)]
const fn number(cell: Cell) -> usize {
    cell.rank() * STRIDE + cell.file()
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        self.map(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        self.map(other, |a, b| a | b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl CellSet for Wide {
    const EMPTY: Wide = Wide([0; WORDS]);

    fn fits(width: usize, height: usize) -> bool {
        width <= usize::from(MAX_SIDE) && height <= usize::from(MAX_SIDE)
    }

    #[inline(always)]
    fn single(cell: Cell) -> Wide {
        let mut set = Wide::EMPTY;
        set.set(number(cell));
        set
    }

    #[inline(always)]
    fn contains(self, cell: Cell) -> bool {
        self.bit(number(cell))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn for_each(self, mut f: impl FnMut(Cell)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                let number = i * 64 + word.trailing_zeros() as usize;
                f(Cell::at(number % STRIDE, number / STRIDE));
                word &= word - 1;
            }
        }
    }

    #[inline(always)]
    fn neighbours(self) -> Wide {
        let row = self | self.up::<1>() | self.down::<1>();
        row | row.up::<STRIDE>() | row.down::<STRIDE>()
    }

    #[inline(always)]
    fn moved(self) -> [[Wide; 2]; 4] {
        [
            [self.up::<1>(), self.down::<1>()],
            [self.up::<{ STRIDE - 1 }>(), self.down::<{ STRIDE - 1 }>()],
            [self.up::<STRIDE>(), self.down::<STRIDE>()],
            [self.up::<{ STRIDE + 1 }>(), self.down::<{ STRIDE + 1 }>()],
        ]
    }

    fn run_ends(own: Wide, foreign: Wide) -> Wide {
        Wide::ends(own, foreign, Wide::up::<1>)
            | Wide::ends(own, foreign, Wide::down::<1>)
            | Wide::ends(own, foreign, Wide::up::<{ STRIDE - 1 }>)
            | Wide::ends(own, foreign, Wide::down::<{ STRIDE - 1 }>)
            | Wide::ends(own, foreign, Wide::up::<STRIDE>)
            | Wide::ends(own, foreign, Wide::down::<STRIDE>)
            | Wide::ends(own, foreign, Wide::up::<{ STRIDE + 1 }>)
            | Wide::ends(own, foreign, Wide::down::<{ STRIDE + 1 }>)
    }

    fn flips(cell: Cell, own: Wide, foreign: Wide) -> Wide {
        let here = number(cell);
        let mut flips = Wide::EMPTY;
        for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
            // Numbers wrap below 0, where no cell exists either.
            for step in [step, step.wrapping_neg()] {
                let mut end = here.wrapping_add(step);
                while foreign.bit(end) {
                    end = end.wrapping_add(step);
                }
                if own.bit(end) {
                    let mut turned = here.wrapping_add(step);
                    while turned != end {
                        flips.set(turned);
                        turned = turned.wrapping_add(step);
                    }
                }
            }
        }
        flips
    }

    fn mix(self, key: u64) -> u64 {
        self.0.into_iter().fold(key, |key, word| word.mix(key))
    }
}
