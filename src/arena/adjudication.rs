//! Ending a game early: both players agree on a draw, one has given up, or it takes too long.
//!
//! The rules are cutechess's. Scores are the players' own, each from its point of view; a move
//! without a score breaks a run.

use players::Score;

/// A draw if both sides have found the game equal for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Full moves that must have been played first, the opening's included.
    pub move_number: u32,
    /// Moves in a row by each side.
    pub move_count: u32,
    /// Centipawns from zero, at most.
    pub score: i32,
}

/// A loss for a side that has seen itself losing for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in a row by the losing side.
    pub move_count: u32,
    /// Centipawns below zero, at least.
    pub score: i32,
    /// True if the winner must have seen it too, for as many moves.
    pub two_sided: bool,
}

/// The rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Draw by agreement.
    pub draw: Option<DrawRule>,
    /// Resignation.
    pub resign: Option<ResignRule>,
    /// A draw after so many full moves.
    pub max_moves: Option<u32>,
}

/// Decision by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Both sides agree.
    Draw,
    /// This seat resigns.
    Resign(usize),
    /// The game has reached its greatest length.
    TooLong,
    /// Endgame tables know the winner, or that there is none.
    Table(Option<usize>),
}

/// The runs of one game.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    rules: Rules,
    /// By seat: moves in a row with an equal score, a losing one, a winning one.
    equal: [u32; 2],
    losing: [u32; 2],
    winning: [u32; 2],
}

impl Adjudicator {
    /// For the start of a game.
    pub fn new(rules: Rules) -> Adjudicator {
        Adjudicator {
            rules,
            equal: [0; 2],
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// Takes note of a move by `seat`, after which `plies` have been played, and rules.
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

    /// Feeds scores of alternating seats, starting at ply `from`; the ruling and the ply it fell.
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
