//! Fitting of the weights by which games are packed ([`likely`](super::likely)), to games.
//!
//! The weights are those of a conditional logistic regression: under them the moves that were played are as likely as
//! can be. They are found by stochastic gradient ascent, one move after the other.

use super::features::{FEATURES, Past, each_choice};
use super::game::Game;
use super::likely::UNIT;
use games::chess::{Move, Position};

/// The learning rate of each pass.
const RATES: [f32; 3] = [0.04, 0.015, 0.005];
/// One game in this many is held out to measure the fit.
const HELD_OUT: usize = 10;
/// Moves whose share is off by less teach nothing worth the time.
const LEAST: f32 = 0.002;

/// Weights, and how well they predict.
#[derive(Clone, Debug)]
pub struct Fit {
    /// One byte a feature, as in `moves.weights`.
    pub weights: Vec<i8>,
    /// Bits that a move of the games left out takes with the weights before rounding, on average.
    pub bits: f64,
}

/// Fits weights to games. `passed` is told after each pass which it was, from 1, and the bits a move.
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

/// Shows each ply after the opening: the position, its past and the move played.
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
