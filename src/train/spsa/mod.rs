//! Tuning the search by games: simultaneous perturbation stochastic approximation.
//!
//! All numbers of the search that are to be tuned are moved at once, each a little up or a little down by
//! the toss of a coin; the engine so changed plays a pair of games against one with every number moved the
//! other way, and all numbers are pulled towards the winner. A pair says next to nothing about any of them;
//! thousands of pairs say where each belongs. [`run`] plays, [`State`] is what a run has come to, kept after every
//! few pairs, and [`plot`] draws the paths.
//!
//! Step and perturbation shrink as in J. C. Spall, "Implementation of the simultaneous perturbation algorithm
//! for stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34(3), 1998, with his
//! exponents.

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

/// Spall's exponent of the step.
const ALPHA: f64 = 0.602;
/// And that of the perturbation.
const GAMMA: f64 = 0.101;
/// In this share of all iterations the step hardly shrinks.
const STABLE: f64 = 0.1;
/// Rough number of points at which the path of a run is recorded.
const SAMPLES: u64 = 400;

/// Settings of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Pairs of games in all.
    pub iterations: u64,
    /// Nodes a move, where no clock is played on.
    pub nodes: u64,
    /// The clock, and the nodes that stand for a millisecond of it.
    #[serde(default)]
    pub clock: Option<(TimeControl, NonZeroU64)>,
    /// The last perturbation, as a share of a number's range.
    pub perturbation: f64,
    /// The last step for a pair that is won, as a share of the last perturbation.
    pub rate: f64,
    /// Seed for perturbations and openings.
    pub seed: u64,
    /// A check sum of the openings; runs begun by earlier versions have none.
    #[serde(default)]
    pub openings: Option<String>,
    /// A check sum of the engine's program, likewise.
    #[serde(default)]
    pub engine: Option<String>,
    /// The numbers' names.
    pub names: Vec<String>,
}

/// State of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Plan of the run.
    pub plan: Plan,
    /// Pairs played.
    pub played: u64,
    /// Numbers, from 0, of the played pairs that come after the first that is still to be played: of several at a
    /// time, a later one may end first.
    #[serde(default)]
    pub done_beyond: BTreeSet<u64>,
    /// Pairs by what the side that was moved up has made of them, in half points: 0 to 4.
    pub pairs: [u64; 5],
    /// The numbers now, in the plan's order.
    pub values: Vec<f64>,
    /// The numbers after so many pairs.
    pub path: Vec<(u64, Vec<f64>)>,
}

/// A number's way of being moved in one pair.
#[derive(Clone, Debug)]
struct Trial {
    iteration: u64,
    /// Up or down for the first engine.
    signs: Vec<f64>,
    /// Perturbation of each number, without its sign.
    distances: Vec<f64>,
    /// Values of the numbers for each of the two engines.
    sides: [Vec<i32>; 2],
}

impl State {
    /// A run that begins at the numbers of a normal build.
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

    /// The first pair that is still to be played.
    fn first_left(&self) -> u64 {
        self.played.saturating_sub(self.done_beyond.len() as u64)
    }

    /// The pairs that are still to be played.
    fn left(&self) -> impl Iterator<Item = u64> + use<> {
        let done = self.done_beyond.clone();
        (self.first_left()..self.plan.iterations).filter(move |pair| !done.contains(pair))
    }

    /// The last perturbation of a number: half a unit at least, below which there is nothing to be seen.
    fn last_distance(&self, parameter: &Parameter) -> f64 {
        (f64::from(parameter.max - parameter.min) * self.plan.perturbation).max(0.5)
    }

    /// The perturbation of a number in an iteration, from 0.
    fn distance(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let iterations = self.plan.iterations.max(1) as f64;
        let first = self.last_distance(parameter) * iterations.powf(GAMMA);
        first / (iteration as f64 + 1.0).powf(GAMMA)
    }

    /// Returns the change of a number for a half point more than an even pair.
    fn step(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let iterations = self.plan.iterations.max(1) as f64;
        let stable = STABLE * iterations;
        let last = self.plan.rate * self.last_distance(parameter);
        let first = last * (stable + iterations).powf(ALPHA);
        first / (stable + iteration as f64 + 1.0).powf(ALPHA)
    }

    /// Returns the perturbations of an iteration, with the numbers for its two engines.
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
            // Rounded by one toss for both sides, so that small numbers are moved, too, in the mean.
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

    /// Learns from a pair: `half_points` of four for the first engine.
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

    /// The numbers as a build would have them: name, default, tuned.
    pub fn result(&self, parameters: &[Parameter]) -> Vec<(&'static str, i32, i32)> {
        let rounded = parameters.iter().zip(&self.values);
        rounded
            .map(|(parameter, value)| (parameter.name, parameter.default, value.round() as i32))
            .collect()
    }
}

/// Plays until the plan is done or the table is stopped, from where the state stands. `keep` is given the state after
/// every pair. Pairs in progress when it is broken off are played again. The result depends on the order
/// in which games end where several are played at a time.
///
/// # Errors
/// [`PairError`]; what was learned before is in the state.
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

/// The numbers of a normal build as options.
pub fn defaults(parameters: &[Parameter]) -> Vec<Setting> {
    let values: Vec<i32> = parameters.iter().map(|p| p.default).collect();
    settings(parameters, &values)
}

/// Numbers as options.
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

    /// Strength that is greatest where the first number is 700 and the second 8; the third does nothing.
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
        // Broken off, and gone on with.
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
