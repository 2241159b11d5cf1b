//! Popeye itself, beside the reader and the solver, on files of problems such as those that come with it.
//!
//! Left out unless asked for: it needs the program and the files, and takes minutes.
//!
//! ```text
//! POPEYE=path/to/py POPEYE_FILES=path/to/EXAMPLES:path/to/BEISPIEL \
//!     cargo test --release --test it beside_popeye -- --ignored --nocapture
//! ```
//!
//! Every problem that is read is given to Popeye as it stands in its file; lines of help play and series, keys and
//! tries are to be the same. `POPEYE_SECONDS` is the time for each problem (10).
#![cfg(feature = "collection")]

use crate::stipulations::popeye::endings;
use problems::formats::{PopeyeProblem, popeye_problems};
use solve::fairy::Subject;
use solve::stipulation::{Extent, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// First words of a further problem of a file, in Popeye's languages.
pub const NEXT: [&str; 3] = ["next", "weit", "asui"];
/// First words of a file of problems in these languages, and of what follows the last.
pub const BEGIN: [(&str, &str); 3] = [("beg", "end"), ("anf", "ende"), ("deb", "fin")];

/// Popeye's last words about a problem.
pub const FINISHED: [&str; 3] = [
    "solution finished.",
    "Loesung beendet.",
    "solution terminee.",
];

/// Files below a folder.
pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "inp") {
            found.push(path);
        }
    }
}

/// The problems of a file, each as a file of its own.
pub fn split(text: &str) -> Vec<String> {
    let mut problems: Vec<String> = Vec::new();
    let mut language = BEGIN[0];
    for line in text.split_inclusive('\n') {
        let word = line.split_whitespace().next().unwrap_or("");
        let word = word.to_lowercase();
        let rest = line.trim_start().get(word.len()..).unwrap_or("");
        let is = |start: &str| word.starts_with(start);
        let begin = BEGIN.into_iter().find(|(begin, _)| is(begin));
        if let Some(begun) = begin {
            language = begun;
        }
        if begin.is_some() || NEXT.into_iter().any(is) {
            problems.push(format!("{}\n{rest}\n", language.0));
        } else if !is(language.1) {
            if let Some(latest) = problems.last_mut() {
                latest.push_str(line);
            }
        } else {
            break;
        }
    }
    for problem in &mut problems {
        problem.push_str(&format!("\n{}\n", language.1));
    }
    problems
}

/// Solutions (lines or keys), and tries.
pub type Found = (BTreeSet<String>, BTreeSet<String>);

/// Output of Popeye for an input, byte for byte as Latin-1.
pub fn popeye(program: &Path, input: &[u8], seconds: u64) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("problem.inp"), input).expect("written");
    let output = Command::new(program)
        .args([
            "-maxmem",
            "500M",
            "-maxtime",
            &seconds.to_string(),
            "problem.inp",
        ])
        .current_dir(folder.path())
        .output()
        .expect("Popeye runs");
    output.stdout.iter().map(|&byte| char::from(byte)).collect()
}

/// Popeye's answers to the twins of a problem, of what it prints about it; `None` if it did not finish.
pub fn answers(text: &str, german: bool) -> Option<Vec<Found>> {
    if !FINISHED.into_iter().any(|words| text.contains(words)) {
        return None;
    }
    // What comes before the pieces is the problem's text.
    let text = text.rsplit_once("---+\n").map_or(text, |(_, after)| after);
    let mut found: Vec<Found> = vec![Found::default()];
    let (mut twins, mut latest) = (false, None);
    for line in text.lines() {
        // The men of the language.
        let letter = |letter| match letter {
            'D' if german => 'Q',
            'T' if german => 'R',
            'L' if german => 'B',
            other => other,
        };
        let line: String = line.chars().map(letter).collect();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(&first) = words.first() else {
            continue;
        };
        // A twin that continues another has a + before its letter.
        let label = first.strip_suffix(')').unwrap_or("");
        let label = label.strip_prefix('+').unwrap_or(label);
        let is_label = label.bytes().enumerate().all(|(index, byte)| match index {
            0 => byte.is_ascii_lowercase(),
            _ => byte.is_ascii_digit(),
        });
        if is_label && !label.is_empty() && line.starts_with(first) {
            if twins {
                found.push(Found::default());
            }
            twins = true;
            continue;
        }
        let Some((lines, tries)) = found.last_mut() else {
            continue;
        };
        if first == "refutes." {
            // After a key that is made already, of the reply in the line before.
            tries.extend(latest.take());
            continue;
        }
        let Some(first) = first.strip_prefix("1.") else {
            continue;
        };
        latest = first.strip_prefix("..").map(str::to_owned);
        match words[1..]
            .iter()
            .find(|word| ["!", "?", "?!?"].contains(word))
        {
            // The side that begins has to reach the aim itself.
            Some(&"?!?") => continue,
            // Refutation of a try.
            Some(&"!") if latest.is_some() => continue,
            Some(&"!") => lines.insert(first.to_owned()),
            Some(_) => tries.insert(first.to_owned()),
            // Set play against a defender.
            None if line.starts_with("      ") => continue,
            None => lines.insert(words.join(" ")),
        };
    }
    Some(found)
}

