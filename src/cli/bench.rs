//! `atalaya bench`: nodes and speed of the search over a fixed set of positions.

use super::CliResult;
use crate::search::bench::{DEFAULT_DEPTH, bench};
use std::process::ExitCode;

/// Arguments of `atalaya bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Plies to search each position
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = depth)]
    depth: usize,
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
/// No memory for the table.
pub fn run(args: &Args) -> CliResult {
    let total = bench(args.depth, |number, fen, nodes| {
        println!("{number:2}: {nodes:>9} nodes  {fen}");
    })?;
    println!("{} nodes {} nps", total.nodes, total.nps());
    Ok(ExitCode::SUCCESS)
}
