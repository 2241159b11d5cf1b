//! The Universal Chess Interface.
//!
//! Three threads: one reads lines from the GUI (`session::read_line`), one obeys and answers them ([`run`]), one
//! searches (`worker`). They communicate over channels, so the thread that answers never waits for the searcher:
//! `isready` and `stop` are answered at once. `command` parses lines, `options` declares the options, `format` formats
//! the answers.
//!
//! Several games can be played, one at a time: `game` is the session's state of one of them. Whatever differs from game
//! to game is provided by the game's entry in the registry. The book's chapter on UCI describes the protocol as GUIs
//! use it in practice.

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
