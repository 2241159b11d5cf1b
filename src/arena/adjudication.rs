//! Ending a game early: as a draw, by resignation, or because it is too long.
//!
//! The rules are those of cutechess. Each player's score is from its own point of view; a move without a score
//! interrupts a run of moves.

use players::Score;

/// Rule by which a game is a draw when both sides have reported scores near zero for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Number of full moves, those of the opening included, before which the rule does not apply.
    pub move_number: u32,
    /// Number of consecutive moves of each side that must have such a score.
    pub move_count: u32,
    /// Greatest absolute value of such a score, in centipawns.
    pub score: i32,
}

/// Rule by which a side loses when it has reported bad scores for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Number of consecutive moves of the losing side that must have such a score.
    pub move_count: u32,
    /// Number of centipawns by which such a score is below zero, at least.
    pub score: i32,
    /// True if the winner, too, must have reported winning scores for as many moves.
    pub two_sided: bool,
}

/// Rules by which the games of a match are ended early; `None` for a rule that does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Rule for draws.
    pub draw: Option<DrawRule>,
    /// Rule for resignations.
    pub resign: Option<ResignRule>,
    /// Number of full moves after which a game is a draw.
    pub max_moves: Option<u32>,
}

/// Early end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// A draw, because both sides report equal scores.
    Draw,
    /// Resignation of the player in this seat.
    Resign(usize),
    /// A draw, because the game has reached the maximum number of moves.
    TooLong,
    /// Result by endgame tables: the seat of the winner, or `None` for a draw.
    Table(Option<usize>),
}

/// State of the rules during one game: the lengths of the current runs of scores.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    rules: Rules,
    /// Number of consecutive moves with an equal score, by seat; `losing` and `winning` count those with losing and
    /// winning scores.
    equal: [u32; 2],
    losing: [u32; 2],
    winning: [u32; 2],
}

impl Adjudicator {
    /// Creates the state at the start of a game.
    pub fn new(rules: Rules) -> Adjudicator {
        Adjudicator {
            rules,
            equal: [0; 2],
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Takes note of a move by `seat` with its reported score; `plies` is the number of plies played so far, this one
    /// included. Returns the ruling if a rule ends the game here; otherwise `None`.
    pub fn note(&mut self, seat: usize, score: Option<Score>, plies: usize) -> Option<Ruling> {
        let value = score.map(Score::centipawns);
        let run = |run: &mut u32, goes_on: bool| *run = if goes_on { *run + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            run(
                &mut self.equal[seat],
                value.is_some_and(|v| v.abs() <= rule.score),
            );
            let long = |seat: usize| self.equal[seat] >= rule.move_count;
            if plies >= 2 * rule.move_number as usize && long(0) && long(1) {
                return Some(Ruling::Draw);
            }
        }
        if let Some(rule) = self.rules.resign {
            run(
                &mut self.losing[seat],
                value.is_some_and(|v| v <= -rule.score),
            );
            run(
                &mut self.winning[seat],
                value.is_some_and(|v| v >= rule.score),
            );
            for loser in [seat, 1 - seat] {
                let given_up = self.losing[loser] >= rule.move_count;
                let seen = self.winning[1 - loser] >= rule.move_count;
                if given_up && (seen || !rule.two_sided) {
                    return Some(Ruling::Resign(loser));
                }
            }
        }
        let limit = self.rules.max_moves?;
        (plies >= 2 * limit as usize).then_some(Ruling::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds scores of alternating seats to an adjudicator, beginning after ply `from`. Returns the first ruling and
    /// the ply at which it was made; `None` if there is none.
    fn feed(rules: Rules, from: usize, scores: &[Option<i32>]) -> Option<(Ruling, usize)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(i, score)| {
            let plies = from + i + 1;
            let score = score.map(Score::Centipawns);
            let ruling = adjudicator.note((plies + 1) % 2, score, plies)?;
            Some((ruling, plies))
        })
    }

    fn draw() -> Rules {
        let rule = DrawRule {
            move_number: 5,
            move_count: 2,
            score: 8,
        };
        Rules {
            draw: Some(rule),
            ..Rules::default()
        }
    }

    fn resign(two_sided: bool) -> Rules {
        let rule = ResignRule {
            move_count: 2,
            score: 600,
            two_sided,
        };
        Rules {
            resign: Some(rule),
            ..Rules::default()
        }
    }

    #[test]
    fn a_draw_needs_both_sides_the_run_and_the_move_number() {
        let equal = [Some(3); 12];
        assert_eq!(feed(draw(), 0, &equal), Some((Ruling::Draw, 10)));
        assert_eq!(feed(draw(), 20, &equal), Some((Ruling::Draw, 24)));
        let one_sided = [Some(0), Some(9), Some(0), Some(9), Some(0), Some(9)];
        assert_eq!(feed(draw(), 20, &one_sided), None);
        let broken = [Some(0), Some(0), None, Some(0), Some(0), Some(0), Some(0)];
        assert_eq!(feed(draw(), 20, &broken), Some((Ruling::Draw, 27)));
    }

    #[test]
    fn a_side_resigns_after_its_own_run() {
        let scores = [
            Some(50),
            Some(-700),
            Some(50),
            Some(-599),
            Some(50),
            Some(-600),
            Some(9),
            Some(-900),
        ];
        assert_eq!(
            feed(resign(false), 0, &scores),
            Some((Ruling::Resign(1), 8))
        );
        assert_eq!(feed(resign(true), 0, &scores), None);
        let agreed = [Some(700), Some(-700), Some(700), Some(-700)];
        assert_eq!(feed(resign(true), 0, &agreed), Some((Ruling::Resign(1), 4)));
    }

    #[test]
    fn a_mate_score_counts_as_losing() {
        let mut adjudicator = Adjudicator::new(resign(false));
        assert_eq!(adjudicator.note(0, Some(Score::Mate(-4)), 1), None);
        let ruling = adjudicator.note(0, Some(Score::Mate(-3)), 3);
        assert_eq!(ruling, Some(Ruling::Resign(0)));
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rules = Rules {
            max_moves: Some(3),
            ..Rules::default()
        };
        assert_eq!(feed(rules, 0, &[None; 9]), Some((Ruling::TooLong, 6)));
    }
}
