//! `atalaya mate --epd FILE`: every position of a suite, and a summary by length.

use super::report::{json, signed_length, verdict_word};
use super::{Answer, Args, CliError, CliResult, Question, read_file, solve};
use crate::games::chess::Position;
use crate::solve::mate::{MAX_MOVES, Verdict};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// One line of the file.
struct Line {
    number: usize,
    position: Position,
    /// The known length, negative if the side to move is mated.
    known: i32,
}

/// How a line came out.
struct Outcome {
    known: i32,
    found: Option<i64>,
    /// Whether the length found is proved to be least.
    least: bool,
    refuted_at_known_length: bool,
    millis: f64,
    nodes: u64,
}

/// Runs the suite. Exit status 1 if a position is refuted at its known length, 3 if one is not
/// decided, 0 otherwise.
///
/// # Errors
/// A file that cannot be read, a bad line, or tables that do not fit in memory.
pub(super) fn run(path: &Path, args: &Args) -> CliResult {
    let text = read_file(path)?;
    let lines = parse(&text, args).map_err(|error| format!("{}: {error}", path.display()))?;
    if lines.is_empty() {
        return Err(format!(
            "{} holds no line with 'dm N;' or 'bm #N;' to solve",
            path.display()
        )
        .into());
    }
    let next = AtomicUsize::new(0);
    let solvers = (0..args.jobs)
        .map(|_| args.solver())
        .collect::<Result<Vec<_>, _>>()?;
    let mut outcomes = Vec::new();
    std::thread::scope(|scope| {
        let (next, lines) = (&next, &lines);
        let (sender, receiver) = crossbeam_channel::unbounded();
        for mut solver in solvers {
            let sender = sender.clone();
            let work = move || {
                while let Some(line) = lines.get(next.fetch_add(1, Relaxed)) {
                    solver.clear();
                    let question = Question {
                        moves: line.known,
                        keys_of_least: true,
                    };
                    let answer = solve(&mut solver, &line.position, question, args);
                    // Nobody listens any more only if the main thread is gone.
                    let _ = sender.send((line, answer));
                }
            };
            // Deep mates recurse deeply.
            let builder = std::thread::Builder::new().stack_size(64 << 20);
            if builder.spawn_scoped(scope, work).is_err() {
                eprintln!("atalaya: the system refuses another thread");
            }
        }
        drop(sender);
        for (line, answer) in receiver {
            print_line(line, &answer, args);
            outcomes.push(outcome(line, &answer));
        }
    });
    if outcomes.len() < lines.len() {
        return Err("no thread could be started".into());
    }
    if !args.json {
        print_summary(&outcomes);
    }
    let refuted = outcomes.iter().any(|o| o.refuted_at_known_length);
    let open = outcomes.iter().any(|o| o.found.is_none());
    Ok(ExitCode::from(match (refuted, open) {
        (true, _) => 1,
        (false, true) => 3,
        _ => 0,
    }))
}

fn outcome(line: &Line, answer: &Answer) -> Outcome {
    Outcome {
        known: line.known,
        found: signed_length(answer),
        least: matches!(answer.report.verdict, Verdict::Mate(_)),
        refuted_at_known_length: answer.report.verdict == Verdict::NoMate,
        millis: answer.report.time.as_secs_f64() * 1e3,
        nodes: answer.report.nodes,
    }
}

fn print_line(line: &Line, answer: &Answer, args: &Args) {
    if args.json {
        say!("{}", json(&line.position, answer));
        return;
    }
    let report = &answer.report;
    let result = match (report.verdict, signed_length(answer)) {
        (Verdict::Mate(_), Some(n)) => format!("mate {n}, least"),
        (_, Some(n)) => format!("mate {n}, not refuted above {}", report.refuted),
        (_, None) => format!("{} (refuted {})", verdict_word(answer), report.refuted),
    };
    let keys = answer.keys.as_ref().map_or_else(String::new, |keys| {
        let names: Vec<String> = keys.iter().map(|k| line.position.san(k.first)).collect();
        format!("; keys {}", names.join(" "))
    });
    say!(
        "line {}: known {}: {result}{keys}; {} nodes, {:.1} ms",
        line.number,
        line.known,
        report.nodes,
        report.time.as_secs_f64() * 1e3,
    );
}

