//! The optimiser AdamW (I. Loshchilov and F. Hutter, 2019), which turns gradients into steps.
//!
//! With several king buckets an input has a row of weights in each, and few samples for some of them. So the optimiser
//! has an additional row for each input, shared by all buckets (a *factoriser*): its gradient is the sum of theirs, and
//! its step is added to each of them. The network itself needs no such row, since only the sums of both are used as
//! weights.

use super::gradient::Gradient;
use super::model::{FIRST_LIMIT, Model, OUTPUT_LIMIT, Shape};
use arrayvec::ArrayVec;
use engine::eval::network::simd::Isa;
use engine::eval::network::{HIDDEN_SIZES, INPUTS, MAX_KING_BUCKETS};
use rayon::prelude::*;

const MOMENTUM: f32 = 0.9;
const ENERGY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Weight decay: share of each value that is subtracted in each step, times the learning rate.
const DECAY: f32 = 0.01;
/// Number of inputs that a thread processes at a time.
const GROUP: usize = 16;
/// Maximum number of hidden units.
const WIDEST: usize = HIDDEN_SIZES[HIDDEN_SIZES.len() - 1];

/// State of the optimiser: running means of earlier gradients and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Mean gradients of the model's values, followed by those of the rows shared by king buckets.
    pub momentum: Vec<f32>,
    /// Mean squared gradients, in the same order.
    pub energy: Vec<f32>,
    /// Number of steps taken.
    pub steps: u64,
}

/// Weights and running means of [`GROUP`] inputs, in all king buckets.
#[derive(Default)]
struct Column<'a> {
    /// For each king bucket the weights and both running means.
    buckets: ArrayVec<[&'a mut [f32]; 3], MAX_KING_BUCKETS>,
    /// Both running means of the shared rows; empty if there is only one king bucket.
    shared: [&'a mut [f32]; 2],
}

impl AdamW {
    /// Creates the state before the first step for models of a shape.
    pub fn new(shape: Shape) -> AdamW {
        AdamW {
            momentum: vec![0.0; AdamW::len(shape)],
            energy: vec![0.0; AdamW::len(shape)],
            steps: 0,
        }
    }

    /// Returns the length of each of the two vectors of means.
    pub fn len(shape: Shape) -> usize {
        let shared = if shape.king_buckets > 1 {
            INPUTS * shape.hidden
        } else {
            0
        };
        shape.len() + shared
    }

    /// Changes `model` by one step against the mean gradient, which is the sum of `gradients` divided by the number of
    /// samples, with learning rate `rate`, by the threads of the pool that it is called in. The gradients are added in
    /// their order, so the result does not depend on the number of threads.
    ///
    /// # Panics
    /// Panics if the model or a gradient is of another shape than this optimiser.
    pub fn step(&mut self, model: &mut Model, gradients: &[&Gradient], samples: usize, rate: f32) {
        self.steps += 1;
        let shape = model.shape;
        assert!(model.values.len() == shape.len() && self.momentum.len() == AdamW::len(shape));
        assert!(gradients.iter().all(|g| g.sums.len() == shape.len()));
        let power = |decay: f32| 1.0 - f64::from(decay).powf(self.steps as f64);
        let step = Step {
            rate,
            factor: 1.0 / samples as f32,
            momentum: (1.0 / power(MOMENTUM)) as f32,
            energy: (1.0 / power(ENERGY)) as f32,
        };
        let (weights, rest) = model.values.split_at_mut(shape.first_bias());
        let (momentum, rest_momentum) = self.momentum.split_at_mut(shape.first_bias());
        let (energy, rest_energy) = self.energy.split_at_mut(shape.first_bias());
        let (rest_momentum, shared_momentum) = rest_momentum.split_at_mut(rest.len());
        let (rest_energy, shared_energy) = rest_energy.split_at_mut(rest.len());

        let mut columns: Vec<Column> = Vec::new();
        columns.resize_with(INPUTS / GROUP, Column::default);
        let (bucket, group) = (INPUTS * shape.hidden, GROUP * shape.hidden);
        let buckets = weights.chunks_mut(bucket).zip(momentum.chunks_mut(bucket));
        for ((weights, momentum), energy) in buckets.zip(energy.chunks_mut(bucket)) {
            let rows = weights.chunks_mut(group).zip(momentum.chunks_mut(group));
            for (column, (rows, energy)) in
                columns.iter_mut().zip(rows.zip(energy.chunks_mut(group)))
            {
                column.buckets.push([rows.0, rows.1, energy]);
            }
        }
        let shared = shared_momentum
            .chunks_mut(group)
            .zip(shared_energy.chunks_mut(group));
        for (column, (momentum, energy)) in columns.iter_mut().zip(shared) {
            column.shared = [momentum, energy];
        }
        let kernel = kernel(Isa::best());
        columns
            .into_par_iter()
            .enumerate()
            .for_each(|(number, column)| {
                // SAFETY: `kernel` gives out a function for what this processor has.
                unsafe { kernel(step, column, number * GROUP, shape.hidden, gradients) };
            });

        let first = shape.first_bias();
        let (output, output_bias) = (shape.output() - first, shape.output_bias() - first);
        for (i, value) in rest.iter_mut().enumerate() {
            let limit = match i {
                i if i < output => FIRST_LIMIT,
                i if i < output_bias => OUTPUT_LIMIT,
                _ => f32::INFINITY,
            };
            let sum = gradients
                .iter()
                .map(|gradient| gradient.sums[first + i])
                .sum();
            let way = step.way(sum, &mut rest_momentum[i], &mut rest_energy[i]);
            *value = step.take(*value, way).clamp(-limit, limit);
        }
    }
}

#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    factor: f32,
    momentum: f32,
    energy: f32,
}

