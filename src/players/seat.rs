//! Occupants of seats: a person, or a machine and how well it plays.

use super::Level;
use std::fmt;
use std::str::FromStr;

/// Occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// A machine.
    Machine(Skill),
}

/// Playing strength of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// On the game's own scale, from 0 (weakest) to 10 (best).
    Numbered(u8),
    /// As in every game.
    Level(Level),
}

/// The text names no seat or no skill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {expected}")]
pub struct SeatError {
    text: String,
    expected: &'static str,
}

/// Description of the skills that are accepted.
const SKILLS: &str = "easy, medium, hard, expert, or a level from 0 to 10";

impl Skill {
    /// The best of the numbered levels: all that the machine can.
    const BEST: u8 = 10;

    /// Returns true if its player keeps something from move to move: those of chance and of limited sight may as well
    /// be made anew for each.
    pub fn remembers(self) -> bool {
        match self {
            Skill::Numbered(number) => number == Skill::BEST,
            Skill::Level(level) => level.needs_limits(),
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Skill::Numbered(number) => number.fmt(f),
            Skill::Level(level) => level.fmt(f),
        }
    }
}

impl FromStr for Skill {
    type Err = SeatError;

    /// Reads the name of a [`Level`], or a number.
    fn from_str(text: &str) -> Result<Skill, SeatError> {
        if let Ok(level) = text.parse() {
            return Ok(Skill::Level(level));
        }
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(number @ 0..=Skill::BEST) if digits => Ok(Skill::Numbered(number)),
            _ => Err(SeatError {
                text: text.to_owned(),
                expected: SKILLS,
            }),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Seat::Person => f.pad("person"),
            Seat::Machine(skill) => skill.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    /// Reads `person` (or `human`, or the same in Spanish) or a [`Skill`].
    fn from_str(text: &str) -> Result<Seat, SeatError> {
        match text.to_lowercase().as_str() {
            "person" | "human" | "persona" | "humano" => Ok(Seat::Person),
            _ => text.parse().map(Seat::Machine).map_err(|_| SeatError {
                text: text.to_owned(),
                expected: "'human', easy, medium, hard, expert, or a level from 0 to 10",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_back_and_nothing_else_is_a_seat() {
        let skills = Level::ALL.map(Skill::Level).into_iter();
        let skills = skills.chain((0..=10).map(Skill::Numbered));
        for seat in skills.map(Seat::Machine).chain([Seat::Person]) {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        assert_eq!("Humano".parse(), Ok(Seat::Person));
        assert_eq!("difícil".parse(), Ok(Skill::Level(Level::Hard)));
        for text in ["", "11", "-1", "+3", "robot"] {
            let error = text.parse::<Seat>().expect_err(text).to_string();
            assert!(
                error.starts_with(&format!("'{text}' is not 'human', easy")),
                "{error}"
            );
            assert!(text.parse::<Skill>().is_err());
        }
        assert!("person".parse::<Skill>().is_err());
    }
}
