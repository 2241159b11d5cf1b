//! The built binary, spoken to over its pipes, for the games beside chess.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Runs a command to its end on these lines of input; in English, unless the command has a locale of its own.
pub fn output(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    if command.get_envs().all(|(name, _)| name != "LC_ALL") {
        command.env("LC_ALL", "C");
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut pipe = child.stdin.take().expect("piped");
    // It may be over before everything is read.
    let _ = pipe.write_all(input.as_ref());
    drop(pipe);
    child.wait_with_output().expect("it ends")
}

/// The same; what it says, errors last, and its exit status.
pub fn run(command: &mut Command, input: &str) -> (String, Option<i32>) {
    let output = output(command, input);
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (text.into_owned(), output.status.code())
}

/// The process. It is told to quit when dropped.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            child,
            input,
            lines,
        }
    }

    /// Starts the engine and has it play another game than chess.
    pub fn of(variant: &str) -> Engine {
        let mut engine = Engine::start();
        engine.set("UCI_Variant", variant);
        engine.until("info string variant");
        engine
    }

    pub fn set(&mut self, name: &str, value: &str) {
        self.say(&format!("setoption name {name} value {value}"));
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// All lines up to the first that begins so, that one last.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| panic!("no '{start}' after {heard:?}"));
            let last = line.starts_with(start);
            heard.push(line);
            if last {
                return heard;
            }
        }
    }

    /// The answer to a command: what is said up to `readyok`, without it.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    pub fn go(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.until("bestmove")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// The move of a `bestmove` line, the last of those heard.
pub fn best(heard: &[String]) -> &str {
    let last = heard.last().expect("a bestmove");
    last.split(' ').nth(1).expect("a move")
}

/// The words after a keyword of a line.
pub fn after<'a>(line: &'a str, word: &str) -> Vec<&'a str> {
    let words = line.split(' ').skip_while(|w| *w != word);
    words.skip(1).collect()
}
