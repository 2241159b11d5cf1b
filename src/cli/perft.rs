//! `atalaya perft`: move path enumeration for one position, or for a suite of positions with known counts.

mod suite;

use super::progress::Bar;
use super::start::StartArgs;
use super::{CliResult, broken_off, figures, interrupt, language, print};
use base::{key, say};
use games::perft::{MAX_DEPTH, PerftOptions};
use games::{AnyGame, Lang};
use players::Registry;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Plies to count
    #[arg(required_unless_present = "suite",
          value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// The game: chess, kamisado or rolit
    #[arg(
        long,
        default_value = "chess",
        conflicts_with = "suite",
        value_name = "NAME"
    )]
    variant: String,
    /// Position to count from [default: the start position]
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Print the count below each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Table of subtree counts, in MB; 0 for none
    #[arg(long, default_value_t = 0, value_name = "MB")]
    hash: usize,
    /// Check every count of a file, 'FEN ;D1 20 ;D2 400 …' or python-chess's 'epd' and 'perft'
    /// lines; a mismatch is named, exit status 1
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    suite: Option<PathBuf>,
    /// Deepest column of the suite to check
    #[arg(
        long,
        requires = "suite",
        conflicts_with = "depth",
        value_name = "DEPTH"
    )]
    max_depth: Option<u32>,
    /// Castling rights may belong to any rook; castling is written king takes rook: the same as
    /// --rules chess960
    #[arg(long, conflicts_with = "rules")]
    chess960: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    start: StartArgs,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Runs the subcommand.
///
/// # Errors
/// A bad position, options of another game, a suite that cannot be read, or a table that does not
/// fit in memory.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    let options = PerftOptions {
        threads: args.threads.into(),
        hash_mb: args.hash,
    };
    let lang = args.lang;
    let entry = registry.find(&args.variant);
    let entry = entry.map_err(|error| error.text(lang))?;
    let mut settings = args.start.settings(registry, entry, lang)?;
    if let Some(path) = &args.suite {
        if let Some((name, _)) = settings.iter().next() {
            return Err(say!(lang, "perft-conflict", name).into());
        }
        return suite::run(path, args, options);
    }
    if args.chess960 {
        if entry.name() != "chess" {
            return Err(say!(lang, "perft-chess960").into());
        }
        settings.set("rules", "chess960");
    }
    let game = args
        .start
        .begun(entry, &settings, args.fen.as_deref(), lang)?;
    run_position(&game, args, options)
}

fn run_position(game: &AnyGame, args: &Args, options: PerftOptions) -> CliResult {
    let depth = args.depth.unwrap_or(1);
    let started = Instant::now();
    interrupt::flag();
    let bar = Bar::of(1, key!("bar-branches"));
    let divided = game.divide(depth, options, &|done, all| {
        bar.set_of(done as u64, all as u64);
        interrupt::stopped()
    });
    let divided = divided.map_err(|error| error.text(args.lang))?;
    drop(bar);
    let elapsed = started.elapsed();
    let Some(divided) = divided else {
        let seconds = format!("{:.1}", elapsed.as_secs_f64());
        return Ok(broken_off(&say!(args.lang, "perft-broken-off", seconds)));
    };
    let nodes = match depth {
        0 => 1,
        _ => divided.iter().map(|(_, nodes)| nodes).sum(),
    };
    let named = divided.into_iter();
    if args.json {
        let mut divide = serde_json::Map::new();
        for (name, nodes) in named {
            divide.insert(name, nodes.into());
        }
        let object = json!({
            "fen": game.text(),
            "depth": depth,
            "nodes": nodes,
            "time_ms": millis(elapsed),
            "nps": per_second(nodes, elapsed),
            "divide": divide,
        });
        print(&format!("{object}\n"))?;
    } else {
        let mut out = String::new();
        if args.divide {
            out.extend(named.map(|(name, nodes)| format!("{name}: {nodes}\n")));
        }
        print(&(out + &totals(nodes, elapsed, args.lang)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn totals(nodes: u64, elapsed: Duration, lang: Lang) -> String {
    let nps = say!(lang, "perft-nps", nps = per_second(nodes, elapsed));
    figures::nodes_and_time(nodes, elapsed, lang) + &nps + "\n"
}

fn millis(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}
