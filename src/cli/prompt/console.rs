//! Input from outside during a session: lines of the standard input, and Ctrl-C.
//!
//! Lines are read on a thread of their own, so that Ctrl-C is obeyed at once while a line is waited for. While a
//! machine thinks, [`Console::stop`] is what it looks at. At a terminal the lines are edited (`editor`), if the
//! program is built with the feature `shell`.

use super::super::interrupt::on_interrupt;
use crossbeam_channel::{Receiver, Sender, at, bounded, never, select_biased, unbounded};
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

#[cfg(feature = "shell")]
use super::editor::Editor;

/// Lines that are read ahead of the game.
const AHEAD: usize = 16;

/// The person at the terminal, or the program at the other end of the pipe. Clones hear the same input.
#[derive(Clone)]
pub struct Console {
    lines: Receiver<LineEvent>,
    interrupts: Receiver<()>,
    /// Lines of a pasted text after its first.
    pasted: Receiver<String>,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    #[cfg(feature = "shell")]
    editor: Option<Editor>,
}

/// Event that ends waiting for input.
pub enum LineEvent {
    /// A line, without the space around it.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C, or the system asks the program to end.
    Interrupted,
    /// Nothing, until it was too late.
    Late,
}

impl Console {
    /// The console of this process, which listens from the first call on. A second Ctrl-C ends the program at once.
    /// With `edits` at the first call, the lines are edited if there is a terminal.
    pub fn listen(edits: bool) -> Console {
        static CONSOLE: OnceLock<Console> = OnceLock::new();
        CONSOLE.get_or_init(|| Console::new(edits)).clone()
    }

    fn new(edits: bool) -> Console {
        let (interrupt, interrupts) = bounded(1);
        let stop = Arc::new(AtomicBool::new(false));
        // Set while a signal is the editor's own.
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

    /// Returns true if lines are edited at a terminal.
    pub fn edits(&self) -> bool {
        #[cfg(feature = "shell")]
        return self.editor.is_some();
        #[cfg(not(feature = "shell"))]
        false
    }

    /// Number of columns of the terminal at the standard output; 80 where that is unknown.
    pub fn columns(&self) -> usize {
        #[cfg(all(feature = "shell", unix))]
        if let Ok(size) = rustix::termios::tcgetwinsize(std::io::stdout())
            && size.ws_col > 0
        {
            return usize::from(size.ws_col);
        }
        80
    }

    /// A line that came together with the one before, in a text that was pasted.
    pub fn pasted(&self) -> Option<String> {
        if self.is_interrupted() {
            return None;
        }
        self.pasted.try_recv().ok()
    }

    /// Waits for a line, edited without a prompt at a terminal. Returns `None` at the end of the input and after Ctrl-C.
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

    /// Takes a Ctrl-C for answered: the session goes on.
    pub fn forget_interrupt(&self) {
        self.stop.store(false, Ordering::Relaxed);
        let _ = self.interrupts.try_recv();
    }

    /// Has a line edited at the terminal, and waits for whatever comes first, until `deadline` if there is one.
    /// `completions` are the lines that the Tab key completes.
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
            // The line was entered at the same moment.
            Some(LineEvent::Line(line)) if is_late => LineEvent::Line(line),
            _ if is_late => LineEvent::Late,
            _ => LineEvent::Interrupted,
        }
    }

    /// Waits for a line; there is no editor.
    #[cfg(not(feature = "shell"))]
    pub fn edited(&self, _: &str, _: Vec<String>, deadline: Option<Instant>) -> LineEvent {
        self.next(deadline)
    }

    /// Waits for whatever comes first, until `deadline` if there is one.
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

/// Sends the lines of the standard input until it ends.
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