fn print_summary(outcomes: &[Outcome]) {
    let mut by_length: BTreeMap<i32, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_length.entry(outcome.known).or_default().push(outcome);
    }
    say!("");
    say!("    N  positions  proved  least  shorter  refuted  median ms     max ms      nodes");
    for (known, list) in by_length {
        let mut millis: Vec<f64> = list.iter().map(|o| o.millis).collect();
        millis.sort_by(f64::total_cmp);
        let count = |f: &dyn Fn(&&&Outcome) -> bool| list.iter().filter(f).count();
        let shorter = |o: &Outcome| o.found.is_some_and(|n| n.abs() < i64::from(known.abs()));
        say!(
            "{known:>5} {:>10} {:>7} {:>6} {:>8} {:>8} {:>10.1} {:>10.1} {:>10}",
            list.len(),
            count(&|o| o.found.is_some()),
            count(&|o| o.least),
            count(&|o| shorter(o)),
            count(&|o| o.refuted_at_known_length),
            millis[millis.len() / 2],
            millis[millis.len() - 1],
            list.iter().map(|o| o.nodes).sum::<u64>(),
        );
    }
}

/// The lines that are to be solved; comments, empty lines and lines without a length are skipped.
fn parse(text: &str, args: &Args) -> Result<Vec<Line>, CliError> {
    let mut lines = Vec::new();
    let mut wanted = 0;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (fields, operations) = split_epd(line);
        let position = Position::from_fen(&fields, args.chess960)
            .map_err(|error| format!("line {number}: {error}"))?;
        let Some(known) = known_length(operations).map_err(|e| format!("line {number}: {e}"))?
        else {
            continue;
        };
        if args
            .only
            .is_some_and(|(low, high)| !(low..=high).contains(&known))
        {
            continue;
        }
        if wanted % args.every == 0 {
            lines.push(Line {
                number,
                position,
                known,
            });
        }
        wanted += 1;
    }
    Ok(lines)
}

/// The four fields of the position, and the operations after them. Two counters may stand between,
/// as in a FEN.
fn split_epd(line: &str) -> (String, &str) {
    let mut rest = line;
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let counter = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        if word.is_empty() || (fields.len() >= 4 && !counter) {
            break;
        }
        fields.push(word);
        rest = after;
    }
    (fields.join(" "), rest)
}

/// The length that `dm N` or `bm #N` gives, if any.
fn known_length(operations: &str) -> Result<Option<i32>, CliError> {
    for operation in operations.split(';') {
        let mut words = operation.split_whitespace();
        let number = match (words.next(), words.next()) {
            (Some("dm"), Some(n)) => n,
            (Some("bm"), Some(n)) if n.starts_with('#') => &n[1..],
            _ => continue,
        };
        let most = MAX_MOVES as i32;
        return match number.parse::<i32>() {
            Ok(n) if n != 0 && n.abs() <= most => Ok(Some(n)),
            _ => Err(format!("'{}' is not a mate in 1 to {most} moves", operation.trim()).into()),
        };
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epd_line_is_split_into_position_and_length() {
        for (line, fields, length) in [
            ("k7/8 w - - bm #3; PV: a1a2;", "k7/8 w - -", Some(3)),
            ("k7/8 b - - 0 1 dm 12;", "k7/8 b - - 0 1", Some(12)),
            ("k7/8 b - - bm #-6; Defence;", "k7/8 b - -", Some(-6)),
            ("k7/8 b - - bm Qa5; id \"x\";", "k7/8 b - -", None),
        ] {
            let (position, operations) = split_epd(line);
            assert_eq!(position, fields);
            assert_eq!(known_length(operations).expect("a length"), length);
        }
        assert!(known_length("bm #x;").is_err());
        assert!(known_length("dm 0;").is_err());
    }
}
