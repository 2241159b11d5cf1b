//! What the book and the README say of the program is what the program says of itself.
//!
//! Blocks marked `console` are transcripts, and are run, those of a page one after the other in a folder and a home of
//! their own: a line `$ atalaya …` is a command, a line `> …`
//! is typed, everything else must come out just so; `…` stands for any text, alone on its line for any
//! lines. Whatever depends on the machine (times, speeds) is written `…`. A transcript that cannot be run is a block of
//! another kind, after a line `<!-- not run: why -->`.
//!
//! `ATALAYA_BLESS=1 cargo test --release --test it book` rewrites the generated chapter.

pub mod shown;
mod workspace;

use crate::pipe::Engine;
use players::Registry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use uci::options;

#[test]
fn the_table_of_options_in_the_book_is_the_declared_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/options.md");
    let chapter = format!(
        "# Options\n\nSet with `setoption name … value …`. Names may be written in any case; for a number \
         beyond the bounds the bound is taken, which an `info string` says; a bad value is answered by an `info string` and changes \
         nothing.\n\n{}",
        options::markdown(&Registry::standard())
    );
    if std::env::var_os("ATALAYA_BLESS").is_some() {
        std::fs::write(&path, &chapter).expect("the book can be written");
    }
    let printed = std::fs::read_to_string(&path).expect("the chapter is there");
    assert!(
        printed == chapter,
        "book/src/options.md is out of date; run: ATALAYA_BLESS=1 cargo test --release --test it book"
    );
}

/// One command of a transcript: what follows the `$`, then what is typed and what comes out of it.
struct Dialogue {
    command: String,
    /// What comes out before anything is typed, then each typed line with what follows it.
    steps: Vec<(Option<String>, Vec<String>)>,
}

/// The transcripts of a page: the line each begins at, and its commands.
fn transcripts(page: &str) -> Vec<(usize, Vec<Dialogue>)> {
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.trim() != "```console" {
            continue;
        }
        let mut dialogues: Vec<Dialogue> = Vec::new();
        let mut block = lines.by_ref().map(|(_, line)| line);
        while let Some(line) = block.next().filter(|line| line.trim() != "```") {
            if let Some(command) = line.strip_prefix("$ ") {
                let mut command = command.to_owned();
                while let Some(begun) = command.strip_suffix('\\') {
                    command = begun.to_owned() + block.next().unwrap_or_default().trim_start();
                }
                let steps = vec![(None, Vec::new())];
                dialogues.push(Dialogue { command, steps });
                continue;
            }
            let dialogue = dialogues.last_mut().expect("a transcript begins with '$ '");
            match line.strip_prefix("> ") {
                Some(typed) => dialogue.steps.push((Some(typed.to_owned()), Vec::new())),
                None => {
                    let (_, expected) = dialogue.steps.last_mut().expect("a first step");
                    expected.push(line.trim_end().to_owned());
                }
            }
        }
        found.push((number + 1, dialogues));
    }
    found
}

/// Whether a line is what was expected, `…` standing for any text.
fn fits(expected: &str, line: &str) -> bool {
    match expected.split_once('…') {
        None => expected == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at);
            ends.chain([rest.len()]).any(|at| fits(after, &rest[at..]))
        }),
    }
}

/// Whether lines are what was expected, a line `…` standing for any lines.
fn all_fit(expected: &[String], lines: &[String]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some((any, rest)), _) if any == "…" => {
            (0..=lines.len()).any(|skipped| all_fit(rest, &lines[skipped..]))
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((line, others))) => fits(first, line) && all_fit(rest, others),
    }
}

fn compare(page: &str, line: usize, what: &str, expected: &[String], mut found: Vec<String>) {
    while found.last().is_some_and(|line| line.is_empty()) {
        found.pop();
    }
    assert!(
        all_fit(expected, &found),
        "{page}, transcript at line {line}, {what}:\nexpected\n{}\nfound\n{}",
        expected.join("\n"),
        found.join("\n")
    );
}

fn trimmed(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// A UCI session: what comes out is known for each typed line.
fn check_session(page: &str, line: usize, dialogue: &Dialogue) {
    let mut engine = Engine::start();
    for (typed, expected) in &dialogue.steps {
        let found = match typed.as_deref() {
            // Before anything is typed, a pipe is told nothing.
            None => Vec::new(),
            Some("quit") => Vec::new(),
            Some(go) if go.starts_with("go") => engine.go(go),
            Some(other) => engine.ask(other),
        };
        let what = typed.as_deref().unwrap_or("the greeting");
        let found = found
            .iter()
            .map(|line| line.trim_end().to_owned())
            .collect();
        compare(page, line, what, expected, found);
    }
}

/// The lines of a page with a command of a transcript outside of blocks that are run, and without a reason.
fn not_run(page: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut fence, mut last) = ("", "");
    for (index, line) in page.lines().enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        match (is_fence, fence) {
            (true, "") => {
                let is_told = last.starts_with("<!-- not run: ") && last.ends_with(" -->");
                fence = if is_told || line.trim() == "```console" {
                    "run"
                } else {
                    "other"
                };
            }
            (true, _) => fence = "",
            (false, "other") if line.starts_with("$ ") => found.push(index + 1),
            _ => {}
        }
        last = line;
    }
    found
}

