//! `atalaya play`: games at the terminal, between people, machines, or both.
//!
//! The game is played in a [room](rooms). Module `session` drives the room by lines of a [prompt](super::prompt) and
//! lets machines think; `board` and `look` draw boards, `messages` writes messages, `store` saves the game, and `seats`
//! chooses the players. `atalaya replay` shares most of these modules. None of them depends on a particular game.

pub(super) mod board;
pub(super) mod look;
pub(super) mod messages;
pub(super) mod seats;
mod session;
pub(super) mod store;

use super::start::StartArgs;
use super::{CliError, CliResult};
use base::chance::drawn_seed;
use base::clock::ClockRule;
use base::say;
use games::AnyGame;
use games::pgn::Pgn;
use look::Look;
use players::{Registry, Seat};
use rooms::{Options, Phase, Player, Room, seed_of};
use seats::SeatArgs;
use session::Settings;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::Store;

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
    /// Seed of the machines' random choices [default: the saved game's, or a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the game in this file when it ends or is left, also by Ctrl-C; as PGN if it ends in .pgn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game, and save it there again unless --save names another file; or with a
    /// game of a PGN file, by whoever --white, --black or --machines name
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "fen", "points", "deadlock", "rules", "players", "teams", "shape", "size", "option",
    ])]
    load: Option<PathBuf>,
    #[command(flatten)]
    which: store::Which,
    /// Go on after so many plies of a PGN file's game [default: after the last]
    #[arg(long, value_name = "N", requires = "load")]
    ply: Option<usize>,
    /// Let --save and the command 'save' replace a file that this game has not written
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    look: Look,
}

/// Returns true if a file's name ends in `.pgn`: a game record for people rather than a saved game.
pub(super) fn is_record(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// Runs the subcommand.
///
/// # Errors
/// A bad position, players that the game cannot have, a damaged file, a file that cannot be written or is not this
/// game's own, too little memory for a machine, or an output that cannot be written.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    let from_record = args.load.as_deref().filter(|path| is_record(path));
    let which = args.which.number.is_some() || args.which.piece_letters.is_some();
    if from_record.is_none() && (which || args.ply.is_some()) {
        return Err(say!(args.look.lang, "play-options-of-pgn").into());
    }
    let (room, record) = match &args.load {
        Some(path) if is_record(path) => {
            let (room, record) = recorded(args, path, registry)?;
            (room, Some(record))
        }
        Some(path) => (loaded(args, path, registry)?, None),
        None => (begun(args, registry)?, None),
    };
    // A loaded PGN file is only read: the game is not saved to it.
    let load = args.load.as_deref().filter(|path| !is_record(path));
    let path = args.save.clone().or_else(|| load.map(Path::to_owned));
    let settings = Settings {
        lang: args.look.lang,
        style: args.look.colors.style(),
        letters: args.look.letters(),
        movetime: Duration::from_millis(args.movetime),
        seed: seed_of(room.options(), args.seed),
        store: Store::new(path, load, args.force).telling(args.look.lang),
        record,
    };
    let entry = registry.of(room.game())?;
    session::play(entry, room, settings)
}

/// Checks that the game in a file is the one named on the command line, if one is named. `found` is the name of the
/// game in the file.
fn check_variant(
    args: &Args,
    path: &Path,
    found: &str,
    registry: &Registry,
) -> Result<(), CliError> {
    if let Some(wanted) = args.game.as_deref().filter(|wanted| *wanted != found) {
        registry
            .find(wanted)
            .map_err(|error| error.text(args.look.lang))?;
        let path = path.display();
        let why = say!(args.look.lang, "resume-other-game", path, found, wanted);
        return Err(why.into());
    }
    Ok(())
}

/// Reads a game of a PGN file and returns a room in which it goes on from the ply asked for, and its record.
fn recorded(args: &Args, path: &Path, registry: &Registry) -> Result<(Room, Pgn), CliError> {
    let found = store::load_record(path, args.which, args.look.lang, registry)?;
    check_variant(args, path, found.game.variant(), registry)?;
    let plies = found.game.plies();
    let ply = args.ply.unwrap_or(plies);
    if ply > plies {
        return Err(store::no_such_ply(ply, plies, args.look.lang));
    }
    let game = found.game.at_ply(ply);
    let mut players = args.seats.players(&game, args.look.lang)?;
    if !args.seats.names_given() {
        for (player, name) in players.iter_mut().zip(found.names) {
            if let (Seat::Person, Some(name)) = (player.seat, name) {
                player.name = name;
            }
        }
    }
    Ok((seated(args, game, players)?, found.pgn))
}

/// Reads a saved game and returns its room.
fn loaded(args: &Args, path: &Path, registry: &Registry) -> Result<Room, CliError> {
    if args.clock.is_some() || args.seats.any_given() {
        let path = path.display();
        let why = say!(args.look.lang, "resume-says-players", path);
        return Err(why.into());
    }
    let mut room = store::load(path, registry, args.look.lang)?;
    check_variant(args, path, room.game().variant(), registry)?;
    if room.phase() == &Phase::Gathering {
        let path = path.display();
        let why = say!(args.look.lang, "resume-not-begun", path);
        return Err(why.into());
    }
    // The game may have been played on the site, where players sit at different places; here they share the keyboard.
    room.sit_together();
    if let Some(seed) = args.seed.filter(|_| has_machines(&room)) {
        room.set_seed(seed);
    }
    Ok(room)
}

/// Creates the room of a new game.
fn begun(args: &Args, registry: &Registry) -> Result<Room, CliError> {
    // clap ensures that a game is named.
    let name = args.game.as_deref().unwrap_or_default();
    let entry = registry.find(name);
    let entry = entry.map_err(|error| error.text(args.look.lang))?;
    let fen = args.fen.as_deref();
    let game = args.start.begin(registry, entry, fen, args.look.lang)?;
    let players = args.seats.players(&game, args.look.lang)?;
    seated(args, game, players)
}

/// Creates a room for a game that begins, or goes on, with these players.
fn seated(args: &Args, game: AnyGame, players: Vec<Player>) -> Result<Room, CliError> {
    let options = Options {
        clock: args.clock.unwrap_or_default(),
        // Nobody can leave, or be asked while absent: all people share one keyboard.
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
