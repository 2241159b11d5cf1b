//! The table of times beside Popeye, as the book has it.
//!
//! Left out unless asked for: it needs Popeye and its files, and takes minutes.
//!
//! ```text
//! POPEYE=path/to/py POPEYE_FILES=path/to/EXAMPLES:path/to/BEISPIEL \
//!     cargo test --release --test it table_beside_popeye -- --ignored --nocapture
//! ```
//!
//! Every problem of the kinds in [`ROWS`] with all its twins is solved by both programs, each as a process of its own, of
//! which the processor time is taken (by `bash`), start and all. Popeye is run in its intelligent mode, and then without
//! it for as long; the shorter time counts. Then each program solves all problems of a row that both are done with once
//! more, as a single file (one for each language of Popeye's), so that its start counts only once. To the problems of the files come positions of the shared data, where they are,
//! with a stipulation of their own. `POPEYE_SECONDS` is the time for each problem (60); where Popeye is not done by
//! then that is what it is said to take, and the solutions are not compared; nor are they where this program is not done.
//! `POPEYE_ROWS` is the beginning of the headings of the rows that are made (all).
//! `POPEYE_PROBLEMS` is the number of problems of each kind (all), drawn evenly from all.
#![cfg(feature = "collection")]

use crate::shared;
use crate::stipulations::beside_popeye::{
    BEGIN, FINISHED, NEXT, answers, files, index_of_twin, ours, position, program, split,
};
use problems::formats::popeye_problems;
use solve::fairy::Subject;
use solve::stipulation::Solver;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Kinds of problems: heading and stipulations. All are of orthodox chess but the last ones, whose headings say so.
const ROWS: [(&str, &[&str]); 17] = [
    ("h#2", &["h#2", "h#2.5"]),
    ("h#3", &["h#3", "h#3.5"]),
    ("h#4", &["h#4", "h#4.5"]),
    ("h#5", &["h#5", "h#5.5"]),
    ("h=2–h=3", &["h=2", "h=2.5", "h=3", "h=3.5"]),
    ("h=4–h=5", &["h=4", "h=5"]),
    ("s#2", &["s#2"]),
    ("s#3–s#5", &["s#3", "s#4", "s#5"]),
    ("r#2–r#3", &["r#2", "r#3"]),
    ("ser-h#4", &["ser-h#4"]),
    (
        "ser-h#5–ser-h#10",
        &[
            "ser-h#5", "ser-h#6", "ser-h#7", "ser-h#8", "ser-h#9", "ser-h#10",
        ],
    ),
    ("dia3–dia4", &["dia3", "dia3.5", "dia4", "exact-dia4"]),
    ("dia5–dia8.5", &["dia5", "dia6", "dia7", "dia8", "dia8.5"]),
    ("dia9–dia15.5", &["dia9", "dia10", "dia15.5"]),
    ("fairy #2–#4", &["#2", "#3", "#4"]),
    (
        "fairy h#2–h#4.5",
        &["h#2", "h#2.5", "h#3", "h#3.5", "h#4", "h#4.5"],
    ),
    ("fairy s#2–s#5", &["s#2", "s#3", "s#4", "s#5"]),
];

/// Beginnings of Popeye's refusal, in its three languages, of a problem that its intelligent mode does not solve.
const NOT_INTELLIGENT: [&str; 3] = [
    "Intelligent Mode only",
    "Intelligent Modus nur",
    "mode intelligent seulement",
];

/// Positions of the shared data that are given another stipulation: what they have there, and what they get.
const OTHERS: [(&str, &str); 3] = [
    ("ser-h#4", "ser-h#5"),
    ("ser-h#3", "ser-h#6"),
    ("s#3", "s#4"),
];

/// A problem as a file of Popeye's.
struct Problem {
    name: String,
    stipulation: String,
    /// True for fairy pieces and conditions.
    fairy: bool,
    input: String,
}

