//! `atalaya eval`: what a position is worth before any move is looked at, term by term.

use super::{CliResult, print};
use crate::eval::{EvalKind, explain};
use crate::games::chess::{Position, START_FEN};
use std::process::ExitCode;

/// Arguments of `atalaya eval`.
#[derive(clap::Args)]
pub struct Args {
    /// The position
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// The evaluation
    #[arg(long, default_value = EvalKind::default().name(), value_parser = kind, value_name = "NAME")]
    eval: EvalKind,
}

fn kind(text: &str) -> Result<EvalKind, String> {
    let named = EvalKind::ALL.into_iter().find(|kind| kind.name() == text);
    named.ok_or_else(|| {
        let names = EvalKind::ALL.map(EvalKind::name).join(" or ");
        format!("expected {names}")
    })
}

/// Runs the subcommand.
///
/// # Errors
/// A bad FEN.
pub fn run(args: &Args) -> CliResult {
    let position = Position::from_fen(&args.fen, false)?;
    print(&(explain(args.eval, &position) + "\n"))?;
    Ok(ExitCode::SUCCESS)
}
