//! Reading and writing of files and of the standard streams, with the sentences about what goes wrong there.

use super::{CliError, interrupt, language};
use base::say;
use base::text::{escaped_json, harmless};
use games::{Dropped, Lang, Read};
use std::borrow::Cow;
use std::io::{ErrorKind, Read as _, Write};
use std::path::Path;
use std::process::ExitCode;

/// Returns the name of an input file for messages in the language of the command line: `-` is the standard input.
pub(super) fn input_name(path: &Path) -> Cow<'_, str> {
    input_name_in(path, language::current())
}

/// Returns the name of an input file in the language `lang`; see [`input_name`].
pub(super) fn input_name_in(path: &Path, lang: Lang) -> Cow<'_, str> {
    if path.as_os_str() == "-" {
        Cow::Borrowed(say!(lang, "file-standard-input"))
    } else {
        path.to_string_lossy()
    }
}

/// Prints an error or a warning to stderr.
pub(super) fn complain(text: &str) {
    eprintln!("atalaya: {}", harmless(text));
}

/// Prints to stderr a sentence that says how far the work has gone that was interrupted, and returns the exit status
/// for it.
pub(super) fn broken_off(sentence: &str) -> ExitCode {
    complain(sentence);
    ExitCode::from(interrupt::BROKEN_OFF)
}

/// Returns the value that was read from a text, and prints to stderr, in the language of the command line, which parts
/// of the text were ignored. `place` is the text or its location, for the messages.
pub(super) fn warned<T>(place: &str, read: Read<T>) -> T {
    warned_in(language::current(), place, read)
}

/// Returns the value that was read from a text, and prints to stderr, in the language `lang`, which parts of the text
/// were ignored; see [`warned`].
pub(super) fn warned_in<T>(lang: Lang, place: &str, read: Read<T>) -> T {
    read.report_dropped(|part| complain(&format!("{place}: {}", part.text(lang))))
}

/// Number of ignored parts of a file's positions that are reported one by one.
const MOST_TOLD: usize = 3;

/// Parts of a file's positions that were ignored, each with its line or game number (`what` is "line" or "game"). The
/// first few are reported one by one, the others as a number.
pub(super) struct LeftOut<'a> {
    path: &'a Path,
    what: &'a str,
    /// Advice that is printed if castling rights are among the ignored parts; empty for none.
    advice: &'a str,
    parts: Vec<(usize, Dropped)>,
}

impl<'a> LeftOut<'a> {
    /// Creates an empty list for the file `path`.
    pub(super) fn of(path: &'a Path, what: &'a str, advice: &'a str) -> LeftOut<'a> {
        LeftOut {
            path,
            what,
            advice,
            parts: Vec::new(),
        }
    }

    /// Returns a function that records an ignored part, given its line or game number.
    pub(super) fn tell(&mut self) -> impl FnMut(usize, Dropped) {
        |number, part| self.parts.push((number, part))
    }

    /// Prints the report to stderr.
    pub(super) fn report(self) {
        let LeftOut { path, what, .. } = self;
        let (name, lang) = (input_name(path), language::current());
        for (number, part) in self.parts.iter().take(MOST_TOLD) {
            let part = part.text(lang);
            complain(&say!(
                lang,
                "left-out-part",
                name = &name,
                what,
                number,
                part
            ));
        }
        if let Some(more @ 1..) = self.parts.len().checked_sub(MOST_TOLD) {
            let mut numbers: Vec<usize> = self.parts.iter().map(|(number, _)| *number).collect();
            numbers.dedup();
            let n = numbers.len();
            complain(&say!(lang, "left-out-more", name = &name, more, what, n));
        }
        let castling = |(_, part): &(usize, Dropped)| matches!(part, Dropped::Castling(_));
        if !self.advice.is_empty() && self.parts.iter().any(castling) {
            complain(&format!("{name}: {}", self.advice));
        }
    }
}

/// Reads a whole file, or standard input if `path` is `-`.
///
/// # Errors
/// A sentence with the name of the file and the error of the operating system.
pub(super) fn read_bytes(path: &Path, lang: Lang) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|found| bytes = found)
    };
    read.map_err(|error| {
        let path = input_name_in(path, lang);
        say!(lang, "play-cannot-read", name = path, error)
    })?;
    Ok(bytes)
}

/// Reads a whole text file in UTF-8, or standard input if `path` is `-`.
///
/// # Errors
/// A sentence that names the file and what is wrong.
pub(super) fn read_file(path: &Path) -> Result<String, CliError> {
    let lang = language::current();
    let text = String::from_utf8(read_bytes(path, lang)?);
    text.map_err(|_| say!(lang, "file-no-utf8", name = input_name(path)).into())
}

/// Reads a file of EPD lines, in UTF-8 or another encoding in common use; standard input if `path` is `-`.
///
/// # Errors
/// A sentence that names the file and what is wrong.
pub(super) fn read_epd(path: &Path) -> Result<String, CliError> {
    Ok(games::pgn::text_of(&read_bytes(path, language::current())?).into_owned())
}

/// Checks, before long work, that the file `path` can be created afterwards: it must not exist, and its folder must.
///
/// # Errors
/// A sentence that names the file.
pub(super) fn refuse_existing(path: &Path) -> Result<(), CliError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let (lang, name) = (language::current(), path.display());
    if path.symlink_metadata().is_ok() {
        Err(say!(lang, "file-exists", path = name).into())
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        Err(say!(lang, "file-no-folder", path = name).into())
    } else {
        Ok(())
    }
}

/// Returns a text with control characters of terminals replaced by escapes, if it is JSON (an object, or a list of
/// objects); any other text is returned unchanged.
pub(super) fn with_escapes(text: &str) -> Cow<'_, str> {
    let is_json = ["{", "[{", "[\n"]
        .iter()
        .any(|start| text.starts_with(start));
    if is_json {
        escaped_json(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// A sentence with the name of the file and the error of the operating system.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), CliError> {
    write_new_bytes(path, with_escapes(text).as_bytes())
}

/// Writes bytes to a file that must not exist yet.
///
/// # Errors
/// As for [`write_new`].
pub(super) fn write_new_bytes(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let file = std::fs::File::create_new(path);
    file.and_then(|mut file| file.write_all(bytes))
        .map_err(|error| cannot_write(path, &error, language::current()))
}

/// Returns the error of a file that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &std::io::Error, lang: Lang) -> CliError {
    say!(lang, "file-cannot-write", path = path.display(), error).into()
}

/// Returns true if the environment variable `TERM` is `dumb`: the terminal has no colours and cannot move the cursor.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Writes a text to stdout and flushes it; control characters in JSON are escaped.
pub(super) fn write_out(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(with_escapes(text).as_bytes())?;
    out.flush()
}

/// Writes a text to stdout, without the panic of `println!`. A closed pipe (`| head`) is ignored; other errors, such as
/// a full disk, are returned.
///
/// # Errors
/// A sentence with the error of the operating system.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    match write_out(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(say!(language::current(), "output-cannot-write", error).into())
        }
        _ => Ok(()),
    }
}
