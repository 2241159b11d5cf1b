//! Saved games as files. The only existing file that is replaced is the game's own, unless the user forces it.

use super::super::{CliError, language, warned_in};
use base::files;
use base::say;
use games::pgn::letters::Letters;
use games::pgn::read::{ReadError, Reading};
use games::pgn::{Pgn, decoded};
use games::{AnyGame, Lang};
use players::Registry;
use rooms::{Room, game_of};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

// Options that select a game of a PGN file and name the letters of its pieces.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct Which {
    /// Which game of a PGN file [default: the only one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Letters of the pieces in a PGN file: a language (es, de, French …), or five letters from the king to the knight
    /// [default: what the file says, else KQRBN]
    #[arg(long, value_name = "LANGUAGE", value_parser = letters)]
    pub piece_letters: Option<&'static Letters>,
}

/// Parses the value of `--piece-letters`.
///
/// # Errors
/// A sentence that lists the languages.
pub fn letters(text: &str) -> Result<&'static Letters, String> {
    Letters::find(text).ok_or_else(|| {
        let codes = Letters::codes();
        say!(language::current(), "piece-letters-unknown", text, codes)
    })
}

/// Reads a saved game and returns a room in which it can go on.
///
/// # Errors
/// A sentence that names the file and what is wrong.
pub fn load(path: &Path, registry: &Registry, lang: Lang) -> Result<Room, CliError> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| say!(lang, "play-cannot-read", name, error))?;
    let room = Room::parse(&bytes, registry);
    room.map_err(|error| format!("{name}: {}", error.text(lang)).into())
}

/// Returns the error message that a game of `plies` plies has no ply number `ply`.
pub fn no_such_ply(ply: usize, plies: usize, lang: Lang) -> CliError {
    say!(lang, "play-no-such-ply", ply, plies).into()
}

/// Game of a PGN file, with its record.
pub struct Recorded {
    /// Moves of the game.
    pub game: AnyGame,
    /// Names of the players by seat; `None` for an unknown name.
    pub names: Vec<Option<String>>,
    /// Record, with all tags and comments.
    pub pgn: Pgn,
}

/// Reads a game of a PGN file. Error messages are in the language `lang`.
///
/// # Errors
/// A sentence that names the file, the game and what is wrong.
pub fn load_record(
    path: &Path,
    which: Which,
    lang: Lang,
    registry: &Registry,
) -> Result<Recorded, CliError> {
    let name = path.display();
    let text = text_of(path, lang)?;
    let reading = Reading {
        lang,
        letters: which.piece_letters,
        option: Some("--piece-letters "),
    };
    let number = match which.number {
        Some(number) => number,
        None => {
            let count = reading.records(&text).count();
            if count > 1 {
                let why = say!(lang, "play-games-say-which-number", name, count);
                return Err(why.into());
            }
            1
        }
    };
    let Some(found) = reading.records(&text).nth(number as usize - 1) else {
        let count = reading.records(&text).count();
        let why = say!(lang, "play-game-of-file", name, count, number);
        return Err(why.into());
    };
    let wrong = |error: ReadError| {
        let game = say!(lang, "play-game");
        format!("{name}: {game} {number}, {error}")
    };
    let mut found = found.map_err(wrong)?;
    let line = found.place.line;
    let place = say!(lang, "play-game-and-line", name, number, line);
    let read = game_of(&mut found, registry).map_err(wrong)?;
    let (game, names) = warned_in(lang, &place, read);
    Ok(Recorded {
        game,
        names,
        pgn: found.pgn,
    })
}

/// Reads the text of a PGN file.
fn text_of(path: &Path, lang: Lang) -> Result<String, CliError> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| say!(lang, "play-cannot-read", name, error))?;
    let text = decoded(&bytes).map_err(|byte| {
        say!(
            lang,
            "play-pgn-file-holds-byte",
            name,
            byte = format_args!("{byte:#04x}")
        )
    })?;
    Ok(text.into_owned())
}

/// Destination of a saved game. Files that may be replaced are those that it was loaded from or that this store has
/// written.
pub struct Store {
    /// File to which the game is saved automatically; `None` if it is saved only on command.
    pub path: Option<PathBuf>,
    own: Vec<PathBuf>,
    /// True if files that are not this game's own may be replaced.
    force: bool,
    /// Language of error messages.
    lang: Lang,
}

