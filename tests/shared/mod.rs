//! The shared data that some tests need, and a word to whoever runs them if it is not there.
//!
//! A test that finds nothing to do passes, so it says on the real standard error what was left out:
//! the harness keeps back what `println!` and `eprintln!` write, but not what is written to the
//! stream itself. With all the data there, nothing is said.

// Each test binary uses what it needs.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the data lies, instead of beside the repository.
const VARIABLE: &str = "ATALAYA_SHARED_DATA";

/// A file or folder of the shared data, by its path there; `None`, said aloud, if it is missing.
pub fn shared(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os(VARIABLE)
        .map_or_else(beside, PathBuf::from)
        .join(name);
    if path.exists() {
        return Some(path);
    }
    left_out(&format!("{} is not there", path.display()));
    None
}

/// Says that the running test is left out, or part of it, and why.
pub fn left_out(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // One write, so that the words of several threads do not mix.
    let line = format!("left out: {test}: {why}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Runs a test of this binary with no data to be found, and returns what it says.
pub fn without_data(test: &str) -> String {
    let output = std::process::Command::new(std::env::current_exe().expect("this binary"))
        .args([test, "--exact"])
        .env(VARIABLE, "/nowhere/at/all")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}
