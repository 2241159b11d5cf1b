//! `atalaya bench`: nodes and speed of the search over a fixed set of positions.

use super::eval::kind as eval_kind;
use super::{CliResult, print};
use crate::eval::EvalKind;
use crate::search::Control;
use crate::search::bench::{DEFAULT_DEPTH, bench};
use std::process::ExitCode;

/// Arguments of `atalaya bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Plies to search each position
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = depth)]
    depth: usize,
    /// The evaluation
    #[arg(long, default_value = EvalKind::default().name(), value_parser = eval_kind, value_name = "NAME")]
    eval: EvalKind,
}

fn depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth @ 1..=60) => Ok(depth),
        _ => Err(format!("'{text}' is not a depth from 1 to 60")),
    }
}

/// Runs the subcommand.
///
/// # Errors
/// No memory for the table, or nowhere to print to.
pub fn run(args: &Args) -> CliResult {
    let mut printed = Ok(());
    let total = bench(
        args.depth,
        args.eval,
        &Control::new(false),
        |number, fen, nodes| {
            let line = format!("{number:2}: {nodes:>9} nodes  {fen}\n");
            printed = std::mem::replace(&mut printed, Ok(())).and_then(|()| print(&line));
        },
    )?;
    printed?;
    print(&format!("{} nodes {} nps\n", total.nodes, total.nps()))?;
    Ok(ExitCode::SUCCESS)
}
