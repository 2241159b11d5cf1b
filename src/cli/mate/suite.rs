//! `atalaya mate --epd FILE`: solves every position of a suite, and prints a summary by length of mate.

use super::super::progress::Bar;
use super::super::{input_name, interrupt, read_epd, warned};
use super::{Answer, Args, CliError, CliResult};
use base::key;
use base::threads;
use games::chess::Position;
use games::chess::epd::{self, EpdLine};
use games::counted;
use solve::mate::{Inquiry, Key, MAX_MOVES, Verdict};
use std::collections::BTreeMap;
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
    let text = read_epd(path)?;
    let name = input_name(path);
    let lines = parse(&text, &name, args).map_err(|error| format!("{name}: {error}"))?;
    if lines.is_empty() {
        let hint = match args.max {
            Some(_) => "no position to solve",
            None => "no line with 'dm N;' or 'bm #N;' to solve (--max N takes the others, too)",
        };
        return Err(format!("{} holds {hint}", input_name(path)).into());
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
                eprintln!("atalaya: the system refuses another thread");
            }
        }
        drop(sender);
        for (line, answer) in receiver {
            let answer = answer.map_err(|error| format!("line {}: {error}", line.number))?;
            bar.add(1);
            bar.aside(|| print_line(line, &answer, args))?;
            outcomes.push(outcome(line, &answer));
        }
        Ok::<(), CliError>(())
    })?;
    drop(bar);
    if outcomes.len() < lines.len() && !interrupt::stopped() {
        return Err("no thread could be started".into());
    }
    if !args.json {
        print_summary(&outcomes);
    }
    if interrupt::stopped() {
        let (done, all) = (outcomes.len(), lines.len());
        return Ok(interrupt::broken_off(&format!("{done} of {all} positions")));
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
    if args.json {
        say!("{}", serde_json::to_string(&answer.record())?);
        return Ok(());
    }
    let report = &answer.report;
    let result = match (report.verdict, answer.mate_in()) {
        (Verdict::Mate(_), Some(n)) => format!("mate {n}, least"),
        (_, Some(n)) => format!("mate {n}, not refuted above {}", report.refuted),
        (_, None) => format!("{} (refuted {})", answer.verdict_word(), report.refuted),
    };
    let mut keys = String::new();
    if let Some(found) = &answer.keys {
        let (exact, short): (Vec<&Key>, Vec<&Key>) = found
            .iter()
            .partition(|key| key.mate_in == answer.key_length);
        let names = |keys: &[&Key], length: bool| -> String {
            let name = |key: &&Key| {
                let san = line.position.san(key.first);
                if length {
                    format!(" {san} (#{})", key.mate_in)
                } else {
                    format!(" {san}")
                }
            };
            keys.iter().map(name).collect()
        };
        keys = format!("; keys{}", names(&exact, false));
        if !short.is_empty() {
            keys += &format!("; short mates{}", names(&short, true));
        }
        if exact.len() > 1 {
            keys += &format!(
                "; cooked: {} first moves mate in {}",
                exact.len(),
                answer.key_length
            );
        }
    }
    say!(
        "line {}: {}{result}{keys}; {}, {:.1} ms",
        line.number,
        line.known
            .map_or(String::new(), |known| format!("known {known}: ")),
        counted(report.nodes, "node", "nodes"),
        report.time.as_secs_f64() * 1e3,
    );
    Ok(())
}

fn print_summary(outcomes: &[Outcome]) {
    let mut by_length: BTreeMap<Option<i32>, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_length.entry(outcome.known).or_default().push(outcome);
    }
    say!("");
    say!("    N  positions  proved  least  shorter  refuted  median ms     max ms      nodes");
    for (known, list) in by_length {
        let mut millis: Vec<f64> = list.iter().map(|o| o.millis).collect();
        millis.sort_by(f64::total_cmp);
        let count = |f: &dyn Fn(&&&Outcome) -> bool| list.iter().filter(f).count();
        let shorter = |o: &Outcome| {
            let pair = o.found.zip(known);
            pair.is_some_and(|(found, known)| found.abs() < known.abs())
        };
        // Positions without a known length come first.
        let name = known.map_or("-".to_owned(), |known| known.to_string());
        say!(
            "{name:>5} {:>10} {:>7} {:>6} {:>8} {:>8} {:>10.1} {:>10.1} {:>10}",
            list.len(),
            count(&|o| o.found.is_some()),
            count(&|o| o.least),
            count(&|o| shorter(o)),
            count(&|o| o.refuted),
            millis[millis.len() / 2],
            millis[millis.len() - 1],
            list.iter().map(|o| o.nodes).sum::<u64>(),
        );
    }
}

/// Parses the lines that are to be solved. Skipped are comments, empty lines, lines without a length (unless `--max` is
/// given), and those that `--only` and `--every` exclude.
fn parse(text: &str, name: &str, args: &Args) -> Result<Vec<Line>, CliError> {
    let mut lines = Vec::new();
    let mut wanted = 0;
    for (number, line) in epd::lines(text) {
        let place = |error: &dyn std::fmt::Display| format!("line {number}: {error}");
        let epd = EpdLine::parse(line);
        let read = epd.position(args.chess960).map_err(|error| place(&error))?;
        let length = epd.mate_length(MAX_MOVES as i32);
        let known = length.map_err(|error| place(&error))?;
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
                position: warned(&format!("{name}: line {number}: {}", epd.fen), read),
                known,
            });
        }
        wanted += 1;
    }
    Ok(lines)
}
