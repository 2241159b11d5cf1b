//! Mixing of integers into hash keys. Keys are stored in files and must be the same on every machine and in every
//! version, so these functions must not change.

/// Returns the exclusive or of the two halves of the 128-bit product of two words.
#[inline(always)]
pub const fn fold(x: u64, y: u64) -> u64 {
    let product = x as u128 * y as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Returns the output of `splitmix64` (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators") for a
/// state. The next state is `state + 0x9e37_79b9_7f4a_7c15`.
#[inline]
pub const fn splitmix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        // The first two of the seed 0.
        assert_eq!(splitmix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(fold(u64::MAX, 2), u64::MAX);
    }
}
