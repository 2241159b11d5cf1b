//! The game's file: the command `save`, and what is kept at the end.

use super::{CliError, Session};
use crate::cli::play::is_record;
use base::{key, say};
use rooms::Event;
use std::io::Write;
use std::path::Path;

impl<W: Write> Session<W> {
    /// The command `save`: a name that ends in `.pgn` is the record that people exchange.
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

    /// The record as it is now: time that has passed is in it.
    fn json(&mut self) -> Result<String, CliError> {
        // A flag that has fallen by now is told now, too.
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

    /// Saves the game at its end: in its file, or if there is none and it was `interrupted`, in a
    /// new one. A sentence that says where, or nothing.
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
        // A game is not lost because its file cannot be written.
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

    /// The sentence that the game is saved; a saved game has no place for all that a record says.
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
