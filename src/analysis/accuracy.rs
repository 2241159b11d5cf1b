//! Accuracy of a side's play, as a number from 0 to 100.
//!
//! The accuracy of a move is computed from the chance to win that it loses, in percent, by the formula published by
//! Lichess: `103.1668 exp(-0.04354 loss) - 3.1669`, at least 0 and at most 100. The accuracy of a side is the mean of
//! the arithmetic and the harmonic mean over its moves, so that a few bad moves weigh as much as they do in a game.
//! (Lichess also gives moves of sharp positions more weight; this module does not.)

use super::{Evaluation, Judgement};
use games::chess::Color;
use serde::Serialize;

/// Largest loss of a move that enters the mean loss, in hundredths of a pawn; greater losses are cut to it.
const MOST_LOSS: i32 = 1000;

/// Statistics of one side's play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Accuracy {
    /// Number of moves of the side that were evaluated.
    pub moves: usize,
    /// Number of moves that are inaccuracies.
    pub inaccuracies: usize,
    /// Number of moves that are mistakes.
    pub mistakes: usize,
    /// Number of moves that are blunders.
    pub blunders: usize,
    /// Accuracy from 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Mean loss per move, in hundredths of a pawn; `None` without moves.
    pub mean_loss: Option<f64>,
}

/// Returns the accuracy, from 0 to 100, of a move that loses `loss` (from 0 to 1) of the chance to win.
fn of_move(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Running statistics of the moves of one side, in one game or in many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    counted: Accuracy,
    sum: f64,
    inverse: f64,
    lost: f64,
}

impl Tally {
    /// Adds the move between two evaluations, unless it has no loss.
    pub fn add(&mut self, before: &Evaluation, after: &Evaluation) {
        let Some(loss) = after.loss else {
            return;
        };
        let counted = &mut self.counted;
        counted.moves += 1;
        match after.judgement {
            Some(Judgement::Inaccuracy) => counted.inaccuracies += 1,
            Some(Judgement::Mistake) => counted.mistakes += 1,
            Some(Judgement::Blunder) => counted.blunders += 1,
            None => {}
        }
        let accuracy = of_move(loss);
        self.sum += accuracy;
        // A move of accuracy 0 would make the harmonic mean 0, whatever the others are.
        self.inverse += 1.0 / accuracy.max(1.0);
        let worth = |e: &Evaluation| e.score.unwrap_or(0).clamp(-MOST_LOSS, MOST_LOSS);
        let change = worth(after) - worth(before);
        self.lost += f64::from(before.turn.fold_wb(-change, change).max(0));
    }

    /// Returns the statistics of the moves added so far.
    pub fn accuracy(&self) -> Accuracy {
        let moves = self.counted.moves as f64;
        let mean = |value: f64| (moves > 0.0).then_some(value);
        Accuracy {
            accuracy: mean((self.sum / moves + moves / self.inverse) / 2.0),
            mean_loss: mean(self.lost / moves),
            ..self.counted
        }
    }
}

impl Accuracy {
    /// Computes the statistics of a side from the evaluations of consecutive positions.
    pub fn of(known: &[Evaluation], side: Color) -> Accuracy {
        let mut tally = Tally::default();
        for pair in known.windows(2).filter(|pair| pair[0].turn == side) {
            tally.add(&pair[0], &pair[1]);
        }
        tally.accuracy()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_loses_nothing_is_perfect_and_one_that_loses_all_is_worth_nothing() {
        assert!((of_move(0.0) - 100.0).abs() < 0.01);
        assert_eq!(of_move(1.0), 0.0);
        assert!(of_move(0.05) > of_move(0.10));
        // Lichess's curve at ten percent.
        assert!((of_move(0.10) - 63.6).abs() < 0.1, "{}", of_move(0.10));
    }
}
