//! The model by which moves are coded: the likelihood of each legal move, estimated quickly from weights of simple
//! [features](super::features).
//!
//! The odds of a choice are 2 to the sum of the weights of its features. The weights (`moves.weights`, a byte each)
//! were fitted to games of the engine by [`fit`](super::fit): `atalaya datagen --out DIR --fit FILE`. They are part of
//! the format of the game files, which would decode to other moves with other weights.

use super::coder::{Coder, Damaged, Model, WHOLE};
use super::features::{FEATURES, Groups, MOST_GROUPS, Past, View};
use arrayvec::ArrayVec;
use games::chess::{Move, Position};

/// Sum of weights that doubles the odds.
pub const UNIT: i32 = 16;

/// Weights of all features, in units of a sixteenth of a factor of two.
static WEIGHTS: &[u8; FEATURES] = include_bytes!("moves.weights");

/// CRC-32 of the weights of version 2 of the format.
#[cfg(test)]
const WEIGHTS_CRC: u32 = 0xc526_744f;

/// Returns the weight of a feature.
#[inline(always)]
fn weight(feature: usize) -> i32 {
    // The mask replaces a bounds check: the number of features is a power of two.
    i32::from(WEIGHTS[feature & (FEATURES - 1)] as i8)
}

/// Probabilities of the choices in a position, computed from their odds.
#[derive(Debug)]
struct Shares {
    count: usize,
    odds: [u32; MOST],
    /// Sum of all odds.
    sum: u32,
    /// Factor from odds to shares, times 2³².
    factor: u64,
}

/// Maximum number of moves of a group, and of groups.
const MOST: usize = MOST_GROUPS;

impl Default for Shares {
    fn default() -> Shares {
        Shares {
            count: 0,
            odds: [0; MOST],
            sum: 0,
            factor: 0,
        }
    }
}

/// Returns the odds for a sum of weights: 2¹² for 0, doubled with each [`UNIT`], interpolated linearly in between and
/// clamped to the range from 2⁴ to nearly 2²⁰.
#[inline(always)]
fn odds(score: i32) -> u32 {
    let above = (score + 8 * UNIT).clamp(0, 16 * UNIT - 1);
    ((UNIT + above % UNIT) << (above / UNIT)) as u32
}

impl Shares {
    /// Removes all choices.
    #[inline(always)]
    fn clear(&mut self) {
        self.count = 0;
        self.sum = 0;
    }

    /// Adds a choice with these features.
    #[inline(always)]
    fn push<const N: usize>(&mut self, features: [usize; N]) {
        if let Some(place) = self.odds.get_mut(self.count) {
            *place = odds(features.into_iter().map(weight).sum());
            self.sum += *place;
            self.count += 1;
        }
    }

    /// Computes the factor for the shares. To be called after all choices are added.
    #[inline(always)]
    fn share(&mut self) {
        let free = u64::from(WHOLE) - self.count as u64;
        self.factor = (free << 32) / u64::from(self.sum.max(1));
    }

    /// Returns the share of each choice: at least 1, and in total at most [`WHOLE`].
    #[inline(always)]
    fn shares(&self) -> impl Iterator<Item = u32> {
        let share = |odds: &u32| 1 + ((u64::from(*odds) * self.factor) >> 32) as u32;
        self.odds.iter().take(self.count).map(share)
    }
}

impl Model for Shares {
    #[inline(always)]
    fn interval(&self, symbol: usize) -> Option<(u32, u32)> {
        let share = self.shares().nth(symbol)?;
        Some((self.shares().take(symbol).sum(), share))
    }

    #[inline(always)]
    fn find(&self, at: u32) -> (usize, u32, u32) {
        let (mut below, mut last) = (0, (0, 0, 1));
        for (symbol, share) in self.shares().enumerate() {
            last = (symbol, below, share);
            below += share;
            if below > at {
                break;
            }
        }
        last
    }
}

/// Coder of moves. Its fields are only buffers that are used again for the next move.
#[derive(Debug, Default)]
pub struct Likely {
    groups: Groups,
    shares: Shares,
    moves: ArrayVec<Move, MOST>,
}

impl Likely {
    /// Codes the move played in a position, which is `played` when writing and `None` when reading. Returns it.
    ///
    /// # Errors
    /// [`Damaged`] if the move is not legal, if there is no legal move, or if the data that are read are damaged.
    #[inline(always)]
    pub fn code(
        &mut self,
        coder: &mut impl Coder,
        position: &Position,
        past: Past,
        played: Option<Move>,
    ) -> Result<Move, Damaged> {
        let view = View::new(position, past);
        view.groups(&mut self.groups);
        let groups = &self.groups;
        let number = match played {
            Some(played) => view.group_of(groups, played).ok_or(Damaged)?,
            None => 0,
        };
        self.shares.clear();
        for group in &groups.0 {
            self.shares.push(view.group(*group));
        }
        let number = self.choose(coder, number)?;
        let group = *self.groups.0.get(number).ok_or(Damaged)?;
        self.shares.clear();
        self.moves.clear();
        view.moves(group, |m, features| {
            self.shares.push(features);
            let _ = self.moves.try_push(m);
        });
        let number = match played {
            Some(played) => self
                .moves
                .iter()
                .position(|m| *m == played)
                .ok_or(Damaged)?,
            None => 0,
        };
        let number = self.choose(coder, number)?;
        self.moves.get(number).copied().ok_or(Damaged)
    }

    /// Codes the number of a choice; this takes no bits if there is only one.
    #[inline(always)]
    fn choose(&mut self, coder: &mut impl Coder, number: usize) -> Result<usize, Damaged> {
        if self.shares.count == 1 {
            return Ok(0);
        }
        self.shares.share();
        coder.code(&self.shares, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_share_is_found_and_none_beyond_the_whole(scores in prop::collection::vec(-900i32..900, 1..=MOST)) {
            let mut shares = Shares::default();
            for score in &scores {
                shares.odds[shares.count] = odds(*score);
                shares.sum += odds(*score);
                shares.count += 1;
            }
            shares.share();
            let mut end = 0;
            for symbol in 0..scores.len() {
                let (below, share) = shares.interval(symbol).expect("one of them");
                prop_assert_eq!(below, end);
                prop_assert!(share >= 1);
                let found = (symbol, below, share);
                prop_assert_eq!([shares.find(below), shares.find(below + share - 1)], [found; 2]);
                end = below + share;
            }
            prop_assert!(end <= WHOLE && end + 2 * MOST as u32 > WHOLE, "{}", end);
            prop_assert_eq!(shares.interval(scores.len()), None);
        }
    }

    #[test]
    fn a_unit_of_sixteen_doubles_the_odds() {
        for score in -8 * UNIT..7 * UNIT {
            assert_eq!(odds(score + UNIT), 2 * odds(score));
            assert!(odds(score + 1) > odds(score));
        }
        assert_eq!(odds(i32::MIN / 2), odds(-8 * UNIT));
        assert_eq!(odds(9000), odds(8 * UNIT - 1));
    }

    #[test]
    fn the_weights_are_those_of_version_2() {
        // Other weights would need another version of the format.
        assert_eq!(
            crc32fast::hash(WEIGHTS),
            WEIGHTS_CRC,
            "{:#010x}",
            crc32fast::hash(WEIGHTS)
        );
    }
}
