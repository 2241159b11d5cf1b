//! Training of the network of [`eval::network`](engine::eval::network) on the engine's own games.
//!
//! [`dataset`] holds the positions ([`data`]), [`model`] the network in floating point, [`gradient`] is the inner loop,
//! [`adamw`] takes the steps, [`outlook`] computes the expected points of a game's positions, [`checkpoint`] saves and
//! restores an interrupted training, [`plot`] draws the losses, and [`scale`] adapts a network's centipawns to those of
//! the classical evaluation. [`Trainer`] runs a training.
//!
//! The result depends only on the data, the settings and the seed: it is the same with any number of threads and any
//! instruction set.

pub mod adamw;
pub mod checkpoint;
pub mod data;
pub mod dataset;
pub mod gradient;
mod lanes;
pub mod model;
pub mod outlook;
pub mod plot;
pub mod scale;
#[cfg(test)]
mod tests;

use crate::datagen::shards::ShardError;
use adamw::{AdamW, rate_at};
use base::threads::locked;
use data::Sample;
use dataset::DataSet;
use engine::eval::network::Weights;
use engine::eval::network::simd::Isa;
use gradient::{Arithmetic, Gradient, MICRO_BATCH, Scratch, Target};
use model::{Model, Shape};
use outlook::Outlook;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Default number of positions in a batch. Four times as many are worse for the same total number of positions.
pub const BATCH: usize = 4_096;

/// Number of positions in a batch in trainings of earlier versions, where it was not a setting.
fn batch_before() -> usize {
    16_384
}

/// Share of the training from which on errors are computed with the weights rounded as in the file.
const ROUNDED_FROM: f32 = 0.9;

/// Number of parts of a batch, each with a gradient of its own. More threads than that are of no use.
pub const SHARES: usize = 8;
/// Number of positions whose squared errors a thread sums up at a time, a multiple of a micro-batch.
const LOSS_CHUNK: usize = 32 * MICRO_BATCH;

/// Settings of the training of a network, fixed from its beginning to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Number of hidden units of each view, one of [`HIDDEN_SIZES`](engine::eval::network::HIDDEN_SIZES).
    pub hidden: usize,
    /// Number of first layers, chosen by the square of the own king, 1 to 4; trainings of earlier versions have one.
    #[serde(default = "one")]
    pub king_buckets: usize,
    /// Number of output buckets, 1 to 8.
    pub buckets: usize,
    /// Weight of the search's score against that of the game's outlook, 0 to 1.
    pub lambda: f32,
    /// Mean number of plies ahead of the scores that make up the outlook; `None` for the game's result alone.
    pub horizon: Option<f32>,
    /// Number of centipawns that corresponds to an output of 1 during the training.
    pub scale: u16,
    /// Initial learning rate.
    pub rate: f32,
    /// Number of positions in a batch, at least 1.
    #[serde(default = "batch_before")]
    pub batch: usize,
    /// Maximum number of passes over the positions that are not held out, over which the learning rate is scheduled;
    /// `patience` may end the training earlier.
    pub epochs: usize,
    /// Number of epochs without a lower loss of the held-out positions after which the training ends.
    pub patience: usize,
    /// Seed of the initial weights and of the order of the positions.
    pub seed: u64,
    /// Hash of the network from which the training begins; `None` for random weights.
    pub from: Option<u64>,
}

fn one() -> usize {
    1
}

impl Plan {
    /// Returns the shape of the network.
    pub fn shape(&self) -> Shape {
        Shape {
            hidden: self.hidden,
            king_buckets: self.king_buckets,
            buckets: self.buckets,
        }
    }

    /// Returns the settings for computing the outlooks of a game's positions.
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

/// Result of an epoch, that is, of one pass over all training positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Number of the epoch, from 1.
    pub number: usize,
    /// Mean squared error over the training positions during the epoch.
    pub training: f64,
    /// Mean squared error of the rounded network over the held-out positions, after the epoch.
    pub held_out: f64,
    /// Learning rate at the end of the epoch.
    pub rate: f32,
    /// Duration of the epoch in seconds.
    pub seconds: f64,
}

/// Progress report of a trainer.
#[derive(Clone, Copy, Debug)]
pub enum News {
    /// Progress within an epoch, after each batch.
    Batch {
        /// Number of the epoch, from 1.
        epoch: usize,
        /// Number of its positions that have been learned from.
        done: usize,
        /// Number of all positions of the epoch.
        of: usize,
        /// Number of positions learned from per second.
        speed: f64,
    },
    /// Result of an epoch.
    Epoch(Epoch),
}

