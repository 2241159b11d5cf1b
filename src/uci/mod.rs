//! The Universal Chess Interface.
//!
//! Three threads: one reads lines from the GUI (`session::read_lines`), one speaks and decides what
//! to do with them ([`run`]), one searches (`worker`). They talk over channels, so the speaker
//! never waits for the searcher: `isready` and `stop` are answered at once. `command` parses lines,
//! `options` declares the options and `engine` obeys them, `format` words the answers. The protocol as GUIs really speak
//! it is described in the book's chapter on UCI.

mod command;
mod engine;
mod format;
mod help;
mod kamisado;
mod mates;
pub mod options;
mod output;
mod session;
mod worker;

pub use engine::{ConfiguredEngine, InProcess};
pub use session::run;
