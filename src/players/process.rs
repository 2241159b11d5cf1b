//! An engine's process: its pipes, the thread that reads them, and its end.
//!
//! Every line of output gets its time stamp on the thread that reads the pipe, so that the time of its arrival does not
//! depend on when it is processed. The process leads its own process group: a Ctrl-C at the terminal does not reach it,
//! and all processes that it has started end with it.
//!
//! Nothing that an engine writes makes this process grow: lines wait in a queue of limited length, an engine that fills
//! the queue is blocked at its pipe, and an engine whose line is too long is not read any further.

use std::collections::{BTreeSet, VecDeque};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::{Direction, PlayerTranscript};
use base::say;
use games::Text;

/// Command that starts an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct EngineCommand {
    /// Program: a path, or a name looked up in `PATH`. A relative path is looked for in the current directory first and
    /// in `dir` second.
    pub program: PathBuf,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Directory in which the program runs; `None` for the current one.
    pub dir: Option<PathBuf>,
    /// File to which everything that the engine writes to its standard error is appended; `None` for no file.
    pub stderr: Option<PathBuf>,
}

impl EngineCommand {
    /// Returns the absolute path of the program, or its name if it must be looked up in `PATH`.
    fn resolved(&self) -> PathBuf {
        if self.program.components().count() < 2 || self.program.is_absolute() {
            return self.program.clone();
        }
        let candidates = [Some(Path::new("")), self.dir.as_deref()];
        candidates
            .into_iter()
            .flatten()
            // Symbolic links are not resolved: some programs depend on the name by which they were called.
            .filter_map(|base| std::path::absolute(base.join(&self.program)).ok())
            .find(|path| path.is_file())
            .unwrap_or_else(|| self.program.clone())
    }
}

/// Number of last lines of standard error that are kept to explain a crash.
const LAST_WORDS: usize = 5;

/// Time that a process may take to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(1000);

/// Time to wait for lines that a process wrote before it ended.
const LAST_LINES: Duration = Duration::from_millis(20);

/// Number of lines that can wait to be read. An engine that writes more is blocked until there is room.
const QUEUE: usize = 1024;

/// Maximum length of a line in bytes, its end included. An engine that writes a longer one is not read any further.
const LONGEST_LINE: usize = 64 * 1024;

/// Line of output with the time of its arrival.
pub(super) type StampedLine = (Instant, String);

/// Transcript that records the lines to and from an engine, if any; shared with the threads that read its output.
type SharedTranscript = Arc<Mutex<Option<PlayerTranscript>>>;

fn record(transcript: &SharedTranscript, direction: Direction, text: &str) {
    if let Ok(transcript) = transcript.lock()
        && let Some(transcript) = transcript.as_ref()
    {
        transcript.record(direction, text);
    }
}

/// Running process of an engine.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<StampedLine>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// True if its output is no longer read because a line was too long.
    overlong: Arc<AtomicBool>,
    /// Transcript that records the lines to and from the process, if any.
    transcript: SharedTranscript,
    /// Exit status once the process has ended, or `None` while it runs; the inner `None` if the status is not known.
    ended: Option<Option<ExitStatus>>,
}

/// Process groups of all running engines, for [`kill_engines`].
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills all running engines of this program at once, with all processes that they have started, so that the program
/// can end without waiting for them. Engines that are started later are not affected.
pub fn kill_engines() {
    // No process is waited for, and so no process number is freed, without this lock.
    let running = match RUNNING.lock() {
        Ok(running) => running,
        Err(poisoned) => poisoned.into_inner(),
    };
    running.iter().copied().for_each(kill_group);
}

