//! File of evaluations by position, so that a long analysis of games can be interrupted and continued, and positions
//! that games have in common are evaluated once.
//!
//! The first line names the program and the limits and options of its searches. Each further line is a JSON object with
//! a position and its evaluation, appended when it has been found. A line that is incomplete because the program was
//! killed is ignored.

use super::super::files::cannot_write;
use super::super::{CliError, complain};
use analysis::Evaluation;
use base::say;
use base::threads::locked;
use games::chess::Position;
use games::{Lang, Line};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// First line of the file, which says how its evaluations were made.
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

/// Evaluations of one file, in memory, and the open file to which new ones are appended.
pub struct Cache {
    path: PathBuf,
    /// Language of the sentences about the file.
    lang: Lang,
    known: Mutex<HashMap<String, Evaluation>>,
    file: Mutex<File>,
}

impl Cache {
    /// Opens a file of evaluations, or creates it. `by` names the program and `settings` its limits and options; both
    /// must be those of the file.
    ///
    /// # Errors
    /// A sentence: the file cannot be read or written, is not a file of evaluations, or was made by another program or
    /// with other settings.
    pub fn open(path: &Path, by: &str, settings: &str, lang: Lang) -> Result<Cache, CliError> {
        let name = path.display();
        let cannot = |error| say!(lang, "cache-cannot-use", name, error);
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
                let found: Head =
                    serde_json::from_str(line).map_err(|_| say!(lang, "cache-none", name))?;
                if found != head {
                    let Head {
                        evaluations_by,
                        settings,
                    } = found;
                    return Err(say!(
                        lang,
                        "cache-of-others",
                        name,
                        by = evaluations_by,
                        settings,
                        our_by = head.evaluations_by,
                        our_settings = head.settings
                    )
                    .into());
                }
                continue;
            }
            match serde_json::from_str::<Entry<Evaluation>>(line) {
                Ok(entry) => drop(known.insert(entry.position, entry.found)),
                Err(_) if line.ends_with('\n') => {
                    complain(&say!(lang, "cache-line", name, line = index + 1));
                }
                // The line is incomplete: begin a new one.
                Err(_) => {
                    complain(&say!(lang, "cache-cut-off", name));
                    let whole = text.len() - line.len();
                    file.set_len(whole as u64).map_err(cannot)?;
                    file.seek(std::io::SeekFrom::End(0)).map_err(cannot)?;
                }
            }
        }
        Ok(Cache {
            path: path.to_owned(),
            lang,
            known: Mutex::new(known),
            file: Mutex::new(file),
        })
    }

    /// Returns the stored evaluation of a game's last position; `None` if there is none.
    pub fn get(&self, game: &Line<Position>) -> Option<Evaluation> {
        let known = locked(&self.known);
        let found = known.get(&key(game)?)?.clone();
        let (ply, turn) = (game.moves().len(), game.position().turn());
        Some(Evaluation { ply, turn, ..found })
    }

    /// Stores the evaluation of a game's last position, in memory and in the file; does nothing if the position also
    /// occurs earlier in the game.
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
            .map_err(|error| cannot_write(&self.path, &error, self.lang))?;
        let mut known = locked(&self.known);
        known.insert(entry.position, found.clone());
        Ok(())
    }
}

/// Returns the key under which a game's last position is stored: its FEN without the move number. `None` if the
/// position also occurs earlier in the game: its evaluation then depends on the game so far, because a draw by
/// repetition is near.
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

/// Returns the options as one text, without those whose value is empty.
pub fn settings(options: &[(&str, String)]) -> String {
    let given = options.iter().filter(|(_, value)| !value.is_empty());
    let words = given.map(|(name, value)| format!("{name} {value}"));
    words.collect::<Vec<_>>().join(", ")
}
