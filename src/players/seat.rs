//! Occupants of seats: a person, or a machine of some level.

use super::Level;
use std::fmt;
use std::str::FromStr;

/// Occupant of a seat of a game: a person, or a machine of some level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Seat of a person, who types or clicks the moves.
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

/// Returns the seed of the machine in a seat, from the seed of the game.
pub fn seed_of_seat(game: u64, seat: usize) -> u64 {
    game ^ (seat as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the seed of the machine in a seat for its move after the first `plies` of a game. It depends on nothing else,
/// so a saved game continues as it would have without the interruption.
pub fn seed_of_move(game: u64, seat: usize, plies: usize) -> u64 {
    let ply = plies as u64 + 1;
    seed_of_seat(game, seat).wrapping_add(ply.wrapping_mul(0xd134_2543_de82_ef95))
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
