//! Evaluations that are kept in a file by position, so that thousands of games can be analysed in several goes and what is
//! common to them is looked at once.
//!
//! The first line says by which program and with which limits and options; each other line is an object with a position
//! and its evaluation, appended when it is found. A line that was cut off when the program was killed is left out.

use super::super::{CliError, complain};
use analysis::Evaluation;
use base::threads::locked;
use games::Line;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// First line of a file.
#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Head {
    evaluations_by: String,
    settings: String,
}

#[derive(Serialize, Deserialize)]
struct Entry<E> {
    position: String,
    found: E,
}

/// Evaluations of a file.
pub struct Cache {
    path: PathBuf,
    known: Mutex<HashMap<String, Evaluation>>,
    file: Mutex<File>,
}

impl Cache {
    /// Opens a file, or begins a new one. `by` names the program, `settings` its limits and options.
    ///
    /// # Errors
    /// A sentence: the file cannot be read or written, is something else, or is of other settings.
    pub fn open(path: &Path, by: &str, settings: &str) -> Result<Cache, CliError> {
        let name = path.display();
        let cannot = |error| format!("cannot use {name}: {error}");
        let options = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut file = options.map_err(cannot)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(cannot)?;
        let head = Head {
            evaluations_by: by.to_owned(),
            settings: settings.to_owned(),
        };
        if text.is_empty() {
            writeln!(file, "{}", serde_json::to_string(&head)?).map_err(cannot)?;
        }
        let mut known = HashMap::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if index == 0 {
                let found: Head = serde_json::from_str(line)
                    .map_err(|_| format!("{name} is no file of evaluations"))?;
                if found != head {
                    let Head {
                        evaluations_by,
                        settings,
                    } = found;
                    return Err(format!(
                        "{name} has evaluations by {evaluations_by} with {settings}, and these would be by {by} with {}",
                        head.settings
                    )
                    .into());
                }
                continue;
            }
            match serde_json::from_str::<Entry<Evaluation>>(line) {
                Ok(entry) => drop(known.insert(entry.position, entry.found)),
                Err(_) if line.ends_with('\n') => {
                    complain(&format!(
                        "{name}: line {}: this is no evaluation",
                        index + 1
                    ));
                }
                // Cut off: what follows begins a new line.
                Err(_) => {
                    complain(&format!("{name}: the last line is cut off, and left out"));
                    let whole = text.len() - line.len();
                    file.set_len(whole as u64).map_err(cannot)?;
                    file.seek(std::io::SeekFrom::End(0)).map_err(cannot)?;
                }
            }
        }
        Ok(Cache {
            path: path.to_owned(),
            known: Mutex::new(known),
            file: Mutex::new(file),
        })
    }

    /// Returns the evaluation of a game's last position, if it is known.
    pub fn get(&self, game: &Line<Position>) -> Option<Evaluation> {
        let known = locked(&self.known);
        let found = known.get(&key(game)?)?.clone();
        let (ply, turn) = (game.moves().len(), game.position().turn());
        Some(Evaluation { ply, turn, ..found })
    }

    /// Keeps the evaluation of a game's last position.
    ///
    /// # Errors
    /// A sentence: the file cannot be written.
    pub fn keep(&self, game: &Line<Position>, found: &Evaluation) -> Result<(), CliError> {
        let Some(position) = key(game) else {
            return Ok(());
        };
        let entry = Entry { position, found };
        let line = serde_json::to_string(&entry)? + "\n";
        let mut file = locked(&self.file);
        file.write_all(line.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", self.path.display()))?;
        let mut known = locked(&self.known);
        known.insert(entry.position, found.clone());
        Ok(())
    }
}

/// The position as it is found again: without the number of the move. `None` for one that stood on the board before, where
/// a repetition is near and the game so far matters.
fn key(game: &Line<Position>) -> Option<String> {
    let position = game.position();
    let mut here = *game.start();
    for made in game.moves() {
        if here.key() == position.key() {
            return None;
        }
        here = here.play(*made);
    }
    let fen = position.fen();
    let (fen, _) = fen.rsplit_once(' ')?;
    Some(fen.to_owned())
}

/// Options as one text, without those that are not given.
pub fn settings(options: &[(&str, String)]) -> String {
    let given = options.iter().filter(|(_, value)| !value.is_empty());
    let words = given.map(|(name, value)| format!("{name} {value}"));
    words.collect::<Vec<_>>().join(", ")
}
