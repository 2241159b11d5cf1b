//! The model by which moves are coded: the likelihood of each legal move, estimated quickly from weights of simple
//! [features](super::features).
//!
//! The odds of a choice are 2 to the sum of the weights of its features. The weights (`moves.weights`, a byte each) were
//! fitted to games of the engine by [`fit`](super::fit): `atalaya datagen --out DIR --fit FILE`. They are part of the
//! format of the games' files: with others those would decode to other moves.

use super::coder::{Coder, Damaged, Model, WHOLE};
use super::features::{FEATURES, Groups, MOST_GROUPS, Past, View};
use arrayvec::ArrayVec;
use games::chess::{Move, Position};

/// The units of a score that double the odds.
pub const UNIT: i32 = 16;

/// The weights of all features, in units of a sixteenth of a factor of two.
static WEIGHTS: &[u8; FEATURES] = include_bytes!("moves.weights");

/// The CRC-32 of the weights of version 2 of the format.
#[cfg(test)]
const WEIGHTS_CRC: u32 = 0xc526_744f;

/// The weight of a feature.
#[inline(always)]
fn weight(feature: usize) -> i32 {
    // The mask spares a test: the features are a power of two.
    i32::from(WEIGHTS[feature & (FEATURES - 1)] as i8)
}

/// A probability for each choice of a position, by its odds.
#[derive(Debug)]
struct Shares {
    count: usize,
    odds: [u32; MOST],
    /// The sum of all odds.
    sum: u32,
    /// The share of a choice is its odds times this, divided by 2³².
    factor: u64,
}

/// The most moves of a group, and the most groups.
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

/// The odds of a score: 2¹² at 0, doubled after every [`UNIT`], on a straight line between; from 2⁴ to nearly 2²⁰.
#[inline(always)]
fn odds(score: i32) -> u32 {
    let above = (score + 8 * UNIT).clamp(0, 16 * UNIT - 1);
    ((UNIT + above % UNIT) << (above / UNIT)) as u32
}

impl Shares {
    /// Forgets everything.
    #[inline(always)]
    fn clear(&mut self) {
        self.count = 0;
        self.sum = 0;
    }

    /// Adds one more.
    #[inline(always)]
    fn push<const N: usize>(&mut self, features: [usize; N]) {
        if let Some(place) = self.odds.get_mut(self.count) {
            *place = odds(features.into_iter().map(weight).sum());
            self.sum += *place;
            self.count += 1;
        }
    }

    /// Prepares what is asked for each.
    #[inline(always)]
    fn share(&mut self) {
        let free = u64::from(WHOLE) - self.count as u64;
        self.factor = (free << 32) / u64::from(self.sum.max(1));
    }

    /// The share of each: at least 1, and together no more than the whole.
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

/// Codes moves. It keeps nothing from one to the next but room.
#[derive(Debug, Default)]
pub struct Likely {
    groups: Groups,
    shares: Shares,
    moves: ArrayVec<Move, MOST>,
}

impl Likely {
    /// Codes the move played in a position: the one given, when writing. Returns it.
    ///
    /// # Errors
    /// [`Damaged`] for a move that is not legal, where there is none, and when reading.
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

    /// Codes a choice, which costs nothing where there is none.
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
        // Others would be another version of the format.
        assert_eq!(
            crc32fast::hash(WEIGHTS),
            WEIGHTS_CRC,
            "{:#010x}",
            crc32fast::hash(WEIGHTS)
        );
    }
}