/// Reason why a training cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// There are no positions to learn from, or none are held out.
    #[error(
        "{training} positions to learn from and {held_out} held out, of {games} games: too few; some hundred games are needed"
    )]
    TooFew {
        /// Number of positions to learn from.
        training: usize,
        /// Number of positions held out.
        held_out: usize,
        /// Number of games.
        games: u64,
    },
    /// No network has this number of hidden units.
    #[error("there is no network of {0} hidden units; expected one of {sizes}", sizes = engine::eval::network::sizes())]
    Hidden(usize),
    /// The network from which the training should begin has another shape.
    #[error(
        "the network to begin with has {hidden} hidden units, {king_buckets} king buckets and {buckets} buckets; say the same"
    )]
    Shape {
        /// Number of its hidden units.
        hidden: usize,
        /// Number of its king buckets.
        king_buckets: usize,
        /// Number of its output buckets.
        buckets: usize,
    },
    /// The operating system does not start the threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

impl From<ThreadPoolBuildError> for PlanError {
    fn from(error: ThreadPoolBuildError) -> PlanError {
        PlanError::Threads(error.to_string())
    }
}

/// Creates the pool of threads that read positions and learn from them: at least one, at most [`SHARES`].
///
/// # Errors
/// An error if the operating system does not start the threads.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let threads = threads.clamp(1, SHARES);
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// Starting point of a training.
#[derive(Clone, Debug)]
pub enum Begin {
    /// Random weights, which depend on the seed.
    Random,
    /// Weights of a network. Those of a single king bucket or output bucket are copied if the plan has more of them.
    From(Weights),
    /// State that the training had reached earlier.
    Resume(State),
}

/// A training of a network in progress.
pub struct Trainer<'a> {
    plan: Plan,
    data: &'a DataSet,
    pool: ThreadPool,
    /// Threads that read the next window of positions meanwhile, if not all positions fit into memory.
    readers: Arc<ThreadPool>,
    arithmetic: Arithmetic,
    gradients: Vec<Gradient>,
    /// Working memory of each thread.
    scratches: Vec<Mutex<Scratch>>,
    /// Buffer for the rounded model, which is used towards the end of the training.
    rounded: Model,
    state: State,
}

