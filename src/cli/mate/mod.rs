//! `atalaya mate`: mate in N for one position or a file of positions; also checks proofs.
//!
//! Exit status: 0 the mate is proved, 1 it is refuted, 3 undecided within the limits, 2 bad input.

/// Prints a line, or ends the process if the output is closed (`| head`).
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::mate::say(format_args!($($text)*))
    };
}

mod report;
mod suite;

use super::progress::{Bar, Left, Stages};
use super::{
    CliError, CliResult, input_name, interrupt, language, read_file, refuse_existing, themes,
    warned, write_new, write_out,
};
use games::Lang;
use games::chess::Position;
use solve::mate::{
    Answer, Extent, Inquiry, MAX_MOVES, Options, Progress, Solver, VerdictWord, WantedKeys, check,
};
use solve::themes::of_solution;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Prints a line for the macro `say!`. If the output is closed, the process ends here: a suite may run for hours, and
/// nobody would read its results.
fn say(text: std::fmt::Arguments) {
    match write_out(&format!("{text}\n")) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("atalaya: cannot write to the standard output: {error}");
            std::process::exit(2);
        }
    }
}

/// Arguments of `atalaya mate`.
#[derive(clap::Args)]
pub struct Args {
    /// Mate in at most this many moves? Negative: does the side to move get mated?
    #[arg(
        allow_negative_numbers = true,
        conflicts_with_all = ["epd", "check"],
        required_unless_present_any = ["max", "epd", "check"],
        value_parser = parse_moves
    )]
    moves: Option<i32>,
    /// The position
    #[arg(long, required_unless_present_any = ["epd", "check"])]
    fen: Option<String>,
    /// Find the least N, up to this many moves; with --epd for lines without a length too
    #[arg(
        long, value_name = "N", conflicts_with_all = ["moves"],
        value_parser = clap::value_parser!(i32).range(1..=MAX_MOVES as i64)
    )]
    max: Option<i32>,
    /// Solve every line of an EPD file that has 'dm N;' or 'bm #N;' ('-': the standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "certificate"])]
    epd: Option<PathBuf>,
    /// With --epd: only lines with these lengths, as '5' or '2-5'
    #[arg(long, value_name = "RANGE", requires = "epd", value_parser = parse_range)]
    only: Option<(i32, i32)>,
    /// With --epd: only every K-th of the lines that are left
    #[arg(long, value_name = "K", requires = "epd", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// With --epd: positions to solve at the same time, each with its own table
    #[arg(long, requires = "epd", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Every first move that mates in N, with short mates and cooks
    #[arg(long)]
    keys: bool,
    /// The full solution, in the notation problemists read
    #[arg(long, conflicts_with = "epd")]
    tree: bool,
    /// With the solution: first moves that fail to one reply only
    #[arg(long, conflicts_with = "epd")]
    tries: bool,
    /// With the solution: the mates that are ready before the key
    #[arg(long, conflicts_with = "epd")]
    set_play: bool,
    /// The themes of the solution, with set play and tries: battery, Grimshaw, changed mates …
    #[arg(long, conflicts_with = "epd")]
    themes: bool,
    /// Look for a mate in at most N only; do not prove that N is least
    #[arg(long, conflicts_with_all = ["keys", "tree", "tries", "set_play", "themes"])]
    find: bool,
    /// With --find: N may be far above the mate's length, as where nothing is known of it
    #[arg(long, requires = "find")]
    any_length: bool,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the proof in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "epd", "max", "certificate"])]
    check: Option<PathBuf>,
    /// Seconds for each position
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Table size
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The fifty-move rule counts (by the convention of problem chess it does not)
    #[arg(long)]
    fifty: bool,
    /// Castling rights may belong to any rook; castling is written king takes rook
    #[arg(long)]
    chess960: bool,
    /// Print one JSON object for each position
    #[arg(long)]
    json: bool,
    /// The language of the names of themes [default: by LC_ALL, LC_MESSAGES or LANG; else English]
    #[arg(long, value_parser = language::parser(), default_value = language::usual(), hide_default_value = true)]
    lang: Lang,
}

fn parse_moves(text: &str) -> Result<i32, String> {
    let most = MAX_MOVES as i32;
    match text.parse() {
        Ok(n) if n != 0 && (-most..=most).contains(&n) => Ok(n),
        _ => Err(format!(
            "expected a number of moves from 1 to {most}, or its negative"
        )),
    }
}

/// Longest time limit, about thirty years: sums of times stay far below the largest [`Duration`].
const MOST_SECONDS: f64 = 1e9;

/// Parses a number of seconds given as an argument.
///
/// # Errors
/// A description of valid values.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|s| *s <= MOST_SECONDS)
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "expected a number of seconds, from 0 to 1,000,000,000".to_owned())
}

fn parse_range(text: &str) -> Result<(i32, i32), String> {
    // A leading '-' is the sign of the first number; the separator can only follow it.
    let dash = text.bytes().skip(1).position(|b| b == b'-').map(|i| i + 1);
    let (low, high) = dash.map_or((text, text), |i| (&text[..i], &text[i + 1..]));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok((low, high)),
        _ => Err("expected '5' or '2-5'".to_owned()),
    }
}

impl Args {
    /// Returns the inquiry whether there is a mate in `moves`; if negative, whether the side to move is mated.
    fn inquiry(&self, moves: i32) -> Inquiry {
        let tree = self.shows_tree() || self.themes;
        let untold = self.json && self.epd.is_none() && !self.find && moves > 0;
        let keys = match self.max {
            Some(_) => WantedKeys::Least,
            None => WantedKeys::Asked,
        };
        Inquiry {
            find: self.find,
            keys: (self.keys || tree || untold).then_some(keys),
            solution: tree.then_some(Extent {
                tries: self.tries || self.themes,
                set_play: self.set_play || self.themes,
            }),
            ..Inquiry::new(moves).within(self.time, self.nodes)
        }
    }

