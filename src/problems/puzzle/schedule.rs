//! Schedule by which puzzles are repeated: spaced repetition by FSRS.

use rs_fsrs::{FSRS, Rating};
use serde::{Deserialize, Serialize};

/// Result of an attempt at a puzzle, as the schedule needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The puzzle was solved without help.
    Good,
    /// The puzzle was solved with a hint.
    Hard,
    /// The puzzle was not solved, and is repeated soon.
    Missed,
}

/// State of a puzzle in the schedule of one solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Card(rs_fsrs::Card);

impl Default for Card {
    fn default() -> Card {
        Card::new()
    }
}

impl Card {
    /// Creates the card of a puzzle that has never been attempted, which is due at once.
    pub fn new() -> Card {
        Card(rs_fsrs::Card::new())
    }

    /// Returns the instant at which the puzzle is due, in milliseconds since 1970.
    pub fn due(&self) -> i64 {
        self.0.due.timestamp_millis()
    }

    /// Returns the card after an attempt at the present time, with this result.
    pub fn after(self, grade: Grade) -> Card {
        let rating = match grade {
            Grade::Good => Rating::Good,
            Grade::Hard => Rating::Hard,
            Grade::Missed => Rating::Again,
        };
        let now = Card::new().0.due;
        Card(FSRS::default().next(self.0, now, rating).card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_puzzle_comes_before_a_hard_one_and_that_before_a_good_one() {
        let due = |grade| Card::new().after(grade).due();
        let now = Card::new().due();
        assert!(now < due(Grade::Missed) && due(Grade::Missed) < due(Grade::Hard));
        assert!(due(Grade::Hard) < due(Grade::Good));
        let text = serde_json::to_string(&Card::new().after(Grade::Good)).expect("JSON");
        let again: Card = serde_json::from_str(&text).expect("a card");
        assert!(again.after(Grade::Good).due() > due(Grade::Good));
    }
}
