//! Finished work on disk at once: the journal behind `--resume`, and the game record beside it.
//!
//! The journal is a file of JSON lines. The first describes the match; each further one is a
//! finished game (or attack), written as soon as it is over, with the length that the PGN file has
//! after it. After a kill at any moment, the lines that are complete are true, a torn last line is
//! dropped, and the PGN file is cut back to the last game the journal knows. A match that comes to
//! its end removes its journal.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of the journal's form; it changes whenever older records cannot be read.
const FORM: u64 = 2;

/// The files of a running match. Either may be absent.
#[derive(Debug, Default)]
pub struct Journal {
    journal: Option<(PathBuf, File)>,
    pgn: Option<(PathBuf, File)>,
}

#[derive(Serialize, Deserialize)]
struct Entry<R> {
    pgn_bytes: Option<u64>,
    #[serde(flatten)]
    record: R,
}

/// The journal's path for a match that writes `output`.
pub fn path_beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn open(path: &Path) -> Result<File, String> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

impl Journal {
    /// Begins a match described by `setup`. Games are appended to an existing PGN file.
    ///
    /// # Errors
    /// A sentence, if a file cannot be written or the journal of an unfinished match is in the
    /// way.
    pub fn begin(
        journal: Option<&Path>,
        pgn: Option<&Path>,
        setup: &Value,
    ) -> Result<Journal, String> {
        if let Some(path) = journal.filter(|path| path.exists()) {
            let path = path.display();
            return Err(format!(
                "{path} belongs to an unfinished match: go on with --resume, or remove it"
            ));
        }
        let pgn = match pgn {
            Some(path) => Some((path.to_owned(), open(path)?)),
            None => None,
        };
        let journal = match journal {
            None => None,
            Some(path) => {
                let mut file = open(path)?;
                let length = pgn
                    .as_ref()
                    .and_then(|(_, f)| f.metadata().ok())
                    .map(|m| m.len());
                let head = json!({"form": FORM, "match": setup, "pgn_bytes": length});
                write_line(&mut file, path, head.to_string())?;
                Some((path.to_owned(), file))
            }
        };
        Ok(Journal { journal, pgn })
    }

    /// Takes up the match whose journal is at `path`. Returns what is finished. A journal that
    /// does not exist is begun.
    ///
    /// # Errors
    /// A sentence, if the files cannot be used or belong to another match than `setup`.
    pub fn resume<R: DeserializeOwned>(
        path: &Path,
        pgn: Option<&Path>,
        setup: &Value,
    ) -> Result<(Journal, Vec<R>), String> {
        if !path.exists() {
            return Ok((Journal::begin(Some(path), pgn, setup)?, Vec::new()));
        }
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        let mut lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let first: Value = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .filter(|first: &Value| first["match"].is_object())
            .ok_or_else(|| format!("{name} is not the journal of a match"))?;
        if first["form"].as_u64() != Some(FORM) {
            return Err(format!(
                "{name} was written by another version of atalaya: resume with that one, or remove it"
            ));
        }
        if let Some(key) = first_difference(&first["match"], setup) {
            return Err(format!("{name} belongs to another match: its {key} differ"));
        }
        let mut records = Vec::new();
        let mut pgn_bytes = first["pgn_bytes"].as_u64();
        for (number, line) in lines.enumerate() {
            let entry: Entry<R> = serde_json::from_str(line)
                .map_err(|error| format!("{name}, line {}: {error}", number + 2))?;
            pgn_bytes = entry.pgn_bytes.or(pgn_bytes);
            records.push(entry.record);
        }
        let complete = text.rfind('\n').map_or(0, |end| end + 1) as u64;
        let file = open(path)?;
        cut(&file, path, complete)?;
        let pgn = match pgn {
            None => None,
            Some(path) => {
                let file = open(path)?;
                if let Some(bytes) = pgn_bytes {
                    cut(&file, path, bytes)?;
                }
                Some((path.to_owned(), file))
            }
        };
        let journal = Some((path.to_owned(), file));
        Ok((Journal { journal, pgn }, records))
    }

    /// Puts a finished piece of work on disk: the game record first, then the journal's line.
    ///
    /// # Errors
    /// A sentence, if a file cannot be written.
    pub fn enter<R: Serialize>(
        &mut self,
        record: &R,
        pgn_text: Option<&str>,
    ) -> Result<(), String> {
        let mut pgn_bytes = None;
        if let (Some((path, file)), Some(text)) = (&mut self.pgn, pgn_text) {
            let failed = |error| format!("cannot write {}: {error}", path.display());
            file.write_all(text.as_bytes()).map_err(failed)?;
            pgn_bytes = Some(file.seek(SeekFrom::End(0)).map_err(failed)?);
        }
        if let Some((path, file)) = &mut self.journal {
            let line = serde_json::to_string(&Entry { pgn_bytes, record })
                .map_err(|error| error.to_string())?;
            write_line(file, path, line)?;
        }
        Ok(())
    }

