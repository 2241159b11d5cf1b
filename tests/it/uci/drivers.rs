//! Programs and libraries that use engines, each with the script of `tests/driver` that has it meet this one. What is not on
//! this machine is left out, and said: Python packages are looked for in the interpreter that `ATALAYA_PYTHON` names (else
//! `python3`), programs and checkouts where `ATALAYA_FASTCHESS`, `ATALAYA_CUTECHESS`, `ATALAYA_LICHESS_BOT` and
//! `ATALAYA_OPENBENCH` say.

use super::builds::PROGRAM;
use crate::shared::left_out;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The interpreter, if it has the modules.
fn python(modules: &str) -> Option<Command> {
    let name = std::env::var_os("ATALAYA_PYTHON").unwrap_or_else(|| "python3".into());
    let asked = Command::new(&name)
        .args(["-c", &format!("import {modules}")])
        .output();
    match asked {
        Ok(output) if output.status.success() => Some(Command::new(name)),
        Ok(_) => {
            left_out(&format!("{} has not all of: {modules}", name.display()));
            None
        }
        Err(why) => {
            left_out(&format!("{} cannot be run ({why})", name.display()));
            None
        }
    }
}

/// Where a variable of the environment says that something is.
fn named(variable: &str) -> Option<PathBuf> {
    let found = std::env::var_os(variable).map(PathBuf::from);
    if found.is_none() {
        left_out(&format!("{variable} is not set"));
    }
    found
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the standard output of a run that has to succeed.
fn said(output: std::io::Result<Output>) -> String {
    let output = output.expect("it was run before");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    text
}

/// Runs a script of the folder of drivers.
fn driver(mut python: Command, script: &str, args: &[&Path]) -> String {
    let script = folder().join("tests/driver").join(script);
    // Python's compiled files are nothing for the repository.
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    said(python.arg(script).args(args).output())
}

#[test]
fn the_start_up_sequences_of_graphical_programs_are_understood() {
    if let Some(python) = python("sys") {
        let text = driver(python, "startups.py", &[PROGRAM.as_ref()]);
        for name in ["nibbler", "en_croissant", "banksia"] {
            assert!(text.contains(name), "{text}");
        }
    }
}

#[test]
fn kamisado_and_rolit_are_played_by_a_driver_that_knows_no_rules() {
    if let Some(python) = python("sys") {
        let text = driver(python, "variants.py", &[PROGRAM.as_ref()]);
        assert!(
            text.contains("kamisado: ") && text.contains("rolit: "),
            "{text}"
        );
    }
}

#[test]
fn python_chess_plays_and_analyses() {
    if let Some(python) = python("chess.engine") {
        let text = driver(python, "python_chess.py", &[PROGRAM.as_ref()]);
        assert!(text.starts_with("python-chess "), "{text}");
    }
}

/// A page's block of code in Python, and the text that follows it.
fn example(page: &str) -> (&str, &str) {
    let block = |start: &str| {
        let (_, rest) = page.split_once(start).expect(start);
        rest.split_once("```").expect("an end").0
    };
    (block("```python\n"), block("```text\n"))
}

#[test]
fn the_books_example_in_python_prints_what_the_book_says() {
    let page = std::fs::read_to_string(folder().join("book/src/python.md")).expect("a page");
    let (code, expected) = example(&page);
    let Some(mut python) = python("chess.engine") else {
        return;
    };
    let temporary = tempfile::tempdir().expect("a folder");
    let place = temporary.path().join("target/release");
    std::fs::create_dir_all(&place).expect("a folder");
    std::fs::copy(PROGRAM, place.join("atalaya")).expect("a copy");
    let text = said(
        python
            .args(["-c", code])
            .env("LC_ALL", "C.UTF-8")
            .current_dir(temporary.path())
            .output(),
    );
    let expected: Vec<&str> = expected.lines().collect();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{text}");
    for (expected, line) in expected.iter().zip(lines) {
        // `…` stands for what depends on the search.
        let fits = match expected.split_once('…') {
            Some((start, end)) => line.starts_with(start) && line.ends_with(end),
            None => line == *expected,
        };
        assert!(fits, "'{line}' instead of '{expected}'");
    }
}

#[test]
fn match_managers_find_no_fault() {
    let managers = [
        ("--fastchess", "ATALAYA_FASTCHESS"),
        ("--cutechess", "ATALAYA_CUTECHESS"),
    ];
    let found = managers.map(|(option, variable)| Some((option, named(variable)?)));
    for (option, path) in found.into_iter().flatten() {
        if let Some(python) = python("sys") {
            let args: [&Path; 3] = [PROGRAM.as_ref(), option.as_ref(), &path];
            let text = driver(python, "managers.py", &args);
            assert!(text.contains("two games, fischerandom"), "{text}");
        }
    }
}

#[test]
fn the_wrapper_of_lichess_bot_plays() {
    if let Some(checkout) = named("ATALAYA_LICHESS_BOT")
        && let Some(python) = python("chess, yaml, requests, backoff, rich")
    {
        let text = driver(python, "lichess_bot.py", &[&checkout, PROGRAM.as_ref()]);
        assert!(text.contains("two games through its wrapper"), "{text}");
    }
}

#[test]
fn the_client_of_openbench_benches_makes_openings_and_plays() {
    if let Some(checkout) = named("ATALAYA_OPENBENCH")
        && let Some(python) = python("requests, psutil, cpuinfo")
    {
        let mut args = vec![checkout, PathBuf::from(PROGRAM)];
        if let Some(fastchess) = named("ATALAYA_FASTCHESS") {
            args.extend(["--fastchess".into(), fastchess]);
        }
        let args: Vec<&Path> = args.iter().map(PathBuf::as_path).collect();
        let text = driver(python, "openbench.py", &args);
        assert!(
            text.starts_with("client ") && text.contains("genfens: "),
            "{text}"
        );
    }
}
