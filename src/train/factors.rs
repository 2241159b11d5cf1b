//! Factorial experiments, which measure for many options at once whether each makes an engine stronger.
//!
//! A match of an engine with a change against the same engine without it measures that change alone. Here a coin is
//! tossed for each of the options (factors) in every pair of games: one side has it, the other does not. So each pair
//! says as much about every factor as a pair of such a match does, and ten factors cost no more games than one. The
//! effect of the other factors is noise that cancels out in the mean, and is small compared with the noise of the
//! games.
//!
//! The worth of a factor is measured among the others, each of which is present half of the time; interactions of
//! factors are not seen. So the factors that are to be kept should be tested together once more, in a match.
//!
//! Source: R. A. Fisher, "The Arrangement of Field Experiments", Journal of the Ministry of Agriculture 33, 1926; only
//! main effects are estimated, and complementary treatments form the pairs.

use super::pairs::{PairError, Setting, Table, play_all, rng_of};
use arena::elo::{Estimate, estimate};
use base::clock::TimeControl;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Settings of a factorial experiment, which measures the effects of several engine options in the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Number of pairs of games in total.
    pub pairs: u64,
    /// Number of nodes for each move, if no clock is used.
    pub nodes: u64,
    /// Time control, and number of nodes that stand for a millisecond of it; `None` if no clock is used.
    pub clock: Option<(TimeControl, NonZeroU64)>,
    /// Seed of the coin tosses and the openings.
    pub seed: u64,
    /// Checksum of the openings.
    pub openings: String,
    /// Checksum of the engine's program.
    pub engine: String,
    /// Factors: an option and its value; the side without a factor keeps the engine's default.
    pub factors: Vec<Setting>,
}

/// Plan and results so far of a factorial experiment, stored so that it can be continued after an interruption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Plan of the experiment.
    pub plan: Plan,
    /// Results by the number of the pair: the half points of the first side, 0 to 4.
    pub results: BTreeMap<u64, u8>,
}

/// Measured worth of a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The option and its value.
    pub factor: Setting,
    /// Number of pairs by the half points, 0 to 4, of the side that had the factor.
    pub pairs: [u64; 5],
    /// Estimate from these pairs; `None` if there are none yet.
    pub estimate: Option<Estimate>,
}

impl Plan {
    /// Returns for each factor true if the first side of a pair has it; if not, the second side has it.
    fn tosses(&self, pair: u64) -> Vec<bool> {
        let mut rng = rng_of(self.seed, pair);
        self.factors.iter().map(|_| rng.random_bool(0.5)).collect()
    }

    /// Returns the factors (options) that each of the two sides of a pair plays with.
    pub fn sides(&self, pair: u64) -> [Vec<Setting>; 2] {
        let tosses = self.tosses(pair);
        [true, false].map(|side| {
            let own = self.factors.iter().zip(&tosses);
            let own = own.filter(|(_, toss)| **toss == side);
            own.map(|(factor, _)| factor.clone()).collect()
        })
    }
}

impl State {
    /// Creates the state of an experiment that begins.
    pub fn new(plan: Plan) -> State {
        State {
            plan,
            results: BTreeMap::new(),
        }
    }

    /// Returns the worth of each factor, the best first.
    pub fn worth(&self) -> Vec<Worth> {
        let mut pairs = vec![[0; 5]; self.plan.factors.len()];
        for (&pair, &half_points) in &self.results {
            for (counts, first_has_it) in pairs.iter_mut().zip(self.plan.tosses(pair)) {
                let half_points = usize::from(half_points.min(4));
                let own = if first_has_it {
                    half_points
                } else {
                    4 - half_points
                };
                counts[own] += 1;
            }
        }
        let mut worth: Vec<Worth> = self
            .plan
            .factors
            .iter()
            .zip(pairs)
            .map(|(factor, pairs)| Worth {
                factor: factor.clone(),
                pairs,
                estimate: estimate(&pairs),
            })
            .collect();
        let elo = |worth: &Worth| worth.estimate.map_or(0.0, |estimate| estimate.elo);
        worth.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
        worth
    }
}

