//! The network in floating point, as the trainer changes it, and its conversion to the integer weights of the engine.

use super::data::Sample;
use engine::eval::network::{INPUTS, MAX_FIRST, QA, QB, Weights, bucket};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// Shape of a network: the numbers that determine the sizes of its layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of hidden units of each view.
    pub hidden: usize,
    /// Number of first layers, chosen by the square of the own king.
    pub king_buckets: usize,
    /// Number of output buckets.
    pub buckets: usize,
}

impl Shape {
    /// Returns the number of inputs of a view in all king buckets.
    pub fn inputs(self) -> usize {
        self.king_buckets * INPUTS
    }

    /// Returns the index of the first bias of the first layer, in [`Model::values`].
    pub fn first_bias(self) -> usize {
        self.inputs() * self.hidden
    }

    /// Returns the index of the first weight of the output: `[buckets][2][hidden]`.
    pub fn output(self) -> usize {
        (self.inputs() + 1) * self.hidden
    }

    /// Returns the index of the first bias of the output.
    pub fn output_bias(self) -> usize {
        self.output() + 2 * self.hidden * self.buckets
    }

    /// Returns the number of values.
    pub fn len(self) -> usize {
        self.output_bias() + self.buckets
    }

    /// Returns false, as a network always has biases.
    pub fn is_empty(self) -> bool {
        false
    }
}

/// Maximum absolute weight of the first layer that its integer form can hold.
pub const FIRST_LIMIT: f32 = MAX_FIRST as f32 / QA as f32;
/// Maximum absolute weight of the output layer.
pub const OUTPUT_LIMIT: f32 = 1.98;

/// All weights and biases of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Shape of the network.
    pub shape: Shape,
    /// Weights of the first layer by king bucket, input and unit; its biases; weights of the output by bucket, view and
    /// unit; its biases.
    pub values: Vec<f32>,
}