impl Store {
    /// Creates the store of a game that is saved to `path` and was loaded from `loaded`, if these are given. With
    /// `force`, any existing file may be replaced.
    pub fn new(path: Option<PathBuf>, loaded: Option<&Path>, force: bool) -> Store {
        Store {
            path,
            own: loaded
                .and_then(|p| p.canonicalize().ok())
                .into_iter()
                .collect(),
            force,
            lang: Lang::EN,
        }
    }

    /// Returns the store with its error messages in the language `lang`.
    pub fn telling(self, lang: Lang) -> Store {
        Store { lang, ..self }
    }

    /// Changes the path for another game to a free name beside the previous one: `game-2.json` after `game.json`.
    pub fn next_name(&mut self) {
        let Some(path) = &self.path else { return };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let named = |number: u32| {
            let mut name = format!("{stem}-{number}");
            if let Some(ending) = path.extension() {
                name = format!("{name}.{}", ending.to_string_lossy());
            }
            path.with_file_name(name)
        };
        let free = (2..).map(named).find(|path| !path.exists());
        self.path = free.or_else(|| self.path.take());
    }

    /// Writes a file atomically: the previous contents stay until the new text is complete.
    ///
    /// # Errors
    /// A sentence: the file cannot be written, or it exists and is not this game's own.
    pub fn write(&mut self, path: &Path, text: &str) -> Result<(), String> {
        self.try_write(path, text).map_err(|error| {
            let why = match error.kind() {
                ErrorKind::AlreadyExists => {
                    let why = say!(self.lang, "play-exists-games-force-replaces");
                    why.to_owned()
                }
                _ => error.to_string(),
            };
            format!("{}: {why}", path.display())
        })
    }

    fn try_write(&mut self, path: &Path, text: &str) -> std::io::Result<()> {
        let known = path.canonicalize().ok();
        let may_replace = |p: &PathBuf| self.force || self.own.contains(p);
        let claimed = match known.filter(may_replace) {
            Some(known) => known,
            None => {
                // Creating the file fails if any file exists under this name, and reserves the name.
                File::create_new(path)?;
                let claimed = path.canonicalize()?;
                if let Err(error) = files::replace(&claimed, text.as_bytes()) {
                    let _ = std::fs::remove_file(&claimed);
                    return Err(error);
                }
                self.own.push(claimed);
                return Ok(());
            }
        };
        files::replace(&claimed, text.as_bytes())?;
        if !self.own.contains(&claimed) {
            self.own.push(claimed);
        }
        Ok(())
    }

    /// Writes a new file in the current directory, with the first free number in `atalaya-rolit-1.json`, and returns
    /// its path.
    ///
    /// # Errors
    /// A sentence with the name of the file and the error of the operating system.
    pub fn write_somewhere(&mut self, variant: &str, text: &str) -> Result<PathBuf, String> {
        let force = std::mem::replace(&mut self.force, false);
        let mut number = 1;
        let written = loop {
            let path = PathBuf::from(format!("atalaya-{variant}-{number}.json"));
            match self.try_write(&path, text) {
                Ok(()) => break Ok(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => break Err(format!("{}: {error}", path.display())),
            }
        };
        self.force = force;
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_files_are_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let [mine, theirs, loaded] =
            ["mine", "theirs", "loaded"].map(|name| folder.path().join(name));
        std::fs::write(&theirs, "precious").expect("written");
        std::fs::write(&loaded, "before").expect("written");
        let mut store = Store::new(None, Some(&loaded), false);
        for text in ["one", "two"] {
            for path in [&mine, &loaded] {
                assert_eq!(store.write(path, text), Ok(()));
                assert_eq!(std::fs::read_to_string(path).expect("there"), text);
            }
            let error = store.write(&theirs, text).expect_err("refused");
            assert!(error.contains("is not this game's"), "{error}");
        }
        assert_eq!(std::fs::read_to_string(&theirs).expect("there"), "precious");
        let mut spanish = Store::new(None, None, false).telling(Lang::ES);
        let error = spanish.write(&theirs, "text").expect_err("refused");
        assert!(
            error.contains("ya existe y no es de esta partida"),
            "{error}"
        );
        let mut store = Store::new(None, None, true);
        assert_eq!(store.write(&theirs, "new"), Ok(()));
        assert!(store.write(folder.path(), "text").is_err());
        let mut names: Vec<_> = std::fs::read_dir(&folder)
            .expect("there")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(
            names,
            ["loaded", "mine", "theirs"],
            "nothing is left beside them"
        );
    }
}
