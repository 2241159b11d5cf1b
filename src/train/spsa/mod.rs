//! Tuning of the search's parameters by games: simultaneous perturbation stochastic approximation.
//!
//! All parameters are changed at once, each a little up or down by the toss of a coin; the engine so changed plays a
//! pair of games against one with every parameter changed the other way, and all parameters are moved towards the
//! winner. A single pair says hardly anything about any of them; thousands of pairs show the best values. [`run`]
//! plays, [`State`] is the state of a run, which is saved after every few pairs, and [`plot`] draws the parameters'
//! paths.
//!
//! Step and perturbation shrink as in J. C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34(3), 1998, with his exponents.

pub mod plot;

use super::pairs::{PairError, Setting, Table, play_all, rng_of};
use base::clock::TimeControl;
use base::threads::locked;
use engine::search::params::Parameter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Mutex;

/// Spall's exponent α, by which the step shrinks.
const ALPHA: f64 = 0.602;
/// Spall's exponent γ, by which the perturbation shrinks.
const GAMMA: f64 = 0.101;
/// Spall's stability constant as a share of all iterations; in this first part the step hardly shrinks.
const STABLE: f64 = 0.1;
/// Rough number of points at which the path of a run is recorded.
const SAMPLES: u64 = 400;

/// Settings of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Number of pairs of games in total.
    pub iterations: u64,
    /// Number of nodes for each move, if no clock is used.
    pub nodes: u64,
    /// Time control, and number of nodes that stand for a millisecond of it; `None` if no clock is used.
    #[serde(default)]
    pub clock: Option<(TimeControl, NonZeroU64)>,
    /// Perturbation in the last iteration, as a share of a parameter's range.
    pub perturbation: f64,
    /// Step in the last iteration after a won pair, as a share of the last perturbation.
    pub rate: f64,
    /// Seed of the perturbations and the openings.
    pub seed: u64,
    /// Checksum of the openings; `None` for runs that an earlier version has begun.
    #[serde(default)]
    pub openings: Option<String>,
    /// Checksum of the engine's program; `None` for runs that an earlier version has begun.
    #[serde(default)]
    pub engine: Option<String>,
    /// Names of the parameters.
    pub names: Vec<String>,
}

/// State of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Plan of the run.
    pub plan: Plan,
    /// Number of pairs played.
    pub played: u64,
    /// Numbers of the played pairs beyond the first one that is still to be played; of several pairs at a time, a later
    /// one may end first.
    #[serde(default)]
    pub done_beyond: BTreeSet<u64>,
    /// Number of pairs by the half points, 0 to 4, of the first engine.
    pub pairs: [u64; 5],
    /// Current values of the parameters, in the order of the plan.
    pub values: Vec<f64>,
    /// Values of the parameters after some numbers of pairs.
    pub path: Vec<(u64, Vec<f64>)>,
}

/// Perturbation of all parameters in one pair.
#[derive(Clone, Debug)]
struct Trial {
    iteration: u64,
    /// Sign of each parameter's perturbation for the first engine: 1 or -1.
    signs: Vec<f64>,
    /// Absolute perturbation of each parameter.
    distances: Vec<f64>,
    /// Values of the parameters for each of the two engines.
    sides: [Vec<i32>; 2],
}

impl State {
    /// Creates the state of a run that begins at the default values of the parameters.
    pub fn new(plan: Plan, parameters: &[Parameter]) -> State {
        let values: Vec<f64> = parameters.iter().map(|p| f64::from(p.default)).collect();
        State {
            plan,
            played: 0,
            done_beyond: BTreeSet::new(),
            pairs: [0; 5],
            path: vec![(0, values.clone())],
            values,
        }
    }

    /// Returns the number of the first pair that is still to be played.
    fn first_left(&self) -> u64 {
        self.played.saturating_sub(self.done_beyond.len() as u64)
    }

    /// Returns the numbers of all pairs that are still to be played.
    fn left(&self) -> impl Iterator<Item = u64> + use<> {
        let done = self.done_beyond.clone();
        (self.first_left()..self.plan.iterations).filter(move |pair| !done.contains(pair))
    }

    /// Returns the perturbation of a parameter in the last iteration: at least half a unit, as less would have no
    /// effect.
    fn last_distance(&self, parameter: &Parameter) -> f64 {
        (f64::from(parameter.max - parameter.min) * self.plan.perturbation).max(0.5)
    }

