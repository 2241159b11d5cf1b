//! The reference implementation, with which the other kernels must agree bit for bit.

use super::{Block, LANES, row, row_mut};

/// Computes `target = source + rows[adds] - rows[subs]` for rows of `N` blocks, that is, for `32 * N` hidden units. See
/// [`Kernels::apply`](super::Kernels::apply).
pub fn apply<const N: usize>(
    rows: &[Block],
    source: &[Block],
    target: &mut [Block],
    adds: &[u16],
    subs: &[u16],
) {
    let rows = rows.as_chunks::<N>().0;
    let target = row_mut::<N>(target);
    target.copy_from_slice(row::<N>(source));
    for (sign, indices) in [(1_i16, adds), (-1, subs)] {
        for index in indices {
            for (sum, block) in target.iter_mut().zip(&rows[usize::from(*index)]) {
                for lane in 0..LANES {
                    sum.0[lane] = sum.0[lane].wrapping_add(block.0[lane].wrapping_mul(sign));
                }
            }
        }
    }
}

/// Returns the output of two rows of `N` blocks, that is, of `32 * N` hidden units each, with `2 * N` blocks of
/// weights. See [`Kernels::output`](super::Kernels::output).
pub fn output<const N: usize>(own: &[Block], opponent: &[Block], weights: &[Block]) -> i32 {
    let (own_weights, opponent_weights) = weights.split_at(N);
    half::<N>(own, own_weights).wrapping_add(half::<N>(opponent, opponent_weights))
}

fn half<const N: usize>(units: &[Block], weights: &[Block]) -> i32 {
    let mut sum = 0_i32;
    for (units, weights) in row::<N>(units).iter().zip(row::<N>(weights)) {
        for (unit, weight) in units.0.iter().zip(&weights.0) {
            let active = i32::from((*unit).clamp(0, 255));
            sum = sum.wrapping_add(active * active * i32::from(*weight));
        }
    }
    sum
}
