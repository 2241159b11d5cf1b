//! The statistics of `atalaya match` against figures that other tools have printed, against slow
//! second implementations, and against simulated matches of known strength.

use arena::elo::{Moments, elo_of, estimate, expected_score};
use arena::sprt::{Decision, Model, Sprt};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

/// Each is (counts, elo0, elo1, model, the ratio printed). From fastchess's own tests, which
/// accept one per cent; losses first, so its (wins, losses, draws) are turned round here.
#[test]
fn log_likelihood_ratios_agree_with_fastchess() {
    use Model::{Logistic, Normalized};
    let cases: [(&[u64], f64, f64, Model, f64); 8] = [
        (&[36027, 68692, 36433], 0.0, 2.0, Normalized, 0.92),
        (&[10650, 20431, 10871], -1.75, 0.25, Normalized, 2.30),
        (&[21184, 40708, 21404], 0.5, 2.5, Logistic, -1.57),
        (&[57030, 106_593, 57433], 0.0, 2.0, Logistic, -2.59),
        (&[365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
        (
            &[127, 4883, 10712, 5150, 104],
            -1.75,
            0.25,
            Normalized,
            3.01,
        ),
        (&[223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
        (&[871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
    ];
    for (counts, elo0, elo1, model, printed) in cases {
        let llr = test(elo0, elo1, model).llr(counts);
        assert!(
            (llr - printed).abs() < 0.006,
            "{counts:?}: {llr}, not {printed}"
        );
    }
}

/// If all pairs are won, the best fits put everything on the two ends, and the ratio has a closed
/// form: n ln(1 + t / √(1 + t²)) for the ratio t of H1, with H0 even.
#[test]
fn a_clean_sweep_has_the_ratio_that_can_be_worked_out_by_hand() {
    let llr = test(0.0, 5.0, Model::Normalized).llr(&[0, 0, 0, 0, 104]);
    let t = 2f64.sqrt() * 5.0 * std::f64::consts::LN_10 / 800.0;
    let by_hand = 104.0 * (t / (1.0 + t * t).sqrt()).ln_1p();
    assert!((llr - by_hand).abs() < 1e-3, "{llr}, not {by_hand}");
    let llr = test(0.0, 5.0, Model::Logistic).llr(&[0, 0, 0, 0, 104]);
    let by_hand = 104.0 * (2.0 * expected_score(5.0)).ln();
    assert!((llr - by_hand).abs() < 1e-3, "{llr}, not {by_hand}");
}

/// The raw statistics page of a fishtest instance (montytest, test 69d3c8dc7c5b3724e29d2712) gives
/// five digits, for normalised bounds and for the same bounds in logistic Elo.
#[test]
fn log_likelihood_ratios_agree_with_fishtest_to_the_printed_digit() {
    let counts = [13, 37, 50, 25, 3];
    let normalized = test(0.0, 4.0, Model::Normalized).llr(&counts);
    assert!((normalized - -0.54912).abs() < 5e-6, "{normalized}");
    // H1 is a score of 0.50391 there: 4 normalised Elo at the variance of this sample.
    let moments = Moments::of(&counts);
    let score = 0.5 + 4.0 / (800.0 / std::f64::consts::LN_10) * (2.0 * moments.variance).sqrt();
    assert!((score - 0.50391).abs() < 5e-6, "{score}");
    let logistic = test(0.0, elo_of(score), Model::Logistic).llr(&counts);
    assert!((logistic - -0.53772).abs() < 5e-6, "{logistic}");
    let (lower, upper) = test(0.0, 4.0, Model::Normalized).bounds();
    assert!((lower - -2.9444).abs() < 5e-5 && (upper - 2.9444).abs() < 5e-5);
}

/// Golden-section search for the greatest value of a function with one hill.
fn maximum(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..300 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) { low = a } else { high = b }
    }
    f((low + high) / 2.0)
}

fn frequencies(counts: &[u64]) -> (f64, Vec<f64>) {
    let counts: Vec<f64> = counts
        .iter()
        .map(|&n| if n == 0 { 1e-3 } else { n as f64 })
        .collect();
    let total: f64 = counts.iter().sum();
    (total, counts.iter().map(|n| n / total).collect())
}

/// The likelihood lost by fixing the mean, as the maximum of the dual function.
fn slow_logistic(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
    let (total, f) = frequencies(counts);
    let top = (counts.len() - 1) as f64;
    let loss = |elo: f64| {
        let mean = expected_score(elo);
        maximum(-1.0 / (1.0 - mean), 1.0 / mean, |theta| {
            f.iter()
                .enumerate()
                .map(|(i, f)| f * (1.0 + theta * (i as f64 / top - mean)).max(1e-300).ln())
                .sum()
        })
    };
    total * (loss(elo0) - loss(elo1))
}

/// Three outcomes with a given draw rate and a given ratio t of (mean - 1/2) to deviation leave
/// nothing free: win - loss = t √((1 - draw) / (1 + t²)). So the best fit is a search in one
/// dimension over the draw rate.
fn slow_normalized(counts: &[u64; 3], elo0: f64, elo1: f64) -> f64 {
    let (total, f) = frequencies(counts);
    let likelihood = |elo: f64| {
        let t = elo * std::f64::consts::LN_10 / 800.0;
        maximum(0.0, 1.0, |draw| {
            let lead = t * ((1.0 - draw) / (1.0 + t * t)).sqrt();
            let (win, loss) = ((1.0 - draw + lead) / 2.0, (1.0 - draw - lead) / 2.0);
            let log = |p: f64| p.max(1e-300).ln();
            f[0] * log(loss) + f[1] * log(draw) + f[2] * log(win)
        })
    };
    total * (likelihood(elo1) - likelihood(elo0))
}

#[test]
fn log_likelihood_ratios_agree_with_slow_second_implementations() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..200 {
        let elo0 = rng.random_range(-20.0..20.0);
        let elo1 = elo0 + rng.random_range(0.5..30.0);
        let mut counts = [0; 5];
        counts
            .iter_mut()
            .for_each(|n| *n = rng.random_range(0..2000));
        let three = [counts[0], counts[1], counts[2]];
        let close = |fast: f64, slow: f64| {
            let tolerance = 1e-6 * (1.0 + slow.abs());
            assert!(
                (fast - slow).abs() < tolerance,
                "{counts:?} {elo0} {elo1}: {fast}, {slow}"
            );
        };
        let logistic = test(elo0, elo1, Model::Logistic);
        close(logistic.llr(&counts), slow_logistic(&counts, elo0, elo1));
        close(logistic.llr(&three), slow_logistic(&three, elo0, elo1));
        let normalized = test(elo0, elo1, Model::Normalized);
        close(normalized.llr(&three), slow_normalized(&three, elo0, elo1));
    }
}

/// A player `elo` stronger on openings that favour White: two games of a pair are drawn with
/// opposite advantages, so they are correlated as real pairs are.
struct Simulation {
    rng: Xoshiro256PlusPlus,
    elo: f64,
}

/// The advantage of White in Elo, and the width of the band of draws.
const ADVANTAGE: f64 = 120.0;
const DRAW_BAND: f64 = 150.0;

impl Simulation {
    fn game(&mut self, elo: f64) -> usize {
        let (win, loss) = (
            expected_score(elo - DRAW_BAND),
            expected_score(-elo - DRAW_BAND),
        );
        let chance: f64 = self.rng.random();
        match chance {
            x if x < win => 2,
            x if x < win + loss => 0,
            _ => 1,
        }
    }

    fn pair(&mut self) -> usize {
        let elo = self.elo;
        self.game(elo + ADVANTAGE) + self.game(elo - ADVANTAGE)
    }

    /// What the player really scores per game, and the deviation of a pair's score.
    fn truth(elo: f64) -> (f64, f64) {
        let game = |elo: f64| {
            let (win, loss) = (
                expected_score(elo - DRAW_BAND),
                expected_score(-elo - DRAW_BAND),
            );
            let mean = win + (1.0 - win - loss) / 2.0;
            (mean, win + (1.0 - win - loss) / 4.0 - mean * mean)
        };
        let ((m1, v1), (m2, v2)) = (game(elo + ADVANTAGE), game(elo - ADVANTAGE));
        ((m1 + m2) / 2.0, ((v1 + v2) / 4.0).sqrt())
    }

    /// The strength at which the measured difference has a given value.
    fn solve(value: f64, measure: impl Fn(f64, f64) -> f64) -> f64 {
        let (mut low, mut high) = (-400.0, 400.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            let (mean, deviation) = Simulation::truth(middle);
            if measure(mean, deviation) < value {
                low = middle
            } else {
                high = middle
            }
        }
        low
    }
}

/// How many of `matches` end in the wrong decision, and the mean number of pairs.
fn errors(test: &Sprt, elo: f64, wrong: Decision, matches: u64, seed: u64) -> (u64, f64) {
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut simulation = Simulation { rng, elo };
    let (mut errors, mut pairs) = (0, 0);
    for _ in 0..matches {
        let mut counts = [0; 5];
        let decision = loop {
            counts[simulation.pair()] += 1;
            pairs += 1;
            let decision = test.decide(test.llr(&counts));
            if decision != Decision::Undecided {
                break decision;
            }
        };
        errors += u64::from(decision == wrong);
    }
    (errors, pairs as f64 / matches as f64)
}

/// 10,000 matches, a quarter for each model and each hypothesis. A rate of 5 % gives 125 ± 10.9
/// errors in 2,500 matches; a broken test gives many more, a test that hardly ever decides gives
/// hardly any. Bounds that are passed by a game's worth make the true rate a little lower.
#[test]
fn in_ten_thousand_simulated_matches_the_error_rates_hold() {
    let logistic = |mean: f64, _: f64| elo_of(mean);
    let normalized = |mean: f64, deviation: f64| {
        (mean - 0.5) / (deviation * 2f64.sqrt()) * 800.0 / std::f64::consts::LN_10
    };
    let cases = [
        (
            Model::Logistic,
            40.0,
            Simulation::solve(0.0, logistic),
            Decision::H1,
        ),
        (
            Model::Logistic,
            40.0,
            Simulation::solve(40.0, logistic),
            Decision::H0,
        ),
        (
            Model::Normalized,
            60.0,
            Simulation::solve(0.0, normalized),
            Decision::H1,
        ),
        (
            Model::Normalized,
            60.0,
            Simulation::solve(60.0, normalized),
            Decision::H0,
        ),
    ];
    std::thread::scope(|scope| {
        for (seed, (model, elo1, strength, wrong)) in cases.into_iter().enumerate() {
            scope.spawn(move || {
                let test = test(0.0, elo1, model);
                let (errors, pairs) = errors(&test, strength, wrong, 2500, seed as u64);
                println!("{model:?}, wrong {wrong:?}: {errors} of 2500, {pairs:.0} pairs a match");
                assert!(
                    (60..=125 + 4 * 11).contains(&errors),
                    "{model:?} {wrong:?}: {errors}"
                );
                assert!(pairs > 20.0, "decided after {pairs} pairs");
            });
        }
    });
}

/// The 95 % interval holds the truth in about 95 of 100 matches, and the likelihood of superiority
/// points the right way.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut simulation = Simulation { rng, elo: 35.0 };
    let truth = elo_of(Simulation::truth(35.0).0);
    let (mut held, mut superior) = (0, 0);
    let matches = 2000;
    for _ in 0..matches {
        let mut counts = [0; 5];
        (0..200).for_each(|_| counts[simulation.pair()] += 1);
        let found = estimate(&counts).expect("not empty");
        held += u32::from((found.elo - truth).abs() <= found.error);
        superior += u32::from(found.los > 0.5);
    }
    let rate = f64::from(held) / f64::from(matches);
    assert!((0.93..0.97).contains(&rate), "{rate}");
    assert!(f64::from(superior) / f64::from(matches) > 0.95);
}
