//! Sequential probability ratio test: a match is played until its results have decided between two hypotheses.
//!
//! H0 says the difference is `elo0`, H1 that it is `elo1`. After each pair of games the
//! generalised log-likelihood ratio is compared with two bounds (Wald); crossing the upper one
//! accepts H1, the lower one H0. The likelihoods are those of the distribution that fits the
//! counts best among all that have the hypothesis' expected score (logistic Elo) or the
//! hypothesis' ratio of score to standard deviation (normalised Elo). Propositions 1.1 and
//! section 4.1 of Michel Van den Bergh, "Comments on normalized Elo"
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use super::elo::{Counts, NELO, expected_score};
use base::lang::Lang;
use base::say;
use serde::{Deserialize, Serialize};

/// Unit in which the hypotheses are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Logistic Elo, as in ratings: the expected score.
    Logistic,
    /// Normalised Elo, relative to the standard deviation of a game's score, which determines how many games it takes
    /// to see the difference.
    Normalized,
}

/// Parameters of a sequential probability ratio test (SPRT), which ends a match as soon as one of two hypotheses about
/// the difference in strength is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Difference in strength under H0.
    pub elo0: f64,
    /// Difference in strength under H1, greater than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 when H0 holds.
    pub alpha: f64,
    /// Probability of accepting H0 when H1 holds.
    pub beta: f64,
    /// Unit of the two differences.
    pub model: Model,
}

/// Decision of a sequential probability ratio test between its two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// H0 is accepted: the difference is `elo0` or less.
    H0,
    /// H1 is accepted: the difference is `elo1` or more.
    H1,
    /// Neither hypothesis is accepted yet.
    #[serde(rename = "undecided")]
    Undecided,
}

/// Reason why the parameters of a test are invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum SprtError {
    /// `elo0` is not less than `elo1`.
    Order {
        /// Difference under H0.
        elo0: f64,
        /// Difference under H1.
        elo1: f64,
    },
    /// A probability of error is not between 0 and 1.
    Probability {
        /// Name of the parameter: `alpha` or `beta`.
        name: &'static str,
        /// Value as given.
        value: f64,
    },
    /// The probabilities of both errors add up to 1 or more, so the bounds of the test contradict each other.
    Sum {
        /// Probability of accepting H1 wrongly.
        alpha: f64,
        /// Probability of accepting H0 wrongly.
        beta: f64,
    },
}

impl SprtError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            SprtError::Order { elo0, elo1 } => say!(lang, "sprt-order", elo0, elo1),
            SprtError::Probability { name, value } => {
                say!(lang, "sprt-probability", parameter = name, value)
            }
            SprtError::Sum { alpha, beta } => say!(lang, "sprt-sum", alpha, beta),
        }
    }
}

/// Value that replaces a count of zero, so that no likelihood is zero.
const REGULARIZED_ZERO: f64 = 1e-3;

impl Sprt {
    /// Checks that the parameters are valid.
    ///
    /// # Errors
    /// [`SprtError`] describes the first invalid parameter.
    pub fn validate(&self) -> Result<(), SprtError> {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = *self;
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Probability { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum { alpha, beta });
        }
        Ok(())
    }

    /// Returns the bounds of the log-likelihood ratio: that at which H0 is accepted, and that at which H1 is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// Returns the log-likelihood ratio of H1 to H0; 0 if there are no results.
    pub fn llr(&self, counts: Counts) -> f64 {
        if counts.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let sample = Sample::new(counts);
        let [log0, log1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => sample.loss_at_mean(expected_score(elo)),
            Model::Normalized => {
                let games_per_unit: f64 = if counts.len() == 5 { 2.0 } else { 1.0 };
                sample.loss_at_ratio(elo * games_per_unit.sqrt() / NELO)
            }
        });
        sample.units * (log0 - log1)
    }

    /// Returns the decision at a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Undecided
        }
    }
}

/// Maximum number of different scores of a unit: pairs of games have five.
const SCORES: usize = 5;

