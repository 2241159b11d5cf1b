//! Stipulations, the tasks set for a position: a direct mate in N, written `#N`, or any other that the solver knows.

use base::told;
use games::Text;
use shakmaty::Color;
use solve::mate::MAX_MOVES;
use solve::stipulation as any;
use std::fmt;
use std::str::FromStr;

/// Stipulation of a problem: the goal to be reached from its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stipulation {
    /// Direct mate: the side to move mates in at most this number of its moves, from 1 to [`MAX_MOVES`]: `#3`.
    Mate(u32),
    /// Any other stipulation that the solver knows: `h#2.5`, `ser-s=4`.
    Other(any::Stipulation),
}

/// Error for a text that is not a stipulation, or one that this collection does not accept; the value is the message in
/// English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.localized())]
pub struct StipulationError(pub String);

impl StipulationError {
    /// Returns the message in every language.
    pub fn localized(&self) -> Text {
        told!("edit-bad-stipulation", text = self.0, most = MAX_MOVES)
    }

    /// Returns the message in every language for an English sentence that is the text of such an error, as serde
    /// reports it; `None` for any other sentence.
    pub(crate) fn localized_in(sentence: &str) -> Option<Text> {
        let text = sentence.strip_prefix("bad stipulation '")?;
        let text = text.rsplit_once("': expected ")?.0;
        let error = StipulationError(text.to_owned());
        (error.to_string() == sentence).then(|| error.localized())
    }
}

impl Stipulation {
    /// Returns the side that moves first by convention, if a diagram does not say it.
    pub fn begins(self) -> Color {
        match self {
            Stipulation::Mate(_) => Color::White,
            Stipulation::Other(other) => other.begins(),
        }
    }

    /// Returns the maximum number of moves of the side that moves first; 0 for the shortest proof game, which has no
    /// fixed length.
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
