//! An engine's process: its pipes, the thread that reads them, and its end.
//!
//! Every line of output is stamped when it arrives, on the thread that reads the pipe, so that
//! time is measured there and not where somebody gets round to looking. The process leads its own
//! process group: a Ctrl-C at the terminal does not reach it, and a wrapper script is ended
//! together with the engine it has started.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

/// How to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct EngineCommand {
    /// The program: a path, or a name looked up in `PATH`. A relative path is tried from the
    /// present directory first and from `dir` second.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory it runs in; `None` for the present one.
    pub dir: Option<PathBuf>,
    /// A file to which everything the engine writes to its standard error is appended.
    pub stderr: Option<PathBuf>,
}

impl EngineCommand {
    /// The program as it has to be named from any directory.
    fn resolved(&self) -> PathBuf {
        if self.program.components().count() < 2 || self.program.is_absolute() {
            return self.program.clone();
        }
        let candidates = [Some(Path::new("")), self.dir.as_deref()];
        candidates
            .into_iter()
            .flatten()
            .filter_map(|base| base.join(&self.program).canonicalize().ok())
            .find(|path| path.is_file())
            .unwrap_or_else(|| self.program.clone())
    }
}

/// Lines of standard error that are kept to explain a crash.
const LAST_WORDS: usize = 5;

/// How long a process may take to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(1000);

/// A line of output and when it arrived.
pub(super) type StampedLine = (Instant, String);

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<StampedLine>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Set when there is no point in saying `quit`.
    killed: bool,
}

/// Why no line came.
pub(super) enum NoLine {
    /// Not in time.
    Timeout,
    /// The output has ended.
    Closed,
}

impl Process {
    /// Starts the process.
    ///
    /// # Errors
    /// A sentence that names the program and what the system said.
    pub(super) fn spawn(command: &EngineCommand) -> Result<Process, String> {
        let mut system = Command::new(command.resolved());
        system
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &command.dir {
            if !dir.is_dir() {
                return Err(format!("'{}' is not a directory", dir.display()));
            }
            system.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut system, 0);
        let log = match &command.stderr {
            None => None,
            Some(path) => Some(
                OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)
                    .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
            ),
        };
        let mut child = system
            .spawn()
            .map_err(|error| format!("cannot start '{}': {error}", command.program.display()))?;
        let (sender, lines) = unbounded();
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                each_line(stdout, |line| sender.send((Instant::now(), line)).is_ok());
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            std::thread::spawn(move || keep_stderr(stderr, log, &last_words));
        }
        let stdin = child.stdin.take();
        Ok(Process {
            child,
            stdin,
            lines,
            last_words,
            killed: false,
        })
    }

    /// Sends one or more lines, which end in line feeds. A closed pipe is not reported here: the
    /// end of the output tells.
    pub(super) fn send(&mut self, lines: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin
                .write_all(lines.as_bytes())
                .and_then(|()| stdin.flush());
        }
    }

    /// The next line of output, waited for until `deadline`.
    pub(super) fn line(&self, deadline: Instant) -> Result<StampedLine, NoLine> {
        self.lines
            .recv_deadline(deadline)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => NoLine::Timeout,
                RecvTimeoutError::Disconnected => NoLine::Closed,
            })
    }

    /// What is known about a process whose output has ended: how it ended and what it said last.
    /// Starts with a separator so that it can follow a sentence.
    pub(super) fn obituary(&mut self) -> String {
        let status = self.wait(Duration::from_millis(200));
        // Its standard error is read by another thread, which sees the end at the same time.
        std::thread::sleep(Duration::from_millis(5));
        let status = status.map_or("its output is closed".to_owned(), |s| s.to_string());
        let words: Vec<String> = match self.last_words.lock() {
            Ok(words) => words.iter().cloned().collect(),
            Err(_) => Vec::new(),
        };
        match words.is_empty() {
            true => format!(" ({status})"),
            false => format!(" ({status}; stderr: {})", words.join(" | ")),
        }
    }

    /// Ends the process, and what it has started, at once.
    pub(super) fn kill(&mut self) {
        self.killed = true;
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(100);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.killed {
            return;
        }
        self.send("quit\n");
        self.stdin = None;
        if self.wait(QUIT_TIME).is_none() {
            self.kill();
        }
    }
}

/// Calls `f` with every line of a pipe, without line ending, until it says no or the pipe ends.
/// Bytes that are not UTF-8 are replaced.
fn each_line(pipe: impl Read, mut f: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    while matches!(reader.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
        if !f(String::from_utf8_lossy(&bytes).trim_end().to_owned()) {
            return;
        }
        bytes.clear();
    }
}

fn keep_stderr(
    pipe: impl Read,
    mut log: Option<std::fs::File>,
    last_words: &Mutex<VecDeque<String>>,
) {
    each_line(pipe, |line| {
        if let Some(log) = &mut log {
            let _ = writeln!(log, "{line}");
        }
        if let Ok(mut words) = last_words.lock() {
            if words.len() == LAST_WORDS {
                words.pop_front();
            }
            words.push_back(line);
        }
        true
    });
}