/// Plays the pairs of games that are left until the plan is complete or the run is stopped. Calls `keep` with the state
/// after every pair. Pairs in progress when the run is interrupted are played again. The result does not depend on the
/// order in which games end.
///
/// # Errors
/// [`PairError`]; the results of earlier pairs are in the state.
pub fn run(
    state: &mut State,
    table: Table<'_>,
    concurrency: usize,
    mut keep: impl FnMut(&State) -> Result<(), PairError>,
) -> Result<(), PairError> {
    let plan = state.plan.clone();
    let done: Vec<u64> = state.results.keys().copied().collect();
    let left = (0..plan.pairs).filter(move |pair| done.binary_search(pair).is_err());
    let make_worker = || |pair: u64| Some((pair, table.play(pair, plan.sides(pair))?));
    play_all(
        left,
        concurrency,
        table.stop,
        make_worker,
        |(pair, result)| {
            state.results.insert(pair, result? as u8);
            keep(state)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn plan(factors: &[(&str, &str)]) -> Plan {
        let setting = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Plan {
            pairs: 20_000,
            nodes: 1,
            clock: None,
            seed: 5,
            openings: "these".to_owned(),
            engine: "this".to_owned(),
            factors: factors.iter().map(setting).collect(),
        }
    }

    const FACTORS: [(&str, &str); 4] = [("good", "1"), ("idle", "2"), ("bad", "3"), ("fair", "4")];

    #[test]
    fn a_factor_is_on_one_side_of_each_pair_and_on_either_as_often() {
        let plan = plan(&FACTORS);
        let mut first = [0; 4];
        for pair in 0..1000 {
            let [one, other] = plan.sides(pair);
            for (factor, count) in plan.factors.iter().zip(&mut first) {
                assert!(one.contains(factor) != other.contains(factor));
                *count += u64::from(one.contains(factor));
            }
        }
        assert!(first.iter().all(|n| (400..600).contains(n)), "{first:?}");
    }

    /// Returns the half points, 2 or 0, of a game that the first side wins with the probability `chance` and loses
    /// otherwise.
    fn toss(rng: &mut impl Rng, chance: f64) -> u8 {
        2 * u8::from(rng.random_bool(chance))
    }

    #[test]
    fn each_factor_is_told_from_the_others() {
        let mut state = State::new(plan(&FACTORS));
        let mut rng = StdRng::seed_from_u64(1);
        // True worth of each factor, in Elo.
        let elo = [30.0, 0.0, -20.0, 10.0];
        for pair in 0..state.plan.pairs {
            let tosses = state.plan.tosses(pair);
            let ahead: f64 = elo
                .iter()
                .zip(tosses)
                .map(|(elo, first)| if first { *elo } else { -elo })
                .sum();
            let chance = 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
            let half_points = toss(&mut rng, chance) + toss(&mut rng, chance);
            state.results.insert(pair, half_points);
        }
        let worth = state.worth();
        let names: Vec<&str> = worth.iter().map(|w| w.factor.0.as_str()).collect();
        assert_eq!(names, ["good", "fair", "idle", "bad"]);
        for (worth, elo) in worth.iter().zip([30.0, 10.0, 0.0, -20.0]) {
            let found = worth.estimate.expect("pairs");
            assert!(found.error < 4.0, "{worth:?}");
            assert!((found.elo - elo).abs() < 1.5 * found.error, "{worth:?}");
            assert_eq!(worth.pairs.iter().sum::<u64>(), state.plan.pairs);
        }
    }

    #[test]
    fn nothing_is_said_of_what_has_not_been_played() {
        let worth = State::new(plan(&FACTORS)).worth();
        assert!(worth.iter().all(|worth| worth.estimate.is_none()));
    }
}
