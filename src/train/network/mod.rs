//! Training the network of [`eval::network`](engine::eval::network) on the engine's own games.
//!
//! [`data`] holds the positions, [`model`] the network in floating point, [`gradient`] is the inner loop, [`adamw`]
//! takes the steps, [`outlook`] says what became of a game, [`checkpoint`] lets a training that was broken off go on, [`plot`] draws the losses,
//! and [`scale`] brings a network's centipawns into line with the classical evaluation's. [`Trainer`] runs it all.
//!
//! Everything follows from the data, the settings and the seed: the same on every run, with any number of
//! threads and any instruction set.

pub mod adamw;
pub mod checkpoint;
pub mod data;
pub mod gradient;
mod lanes;
pub mod model;
pub mod outlook;
pub mod plot;
pub mod scale;
#[cfg(test)]
mod tests;

use adamw::{AdamW, rate_at};
use base::threads::locked;
use data::{DataSet, Sample};
use engine::eval::network::Weights;
use engine::eval::network::simd::Isa;
use gradient::{Arithmetic, Gradient, MICRO_BATCH, Scratch, Target};
use model::{Model, Shape};
use outlook::Outlook;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions of a step, unless a plan says otherwise. Four times as many learn less from as many positions.
pub const BATCH: usize = 4_096;

/// Positions of a step in the trainings of versions that could not be told.
fn batch_before() -> usize {
    16_384
}

/// From this share of the training on it learns with the weights that the file will hold.
const ROUNDED_FROM: f32 = 0.9;

/// Into so many parts is a batch divided, each with a gradient of its own. More threads than that do not help.
pub const SHARES: usize = 8;

/// Settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Units of each view, one of [`HIDDEN_SIZES`](engine::eval::network::HIDDEN_SIZES).
    pub hidden: usize,
    /// First layers, chosen by the square of the own king, 1 to 4; trainings of earlier versions have one.
    #[serde(default = "one")]
    pub king_buckets: usize,
    /// Output buckets, 1 to 8.
    pub buckets: usize,
    /// The weight of the search's score against that of the game's outlook, 0 to 1.
    pub lambda: f32,
    /// Mean number of plies ahead of the scores that make up the outlook; `None` for the game's result alone.
    pub horizon: Option<f32>,
    /// Centipawns for an output of one, while training.
    pub scale: u16,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// Positions of a step, from 1.
    #[serde(default = "batch_before")]
    pub batch: usize,
    /// Passes over all positions.
    pub epochs: usize,
    /// End after so many epochs without a lower loss of the positions held out.
    pub patience: usize,
    /// Seed for the first weights and the order of the positions.
    pub seed: u64,
    /// The hash of the network that it begins with; `None` for random weights.
    pub from: Option<u64>,
}

fn one() -> usize {
    1
}

impl Plan {
    /// The network's shape.
    pub fn shape(&self) -> Shape {
        Shape {
            hidden: self.hidden,
            king_buckets: self.king_buckets,
            buckets: self.buckets,
        }
    }

    /// Returns the way in which outlooks are computed from a game's course.
    pub fn outlook(&self) -> Outlook {
        Outlook {
            horizon: self.horizon,
            scale: f32::from(self.scale),
        }
    }

    fn target(&self) -> Target {
        Target {
            lambda: self.lambda,
            scale: f32::from(self.scale),
        }
    }
}

/// Result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean squared error over its positions while they were learned from.
    pub training: f64,
    /// The mean squared error over the positions held out, after it, of the network in whole numbers.
    pub held_out: f64,
    /// The learning rate at its end.
    pub rate: f32,
    /// Duration in seconds.
    pub seconds: f64,
}

/// Progress report of a trainer.
#[derive(Clone, Copy, Debug)]
pub enum News {
    /// Within an epoch.
    Batch {
        /// The epoch, from 1.
        epoch: usize,
        /// Positions of it that have been learned from.
        done: usize,
        /// Positions of the epoch in all.
        of: usize,
        /// Positions per second.
        speed: f64,
    },
    /// After an epoch.
    Epoch(Epoch),
}

