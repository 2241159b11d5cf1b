//! `atalaya mate`: mate in N for one position or a file of positions; also checks proofs.
//!
//! Exit status: 0 the mate is proved, 1 it is refuted, 3 undecided within the limits, 2 bad input.

mod report;
mod suite;

use super::progress::{Bar, Left, Stages};
use super::{
    CliError, CliResult, broken_off, complain, input_name, interrupt, language, read_file,
    refuse_existing, themes, warned, write_new, write_out,
};
use base::say;
use games::Lang;
use games::chess::Position;
use solve::mate::{
    Answer, Extent, Inquiry, MAX_MOVES, Options, Progress, Solver, VerdictWord, WantedKeys, check,
};
use solve::themes::of_solution;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Prints text. If the output is closed (`| head`), the process ends here: a suite may run for hours, and nobody would
/// read its results.
fn tell(text: &str, lang: Lang) {
    match write_out(text) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            complain(&say!(lang, "output-cannot-write", error));
            std::process::exit(2);
        }
    }
}

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
    #[arg(skip = language::current())]
    lang: Lang,
}

fn parse_moves(text: &str) -> Result<i32, String> {
    let most = MAX_MOVES as i32;
    match text.parse() {
        Ok(n) if n != 0 && (-most..=most).contains(&n) => Ok(n),
        _ => Err(say!(language::current(), "mate-expected-moves", most)),
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
        .ok_or_else(|| say!(language::current(), "mate-expected-seconds").to_owned())
}

fn parse_range(text: &str) -> Result<(i32, i32), String> {
    // A leading '-' is the sign of the first number; the separator can only follow it.
    let dash = text.bytes().skip(1).position(|b| b == b'-').map(|i| i + 1);
    let (low, high) = dash.map_or((text, text), |i| (&text[..i], &text[i + 1..]));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok((low, high)),
        _ => Err(say!(language::current(), "mate-expected-range").to_owned()),
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
        let solver = Solver::new(Options {
            hash_mb: self.hash,
            threads: self.threads.into(),
            fifty: self.fifty,
            any_length: self.any_length,
        });
        solver.map_err(|error| error.text(self.lang).into())
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
    let lang = args.lang;
    let fen = args.fen.as_deref().unwrap_or_default();
    let position = Position::read_fen(fen, args.chess960).map_err(|error| error.text(lang))?;
    let position = warned(fen, position);
    let inquiry = args.inquiry(args.moves.or(args.max).unwrap_or(1));
    inquiry.check().map_err(|error| error.text(lang))?;
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
    let answer = solver.inquire(&position, inquiry, flag, |progress| {
        bar.note(|lang| match progress {
            Progress::Refuted(moves) => say!(lang, "bar-mate-refuted", moves),
            Progress::Proved(moves) => say!(lang, "bar-mate-proved", moves),
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
    });
    drop(bar);
    let mut answer = answer.map_err(|error| error.text(lang))?;
    if let Some(Err(error)) = &answer.solution {
        complain(&say!(lang, "mate-no-solution", error = error.text(lang)));
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
        tell(&(text? + "\n"), lang);
    } else {
        let themes = found.map_or(String::new(), |found| themes::lines(&found, lang));
        tell(&(report::text(&answer, lang) + &themes), lang);
    }
    // Only after the verdict has been printed: writing the certificate may fail.
    if let Some(path) = &args.certificate {
        write_certificate(&mut solver, &answer, path, lang)?;
    }
    if interrupt::stopped() {
        let seconds = answer.report.time.as_secs_f64();
        let seconds = format_args!("{seconds:.1}");
        return Ok(broken_off(&say!(lang, "mate-broken-off", seconds)));
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

fn write_certificate(
    solver: &mut Solver,
    answer: &Answer,
    path: &Path,
    lang: Lang,
) -> Result<(), CliError> {
    let Some(claim) = answer.claim() else {
        complain(say!(lang, "mate-certificate-nothing-proved"));
        return Ok(());
    };
    let limits = answer.left(Some(interrupt::flag()));
    match solver.certificate(&answer.position, claim, limits) {
        Ok(text) => write_new(path, &text),
        Err(_) if interrupt::stopped() => {
            complain(say!(lang, "mate-certificate-broken-off"));
            Ok(())
        }
        Err(error) => Err(error.text(lang).into()),
    }
}

fn run_check(path: &Path, args: &Args) -> CliResult {
    let lang = args.lang;
    let text = read_file(path)?;
    let (told, status) = match check::verify(&text, args.chess960) {
        Ok(checked) if args.json => {
            let object = serde_json::json!({
                "fen": checked.fen, "claim": checked.claim.to_string(), "valid": true,
                "rules": if checked.fifty { "fifty" } else { "problem" },
                "lines": checked.lines, "positions": checked.positions,
            });
            (object.to_string(), 0)
        }
        Ok(check::Checked {
            fen,
            claim,
            fifty,
            lines,
            positions,
        }) => {
            let claim = claim.get(lang);
            let proved = if fifty {
                say!(lang, "mate-check-proved-fifty", claim)
            } else {
                say!(lang, "mate-check-proved", claim)
            };
            let counts = say!(lang, "mate-check-counts", lines, positions);
            (format!("{fen}\n{proved}\n{counts}"), 0)
        }
        Err(error @ check::CheckError::Form { .. }) => {
            return Err(format!("{}: {}", input_name(path), error.text(lang)).into());
        }
        Err(error) if args.json => {
            let error = error.to_string();
            let object = serde_json::json!({"valid": false, "error": error});
            (object.to_string(), 1)
        }
        Err(error) => {
            let error = error.text(lang);
            (say!(lang, "mate-check-not-proved", error), 1)
        }
    };
    tell(&(told + "\n"), lang);
    Ok(ExitCode::from(status))
}
