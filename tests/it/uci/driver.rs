//! Running the engine: what is sent, what comes back, and how long one is ready to wait.
//!
//! A reader thread collects the engine's lines, so that no wait is without a limit. Everything said
//! on either side is kept, and a failed expectation prints it. Limits are generous (the machine is
//! shared); the protocol is judged strictly.

use crate::uci::answer::{Info, Said};
use crate::uci::board::Board;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The longest that anything may take before it counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The engine's process. Killed when dropped.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    transcript: Vec<String>,
    started: Instant,
    /// What the last `position` set up, by shakmaty's account.
    pub board: Board,
    chess960: bool,
    /// Whether `UCI_ShowWDL` has been switched on.
    pub shows_wdl: bool,
}

/// A finished `go`: judged already.
#[derive(Debug)]
pub struct Search {
    /// All lines with a score, in order.
    pub infos: Vec<Info>,
    /// The texts of `info string` lines.
    pub strings: Vec<String>,
    /// The move, or `(none)`.
    pub best: String,
    /// The expected reply.
    pub ponder: Option<String>,
    /// From `go` to `bestmove`.
    pub time: Duration,
}

impl Search {
    /// The last line of the first rank.
    pub fn last(&self) -> &Info {
        let first = |info: &&Info| info.multipv == 1;
        self.infos.iter().rev().find(first).expect("judged: a line")
    }
}

impl Engine {
    /// Starts the engine and says nothing yet.
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    /// Starts the engine with command-line arguments.
    pub fn start_with(args: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let output = child.stdout.take().expect("piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.unwrap_or_else(|error| format!("(unreadable output: {error})"));
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
            transcript: Vec::new(),
            started: Instant::now(),
            board: Board::start(),
            chess960: false,
            shows_wdl: false,
        }
    }

    /// Starts the engine and sets options.
    pub fn with(options: &[(&str, &str)]) -> Engine {
        let mut engine = Engine::start();
        for (name, value) in options {
            engine.set(name, value);
        }
        engine
    }

    /// Fails, with all that has been said.
    #[track_caller]
    pub fn fail(&self, why: &str) -> ! {
        let shown = self.transcript.len().saturating_sub(120);
        let said = self.transcript[shown..].join("\n");
        panic!("{why}\n--- the conversation ({shown} lines left out) ---\n{said}\n---");
    }

    fn note(&mut self, direction: &str, text: &str) {
        let ms = self.started.elapsed().as_millis();
        let text: String = text.chars().take(400).collect();
        self.transcript.push(format!("{ms:>6} {direction} {text}"));
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.note(">", line);
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
        self.note(">", &format!("{shown:?}, {} bytes", bytes.len()));
        self.send(bytes);
    }

    fn send(&mut self, bytes: &[u8]) {
        let Some(input) = &mut self.input else {
            self.fail("the input is closed already");
        };
        if let Err(error) = input.write_all(bytes).and_then(|()| input.flush()) {
            self.fail(&format!("the engine does not listen: {error}"));
        }
    }

    /// Sets an option, and remembers it where it changes what is to be expected.
    pub fn set(&mut self, name: &str, value: &str) {
        self.chess960 = match name {
            "UCI_Chess960" => value == "true",
            _ => self.chess960,
        };
        self.shows_wdl = match name {
            "UCI_ShowWDL" => value == "true",
            _ => self.shows_wdl,
        };
        self.say(&format!("setoption name {name} value {value}"));
    }

    /// `position …`; shakmaty sets up the same.
    pub fn position(&mut self, text: &str) {
        self.board = Board::parse(text, self.chess960);
        self.say(&format!("position {text}"));
    }

    /// The next line, if one comes in time. `None` also when the engine has closed its output.
    pub fn line_within(&mut self, limit: Duration) -> Option<String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => {
                self.note("<", &line);
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.line_within(PATIENCE) {
            Some(line) => line,
            None => self.fail("expected a line, none came"),
        }
    }

    /// Lines up to one that begins with a text, that one included.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line_within(PATIENCE) else {
                self.fail(&format!("expected a line '{start}…', none came"));
            };
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The next line that begins with a text; those before it are dropped.
    #[track_caller]
    pub fn expect(&mut self, start: &str) -> String {
        self.until(start).pop().unwrap_or_default()
    }

    /// Asks `isready`; the lines that came before `readyok`.
    #[track_caller]
    pub fn ready(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Asks `isready` and insists that nothing else is said.
    #[track_caller]
    pub fn quiet(&mut self) {
        let lines = self.ready();
        if !lines.is_empty() {
            self.fail(&format!("expected nothing but readyok, got {lines:?}"));
        }
    }

    /// Fails if anything is said within this time.
    #[track_caller]
    pub fn silent_for(&mut self, time: Duration) {
        if let Some(line) = self.line_within(time) {
            self.fail(&format!("expected silence, got '{line}'"));
        }
    }

    /// Fails if a `bestmove` comes within this time; other lines are kept for the judge.
    #[track_caller]
    pub fn no_bestmove_for(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if let Some(line) = self.line_within(left) {
                if line.starts_with("bestmove") {
                    self.fail("a bestmove before stop or ponderhit");
                }
                lines.push(line);
            }
        }
        lines
    }

    /// `go` with its arguments, waits for the answer and judges it.
    #[track_caller]
    pub fn go(&mut self, arguments: &str) -> Search {
        self.say(&format!("go {arguments}"));
        self.answer(Vec::new(), Instant::now())
    }

    /// Waits for the `bestmove` of a search already under way and judges all its lines.
    #[track_caller]
    pub fn answer(&mut self, mut lines: Vec<String>, begun: Instant) -> Search {
        lines.extend(self.until("bestmove"));
        let time = begun.elapsed();
        let search = self.judge(&lines, time);
        // Exactly one bestmove, and nothing after it.
        self.quiet();
        search
    }

    #[track_caller]
    fn judge(&mut self, lines: &[String], time: Duration) -> Search {
        let mut search = Search {
            infos: Vec::new(),
            strings: Vec::new(),
            best: String::new(),
            ponder: None,
            time,
        };
        for line in lines {
            match Said::parse(line) {
                Ok(Said::Info(info)) => search.infos.push(info),
                Ok(Said::String(text)) => search.strings.push(text),
                Ok(Said::Current) => {}
                Ok(Said::BestMove { best, ponder }) => {
                    search.best = best;
                    search.ponder = ponder;
                }
                Err(why) => self.fail(&format!("'{line}': {why}")),
            }
        }
        if let Err(why) = self.board.judge(&search, self.shows_wdl) {
            self.fail(&why);
        }
        search
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.note(">", "(end of input)");
        self.input = None;
    }

    /// Waits for the end of the process, whose status must come in time. Returns it with the lines
    /// not read yet.
    #[track_caller]
    pub fn end(&mut self) -> (ExitStatus, Vec<String>) {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            lines.extend(self.line_within(Duration::from_millis(5)));
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    while let Some(line) = self.line_within(Duration::from_millis(200)) {
                        lines.push(line);
                    }
                    return (status, lines);
                }
                Ok(None) if Instant::now() < end => {}
                _ => self.fail("the process does not end"),
            }
        }
    }

    /// `quit`: the process must end well.
    #[track_caller]
    pub fn quit(&mut self) -> Vec<String> {
        self.say("quit");
        let (status, lines) = self.end();
        if !status.success() {
            self.fail(&format!("quit ended with {status}"));
        }
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Both fail only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