    /// Returns the absolute perturbation of a parameter in an iteration, numbered from 0.
    fn distance(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let iterations = self.plan.iterations.max(1) as f64;
        let first = self.last_distance(parameter) * iterations.powf(GAMMA);
        first / (iteration as f64 + 1.0).powf(GAMMA)
    }

    /// Returns the change of a parameter for each half point more than in an even pair.
    fn step(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let iterations = self.plan.iterations.max(1) as f64;
        let stable = STABLE * iterations;
        let last = self.plan.rate * self.last_distance(parameter);
        let first = last * (stable + iterations).powf(ALPHA);
        first / (stable + iteration as f64 + 1.0).powf(ALPHA)
    }

    /// Returns the perturbations of an iteration, with the parameters' values for its two engines.
    fn trial(&self, parameters: &[Parameter], iteration: u64) -> Trial {
        let mut rng = rng_of(self.plan.seed, iteration);
        let mut trial = Trial {
            iteration,
            signs: Vec::new(),
            distances: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        };
        for (parameter, value) in parameters.iter().zip(&self.values) {
            let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let distance = self.distance(parameter, iteration);
            // Both sides are rounded with the same random number, so that small perturbations have their effect on
            // average.
            let toss: f64 = rng.random();
            for (side, sign) in trial.sides.iter_mut().zip([sign, -sign]) {
                let moved = (value + sign * distance + toss).floor();
                let moved = moved.clamp(f64::from(parameter.min), f64::from(parameter.max));
                side.push(moved as i32);
            }
            trial.signs.push(sign);
            trial.distances.push(distance);
        }
        trial
    }

    /// Moves the values of the parameters according to the result of a pair of games, and records the pair as played.
    /// `half_points` are those of the first engine, 0 to 4.
    fn learn(&mut self, parameters: &[Parameter], trial: &Trial, half_points: usize) {
        let surplus = half_points as f64 - 2.0;
        let steps: Vec<f64> = parameters
            .iter()
            .map(|parameter| self.step(parameter, trial.iteration))
            .collect();
        for (index, parameter) in parameters.iter().enumerate() {
            let moved = self.values[index] + steps[index] * surplus * trial.signs[index];
            let bounds = (f64::from(parameter.min), f64::from(parameter.max));
            self.values[index] = moved.clamp(bounds.0, bounds.1);
        }
        let mut first_left = self.first_left();
        self.played += 1;
        self.done_beyond.insert(trial.iteration);
        while self.done_beyond.remove(&first_left) {
            first_left += 1;
        }
        self.pairs[half_points.min(4)] += 1;
        let every = (self.plan.iterations / SAMPLES).max(1);
        if self.played.is_multiple_of(every) || self.played == self.plan.iterations {
            self.path.push((self.played, self.values.clone()));
        }
    }

    /// Returns the name, the default and the rounded tuned value of each parameter.
    pub fn result(&self, parameters: &[Parameter]) -> Vec<(&'static str, i32, i32)> {
        let rounded = parameters.iter().zip(&self.values);
        rounded
            .map(|(parameter, value)| (parameter.name, parameter.default, value.round() as i32))
            .collect()
    }
}

/// Plays the pairs of games that are left until the plan is complete or the run is stopped. Calls `keep` with the state
/// after every pair. Pairs in progress when the run is interrupted are played again. If several are played at a time,
/// the result depends on the order in which they end.
///
/// # Errors
/// [`PairError`]; the results of earlier pairs are in the state.
pub fn run(
    state: &mut State,
    parameters: &[Parameter],
    table: Table<'_>,
    concurrency: usize,
    mut keep: impl FnMut(&State) -> Result<(), PairError>,
) -> Result<(), PairError> {
    let iterations = state.left();
    let shared = Mutex::new(state);
    let make_worker = || {
        let shared = &shared;
        move |iteration: u64| {
            let trial = {
                let state = locked(shared);
                state.trial(parameters, iteration)
            };
            let sides = trial
                .sides
                .each_ref()
                .map(|values| settings(parameters, values));
            let pair = table.play(iteration, sides)?;
            Some((trial, pair))
        }
    };
    play_all(
        iterations,
        concurrency,
        table.stop,
        make_worker,
        |(trial, pair)| {
            let mut state = locked(&shared);
            state.learn(parameters, &trial, pair?);
            keep(&state)
        },
    )
}

/// Returns the default values of the parameters as options.
pub fn defaults(parameters: &[Parameter]) -> Vec<Setting> {
    let values: Vec<i32> = parameters.iter().map(|p| p.default).collect();
    settings(parameters, &values)
}

