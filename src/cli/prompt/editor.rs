//! Lines that a person edits at a terminal: with history, and completion by the Tab key.
//!
//! `rustyline` reads on a thread of its own and is asked for one line at a time; between two lines the terminal is as
//! it was, so that Ctrl-C is a signal while a machine thinks.

use super::console::LineEvent;
use crossbeam_channel::{Receiver, Sender, bounded};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::{ReadlineError, Signal};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Values of `TERM` for terminals on which `rustyline` edits no lines, and writes through the standard output, which
/// the programs have locked.
const CANNOT_EDIT: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Returns true if the terminal can edit lines.
fn can_edit() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    !CANNOT_EDIT
        .iter()
        .any(|name| term.eq_ignore_ascii_case(name))
}

/// The editor of lines.
#[derive(Clone)]
pub struct Editor {
    questions: Sender<Question>,
    /// Set while an interrupt is this program's own.
    #[cfg_attr(not(unix), expect(dead_code))]
    ignores: Arc<AtomicBool>,
}

/// A prompt, and the lines that can be completed there.
struct Question {
    prompt: String,
    completions: Completions,
}

impl Editor {
    /// True if waiting for a line can be broken off.
    pub const CAN_BREAK_OFF: bool = cfg!(unix);

    /// Starts the editor if standard input and output are a terminal that can do it. Answers go to `lines`, and to
    /// `paste` the lines of a pasted text after its first; `ignores` is set while an interrupt is the editor's own.
    pub fn start(
        lines: Sender<LineEvent>,
        paste: Sender<String>,
        ignores: Arc<AtomicBool>,
    ) -> Option<Editor> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() || !can_edit() {
            return None;
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            // A text of several lines is several lines.
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = rustyline::Editor::with_history(config, history).ok()?;
        let (ask, questions) = bounded::<Question>(1);
        std::thread::spawn(move || {
            // While there is a printer, the editor looks for signals, too, as it waits.
            let _printer = editor.create_external_printer();
            for question in &questions {
                editor.set_helper(Some(question.completions));
                let heard = match editor.readline(&question.prompt) {
                    Ok(text) => {
                        // A terminal that marks what is pasted has it arrive as one line.
                        let mut pasted = text.lines().map(|line| line.trim().to_owned());
                        let first = pasted.next().unwrap_or_default();
                        if pasted.try_for_each(|line| paste.send(line)).is_err() {
                            return;
                        }
                        LineEvent::Line(first)
                    }
                    Err(ReadlineError::Interrupted | ReadlineError::Signal(INTERRUPT)) => {
                        LineEvent::Interrupted
                    }
                    Err(_) => LineEvent::End,
                };
                if lines.send(heard).is_err() {
                    return;
                }
            }
        });
        Some(Editor {
            questions: ask,
            ignores,
        })
    }

    /// Asks for a line.
    pub fn ask(&self, prompt: &str, completions: Vec<String>) {
        // The thread ends with the process.
        let _ = self.questions.send(Question {
            prompt: prompt.to_owned(),
            completions: Completions(completions),
        });
    }

    /// Has the editor give up the line that it reads, so that the terminal is as it was before. Returns what it
    /// has heard last.
    #[cfg(unix)]
    pub fn break_off(&self, lines: &Receiver<LineEvent>) -> Option<LineEvent> {
        use rustix::process::{Signal, getpid, kill_process};
        use std::sync::atomic::Ordering::Relaxed;
        use std::time::Duration;

        const AGAIN: Duration = Duration::from_millis(20);
        self.ignores.store(true, Relaxed);
        // The editor ends a line by an interrupt, once it reads one.
        let heard = loop {
            let _ = kill_process(getpid(), Signal::INT);
            match lines.recv_timeout(AGAIN) {
                Ok(heard) => break Some(heard),
                Err(error) if error.is_disconnected() => break None,
                Err(_) => {}
            }
        };
        // Signals that came too late for the editor are handled by now.
        std::thread::sleep(AGAIN);
        self.ignores.store(false, Relaxed);
        heard
    }

    #[cfg(not(unix))]
    pub fn break_off(&self, _lines: &Receiver<LineEvent>) -> Option<LineEvent> {
        None
    }
}

#[cfg(unix)]
const INTERRUPT: Signal = Signal::Interrupt;
/// There is no such signal; a changed size ends no line either.
#[cfg(not(unix))]
const INTERRUPT: Signal = Signal::Resize;

/// Lines that can be completed.
struct Completions(Vec<String>);

impl Helper for Completions {}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Hinter for Completions {
    type Hint = String;
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.of(&line[..position])))
    }
}

impl Completions {
    /// Lines that begin with a text, as it is written; or if there are none, in any case.
    fn of(&self, begun: &str) -> Vec<String> {
        let begun = begun.trim_start();
        let exact = self.0.iter().filter(|line| line.starts_with(begun));
        let exact: Vec<String> = exact.cloned().collect();
        if !exact.is_empty() {
            return exact;
        }
        let lower = begun.to_lowercase();
        let lines = self.0.iter();
        lines
            .filter(|line| line.to_lowercase().starts_with(&lower))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_and_a_pawn_are_told_apart_where_both_can_move() {
        let lines = ["Bb5", "b4", "board", "quit"].map(str::to_owned);
        let completions = Completions(lines.to_vec());
        assert_eq!(completions.of("b"), ["b4", "board"]);
        assert_eq!(completions.of(" B"), ["Bb5"]);
        assert_eq!(completions.of("Q"), ["quit"]);
        assert!(completions.of("x").is_empty());
    }
}
