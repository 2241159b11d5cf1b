//! Stipulations, the tasks set for a position: a direct mate in N, written `#N`, or any other that the solver knows.

use base::told;
use games::Text;
use shakmaty::Color;
use solve::mate::MAX_MOVES;
use solve::stipulation as any;
use std::fmt;
use std::str::FromStr;

/// Goal to be reached from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stipulation {
    /// The side to move mates in at most so many of its moves, from 1 to [`MAX_MOVES`]: `#3`.
    Mate(u32),
    /// Any other: `h#2.5`, `ser-s=4`.
    Other(any::Stipulation),
}

/// A stipulation that cannot be read, or that this collection does not keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.localized())]
pub struct StipulationError(pub String);

impl StipulationError {
    /// Returns the message in every language.
    pub fn localized(&self) -> Text {
        told!("edit-bad-stipulation", text = self.0, most = MAX_MOVES)
    }

    /// The same of a sentence that is one of these errors, as serde passes it on.
    pub(crate) fn localized_in(sentence: &str) -> Option<Text> {
        let text = sentence.strip_prefix("bad stipulation '")?;
        let text = text.rsplit_once("': expected ")?.0;
        let error = StipulationError(text.to_owned());
        (error.to_string() == sentence).then(|| error.localized())
    }
}

impl Stipulation {
    /// The side that begins if only a diagram is given.
    pub fn begins(self) -> Color {
        match self {
            Stipulation::Mate(_) => Color::White,
            Stipulation::Other(other) => other.begins(),
        }
    }

    /// The most moves of the side that begins; 0 for the shortest proof game, however long it is.
    pub fn moves(self) -> u32 {
        match self {
            Stipulation::Mate(moves) => moves,
            Stipulation::Other(other) => other.moves(),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stipulation::Mate(moves) => write!(f, "#{moves}"),
            Stipulation::Other(other) => other.fmt(f),
        }
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let bad = || StipulationError(text.to_owned());
        let asked = text.trim();
        let number = asked.strip_prefix('#').map(str::parse);
        match number {
            Some(Ok(moves)) if (1..=MAX_MOVES).contains(&moves) => Ok(Stipulation::Mate(moves)),
            Some(Ok(_)) => Err(bad()),
            _ => asked.parse().map(Stipulation::Other).map_err(|_| bad()),
        }
    }
}

impl serde::Serialize for Stipulation {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Stipulation {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Stipulation, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_and_all_that_the_solver_knows_are_read() {
        assert_eq!("#3".parse(), Ok(Stipulation::Mate(3)));
        assert_eq!(" #12 ".parse(), Ok(Stipulation::Mate(12)));
        for other in [
            "h#2.5", "s#3", "=2", "ser-h#5", "hs#3.5", "semi-r#2", "PG4.0",
        ] {
            let read: Stipulation = other.parse().expect(other);
            assert!(matches!(read, Stipulation::Other(_)), "{other}");
            assert_eq!(read.to_string().parse(), Ok(read), "{other}");
        }
        for bad in ["", "3", "#", "#0", "#-2", "#3.5", "h#", "q#2", "#99999"] {
            let error = bad.parse::<Stipulation>().unwrap_err();
            assert!(error.to_string().contains(&format!("'{bad}'")), "{error}");
        }
    }
}