    /// Returns true if the solution is to be printed.
    fn shows_tree(&self) -> bool {
        self.tree || self.tries || self.set_play
    }

    fn solver(&self) -> Result<Solver, CliError> {
        Ok(Solver::new(Options {
            hash_mb: self.hash,
            threads: self.threads.into(),
            fifty: self.fifty,
            any_length: self.any_length,
        })?)
    }
}

/// Runs the subcommand.
///
/// # Errors
/// A bad FEN, EPD or certificate, a file that cannot be read or written, or too little memory for the table of proved
/// and refuted positions.
pub fn run(args: &Args) -> CliResult {
    if let Some(path) = &args.check {
        return run_check(path, args);
    }
    if let Some(path) = &args.epd {
        return suite::run(path, args);
    }
    let fen = args.fen.as_deref().unwrap_or_default();
    let position = warned(fen, Position::read_fen(fen, args.chess960)?);
    let inquiry = args.inquiry(args.moves.or(args.max).unwrap_or(1));
    inquiry.check()?;
    if let Some(path) = &args.certificate {
        refuse_existing(path)?;
    }
    let mut solver = args.solver()?;
    let bar = Bar::open(None);
    let flag = Some(interrupt::flag());
    let begun = Instant::now();
    let limit = args.time.and_then(|time| begun.checked_add(time));
    bar.expect(limit.map(Left::AtMost));
    let (mut stages, mut proved) = (Stages::begin(begun), None);
    let most = inquiry.moves.unsigned_abs();
    let mut answer = solver.inquire(&position, inquiry, flag, |progress| {
        bar.note(|lang| match progress {
            Progress::Refuted(moves) => base::say!(lang, "bar-mate-refuted", moves),
            Progress::Proved(moves) => base::say!(lang, "bar-mate-proved", moves),
        });
        match progress {
            Progress::Proved(n) => proved = Some(n - 1),
            Progress::Refuted(n) => {
                let more = proved.unwrap_or(most).saturating_sub(n);
                let end = stages.ended(Instant::now(), more);
                let guess = end.filter(|end| limit.is_none_or(|limit| *end < limit));
                bar.expect(guess.map(Left::About).or(limit.map(Left::AtMost)));
            }
        }
    })?;
    drop(bar);
    if let Some(Err(error)) = &answer.solution {
        eprintln!("atalaya: no solution to show: {error}");
    }
    let found = match &answer.solution {
        Some(Ok(solution)) if args.themes => Some(of_solution(&position, solution)),
        _ => None,
    };
    if !args.shows_tree() {
        answer.solution = None;
    }
    if args.json {
        let record = answer.record();
        let text = if args.themes {
            serde_json::to_string(&themes::With {
                record: &record,
                themes: found.as_deref().map(themes::json),
            })
        } else {
            serde_json::to_string(&record)
        };
        say!("{}", text?);
    } else {
        report::print(&answer);
        if let Some(found) = &found {
            say!("{}", themes::lines(found, args.lang).trim_end());
        }
    }
    // Only after the verdict has been printed: writing the certificate may fail.
    if let Some(path) = &args.certificate {
        write_certificate(&mut solver, &answer, path)?;
    }
    if interrupt::stopped() {
        let seconds = answer.report.time.as_secs_f64();
        return Ok(interrupt::broken_off(&format!("{seconds:.1} s")));
    }
    Ok(exit_code(&answer))
}

fn exit_code(answer: &Answer) -> ExitCode {
    ExitCode::from(match answer.verdict_word() {
        VerdictWord::Mate => 0,
        VerdictWord::NoMate => 1,
        VerdictWord::Undecided => 3,
    })
}

fn write_certificate(solver: &mut Solver, answer: &Answer, path: &Path) -> Result<(), CliError> {
    let Some(claim) = answer.claim() else {
        eprintln!("atalaya: nothing is proved, so no certificate is written");
        return Ok(());
    };
    let limits = answer.left(Some(interrupt::flag()));
    match solver.certificate(&answer.position, claim, limits) {
        Ok(text) => write_new(path, &text),
        Err(_) if interrupt::stopped() => {
            eprintln!("atalaya: broken off, so no certificate is written");
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

fn run_check(path: &Path, args: &Args) -> CliResult {
    let text = read_file(path)?;
    match check::verify(&text, args.chess960) {
        Ok(checked) => {
            if args.json {
                say!(
                    "{}",
                    serde_json::json!({
                        "fen": checked.fen, "claim": checked.claim, "valid": true,
                        "rules": if checked.fifty { "fifty" } else { "problem" },
                        "lines": checked.lines, "positions": checked.positions,
                    })
                );
            } else {
                say!("{}", checked.fen);
                let rules = if checked.fifty {
                    ", the fifty-move rule counted"
                } else {
                    ""
                };
                say!("proved: {}{rules}", checked.claim);
                say!("lines: {}, positions: {}", checked.lines, checked.positions);
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error @ check::CheckError::Form { .. }) => {
            Err(format!("{}: {error}", input_name(path)).into())
        }
        Err(error) => {
            if args.json {
                let error = error.to_string();
                say!("{}", serde_json::json!({"valid": false, "error": error}));
            } else {
                say!("not proved: {error}");
            }
            Ok(ExitCode::from(1))
        }
    }
}
