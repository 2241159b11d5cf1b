//! `atalaya mate --epd FILE`: solves every position of a suite, and prints a summary by length of mate.

use super::super::progress::Bar;
use super::super::{broken_off, complain, input_name, interrupt, read_epd, warned};
use super::{Answer, Args, CliError, CliResult, tell};
use base::{key, say, threads};
use games::Lang;
use games::chess::epd::{self, EpdLine};
use games::chess::{Position, localized};
use solve::mate::{Inquiry, Key, MAX_MOVES, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Position of the suite, with its line number in the file.
struct Line {
    number: usize,
    position: Position,
    /// Known length of the mate in moves, negative if the side to move is mated; `None` if the file gives none: then
    /// the shortest mate of at most `--max` moves is searched for.
    known: Option<i32>,
}

impl Line {
    /// Returns the inquiry about this position. It asks for keys only if the side to move is the one that mates.
    fn inquiry(&self, args: &Args) -> Inquiry {
        let moves = self.known.or(args.max).unwrap_or(1);
        let inquiry = args.inquiry(moves);
        Inquiry {
            keys: inquiry.keys.filter(|_| moves > 0),
            ..inquiry
        }
    }
}

/// Result of solving a line.
struct Outcome {
    known: Option<i32>,
    found: Option<i32>,
    /// True if the length found is proved to be the least.
    least: bool,
    refuted_at_known_length: bool,
    /// True if it is proved that there is no mate of at most the length searched for.
    refuted: bool,
    millis: f64,
    nodes: u64,
}

/// Solves the suite and prints the results. Exit status 1 if a mate of the known length is refuted, 3 if a position is
/// undecided, 0 otherwise.
///
/// # Errors
/// A file that cannot be read, a bad line, or tables that do not fit in memory.
pub(super) fn run(path: &Path, args: &Args) -> CliResult {
    let lang = args.lang;
    let text = read_epd(path)?;
    let name = input_name(path);
    let lines = parse(&text, &name, args)?;
    if lines.is_empty() {
        let why = match args.max {
            Some(_) => say!(lang, "mate-suite-no-position", name),
            None => say!(lang, "mate-suite-no-length", name),
        };
        return Err(why.into());
    }
    let next = AtomicUsize::new(0);
    let solvers = (0..args.jobs)
        .map(|_| args.solver())
        .collect::<Result<Vec<_>, _>>()?;
    let mut outcomes = Vec::new();
    let flag = interrupt::flag();
    let bar = Bar::of(lines.len() as u64, key!("bar-positions"));
    std::thread::scope(|scope| {
        let (next, lines) = (&next, &lines);
        let (sender, receiver) = crossbeam_channel::unbounded();
        for mut solver in solvers {
            let sender = sender.clone();
            let work = move || {
                while let Some(line) = lines.get(next.fetch_add(1, Relaxed)) {
                    solver.clear();
                    let asked = line.inquiry(args);
                    let answer = solver.inquire(&line.position, asked, Some(flag), |_| {});
                    if interrupt::stopped() {
                        // An interrupted position is not reported as undecided within the limits.
                        break;
                    }
                    // Fails only if the main thread has stopped receiving, after an error.
                    let _ = sender.send((line, answer));
                }
            };
            if threads::spawn_scoped(scope, "solver", work).is_err() {
                complain(say!(lang, "mate-suite-thread-refused"));
            }
        }
        drop(sender);
        for (line, answer) in receiver {
            let answer = answer.map_err(|error| {
                let (line, text) = (line.number, error.text(lang));
                say!(lang, "suite-at-line", name = &name, line, text)
            })?;
            bar.add(1);
            bar.aside(|| print_line(line, &answer, args))?;
            outcomes.push(outcome(line, &answer));
        }
        Ok::<(), CliError>(())
    })?;
    drop(bar);
    if outcomes.len() < lines.len() && !interrupt::stopped() {
        return Err(say!(lang, "thread-none").into());
    }
    if !args.json {
        tell(&summary(&outcomes, lang), lang);
    }
    if interrupt::stopped() {
        let (done, all) = (outcomes.len(), lines.len());
        return Ok(broken_off(&say!(lang, "suite-broken-off", done, all)));
    }
    let refuted = outcomes.iter().any(|o| o.refuted_at_known_length);
    let open = outcomes.iter().any(|o| o.found.is_none() && !o.refuted);
    Ok(ExitCode::from(match (refuted, open) {
        (true, _) => 1,
        (false, true) => 3,
        _ => 0,
    }))
}

fn outcome(line: &Line, answer: &Answer) -> Outcome {
    Outcome {
        known: line.known,
        found: answer.mate_in(),
        least: matches!(answer.report.verdict, Verdict::Mate(_)),
        refuted_at_known_length: line.known.is_some() && answer.report.verdict == Verdict::NoMate,
        refuted: answer.report.verdict == Verdict::NoMate,
        millis: answer.report.time.as_secs_f64() * 1e3,
        nodes: answer.report.nodes,
    }
}

fn print_line(line: &Line, answer: &Answer, args: &Args) -> Result<(), CliError> {
    let text = if args.json {
        serde_json::to_string(&answer.record())?
    } else {
        line_text(line, answer, args.lang)
    };
    tell(&(text + "\n"), args.lang);
    Ok(())
}

/// Returns the result of a line as text for people.
fn line_text(line: &Line, answer: &Answer, lang: Lang) -> String {
    let report = &answer.report;
    let refuted = report.refuted;
    let mut parts = vec![match (report.verdict, answer.mate_in()) {
        (Verdict::Mate(_), Some(n)) => say!(lang, "mate-suite-least", n),
        (_, Some(n)) => say!(lang, "mate-suite-mate", n, refuted),
        (Verdict::NoMate, None) => say!(lang, "mate-suite-no-mate", refuted),
        (_, None) => say!(lang, "mate-suite-undecided", refuted),
    }];
    if let Some(found) = &answer.keys {
        let n = answer.key_length;
        let (exact, short): (Vec<&Key>, Vec<&Key>) = found.iter().partition(|key| key.mate_in == n);
        let san = |key: &Key| localized(&line.position.san(key.first), lang);
        let names: Vec<String> = exact.iter().map(|key| san(key)).collect();
        parts.push(if names.is_empty() {
            say!(lang, "mate-suite-no-keys").to_owned()
        } else {
            say!(lang, "mate-suite-keys", keys = names.join(" "))
        });
        if !short.is_empty() {
            let names = short.iter();
            let names = names.map(|key| format!("{} (#{})", san(key), key.mate_in));
            let keys = names.collect::<Vec<_>>().join(" ");
            parts.push(say!(lang, "mate-suite-short-mates", keys));
        }
        if exact.len() > 1 {
            parts.push(say!(lang, "mate-suite-cooked", count = exact.len(), n));
        }
    }
    let millis = report.time.as_secs_f64() * 1e3;
    let (result, nodes, ms) = (parts.join("; "), report.nodes, format_args!("{millis:.1}"));
    let line_number = line.number;
    match line.known {
        Some(known) => say!(
            lang,
            "mate-suite-line-known",
            line = line_number,
            known,
            result,
            nodes,
            ms
        ),
        None => say!(
            lang,
            "mate-suite-line",
            line = line_number,
            result,
            nodes,
            ms
        ),
    }
}

/// Least widths of the columns of the summary.
const WIDTHS: [usize; 9] = [5, 10, 7, 6, 8, 8, 10, 10, 10];

/// Returns the summary by known length of mate: an empty line and a table.
fn summary(outcomes: &[Outcome], lang: Lang) -> String {
    let mut by_length: BTreeMap<Option<i32>, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_length.entry(outcome.known).or_default().push(outcome);
    }
    let heads = [
        key!("mate-suite-head-n"),
        key!("mate-suite-head-positions"),
        key!("mate-suite-head-proved"),
        key!("mate-suite-head-least"),
        key!("mate-suite-head-shorter"),
        key!("mate-suite-head-refuted"),
        key!("mate-suite-head-median"),
        key!("mate-suite-head-max"),
        key!("mate-suite-head-nodes"),
    ];
    let mut rows = vec![heads.map(|head| head.text(lang).to_owned())];
    rows.extend(by_length.iter().map(|(known, list)| row(*known, list)));
    let mut text = String::from("\n");
    for row in &rows {
        for (column, (cell, least)) in row.iter().zip(WIDTHS).enumerate() {
            // A column is wide enough for its head, with two blanks before it.
            let head = heads[column].text(lang).chars().count();
            let width = least.max(head + usize::from(column > 0));
            let blank = if column > 0 { " " } else { "" };
            let _ = write!(text, "{blank}{cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// Returns the row of the summary for the positions with the known length `known`.
fn row(known: Option<i32>, list: &[&Outcome]) -> [String; 9] {
    let mut millis: Vec<f64> = list.iter().map(|o| o.millis).collect();
    millis.sort_by(f64::total_cmp);
    let count = |f: &dyn Fn(&Outcome) -> bool| list.iter().filter(|o| f(o)).count().to_string();
    let shorter = |o: &Outcome| {
        let pair = o.found.zip(known);
        pair.is_some_and(|(found, known)| found.abs() < known.abs())
    };
    [
        // Positions without a known length come first.
        known.map_or("-".to_owned(), |known| known.to_string()),
        list.len().to_string(),
        count(&|o| o.found.is_some()),
        count(&|o| o.least),
        count(&shorter),
        count(&|o| o.refuted),
        format!("{:.1}", millis[millis.len() / 2]),
        format!("{:.1}", millis[millis.len() - 1]),
        list.iter().map(|o| o.nodes).sum::<u64>().to_string(),
    ]
}

/// Parses the lines that are to be solved. Skipped are comments, empty lines, lines without a length (unless `--max` is
/// given), and those that `--only` and `--every` exclude.
fn parse(text: &str, name: &str, args: &Args) -> Result<Vec<Line>, CliError> {
    let lang = args.lang;
    let mut lines = Vec::new();
    let mut wanted = 0;
    for (number, line) in epd::lines(text) {
        let place = |text: &str| say!(lang, "suite-at-line", name, line = number, text);
        let epd = EpdLine::parse(line);
        let read = epd.position(args.chess960);
        let read = read.map_err(|error| place(&error.text(lang)))?;
        let length = epd.mate_length(MAX_MOVES as i32);
        let known = length.map_err(|error| place(error.localized().get(lang)))?;
        let wanted_length = match (known, args.only) {
            (Some(known), Some((low, high))) => (low..=high).contains(&known),
            (Some(_), None) => true,
            (None, only) => args.max.is_some() && only.is_none(),
        };
        if !wanted_length {
            continue;
        }
        if wanted % args.every == 0 {
            lines.push(Line {
                number,
                position: warned(&place(&epd.fen), read),
                known,
            });
        }
        wanted += 1;
    }
    Ok(lines)
}
