//! Spaced repetition of puzzles by FSRS: a file beside the rating keeps when each puzzle is due again.

use super::super::CliError;
use super::super::files::cannot_write;
use super::solving::Solved;
use base::files::{self, Turn};
use base::say;
use games::Lang;
use problems::puzzle::Puzzle;
use problems::puzzle::schedule::{Card, Grade};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Number of milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Learning states of the puzzles that were posed, by their ids and positions.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(BTreeMap<String, Card>);

/// Returns the path of the cards' file beside the record file of the rating, such as `puzzles.cards.json`.
pub fn beside(record: &Path) -> PathBuf {
    record.with_extension("cards.json")
}

/// Returns the key of a puzzle. It contains the position, because puzzles of different files may have the same id.
fn key(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.id, puzzle.start.fen())
}

impl Cards {
    /// Reads the cards from a file; there are none if the file does not exist.
    ///
    /// # Errors
    /// A sentence: the file cannot be read, or is not a file of cards.
    pub fn read(path: &Path, lang: Lang) -> Result<Cards, CliError> {
        let name = path.display();
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|why| say!(lang, "file-no-puzzles", path = name, why).into()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Cards::default()),
            Err(error) => Err(say!(lang, "play-cannot-read", name, error).into()),
        }
    }

    /// Returns the puzzles that are due, the longest due first, followed by those that were never posed.
    pub fn due(&self, puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
        // A new card is due immediately, so this is the present time.
        let now = Card::new().due();
        let due = |puzzle: &Puzzle| self.0.get(&key(puzzle)).map(Card::due);
        let mut puzzles = puzzles;
        puzzles.retain(|puzzle| due(puzzle).is_none_or(|due| due <= now));
        puzzles.sort_by_key(|puzzle| due(puzzle).map_or((1, now), |due| (0, due)));
        puzzles
    }

    /// Returns the number of whole days until the next puzzle is due; `None` if no puzzle was posed yet.
    pub fn days(&self) -> Option<i64> {
        let now = Card::new().due();
        let next = self.0.values().map(Card::due).min()?;
        Some(((next - now) / DAY).max(0))
    }
}

/// Records the result of a puzzle in the file: a solution with a hint counts as hard, and after a wrong move the puzzle
/// is due again soon. Skipped and unfinished puzzles are not recorded.
///
/// # Errors
/// A sentence: the file cannot be read or written.
pub fn keep(
    path: &Path,
    puzzle: &Puzzle,
    (solved, hinted): (&Solved, bool),
    lang: Lang,
) -> Result<(), CliError> {
    let grade = match (solved, hinted) {
        (Solved::Yes, false) => Grade::Good,
        (Solved::Yes, true) => Grade::Hard,
        (Solved::No, _) => Grade::Missed,
        (Solved::Skipped | Solved::Left | Solved::Interrupted, _) => return Ok(()),
    };
    let _turn = Turn::wait(path).ok();
    // Read again, because another session may have changed the file.
    let mut cards = Cards::read(path, lang)?;
    let card = cards.0.remove(&key(puzzle)).unwrap_or_else(Card::new);
    cards.0.insert(key(puzzle), card.after(grade));
    let text = serde_json::to_string_pretty(&cards)? + "\n";
    files::replace(path, text.as_bytes()).map_err(|error| cannot_write(path, &error, lang))
}
