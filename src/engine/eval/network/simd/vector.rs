//! The algorithm of the vector kernels, for registers of any width.
//!
//! Everything here is `inline(always)`: it becomes code of an instruction set only inside a function
//! that is compiled for it, in `avx2` and `avx512`.

use super::{Block, LANES, row, row_mut};

/// A register of 16-bit lanes.
///
/// # Safety
/// The caller must be compiled for the register's instruction set, and the processor must have it. Pointers must point
/// to [`Vector::LANES`] numbers, aligned to the register.
pub(super) trait Vector: Copy {
    /// Number of 16-bit lanes, a divisor of [`LANES`].
    const LANES: usize;
    /// Returns a register of zeros.
    unsafe fn zero() -> Self;
    /// Loads a register from memory.
    unsafe fn load(from: *const i16) -> Self;
    /// Stores the register to memory.
    unsafe fn store(self, to: *mut i16);
    /// Adds lanes of 16 bits.
    unsafe fn add(self, other: Self) -> Self;
    /// Subtracts lanes of 16 bits.
    unsafe fn sub(self, other: Self) -> Self;
    /// Computes w × clamp(a, 0, 255)² for each lane and adds neighbouring lanes, giving lanes of 32 bits. |w| must be
    /// at most 127.
    unsafe fn activate(self, weights: Self) -> Self;
    /// Adds lanes of 32 bits.
    unsafe fn add_wide(self, other: Self) -> Self;
    /// Returns the sum of all lanes of 32 bits, modulo 2^32.
    unsafe fn sum_wide(self) -> i32;
}

/// Number of registers used at once: few enough for a processor with sixteen.
const TILE: usize = 8;

/// Computes `target = source + rows[adds] - rows[subs]` for rows of `N` blocks, that is, for `32 * N` hidden units. See
/// [`Kernels::apply`](super::Kernels::apply).
///
/// # Safety
/// As for [`Vector`].
#[inline(always)]
pub(super) unsafe fn apply<V: Vector, const N: usize>(
    rows: &[Block],
    source: &[Block],
    target: &mut [Block],
    adds: &[u16],
    subs: &[u16],
) {
    let rows = rows.as_chunks::<N>().0;
    let source = row::<N>(source).as_ptr().cast::<i16>();
    let target = row_mut::<N>(target).as_mut_ptr().cast::<i16>();
    let registers = N * LANES / V::LANES;
    let mut first = 0;
    while first < registers {
        let count = if registers - first < TILE {
            registers - first
        } else {
            TILE
        };
        // SAFETY: the instruction set is the caller's care. All pointers stay within rows of `N` blocks,
        // which `registers` vectors fill, and blocks are aligned to 64 bytes.
        unsafe {
            let mut sums = [V::zero(); TILE];
            for (i, sum) in sums[..count].iter_mut().enumerate() {
                *sum = V::load(source.add((first + i) * V::LANES));
            }
            for index in subs {
                let row = rows[usize::from(*index)].as_ptr().cast::<i16>();
                for (i, sum) in sums[..count].iter_mut().enumerate() {
                    *sum = sum.sub(V::load(row.add((first + i) * V::LANES)));
                }
            }
            for index in adds {
                let row = rows[usize::from(*index)].as_ptr().cast::<i16>();
                for (i, sum) in sums[..count].iter_mut().enumerate() {
                    *sum = sum.add(V::load(row.add((first + i) * V::LANES)));
                }
            }
            for (i, sum) in sums[..count].iter().enumerate() {
                sum.store(target.add((first + i) * V::LANES));
            }
        }
        first += TILE;
    }
}

/// Returns the output of two rows of `N` blocks, that is, of `32 * N` hidden units each, with `2 * N` blocks of
/// weights. See [`Kernels::output`](super::Kernels::output).
///
/// # Safety
/// As for [`Vector`].
#[inline(always)]
pub(super) unsafe fn output<V: Vector, const N: usize>(
    own: &[Block],
    opponent: &[Block],
    weights: &[Block],
) -> i32 {
    let (own_weights, opponent_weights) = weights.split_at(N);
    // SAFETY: the instruction set is the caller's care. Pointers stay within rows of `N` blocks, which
    // are aligned to 64 bytes.
    unsafe {
        let mut sums = [V::zero(); 2];
        for (units, weights) in [(own, own_weights), (opponent, opponent_weights)] {
            let units = row::<N>(units).as_ptr().cast::<i16>();
            let weights = row::<N>(weights).as_ptr().cast::<i16>();
            for i in 0..N * LANES / V::LANES {
                let unit = V::load(units.add(i * V::LANES));
                let weight = V::load(weights.add(i * V::LANES));
                sums[i % 2] = sums[i % 2].add_wide(unit.activate(weight));
            }
        }
        sums[0].add_wide(sums[1]).sum_wide()
    }
}