/// The problems of the files, and of the shared data.
fn problems() -> Vec<Problem> {
    let folders = std::env::var_os("POPEYE_FILES").expect("POPEYE_FILES is set");
    let mut paths = Vec::new();
    for folder in std::env::split_paths(&folders) {
        files(&folder, &mut paths);
    }
    let (mut problems, mut seen) = (Vec::new(), BTreeSet::new());
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        for (index, input) in split(&text).into_iter().enumerate() {
            let bytes: Vec<u8> = input.chars().map(|letter| letter as u8).collect();
            let file = popeye_problems(&bytes);
            let Some(Ok(first)) = file.problems.first() else {
                continue;
            };
            let key = (
                position(&first.subject),
                first.inquiry.stipulation.to_string(),
            );
            let whole = file.notes.is_empty() && file.problems.iter().all(Result::is_ok);
            if whole && seen.insert(key.clone()) {
                problems.push(Problem {
                    name: format!("{}: problem {}", path.display(), index + 1),
                    stipulation: key.1,
                    fairy: matches!(first.subject, Subject::Fairy(_)),
                    input,
                });
            }
        }
    }
    let Some(data) = shared::shared("stipulations/popeye-4.104.txt") else {
        return problems;
    };
    let data = std::fs::read_to_string(data).expect("a text");
    for line in data.lines() {
        let mut fields = line.split('|').map(str::trim);
        let (Some(fen), Some(asked)) = (fields.next(), fields.next()) else {
            panic!("{line}");
        };
        let begins = match asked {
            _ if asked.starts_with("ser-h") => " b ",
            _ if asked.starts_with('h') && !asked.ends_with(".5") => " b ",
            _ => " w ",
        };
        if !fen.contains(begins) {
            continue;
        }
        let others = OTHERS.into_iter().filter(|(has, _)| *has == asked);
        for stipulation in std::iter::once(asked).chain(others.map(|(_, gets)| gets)) {
            let board = fen.split(' ').next().unwrap_or_default();
            let board = board.replace('n', "s").replace('N', "S");
            problems.push(Problem {
                name: format!("shared data: {fen}"),
                stipulation: stipulation.to_owned(),
                fairy: false,
                input: format!(
                    "BeginProblem\nForsyth {board}\nStipulation {stipulation}\nEndProblem\n"
                ),
            });
        }
    }
    problems
}

/// What a program prints about a file, and its processor time in seconds, the system's share too.
fn timed(program: &Path, args: &[&str], input: &str) -> (String, f64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes: Vec<u8> = input.chars().map(|letter| letter as u8).collect();
    std::fs::write(folder.path().join("problem.inp"), bytes).expect("written");
    let output = Command::new("bash")
        .args([
            "-c",
            "TIMEFORMAT='%3U %3S'; time \"$@\" 2>/dev/null",
            "timed",
        ])
        .arg(program)
        .args(args)
        .current_dir(folder.path())
        .output()
        .expect("bash runs");
    let times = String::from_utf8_lossy(&output.stderr);
    let times = times.split_whitespace();
    let seconds = times
        .map(|time| time.parse::<f64>().expect("seconds"))
        .sum();
    let text = output.stdout.iter().map(|&byte| char::from(byte));
    (text.collect(), seconds)
}

/// Popeye's answer to a file, with `seconds` for each problem, and its processor time.
fn popeye_on(program: &Path, input: &str, seconds: u64) -> (String, f64) {
    let limit = seconds.to_string();
    let args = ["-maxmem", "500M", "-maxtime", &limit, "problem.inp"];
    timed(program, &args, input)
}

/// This program's answer to a file, with `seconds` for each problem, and its processor time.
fn atalaya_on(input: &str, seconds: u64, threads: &str) -> (String, f64) {
    let limit = seconds.to_string();
    let args = ["stipulation", "--input", "problem.inp", "--time", &limit];
    let args = [&args[..], &["--threads", threads]].concat();
    timed(Path::new(env!("CARGO_BIN_EXE_atalaya")), &args, input)
}

