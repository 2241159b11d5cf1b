//! Line editor for a person at a terminal, with history, and completion by the Tab key.
//!
//! `rustyline` runs on a thread of its own and reads one line on request. Between two lines the terminal is in its
//! normal mode, so that Ctrl-C sends a signal while a machine thinks.

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

/// Values of `TERM` for terminals on which `rustyline` cannot edit lines. There it would also write to standard output,
/// which this program has locked.
const CANNOT_EDIT: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Returns true if the terminal supports editing.
fn can_edit() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    !CANNOT_EDIT
        .iter()
        .any(|name| term.eq_ignore_ascii_case(name))
}

/// Handle of the thread that edits lines.
#[derive(Clone)]
pub struct Editor {
    questions: Sender<Question>,
    /// Flag that is true while this program sends interrupts to its own process, to stop the editor.
    #[cfg_attr(not(unix), expect(dead_code))]
    ignores: Arc<AtomicBool>,
}

/// Request for a line: the prompt, and the lines that can be completed.
struct Question {
    prompt: String,
    completions: Completions,
}

impl Editor {
    /// True if the editor can be stopped while it waits for a line.
    pub const CAN_BREAK_OFF: bool = cfg!(unix);

    /// Starts the editor, if standard input and output are a terminal that supports it; otherwise `None`. Events are
    /// sent to `lines`, and the lines of a pasted text after its first to `paste`. The flag `ignores` is set while an
    /// interrupt is this program's own, see [`Editor::break_off`].
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
            // Disabled, so that a pasted text of several lines is read as several lines.
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = rustyline::Editor::with_history(config, history).ok()?;
        let (ask, questions) = bounded::<Question>(1);
        std::thread::spawn(move || {
            // As long as a printer exists, the editor also checks for signals while it waits.
            let _printer = editor.create_external_printer();
            for question in &questions {
                editor.set_helper(Some(question.completions));
                let heard = match editor.readline(&question.prompt) {
                    Ok(text) => {
                        // Terminals that bracket pasted text deliver it as one line nevertheless.
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

    /// Requests a line; the answer is sent to the channel given to [`Editor::start`].
    pub fn ask(&self, prompt: &str, completions: Vec<String>) {
        // An error is ignored: the thread lives as long as the process.
        let _ = self.questions.send(Question {
            prompt: prompt.to_owned(),
            completions: Completions(completions),
        });
    }

    /// Stops the editor while it reads a line, so that the terminal returns to its normal mode. Returns the event with
    /// which the editor ended; `None` if its thread is gone.
    #[cfg(unix)]
    pub fn break_off(&self, lines: &Receiver<LineEvent>) -> Option<LineEvent> {
        use rustix::process::{Signal, getpid, kill_process};
        use std::sync::atomic::Ordering::Relaxed;
        use std::time::Duration;

        const AGAIN: Duration = Duration::from_millis(20);
        self.ignores.store(true, Relaxed);
        // An interrupt ends a line only if the editor is already reading, so it is repeated until the editor answers.
        let heard = loop {
            let _ = kill_process(getpid(), Signal::INT);
            match lines.recv_timeout(AGAIN) {
                Ok(heard) => break Some(heard),
                Err(error) if error.is_disconnected() => break None,
                Err(_) => {}
            }
        };
        // Wait until late signals have been handled, before interrupts count again.
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
/// Signal that stands for an interrupt on systems that have none: a change of the terminal's size, which does not end a
/// line either.
#[cfg(not(unix))]
const INTERRUPT: Signal = Signal::Resize;

/// Lines that the Tab key can complete.
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
    /// Returns the lines that begin with `begun`; if there are none, those that do so regardless of case.
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