/// Our answer; `None` if it was not finished.
pub fn ours(solver: &mut Solver, problem: &PopeyeProblem, seconds: u64) -> Option<Found> {
    let mut inquiry = problem.inquiry;
    inquiry.time = Some(Duration::from_secs(seconds));
    (inquiry.variations, inquiry.threats) = (false, false);
    let outcome = solver.solve_any(&problem.subject, &inquiry, None, |_| {});
    let mut found = Found::default();
    let word = |text: &String| text.split(' ').next().unwrap_or_default().to_owned();
    for part in &outcome.summaries {
        if matches!(part.extent, Extent::Stopped | Extent::Enough) {
            return None;
        }
        if let Some((_, replies)) = &part.post_key {
            found.1.extend(replies.iter().cloned());
        } else if part.stipulation.is_battle() {
            found.0.extend(part.texts.iter().map(word));
            found.1.extend(part.tries.iter().map(word));
        } else {
            let texts = part.texts.iter().chain(&part.set_texts);
            found.0.extend(texts.flat_map(|text| endings(text)));
        }
    }
    Some(found)
}

/// The position as text.
pub fn position(subject: &Subject) -> String {
    match subject {
        Subject::Chess(p) => p.fen(),
        Subject::Fairy(board) => board.forsyth(),
    }
}

/// The place of a twin among those of its problem, from 0.
pub fn index_of_twin(problem: &PopeyeProblem) -> usize {
    match problem.twin.as_bytes() {
        [] => 0,
        [letter, ..] => usize::from(letter - b'a'),
    }
}

/// The program that the environment variable POPEYE names.
pub fn program() -> PathBuf {
    let program = std::env::var_os("POPEYE").expect("POPEYE is set");
    std::fs::canonicalize(program).expect("the program")
}

#[test]
#[ignore = "needs Popeye and its files: see the top of beside_popeye.rs"]
fn the_solutions_are_popeyes() {
    let program = program();
    let folders = std::env::var_os("POPEYE_FILES").expect("POPEYE_FILES is set");
    let seconds = std::env::var("POPEYE_SECONDS").ok();
    let seconds = seconds.map_or(10, |text| text.parse().expect("seconds"));
    let mut paths = Vec::new();
    for folder in std::env::split_paths(&folders) {
        files(&folder, &mut paths);
    }
    let mut solver = Solver::new(64).expect("memory");
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let (mut whole, mut all, mut read, mut twins) = (0, 0, 0, 0);
    let (mut equal, mut unfinished, mut different) = (0, 0, 0);
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let parts = split(&text);
        let file = popeye_problems(&bytes);
        let name = path.display();
        for note in &file.notes {
            println!("note     {name}: {note}");
        }
        let mut of_problem: BTreeMap<usize, Vec<&PopeyeProblem>> = BTreeMap::new();
        let mut some_refused = false;
        let last = file
            .problems
            .iter()
            .rev()
            .find_map(|problem| problem.as_ref().ok());
        assert!(last.is_none_or(|last| last.number <= parts.len()), "{name}");
        for problem in &file.problems {
            match problem {
                Ok(problem) => of_problem.entry(problem.number).or_default().push(problem),
                Err(why) => {
                    println!("refused  {name}: {why}");
                    some_refused = true;
                    *refused.entry(why.what.to_string()).or_default() += 1;
                }
            }
        }
        whole += usize::from(!some_refused);
        all += parts.len();
        read += of_problem.len();
        for (number, problems) in of_problem {
            let part = &parts[number - 1];
            let bytes: Vec<u8> = part.chars().map(|letter| letter as u8).collect();
            let text = popeye(&program, &bytes, seconds);
            let Some(theirs) = answers(&text, part.starts_with(BEGIN[1].0)) else {
                println!("time     {name}: problem {number}, Popeye");
                unfinished += problems.len();
                continue;
            };
            for problem in problems {
                twins += 1;
                let index = index_of_twin(problem);
                let place = format!(
                    "{name}: line {}: {}",
                    problem.line, problem.inquiry.stipulation
                );
                match (theirs.get(index), ours(&mut solver, problem, seconds)) {
                    (_, None) => {
                        println!("time     {place}");
                        unfinished += 1;
                    }
                    (Some(theirs), Some(ours)) if *theirs == ours => equal += 1,
                    (theirs, ours) => {
                        println!(
                            "differs  {place}\n  {}\n  Popeye  {theirs:?}\n  Atalaya {ours:?}",
                            position(&problem.subject)
                        );
                        different += 1;
                    }
                }
            }
        }
    }
    for (why, count) in &refused {
        println!("{count:>5} {why}");
    }
    println!("{} files, {whole} of them without a refusal", paths.len());
    println!("{all} problems, {read} of them read, with twins {twins} compared");
    println!("{equal} equal, {unfinished} not finished, {different} differ");
}