/// Answers of Popeye's to a problem.
struct Theirs {
    /// The better mode's first. Both are kept because the intelligent mode leaves out solutions at times.
    texts: Vec<String>,
    /// Processor time of the better mode, in seconds.
    seconds: f64,
    /// True if it is done.
    done: bool,
    /// The file that was given to the better mode.
    input: String,
}

/// Popeye's answers to a problem, of its two modes.
fn popeye(program: &Path, input: &str, seconds: u64) -> Theirs {
    let ask = |input: &str, seconds: u64| {
        let (text, time) = popeye_on(program, input, seconds);
        let says = |words: &str| text.contains(words);
        let done = FINISHED.into_iter().any(says) && !NOT_INTELLIGENT.into_iter().any(says);
        (text, time, done)
    };
    // Behind the first line, which begins the problem: behind a twin it would be a part of the twin.
    let begun = input.find('\n').map_or(0, |at| at + 1);
    let with_option = format!("{}Option Intelligent\n{}", &input[..begun], &input[begun..]);
    let clever = ask(&with_option, seconds);
    let most = if clever.2 {
        clever.1.ceil() as u64
    } else {
        seconds
    };
    let plain = ask(input, most.max(1));
    let (texts, (seconds, done), input) = match (clever.2, plain.2) {
        (true, true) if clever.1 <= plain.1 => {
            (vec![clever.0, plain.0], (clever.1, true), with_option)
        }
        (true, false) => (vec![clever.0], (clever.1, true), with_option),
        _ => (vec![plain.0], (plain.1, plain.2), input.to_owned()),
    };
    Theirs {
        texts,
        seconds,
        done,
        input,
    }
}

/// Problems that each are a file, put together to one file for each of Popeye's languages.
fn joined(inputs: &[String]) -> Vec<String> {
    let languages = BEGIN.into_iter().zip(NEXT);
    let files = languages.map(|((begin, end), next)| {
        let of_language = inputs.iter().filter_map(|input| {
            let (first, rest) = input.split_once('\n')?;
            let body = rest
                .trim_end()
                .rsplit_once('\n')
                .map_or("", |(body, _)| body);
            first.to_lowercase().starts_with(begin).then_some(body)
        });
        let bodies: Vec<&str> = of_language.collect();
        let all = bodies.join(&format!("\n{next}\n"));
        (!all.is_empty()).then(|| format!("{begin}\n{all}\n{end}\n"))
    });
    files.flatten().collect()
}

#[derive(Default)]
struct Row {
    problems: usize,
    equal: usize,
    different: usize,
    popeye: f64,
    atalaya: f64,
    /// Wall-clock time on one thread and on two of what takes one a fifth of a second.
    one: f64,
    two: f64,
    /// The least ratio of those that take Popeye more than a second.
    least: Option<f64>,
    /// The files of those that both programs are done with: as this program is given them, and as Popeye is.
    done: (Vec<String>, Vec<String>),
}