impl Model {
    /// Creates a model with random weights, which depend on the seed; the first layers of all king buckets are equal.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut values = vec![0.0; shape.len()];
        // About 25 inputs are active, and their sums should cover much of the range from 0 to 1.
        let uniform = |values: &mut [f32], from: f32, to: f32, rng: &mut StdRng| {
            values
                .iter_mut()
                .for_each(|value| *value = rng.random_range(from..to));
        };
        let bucket = INPUTS * shape.hidden;
        uniform(&mut values[..bucket], -0.1, 0.1, &mut rng);
        for king_bucket in 1..shape.king_buckets {
            values.copy_within(..bucket, king_bucket * bucket);
        }
        uniform(
            &mut values[shape.first_bias()..shape.output()],
            0.0,
            0.4,
            &mut rng,
        );
        let width = 1.0 / (shape.hidden as f32).sqrt();
        uniform(
            &mut values[shape.output()..shape.output_bias()],
            -width,
            width,
            &mut rng,
        );
        Model { shape, values }
    }

    /// Returns the output for a position, before it is scaled to centipawns: computed slowly and in double precision,
    /// as the reference for the tests of all faster implementations.
    pub fn output(&self, sample: &Sample) -> f64 {
        let Shape {
            hidden,
            king_buckets,
            buckets,
        } = self.shape;
        let value = |index: usize| f64::from(self.values[index]);
        let mut views = [Vec::new(), Vec::new()];
        let [own, opponent] = &mut views;
        sample.push_inputs([own, opponent], king_buckets);
        let bucket = bucket(sample.count(), buckets);
        let mut sum = value(self.shape.output_bias() + bucket);
        for (view, inputs) in views.iter().enumerate() {
            for unit in 0..hidden {
                let inputs = inputs
                    .iter()
                    .map(|i| value(usize::from(*i) * hidden + unit));
                let unit_sum = value(self.shape.first_bias() + unit) + inputs.sum::<f64>();
                let active = unit_sum.clamp(0.0, 1.0);
                let weight = self.shape.output() + (2 * bucket + view) * hidden + unit;
                sum += active * active * value(weight);
            }
        }
        sum
    }

    /// Returns the same network with more king buckets, if it has had one, and with more output buckets, if it has had
    /// one. The weights of the single bucket are copied to all.
    #[must_use]
    pub fn spread(self, king_buckets: usize, buckets: usize) -> Model {
        let old = self.shape;
        let times = |had: usize, wanted: usize| if had == 1 { wanted } else { 1 };
        let (kings, outputs) = (
            times(old.king_buckets, king_buckets),
            times(old.buckets, buckets),
        );
        let (first, rest) = self.values.split_at(old.first_bias());
        let (first_bias, rest) = rest.split_at(old.hidden);
        let (output, output_bias) = rest.split_at(2 * old.hidden * old.buckets);
        let mut values = first.repeat(kings);
        values.extend(first_bias);
        values.extend(output.repeat(outputs));
        values.extend(output_bias.repeat(outputs));
        let shape = Shape {
            hidden: old.hidden,
            king_buckets: old.king_buckets * kings,
            buckets: old.buckets * outputs,
        };
        Model { shape, values }
    }

    /// Returns a network with the same evaluations in centipawns when an output of 1 is worth `new` centipawns instead
    /// of `old`, except where weights reach their limit.
    #[must_use]
    pub fn with_scale(mut self, old: u16, new: u16) -> Model {
        let factor = f32::from(old) / f32::from(new);
        let (weights, biases) = self.values[self.shape.output()..]
            .split_at_mut(2 * self.shape.hidden * self.shape.buckets);
        for weight in weights {
            *weight = (*weight * factor).clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT);
        }
        biases.iter_mut().for_each(|bias| *bias *= factor);
        self
    }

    /// Returns the network with integer weights, where an output of 1 is worth `scale` centipawns.
    pub fn quantised(&self, scale: u16) -> Weights {
        let shape = self.shape;
        let first = |values: &[f32]| -> Vec<i16> {
            let limit = f32::from(MAX_FIRST);
            let whole = values
                .iter()
                .map(|v| (v * QA as f32).round().clamp(-limit, limit) as i16);
            whole.collect()
        };
        let output = &self.values[shape.output()..shape.output_bias()];
        let output = output
            .iter()
            .map(|v| (v * QB as f32).round().clamp(-127.0, 127.0) as i8);
        let biases = self.values[shape.output_bias()..].iter();
        Weights {
            hidden: shape.hidden,
            king_buckets: shape.king_buckets,
            buckets: shape.buckets,
            scale,
            first: first(&self.values[..shape.first_bias()]),
            first_bias: first(&self.values[shape.first_bias()..shape.output()]),
            output: output.collect(),
            output_bias: biases
                .map(|v| (v * (QA * QB) as f32).round() as i32)
                .collect(),
        }
    }

    /// Sets `whole` to this model with every value rounded as by [`Model::quantised`]. Runs on the threads of the
    /// current pool.
    pub fn round_into(&self, whole: &mut Model) {
        let shape = self.shape;
        whole.shape = shape;
        whole.values.resize(self.values.len(), 0.0);
        let (output, output_bias) = (shape.output(), shape.output_bias());
        let rounded = |values: &[f32], whole: &mut [f32], unit: f32, limit: f32| {
            let pairs = whole.par_iter_mut().zip(values).with_min_len(1 << 14);
            pairs.for_each(|(whole, value)| {
                *whole = (value * unit).round().clamp(-limit, limit) / unit;
            });
        };
        let ends = [0, output, output_bias, self.values.len()];
        let units = [
            (QA as f32, f32::from(MAX_FIRST)),
            (QB as f32, 127.0),
            ((QA * QB) as f32, f32::INFINITY),
        ];
        for (range, (unit, limit)) in ends.windows(2).zip(units) {
            let range = range[0]..range[1];
            rounded(
                &self.values[range.clone()],
                &mut whole.values[range],
                unit,
                limit,
            );
        }
    }

    /// Converts integer weights back to floating point.
    pub fn from_weights(weights: &Weights) -> Model {
        let first = weights.first.iter().chain(&weights.first_bias);
        let first = first.map(|w| f32::from(*w) / QA as f32);
        let output = weights.output.iter().map(|w| f32::from(*w) / QB as f32);
        let biases = weights
            .output_bias
            .iter()
            .map(|b| *b as f32 / (QA * QB) as f32);
        Model {
            shape: Shape {
                hidden: weights.hidden,
                king_buckets: weights.king_buckets,
                buckets: weights.buckets,
            },
            values: first.chain(output).chain(biases).collect(),
        }
    }
}
