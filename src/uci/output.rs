//! Output to the GUI, and the log of the conversation with it.

use std::fs::File;
use std::io::{self, Write};

/// Standard output, flushed after each line, and the debug log.
#[derive(Debug, Default)]
pub struct Output {
    log: Option<File>,
    /// True if the GUI no longer reads the output.
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

    /// Returns true if the GUI still listened when the last line was sent or its presence was last checked.
    pub fn is_open(&self) -> bool {
        !self.closed
    }

    /// Checks without sending anything that the output is still being read; see [`is_open`](Output::is_open).
    pub fn look_for_listeners(&mut self) {
        self.closed |= has_hung_up(&io::stdout());
    }

    /// Writes a line that has come from the GUI to the log.
    pub fn log_input(&mut self, line: &str) {
        self.log(">>", line);
    }

    fn log(&mut self, direction: &str, text: &str) {
        if let Some(file) = &mut self.log {
            for line in text.lines() {
                // A log that cannot be written, as on a full disk, must not end the game.
                let _ = writeln!(file, "{direction} {line}");
            }
        }
    }

    /// Appends the conversation to the log file `path` from now on; an empty path ends logging.
    ///
    /// # Errors
    /// I/O error if the file cannot be opened; the old log is kept.
    pub fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log = match path {
            "" => None,
            path => Some(File::options().create(true).append(true).open(path)?),
        };
        Ok(())
    }
}

/// Returns true if the reader at the other end of a pipe or terminal has gone. Returns false for a file, which has no
/// reader.
#[cfg(unix)]
fn has_hung_up(out: &impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut asked = [PollFd::new(out, PollFlags::empty())];
    let now = Timespec::default();
    // Errors and hang-ups are reported even if no event is requested.
    poll(&mut asked, Some(&now)).is_ok_and(|count| count > 0)
        && asked[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL)
}

#[cfg(not(unix))]
fn has_hung_up(_: &io::Stdout) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_without_a_reader_has_hung_up_and_a_file_never() {
        let (reader, writer) = io::pipe().expect("a pipe");
        assert!(!has_hung_up(&writer));
        drop(reader);
        assert!(has_hung_up(&writer));
        let file = File::open("/dev/null").expect("a device");
        assert!(!has_hung_up(&file));
    }
}
