//! Fits the weights of the model that packs moves ([`likely`](super::likely)) to games.
//!
//! The weights are those of a conditional logistic regression: they maximise the likelihood of the moves that were
//! played. They are found by stochastic gradient ascent, one move after the other.

use super::features::{FEATURES, Past, each_choice};
use super::game::Game;
use super::likely::UNIT;
use games::chess::{Move, Position};

/// Learning rate of each pass over the games.
const RATES: [f32; 3] = [0.04, 0.015, 0.005];
/// Denominator of the share of games that are held out to measure the fit.
const HELD_OUT: usize = 10;
/// Least error of a predicted probability for which the weights are changed; smaller ones are skipped to save time.
const LEAST: f32 = 0.002;

/// Fitted weights, and the quality of their predictions.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Weights, one byte for each feature, as in `moves.weights`.
    pub weights: Vec<i8>,
    /// Mean number of bits for a move of the games held out, with the weights before rounding.
    pub bits: f64,
}

/// Fits weights to games. Calls `passed` after each pass with its number, from 1, and the mean number of bits for a
/// move.
pub fn fit(games: &[Game], mut passed: impl FnMut(usize, f64)) -> Fit {
    let mut weights = vec![0f32; FEATURES];
    let mut bits = 0.0;
    for (pass, rate) in RATES.into_iter().enumerate() {
        let (mut sum, mut count) = (0.0, 0u64);
        for (number, game) in games.iter().enumerate() {
            let held_out = number % HELD_OUT == 0;
            each_move(game, |position, past, played| {
                count += u64::from(held_out);
                each_choice(position, past, played, |choices, chosen| {
                    let score = |features: &&[usize]| {
                        features
                            .iter()
                            .map(|feature| weights[*feature])
                            .sum::<f32>()
                    };
                    let scores: Vec<f32> = choices.iter().map(score).collect();
                    let best = scores.iter().copied().fold(f32::MIN, f32::max);
                    let odds: Vec<f32> = scores.iter().map(|score| (score - best).exp()).collect();
                    let all: f32 = odds.iter().sum();
                    if held_out {
                        sum -= f64::from((odds[chosen] / all).log2());
                        return;
                    }
                    for (number, features) in choices.iter().enumerate() {
                        let wanted = f32::from(u8::from(number == chosen));
                        let off = wanted - odds[number] / all;
                        if off.abs() > LEAST {
                            features
                                .iter()
                                .for_each(|feature| weights[*feature] += rate * off);
                        }
                    }
                });
            });
        }
        bits = sum / count.max(1) as f64;
        passed(pass + 1, bits);
    }
    let units = UNIT as f32 / std::f32::consts::LN_2;
    let rounded = |weight: &f32| (weight * units).round().clamp(-127.0, 127.0) as i8;
    Fit {
        weights: weights.iter().map(rounded).collect(),
        bits,
    }
}

/// Calls `each` for every ply after the opening, with the position, its past and the move played.
fn each_move(game: &Game, mut each: impl FnMut(&Position, Past, Move)) {
    let mut here = game.start;
    let mut past = Past::default();
    for (number, ply) in game.plies.iter().enumerate() {
        if number >= game.opening {
            each(&here, past, ply.played);
        }
        past = past.then(&here, ply.played);
        here = here.play(ply.played);
    }
}