/// Why there is nothing to train on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// No positions, or none held out.
    #[error(
        "{training} positions to learn from and {held_out} held out, of {games} games: too few; some hundred games are needed"
    )]
    TooFew {
        /// To learn from.
        training: usize,
        /// Held out.
        held_out: usize,
        /// Games.
        games: u64,
    },
    /// No arithmetic for this width.
    #[error("there is no network of {0} hidden units; expected one of {sizes}", sizes = engine::eval::network::sizes())]
    Hidden(usize),
    /// The network that it was to begin with is of another shape.
    #[error(
        "the network to begin with has {hidden} hidden units, {king_buckets} king buckets and {buckets} buckets; say the same"
    )]
    Shape {
        /// Its hidden units.
        hidden: usize,
        /// Its king buckets.
        king_buckets: usize,
        /// Its buckets.
        buckets: usize,
    },
}

/// Starting point of a training.
#[derive(Clone, Debug)]
pub enum Begin {
    /// Random weights, by the seed.
    Random,
    /// A network's; what has one king bucket, or one output bucket, may be given more.
    From(Weights),
    /// State that the training has reached before.
    Resume(State),
}

/// A training in progress.
pub struct Trainer<'a> {
    plan: Plan,
    data: &'a DataSet,
    threads: usize,
    arithmetic: Arithmetic,
    gradients: Vec<Mutex<Gradient>>,
    scratches: Vec<Scratch>,
    state: State,
}

