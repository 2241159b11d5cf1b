//! Kernels for AVX2: sixteen lanes a register.

use super::Block;
use super::vector::{self, Vector};
use std::arch::x86_64::*;

impl Vector for __m256i {
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the trait's caller has AVX2.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the trait's caller has AVX2 and a pointer to an aligned register's worth.
        unsafe { _mm256_load_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: the trait's caller has AVX2 and a pointer to an aligned register's worth.
        unsafe { _mm256_store_si256(to.cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX2.
        unsafe { _mm256_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX2.
        unsafe { _mm256_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn activate(self, weights: Self) -> Self {
        // SAFETY: the trait's caller has AVX2.
        unsafe {
            let zero = _mm256_setzero_si256();
            let active = _mm256_min_epi16(_mm256_max_epi16(self, zero), _mm256_set1_epi16(255));
            _mm256_madd_epi16(_mm256_mullo_epi16(active, weights), active)
        }
    }

    #[inline(always)]
    unsafe fn add_wide(self, other: Self) -> Self {
        // SAFETY: the trait's caller has AVX2.
        unsafe { _mm256_add_epi32(self, other) }
    }

    #[inline(always)]
    unsafe fn sum_wide(self) -> i32 {
        // SAFETY: the trait's caller has AVX2.
        unsafe {
            let halves = _mm_add_epi32(
                _mm256_castsi256_si128(self),
                _mm256_extracti128_si256::<1>(self),
            );
            let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b01_00_11_10>(halves));
            let one = _mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs));
            _mm_cvtsi128_si32(one)
        }
    }
}

/// Computes `target = source + rows[adds] - rows[subs]` for rows of `N` blocks, that is, for `32 * N` hidden units. See
/// [`Kernels::apply`](super::Kernels::apply).
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub unsafe fn apply<const N: usize>(
    rows: &[Block],
    source: &[Block],
    target: &mut [Block],
    adds: &[u16],
    subs: &[u16],
) {
    // SAFETY: compiled for AVX2, which the caller vouches for.
    unsafe { vector::apply::<__m256i, N>(rows, source, target, adds, subs) }
}

/// Returns the output of two rows of `N` blocks, that is, of `32 * N` hidden units each, with `2 * N` blocks of
/// weights. See [`Kernels::output`](super::Kernels::output).
///
/// # Safety
/// The processor has AVX2.
#[target_feature(enable = "avx2")]
pub unsafe fn output<const N: usize>(own: &[Block], opponent: &[Block], weights: &[Block]) -> i32 {
    // SAFETY: compiled for AVX2, which the caller vouches for.
    unsafe { vector::output::<__m256i, N>(own, opponent, weights) }
}
