//! `atalaya play`: games at the terminal, between people, machines, or both.
//!
//! The game is played in a [room](crate::rooms); `session` is its skin, which hears lines (`console`),
//! has machines think (`machines`), draws (`board`, `look`), tells (`words`) and keeps the file
//! (`store`). `seats` says who plays. `atalaya replay` shares most of it. None of them knows which
//! games there are.

pub(super) mod board;
pub(super) mod console;
pub(super) mod look;
pub(super) mod seats;
mod session;
pub(super) mod store;
pub(super) mod words;

use super::start::StartArgs;
use super::{CliError, CliResult};
use crate::clock::ClockRule;
use crate::players::{Registry, Seat};
use crate::rooms::{Options, Room};
use crate::rooms::{drawn_seed, seed_of};
use look::Look;
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
    start: StartArgs,
    /// The clock: minutes and seconds for each move (5+3), moves per period (40/90+30), seconds for
    /// each turn (30/turn), or none [default: none]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<ClockRule>,
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
        "rules", "players", "teams", "shape", "size", "option", "clock",
    ])]
    load: Option<PathBuf>,
    /// Let --save and the command 'save' replace a file that this game has not written
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    look: Look,
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
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    if let Some(path) = args.save.as_deref().filter(|path| is_record(path)) {
        let path = path.display();
        return Err(format!(
            "--save {path}: a game that is to go on is no PGN; choose another ending, \
             such as .json"
        )
        .into());
    }
    let room = match &args.load {
        Some(path) => loaded(args, path, registry)?,
        None => begun(args, registry)?,
    };
    let load = args.load.as_deref();
    let path = args.save.clone().or_else(|| args.load.clone());
    let settings = Settings {
        lang: args.look.lang,
        style: args.look.colors.style(),
        movetime: Duration::from_millis(args.movetime),
        seed: seed_of(room.options(), args.seed),
        store: Store::new(path, load, args.force),
    };
    let entry = registry.of(room.game())?;
    session::play(entry, room, settings)
}

/// The game of a file.
fn loaded(args: &Args, path: &Path, registry: &Registry) -> Result<Room, CliError> {
    let mut room = store::load(path, registry)?;
    let found = room.game().variant();
    if let Some(wanted) = args.game.as_deref().filter(|wanted| *wanted != found) {
        registry.find(wanted)?;
        let path = path.display();
        return Err(format!("{path} is a game of {found}, not of {wanted}").into());
    }
    if let Some(seed) = args.seed.filter(|_| has_machines(&room)) {
        room.set_seed(seed);
    }
    Ok(room)
}

/// A new game.
fn begun(args: &Args, registry: &Registry) -> Result<Room, CliError> {
    // clap has seen to it that there is one.
    let name = args.game.as_deref().unwrap_or_default();
    let entry = registry.find(name)?;
    let game = args.start.begin(registry, entry, args.fen.as_deref())?;
    let players = args.seats.players(&game, args.look.lang)?;
    let options = Options {
        clock: args.clock.unwrap_or_default(),
        // Nobody goes away from a keyboard, and whoever is asked sits at it.
        grace: None,
        answer: None,
        ..Options::default()
    };
    let (mut room, _) = Room::seated(game, options, players, Duration::ZERO)?;
    if has_machines(&room) {
        room.set_seed(args.seed.unwrap_or_else(drawn_seed));
    }
    Ok(room)
}

fn has_machines(room: &Room) -> bool {
    let mut seats = 0..room.game().players();
    seats.any(|seat| matches!(room.sits(seat), Some(Seat::Machine(_))))
}
