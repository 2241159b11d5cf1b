//! Which of many options make an engine stronger: all of them asked at once, by a factorial experiment.
//!
//! A match of an engine with a change against the same engine without it says something of that change alone. Here every
//! pair of games tosses a coin for each of the options (factors): one side has it, the other does not. So each pair
//! says as much of every factor as a pair of such a match does, and ten factors cost no more games than one. What the others do to
//! the result is noise that is the same for both sides in the mean, and small beside that of the games.
//!
//! What is measured of a factor is its worth among the others, each there half of the time: that two belong together, or
//! are worth less together, is not seen. So those that are kept are tried together once more, in a match.
//!
//! Source: R. A. Fisher, "The Arrangement of Field Experiments", Journal of the Ministry of Agriculture 33, 1926; of the
//! main effects only, with complements as pairs.

use super::pairs::{PairError, Setting, Table, play_all, rng_of};
use arena::elo::{Estimate, estimate};
use base::clock::TimeControl;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Settings of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Pairs of games in all.
    pub pairs: u64,
    /// Nodes a move, where no clock is played on.
    pub nodes: u64,
    /// The clock, and the nodes that stand for a millisecond of it.
    pub clock: Option<(TimeControl, NonZeroU64)>,
    /// Seed for coin tosses and openings.
    pub seed: u64,
    /// A check sum of the openings.
    pub openings: String,
    /// A check sum of the engine's program.
    pub engine: String,
    /// The factors: an option and its value, where the side without it leaves the option as the engine has it.
    pub factors: Vec<Setting>,
}

/// State of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Plan of the experiment.
    pub plan: Plan,
    /// The half points, 0 to 4, of the first side of each pair that has been played.
    pub results: BTreeMap<u64, u8>,
}

/// Measured worth of a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The option and its value.
    pub factor: Setting,
    /// Pairs by the half points of the side that had it.
    pub pairs: [u64; 5],
    /// Estimate from these pairs; `None` where there are none yet.
    pub estimate: Option<Estimate>,
}

impl Plan {
    /// Which factors the first side of a pair has; the second has the others.
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
    /// One that begins.
    pub fn new(plan: Plan) -> State {
        State {
            plan,
            results: BTreeMap::new(),
        }
    }

    /// Pairs by the half points of a side, for each factor; the best first.
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

/// Plays until the plan is done or the table is stopped, from where the state stands. `keep` is given the state after every
/// pair. Pairs in progress when it is broken off are played again; the result does not depend on the order in which
/// games end.
///
/// # Errors
/// [`PairError`]; what was learned before is in the state.
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

    /// Half points of a game that is won so often by the first, and otherwise lost.
    fn toss(rng: &mut impl Rng, chance: f64) -> u8 {
        2 * u8::from(rng.random_bool(chance))
    }

    #[test]
    fn each_factor_is_told_from_the_others() {
        let mut state = State::new(plan(&FACTORS));
        let mut rng = StdRng::seed_from_u64(1);
        // What they are worth, in Elo.
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
