//! Readers and writers of files: beside python-chess, on files that people use, and with text that a terminal would obey.

mod cases;
mod escapes;
mod others;
mod people;
pub mod python;
mod sentences;
mod spanish;

use std::path::Path;
use std::process::Command;

/// The program with arguments, in a folder.
fn atalaya(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(args).current_dir(folder).env("LC_ALL", "C");
    command
}
