//! Scale of a network's centipawns, and the chances of win, draw and loss at a score.

use crate::datagen::game::{GameResult, Sample};
use crate::datagen::shards::{self, ShardError, Torn};
use games::chess::Position;
use std::collections::BTreeMap;
use std::path::Path;

/// Calls `each` with every position of a directory of shards that can be learned from, in the order of the shards.
/// Returns the incomplete blocks at their ends, which were left out.
///
/// # Errors
/// [`ShardError`]: a shard cannot be read or is damaged.
pub fn each_sample(folder: &Path, mut each: impl FnMut(&Sample)) -> Result<Vec<Torn>, ShardError> {
    let mut torn = Vec::new();
    for path in shards::list(folder)? {
        let mut games = shards::Reader::open(&path)?;
        for game in &mut games {
            let game = game?;
            game.samples().for_each(|(_, sample)| each(&sample));
        }
        torn.extend(games.torn());
    }
    Ok(torn)
}

/// Returns a sample of the positions of a directory that can be learned from, evenly spread: at least `least`, if there
/// are as many, and fewer than twice as many. Also returns the incomplete blocks at the ends of shards.
///
/// # Errors
/// [`ShardError`]: a shard cannot be read or is damaged.
pub fn positions(folder: &Path, least: usize) -> Result<(Vec<Position>, Vec<Torn>), ShardError> {
    let mut spread = Spread::new(least);
    let torn = each_sample(folder, |sample| spread.pass(sample.position))?;
    Ok((spread.kept, torn))
}

/// Sample of a stream of unknown length: all items are kept at first, then every second one, then every fourth, and so
/// on, because a directory may hold more positions than fit in memory.
struct Spread<T> {
    kept: Vec<T>,
    least: usize,
    every: u64,
    passed: u64,
}

impl<T> Spread<T> {
    fn new(least: usize) -> Spread<T> {
        Spread {
            kept: Vec::new(),
            least: least.max(1),
            every: 1,
            passed: 0,
        }
    }

    fn pass(&mut self, thing: T) {
        if self.passed.is_multiple_of(self.every) {
            self.kept.push(thing);
        }
        self.passed += 1;
        if self.kept.len() >= 2 * self.least {
            let mut stays = false;
            self.kept.retain(|_| {
                stays = !stays;
                stays
            });
            self.every *= 2;
        }
    }
}

/// Evaluation in centipawns beyond which a position counts as decided, so that the size of the evaluation is
/// meaningless.
const DECIDED: i32 = 1000;

/// Returns the scale with which a network's evaluations have the same mean absolute value as other evaluations of the
/// same positions. `pairs` are evaluations of the network, with scale `scale`, and the others. Pairs in which either
/// counts as decided are ignored. `None` if there are no other pairs, or if the network's evaluations are all 0.
pub fn matching(scale: u16, pairs: &[(i32, i32)]) -> Option<u16> {
    // Which pairs count depends on the scale, so it is found by iteration.
    let mut factor = 1.0;
    for _ in 0..8 {
        let scaled = |ours: i32| f64::from(ours) * factor;
        let near = pairs.iter().filter(|(ours, theirs)| {
            theirs.abs() < DECIDED && scaled(*ours).abs() < f64::from(DECIDED)
        });
        let (ours, theirs) = near.fold((0.0, 0.0), |(ours, theirs), pair| {
            (
                ours + f64::from(pair.0.abs()),
                theirs + f64::from(pair.1.abs()),
            )
        });
        if ours == 0.0 {
            return None;
        }
        factor = theirs / ours;
    }
    Some((f64::from(scale) * factor).round().clamp(1.0, 4000.0) as u16)
}

/// Counts of game results by the score of a position of the game. There are few different scores but many positions.
#[derive(Clone, Debug, Default)]
pub struct Results(BTreeMap<i32, [u64; 3]>);

impl Results {
    /// Counts a position: its score and the result of its game, both from the same side's point of view.
    pub fn add(&mut self, score: i32, result: GameResult) {
        self.0.entry(score).or_default()[result as usize] += 1;
    }

    /// Returns the number of positions counted.
    pub fn count(&self) -> u64 {
        self.0.values().flatten().sum()
    }
}

/// Two logistic curves of the score: the probability of a win, and, mirrored, that of a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDrawLoss {
    /// Score in centipawns at which a win has a probability of one half.
    pub even_chance: f64,
    /// Scale of the logistic curve around it, in centipawns: the smaller, the more quickly the chances change.
    pub spread: f64,
}

