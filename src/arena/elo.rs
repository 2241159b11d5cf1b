//! Estimates of strength from results: Elo with its 95 % interval, normalised Elo, likelihood of
//! superiority.
//!
//! The unit that is counted is the game pair (one opening, colours reversed) wherever games come
//! in pairs: the two games of a pair are not independent, and counting them one by one gets the
//! interval wrong. Formulas: Michel Van den Bergh, "Comments on normalized Elo"
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>), as fishtest, fastchess and
//! OpenBench print them.

use std::f64::consts::LN_10;

/// Number of times each score occurred: losses, draws and wins of single games (three counts), or pairs
/// by half points from 0 to 4 (five counts).
pub type Counts<'a> = &'a [u64];

/// Quantile of the standard normal distribution for a two-sided 95 % interval.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Quantiles of Student's distribution for a two-sided 95 % interval with 1, 2, … 29 degrees of freedom.
const STUDENT: [f64; 29] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045,
];

/// Returns the number of standard deviations of the mean by which the 95 % interval extends on each side of it;
/// infinite for fewer than two units. Up to 30 units it is that of Student's distribution, as the deviation itself is
/// only estimated.
fn quantile(units: f64) -> f64 {
    match units as usize {
        0 | 1 => f64::INFINITY,
        units => STUDENT.get(units - 2).copied().unwrap_or(Z95),
    }
}

/// Normalised Elo per standard deviation of a game.
pub(super) const NELO: f64 = 800.0 / LN_10;

/// Returns the expected score, from 0 to 1, at a difference of `elo` Elo points (logistic model).
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the Elo difference at which `score`, from 0 to 1, is expected; infinite for scores of 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // So an even score is zero, and not zero below zero.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Mean and variance of the score per unit (0 to 1), and the number of units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of units: games or pairs of games.
    pub units: f64,
    /// Mean score of a unit, from 0 to 1.
    pub mean: f64,
    /// Variance of the score of one unit.
    pub variance: f64,
}

impl Moments {
    /// Returns the moments of a sample; the mean is one half if the sample is empty.
    pub fn of(counts: Counts) -> Moments {
        let units: u64 = counts.iter().sum();
        let top = (counts.len().max(2) - 1) as f64;
        if units == 0 {
            return Moments {
                units: 0.0,
                mean: 0.5,
                variance: 0.0,
            };
        }
        let units = units as f64;
        let average = |f: &dyn Fn(f64) -> f64| {
            let weighted = |(i, n): (usize, &u64)| *n as f64 * f(i as f64 / top);
            counts.iter().enumerate().map(weighted).sum::<f64>() / units
        };
        let mean = average(&|score| score);
        let variance = average(&|score| (score - mean) * (score - mean));
        Moments {
            units,
            mean,
            variance,
        }
    }
}

/// Difference in strength estimated from a sample of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo; infinite if every game was won or lost.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`; infinite where the interval is unbounded, 0 where all results of
    /// the sample are the same (see [`has_doubt`](Estimate::has_doubt)).
    pub error: f64,
    /// Normalised Elo: the difference relative to the standard deviation of a game's score.
    pub nelo: f64,
    /// Half the width of the 95 % interval of `nelo`.
    pub nelo_error: f64,
    /// Likelihood of superiority: the probability that the player is stronger, from 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// Returns true if the sample allows an estimate of its uncertainty. Where all results are the same, the
    /// formulas give an uncertainty of zero, which a few games do not justify.
    pub fn has_doubt(&self) -> bool {
        self.error > 0.0
    }
}

/// Estimates strength from `counts`; returns `None` for an empty sample.
pub fn estimate(counts: Counts) -> Option<Estimate> {
    let Moments {
        units,
        mean,
        variance,
    } = Moments::of(counts);
    if units == 0.0 {
        return None;
    }
    let games_per_unit = if counts.len() == 5 { 2.0 } else { 1.0 };
    let deviation = (variance / units).sqrt();
    let reach = if deviation > 0.0 {
        quantile(units) * deviation
    } else {
        0.0
    };
    let (upper, lower) = (elo_of(mean + reach), elo_of(mean - reach));
    let ahead = mean - 0.5;
    // Without any spread there is no doubt, or nothing but doubt if the score is even.
    let per_deviation = |deviation: f64| match deviation > 0.0 {
        true => ahead / deviation,
        false if ahead == 0.0 => 0.0,
        false => f64::INFINITY.copysign(ahead),
    };
    Some(Estimate {
        elo: elo_of(mean),
        error: if upper == lower {
            0.0
        } else {
            (upper - lower) / 2.0
        },
        nelo: per_deviation((games_per_unit * variance).sqrt()) * NELO,
        nelo_error: Z95 * NELO / (games_per_unit * units).sqrt(),
        los: normal_cdf(per_deviation(deviation)),
    })
}

