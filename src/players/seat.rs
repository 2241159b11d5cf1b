//! Occupants of seats: a person, or a machine of some level.

use super::Level;
use std::fmt;
use std::str::FromStr;

/// Occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Person,
    /// A machine of this level.
    Machine(Level),
}

/// Error for a text that is not an occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not 'human', easy, medium, hard, expert, or a level from 0 to 10")]
pub struct SeatError(String);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Seat::Person => f.pad("person"),
            Seat::Machine(level) => level.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    /// Parses `person` (or `human`, or the same in Spanish) or a [`Level`].
    fn from_str(text: &str) -> Result<Seat, SeatError> {
        match text.to_lowercase().as_str() {
            "person" | "human" | "persona" | "humano" => Ok(Seat::Person),
            _ => {
                let level = text.parse().map(Seat::Machine);
                level.map_err(|_| SeatError(text.to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_back_and_nothing_else_is_a_seat() {
        let levels = Level::ALL.into_iter().chain((0..=10).map(Level::Numbered));
        for seat in levels.map(Seat::Machine).chain([Seat::Person]) {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        assert_eq!("Humano".parse(), Ok(Seat::Person));
        for text in ["", "11", "-1", "+3", "robot"] {
            let error = text.parse::<Seat>().expect_err(text).to_string();
            assert!(
                error.starts_with(&format!("'{text}' is not 'human', easy")),
                "{error}"
            );
        }
    }
}