    /// The match has come to its end: the journal is no longer needed.
    ///
    /// # Errors
    /// A sentence, if the file cannot be removed.
    pub fn finish(self) -> Result<(), String> {
        match self.journal {
            None => Ok(()),
            Some((path, _)) => std::fs::remove_file(&path)
                .map_err(|error| format!("cannot remove {}: {error}", path.display())),
        }
    }
}

/// One write for line and line feed, so that a kill cannot come between them.
fn write_line(file: &mut File, path: &Path, mut line: String) -> Result<(), String> {
    line.push('\n');
    file.write_all(line.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Cuts off what a killed match had begun to write.
fn cut(file: &File, path: &Path, bytes: u64) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let length = file.metadata().map_err(failed)?.len();
    if length < bytes {
        let path = path.display();
        return Err(format!(
            "{path} is shorter than its journal says: {length} of {bytes} bytes"
        ));
    }
    file.set_len(bytes).map_err(failed)
}

/// The first member in which two descriptions of a match differ.
fn first_difference(a: &Value, b: &Value) -> Option<String> {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else {
        return (a != b).then(|| "contents".to_owned());
    };
    a.keys()
        .chain(b.keys())
        .find(|key| a.get(*key) != b.get(*key))
        .cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Record {
        index: usize,
    }

    fn folder(name: &str) -> PathBuf {
        let name = format!("atalaya-journal-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        path
    }

    fn two_games(folder: &Path) -> (PathBuf, PathBuf, Value) {
        let (path, pgn) = (folder.join("out.pgn.journal"), folder.join("out.pgn"));
        let setup = json!({"players": ["a", "b"], "seed": 1});
        let mut journal = Journal::begin(Some(&path), Some(&pgn), &setup).expect("begun");
        for index in 0..2 {
            let game = format!("game {index}\n");
            journal
                .enter(&Record { index }, Some(&game))
                .expect("entered");
        }
        (path, pgn, setup)
    }

    #[test]
    fn a_torn_line_and_a_torn_game_are_dropped() {
        let folder = folder("torn");
        let (path, pgn, setup) = two_games(&folder);
        for (file, torn) in [(&path, "{\"pgn_by"), (&pgn, "game 2 is half wri")] {
            let mut file = OpenOptions::new().append(true).open(file).expect("open");
            file.write_all(torn.as_bytes()).expect("written");
        }
        let resumed = Journal::resume::<Record>(&path, Some(&pgn), &setup);
        let (mut journal, records) = resumed.expect("resumed");
        assert_eq!(records, [Record { index: 0 }, Record { index: 1 }]);
        journal
            .enter(&Record { index: 2 }, Some("game 2\n"))
            .expect("entered");
        let text = std::fs::read_to_string(&pgn).expect("read");
        assert_eq!(text, "game 0\ngame 1\ngame 2\n");
        drop(journal);
        let resumed = Journal::resume::<Record>(&path, Some(&pgn), &setup);
        let (journal, records) = resumed.expect("resumed");
        assert_eq!(records.len(), 3);
        journal.finish().expect("removed");
        assert!(!path.exists());
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn another_match_and_an_unfinished_one_are_refused() {
        let folder = folder("other");
        let (path, pgn, setup) = two_games(&folder);
        let error = Journal::begin(Some(&path), Some(&pgn), &setup).expect_err("in the way");
        assert!(error.contains("unfinished match"), "{error}");
        let other = json!({"players": ["a", "b"], "seed": 2});
        let error = Journal::resume::<Record>(&path, Some(&pgn), &other).expect_err("another");
        assert!(error.ends_with("its seed differ"), "{error}");
        let text = std::fs::read_to_string(&path).expect("a journal");
        let older = folder.join("older");
        std::fs::write(&older, text.replace("\"form\":2,", "")).expect("written");
        let error = Journal::resume::<Record>(&older, None, &setup).expect_err("older");
        assert!(error.contains("another version of atalaya"), "{error}");
        std::fs::write(&pgn, "").expect("written");
        let error = Journal::resume::<Record>(&path, Some(&pgn), &setup).expect_err("short");
        assert!(error.contains("shorter"), "{error}");
        let _ = std::fs::remove_dir_all(folder);
    }
}