/// State of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The network as it is.
    pub model: Model,
    /// The optimiser.
    pub adam: AdamW,
    /// The network with the lowest loss of the positions held out; its values are those of its file.
    pub best: Model,
    /// The epochs done.
    pub history: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// A training from random weights, from a network's, or from a state that it has come to before.
    ///
    /// # Errors
    /// [`PlanError`]: too few positions, or a width that there is no arithmetic for.
    pub fn new(
        plan: Plan,
        data: &'a DataSet,
        threads: usize,
        begin: Begin,
    ) -> Result<Trainer<'a>, PlanError> {
        let shape = plan.shape();
        if data.training.is_empty() || data.held_out.is_empty() {
            return Err(PlanError::TooFew {
                training: data.training.len(),
                held_out: data.held_out.len(),
                games: data.games,
            });
        }
        let arithmetic = Arithmetic::new(Isa::best(), plan.hidden);
        let threads = threads.clamp(1, SHARES);
        let fresh = |model: Model| State {
            best: model.clone(),
            model,
            adam: AdamW::new(shape.len()),
            history: Vec::new(),
        };
        let state = match begin {
            Begin::Random => fresh(Model::random(shape, plan.seed)),
            Begin::From(weights) => fresh(
                Model::from_weights(&weights)
                    .spread(plan.king_buckets, plan.buckets)
                    .with_scale(weights.scale, plan.scale),
            ),
            Begin::Resume(state) => state,
        };
        if state.model.shape != shape {
            return Err(PlanError::Shape {
                hidden: state.model.shape.hidden,
                king_buckets: state.model.shape.king_buckets,
                buckets: state.model.shape.buckets,
            });
        }
        Ok(Trainer {
            arithmetic: arithmetic.ok_or(PlanError::Hidden(plan.hidden))?,
            gradients: (0..SHARES)
                .map(|_| Mutex::new(Gradient::new(shape)))
                .collect(),
            scratches: (0..threads).map(|_| Scratch::new(shape)).collect(),
            state,
            plan,
            data,
            threads,
        })
    }

    /// Returns the state that the training has reached.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns true if all epochs are done, or the loss has not fallen for too long.
    pub fn is_over(&self) -> bool {
        let history = &self.state.history;
        let since_best = history.len() - self.best_epoch().map_or(0, |epoch| epoch.number);
        history.len() >= self.plan.epochs || since_best >= self.plan.patience
    }

    /// The epoch with the lowest loss of the positions held out.
    pub fn best_epoch(&self) -> Option<&Epoch> {
        let history = self.state.history.iter();
        history.min_by(|a, b| a.held_out.total_cmp(&b.held_out))
    }

    /// Learns from every position once. Returns `false`, and forgets what it has learned in this epoch, if `stop`
    /// is set meanwhile.
    pub fn epoch(&mut self, stop: &AtomicBool, say: &mut dyn FnMut(News)) -> bool {
        let before = self.state.clone();
        let started = Instant::now();
        let number = self.state.history.len() + 1;
        let order = self.data.order(self.plan.seed, number);
        let batches = order.len().div_ceil(self.plan.batch);
        let steps = (batches * self.plan.epochs) as f32;
        let mut samples = Vec::with_capacity(self.plan.batch);
        let (mut loss, mut done, mut rate) = (0.0, 0, self.plan.rate);
        for batch in order.chunks(self.plan.batch) {
            if stop.load(Relaxed) {
                self.state = before;
                return false;
            }
            samples.clear();
            samples.extend(
                batch
                    .iter()
                    .map(|index| self.data.training[*index as usize]),
            );
            let progress = self.state.adam.steps as f32 / steps;
            rate = rate_at(self.plan.rate, progress);
            loss += self.batch(&samples, rate, progress >= ROUNDED_FROM);
            done += samples.len();
            say(News::Batch {
                epoch: number,
                done,
                of: order.len(),
                speed: done as f64
                    / started
                        .elapsed()
                        .max(Duration::from_millis(1))
                        .as_secs_f64(),
            });
        }
        let training = loss / order.len() as f64;
        let seconds = started.elapsed().as_secs_f64();
        // What counts is the network that will play.
        let whole = self.state.model.rounded();
        let held_out = self.loss(&whole, &self.data.held_out);
        let epoch = Epoch {
            number,
            training,
            held_out,
            rate,
            seconds,
        };
        if self
            .best_epoch()
            .is_none_or(|best| held_out < best.held_out)
        {
            self.state.best = whole;
        }
        self.state.history.push(epoch);
        say(News::Epoch(epoch));
        true
    }

    /// Learns from a batch: one step. Returns the sum of the squared errors before it. With `rounded`, errors and
    /// gradient are those of the network in whole numbers, so that it learns to do with them.
    pub fn batch(&mut self, samples: &[Sample], rate: f32, rounded: bool) -> f64 {
        let whole = rounded.then(|| self.state.model.rounded());
        let model = whole.as_ref().unwrap_or(&self.state.model);
        let (arithmetic, target) = (self.arithmetic, self.plan.target());
        // A share is always the same samples in the same order, whoever works on it.
        let share = samples.len().div_ceil(SHARES).max(1);
        let shares: Vec<_> = samples.chunks(share).zip(&self.gradients).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for scratch in &mut self.scratches {
                let (next, shares) = (&next, &shares);
                let work = move || {
                    while let Some((samples, gradient)) = shares.get(next.fetch_add(1, Relaxed)) {
                        let mut gradient = locked(gradient);
                        gradient.clear();
                        for micro in samples.chunks(MICRO_BATCH) {
                            arithmetic.add(model, micro, target, scratch, &mut gradient);
                        }
                    }
                };
                if self.threads > 1 {
                    scope.spawn(work);
                } else {
                    let mut work = work;
                    work();
                }
            }
        });
        let held: Vec<_> = shares
            .iter()
            .map(|(_, gradient)| locked(gradient))
            .collect();
        let gradients: Vec<&Gradient> = held.iter().map(|guard| &**guard).collect();
        let State { model, adam, .. } = &mut self.state;
        adam.step(model, &gradients, samples.len(), rate, self.threads);
        gradients.iter().map(|gradient| gradient.loss).sum()
    }

    /// The mean squared error of a model over samples.
    fn loss(&mut self, model: &Model, samples: &[Sample]) -> f64 {
        let target = self.plan.target();
        let scratch = &mut self.scratches[0];
        let micro = samples.chunks(MICRO_BATCH);
        let losses = micro.map(|micro| self.arithmetic.loss(model, micro, target, scratch));
        losses.sum::<f64>() / samples.len().max(1) as f64
    }
}