/// State of a training between two epochs, from which it can be continued.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Current weights of the network.
    pub model: Model,
    /// State of the optimiser.
    pub adam: AdamW,
    /// Rounded weights of the network with the lowest loss of the held-out positions, as they are in its file.
    pub best: Model,
    /// Results of all finished epochs.
    pub history: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// Creates a training that begins with random weights, with those of a network, or with an earlier state.
    ///
    /// # Errors
    /// [`PlanError`]: there are too few positions, the shape is not possible, or threads cannot be started.
    pub fn new(
        plan: Plan,
        data: &'a DataSet,
        threads: usize,
        begin: Begin,
    ) -> Result<Trainer<'a>, PlanError> {
        let shape = plan.shape();
        if data.learned() == 0 || data.held_out.is_empty() {
            return Err(PlanError::TooFew {
                training: data.learned(),
                held_out: data.held_out.len(),
                games: data.games,
            });
        }
        let arithmetic = Arithmetic::new(Isa::best(), plan.hidden);
        let learners = pool(threads)?;
        let fresh = |model: Model| State {
            best: model.clone(),
            model,
            adam: AdamW::new(shape),
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
            gradients: vec![Gradient::new(shape); SHARES],
            scratches: (0..learners.current_num_threads())
                .map(|_| Mutex::new(Scratch::new(shape)))
                .collect(),
            rounded: state.best.clone(),
            readers: Arc::new(pool(threads.div_ceil(4))?),
            pool: learners,
            state,
            plan,
            data,
        })
    }

    /// Returns the current state of the training.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns true if all epochs are done, or if none of the last `patience` epochs (see [`Plan::patience`]) has
    /// brought a new minimum of the loss of the held-out positions.
    pub fn is_over(&self) -> bool {
        let history = &self.state.history;
        let since_best = history.len() - self.best_epoch().map_or(0, |epoch| epoch.number);
        history.len() >= self.plan.epochs || since_best >= self.plan.patience
    }

    /// Returns the epoch with the lowest loss of the held-out positions; `None` before the first epoch is done.
    pub fn best_epoch(&self) -> Option<&Epoch> {
        let history = self.state.history.iter();
        history.min_by(|a, b| a.held_out.total_cmp(&b.held_out))
    }

    /// Learns from every position once. Returns true if the epoch is done; returns false, with the state as it was
    /// before the epoch, if `stop` was set meanwhile.
    ///
    /// # Errors
    /// [`ShardError`]: positions that do not fit into memory cannot be read again. The state is as it was before the
    /// epoch.
    pub fn epoch(
        &mut self,
        stop: &AtomicBool,
        say: &mut dyn FnMut(News),
    ) -> Result<bool, ShardError> {
        let before = self.state.clone();
        let started = Instant::now();
        let number = self.state.history.len() + 1;
        let (data, seed) = (self.data, self.plan.seed);
        let of = data.learned();
        let (mut loss, mut done, mut rate) = (0.0, 0, self.plan.rate);
        let readers = Arc::clone(&self.readers);
        let whole = data.each_window(seed, number, &readers, |window, order| {
            order.chunks(self.plan.batch).all(|batch| {
                if stop.load(Relaxed) {
                    return false;
                }
                let share = (number - 1) as f64 + done as f64 / of as f64;
                let progress = (share / self.plan.epochs as f64) as f32;
                rate = rate_at(self.plan.rate, progress);
                loss += self.batch(window, batch, rate, progress >= ROUNDED_FROM);
                done += batch.len();
                let seconds = started.elapsed().max(Duration::from_millis(1));
                say(News::Batch {
                    epoch: number,
                    done,
                    of,
                    speed: done as f64 / seconds.as_secs_f64(),
                });
                true
            })
        });
        match whole {
            Ok(true) => {}
            broken_off => {
                self.state = before;
                return broken_off;
            }
        }
        let training = loss / of as f64;
        let seconds = started.elapsed().as_secs_f64();
        // The held-out positions measure the rounded network, because that is the one that will play.
        let (model, whole) = (&self.state.model, &mut self.rounded);
        self.pool.install(|| model.round_into(whole));
        let held_out = self.loss(&self.rounded, &data.held_out);
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
            self.state.best.clone_from(&self.rounded);
        }
        self.state.history.push(epoch);
        say(News::Epoch(epoch));
        Ok(true)
    }

    /// Does one step of training on a batch, which consists of the positions of `window` with the indices `batch`.
    /// Returns the sum of the squared errors before the step. With `rounded`, errors and gradient are those of the
    /// rounded network, so that the training compensates for the rounding.
    pub fn batch(&mut self, window: &[Sample], batch: &[u32], rate: f32, rounded: bool) -> f64 {
        let (arithmetic, target) = (self.arithmetic, self.plan.target());
        let State { model, adam, .. } = &mut self.state;
        // A share always has the same samples in the same order, whichever thread computes it.
        let share = batch.len().div_ceil(SHARES).max(1);
        let shares = batch.len().div_ceil(share);
        let gradients = &mut self.gradients[..shares];
        let (scratches, whole) = (&self.scratches, &mut self.rounded);
        self.pool.install(|| {
            if rounded {
                model.round_into(whole);
            }
            let learned_from: &Model = if rounded { whole } else { model };
            let shares = gradients.par_iter_mut().zip(batch.par_chunks(share));
            shares.for_each(|(gradient, share)| {
                let scratch = &mut *locked(&scratches[rayon::current_thread_index().unwrap_or(0)]);
                gradient.clear();
                for micro in share.chunks(MICRO_BATCH) {
                    let mut samples = std::mem::take(&mut scratch.samples);
                    samples.clear();
                    samples.extend(micro.iter().map(|index| window[*index as usize]));
                    arithmetic.add(learned_from, &samples, target, scratch, gradient);
                    scratch.samples = samples;
                }
            });
            let gradients: Vec<&Gradient> = gradients.iter().collect();
            adam.step(model, &gradients, batch.len(), rate);
        });
        gradients.iter().map(|gradient| gradient.loss).sum()
    }

    /// Returns the mean squared error of a model over samples.
    fn loss(&self, model: &Model, samples: &[Sample]) -> f64 {
        let target = self.plan.target();
        let chunk = |samples: &[Sample]| -> f64 {
            let index = rayon::current_thread_index().unwrap_or(0);
            let scratch = &mut *locked(&self.scratches[index]);
            let micro = samples.chunks(MICRO_BATCH);
            micro
                .map(|micro| self.arithmetic.loss(model, micro, target, scratch))
                .sum()
        };
        let losses: Vec<f64> = self
            .pool
            .install(|| samples.par_chunks(LOSS_CHUNK).map(chunk).collect());
        losses.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}
