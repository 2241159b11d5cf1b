//! `atalaya perft --suite FILE`: checks positions with known counts. The file has one of two forms.
//!
//! A line `FEN ;D1 20 ;D2 400` is a position with its counts. In python-chess's form a block is a
//! line `epd POSITION`, perhaps with `id NAME` before it, and lines `perft DEPTH COUNT` after it.

use super::{Args, millis, per_second, totals};
use crate::cli::{CliResult, input_name_in, print, read_epd, warned_in};
use base::say;
use games::Lang;
use games::chess::Position;
use games::chess::epd;
use games::perft::{MAX_DEPTH, PerftOptions, count};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Checks every count of a suite.
///
/// # Errors
/// A file that cannot be read or has a bad line, a table that does not fit in memory.
pub(super) fn run(path: &Path, args: &Args, options: PerftOptions) -> CliResult {
    let text = read_epd(path)?;
    let lang = args.lang;
    let name = input_name_in(path, lang);
    let suite = parse(&text, &name, args.chess960, lang)?;
    if suite.is_empty() {
        return Err(say!(lang, "perft-suite-empty", name, form = LINE).into());
    }
    let started = Instant::now();
    let (mut nodes, mut checked) = (0_u64, 0);
    let mut mismatches = Vec::new();
    for Entry {
        position,
        fen,
        counts,
    } in &suite
    {
        for &Count {
            line,
            depth,
            expected,
        } in counts
        {
            if args.max_depth.is_some_and(|max| depth > max) {
                continue;
            }
            let counted = count(position, depth, options);
            let counted = counted.map_err(|error| error.text(lang))?;
            nodes = nodes.saturating_add(counted);
            checked += 1;
            if counted != expected {
                if !args.json {
                    let text = say!(
                        lang,
                        "perft-suite-mismatch",
                        line,
                        depth,
                        counted,
                        expected,
                        fen
                    );
                    print(&(text + "\n"))?;
                }
                mismatches.push(json!({
                    "line": line, "fen": fen, "depth": depth,
                    "counted": counted, "expected": expected,
                }));
            }
        }
    }
    if let (0, Some(max)) = (checked, args.max_depth) {
        // A suite of which nothing was checked must not look successful.
        return Err(say!(lang, "perft-suite-shallow", name, max).into());
    }
    let elapsed = started.elapsed();
    let wrong = mismatches.len();
    if args.json {
        let object = json!({
            "positions": suite.len(),
            "checked": checked,
            "mismatches": mismatches,
            "nodes": nodes,
            "time_ms": millis(elapsed),
            "nps": per_second(nodes, elapsed),
        });
        print(&format!("{object}\n"))?;
    } else {
        let positions = suite.len();
        let counts = say!(lang, "perft-suite-totals", positions, checked, wrong);
        let totals = totals(nodes, elapsed, lang);
        print(&format!("{counts}\n{totals}"))?;
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// A position of the suite.
struct Entry {
    position: Position,
    /// FEN as it stands in the file.
    fen: String,
    counts: Vec<Count>,
}

/// Known number of move sequences of a given length.
#[derive(Clone, Copy)]
struct Count {
    /// Line number in the file, from 1.
    line: usize,
    depth: u32,
    expected: u64,
}

/// Form of a line of the suite, for error messages.
const LINE: &str = "FEN ;D1 20 ;D2 400 …";

/// Parses a suite called `name`; empty lines and `#` comments are skipped. If `chess960` is true, castling rights may
/// belong to any rook. The error message names the suite and the line.
fn parse(text: &str, name: &str, chess960: bool, lang: Lang) -> Result<Vec<Entry>, String> {
    let mut suite: Vec<Entry> = Vec::new();
    // True if a line 'perft DEPTH COUNT' may follow, which belongs to the last entry.
    let mut open = false;
    for (number, line) in epd::lines(text) {
        let place = |fault: &str| say!(lang, "perft-suite-line", name, line = number, fault);
        let begin = |fen: &str, counts| {
            let read = Position::read_fen(fen, chess960);
            let read = read.map_err(|error| place(&error.text(lang)))?;
            let position = warned_in(lang, &place(fen), read);
            let fen = fen.to_owned();
            Ok::<Entry, String>(Entry {
                position,
                fen,
                counts,
            })
        };
        let bad_line = || {
            place(&say!(
                lang,
                "perft-suite-bad-line",
                form = LINE,
                found = line
            ))
        };
        let bad_perft = || place(&say!(lang, "perft-suite-bad-perft", found = line));
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, suite.last_mut().filter(|_| open)) {
            ("id", _) => open = false,
            ("epd", _) => {
                suite.push(begin(rest.trim(), Vec::new())?);
                open = true;
            }
            ("perft", Some(entry)) => {
                let known = count_of(rest).ok_or_else(bad_perft)?;
                entry.counts.push(known.at(number));
            }
            ("perft", None) => return Err(place(say!(lang, "perft-suite-no-epd"))),
            _ => {
                let mut fields = line.split(';').map(str::trim);
                let fen = fields.next().unwrap_or_default();
                let counts: Option<Vec<Count>> = fields
                    .filter(|field| !field.is_empty())
                    .map(|field| Some(count_of(field.strip_prefix('D')?)?.at(number)))
                    .collect();
                let counts = counts.filter(|counts| !counts.is_empty());
                suite.push(begin(fen, counts.ok_or_else(bad_line)?)?);
                open = false;
            }
        }
    }
    let empty = suite.iter().find(|entry| entry.counts.is_empty());
    match empty {
        Some(Entry { fen, .. }) => Err(say!(lang, "perft-suite-no-counts", name, fen)),
        None => Ok(suite),
    }
}

/// Parses a depth and a count, such as `4 197281`. `None` if they are not numbers, or the depth is too large.
fn count_of(text: &str) -> Option<Count> {
    let (depth, expected) = text.trim().split_once(char::is_whitespace)?;
    Some(Count {
        line: 0,
        depth: depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH)?,
        expected: expected.trim().parse().ok()?,
    })
}

impl Count {
    fn at(self, line: usize) -> Count {
        Count { line, ..self }
    }
}
