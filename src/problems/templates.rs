//! The problems that come with the program: composed by it, verified by it, for anyone to copy.
//!
//! They lie in `templates/templates.json`, which `atalaya problem compose --templates` writes again.

use super::difficulty::{Difficulty, Work, difficulty};
use super::error::{Error, Result};
use super::problem::{Draft, FoundKey};
use serde::{Deserialize, Serialize};

/// A verified problem of the program's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Problem as its author would give it.
    #[serde(flatten)]
    pub draft: Draft,
    /// The least number of moves in which there is a mate: N.
    pub least: u32,
    /// The first moves that mate in N.
    pub keys: Vec<FoundKey>,
    /// True if there is exactly one key.
    pub unique_key: bool,
    /// The solver's work, in positions.
    pub nodes: u64,
    /// SHA-256 of the solver's certificate, in hexadecimal.
    pub certificate_hash: String,
}

impl Template {
    /// Returns the difficulty of the problem.
    ///
    /// # Errors
    /// [`Error::Invalid`] if its position or a key of it is none.
    pub fn difficulty(&self) -> Result<Difficulty> {
        let position = self.draft.position()?;
        let keys = self.keys.iter().map(|key| key.on(&position));
        let keys = keys.collect::<Result<Vec<_>>>()?;
        let work = Work::of(&position, self.least, &keys, self.nodes);
        Ok(difficulty(&work, None))
    }
}

/// All templates, in their order.
///
/// # Errors
/// [`Error::Invalid`] if this build's list cannot be read.
pub fn templates() -> Result<Vec<Template>> {
    serde_json::from_str(include_str!("templates/templates.json"))
        .map_err(|error| Error::invalid(format!("the list of templates is damaged: {error}")))
}
