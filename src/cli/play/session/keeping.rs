//! Saving of the game: the command `save`, and saving at the end of the session.

use super::{CliError, Session};
use crate::cli::play::is_record;
use base::{key, say};
use rooms::Event;
use std::io::Write;
use std::path::Path;

impl<W: Write> Session<W> {
    /// Carries out the command `save`. A name that ends in `.pgn` is written as PGN, any other as a saved game; an
    /// empty name stands for the game's own file.
    pub(super) fn obey_save(&mut self, name: &str) -> std::io::Result<()> {
        let path = match (name, &self.settings.store.path) {
            ("", None) => {
                return self.say(key!("play-name-missing"));
            }
            ("", Some(path)) => path.clone(),
            (name, _) => Path::new(name).to_owned(),
        };
        match self.save(&path) {
            Ok(()) => {
                let kept = self.saved_as(&path);
                writeln!(self.out, "{kept}")
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn cannot_write(&self, why: &str) -> String {
        let cannot = say!(self.settings.lang, "play-cannot-write");
        format!("{cannot} {why}")
    }

    /// Returns the saved game as JSON, including the time that has passed on the clocks.
    fn json(&mut self) -> Result<String, CliError> {
        // If the time has run out, the game ends now.
        self.apply(Event::Tick).map_err(|error| error.to_string())?;
        Ok(self.room.to_json()?)
    }

    pub(super) fn save(&mut self, path: &Path) -> Result<(), CliError> {
        let text = if is_record(path) {
            let pgn = match &self.settings.record {
                Some(record) => self.room.pgn_after(record),
                None => self.room.pgn(),
            };
            pgn.to_string()
        } else {
            self.json()?
        };
        let written = self.settings.store.write(path, &text);
        written.map_err(|why| self.cannot_write(&why))?;
        self.saved = Some(self.room.game().plies());
        Ok(())
    }

    /// Saves the game when the session ends: in its own file, or else, if the session was `interrupted`, in a new one.
    /// Returns a sentence that names the file; empty if nothing was saved.
    pub(super) fn keep(&mut self, interrupted: bool) -> Result<String, CliError> {
        let path = self.settings.store.path.clone();
        let failed = match &path {
            Some(path) => match self.save(path) {
                Ok(()) => return Ok(self.saved_as(path)),
                Err(error) => Some(error),
            },
            None => None,
        };
        let played = self.room.game().plies() > 0;
        if failed.is_none() && !(interrupted && played) {
            return Ok(String::new());
        }
        // If the game's own file cannot be written, the game is saved in a new one.
        let text = self.json()?;
        let variant = self.room.game().variant();
        let somewhere = self.settings.store.write_somewhere(variant, &text);
        let somewhere = somewhere.map_err(|why| self.cannot_write(&why))?;
        let kept = self.saved_as(&somewhere);
        match failed {
            Some(error) => Err(format!("{error}; {kept}").into()),
            None => Ok(kept),
        }
    }

    /// Returns the sentence that the game is saved. It mentions that the saved game omits tags and comments of the PGN
    /// record, if there is one.
    fn saved_as(&self, path: &Path) -> String {
        let lang = self.settings.lang;
        let saved = say!(lang, "play-saved-as");
        let saved = format!("{saved} {}", path.display());
        if self.settings.record.is_none() || is_record(path) {
            return saved;
        }
        let but = say!(lang, "play-without-tags-comments-record");
        format!("{saved} ({but})")
    }
}
