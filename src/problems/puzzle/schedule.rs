//! When a puzzle is to be posed again: spaced repetition by FSRS.

use rs_fsrs::{FSRS, Rating};
use serde::{Deserialize, Serialize};

/// Result of posing a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Solved without help.
    Good,
    /// Solved with a hint.
    Hard,
    /// Missed: it comes again soon.
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
    /// A puzzle that was never posed: it is due at once.
    pub fn new() -> Card {
        Card(rs_fsrs::Card::new())
    }

    /// Instant at which it is due, in milliseconds since 1970.
    pub fn due(&self) -> i64 {
        self.0.due.timestamp_millis()
    }

    /// The card after the puzzle was posed now.
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
