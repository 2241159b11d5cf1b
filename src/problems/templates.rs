//! The problems that come with the program, verified by it, for anyone to copy.
//!
//! Exercises that the program has composed itself lie in `templates/templates.json`, which `atalaya problem compose --templates` writes
//! again; classics by others in `templates/classics.json`, with author, source and year as a public collection records
//! them (see `book/src/collection-editor.md`).

use super::difficulty::{Difficulty, Work, difficulty};
use super::error::{Error, Result};
use super::problem::{Draft, FoundKey};
use serde::{Deserialize, Serialize};

/// A verified problem that comes with the program.
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

/// All templates: first those that the program has composed, then the classics.
///
/// # Errors
/// [`Error::Invalid`] if a list of this build cannot be read.
pub fn templates() -> Result<Vec<Template>> {
    let mut all = composed()?;
    all.extend(classics()?);
    Ok(all)
}

/// Problems that the program has composed, in their order.
pub(crate) fn composed() -> Result<Vec<Template>> {
    listed(include_str!("templates/templates.json"))
}

/// Classics by others, by their years.
pub(crate) fn classics() -> Result<Vec<Template>> {
    listed(include_str!("templates/classics.json"))
}

fn listed(text: &str) -> Result<Vec<Template>> {
    serde_json::from_str(text)
        .map_err(|error| Error::invalid(format!("the list of templates is damaged: {error}")))
}
