//! Numbered placements of pieces on empty squares, which can be tried in order, in parts, or at random.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use shakmaty::{Bitboard, Piece, Square};
use std::ops::RangeInclusive;

/// Pieces that a search adds to a given position, each with its square.
pub type Placement = Vec<(Piece, Square)>;

/// All ways to place some of a supply of pieces on some squares, those with the fewest pieces first.
#[derive(Clone, Debug)]
pub struct Placements {
    squares: Vec<Square>,
    kinds: Vec<Piece>,
    /// Number of pieces of each kind, together with the number of placements up to and including these.
    choices: Vec<(Vec<u32>, u128)>,
}

/// Maximum number of ways to choose how many pieces there are of each kind.
const MOST_CHOICES: usize = 1_000_000;

/// Returns the number of ways to choose `k` of `n`; `None` if it is too large.
fn ways(n: u32, k: u32) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..u128::from(k)).try_fold(1u128, |ways, i| {
        ways.checked_mul(u128::from(n) - i)
            .map(|ways| ways / (i + 1))
    })
}

impl Placements {
    /// Creates the placements of a supply of pieces (each kind with its maximum number) on these squares, with a total
    /// number of pieces within `added`. Returns `None` if there are too many to be counted.
    pub fn new(
        supply: &[(Piece, u32)],
        squares: Bitboard,
        added: &RangeInclusive<u32>,
    ) -> Option<Placements> {
        let squares: Vec<Square> = squares.into_iter().collect();
        let mut counts = vec![Vec::new()];
        for &(_, most) in supply {
            let longer = counts.iter().flat_map(|count: &Vec<u32>| {
                (0..=most).map(move |n| [count.as_slice(), &[n]].concat())
            });
            counts = longer
                .filter(|count| count.iter().sum::<u32>() <= *added.end())
                .take(MOST_CHOICES + 1)
                .collect();
            if counts.len() > MOST_CHOICES {
                return None;
            }
        }
        counts.retain(|count| added.contains(&count.iter().sum()));
        counts.sort_by_key(|count| count.iter().sum::<u32>());
        let mut total = 0u128;
        let mut choices = Vec::with_capacity(counts.len());
        for count in counts {
            let mut free = squares.len() as u32;
            let mut product = 1u128;
            for &n in &count {
                product = product.checked_mul(ways(free, n)?)?;
                free = free.saturating_sub(n);
            }
            if product > 0 {
                total = total.checked_add(product)?;
                choices.push((count, total));
            }
        }
        let kinds = supply.iter().map(|(man, _)| *man).collect();
        Some(Placements {
            squares,
            kinds,
            choices,
        })
    }

    /// Returns the number of placements.
    pub fn count(&self) -> u128 {
        self.choices.last().map_or(0, |(_, total)| *total)
    }

    /// Returns the placement with a number, from 0; `None` if there are not so many.
    pub fn nth(&self, number: u128) -> Option<Placement> {
        let choice = self.choices.partition_point(|(_, total)| *total <= number);
        let (counts, _) = self.choices.get(choice)?;
        let before = choice.checked_sub(1).map_or(0, |c| self.choices[c].1);
        let mut rest = number - before;
        let mut free = self.squares.clone();
        let mut placement = Vec::new();
        for (&man, &count) in self.kinds.iter().zip(counts) {
            let here = ways(free.len() as u32, count)?;
            let mut index = rest % here;
            rest /= here;
            // The squares are chosen one after the other: placements that use the first square come first.
            let mut left = count;
            let mut kept = Vec::new();
            for (place, &square) in free.iter().enumerate() {
                let beyond = (free.len() - place - 1) as u32;
                let with = match left {
                    0 => 0,
                    left => ways(beyond, left - 1)?,
                };
                if index < with {
                    placement.push((man, square));
                    left -= 1;
                } else {
                    index -= with;
                    kept.push(square);
                }
            }
            free = kept;
        }
        Some(placement)
    }

    /// Returns the number of a random placement, the `draw`-th of the sequence for this seed. Each choice of the
    /// numbers of pieces of each kind is equally likely.
    pub fn drawn(&self, seed: u64, draw: u64) -> u128 {
        let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(draw);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        if self.choices.is_empty() {
            return 0;
        }
        let choice = random.random_range(0..self.choices.len());
        let first = choice.checked_sub(1).map_or(0, |c| self.choices[c].1);
        random.random_range(first..self.choices[choice].1)
    }
}