/// Returns values of the parameters as options.
fn settings(parameters: &[Parameter], values: &[i32]) -> Vec<Setting> {
    let settings = parameters.iter().zip(values);
    settings
        .map(|(parameter, value)| (parameter.name.to_owned(), value.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    const PARAMETERS: [Parameter; 3] = [
        Parameter {
            name: "steep",
            default: 300,
            min: 0,
            max: 1000,
        },
        Parameter {
            name: "small",
            default: 3,
            min: 0,
            max: 10,
        },
        Parameter {
            name: "idle",
            default: 50,
            min: 0,
            max: 100,
        },
    ];

    fn state(iterations: u64) -> State {
        let plan = Plan {
            iterations,
            nodes: 1,
            clock: None,
            perturbation: 0.05,
            rate: 0.01,
            seed: 3,
            openings: None,
            engine: None,
            names: PARAMETERS.iter().map(|p| p.name.to_owned()).collect(),
        };
        State::new(plan, &PARAMETERS)
    }

    /// Returns a strength that is greatest where the first parameter is 700 and the second 8; the third has no effect.
    fn strength(values: &[i32]) -> f64 {
        let away = |value: i32, best: f64, range: f64| ((f64::from(value) - best) / range).powi(2);
        -away(values[0], 700.0, 1000.0) - away(values[1], 8.0, 10.0)
    }

    #[test]
    fn numbers_go_where_games_are_won_though_each_game_is_mostly_chance() {
        let mut state = state(20_000);
        let mut rng = StdRng::seed_from_u64(1);
        for iteration in 0..state.plan.iterations {
            let trial = state.trial(&PARAMETERS, iteration);
            let ahead = strength(&trial.sides[0]) - strength(&trial.sides[1]);
            let chance = (0.5 + ahead).clamp(0.0, 1.0);
            let half_points = (0..2)
                .map(|_| 2 * usize::from(rng.random_bool(chance)))
                .sum();
            state.learn(&PARAMETERS, &trial, half_points);
        }
        let result = state.result(&PARAMETERS);
        assert!((550..=850).contains(&result[0].2), "{result:?}");
        assert!((6..=10).contains(&result[1].2), "{result:?}");
        assert_eq!(state.pairs.iter().sum::<u64>(), 20_000);
        assert_eq!(state.path.len() as u64, 1 + SAMPLES);
    }

    #[test]
    fn the_two_sides_are_moved_apart_within_the_bounds_and_nothing_is_learned_from_even_pairs() {
        let mut state = state(100);
        state.values = vec![0.0, 10.0, 50.0];
        let before = state.clone();
        let mut sums = [0.0; 3];
        for iteration in 0..100 {
            let trial = state.trial(&PARAMETERS, iteration);
            for (index, parameter) in PARAMETERS.iter().enumerate() {
                let [first, second] = trial.sides.each_ref().map(|side| side[index]);
                assert!((parameter.min..=parameter.max).contains(&first));
                assert!((parameter.min..=parameter.max).contains(&second));
                let apart = f64::from(first - second) * trial.signs[index];
                assert!(apart >= 0.0, "{} {first} {second}", parameter.name);
                sums[index] += apart;
            }
            state.learn(&PARAMETERS, &trial, 2);
        }
        assert!(sums.iter().all(|sum| *sum > 30.0), "{sums:?}");
        assert_eq!(state.values, before.values);
    }

    #[test]
    fn pairs_that_end_in_any_order_are_played_once_each() {
        let mut state = state(8);
        let learn = |state: &mut State, pair| {
            let trial = state.trial(&PARAMETERS, pair);
            state.learn(&PARAMETERS, &trial, 2);
        };
        for pair in [1, 0, 4, 3, 6] {
            learn(&mut state, pair);
        }
        // The run is saved, interrupted and resumed.
        let text = serde_json::to_string(&state).expect("numbers");
        let mut state: State = serde_json::from_str(&text).expect("numbers");
        assert_eq!(state.left().collect::<Vec<_>>(), [2, 5, 7]);
        for pair in [5, 2] {
            learn(&mut state, pair);
        }
        assert_eq!(state.left().collect::<Vec<_>>(), [7]);
        assert!(state.done_beyond.is_empty() && state.played == 7);
    }

    #[test]
    fn the_last_step_is_the_planned_share_and_earlier_ones_are_greater() {
        let state = state(1000);
        let [parameter, ..] = &PARAMETERS;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
        assert!(near(state.distance(parameter, 999), 50.0));
        assert!(near(state.step(parameter, 999), 0.5));
        assert!(state.distance(parameter, 0) > 50.0 && state.step(parameter, 0) > 0.5);
    }
}
