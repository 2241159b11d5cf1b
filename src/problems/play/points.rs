//! Points for the results of duels.
//!
//! A problem has a *value*: four points for each move of N and six for each level of its difficulty. So
//! a `#2` of the first level is worth 14 and a `#5` of the last 50.
//!
//! | result | attacker | defender |
//! |---|---|---|
//! | mate in time | the value, less a quarter of it for each hint; without hints up to half of it more for speed | 0 |
//! | no mate in time | 0 | the *hold*: four points, and four more for each level that the problem is easier than the last |
//! | the defender resigns, leaves, or oversteps the time | half the value, less the hints | 0 |
//! | the attacker resigns, leaves, or oversteps the time | 0 | half the hold |
//!
//! The bonus for speed decreases linearly with the thinking time: from half the value for none to nothing for
//! [`UNHURRIED`] per move of N. A hold is worth more for an easier problem, because the attacker should have found that
//! mate. Points are given only once: a player who has won the same problem in the same seat before gets none (but every
//! game counts for the rating). Points are never negative; halves are rounded down. Machines get points like people.

use super::{PlayResult, Side};
use serde::Serialize;
use std::time::Duration;

/// Thinking time per move from which on there is no bonus for speed.
pub const UNHURRIED: Duration = Duration::from_secs(30);

/// Outcome of a duel: the data on which its points depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Way in which the duel ended.
    pub result: PlayResult,
    /// Side that won.
    pub winner: Side,
}

/// Data of a duel on which the points depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// N, the number of moves in the stipulation.
    pub moves: u32,
    /// Level of difficulty, 1 to 5; an unknown one counts as 1.
    pub band: u8,
    /// Outcome of the duel.
    pub outcome: Outcome,
    /// Number of hints that the attacker has had.
    pub hints: u32,
    /// Total thinking time of the attacker.
    pub thought: Duration,
    /// True if the winner has won this problem in this seat before.
    pub again: bool,
}

/// Points that attacker and defender get for a finished game over a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Points {
    /// Points of the attacker, never negative.
    pub attacker: i64,
    /// Points of the defender, never negative.
    pub defender: i64,
}

/// Returns the value of a mate in `moves` in points; `band` is the level of difficulty, 1 to 5.
pub fn value(moves: u32, band: u8) -> i64 {
    4 * i64::from(moves) + 6 * i64::from(band.clamp(1, 5))
}

/// Returns the points for preventing the mate; `band` is the level of difficulty, 1 to 5.
pub fn hold(band: u8) -> i64 {
    4 + 4 * i64::from(5 - band.clamp(1, 5))
}

impl Terms {
    /// Returns the points of both seats.
    pub fn points(&self) -> Points {
        let Outcome { result, winner } = self.outcome;
        let is_shown = matches!(result, PlayResult::Mate | PlayResult::Held);
        let whole = match winner {
            Side::Attacker => self.attack(result == PlayResult::Mate),
            Side::Defender => hold(self.band),
        };
        let earned = match (self.again, is_shown) {
            (true, _) => 0,
            (false, true) => whole,
            (false, false) => whole / 2,
        };
        match winner {
            Side::Attacker => Points {
                attacker: earned,
                defender: 0,
            },
            Side::Defender => Points {
                attacker: 0,
                defender: earned,
            },
        }
    }

    /// Returns the attacker's points: the value less the hints, and the bonus for speed if there is a mate.
    fn attack(&self, is_mate: bool) -> i64 {
        let value = value(self.moves, self.band);
        match self.hints {
            0 if is_mate => value + self.speed(value / 2),
            hints => (value - value * i64::from(hints.min(4)) / 4).max(0),
        }
    }