#[test]
#[ignore = "needs Popeye and its files: see the top of table.rs"]
fn the_table_beside_popeye() {
    let popeye_program = program();
    let seconds = std::env::var("POPEYE_SECONDS").ok();
    let seconds = seconds.map_or(60, |text| text.parse().expect("seconds"));
    let most = std::env::var("POPEYE_PROBLEMS").ok();
    let most = most.map_or(usize::MAX, |text| text.parse().expect("a number"));
    let problems = problems();
    let mut solver = Solver::new(64).expect("memory");
    let mut table = String::new();
    let mut different = Vec::new();
    let only = std::env::var("POPEYE_ROWS").unwrap_or_default();
    let rows = ROWS
        .iter()
        .filter(|(heading, _)| heading.starts_with(&only));
    for (heading, stipulations) in rows {
        let mut row = Row::default();
        let fairy = heading.starts_with("fairy");
        let of_row = |problem: &&Problem| {
            problem.fairy == fairy && stipulations.contains(&problem.stipulation.as_str())
        };
        let of_row: Vec<&Problem> = problems.iter().filter(of_row).collect();
        let step = of_row.len().div_ceil(most).max(1);
        for problem in of_row.into_iter().step_by(step) {
            let run = |threads| atalaya_on(&problem.input, seconds, threads);
            let (_, time) = run("1");
            let answered = popeye(&popeye_program, &problem.input, seconds);
            let (texts, theirs, done) = (answered.texts, answered.seconds, answered.done);
            row.problems += 1;
            row.popeye += theirs;
            row.atalaya += time;
            let ratio = theirs / time.max(0.001);
            if theirs > 1.0 {
                row.least = Some(row.least.map_or(ratio, |least: f64| least.min(ratio)));
            }
            if time > 0.2 {
                for (threads, sum) in [("1", &mut row.one), ("2", &mut row.two)] {
                    let started = std::time::Instant::now();
                    run(threads);
                    *sum += started.elapsed().as_secs_f64();
                }
            }
            let bytes: Vec<u8> = problem.input.chars().map(|letter| letter as u8).collect();
            let file = popeye_problems(&bytes);
            let german = problem.input.starts_with(BEGIN[1].0);
            let compared = texts.iter().filter(|_| done).map(|text| {
                let found = answers(text, german)?;
                let mut equal = true;
                for twin in file.problems.iter().flatten() {
                    // Nothing is compared if we did not finish.
                    let ours = ours(&mut solver, twin, seconds)?;
                    equal &= Some(&ours) == found.get(index_of_twin(twin));
                }
                Some(equal)
            });
            let compared: Vec<Option<bool>> = compared.collect();
            let equal = if compared.contains(&Some(true)) {
                Some(true)
            } else {
                compared.first().copied().flatten()
            };
            row.equal += usize::from(equal == Some(true));
            row.different += usize::from(equal == Some(false));
            if equal.is_some() {
                row.done.0.push(problem.input.clone());
                row.done.1.push(answered.input);
            }
            let equal = match equal {
                Some(true) => "equal",
                Some(false) => "DIFFERENT",
                None => "not compared",
            };
            println!(
                "{:>9} {theirs:>8.3} s {time:>8.3} s {ratio:>7.1} {equal}  {}",
                problem.stipulation, problem.name
            );
        }
        let least = row
            .least
            .map_or(String::new(), |least| format!("{least:.1}"));
        let threads = if row.one > 0.0 {
            format!("{:.2}", row.one / row.two)
        } else {
            String::new()
        };
        let sum = |times: Vec<f64>| times.iter().sum::<f64>();
        let files = joined(&row.done.0);
        let ours = sum(files
            .iter()
            .map(|file| atalaya_on(file, seconds, "1").1)
            .collect());
        let files = joined(&row.done.1);
        let finished = |text: &str| FINISHED.map(|words| text.matches(words).count());
        let mut solved = 0;
        let theirs = sum(files
            .iter()
            .map(|file| {
                let (text, time) = popeye_on(&popeye_program, file, seconds);
                solved += finished(&text).iter().sum::<usize>();
                time
            })
            .collect());
        assert_eq!(solved, row.done.1.len(), "{heading}: Popeye's files");
        table += &format!(
            "| `{heading}` | {} | {} | {:.2} s | {:.2} s | {:.1} | {least} | {theirs:.2} s | {ours:.2} s | {:.1} | {threads} |\n",
            row.problems,
            row.equal,
            row.popeye,
            row.atalaya,
            row.popeye / row.atalaya.max(0.001),
            theirs / ours.max(0.001)
        );
        if row.different > 0 {
            different.push(heading);
        }
    }
    println!(
        "| | problems | equal | Popeye | Atalaya | times | least, over 1 s | Popeye, one file | Atalaya, one file | times | two threads |\n|---|---|---|---|---|---|---|---|---|---|---|\n{table}"
    );
    // The whole table is printed before a difference fails the test.
    assert!(different.is_empty(), "{different:?}");
}