impl Step {
    /// Returns the direction and size of a value's step before the learning rate; its absolute value is 1 if the
    /// gradient is always the same. Updates the running means.
    #[inline(always)]
    fn way(self, sum: f32, momentum: &mut f32, energy: &mut f32) -> f32 {
        let slope = sum * self.factor;
        *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
        *energy = ENERGY * *energy + (1.0 - ENERGY) * slope * slope;
        *momentum * self.momentum / ((*energy * self.energy).sqrt() + EPSILON)
    }

    #[inline(always)]
    fn take(self, value: f32, way: f32) -> f32 {
        value - self.rate * (way + DECAY * value)
    }
}

type Kernel = unsafe fn(Step, Column, usize, usize, &[&Gradient]);

/// Returns the update of a column compiled for an instruction set. All variants do the same operations without fused
/// multiply-add, so that their results are equal bit by bit.
fn kernel(isa: Isa) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => avx2,
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => avx512,
        _ => plain,
    }
}

unsafe fn plain(step: Step, column: Column, first: usize, hidden: usize, gradients: &[&Gradient]) {
    take_column(step, column, first, hidden, gradients);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2(step: Step, column: Column, first: usize, hidden: usize, gradients: &[&Gradient]) {
    take_column(step, column, first, hidden, gradients);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn avx512(step: Step, column: Column, first: usize, hidden: usize, gradients: &[&Gradient]) {
    take_column(step, column, first, hidden, gradients);
}

/// Updates the weights of a column; `first` is the number of its first input.
#[inline(always)]
fn take_column(step: Step, column: Column, first: usize, hidden: usize, gradients: &[&Gradient]) {
    let Column {
        mut buckets,
        mut shared,
    } = column;
    let mut sums = [[0.0; WIDEST]; MAX_KING_BUCKETS];
    let mut shared_way = [0.0; WIDEST];
    for input in 0..GROUP {
        let row = input * hidden..(input + 1) * hidden;
        for (bucket, sums) in sums[..buckets.len()].iter_mut().enumerate() {
            let sums = &mut sums[..hidden];
            sums.fill(0.0);
            let input = bucket * INPUTS + first + input;
            for theirs in gradients.iter().filter_map(|gradient| gradient.row(input)) {
                sums.iter_mut().zip(theirs).for_each(|(sum, g)| *sum += g);
            }
        }
        if buckets.len() > 1 {
            let means = shared.each_mut().map(|mean| &mut mean[row.clone()]);
            let [momentum, energy] = means;
            for (i, way) in shared_way[..hidden].iter_mut().enumerate() {
                let sum = sums[..buckets.len()].iter().map(|sums| sums[i]).sum();
                *way = step.way(sum, &mut momentum[i], &mut energy[i]);
            }
        }
        for (parts, sums) in buckets.iter_mut().zip(&sums) {
            let [values, momentum, energy] = parts.each_mut().map(|part| &mut part[row.clone()]);
            for (i, value) in values.iter_mut().enumerate() {
                let way = step.way(sums[i], &mut momentum[i], &mut energy[i]) + shared_way[i];
                *value = step.take(*value, way).clamp(-FIRST_LIMIT, FIRST_LIMIT);
            }
        }
    }
}

/// Returns the learning rate when the share `done` (0 to 1) of the training is done: it falls from `rate` along a
/// cosine to 0.027 times `rate`, and is 0.008 times `rate` in the last tenth.
pub fn rate_at(rate: f32, done: f32) -> f32 {
    const COSINE: f32 = 0.9;
    const LOW: f32 = 0.027;
    const LAST: f32 = 0.008;
    if done >= COSINE {
        return rate * LAST;
    }
    let fall = (1.0 + (std::f32::consts::PI * done / COSINE).cos()) / 2.0;
    rate * (LOW + (1.0 - LOW) * fall)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_down_a_bowl_to_its_bottom_and_stop_at_the_limits() {
        let shape = Shape {
            hidden: 32,
            king_buckets: 2,
            buckets: 1,
        };
        let mut model = Model::random(shape, 1);
        let mut adam = AdamW::new(shape);
        let mut gradient = Gradient::new(shape);
        for step in 0..4000 {
            let bottom = |i: usize| [0.7, -9.0, 0.1][i % 3];
            for (i, value) in model.values.iter().enumerate() {
                gradient.set(i, 2.0 * (value - bottom(i)));
            }
            let rate = rate_at(0.01, step as f32 / 4000.0);
            adam.step(&mut model, &[&gradient], 1, rate);
        }
        for (i, value) in model.values[..shape.output()].iter().enumerate() {
            let expected = [0.7, -FIRST_LIMIT, 0.1][i % 3];
            assert!((value - expected).abs() < 0.02, "{i}: {value}");
        }
    }

    #[test]
    fn what_one_king_bucket_learns_of_an_input_moves_the_others_too() {
        let shape = Shape {
            hidden: 32,
            king_buckets: 3,
            buckets: 1,
        };
        let before = Model::random(shape, 1);
        let mut model = before.clone();
        let (mut adam, mut gradient) = (AdamW::new(shape), Gradient::new(shape));
        let input = 5;
        let row = |bucket: usize| (bucket * INPUTS + input) * 32;
        for unit in 0..32 {
            gradient.set(row(1) + unit, 1.0);
        }
        let rate = 1e-3;
        adam.step(&mut model, &[&gradient], 1, rate);
        for (i, (new, old)) in model.values.iter().zip(&before.values).enumerate() {
            // The first step has length 1 for each of the means that has a gradient.
            let steps = match i {
                i if (row(1)..row(1) + 32).contains(&i) => 2.0,
                i if (row(0)..row(0) + 32).contains(&i) || (row(2)..row(2) + 32).contains(&i) => {
                    1.0
                }
                _ => 0.0,
            };
            let expected = old - rate * (steps + DECAY * old);
            assert!((new - expected).abs() < 1e-6, "value {i}: {old} to {new}");
        }
    }

    #[test]
    fn every_instruction_set_takes_the_same_step_bit_for_bit() {
        let shape = Shape {
            hidden: 64,
            king_buckets: 2,
            buckets: 1,
        };
        let mut gradient = Gradient::new(shape);
        for i in (0..shape.first_bias()).step_by(3) {
            gradient.set(i, (i % 17) as f32 / 10.0 - 0.8);
        }
        let step = Step {
            rate: 1e-3,
            factor: 1.0,
            momentum: 10.0,
            energy: 1000.0,
        };
        let group = GROUP * shape.hidden;
        let results = Isa::ALL.into_iter().filter(|isa| isa.is_here()).map(|isa| {
            let mut parts = vec![Model::random(shape, 2).values; 2];
            let mut means = vec![vec![0.25; group]; 6];
            let mut column = Column::default();
            let mut means_of = means.chunks_mut(2);
            for (bucket, part) in parts.iter_mut().enumerate() {
                let weights = &mut part[bucket * INPUTS * shape.hidden..][..group];
                let [momentum, energy] = means_of.next().expect("six") else {
                    panic!("two")
                };
                column.buckets.push([weights, momentum, energy]);
            }
            let [momentum, energy] = means_of.next().expect("six") else {
                panic!("two")
            };
            column.shared = [momentum, energy];
            // SAFETY: this processor has the instruction set.
            unsafe { kernel(isa)(step, column, 0, shape.hidden, &[&gradient, &gradient]) };
            (parts, means)
        });
        let results: Vec<_> = results.collect();
        assert_ne!(results[0].1[0], vec![0.25; group]);
        for other in &results[1..] {
            assert_eq!(*other, results[0]);
        }
    }

    #[test]
    fn the_rate_falls_along_a_cosine_and_ends_small() {
        assert_eq!(rate_at(1e-3, 0.0), 1e-3);
        assert!((rate_at(1e-3, 0.45) - 5.135e-4).abs() < 1e-6);
        assert!((rate_at(1e-3, 0.8999) - 2.7e-5).abs() < 1e-6);
        assert_eq!(rate_at(1e-3, 0.95), 1e-3 * 0.008);
        let rates: Vec<f32> = (0..100).map(|i| rate_at(1.0, i as f32 / 100.0)).collect();
        assert!(rates.is_sorted_by(|a, b| a >= b));
    }
}
