//! `atalaya bench`: nodes and speed of the search over a fixed set of positions.

use super::eval::kind as eval_kind;
use super::progress::Bar;
use super::{CliResult, broken_off, interrupt, language, print};
use base::{key, say};
use engine::eval::EvalKind;
use engine::search::Control;
use engine::search::bench::{DEFAULT_DEPTH, POSITIONS, bench};
use games::Lang;
use serde_json::json;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// Plies to search each position
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = depth)]
    depth: usize,
    /// The evaluation
    #[arg(long, default_value = EvalKind::default().name(), value_parser = eval_kind, value_name = "NAME")]
    eval: EvalKind,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[arg(skip = language::current())]
    lang: Lang,
}

fn depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth @ 1..=60) => Ok(depth),
        _ => Err(say!(language::current(), "bench-depth", text)),
    }
}

/// Runs the subcommand.
///
/// # Errors
/// Too little memory for the transposition table, or standard output that cannot be written.
pub fn run(args: &Args) -> CliResult {
    let mut printed = Ok(());
    let mut positions = Vec::new();
    let bar = Bar::of(POSITIONS.len() as u64, key!("bar-positions"));
    let control = Control::watching(interrupt::flag());
    let total = bench(args.depth, args.eval, &control, |number, fen, nodes| {
        bar.add(1);
        if args.json {
            positions.push(json!({"fen": fen, "nodes": nodes}));
            return;
        }
        let number = format_args!("{number:2}");
        let nodes = format_args!("{nodes:>9}");
        let line = say!(args.lang, "bench-position", number, nodes, fen) + "\n";
        printed = std::mem::replace(&mut printed, Ok(())).and_then(|()| bar.print(&line));
    });
    drop(bar);
    let total = total.map_err(|error| error.text(args.lang))?;
    printed?;
    if interrupt::stopped() {
        // An incomplete number of nodes must not be mistaken for the signature of the search.
        return Ok(broken_off(say!(args.lang, "bench-broken-off")));
    }
    let (nodes, nps) = (total.nodes, total.nps());
    print(&if args.json {
        let object = json!({
            "depth": args.depth, "eval": args.eval.name(), "positions": positions,
            "nodes": nodes, "time_ms": total.time.as_secs_f64() * 1e3, "nps": nps,
        });
        format!("{object}\n")
    } else {
        // The line that OpenBench parses.
        format!("{nodes} nodes {nps} nps\n")
    })?;
    Ok(ExitCode::SUCCESS)
}