/// Returns the value of the standard normal distribution function at `x`; one half for NaN.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    let tail = upper_tail(x.abs());
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Returns P(Z > x) for x ≥ 0: from a series for small `x`, from a continued fraction for large `x`.
fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x > 40.0 {
        return 0.0;
    }
    if x < 3.0 {
        // Abramowitz & Stegun 26.2.11: P(x) = 1/2 + Z(x) (x + x³/3 + x⁵/(3·5) + …).
        let (mut sum, mut term, mut odd) = (0.0, x, 1.0);
        while term > 1e-17 {
            sum += term;
            odd += 2.0;
            term *= x * x / odd;
        }
        return 0.5 - density * sum;
    }
    // 26.2.14: Q(x) = Z(x) / (x + 1/(x + 2/(x + 3/(x + …)))).
    let fraction = (1..=200).rev().fold(x, |below, k| x + f64::from(k) / below);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_has_its_tabulated_values() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (Z95, 0.975),
            (2.999, 0.998_645_663_466_273),
            (3.0, 0.998_650_101_968_370),
            (5.0, 0.999_999_713_348_428),
        ] {
            near(normal_cdf(x), p, 1e-12);
            near(normal_cdf(-x), 1.0 - p, 1e-12);
        }
        assert_eq!(normal_cdf(f64::INFINITY), 1.0);
        assert_eq!(normal_cdf(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for elo in [-700.0, -35.0, 0.0, 1.0, 190.848_5] {
            near(elo_of(expected_score(elo)), elo, 1e-9);
        }
        near(expected_score(190.848_501_887_864_98), 0.75, 1e-12);
        assert_eq!(elo_of(0.5).to_string(), "0");
    }

    /// Results printed by fastchess, from its own tests and from a user's terminal
    /// (chess.stackexchange.com/q/45881), to the printed digit.
    #[test]
    fn pairs_give_the_figures_that_fastchess_prints() {
        for (counts, elo, error, nelo, nelo_error, los) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94, 28.28, 100.0),
            (
                [332, 433, 457 + 41, 333, 334],
                -8.64,
                10.33,
                -9.17,
                10.96,
                5.05,
            ),
            ([4, 3, 34, 42, 117], 277.00, 40.90, 345.17, 34.05, 100.0),
        ] {
            let found = estimate(&counts).expect("not empty");
            near(found.elo, elo, 0.005);
            near(found.error, error, 0.005);
            near(found.nelo, nelo, 0.005);
            near(found.nelo_error, nelo_error, 0.005);
            near(found.los * 100.0, los, 0.005);
        }
    }

    #[test]
    fn single_games_give_the_figures_that_fastchess_prints() {
        let found = estimate(&[89, 123, 76]).expect("not empty");
        near(found.nelo, -20.76, 0.005);
        near(found.nelo_error, 40.13, 0.005);
        near(found.los * 100.0, 15.53, 0.005);
        let found = estimate(&[96, 111, 136]).expect("not empty");
        near(found.elo, 40.70, 0.005);
        near(found.error, 30.43, 0.005);
        near(found.nelo, 49.77, 0.005);
        near(found.nelo_error, 36.77, 0.005);
        near(found.los * 100.0, 99.60, 0.005);
    }

    /// The raw statistics page of a fishtest instance (montytest, test 69d3c8dc7c5b3724e29d2712)
    /// prints mean, variance and normalised Elo of this sample.
    #[test]
    fn pairs_give_the_moments_that_fishtest_prints() {
        let counts = [13, 37, 50, 25, 3];
        let moments = Moments::of(&counts);
        near(moments.mean, 0.437_50, 5e-6);
        near(moments.variance, 0.057_62, 5e-6);
        let found = estimate(&counts).expect("not empty");
        near(found.elo, -43.6578, 5e-5);
        near(found.nelo, -63.97, 0.005);
    }

    #[test]
    fn few_games_are_doubted_more_than_the_normal_distribution_doubts_them() {
        // Two pairs, 1 and 1.5 points: variance 1/64 of the mean 0.625, Student's factor 12.7.
        let two = estimate(&[0, 0, 1, 1, 0]).expect("not empty");
        assert!(two.has_doubt() && two.error.is_infinite(), "{two:?}");
        let ten = estimate(&[0, 0, 5, 5, 0]).expect("not empty");
        let wide = elo_of(0.625 + 2.262 * 0.125 / 10f64.sqrt());
        let narrow = elo_of(0.625 - 2.262 * 0.125 / 10f64.sqrt());
        near(ten.error, (wide - narrow) / 2.0, 1e-9);
        assert!(!estimate(&[0, 0, 1, 0, 0]).expect("not empty").has_doubt());
    }

    #[test]
    fn one_sided_and_empty_samples_have_no_finite_elo() {
        assert_eq!(estimate(&[0, 0, 0]), None);
        let swept = estimate(&[0, 0, 9]).expect("not empty");
        assert_eq!((swept.elo, swept.los), (f64::INFINITY, 1.0));
        let level = estimate(&[0, 9, 0]).expect("not empty");
        assert_eq!((level.elo, level.error, level.los), (0.0, 0.0, 0.5));
    }
}
