//! Fitting the evaluation's weights to the engine's own games, by logistic regression on results
//! and search scores.
//!
//! Every feature counts linearly, so the gradient is a sum over counted features. The method is
//! known as Texel tuning; the descent is Adam (D. Kingma and J. Ba, 2015).

use engine::eval::classical::{self, FULL_SCALE, MAX_PHASE};
use engine::eval::features::{COUNT, GROUPS};
use games::chess::{Color, Position};
use std::fmt::Write;

/// A position with its result, in the form that the optimisation needs.
struct Sample {
    /// Pairs `(feature, count)` with counts other than zero, positive for White.
    features: Vec<(u16, i16)>,
    /// Share of the middlegame, 0 to 1.
    middlegame: f32,
    /// Share of the endgame, multiplied by the endgame's scale factor.
    endgame: f32,
    /// Expected points of White that the evaluation should predict, 0 to 1.
    target: f32,
}

/// Reason why the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A line is not `FEN;result;score`.
    #[error(
        "line {line}: expected 'FEN;result;score' with a result from 0 to 1 and a score in centipawns, found '{text}'"
    )]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Text of the line.
        text: String,
    },
    /// There are no positions.
    #[error("there are no positions to learn from")]
    Empty,
}

/// Factor from centipawns to units of the logistic curve. It is fixed, so that the value of a pawn stays the same.
const SLOPE: f32 = 1.0 / 220.0;
/// Share of the game's result in the value to be predicted, 0 to 1; the rest is the search's score, which says less
/// about the distant future and much more about this position.
const RESULT_SHARE: f32 = 0.3;

/// Returns the expected points at a score in centipawns, from 0 to 1.
fn points(score: f32) -> f32 {
    1.0 / (1.0 + (-score * SLOPE).exp())
}

/// Strength of the pull towards the initial weights, for features that are seldom present.
const DECAY: f32 = 1e-8;

/// State of the optimisation of the weights.
pub struct Tuner {
    samples: Vec<Sample>,
    start: Vec<[f32; 2]>,
    weights: Vec<[f32; 2]>,
    momentum: Vec<[f32; 2]>,
    energy: Vec<[f32; 2]>,
    steps: i32,
}

impl Tuner {
    /// Creates a tuner from lines `FEN;result;score`.
    ///
    /// # Errors
    /// [`DataError`]: a line cannot be parsed, or there are no positions.
    pub fn new(text: &str) -> Result<Tuner, DataError> {
        let mut samples = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let read = || {
                let mut fields = line.split(';');
                let position = Position::from_stored_fen(fields.next()?).ok()?;
                let result: f32 = fields.next()?.trim().parse().ok()?;
                let score: f32 = fields.next()?.trim().parse().ok()?;
                let target = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * points(score);
                let valid = (0.0..=1.0).contains(&result) && score.is_finite();
                valid.then(|| sample(&position, target))
            };
            samples.push(read().ok_or_else(|| DataError::Line {
                line: index + 1,
                text: line.to_owned(),
            })?);
        }
        if samples.is_empty() {
            return Err(DataError::Empty);
        }
        let start: Vec<[f32; 2]> = classical::weights()
            .iter()
            .map(|(mg, eg)| [f32::from(*mg), f32::from(*eg)])
            .collect();
        Ok(Tuner {
            samples,
            weights: start.clone(),
            start,
            momentum: vec![[0.0; 2]; COUNT],
            energy: vec![[0.0; 2]; COUNT],
            steps: 0,
        })
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Returns false, as a tuner always has positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Does one pass over all positions and one step with the learning rate `rate`. Returns the mean squared error
    /// before it.
    pub fn step(&mut self, rate: f32) -> f64 {
        let halves = self.samples.split_at(self.samples.len() / 2);
        let weights = &self.weights;
        let ((mut gradient, error), (other, other_error)) = std::thread::scope(|scope| {
            let second = scope.spawn(|| gradient(halves.1, weights));
            let first = gradient(halves.0, weights);
            let nothing = || (vec![[0.0; 2]; COUNT], 0.0);
            (first, second.join().unwrap_or_else(|_| nothing()))
        });
        let count = self.samples.len() as f32;
        self.steps += 1;
        let bias = |decay: f32| 1.0 - decay.powi(self.steps);
        for (feature, sum) in gradient.iter_mut().enumerate() {
            for half in 0..2 {
                let pull = DECAY * (self.weights[feature][half] - self.start[feature][half]);
                let slope = (sum[half] + other[feature][half]) / count + pull;
                let m = &mut self.momentum[feature][half];
                let v = &mut self.energy[feature][half];
                *m = 0.9 * *m + 0.1 * slope;
                *v = 0.999 * *v + 0.001 * slope * slope;
                let step = (*m / bias(0.9)) / ((*v / bias(0.999)).sqrt() + 1e-10);
                self.weights[feature][half] -= rate * step;
            }
        }
        (error + other_error) / f64::from(count)
    }

