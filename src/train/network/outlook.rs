//! Outlook of a position: the expected points in the rest of its game, from the result or from the scores of the next
//! plies.
//!
//! The result of a game is unbiased but noisy: a single random outcome for all positions of the game. The scores of the
//! following plies are biased but hardly noisy, and they have seen more of what the position leads to. The outlook of a
//! position is their weighted mean, where the weight falls by the factor 1 − 1/horizon with each ply and the result has
//! the remaining weight (TD(λ) of reinforcement learning: R. Sutton, "Learning to predict by the methods of temporal
//! differences", Machine Learning 3, 1988).

use super::gradient::sigmoid;
use crate::datagen::game::Game;

/// Settings for computing the outlooks of a game's positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Mean number of plies from a position to the scores in its outlook, at least 1; `None` for the result alone.
    pub horizon: Option<f32>,
    /// Scale of the logistic curve that converts scores to expected points, in centipawns.
    pub scale: f32,
}

impl Outlook {
    /// Outlooks that are the results of the games.
    pub const RESULT: Outlook = Outlook {
        horizon: None,
        scale: 1.0,
    };

    /// Returns White's expected points, 0 to 1, from the rest of the game, for each ply.
    pub fn of(self, game: &Game) -> Vec<f32> {
        let mut points = game.result.points();
        let mut outlooks = vec![points; game.plies.len()];
        let Some(horizon) = self.horizon else {
            return outlooks;
        };
        for (ply, outlook) in game.plies.iter().zip(&mut outlooks).rev() {
            *outlook = points;
            if let Some(score) = ply.score {
                points += (sigmoid(score as f32 / self.scale) - points) / horizon;
            }
        }
        outlooks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::game::{GameResult, Ply};
    use games::chess::Position;

    /// Returns a game of king moves with these scores for White.
    fn game(result: GameResult, scores: &[Option<i32>]) -> Game {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false).expect("legal");
        let mut here = start;
        let plies = scores.iter().map(|score| {
            let played = here.legal_moves()[0];
            here = here.play(played);
            Ply {
                played,
                score: *score,
            }
        });
        Game {
            start,
            result,
            opening: 0,
            plies: plies.collect(),
        }
    }

    #[test]
    fn without_a_horizon_the_result_is_all() {
        let game = game(GameResult::Lost, &[Some(100), None, Some(-300)]);
        assert_eq!(Outlook::RESULT.of(&game), [0.0; 3]);
    }

    #[test]
    fn what_follows_counts_and_the_ply_itself_does_not() {
        let outlook = Outlook {
            horizon: Some(4.0),
            scale: 200.0,
        };
        let game = game(GameResult::Won, &[Some(7), Some(-200), None, Some(400)]);
        let [first, second, third, last] = outlook.of(&game)[..] else {
            panic!("four plies");
        };
        let blend = |next: f32, score: f32| 0.75 * next + 0.25 / (1.0 + (-score / 200.0).exp());
        assert_eq!(last, 1.0);
        assert_eq!(third, blend(last, 400.0));
        assert_eq!(second, third, "a ply without a score says nothing");
        assert!((first - blend(second, -200.0)).abs() < 1e-6, "{first}");
    }
}
