//! Input from outside during a game: lines of the standard input, and Ctrl-C.
//!
//! Lines are read on a thread of their own, so that Ctrl-C is obeyed at once while a line is waited
//! for. While a machine thinks, [`Console::stop`] is what it looks at.

use crossbeam_channel::{Receiver, at, bounded, never, select_biased};
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Lines that are read ahead of the game.
const AHEAD: usize = 16;

/// The person at the terminal, or the program at the other end of the pipe.
pub struct Console {
    lines: Receiver<String>,
    interrupts: Receiver<()>,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
}

/// Event that ends waiting for input.
pub enum Heard {
    /// A line, without the space around it.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C, or the system asks the program to end.
    Interrupted,
    /// Nothing, until it was too late.
    Nothing,
}

impl Console {
    /// Listens from now on. A second Ctrl-C ends the program at once.
    pub fn listen() -> Console {
        let (interrupt, interrupts) = bounded(1);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        // Without a handler Ctrl-C just ends the process.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            let _ = interrupt.try_send(());
        });
        let (line, lines) = bounded(AHEAD);
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            let mut bytes = Vec::new();
            while input.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                if line.send(text).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Console {
            lines,
            interrupts,
            stop,
        }
    }

    /// Returns true if Ctrl-C has been pressed.
    pub fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes a Ctrl-C for answered: the session goes on.
    #[cfg(feature = "collection")]
    pub fn forget_interrupt(&self) {
        self.stop.store(false, Ordering::Relaxed);
        let _ = self.interrupts.try_recv();
    }

    /// Waits for whatever comes first, until `deadline` if there is one.
    pub fn next(&self, deadline: Option<Instant>) -> Heard {
        if self.is_interrupted() {
            return Heard::Interrupted;
        }
        let late = deadline.map_or_else(never, at);
        select_biased! {
            recv(self.interrupts) -> _ => Heard::Interrupted,
            recv(self.lines) -> line => line.map_or(Heard::End, Heard::Line),
            recv(late) -> _ => Heard::Nothing,
        }
    }
}
