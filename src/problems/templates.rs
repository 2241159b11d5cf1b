//! Templates: verified problems that come with the program and that every user may copy.
//!
//! Problems composed by the program itself are in `templates/templates.json`, which `atalaya problem compose
//! --templates` writes; classics by other authors are in `templates/classics.json`, with author, source and year from a
//! public collection (see `book/src/collection-editor.md`).

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
    /// N, the least number of moves in which there is a mate.
    pub least: u32,
    /// All first moves that mate in N moves.
    pub keys: Vec<FoundKey>,
    /// True if there is exactly one key.
    pub unique_key: bool,
    /// Number of positions that the solver visited.
    pub nodes: u64,
    /// SHA-256 of the solver's proof, in hexadecimal.
    pub certificate_hash: String,
}

impl Template {
    /// Returns the difficulty of the problem, without results of players.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Position`] if the position or a key is not valid.
    pub fn difficulty(&self) -> Result<Difficulty> {
        let position = self.draft.position()?;
        let keys = self.keys.iter().map(|key| key.on(&position));
        let keys = keys.collect::<Result<Vec<_>>>()?;
        let work = Work::of(&position, self.least, &keys, self.nodes);
        Ok(difficulty(&work, None))
    }
}

/// Returns all templates: first those that the program has composed, then the classics.
///
/// # Errors
/// [`Error::Invalid`] if a file of this build cannot be parsed.
pub fn templates() -> Result<Vec<Template>> {
    let mut all = composed()?;
    all.extend(classics()?);
    Ok(all)
}

/// Returns the problems that the program has composed, in the order of their file.
pub(crate) fn composed() -> Result<Vec<Template>> {
    listed(include_str!("templates/templates.json"))
}

/// Returns the classics by other authors, ordered by year.
pub(crate) fn classics() -> Result<Vec<Template>> {
    listed(include_str!("templates/classics.json"))
}

fn listed(text: &str) -> Result<Vec<Template>> {
    serde_json::from_str(text)
        .map_err(|error| Error::invalid(format!("the list of templates is damaged: {error}")))
}
