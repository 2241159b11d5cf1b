//! Training the network of [`eval::network`](engine::eval::network) on the engine's own games.
//!
//! [`dataset`] holds the positions ([`data`]), [`model`] the network in floating point, [`gradient`] is the inner loop, [`adamw`]
//! takes the steps, [`outlook`] says what became of a game, [`checkpoint`] lets a training that was broken off go on, [`plot`] draws the losses,
//! and [`scale`] brings a network's centipawns into line with the classical evaluation's. [`Trainer`] runs it all.
//!
//! Everything follows from the data, the settings and the seed: the same on every run, with any number of
//! threads and any instruction set.

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
/// Micro-batches whose loss a thread computes at a time.
const LOSS_CHUNK: usize = 32 * MICRO_BATCH;

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
    /// The system starts no more threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

impl From<ThreadPoolBuildError> for PlanError {
    fn from(error: ThreadPoolBuildError) -> PlanError {
        PlanError::Threads(error.to_string())
    }
}

/// The threads that read positions and learn from them: at least one, at most [`SHARES`].
///
/// # Errors
/// The system starts no more threads.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let threads = threads.clamp(1, SHARES);
    ThreadPoolBuilder::new().num_threads(threads).build()
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
    pool: ThreadPool,
    /// Threads that read the next positions meanwhile, where they do not all fit into memory.
    readers: Arc<ThreadPool>,
    arithmetic: Arithmetic,
    gradients: Vec<Gradient>,
    /// One for each thread.
    scratches: Vec<Mutex<Scratch>>,
    /// The model in whole numbers, for the end of the training.
    rounded: Model,
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
    ///
    /// # Errors
    /// [`ShardError`]: positions that do not fit into memory cannot be read again.
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
        // The network that will play is what counts.
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

    /// Learns from a batch, the positions of `window` with these indices: one step. Returns the sum of the squared
    /// errors before it. With `rounded`, errors and gradient are those of the network in whole numbers, so that it
    /// learns to do with them.
    pub fn batch(&mut self, window: &[Sample], batch: &[u32], rate: f32, rounded: bool) -> f64 {
        let (arithmetic, target) = (self.arithmetic, self.plan.target());
        let State { model, adam, .. } = &mut self.state;
        // A share is always the same samples in the same order, whoever works on it.
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

    /// The mean squared error of a model over samples.
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