    fn speed(&self, most: i64) -> i64 {
        let unhurried = UNHURRIED.as_millis() * u128::from(self.moves.max(1));
        let saved = unhurried.saturating_sub(self.thought.as_millis());
        // The conversion cannot fail: the result is at most `most`.
        i64::try_from(u128::from(most.unsigned_abs()) * saved / unhurried).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MATE: Outcome = Outcome {
        result: PlayResult::Mate,
        winner: Side::Attacker,
    };

    fn terms(moves: u32, band: u8) -> Terms {
        Terms {
            moves,
            band,
            outcome: MATE,
            hints: 0,
            thought: UNHURRIED * moves,
            again: false,
        }
    }

    #[test]
    fn the_values_of_the_book() {
        assert_eq!(terms(2, 1).points().attacker, 14);
        assert_eq!(terms(5, 5).points().attacker, 50);
        let quick = Terms {
            thought: Duration::ZERO,
            ..terms(5, 5)
        };
        assert_eq!(quick.points().attacker, 75);
        for (hints, points) in [(1, 38), (2, 25), (3, 13), (4, 0), (5, 0)] {
            let helped = Terms { hints, ..quick };
            assert_eq!(helped.points().attacker, points, "{hints} hints");
        }
        let held = |result| Terms {
            outcome: Outcome {
                result,
                winner: Side::Defender,
            },
            ..terms(3, 2)
        };
        assert_eq!(held(PlayResult::Held).points().defender, 16);
        assert_eq!(held(PlayResult::Resigned).points().defender, 8);
        let given_up = Outcome {
            result: PlayResult::Resigned,
            winner: Side::Attacker,
        };
        let given_up = Terms {
            outcome: given_up,
            ..quick
        };
        assert_eq!(given_up.points().attacker, 25, "no bonus for speed");
    }

    fn any_terms() -> impl Strategy<Value = Terms> {
        let results = prop_oneof![
            Just((PlayResult::Mate, Side::Attacker)),
            Just((PlayResult::Held, Side::Defender)),
            Just((PlayResult::Resigned, Side::Attacker)),
            Just((PlayResult::Resigned, Side::Defender)),
            Just((PlayResult::Time, Side::Attacker)),
            Just((PlayResult::Time, Side::Defender)),
            Just((PlayResult::Abandoned, Side::Defender)),
        ];
        let numbers = (1u32..100, 0u8..=6, 0u32..10, 0u64..10_000_000);
        (numbers, results, any::<bool>()).prop_map(
            |((moves, band, hints, ms), (result, winner), again)| Terms {
                moves,
                band,
                outcome: Outcome { result, winner },
                hints,
                thought: Duration::from_millis(ms),
                again,
            },
        )
    }

    proptest! {
        #[test]
        fn nobody_loses_points_and_only_the_winner_gets_some(terms in any_terms()) {
            let points = terms.points();
            prop_assert!(points.attacker >= 0 && points.defender >= 0);
            let loser = match terms.outcome.winner {
                Side::Attacker => points.defender,
                Side::Defender => points.attacker,
            };
            prop_assert_eq!(loser, 0);
        }

        #[test]
        fn a_mate_is_worth_more_where_the_problem_is_longer_or_harder(terms in any_terms()) {
            let terms = Terms { outcome: MATE, hints: terms.hints.min(3), again: false, ..terms };
            let points = terms.points().attacker;
            let longer = Terms { moves: terms.moves + 1, ..terms };
            prop_assert!(longer.points().attacker > points);
            if (1..5).contains(&terms.band) {
                let harder = Terms { band: terms.band + 1, ..terms };
                prop_assert!(harder.points().attacker > points);
            }
        }

        #[test]
        fn hints_and_time_cost_the_attacker(terms in any_terms()) {
            let terms = Terms { outcome: MATE, again: false, ..terms };
            let helped = Terms { hints: terms.hints + 1, ..terms };
            let (with, without) = (helped.points().attacker, terms.points().attacker);
            prop_assert!(with < without || without == 0);
            let slower = Terms { thought: terms.thought + Duration::from_secs(1), ..terms };
            prop_assert!(slower.points().attacker <= without);
        }

        #[test]
        fn a_hold_is_worth_more_where_the_problem_is_easier(band in 2u8..=5) {
            prop_assert!(hold(band - 1) > hold(band));
        }
    }
}
