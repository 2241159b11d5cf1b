//! The one place that writes to the GUI, and the log of the conversation.

use std::fs::File;
use std::io::{self, Write};

/// Standard output, flushed after each line, and the debug log.
#[derive(Debug, Default)]
pub struct Output {
    log: Option<File>,
    /// The GUI has gone away: nobody reads any more.
    closed: bool,
}

impl Output {
    /// Sends a line (or several) to the GUI.
    pub fn say(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        let sent = writeln!(out, "{text}").and_then(|()| out.flush());
        self.closed |= sent.is_err();
        self.log("<<", text);
    }

    /// Whether the GUI still listens.
    pub fn is_open(&self) -> bool {
        !self.closed
    }

    /// Notes a line that has come from the GUI.
    pub fn heard(&mut self, line: &str) {
        self.log(">>", line);
    }

    fn log(&mut self, direction: &str, text: &str) {
        if let Some(file) = &mut self.log {
            for line in text.lines() {
                // The log is a convenience: a full disk must not end the game.
                let _ = writeln!(file, "{direction} {line}");
            }
        }
    }

    /// Logs to a file from now on, appending; an empty path ends the log.
    ///
    /// # Errors
    /// The file cannot be opened; the old log is kept.
    pub fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = match path {
            "" => None,
            path => Some(File::options().create(true).append(true).open(path)?),
        };
        Ok(())
    }
}
