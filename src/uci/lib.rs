//! The Universal Chess Interface.
//!
//! Three threads: one reads lines from the GUI (`session::read_line`), one speaks and decides what
//! to do with them ([`run`]), one searches (`worker`). They talk over channels, so the speaker
//! never waits for the searcher: `isready` and `stop` are answered at once. `command` parses lines,
//! `options` declares the options, `format` words the answers.
//!
//! Several games are played, one at a time: `game` is the session's side of whichever is played. What is different
//! about a game is asked of its entry in the registry. The protocol as GUIs really speak it is described in the book's
//! chapter on UCI.

pub mod command;
mod format;
mod game;
mod help;
pub mod options;
mod output;
mod session;
mod worker;

pub use session::{StartError, read_line, run};

/// Returns true if a line is a command of the protocol.
pub fn understands(line: &str) -> bool {
    use command::Command;
    !matches!(command::parse(line), Command::Unknown(_) | Command::Nothing)
}