fn check_command(page: &str, line: usize, dialogue: &Dialogue, folder: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_atalaya"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    if let Some(others) = std::env::var_os("PATH") {
        path.push(":");
        path.push(others);
    }
    let typed = dialogue
        .steps
        .iter()
        .filter_map(|(typed, _)| typed.as_deref());
    let input: String = typed.map(|line| format!("{line}\n")).collect();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec 2>&1\n{}", dialogue.command)])
        .env("PATH", path)
        .env("LC_ALL", "C")
        .env("HOME", folder)
        .env_remove("XDG_DATA_HOME")
        .env_remove("ATALAYA_DATABASE")
        .current_dir(folder);
    let (output, _) = crate::pipe::run(&mut shell, &input);
    let steps = dialogue.steps.iter();
    let mut expected: Vec<String> = steps.flat_map(|(_, lines)| lines.iter().cloned()).collect();
    while expected.last().is_some_and(|line| line.is_empty()) {
        expected.pop();
    }
    compare(page, line, &dialogue.command, &expected, trimmed(&output));
}

/// Commands that not every build has.
const NEEDS: [(&str, bool); 5] = [
    ("atalaya problem", cfg!(feature = "collection")),
    ("atalaya puzzle", cfg!(feature = "collection")),
    ("atalaya completions", cfg!(feature = "shell")),
    ("atalaya man", cfg!(feature = "shell")),
    ("--png", cfg!(feature = "shell")),
];

#[test]
fn the_transcripts_of_the_book_and_the_readme_come_out_so() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = std::fs::read_dir(root.join("book/src")).expect("the book");
    let mut pages: Vec<PathBuf> = chapters
        .map(|entry| entry.expect("a page").path())
        .collect();
    pages.retain(|path| path.extension().is_some_and(|end| end == "md"));
    pages.push(root.join("README.md"));
    pages.sort();
    let mut checked = 0;
    for path in pages {
        let text = std::fs::read_to_string(&path).expect("a page");
        let page = path
            .file_name()
            .expect("named")
            .to_string_lossy()
            .into_owned();
        let unmarked = not_run(&text);
        assert!(
            unmarked.is_empty(),
            "{page}: transcripts at lines {unmarked:?} are neither run nor say why not"
        );
        let folder = tempfile::tempdir().expect("a folder");
        for (line, dialogues) in transcripts(&text) {
            for dialogue in &dialogues {
                if let Some((command, _)) = NEEDS
                    .iter()
                    .find(|(command, there)| !there && dialogue.command.contains(command))
                {
                    let said = format!("left out: {page}: this build has no '{command}'\n");
                    let _ = std::io::stderr().write_all(said.as_bytes());
                    continue;
                }
                match dialogue.command.as_str() {
                    "atalaya" => check_session(&page, line, dialogue),
                    _ => check_command(&page, line, dialogue, folder.path()),
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 10, "only {checked} commands are quoted");
}

#[test]
fn a_transcript_fits_only_what_it_says() {
    let lines = |text: &str| trimmed(text);
    assert!(fits(
        "info … score cp 1 …",
        "info depth 3 score cp 1 pv e2e4"
    ));
    assert!(!fits(
        "info … score cp 1 …",
        "info depth 3 score cp 2 pv e2e4"
    ));
    assert!(all_fit(&lines("a\n…\nd"), &lines("a\nb\nc\nd")));
    assert!(all_fit(&lines("…\na"), &lines("a")));
    assert!(!all_fit(&lines("a\n…\nd"), &lines("a\nb\nc")));
    assert!(!all_fit(&lines("a"), &lines("a\nb")));
    let reason = "<!-- not run: it waits -->\n";
    for (before, kind, unmarked) in [
        ("", "text", vec![2]),
        (reason, "text", vec![]),
        ("", "console", vec![]),
    ] {
        assert_eq!(
            not_run(&format!("{before}```{kind}\n$ atalaya\n```\n")),
            unmarked
        );
    }
    let page =
        "text\n```console\n$ atalaya x \\\n  y\none\n> typed\ntwo\n```\n```text\n$ not this\n```\n";
    let found = transcripts(page);
    assert_eq!(found.len(), 1);
    let (line, dialogues) = &found[0];
    assert_eq!((*line, dialogues[0].command.as_str()), (2, "atalaya x y"));
    let typed: Vec<_> = dialogues[0]
        .steps
        .iter()
        .map(|(typed, _)| typed.clone())
        .collect();
    assert_eq!(typed, [None, Some("typed".to_owned())]);
}
