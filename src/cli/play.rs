//! `atalaya play`: games at the terminal, between people, machines, or both.
//!
//! `session` is the turn manager: it asks, obeys and tells, whatever the game; `table` is what it
//! must know of one, and `chess`, `kamisado` and `rolit` are those. `seats` says who plays,
//! `console` hears lines and Ctrl-C, `store` keeps the file, `board` draws, `look` is language and
//! colours. `atalaya replay` shares most of it.

pub(super) mod board;
pub(super) mod chess;
mod console;
pub(super) mod kamisado;
pub(super) mod look;
pub(super) mod rolit;
pub(super) mod seats;
mod session;
pub(super) mod store;
pub(super) mod table;

use super::rolit::StartArgs;
use super::{CliError, CliResult};
use crate::games::kamisado::Deadlock;
use crate::games::{AnyGame, Line};
use crate::players::{Registry, SavedPlayer};
use look::Look;
use rand::RngExt;
use seats::SeatArgs;
use session::Settings;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::Store;

/// Arguments of `atalaya play`.
#[derive(clap::Args)]
pub struct Args {
    /// The game: chess, kamisado or rolit
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    #[command(flatten)]
    seats: SeatArgs,
    /// Position to begin with [default: the start position]
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    #[command(flatten)]
    rolit: StartArgs,
    /// Kamisado: points of a match (1, 3, 7 or 15) [default: 1]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    points: Option<u8>,
    /// Kamisado: when blocked towers end a round [default: mutual]
    #[arg(long, value_enum)]
    deadlock: Option<Reading>,
    /// The longest a machine thinks on a move, in milliseconds
    #[arg(long, default_value_t = 3000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// What the chances of the machines follow from [default: the saved game's, or a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the game in this file when it ends or is left, also by Ctrl-C
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game, and save it there again unless --save names another file
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "fen", "points", "deadlock", "white", "black", "machines", "level", "names",
        "rules", "players", "teams", "shape", "size",
    ])]
    load: Option<PathBuf>,
    /// Let --save and the command 'save' replace a file that this game has not written
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    look: Look,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Reading {
    Mutual,
    Cycle,
}

fn points(text: &str) -> Result<u8, String> {
    let points = text.parse().ok();
    points
        .filter(|points| crate::games::kamisado::TARGETS.contains(points))
        .ok_or_else(|| "expected 1, 3, 7 or 15".to_owned())
}

/// Whether a file's name is that of a record for people (PGN) rather than of a saved game.
fn is_record(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// Runs the subcommand.
///
/// # Errors
/// A bad position, players who cannot play, a damaged file, a file that cannot be written or is
/// not ours, no memory for a machine, or an output that cannot be written.
pub fn run(args: &Args) -> CliResult {
    if let Some(path) = args.save.as_deref().filter(|path| is_record(path)) {
        let path = path.display();
        return Err(format!(
            "--save {path}: a game that is to go on is no PGN; choose another ending, \
             such as .json"
        )
        .into());
    }
    let (game, players, saved_seed) = match &args.load {
        Some(path) => loaded(args, path)?,
        None => begun(args)?,
    };
    // Drawn small, for other programs that read the file may count in floating point.
    let drawn = || rand::rng().random_range(0..1 << 32);
    let load = args.load.as_deref();
    let path = args.save.clone().or_else(|| args.load.clone());
    let settings = Settings {
        players,
        lang: args.look.lang,
        style: args.look.style(),
        movetime: Duration::from_millis(args.movetime),
        seed: args.seed.or(saved_seed).unwrap_or_else(drawn),
        store: Store::new(path, load, args.force),
    };
    if let Some(line) = game.native() {
        session::play(chess::Table, line, settings)
    } else if let Some(line) = game.native() {
        session::play(kamisado::Table, line, settings)
    } else if let Some(line) = game.native() {
        session::play(rolit::Table, line, settings)
    } else {
        Err(format!("{} has no table here", game.variant()).into())
    }
}

type Setting = (AnyGame, Vec<SavedPlayer>, Option<u64>);

/// The game of a file.
fn loaded(args: &Args, path: &Path) -> Result<Setting, CliError> {
    let saved = store::load(path)?;
    let found = saved.game.variant();
    match &args.game {
        Some(wanted) if wanted != found => {
            let path = path.display();
            Err(format!("{path} is a game of {found}, not of {wanted}").into())
        }
        _ => Ok((saved.game, saved.players, saved.seed)),
    }
}

/// A new game.
fn begun(args: &Args) -> Result<Setting, CliError> {
    // clap has seen to it that there is one.
    let registry = Registry::standard();
    let entry = registry.find(args.game.as_deref().unwrap_or("chess"))?;
    let variant = entry.name();
    if let Some(option) = args.rolit.given().filter(|_| variant != "rolit") {
        return Err(format!("{option} is for rolit, not for {variant}").into());
    }
    let given = args.points.map(|_| "--points");
    let given = given.or_else(|| args.deadlock.map(|_| "--deadlock"));
    if let Some(option) = given.filter(|_| variant != "kamisado") {
        return Err(format!("{option} is for kamisado, not for {variant}").into());
    }
    let fen = args.fen.as_deref();
    let game = match variant {
        "kamisado" => {
            let deadlock = match args.deadlock {
                None | Some(Reading::Mutual) => Deadlock::Mutual,
                Some(Reading::Cycle) => Deadlock::Cycle,
            };
            let points = args.points.unwrap_or(1);
            AnyGame::from(&Line::new(kamisado::start(fen, points, deadlock)?))
        }
        "rolit" => AnyGame::from(&Line::new(args.rolit.position(fen, None)?)),
        _ => entry.begin(&Default::default(), fen)?,
    };
    let players = args.seats.players(&game, args.look.lang)?;
    Ok((game, players, None))
}
