//! Problems that come into the editor from files and pasted text, and go out to files.

use super::session::{Answer, Session};
use crate::cli::collection::Failure;
use crate::cli::{read_bytes, write_new};
use base::say;
use games::Dropped;
use games::pgn::read::Reading;
use problems::formats::{self, Format, Outgoing};
use problems::{diagram, latex};
use serde_json::json;
use std::path::Path;
use store::Error;

/// Line that ends a pasted text, besides the line that ends Popeye's input.
const END_OF_TEXT: &str = ".";

/// Result of a command that may fail without ending the session.
type Exchanged = Result<Answer, Failure>;

/// Returns true if a line ends a pasted text.
fn ends(line: &str) -> bool {
    line == END_OF_TEXT || formats::ends_popeye(line)
}

impl Session<'_> {
    /// Replaces the problem by one of a file. `about` is the name of the file; the number of the problem in the file, from 1, may
    /// follow it.
    pub(super) fn read_file(&mut self, about: &str) -> Exchanged {
        let numbered = about
            .rsplit_once(' ')
            .filter(|_| !Path::new(about).exists())
            .and_then(|(file, number)| Some((file, number.parse::<usize>().ok()?)));
        let (file, number) = match numbered {
            Some((file, number)) => (file.trim_end(), Some(number)),
            None => (about, None),
        };
        // The standard input has the session's commands.
        let path = Path::new(if file == "-" { "./-" } else { file });
        let bytes =
            read_bytes(path, self.args.lang).map_err(|error| Error::invalid(error.to_string()))?;
        self.take_over(file, &bytes, Format::detect(Some(path), &bytes), number)
    }

    /// Adds a line to the pasted text, or begins one with it. Returns the result of reading the text if this line ends it, else `None`.
    pub(super) fn add_pasted(&mut self, line: &str) -> Option<Exchanged> {
        let text = self.pasted.get_or_insert_default();
        if line != END_OF_TEXT {
            *text += line;
            text.push('\n');
        }
        if !ends(line) {
            return None;
        }
        let text = self.pasted.take().unwrap_or_default();
        let name = say!(self.args.lang, "edit-pasted-text");
        let format = Format::detect(None, text.as_bytes());
        Some(self.take_over(name, text.as_bytes(), format, None))
    }

    /// Replaces the problem by that number `number` (from 1; `None` for the only one, or the first of several) of a text, which
    /// comes from `source`.
    fn take_over(
        &mut self,
        source: &str,
        bytes: &[u8],
        format: Format,
        number: Option<usize>,
    ) -> Exchanged {
        let lang = self.args.lang;
        let reading = Reading {
            lang,
            letters: None,
            option: None,
        };
        // A position without a stipulation is to be mate in as many moves as before.
        let moves = self.editor.words().stipulation.moves();
        let mut entries = formats::read(bytes, format, Some(moves), reading);
        let (count, wanted) = (entries.len(), number.unwrap_or(1));
        if count == 0 {
            let why = say!(
                lang,
                "import-holds-no-problems-read",
                file = source,
                format = format.word()
            );
            return Err(Error::invalid(why).into());
        }
        if !(1..=count).contains(&wanted) {
            let why = say!(
                lang,
                "edit-read-no-such",
                file = source,
                count,
                number = wanted
            );
            return Err(Error::invalid(why).into());
        }
        let entry = entries.swap_remove(wanted - 1);
        let draft = entry.draft.map_err(|why| {
            let place = say!(lang, "import-place", file = source, line = entry.line);
            Error::invalid(format!("{place}: {}", why.get(lang)))
        })?;
        self.editor.replace(draft)?;
        let mut notes: Vec<String> = Dropped::texts(&entry.dropped, lang);
        notes.extend(entry.notes.iter().map(|note| note.get(lang).to_owned()));
        if number.is_none() && count > 1 {
            notes.push(say!(lang, "edit-read-first", file = source, count));
        }
        let mut text = notes.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        if self.at_terminal {
            text += &self.shown();
        }
        Ok(Answer {
            more: json!({"notes": notes}),
            ..Answer::text(text)
        })
    }

    /// Writes the problem to a new file, in the format that the extension of its name indicates.
    pub(super) fn write_file(&self, file: &str) -> Exchanged {
        let lang = self.args.lang;
        let path = Path::new(file);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let (text, lost) = match (Format::of_path(path), extension) {
            (Some(format), _) => {
                let draft = self.editor.draft()?;
                let verdict = self.verified.as_ref().filter(|(of, _)| *of == draft);
                let problem = Outgoing {
                    draft: &draft,
                    keys: verdict.map_or(&[], |(_, verdict)| &verdict.keys),
                };
                let written = formats::write(&[problem], format);
                let lost: Vec<String> = written
                    .warnings
                    .iter()
                    .map(|warning| warning.told.get(lang).to_string())
                    .collect();
                if written.text.is_empty() {
                    let why = say!(
                        lang,
                        "edit-write-none",
                        what = lost.join("; "),
                        format = format.word()
                    );
                    return Err(Error::invalid(why).into());
                }
                (written.text, lost)
            }
            // Diagrams may show positions that are not legal.
            (None, Some("svg")) => (diagram(&self.editor.sketch(), lang)?, Vec::new()),
            (None, Some("tex")) => (latex(&self.editor.sketch())?, Vec::new()),
            (None, _) => return Err(Error::invalid(say!(lang, "edit-write-format", file)).into()),
        };
        write_new(path, &text).map_err(|error| Error::invalid(error.to_string()))?;
        let mut lines = vec![say!(lang, "edit-written", file)];
        lines.extend(lost.iter().map(|what| say!(lang, "edit-write-lost", what)));
        Ok(Answer {
            more: json!({"written": file, "not_held": lost}),
            ..Answer::text(lines.join("\n"))
        })
    }
}
