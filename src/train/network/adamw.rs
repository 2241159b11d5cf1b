//! AdamW: the steps that gradients are turned into (I. Loshchilov and F. Hutter, 2019).

use super::gradient::Gradient;
use super::model::{FIRST_LIMIT, Model, OUTPUT_LIMIT};

const MOMENTUM: f32 = 0.9;
const ENERGY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Share of each value that is taken away per step, times the learning rate.
const DECAY: f32 = 0.01;

/// State of the optimiser: running means of earlier gradients and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// The mean gradient, by value of the model.
    pub momentum: Vec<f32>,
    /// The mean square of the gradient.
    pub energy: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

impl AdamW {
    /// No gradient seen yet, for so many values.
    pub fn new(values: usize) -> AdamW {
        AdamW {
            momentum: vec![0.0; values],
            energy: vec![0.0; values],
            steps: 0,
        }
    }

    /// Changes `model` by one step against the mean gradient, which is the sum of `gradients` divided by the number of
    /// samples, with learning rate `rate`. The gradients are added in their order, so the result does not depend on the
    /// number of threads.
    ///
    /// # Panics
    /// Panics if the model or a gradient does not have as many values as this optimiser.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradients: &[&Gradient],
        samples: usize,
        rate: f32,
        threads: usize,
    ) {
        self.steps += 1;
        let len = self.momentum.len();
        assert!(model.values.len() == len && gradients.iter().all(|g| g.sums.len() == len));
        let power = |decay: f32| 1.0 - f64::from(decay).powf(self.steps as f64);
        let step = Step {
            rate,
            factor: 1.0 / samples as f32,
            momentum: (1.0 / power(MOMENTUM)) as f32,
            energy: (1.0 / power(ENERGY)) as f32,
        };
        let (output, output_bias) = (model.shape.output(), model.shape.output_bias());
        let limit = move |index: usize| match index {
            index if index < output => FIRST_LIMIT,
            index if index < output_bias => OUTPUT_LIMIT,
            _ => f32::INFINITY,
        };
        let share = len.div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            let values = model.values.chunks_mut(share);
            let remembered = self
                .momentum
                .chunks_mut(share)
                .zip(self.energy.chunks_mut(share));
            for (number, (values, (momentum, energy))) in values.zip(remembered).enumerate() {
                let first = number * share;
                let mut work = move || {
                    let mut sums = vec![0.0; values.len()];
                    for gradient in gradients {
                        let theirs = &gradient.sums[first..first + values.len()];
                        sums.iter_mut().zip(theirs).for_each(|(sum, g)| *sum += g);
                    }
                    for (i, sum) in sums.into_iter().enumerate() {
                        let value = step.take(values[i], sum, &mut momentum[i], &mut energy[i]);
                        let limit = limit(first + i);
                        values[i] = value.clamp(-limit, limit);
                    }
                };
                if threads > 1 {
                    scope.spawn(work);
                } else {
                    work();
                }
            }
        });
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
    #[inline(always)]
    fn take(self, value: f32, sum: f32, momentum: &mut f32, energy: &mut f32) -> f32 {
        let slope = sum * self.factor;
        *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
        *energy = ENERGY * *energy + (1.0 - ENERGY) * slope * slope;
        let way = *momentum * self.momentum / ((*energy * self.energy).sqrt() + EPSILON);
        value - self.rate * (way + DECAY * value)
    }
}

/// The learning rate when a share of the training is done (0 to 1): from `rate` along a cosine to
/// 0.027 of it, and in the last tenth 0.008.
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
    use super::super::model::Shape;
    use super::*;

    #[test]
    fn steps_lead_down_a_bowl_to_its_bottom_and_stop_at_the_limits() {
        let shape = Shape {
            hidden: 32,
            king_buckets: 2,
            buckets: 1,
        };
        let mut model = Model::random(shape, 1);
        let mut adam = AdamW::new(shape.len());
        let mut gradient = Gradient::new(shape);
        for step in 0..4000 {
            let bottom = |i: usize| [0.7, -9.0, 0.1][i % 3];
            for (i, value) in model.values.iter().enumerate() {
                gradient.sums[i] = 2.0 * (value - bottom(i));
            }
            let rate = rate_at(0.01, step as f32 / 4000.0);
            adam.step(&mut model, &[&gradient], 1, rate, 2);
        }
        for (i, value) in model.values[..shape.output()].iter().enumerate() {
            let expected = [0.7, -FIRST_LIMIT, 0.1][i % 3];
            assert!((value - expected).abs() < 0.02, "{i}: {value}");
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
