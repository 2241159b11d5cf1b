//! Centipawns: a network's scale, and what a score is worth in wins, draws and losses.

use crate::games::chess::Position;
use crate::train::datagen::packed::{Game, PackedError};
use crate::train::datagen::shards::{self, ShardError};
use std::path::Path;

/// Reads every so-many-th position that can be learned from, with its score and its result for White (0, 1 or 2),
/// both from White's side.
///
/// # Errors
/// [`ShardError`]: a shard cannot be read or is damaged.
pub fn positions(folder: &Path, every: usize) -> Result<Vec<(Position, i32, u8)>, ShardError> {
    let mut found = Vec::new();
    let mut number = 0;
    for path in shards::list(folder)? {
        for game in shards::Reader::open(&path)? {
            let game: Game = match game {
                Err(ShardError::Game {
                    error: PackedError::Torn,
                    ..
                }) => break,
                game => game?,
            };
            for (_, sample) in game.samples() {
                if number % every.max(1) == 0 {
                    found.push((sample.position, sample.score, sample.result as u8));
                }
                number += 1;
            }
        }
    }
    Ok(found)
}

/// Evaluations beyond this are won anyhow, and their size says nothing, in centipawns.
const DECIDED: i32 = 1000;

/// The scale with which a network's evaluations are on average as large as others of the same positions.
/// `pairs` are the network's, with scale `scale`, and the others. Only pairs that neither calls decided count.
/// `None` without any, or if the network knows nothing but 0.
pub fn matching(scale: u16, pairs: &[(i32, i32)]) -> Option<u16> {
    // What counts depends on the scale, so it is looked for a few times.
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

/// Two logistic curves: how often a score wins, and, mirrored, how often it loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinDrawLoss {
    /// The score that wins every second game, in centipawns.
    pub even_chance: f64,
    /// How quickly the chances change around it, in centipawns.
    pub spread: f64,
}

impl WinDrawLoss {
    /// The curves under which scores and results (0 lost, 1 drawn, 2 won, from the same side) are most likely.
    pub fn fit(games: &[(i32, u8)]) -> WinDrawLoss {
        let mut best = WinDrawLoss {
            even_chance: 120.0,
            spread: 130.0,
        };
        let mut likelihood = best.log_likelihood(games);
        let mut step = 32.0;
        while step > 0.25 {
            let moves = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let tried = moves.map(|(even, spread)| {
                let curve = WinDrawLoss {
                    even_chance: best.even_chance + even,
                    spread: (best.spread + spread).max(1.0),
                };
                (curve, curve.log_likelihood(games))
            });
            let better = tried.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
            match better.filter(|(_, found)| *found > likelihood) {
                Some((curve, found)) => (best, likelihood) = (curve, found),
                None => step /= 2.0,
            }
        }
        best
    }

    fn log_likelihood(self, games: &[(i32, u8)]) -> f64 {
        let chance = |score: i32| {
            let odds = (self.even_chance - f64::from(score)) / self.spread;
            1.0 / (1.0 + odds.exp())
        };
        let logs = games.iter().map(|(score, result)| {
            let (win, loss) = (chance(*score), chance(-score));
            let seen = match result {
                2 => win,
                1 => 1.0 - win - loss,
                _ => loss,
            };
            seen.max(1e-9).ln()
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
        // Won positions, of which each makes what it likes.
        pairs.extend([(9000, 1100), (-9000, -1100)].repeat(3000));
        let scale = matching(400, &pairs).expect("a scale");
        assert!((197..=203).contains(&scale), "{scale}");
        assert_eq!(matching(400, &[]), None);
        assert_eq!(matching(400, &[(0, 30)]), None);
    }

    #[test]
    fn the_curves_are_found_that_results_were_drawn_from() {
        let truth = WinDrawLoss {
            even_chance: 180.0,
            spread: 75.0,
        };
        let mut rng = StdRng::seed_from_u64(4);
        let chance = |score: f64| 1.0 / (1.0 + ((truth.even_chance - score) / truth.spread).exp());
        let games: Vec<(i32, u8)> = (0..60_000)
            .map(|_| {
                let score = rng.random_range(-500..=500);
                let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
                let dice: f64 = rng.random_range(0.0..1.0);
                let result = if dice < win {
                    2
                } else {
                    u8::from(dice < 1.0 - loss)
                };
                (score, result)
            })
            .collect();
        let found = WinDrawLoss::fit(&games);
        assert!(
            (found.even_chance - truth.even_chance).abs() < 4.0,
            "{found:?}"
        );
        assert!((found.spread - truth.spread).abs() < 3.0, "{found:?}");
    }
}