/// Frequencies of scores from 0 to 1 in equal steps.
struct Sample {
    units: f64,
    len: usize,
    scores: [f64; SCORES],
    frequencies: [f64; SCORES],
}

impl Sample {
    fn new(counts: Counts) -> Sample {
        let len = counts.len().min(SCORES);
        let mut scores = [0.0; SCORES];
        let mut frequencies = [0.0; SCORES];
        for (i, &count) in counts.iter().take(len).enumerate() {
            scores[i] = i as f64 / (len - 1) as f64;
            frequencies[i] = if count == 0 {
                REGULARIZED_ZERO
            } else {
                count as f64
            };
        }
        let units: f64 = frequencies.iter().sum();
        frequencies.iter_mut().for_each(|f| *f /= units);
        Sample {
            units,
            len,
            scores,
            frequencies,
        }
    }

    /// Returns by how much the log-likelihood per unit falls when the distribution must have the mean `mean`. The best
    /// fitting distribution with that mean is `f / (1 + θ (a - mean))`, where `f` is the frequency of the score `a`.
    fn loss_at_mean(&self, mean: f64) -> f64 {
        let deviations = self.scores.map(|score| score - mean);
        let theta = self.solve(&deviations);
        self.loss(&deviations, theta)
    }

    /// Returns by how much the log-likelihood per unit falls when the distribution must have the given ratio of (mean -
    /// 1/2) to standard deviation. This constraint is not linear; its linearisation around the last distribution is
    /// solved repeatedly until the distribution no longer changes.
    fn loss_at_ratio(&self, ratio: f64) -> f64 {
        let mut p = [1.0 / self.len as f64; SCORES];
        let mut loss = 0.0;
        for _ in 0..100 {
            let mean: f64 = (0..self.len).map(|i| p[i] * self.scores[i]).sum();
            let square = |i: usize| (self.scores[i] - mean) * (self.scores[i] - mean);
            let variance: f64 = (0..self.len).map(|i| p[i] * square(i)).sum();
            let deviation = variance.sqrt();
            let mut phi = [0.0; SCORES];
            for (i, phi) in phi.iter_mut().enumerate().take(self.len) {
                let spread = 1.0 + square(i) / variance;
                *phi = self.scores[i] - 0.5 - 0.5 * ratio * deviation * spread;
            }
            let theta = self.solve(&phi);
            let mut change: f64 = 0.0;
            for i in 0..self.len {
                let next = self.frequencies[i] / (1.0 + theta * phi[i]);
                change = change.max((next - p[i]).abs());
                p[i] = next;
            }
            loss = self.loss(&phi, theta);
            if change < 1e-10 {
                break;
            }
        }
        loss
    }

    fn loss(&self, phi: &[f64; SCORES], theta: f64) -> f64 {
        (0..self.len)
            .map(|i| self.frequencies[i] * (theta * phi[i]).ln_1p())
            .sum()
    }

    /// Returns the θ at which Σ f φ / (1 + θ φ) is zero. Between its poles the sum falls from +∞ to -∞; Newton steps
    /// are taken while they stay inside the shrinking bracket, and bisection steps otherwise.
    fn solve(&self, phi: &[f64; SCORES]) -> f64 {
        let used = &phi[..self.len];
        let greatest = used.iter().copied().fold(f64::MIN, f64::max);
        let least = used.iter().copied().fold(f64::MAX, f64::min);
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        let mut theta = 0.0;
        for _ in 0..200 {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (f, phi) in self.frequencies.iter().zip(used) {
                let x = phi / (1.0 + theta * phi);
                sum += f * x;
                slope -= f * x * x;
            }
            if sum > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let newton = theta - sum / slope;
            let next = if newton > low && newton < high {
                newton
            } else {
                (low + high) / 2.0
            };
            if (next - theta).abs() <= 1e-13 * (1.0 + theta.abs()) {
                return next;
            }
            theta = next;
        }
        theta
    }
}
