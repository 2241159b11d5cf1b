//! The arithmetic of the network: one interface for several instruction sets, with the same results from all of them.
//!
//! `plain` is the reference implementation, in Rust for any processor. `avx2` and `avx512` compile the algorithm of
//! `vector` for their registers. All arithmetic is on integers, so the order of a sum does not matter.
//! [`Kernels::best`] chooses the fastest that the processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(target_arch = "x86_64")]
mod vector;

use std::sync::LazyLock;

/// Number of 16-bit numbers in a cache line.
pub const LANES: usize = 32;

/// A cache line of 16-bit numbers. Rows of `hidden / LANES` blocks hold accumulators and weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

impl Block {
    /// A block of zeros.
    pub const ZERO: Block = Block([0; LANES]);
}

/// Instruction set of a processor for which the arithmetic of the network is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Plain Rust code, for any processor.
    Plain,
    /// AVX2, with 256-bit registers.
    Avx2,
    /// AVX-512 F and BW, with 512-bit registers.
    Avx512,
}

impl Isa {
    /// All instruction sets, from the most general to the most special.
    pub const ALL: [Isa; 3] = [Isa::Plain, Isa::Avx2, Isa::Avx512];

    /// Returns the name of the instruction set; for plain Rust that of the processor's architecture.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Plain => std::env::consts::ARCH,
            Isa::Avx2 => "AVX2",
            Isa::Avx512 => "AVX-512",
        }
    }

    /// Returns true if this processor has the instruction set.
    pub fn is_here(self) -> bool {
        match self {
            Isa::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => {
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the instruction set with the widest registers that this processor has. The processor is tested once.
    pub fn best() -> Isa {
        static BEST: LazyLock<Isa> = LazyLock::new(|| {
            let here = Isa::ALL.into_iter().rev().find(|isa| isa.is_here());
            here.unwrap_or(Isa::Plain)
        });
        *BEST
    }
}

/// Function that computes `target = source + rows[adds] - rows[subs]`, for rows of `N` blocks.
type Apply = unsafe fn(&[Block], &[Block], &mut [Block], &[u16], &[u16]);
/// Function that computes the output of two rows of `N` blocks with `2 N` blocks of weights.
type Output = unsafe fn(&[Block], &[Block], &[Block]) -> i32;

/// The arithmetic for one instruction set and one number of hidden units.
#[derive(Clone, Copy)]
pub struct Kernels {
    apply: Apply,
    output: Output,
    blocks: usize,
}

/// Selects the pair of functions for a number of hidden units that the format accepts.
macro_rules! by_width {
    ($module:ident, $blocks:expr) => {
        match $blocks {
            1 => ($module::apply::<1> as Apply, $module::output::<1> as Output),
            2 => ($module::apply::<2> as Apply, $module::output::<2> as Output),
            4 => ($module::apply::<4> as Apply, $module::output::<4> as Output),
            8 => ($module::apply::<8> as Apply, $module::output::<8> as Output),
            16 => (
                $module::apply::<16> as Apply,
                $module::output::<16> as Output,
            ),
            _ => return None,
        }
    };
}

impl Kernels {
    /// Returns the arithmetic of an instruction set for a number of hidden units; `None` if this processor does not
    /// have the instruction set or [`HIDDEN_SIZES`](super::format::HIDDEN_SIZES) does not have the number.
    pub fn new(isa: Isa, hidden: usize) -> Option<Kernels> {
        let blocks = hidden / LANES;
        if !isa.is_here() || !hidden.is_multiple_of(LANES) {
            return None;
        }
        let (apply, output) = match isa {
            Isa::Plain => by_width!(plain, blocks),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => by_width!(avx2, blocks),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => by_width!(avx512, blocks),
            #[cfg(not(target_arch = "x86_64"))]
            _ => return None,
        };
        Some(Kernels {
            apply,
            output,
            blocks,
        })
    }

    /// Returns the fastest arithmetic for a number of hidden units; `None` if the number is not accepted.
    pub fn best(hidden: usize) -> Option<Kernels> {
        Kernels::new(Isa::best(), hidden)
    }

    /// Returns the number of blocks of a row: `hidden / LANES`.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Computes `target = source + rows[adds] - rows[subs]`, modulo 2^16. `rows` is a table of rows; `source` and
    /// `target` are one row each.
    ///
    /// # Panics
    /// If a row is not [`Kernels::blocks`] long, or an index lies beyond the table.
    #[inline(always)]
    pub fn apply(
        &self,
        rows: &[Block],
        source: &[Block],
        target: &mut [Block],
        adds: &[u16],
        subs: &[u16],
    ) {
        // SAFETY: `Kernels::new` gives out functions only for what this processor has.
        unsafe { (self.apply)(rows, source, target, adds, subs) }
    }

    /// Returns the sum over both views of w × clamp(a, 0, 255)², modulo 2^32. `weights` holds a row for the own view,
    /// then one for the opponent's; each |w| must be at most 127.
    ///
    /// # Panics
    /// If a row is not [`Kernels::blocks`] long.
    #[inline(always)]
    pub fn output(&self, own: &[Block], opponent: &[Block], weights: &[Block]) -> i32 {
        // SAFETY: `Kernels::new` gives out functions only for what this processor has.
        unsafe { (self.output)(own, opponent, weights) }
    }
}

/// Returns the blocks as a row of exactly `N`.
#[inline(always)]
fn row<const N: usize>(blocks: &[Block]) -> &[Block; N] {
    match blocks.try_into() {
        Ok(row) => row,
        Err(_) => panic!("a row of {} blocks where {N} belong", blocks.len()),
    }
}

/// Returns the blocks as a mutable row of exactly `N`.
#[inline(always)]
fn row_mut<const N: usize>(blocks: &mut [Block]) -> &mut [Block; N] {
    let len = blocks.len();
    match blocks.try_into() {
        Ok(row) => row,
        Err(_) => panic!("a row of {len} blocks where {N} belong"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::HIDDEN_SIZES;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn rows(rng: &mut StdRng, count: usize, limit: i16) -> Vec<Block> {
        let mut block = || Block(std::array::from_fn(|_| rng.random_range(-limit..=limit)));
        (0..count).map(|_| block()).collect()
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let mut rng = StdRng::seed_from_u64(11);
        let others = [Isa::Avx2, Isa::Avx512].into_iter();
        for isa in others.filter(|isa| isa.is_here()) {
            for hidden in HIDDEN_SIZES {
                let plain = Kernels::new(Isa::Plain, hidden).expect("plain Rust");
                let wide = Kernels::new(isa, hidden).expect("is here");
                let n = plain.blocks();
                let table = rows(&mut rng, 9 * n, i16::MAX);
                for (adds, subs) in [
                    (vec![], vec![]),
                    (vec![3], vec![8]),
                    (vec![0], vec![1, 2]),
                    (vec![4, 4], vec![7, 0]),
                    ((0..9).collect(), vec![]),
                ] {
                    let source = rows(&mut rng, n, i16::MAX);
                    let mut targets = [vec![Block::ZERO; n], vec![Block::ZERO; n]];
                    plain.apply(&table, &source, &mut targets[0], &adds, &subs);
                    wide.apply(&table, &source, &mut targets[1], &adds, &subs);
                    assert_eq!(targets[0], targets[1], "{isa:?} {hidden}");
                }
                for limit in [300, i16::MAX] {
                    let own = rows(&mut rng, n, limit);
                    let opponent = rows(&mut rng, n, limit);
                    let weights = rows(&mut rng, 2 * n, 127);
                    assert_eq!(
                        plain.output(&own, &opponent, &weights),
                        wide.output(&own, &opponent, &weights),
                        "{isa:?} {hidden}"
                    );
                }
                // The extremes: every product as large as it may be.
                let full = vec![Block([i16::MAX; LANES]); n];
                for weight in [-127, 127] {
                    let weights = vec![Block([weight; LANES]); 2 * n];
                    assert_eq!(
                        plain.output(&full, &full, &weights),
                        wide.output(&full, &full, &weights)
                    );
                }
            }
        }
    }

    #[test]
    fn the_reference_computes_what_its_definition_says() {
        let kernels = Kernels::new(Isa::Plain, 32).expect("plain Rust");
        let table: Vec<Block> = (0..3).map(|n| Block([10_i16.pow(n); LANES])).collect();
        let mut target = [Block::ZERO];
        kernels.apply(&table, &[Block([5; LANES])], &mut target, &[2, 2], &[1]);
        assert_eq!(target, [Block([195; LANES])]);
        let mut own = Block::ZERO;
        own.0[..4].copy_from_slice(&[-7, 3, 255, 300]);
        let weights = [Block([2; LANES]), Block([-5; LANES])];
        let opponent = Block([1; LANES]);
        let expected = 2 * (9 + 255 * 255 + 255 * 255) - 5 * 32;
        assert_eq!(kernels.output(&[own], &[opponent], &weights), expected);
    }

    #[test]
    fn widths_that_no_kernel_is_built_for_are_refused() {
        for hidden in [0, 16, 33, 96, 1024] {
            assert!(Kernels::new(Isa::Plain, hidden).is_none(), "{hidden}");
        }
    }
}
