//! Stipulations, the tasks set for a position: today a direct mate in N, written `#N`.

use base::told;
use games::Text;
use solve::mate::MAX_MOVES;
use std::fmt;
use std::str::FromStr;

/// Goal to be reached from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stipulation {
    /// The side to move mates in at most so many of its moves, from 1 to [`MAX_MOVES`]: `#3`.
    Mate(u32),
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
    /// The most moves that the attacker may make.
    pub fn moves(self) -> u32 {
        match self {
            Stipulation::Mate(moves) => moves,
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stipulation::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let number = text.trim().strip_prefix('#');
        match number.and_then(|number| number.parse().ok()) {
            Some(moves) if (1..=MAX_MOVES).contains(&moves) => Ok(Stipulation::Mate(moves)),
            _ => Err(StipulationError(text.to_owned())),
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
    fn only_mates_in_a_possible_number_are_read() {
        assert_eq!("#3".parse(), Ok(Stipulation::Mate(3)));
        assert_eq!(" #12 ".parse(), Ok(Stipulation::Mate(12)));
        for bad in ["", "3", "#", "#0", "#-2", "#3.5", "h#2", "=2", "#99999"] {
            let error = bad.parse::<Stipulation>().unwrap_err();
            assert!(error.to_string().contains(&format!("'{bad}'")), "{error}");
        }
    }
}
