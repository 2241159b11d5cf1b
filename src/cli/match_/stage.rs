//! Common parts of matches of games and matches over problems: files, terminal output, Ctrl-C.

use super::super::interrupt::on_interrupt;
use super::Args;
use super::engines::check_writable;
use crate::cli::files::cannot_write;
use crate::cli::progress::is_quiet;
use crate::cli::{CliError, CliResult, print};
use arena::clock::Pace;
#[cfg(feature = "collection")]
use arena::journal::setup_at;
use arena::journal::{Journal, path_beside};
use base::files;
use base::say;
use base::text::{escaped_json, harmless};
use games::Lang;
use players::kill_engines;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Common state of both kinds of match: options, journal, and the flags that Ctrl-C sets.
pub(super) struct Stage<'a> {
    args: &'a Args,
    journal: Option<PathBuf>,
    pub stop: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(args: &'a Args) -> Result<Stage<'a>, CliError> {
        let json = args.json.as_deref().filter(|path| *path != Path::new("-"));
        for path in [args.pgn.as_deref(), json].into_iter().flatten() {
            check_writable(path, args.lang)?;
        }
        if args.pgn.is_some() && args.pgn.as_deref() == json {
            return Err(say!(args.lang, "match-same-file").into());
        }
        // A journal needs a regular file to lie beside, not a pipe.
        let has_room = |path: &&Path| path.is_file() || !path.exists();
        let outputs = [args.pgn.as_deref(), json];
        let journal = outputs
            .into_iter()
            .flatten()
            .find(has_room)
            .map(path_beside);
        if args.resume && journal.is_none() {
            return Err(say!(args.lang, "match-resume-file").into());
        }
        Ok(Stage {
            args,
            journal,
            stop: Arc::new(AtomicBool::new(false)),
            interrupted: Arc::new(AtomicBool::new(false)),
        })
    }

    /// Returns the match's description in the journal that is to be resumed, or `None` if there is no journal.
    #[cfg(feature = "collection")]
    pub(super) fn begun(&self) -> Result<Option<Value>, CliError> {
        match &self.journal {
            Some(path) => setup_at(path).map_err(|error| error.text(self.args.lang).into()),
            None => Ok(None),
        }
    }

    /// Opens the journal and the PGN file, and returns the journal with the results that it holds if the match is
    /// resumed. No file is changed before this call.
    pub(super) fn open<R: DeserializeOwned>(
        &self,
        setup: &Value,
    ) -> Result<(Journal, Vec<R>), CliError> {
        let (pgn, lang) = (self.args.pgn.as_deref(), self.args.lang);
        if let (Some(journal), true, None) = (&self.journal, self.args.resume, pgn)
            && let Some(json) = self.args.json.as_deref()
            && json.exists()
            && !journal.exists()
        {
            let (journal, json) = (journal.display(), json.display());
            return Err(say!(lang, "match-journal-lost", journal, json).into());
        }
        let opened = match (&self.journal, self.args.resume) {
            (Some(path), true) => Journal::resume(path, pgn, setup),
            (path, _) => {
                let begun = Journal::begin(path.as_deref(), pgn, setup);
                begun.map(|journal| (journal, Vec::new()))
            }
        };
        opened.map_err(|error| error.text(lang).into())
    }

    /// Installs a handler with which Ctrl-C and SIGTERM end the match in an orderly way, without leaving engine
    /// processes behind.
    pub(super) fn heed_signals(&self) {
        let (stop, interrupted) = (Arc::clone(&self.stop), Arc::clone(&self.interrupted));
        let handler = move || {
            stop.store(true, Ordering::Relaxed);
            if interrupted.swap(true, Ordering::Relaxed) {
                // Second signal: do not wait for the games to end.
                kill_engines();
                std::process::exit(130);
            }
        };
        // If the handler cannot be installed, a killed match can still be resumed from its journal.
        on_interrupt(handler);
    }

    /// Runs `f` with the stop flag and returns its result; `None` if the match was interrupted in the meantime.
    ///
    /// # Errors
    /// The errors of `f`.
    pub(super) fn unless_interrupted<T>(
        &self,
        f: impl FnOnce(&AtomicBool) -> Result<T, CliError>,
    ) -> Result<Option<T>, CliError> {
        let found = f(&self.stop);
        if self.interrupted.load(Ordering::Relaxed) {
            Ok(None)
        } else {
            found.map(Some)
        }
    }

    /// Returns the exit status: 130 after an interruption, otherwise success.
    pub(super) fn status(&self) -> ExitCode {
        if self.interrupted.load(Ordering::Relaxed) {
            ExitCode::from(130)
        } else {
            ExitCode::SUCCESS
        }
    }

    /// Prints the table of results, writes the JSON result to its destination, and returns the exit status. The journal
    /// is removed if the match is finished.
    pub(super) fn close(
        &self,
        journal: Journal,
        is_finished: bool,
        table: &str,
        result: &impl Serialize,
    ) -> CliResult {
        let lang = self.args.lang;
        let text = escaped_json(&serde_json::to_string_pretty(result)?).into_owned();
        match &self.args.json {
            Some(path) if path == Path::new("-") => {
                if !is_quiet() {
                    eprint!("{}", harmless(table));
                }
                print(&format!("{text}\n"))?;
            }
            path => {
                print(&harmless(table))?;
                if let Some(path) = path {
                    let written = files::replace(path, format!("{text}\n").as_bytes());
                    // Must be complete before the journal is removed.
                    written.map_err(|error| cannot_write(path, &error, lang))?;
                }
            }
        }
        if is_finished {
            journal.finish().map_err(|error| error.text(lang))?;
        } else if let (Some(path), false) = (&self.journal, is_quiet()) {
            let path = path.display();
            eprintln!("{}", say!(lang, "match-journal-kept", path));
        }
        Ok(self.status())
    }
}