/// Kills a process group. Its leader must not have been waited for yet, so that its number cannot belong to another
/// process.
fn kill_group(leader: u32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(leader.cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Reason why no line was read.
pub(super) enum NoLine {
    /// No line came before the deadline.
    Timeout,
    /// The output has ended.
    Closed,
}

impl Process {
    /// Starts the process. Its input and output are written to `transcript`; `None` for no transcript.
    ///
    /// # Errors
    /// A sentence that names the program or the file, with the error of the operating system.
    pub(super) fn spawn(
        command: &EngineCommand,
        transcript: Option<PlayerTranscript>,
    ) -> Result<Process, Text> {
        let mut system = Command::new(command.resolved());
        system
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &command.dir {
            if !dir.is_dir() {
                let path = dir.display();
                return Err(Text::of(|lang| say!(lang, "start-no-directory", path)));
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
                    .map_err(|error| {
                        Text::of(|lang| say!(lang, "start-no-log", path = path.display(), error))
                    })?,
            ),
        };
        let mut child = system.spawn().map_err(|error| {
            let path = command.program.display();
            Text::of(|lang| say!(lang, "start-no-program", path, error))
        })?;
        if let Ok(mut running) = RUNNING.lock() {
            running.insert(child.id());
        }
        let (sender, lines) = bounded(QUEUE);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let overlong = Arc::new(AtomicBool::new(false));
        let transcript: SharedTranscript = Arc::new(Mutex::new(transcript));
        if let Some(stdout) = child.stdout.take() {
            let (overlong, transcript) = (Arc::clone(&overlong), Arc::clone(&transcript));
            std::thread::spawn(move || {
                each_line(stdout, |line, is_whole| {
                    record(&transcript, Direction::FromPlayer, &line);
                    overlong.store(!is_whole, Ordering::Release);
                    is_whole && sender.send((Instant::now(), line)).is_ok()
                });
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let (last_words, transcript) = (Arc::clone(&last_words), Arc::clone(&transcript));
            std::thread::spawn(move || keep_stderr(stderr, log, &last_words, &transcript));
        }
        let stdin = child.stdin.take();
        Ok(Process {
            child,
            stdin,
            lines,
            last_words,
            overlong,
            transcript,
            ended: None,
        })
    }

    /// Sets the transcript that records the lines to and from the process from now on; `None` for no transcript.
    pub(super) fn set_transcript(&self, transcript: Option<PlayerTranscript>) {
        if let Ok(mut own) = self.transcript.lock() {
            *own = transcript;
        }
    }

    /// Sends one or more lines, which end in line feeds. A closed pipe is not reported here, because the end of the
    /// output will show it.
    pub(super) fn send(&mut self, lines: &str) {
        record(&self.transcript, Direction::ToPlayer, lines);
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin
                .write_all(lines.as_bytes())
                .and_then(|()| stdin.flush());
        }
    }

    /// Waits until `deadline` for the next line of output, and returns it.
    ///
    /// The output also counts as ended when the process has ended but another process that it started keeps the pipe
    /// open.
    pub(super) fn line(&self, deadline: Instant) -> Result<StampedLine, NoLine> {
        let line = self.lines.recv_deadline(deadline);
        let line = match line {
            Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                let last = self.lines.recv_timeout(LAST_LINES);
                last.map_err(|_| RecvTimeoutError::Disconnected)
            }
            line => line,
        };
        line.map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// Describes how the process ended and the last lines of its standard error, once its output has ended. The text
    /// begins with a separator so that it can follow a sentence.
    pub(super) fn obituary(&mut self) -> Text {
        if self.overlong.load(Ordering::Acquire) {
            let most = LONGEST_LINE;
            return Text::of(|lang| format!(" ({})", say!(lang, "end-long-line", most)));
        }
        let status = self.wait(Duration::from_millis(200));
        // Standard error is read by another thread, which reaches its end at about the same time.
        std::thread::sleep(Duration::from_millis(5));
        let words: Vec<String> = match self.last_words.lock() {
            Ok(words) => words.iter().cloned().collect(),
            Err(_) => Vec::new(),
        };
        Text::of(|lang| {
            let status = match &status {
                Some(status) => status.to_string(),
                None => say!(lang, "end-closed").to_owned(),
            };
            if words.is_empty() {
                format!(" ({status})")
            } else {
                format!(" ({status}; stderr: {})", words.join(" | "))
            }
        })
    }

    /// Kills the process and all processes that it has started.
    pub(super) fn kill(&mut self) {
        if self.ended.is_none() {
            kill_group(self.child.id());
            let _ = self.child.kill();
            self.reap();
        }
    }

    /// Waits at most `patience` until the process has ended by itself, and then kills the processes that it has left
    /// behind. `None` if it has not ended, or if its exit status is not known.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(100);
        while self.ended.is_none() && !self.has_ended() {
            #[cfg(not(unix))]
            if let Ok(Some(status)) = self.child.try_wait() {
                self.ended = Some(Some(status));
                break;
            }
            if Instant::now() >= deadline {
                return None;
            }
            // A process cannot end while it is blocked at its output pipe, so the lines are read and dropped.
            while self.lines.try_recv().is_ok() {
                if Instant::now() >= deadline {
                    return None;
                }
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        if self.ended.is_none() {
            kill_group(self.child.id());
            self.reap();
        }
        self.ended.flatten()
    }

    /// Returns true if the process has ended. Does not wait for it, so that its number cannot be reused yet.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) else {
            return true;
        };
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&self) -> bool {
        false
    }

    /// Waits for a process that has ended or is about to end, and records its exit status.
    fn reap(&mut self) {
        if let Ok(mut running) = RUNNING.lock() {
            running.remove(&self.child.id());
        }
        self.ended = Some(self.child.wait().ok());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_some() {
            return;
        }
        self.send("quit\n");
        self.stdin = None;
        if self.wait(QUIT_TIME).is_none() {
            self.kill();
        }
    }
}

/// Calls `f` with every line of a pipe, without its line ending, until `f` returns false or the pipe ends. A line that
/// is too long is passed in pieces; the second argument is true if a line, or its last piece, is complete. Invalid
/// UTF-8 is replaced.
fn each_line(pipe: impl Read, mut f: impl FnMut(String, bool) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        let mut piece = reader.by_ref().take(LONGEST_LINE as u64);
        if !matches!(piece.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
            return;
        }
        let is_whole = bytes.len() < LONGEST_LINE || bytes.ends_with(b"\n");
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if !f(line, is_whole) {
            return;
        }
        bytes.clear();
    }
}

fn keep_words(last_words: &Mutex<VecDeque<String>>, line: String) {
    if let Ok(mut words) = last_words.lock() {
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(line);
    }
}

fn keep_stderr(
    pipe: impl Read,
    mut log: Option<std::fs::File>,
    last_words: &Mutex<VecDeque<String>>,
    transcript: &SharedTranscript,
) {
    each_line(pipe, |line, _| {
        record(transcript, Direction::StandardError, &line);
        if let Some(log) = &mut log {
            let _ = writeln!(log, "{line}");
        }
        keep_words(last_words, line);
        true
    });
}
