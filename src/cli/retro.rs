//! `atalaya retro`: retrograde analysis of which side can have moved last, and which rights to castle and to capture en
//! passant hold by convention.

use super::{CliResult, language, print, warned};
use base::lang::Lang;
use base::say;
use games::chess::Position;
use serde::Serialize;
use solve::retro::Retro;
use std::fmt::Write;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The position
    #[arg(long)]
    fen: String,
    #[arg(skip = language::current())]
    lang: Lang,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Conclusions and the position from which they are drawn.
#[derive(Serialize)]
struct Record<'a> {
    fen: String,
    #[serde(flatten)]
    retro: &'a Retro,
}

/// Runs the subcommand. Exit status 1 if the position is impossible.
///
/// # Errors
/// A bad FEN.
pub fn run(args: &Args) -> CliResult {
    let position = Position::read_fen(&args.fen, false).map_err(|error| error.text(args.lang))?;
    let position = warned(&args.fen, position);
    let retro = Retro::of(&position);
    if args.json {
        let record = Record {
            fen: position.fen(),
            retro: &retro,
        };
        print(&format!("{}\n", serde_json::to_string(&record)?))?;
    } else {
        print(&text(&retro, args.lang))?;
    }
    Ok(ExitCode::from(u8::from(retro.is_impossible())))
}

fn text(retro: &Retro, lang: Lang) -> String {
    let mut out = String::new();
    for (side, count) in ["white", "black"].into_iter().zip(retro.last_moves) {
        let line = match count {
            None => say!(lang, "retro-in-check", side),
            Some(count) => say!(lang, "retro-last-moves", side, count),
        };
        let _ = writeln!(out, "{line}");
    }
    let turn = match retro.to_move() {
        _ if retro.is_impossible() => say!(lang, "retro-impossible").to_owned(),
        None => say!(lang, "retro-either").to_owned(),
        Some(color) => say!(
            lang,
            "retro-to-move",
            side = color.fold_wb("white", "black")
        ),
    };
    let _ = writeln!(out, "{turn}");
    for right in &retro.castling {
        let rook = right.rook.to_string();
        let line = if right.allowed {
            say!(lang, "retro-castling", rook)
        } else {
            say!(lang, "retro-no-castling", rook)
        };
        let _ = writeln!(out, "{line}");
    }
    for pawn in &retro.en_passant {
        let square = pawn.square.to_string();
        let line = if pawn.allowed {
            say!(lang, "retro-en-passant", square)
        } else {
            say!(lang, "retro-no-en-passant", square)
        };
        let _ = writeln!(out, "{line}");
    }
    out
}
