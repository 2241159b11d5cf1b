//! Kernels for AVX-512 (F and BW): thirty-two lanes a register.

use super::Block;
use super::vector::{self, Vector};
use std::arch::x86_64::*;

impl Vector for __m512i {
    const LANES: usize = 32;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW and a pointer to an aligned register's worth.
        unsafe { _mm512_load_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: the trait's caller has AVX-512 F and BW and a pointer to an aligned register's worth.
        unsafe { _mm512_store_si512(to.cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe { _mm512_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe { _mm512_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn activate(self, weights: Self) -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe {
            let zero = _mm512_setzero_si512();
            let active = _mm512_min_epi16(_mm512_max_epi16(self, zero), _mm512_set1_epi16(255));
            _mm512_madd_epi16(_mm512_mullo_epi16(active, weights), active)
        }
    }

    #[inline(always)]
    unsafe fn add_wide(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe { _mm512_add_epi32(self, other) }
    }

    #[inline(always)]
    unsafe fn sum_wide(self) -> i32 {
        // SAFETY: the trait's caller has AVX-512 F and BW.
        unsafe { _mm512_reduce_add_epi32(self) }
    }
}

/// Computes `target = source + rows[adds] - rows[subs]` for rows of `N` blocks, that is, for `32 * N` hidden units. See
/// [`Kernels::apply`](super::Kernels::apply).
///
/// # Safety
/// The processor has AVX-512 F and BW.
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn apply<const N: usize>(
    rows: &[Block],
    source: &[Block],
    target: &mut [Block],
    adds: &[u16],
    subs: &[u16],
) {
    // SAFETY: compiled for AVX-512, which the caller vouches for.
    unsafe { vector::apply::<__m512i, N>(rows, source, target, adds, subs) }
}

/// Returns the output of two rows of `N` blocks, that is, of `32 * N` hidden units each, with `2 * N` blocks of
/// weights. See [`Kernels::output`](super::Kernels::output).
///
/// # Safety
/// The processor has AVX-512 F and BW.
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn output<const N: usize>(own: &[Block], opponent: &[Block], weights: &[Block]) -> i32 {
    // SAFETY: compiled for AVX-512, which the caller vouches for.
    unsafe { vector::output::<__m512i, N>(own, opponent, weights) }
}
