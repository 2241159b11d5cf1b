//! `atalaya play`: games at the terminal, between people, machines, or both.
//!
//! `session` asks, obeys and tells; `board` draws; `kamisado` and `chess` are what it plays with.

mod board;
mod chess;
mod kamisado;
mod session;

use super::{CliError, CliResult};
use crate::games::kamisado::Deadlock;
use board::Style;
use session::{Seat, Settings, Skill};
use std::io::IsTerminal;
use std::process::ExitCode;

/// Arguments of `atalaya play`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_enum)]
    game: Playable,
    /// Who plays White: 'human', or a machine: easy, medium, hard, expert, or a level of the game's
    /// own scale from 0 (weakest) to 10 (best)
    #[arg(long, default_value = "human", value_name = "WHO", value_parser = seat)]
    white: Seat,
    /// Who plays Black
    #[arg(long, default_value = "human", value_name = "WHO", value_parser = seat)]
    black: Seat,
    /// Position to begin with [default: the start position]
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// The language: Spanish or English
    #[arg(long, value_enum, default_value = "en")]
    lang: Lang,
    /// Colours; NO_COLOR in the environment turns 'auto' off
    #[arg(long, value_enum, default_value = "auto")]
    color: Color,
    /// The longest a machine thinks on a move, in milliseconds
    #[arg(long, default_value_t = 3000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// Kamisado: points of a match (1, 3, 7 or 15)
    #[arg(long, default_value_t = 1, value_name = "POINTS", value_parser = points)]
    points: u8,
    /// Kamisado: when blocked towers end a round
    #[arg(long, value_enum, default_value = "mutual")]
    deadlock: Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Playable {
    Kamisado,
    Chess,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Reading {
    Mutual,
    Cycle,
}

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Lang {
    Es,
    En,
}

impl Lang {
    /// The wording of this language.
    fn pick<T>(self, es: T, en: T) -> T {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    if matches!(text, "human" | "humano") {
        return Ok(Seat::Human);
    }
    if let Ok(level) = text.parse() {
        return Ok(Seat::Machine(Skill::Level(level)));
    }
    match text.parse() {
        Ok(number @ 0..=10) => Ok(Seat::Machine(Skill::Numbered(number))),
        _ => {
            Err("expected 'human', easy, medium, hard, expert, or a level from 0 to 10".to_owned())
        }
    }
}

fn points(text: &str) -> Result<u8, String> {
    let points = text.parse().ok();
    points
        .filter(|points| crate::games::kamisado::TARGETS.contains(points))
        .ok_or_else(|| "expected 1, 3, 7 or 15".to_owned())
}

/// Runs the subcommand.
///
/// # Errors
/// A bad position, no memory for the machine, or an output that cannot be written.
pub fn run(args: &Args) -> CliResult {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let style = match args.color {
        Color::Always => Style::Colors,
        Color::Auto if std::io::stdout().is_terminal() && !no_color => Style::Colors,
        Color::Auto | Color::Never => Style::Plain,
    };
    let settings = |seats| Settings {
        seats,
        lang: args.lang,
        style,
        movetime_ms: args.movetime,
    };
    let fen = args.fen.as_deref();
    match args.game {
        Playable::Kamisado => {
            let deadlock = match args.deadlock {
                Reading::Mutual => Deadlock::Mutual,
                Reading::Cycle => Deadlock::Cycle,
            };
            let table = kamisado::Table::new()?;
            let start = kamisado::start(fen, args.points, deadlock)?;
            session::play(table, start, settings([args.black, args.white]))
        }
        Playable::Chess => {
            let start = chess::start(fen)?;
            let table = chess::Table::new()?;
            session::play(table, start, settings([args.white, args.black]))
        }
    }
    .map_err(|error| -> CliError { format!("cannot go on: {error}").into() })?;
    Ok(ExitCode::SUCCESS)
}
