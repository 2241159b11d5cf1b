//! Ratings: the strength of people and machines and the difficulty of problems, on one scale.
//!
//! Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), as the crate `skillratings` computes it. A game
//! over a problem has three sides. The attacker plays against the problem and the defender together, who count as one
//! opponent: as strong as the problem, and stronger or weaker by the difference of the defender's rating from
//! [`Rating::NEW`]. In the same way, the opponent of the problem is the attacker minus the defender, and that of the
//! defender is the attacker minus the problem. The deviations of two sides are combined by adding their variances. Each
//! game is a rating period of its own.

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

/// Glickman's constant tau, which limits the change of a volatility, within the range that he recommends.
const TAU: f64 = 0.5;

/// Glicko-2 rating of a player or a problem, from its results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Rating, 1500 at first; 400 points more mean ten wins in eleven games.
    pub rating: f64,
    /// Standard deviation of the rating: 350 when nothing is known, less with every result.
    pub deviation: f64,
    /// Volatility: the degree to which the strength itself changes.
    pub volatility: f64,
}

impl Rating {
    /// Rating of somebody who has not played.
    pub const NEW: Rating = Rating {
        rating: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// Returns the rating of an opponent that consists of `self` and `other`. With `other` turned round, the opponent
    /// is `self` minus `other`.
    fn with(self, other: Rating) -> Rating {
        Rating {
            rating: self.rating + other.rating - Rating::NEW.rating,
            deviation: self.deviation.hypot(other.deviation),
            volatility: self.volatility,
        }
    }

    /// Returns a rating as far below [`Rating::NEW`] as this one is above it, or the reverse.
    fn turned_round(self) -> Rating {
        Rating {
            rating: 2.0 * Rating::NEW.rating - self.rating,
            ..self
        }
    }

    fn after(self, opponent: Rating, won: bool) -> Rating {
        after_game(self, &[(opponent, f64::from(u8::from(won)))])
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        Glicko2Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

/// The ratings of the three sides of a game over a problem.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlayRatings {
    /// Rating of the player who had to mate.
    pub attacker: Rating,
    /// Rating of the player who defended.
    pub defender: Rating,
    /// Rating of the problem.
    pub problem: Rating,
}

/// Returns the ratings after a game over a problem.
pub fn after_play(before: &PlayRatings, attacker_won: bool) -> PlayRatings {
    let PlayRatings {
        attacker,
        defender,
        problem,
    } = *before;
    PlayRatings {
        attacker: attacker.after(problem.with(defender), attacker_won),
        defender: defender.after(attacker.with(problem.turned_round()), !attacker_won),
        problem: problem.after(attacker.with(defender.turned_round()), !attacker_won),
    }
}

/// Returns the rating of a player after one rating period, with the opponents' ratings before it and the scores of the
/// games, from 0 (lost) to 1 (won).
pub fn after_game(own: Rating, games: &[(Rating, f64)]) -> Rating {
    let config = Glicko2Config {
        tau: TAU,
        ..Glicko2Config::default()
    };
    let outcome = |score: f64| match score {
        score if score > 0.5 => Outcomes::WIN,
        score if score < 0.5 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let results: Vec<(Glicko2Rating, Outcomes)> = games
        .iter()
        .map(|(rating, score)| ((*rating).into(), outcome(*score)))
        .collect();
    if results.is_empty() {
        own
    } else {
        glicko2_rating_period(&own.into(), &results, &config).into()
    }
}

/// Returns the probability that the attacker wins, from 0 to 1.
pub fn attackers_chance(ratings: &PlayRatings) -> f64 {
    let opponent = ratings.problem.with(ratings.defender);
    let (chance, _) = expected_score(&ratings.attacker.into(), &opponent.into());
    chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            ..Rating::NEW
        }
    }

    #[test]
    fn glickmans_own_example_comes_out() {
        // "Example of the Glicko-2 system": 1500 (200) beats 1400 (30), loses to 1550 (100) and to
        // 1700 (300), tau 0.5: 1464.06, 151.52, 0.05999.
        let config = Glicko2Config {
            tau: TAU,
            ..Glicko2Config::default()
        };
        let results = [
            (rating(1400.0, 30.0).into(), Outcomes::WIN),
            (rating(1550.0, 100.0).into(), Outcomes::LOSS),
            (rating(1700.0, 300.0).into(), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&rating(1500.0, 200.0).into(), &results, &config);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// Glicko-2 written down from the paper's steps 2 to 8 for one game, by bisection in step 5.
    fn from_the_paper(player: Rating, opponent: Rating, score: f64) -> Rating {
        let scale = 173.7178;
        let (mu, phi) = ((player.rating - 1500.0) / scale, player.deviation / scale);
        let (mu_j, phi_j) = (
            (opponent.rating - 1500.0) / scale,
            opponent.deviation / scale,
        );
        let pi = std::f64::consts::PI;
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (pi * pi)).sqrt();
        let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
        let v = 1.0 / (g * g * e * (1.0 - e));
        let delta = v * g * (score - e);
        let a = (player.volatility * player.volatility).ln();
        let f = |x: f64| {
            let s = phi * phi + v + x.exp();
            x.exp() * (delta * delta - s) / (2.0 * s * s) - (x - a) / (TAU * TAU)
        };
        let (mut low, mut high) = (a - 20.0, a + 20.0);
        for _ in 0..200 {
            let middle = low.midpoint(high);
            if f(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let volatility = (low / 2.0).exp();
        let phi_star = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (phi_star * phi_star) + 1.0 / v).sqrt();
        let mu = mu + phi * phi * g * (score - e);
        Rating {
            rating: scale * mu + 1500.0,
            deviation: scale * phi,
            volatility,
        }
    }

    #[test]
    fn each_side_gets_what_the_paper_gives_it_against_the_other_two() {
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..200 {
            let mut any = || {
                rating(
                    random.random_range(800.0..2500.0),
                    random.random_range(30.0..350.0),
                )
            };
            let before = PlayRatings {
                attacker: any(),
                defender: any(),
                problem: any(),
            };
            let won = random.random::<bool>();
            let after = after_play(&before, won);
            let together = |a: f64, b: f64| (a * a + b * b).sqrt();
            let PlayRatings {
                attacker: a,
                defender: d,
                problem: p,
            } = before;
            let score = f64::from(u8::from(won));
            for (player, opponent, score, got) in [
                (
                    a,
                    rating(
                        p.rating + d.rating - 1500.0,
                        together(p.deviation, d.deviation),
                    ),
                    score,
                    after.attacker,
                ),
                (
                    d,
                    rating(
                        a.rating - p.rating + 1500.0,
                        together(p.deviation, a.deviation),
                    ),
                    1.0 - score,
                    after.defender,
                ),
                (
                    p,
                    rating(
                        a.rating - d.rating + 1500.0,
                        together(a.deviation, d.deviation),
                    ),
                    1.0 - score,
                    after.problem,
                ),
            ] {
                let paper = from_the_paper(player, opponent, score);
                assert!(
                    (paper.rating - got.rating).abs() < 0.01,
                    "{before:?} {got:?} {paper:?}"
                );
                assert!((paper.deviation - got.deviation).abs() < 0.01, "{before:?}");
                assert!(
                    (paper.volatility - got.volatility).abs() < 1e-5,
                    "{before:?}"
                );
            }
        }
    }

    #[test]
    fn results_drawn_by_strength_lead_to_ratings_in_its_order() {
        // Four players and four problems of known strength; all attack and defend all.
        let strengths = [1200.0, 1400.0, 1600.0, 1800.0];
        let mut players = [Rating::NEW; 4];
        let mut problems = [Rating::NEW; 4];
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..4000 {
            let [a, d, p] = [(); 3].map(|()| random.random_range(0..4_usize));
            if a == d {
                continue;
            }
            let truth = PlayRatings {
                attacker: rating(strengths[a], 0.0),
                defender: rating(strengths[d], 0.0),
                problem: rating(strengths[p], 0.0),
            };
            let won = random.random_bool(attackers_chance(&truth));
            let before = PlayRatings {
                attacker: players[a],
                defender: players[d],
                problem: problems[p],
            };
            let after = after_play(&before, won);
            (players[a], players[d], problems[p]) = (after.attacker, after.defender, after.problem);
        }
        for sides in [players, problems] {
            assert!(
                sides
                    .windows(2)
                    .all(|two| two[0].rating + 50.0 < two[1].rating),
                "{sides:?}"
            );
            assert!(sides.iter().all(|side| side.deviation < 150.0), "{sides:?}");
        }
    }

    #[test]
    fn whoever_wins_for_ever_goes_up_and_stays_a_number() {
        let mut ratings = PlayRatings {
            attacker: Rating::NEW,
            defender: Rating::NEW,
            problem: Rating::NEW,
        };
        for _ in 0..5000 {
            let after = after_play(&ratings, true);
            assert!(after.attacker.rating >= ratings.attacker.rating);
            assert!(after.problem.rating <= ratings.problem.rating);
            ratings = after;
        }
        let sides = [ratings.attacker, ratings.defender, ratings.problem];
        assert!(
            sides
                .iter()
                .all(|side| side.rating.is_finite() && side.deviation > 0.0),
            "{sides:?}"
        );
    }
}
