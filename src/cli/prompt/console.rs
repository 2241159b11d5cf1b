//! Events from outside during an interactive session: lines of standard input, and Ctrl-C.
//!
//! A thread of its own reads the lines, so that Ctrl-C takes effect at once while the session waits for a line. While a
//! machine thinks, it polls [`Console::stop`]. At a terminal the lines can be edited (module `editor`), if the program
//! is built with the feature `shell`.

use super::super::interrupt::on_interrupt;
use crossbeam_channel::{Receiver, Sender, at, bounded, never, select_biased, unbounded};
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

#[cfg(feature = "shell")]
use super::editor::Editor;

/// Number of lines that are read ahead.
const AHEAD: usize = 16;

/// Source of input: the person at the terminal, or the program at the other end of a pipe. Clones share the same input.
#[derive(Clone)]
pub struct Console {
    lines: Receiver<LineEvent>,
    interrupts: Receiver<()>,
    /// Lines of a pasted text after the first one.
    pasted: Receiver<String>,
    /// Flag that Ctrl-C sets, to stop a machine's thinking.
    pub stop: Arc<AtomicBool>,
    #[cfg(feature = "shell")]
    editor: Option<Editor>,
}

/// Event for which the session waits.
pub enum LineEvent {
    /// Line of input, without leading and trailing whitespace.
    Line(String),
    /// End of the input.
    End,
    /// Ctrl-C, or a request of the system to end the program.
    Interrupted,
    /// The deadline has passed before a line was entered.
    Late,
}

impl Console {
    /// Returns the console of this process; the first call creates it, and installs a handler by which a second Ctrl-C
    /// ends the program at once. If `edits` is true at the first call, lines can be edited at a terminal.
    pub fn listen(edits: bool) -> Console {
        static CONSOLE: OnceLock<Console> = OnceLock::new();
        CONSOLE.get_or_init(|| Console::new(edits)).clone()
    }

    fn new(edits: bool) -> Console {
        let (interrupt, interrupts) = bounded(1);
        let stop = Arc::new(AtomicBool::new(false));
        // True while interrupts are sent by this program itself to stop the editor.
        let ignores = Arc::new(AtomicBool::new(false));
        let (flag, ignored) = (Arc::clone(&stop), Arc::clone(&ignores));
        on_interrupt(move || {
            if ignored.load(Ordering::Relaxed) {
                return;
            }
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            let _ = interrupt.try_send(());
        });
        let (line, lines) = bounded(AHEAD);
        let (paste, pasted) = unbounded();
        let console = Console {
            lines,
            pasted,
            interrupts,
            stop,
            #[cfg(feature = "shell")]
            editor: edits
                .then(|| Editor::start(line.clone(), paste, ignores))
                .flatten(),
        };
        #[cfg(not(feature = "shell"))]
        let _ = (edits, paste);
        if !console.edits() {
            std::thread::spawn(move || read_lines(&line));
        }
        console
    }

    /// Returns true if a terminal is used whose lines can be edited.
    pub fn edits(&self) -> bool {
        #[cfg(feature = "shell")]
        return self.editor.is_some();
        #[cfg(not(feature = "shell"))]
        false
    }

    /// Returns the number of columns of the terminal at standard output; 80 if it is unknown.
    pub fn columns(&self) -> usize {
        #[cfg(all(feature = "shell", unix))]
        if let Ok(size) = rustix::termios::tcgetwinsize(std::io::stdout())
            && size.ws_col > 0
        {
            return usize::from(size.ws_col);
        }
        80
    }

    /// Returns the next line of a pasted text of several lines; `None` if there is none, or after Ctrl-C.
    pub fn pasted(&self) -> Option<String> {
        if self.is_interrupted() {
            return None;
        }
        self.pasted.try_recv().ok()
    }

    /// Waits for a line, without a prompt. Returns `None` at the end of the input or after Ctrl-C.
    pub fn line(&self) -> Option<String> {
        if let Some(line) = self.pasted() {
            return Some(line);
        }
        match self.edited("", Vec::new(), None) {
            LineEvent::Line(line) => Some(line),
            LineEvent::End | LineEvent::Interrupted | LineEvent::Late => None,
        }
    }

    /// Returns true if Ctrl-C has been pressed.
    pub fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Resets the flag that Ctrl-C has set, so that the session goes on.
    pub fn forget_interrupt(&self) {
        self.stop.store(false, Ordering::Relaxed);
        let _ = self.interrupts.try_recv();
    }

    /// Lets the user edit a line at the terminal, and returns the first event, or [`LineEvent::Late`] at the
    /// `deadline`. The Tab key completes the lines `completions`. Without an editor it is the same as
    /// [`Console::next`].
    #[cfg(feature = "shell")]
    pub fn edited(
        &self,
        prompt: &str,
        completions: Vec<String>,
        deadline: Option<Instant>,
    ) -> LineEvent {
        let Some(editor) = &self.editor else {
            return self.next(deadline);
        };
        if self.is_interrupted() {
            return LineEvent::Interrupted;
        }
        editor.ask(prompt, completions);
        let deadline = deadline.filter(|_| Editor::CAN_BREAK_OFF);
        let late = deadline.map_or_else(never, at);
        let (is_late, broken_off) = select_biased! {
            recv(self.lines) -> heard => {
                let heard = heard.unwrap_or(LineEvent::End);
                if matches!(heard, LineEvent::Interrupted) {
                    self.stop.store(true, Ordering::Relaxed);
                }
                return heard;
            }
            recv(self.interrupts) -> _ => (false, editor.break_off(&self.lines)),
            recv(late) -> _ => (true, editor.break_off(&self.lines)),
        };
        match broken_off {
            // The line was entered at the same moment as the deadline passed.
            Some(LineEvent::Line(line)) if is_late => LineEvent::Line(line),
            _ if is_late => LineEvent::Late,
            _ => LineEvent::Interrupted,
        }
    }

    /// Does the same as [`Console::next`], because builds without the feature `shell` have no editor.
    #[cfg(not(feature = "shell"))]
    pub fn edited(&self, _: &str, _: Vec<String>, deadline: Option<Instant>) -> LineEvent {
        self.next(deadline)
    }

    /// Waits for the first event, and returns it, or [`LineEvent::Late`] at the `deadline`; without a deadline it waits
    /// without limit.
    pub fn next(&self, deadline: Option<Instant>) -> LineEvent {
        if self.is_interrupted() {
            return LineEvent::Interrupted;
        }
        let late = deadline.map_or_else(never, at);
        select_biased! {
            recv(self.interrupts) -> _ => LineEvent::Interrupted,
            recv(self.lines) -> heard => heard.unwrap_or(LineEvent::End),
            recv(late) -> _ => LineEvent::Late,
        }
    }
}

/// Sends the lines of standard input, until the input ends or the receiver is gone.
fn read_lines(lines: &Sender<LineEvent>) {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(LineEvent::Line(text)).is_err() {
            return;
        }
        bytes.clear();
    }
}
