//! `atalaya suite`: searches positions with known solutions, and prints if, when and after how many nodes each was
//! solved.
//!
//! Exit status: 0 all are solved, 1 some are not, 2 bad input, 130 if interrupted by Ctrl-C; the results up to then are
//! summed up.

mod compare;
mod record;
mod test;

use super::analyse::engine_options;
use super::mate::parse_seconds;
use super::progress::Bar;
use super::{
    CliError, CliResult, broken_off, complain, input_name, interrupt, language, print, read_epd,
    read_file, warned,
};
use base::limits::Limits;
use base::{key, say};
use engine::search::{Control, Report, score};
use games::chess::epd;
use games::{Lang, Line};
use players::{ChessEngine, Request};
use record::{Moment, Record, Summary};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;
use test::Test;

#[derive(clap::Args)]
pub struct Args {
    /// An EPD file: lines with 'bm', 'am', 'dm' or 'bm #N', or points for moves in 'c0'; '-' is
    /// the standard input
    #[arg(required_unless_present = "compare")]
    file: Option<PathBuf>,
    /// Seconds for each position [default: 1, without another limit]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Go on to the next position when the solution has been best for so many iterations in a row
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    settled: Option<u32>,
    /// Only every K-th position
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// An option of the engine, as over UCI: Hash, Threads, Eval, EvalFile, 'Mate Watch' and others
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Print one JSON object for each position, and one for all
    #[arg(long)]
    json: bool,
    /// Compare two runs, as --json has printed them
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with = "file")]
    compare: Option<Vec<PathBuf>>,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Runs the subcommand.
///
/// # Errors
/// A file that cannot be read, a bad line or option, too little memory, or standard output that cannot be written.
pub fn run(args: &Args) -> CliResult {
    let lang = args.lang;
    if let Some([old, new]) = args.compare.as_deref() {
        let run = |path: &Path| -> Result<Vec<Record>, CliError> {
            Ok(record::read(&read_file(path)?, &input_name(path), lang)?)
        };
        print(&compare::compare(&run(old)?, &run(new)?, lang)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(file) = &args.file else {
        return Err(say!(lang, "suite-expected-file").into());
    };
    let tests = tests(file, args)?;
    let mut engine =
        ChessEngine::new(engine_options(&args.option, lang)?).map_err(|error| error.text(lang))?;
    interrupt::flag();
    let bar = Bar::of(tests.len() as u64, key!("bar-positions"));
    let mut records = Vec::new();
    for test in &tests {
        engine.forget();
        let record = solve(&mut engine, test, args);
        if interrupt::stopped() {
            break;
        }
        bar.add(1);
        bar.print(&if args.json {
            serde_json::to_string(&record)? + "\n"
        } else {
            record.text(lang) + "\n"
        })?;
        records.push(record);
    }
    drop(bar);
    let summary = Summary::of(&records);
    print(&if args.json {
        serde_json::to_string(&summary)? + "\n"
    } else {
        summary.text(lang) + "\n"
    })?;
    if interrupt::stopped() {
        let (done, all) = (records.len(), tests.len());
        return Ok(broken_off(&say!(lang, "suite-broken-off", done, all)));
    }
    Ok(ExitCode::from(u8::from(summary.solved < summary.positions)))
}

/// Reads the positions of the file that have a task; the others are reported as skipped.
fn tests(file: &Path, args: &Args) -> Result<Vec<Test>, CliError> {
    let (lang, name) = (args.lang, input_name(file));
    let text = read_epd(file)?;
    let mut tests = Vec::new();
    let mut without = Vec::new();
    for (number, line) in epd::lines(&text) {
        let place = |text: &str| say!(lang, "suite-at-line", name = &name, line = number, text);
        match Test::parse(number, line, lang).map_err(|error| place(&error))? {
            Some(test) => tests.push(warned(&place(line), test)),
            None => without.push(number),
        }
    }
    if tests.is_empty() {
        return Err(say!(lang, "suite-no-line", name).into());
    }
    if let Some(first) = without.first() {
        let count = without.len();
        complain(&say!(lang, "suite-left-out", count, first));
    }
    Ok(tests.into_iter().step_by(args.every as usize).collect())
}

/// State of observing a search, to see since when it has had the solution as its best move.
#[derive(Default)]
struct Watched {
    found: Option<Moment>,
    /// Last iteration that was counted; `settled` is the number of iterations counted since the solution has been best.
    depth: usize,
    settled: u32,
}

fn solve(engine: &mut ChessEngine, test: &Test, args: &Args) -> Record {
    let limited = args.time.is_some() || args.nodes.is_some() || args.depth.is_some();
    let limits = Limits {
        movetime: args.time.or((!limited).then_some(Duration::from_secs(1))),
        nodes: args.nodes,
        depth: args.depth,
        ..Limits::default()
    };
    let control = Control::watching(interrupt::flag());
    let watched = Mutex::new(Watched::default());
    let report = |said| {
        let Report::Info(info) = said else { return };
        let (Some(&m), 1, Ok(mut watched)) = (info.pv.first(), info.multipv, watched.lock()) else {
            return;
        };
        if !test.is_solved_by(m, info.score) {
            *watched = Watched::default();
            return;
        }
        watched.found.get_or_insert(Moment {
            ms: info.time_us as f64 / 1e3,
            nodes: info.nodes,
            depth: info.depth,
        });
        if info.depth > watched.depth {
            watched.depth = info.depth;
            watched.settled += 1;
        }
        if args.settled.is_some_and(|enough| watched.settled >= enough) {
            control.stop();
        }
    };
    let game = Line::new(test.position);
    let request = Request::analysis(&game, &limits, &control);
    let decision = engine.search(&request, &report);
    let solved = decision
        .best
        .is_some_and(|m| test.is_solved_by(m, decision.score));
    let found = watched.into_inner().ok().and_then(|watched| watched.found);
    Record {
        id: test.id.clone(),
        fen: test.position.fen(),
        wanted: test.task_text(),
        solved,
        played: decision
            .best
            .map_or(record::NO_MOVE.to_owned(), |m| test.position.san(m)),
        score: match score::mate_moves(decision.score) {
            Some(n) => format!("#{n}"),
            None => format!("{:+.2}", f64::from(decision.score) / 100.0),
        },
        points: decision.best.map_or(0, |m| test.worth(m)),
        most_points: test.most(),
        found: found.filter(|_| solved),
        total: Moment {
            ms: control.elapsed().as_secs_f64() * 1e3,
            nodes: decision.nodes,
            depth: decision.depth,
        },
    }
}