    /// Returns the weights as the source text of `src/engine/eval/weights.rs`.
    pub fn source(&self) -> String {
        let mut out = String::from(
            "//! The weights of the classical evaluation, in centipawns for middlegame and endgame, in the\n\
             //! order of [`super::features`].\n//!\n\
             //! A stored answer: fitted to scores and results of the engine's own games. To make one like it:\n\
             //! `cargo run --release --features train -- train selfplay --games 3500 --nodes 4000 --seed 2 --out games.txt`, then\n\
             //! `cargo run --release --features train -- train tune games.txt --out src/engine/eval/weights.rs`.\n\n\
             use super::features::COUNT;\n\n/// Weights by feature.\n#[rustfmt::skip]\n\
             pub static WEIGHTS: [(i16, i16); COUNT] = [\n",
        );
        for &(name, first, len) in GROUPS {
            let _ = writeln!(out, "    // {name}");
            for row in self.weights[first..first + len].chunks(8) {
                out.push_str("   ");
                for [mg, eg] in row {
                    let _ = write!(out, " ({}, {}),", mg.round(), eg.round());
                }
                out.push('\n');
            }
        }
        out + "];\n"
    }
}

fn sample(position: &Position, target: f32) -> Sample {
    let trace = classical::trace(position);
    let (_, endgame) = trace.group(0, COUNT);
    let scale = classical::scale(position, Color::from_white(endgame > 0));
    let phase = classical::phase(position);
    let mut counts = std::collections::BTreeMap::new();
    for (feature, count) in trace.features {
        *counts.entry(feature as u16).or_insert(0) += count as i16;
    }
    Sample {
        features: counts
            .into_iter()
            .filter(|(_, count)| *count != 0)
            .collect(),
        middlegame: phase as f32 / MAX_PHASE as f32,
        endgame: (MAX_PHASE - phase) as f32 / MAX_PHASE as f32 * scale as f32 / FULL_SCALE as f32,
        target,
    }
}

/// Returns the gradient and the sum of the squared errors.
fn gradient(samples: &[Sample], weights: &[[f32; 2]]) -> (Vec<[f32; 2]>, f64) {
    let mut sums = vec![[0.0; 2]; COUNT];
    let mut total = 0.0;
    for sample in samples {
        let mut score = 0.0;
        for &(feature, count) in &sample.features {
            let [mg, eg] = weights[usize::from(feature)];
            score += f32::from(count) * (mg * sample.middlegame + eg * sample.endgame);
        }
        let expected = points(score);
        let error = expected - sample.target;
        total += f64::from(error) * f64::from(error);
        let slope = 2.0 * error * expected * (1.0 - expected) * SLOPE;
        for &(feature, count) in &sample.features {
            let sum = &mut sums[usize::from(feature)];
            sum[0] += slope * f32::from(count) * sample.middlegame;
            sum[1] += slope * f32::from(count) * sample.endgame;
        }
    }
    (sums, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_falls_and_what_wins_grows_dear() {
        let data =
            "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1;1;3000\n3qk3/4p3/8/8/8/8/8/4K3 w - - 0 1;0;-3000\n";
        let mut tuner = Tuner::new(data).expect("two positions");
        let queen = tuner.weights[4];
        let first = tuner.step(5.0);
        let last = (0..30).map(|_| tuner.step(5.0)).last();
        assert!(last.is_some_and(|last| last < first));
        assert!(tuner.weights[4][1] > queen[1]);
        assert!(tuner.source().contains("// MATERIAL"));
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = |text| {
            Tuner::new(text)
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default()
        };
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1;0.5;0\nnonsense").contains("line 2"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1;7;0").contains("line 1"));
        assert!(error("").contains("no positions"));
    }
}