impl WinDrawLoss {
    /// Returns the curves for which the results are most likely.
    pub fn fit(results: &Results) -> WinDrawLoss {
        let mut best = WinDrawLoss {
            even_chance: 120.0,
            spread: 130.0,
        };
        let mut likelihood = best.log_likelihood(results);
        let mut step = 32.0;
        while step > 0.25 {
            let moves = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let tried = moves.map(|(even, spread)| {
                let curve = WinDrawLoss {
                    even_chance: best.even_chance + even,
                    spread: (best.spread + spread).max(1.0),
                };
                (curve, curve.log_likelihood(results))
            });
            let better = tried.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
            match better.filter(|(_, found)| *found > likelihood) {
                Some((curve, found)) => (best, likelihood) = (curve, found),
                None => step /= 2.0,
            }
        }
        best
    }

    /// Returns the probabilities of loss, draw and win at a score.
    fn shares(self, score: i32) -> [f64; 3] {
        let chance = |score: i32| {
            let odds = (self.even_chance - f64::from(score)) / self.spread;
            1.0 / (1.0 + odds.exp())
        };
        let (win, loss) = (chance(score), chance(-score));
        [loss, 1.0 - win - loss, win]
    }

    /// Returns the mean squared difference, 0 to 1, between the points that the curves expect and those of the games'
    /// results, which shows how well the scores predict results.
    pub fn error(self, results: &Results) -> f64 {
        let errors = results.0.iter().map(|(score, counts)| {
            let [_, draw, win] = self.shares(*score);
            let expected = win + draw / 2.0;
            let error = |(count, points): (&u64, f64)| *count as f64 * (expected - points).powi(2);
            counts.iter().zip([0.0, 0.5, 1.0]).map(error).sum::<f64>()
        });
        errors.sum::<f64>() / results.count().max(1) as f64
    }

    fn log_likelihood(self, results: &Results) -> f64 {
        let logs = results.0.iter().map(|(score, counts)| {
            let shares = self.shares(*score);
            let log = |(count, share): (&u64, f64)| *count as f64 * share.max(1e-9).ln();
            counts.iter().zip(shares).map(log).sum::<f64>()
        });
        logs.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_scale_makes_both_equally_large_where_nothing_is_decided() {
        let mut rng = StdRng::seed_from_u64(2);
        let mut pairs: Vec<(i32, i32)> = Vec::new();
        for _ in 0..20_000 {
            let theirs = rng.random_range(-600..=600);
            pairs.push((2 * theirs + rng.random_range(-9..=9), theirs));
        }
        // Decided positions, whose evaluations differ widely.
        pairs.extend([(9000, 1100), (-9000, -1100)].repeat(3000));
        let scale = matching(400, &pairs).expect("a scale");
        assert!((197..=203).contains(&scale), "{scale}");
        assert_eq!(matching(400, &[]), None);
        assert_eq!(matching(400, &[(0, 30)]), None);
    }

    #[test]
    fn a_part_is_spread_evenly_over_all_and_stays_small() {
        for (count, least, kept) in [(0, 9, 0), (17, 9, 17), (18, 9, 9), (1_000_000, 100, 123)] {
            let mut spread = Spread::new(least);
            for number in 0..count {
                spread.pass(number);
                assert!(spread.kept.len() < 2 * least);
            }
            assert_eq!(spread.kept.len(), kept, "of {count}");
            let mut steps = spread.kept.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(steps.all(|step| step == spread.every), "of {count}");
        }
    }

    #[test]
    fn results_take_room_for_scores_and_not_for_positions() {
        let mut results = Results::default();
        for number in 0..100_000 {
            let result = [GameResult::Lost, GameResult::Drawn, GameResult::Won][number % 3];
            results.add(number as i32 % 200 - 100, result);
        }
        assert_eq!((results.count(), results.0.len()), (100_000, 200));
    }

    #[test]
    fn the_curves_are_found_that_results_were_drawn_from() {
        let truth = WinDrawLoss {
            even_chance: 180.0,
            spread: 75.0,
        };
        let mut rng = StdRng::seed_from_u64(4);
        let chance = |score: f64| 1.0 / (1.0 + ((truth.even_chance - score) / truth.spread).exp());
        let mut results = Results::default();
        for _ in 0..60_000 {
            let score = rng.random_range(-500..=500);
            let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
            let dice: f64 = rng.random_range(0.0..1.0);
            let result = if dice < win {
                GameResult::Won
            } else if dice < 1.0 - loss {
                GameResult::Drawn
            } else {
                GameResult::Lost
            };
            results.add(score, result);
        }
        let found = WinDrawLoss::fit(&results);
        assert!(
            (found.even_chance - truth.even_chance).abs() < 4.0,
            "{found:?}"
        );
        assert!((found.spread - truth.spread).abs() < 3.0, "{found:?}");
        // No other curves predict the results better than those from which they were drawn.
        let error = truth.error(&results);
        assert!((found.error(&results) - error).abs() < 1e-4);
        let flat = WinDrawLoss {
            spread: 1e6,
            ..truth
        };
        let flat = flat.error(&results);
        assert!(error < 0.7 * flat, "{error} {flat}");
        assert!(
            (0.15..0.25).contains(&flat),
            "half a point for everybody: {flat}"
        );
    }
}
