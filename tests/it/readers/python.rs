//! python-chess, a reader of others, where it is installed.

use crate::pipe;
use crate::shared::left_out;
use std::process::Command;
use std::sync::OnceLock;

/// A Python that has python-chess, instead of `python3`.
const VARIABLE: &str = "ATALAYA_PYTHON";

/// Runs a script that ends well, with a text as its input. Returns what it prints; `None`, said aloud, if no Python has
/// python-chess.
pub fn run(script: &str, input: &str) -> Option<String> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let python = PYTHON.get_or_init(|| {
        let python = std::env::var(VARIABLE).unwrap_or_else(|_| "python3".to_owned());
        let probe = Command::new(&python)
            .args(["-c", "import chess.pgn"])
            .output();
        probe
            .is_ok_and(|probe| probe.status.success())
            .then_some(python)
    });
    let Some(python) = python else {
        left_out("python-chess is not installed");
        return None;
    };
    let output = pipe::output(Command::new(python).args(["-c", script]), input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}
