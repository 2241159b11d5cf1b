//! Vectors of sixteen floating-point numbers, in the widest registers of the processor.
//!
//! All implementations do the same operations in the same order on each lane, without fused multiply-add, so that the
//! results of a training are equal bit by bit.

/// Vector of sixteen 32-bit floating-point numbers.
///
/// # Safety
/// The caller of a method must be compiled for the instruction set of the implementation, and the processor must
/// support it. Pointers must point to sixteen numbers.
pub(super) trait Lanes: Copy {
    /// Returns a vector with the same number in all lanes.
    unsafe fn splat(value: f32) -> Self;
    /// Loads a vector from memory.
    unsafe fn load(from: *const f32) -> Self;
    /// Stores the vector to memory.
    unsafe fn store(self, to: *mut f32);
    /// Returns the sum of the two vectors by lane.
    unsafe fn add(self, other: Self) -> Self;
    /// Returns the product of the two vectors by lane.
    unsafe fn mul(self, other: Self) -> Self;
    /// Returns the vector with each lane clamped to the range from 0 to 1.
    unsafe fn clip(self) -> Self;
    /// Returns the lanes of `self` where `of` lies strictly between 0 and 1, and 0 elsewhere.
    unsafe fn where_inside(self, of: Self) -> Self;
    /// Returns the sum of all lanes, always added in the same order.
    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        let mut lanes = [0.0; 16];
        // SAFETY: sixteen numbers lie there; the rest is the caller's care.
        unsafe { self.store(lanes.as_mut_ptr()) };
        lanes.iter().sum()
    }
}

/// Implementation in portable Rust.
impl Lanes for [f32; 16] {
    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        [value; 16]
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller's pointer is that of sixteen numbers.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller's pointer is that of sixteen numbers.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] * other[i])
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        self.map(|value| value.clamp(0.0, 1.0))
    }

    #[inline(always)]
    unsafe fn where_inside(self, of: Self) -> Self {
        let inside = |i: usize| of[i] > 0.0 && of[i] < 1.0;
        std::array::from_fn(|i| if inside(i) { self[i] } else { 0.0 })
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Lanes;
    use std::arch::x86_64::*;

    /// Implementation for AVX2: two registers of eight numbers.
    impl Lanes for [__m256; 2] {
        #[inline(always)]
        unsafe fn splat(value: f32) -> Self {
            // SAFETY: the trait's caller has AVX2.
            unsafe { [_mm256_set1_ps(value); 2] }
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            // SAFETY: the trait's caller has AVX2 and a pointer to sixteen numbers.
            unsafe { [_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8))] }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            // SAFETY: the trait's caller has AVX2 and a pointer to sixteen numbers.
            unsafe {
                _mm256_storeu_ps(to, self[0]);
                _mm256_storeu_ps(to.add(8), self[1]);
            }
        }

        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            // SAFETY: the trait's caller has AVX2.
            unsafe {
                [
                    _mm256_add_ps(self[0], other[0]),
                    _mm256_add_ps(self[1], other[1]),
                ]
            }
        }

        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            // SAFETY: the trait's caller has AVX2.
            unsafe {
                [
                    _mm256_mul_ps(self[0], other[0]),
                    _mm256_mul_ps(self[1], other[1]),
                ]
            }
        }

        #[inline(always)]
        unsafe fn clip(self) -> Self {
            // SAFETY: the trait's caller has AVX2.
            unsafe {
                let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
                [
                    _mm256_min_ps(_mm256_max_ps(self[0], zero), one),
                    _mm256_min_ps(_mm256_max_ps(self[1], zero), one),
                ]
            }
        }

        #[inline(always)]
        unsafe fn where_inside(self, of: Self) -> Self {
            // SAFETY: the trait's caller has AVX2.
            unsafe {
                let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
                let above = |i: usize| _mm256_cmp_ps::<_CMP_GT_OQ>(of[i], zero);
                let below = |i: usize| _mm256_cmp_ps::<_CMP_LT_OQ>(of[i], one);
                [
                    _mm256_and_ps(self[0], _mm256_and_ps(above(0), below(0))),
                    _mm256_and_ps(self[1], _mm256_and_ps(above(1), below(1))),
                ]
            }
        }
    }

    /// Implementation for AVX-512: one register.
    impl Lanes for __m512 {
        #[inline(always)]
        unsafe fn splat(value: f32) -> Self {
            // SAFETY: the trait's caller has AVX-512 F.
            unsafe { _mm512_set1_ps(value) }
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            // SAFETY: the trait's caller has AVX-512 F and a pointer to sixteen numbers.
            unsafe { _mm512_loadu_ps(from) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            // SAFETY: the trait's caller has AVX-512 F and a pointer to sixteen numbers.
            unsafe { _mm512_storeu_ps(to, self) }
        }

        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            // SAFETY: the trait's caller has AVX-512 F.
            unsafe { _mm512_add_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn mul(self, other: Self) -> Self {
            // SAFETY: the trait's caller has AVX-512 F.
            unsafe { _mm512_mul_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn clip(self) -> Self {
            // SAFETY: the trait's caller has AVX-512 F.
            unsafe {
                let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0));
                _mm512_min_ps(_mm512_max_ps(self, zero), one)
            }
        }

        #[inline(always)]
        unsafe fn where_inside(self, of: Self) -> Self {
            // SAFETY: the trait's caller has AVX-512 F.
            unsafe {
                let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(of, _mm512_setzero_ps());
                let below = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(of, _mm512_set1_ps(1.0));
                _mm512_maskz_mov_ps(above & below, self)
            }
        }
    }
}