/// Status line: rewritten in place on a terminal; elsewhere a new line every ten seconds.
pub(super) struct Live {
    is_terminal: bool,
    last: Option<Instant>,
    has_told_margin: bool,
    /// Language of the notes.
    lang: Lang,
}

impl Live {
    pub(super) fn new(lang: Lang) -> Live {
        Live {
            is_terminal: std::io::stderr().is_terminal(),
            last: None,
            has_told_margin: false,
            lang,
        }
    }

    pub(super) fn show(&mut self, line: impl FnOnce() -> String) {
        let pause = Duration::from_millis(if self.is_terminal { 200 } else { 10_000 });
        if is_quiet() || self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        // On a terminal the first line is printed at once, elsewhere only after the interval.
        let is_first = self.last.replace(Instant::now()).is_none();
        if self.is_terminal {
            eprint!("\r{}\x1b[K", harmless(&line()));
            let _ = std::io::stderr().flush();
        } else if !is_first {
            eprintln!("{}", harmless(&line()));
        }
    }

    pub(super) fn note(&mut self, line: &str) {
        if !is_quiet() {
            let clear = if self.is_terminal { "\r\x1b[K" } else { "" };
            eprintln!("{clear}{}", harmless(line));
        }
    }

    /// Prints advice on answers that come too late, the first time it is called.
    pub(super) fn late(&mut self, pace: &Pace) {
        if std::mem::replace(&mut self.has_told_margin, true) {
            return;
        }
        if pace.tc.is_none() && pace.movetime.is_none() {
            let seconds = pace.stall.as_secs_f64();
            return self.note(&say!(self.lang, "match-late-stall", seconds));
        }
        let ms = pace.margin.as_millis();
        let wanted = (5 * ms).max(50);
        self.note(&say!(self.lang, "match-late-margin", ms, wanted));
    }

    pub(super) fn clear(&self) {
        if self.is_terminal && !is_quiet() {
            eprint!("\r\x1b[K");
        }
    }
}
