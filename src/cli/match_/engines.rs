//! Who plays: from `--engine` and `--each` groups to players.

use super::groups::Variant;
use super::keys::Keys;
use crate::arena::Roster;
use crate::arena::clock::{Pace, seconds_of};
use crate::cli::CliError;
use crate::games::Words;
use crate::games::chess::Position;
use crate::games::kamisado::Match;
use crate::games::{Line, MAX_SEATS, rolit};
use crate::players::kamisado::KamisadoPlayer;
use crate::players::{
    AlphaBeta, Choice, DeclaredOption, EngineCommand, Failure, Greedy, Level, Levels, Limits,
    Minimax, Player, Random, UciEngine,
};
use crate::search::DEFAULT_HASH_MB;
use crate::uci::InProcess;
use crate::uci::options::{self, Id, OptionError, Value};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player as described on the command line.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    pub name: String,
    pub kind: Kind,
    pub pace: Pace,
    /// How many seats of one game it may take.
    pub seats: usize,
}

impl Contestant {
    /// Whether it thinks on the time of others.
    pub(super) fn ponders(&self) -> bool {
        matches!(self.kind, Kind::External { ponders: true, .. })
    }
}

/// What a player is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A strategy of this process.
    Builtin(Builtin),
    /// The full chess engine, in this process.
    Engine {
        /// Options of the engine's own group: it must have them.
        options: Vec<(String, String)>,
        /// Options from `--each`.
        shared: Vec<(String, String)>,
        /// The same, read.
        settings: Vec<(Id, Value)>,
    },
    /// A process.
    External {
        command: EngineCommand,
        /// Options of the engine's own group: it must have them.
        options: Vec<(String, String)>,
        /// Options from `--each`: given to the engines that have them.
        shared: Vec<(String, String)>,
        startup: Duration,
        ponders: bool,
    },
}

/// The strategies written for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    Random,
    Greedy,
    Minimax,
    AlphaBeta,
    /// The game's player of a level.
    Level(Level),
}

/// What `builtin=` understands.
const BUILTINS: &str = "random, greedy, minimax, alphabeta, atalaya, easy, medium, hard or expert";

/// How long an engine may take to say `uciok`, if nothing else is given.
const STARTUP: Duration = Duration::from_secs(10);

/// What a group says about a player's thinking. Own settings go before those of `--each`.
#[derive(Clone, Debug, Default)]
struct Settings {
    tc: Option<crate::arena::clock::TimeControl>,
    movetime: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    stall: Option<Duration>,
    startup: Option<Duration>,
    ponders: Option<bool>,
    options: Vec<(String, String)>,
}

fn milliseconds(text: &str) -> Option<Duration> {
    text.parse()
        .ok()
        .filter(|ms| *ms <= 864_000_000)
        .map(Duration::from_millis)
}

impl Settings {
    fn take(keys: &mut Keys) -> Result<Settings, CliError> {
        let tc = match keys.take("tc") {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|error| keys.error(&format!("tc: {error}")))?,
            ),
        };
        let positive = |text: &str| milliseconds(text).filter(|time| !time.is_zero());
        let seconds = |text: &str| seconds_of(text).filter(|time| !time.is_zero());
        let settings = Settings {
            tc,
            movetime: keys.take_with("movetime", "a time in milliseconds", positive)?,
            nodes: keys.number("nodes", 1..=u64::MAX / 2)?,
            depth: keys.number("depth", 1..=1000)?,
            margin: keys.take_with("timemargin", "a time in milliseconds", milliseconds)?,
            stall: keys.take_with("stall", "a time in seconds", seconds)?,
            startup: keys.take_with("startup", "a time in seconds", seconds)?,
            ponders: keys.switch("ponder")?,
            options: keys.take_prefixed("option."),
        };
        if settings.tc.is_some() && settings.movetime.is_some() {
            return Err(keys.error("tc and movetime contradict each other"));
        }
        Ok(settings)
    }

    /// The pace of a player with these settings; its own clock replaces that of `each`.
    fn pace(&self, each: &Settings) -> Pace {
        let own_time = self.tc.is_some() || self.movetime.is_some();
        let time = if own_time { self } else { each };
        let default = Pace::default();
        Pace {
            tc: time.tc,
            movetime: time.movetime,
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            margin: self.margin.or(each.margin).unwrap_or(default.margin),
            stall: self.stall.or(each.stall).unwrap_or(default.stall),
        }
    }
}

/// Reads all engine groups. `each` has been stripped of the keys that are not a player's.
pub(super) fn contestants(
    groups: &[Vec<String>],
    mut each: Keys,
) -> Result<Vec<Contestant>, CliError> {
    let shared = Settings::take(&mut each)?;
    each.finish()?;
    let mut players: Vec<Contestant> = Vec::new();
    for (index, words) in groups.iter().enumerate() {
        let player = contestant(index + 1, words, &shared)?;
        if players.iter().any(|other| other.name == player.name) {
            let name = player.name;
            return Err(
                format!("two engines are called '{name}': tell them apart by name=").into(),
            );
        }
        players.push(player);
    }
    if players.iter().map(|player| player.seats).sum::<usize>() < 2 {
        let count = groups.len();
        return Err(format!("a match needs two --engine groups or more, not {count}").into());
    }
    Ok(players)
}

fn contestant(number: usize, words: &[String], each: &Settings) -> Result<Contestant, CliError> {
    let mut keys = Keys::parse(format!("--engine number {number}"), words)?;
    let given_name = keys.take("name");
    if let Some(name) = &given_name {
        keys.group = format!("--engine '{name}'");
    }
    let builtin = keys.take("builtin");
    let program = keys.take("cmd");
    let seats = keys.number("seats", 1..=MAX_SEATS)?.unwrap_or(1);
    let own = Settings::take(&mut keys)?;
    let mut args: Vec<String> = Vec::new();
    while let Some(arg) = keys.take("arg") {
        args.push(arg);
    }
    let dir = keys.take("dir").map(PathBuf::from);
    let stderr = keys.take("stderr").map(PathBuf::from);
    if let Some(protocol) = keys.take("proto").filter(|protocol| protocol != "uci") {
        return Err(keys.error(&format!("proto={protocol} is not spoken here; only uci is")));
    }
    let pace = own.pace(each);
    let process = |program: PathBuf, options: Vec<(String, String)>| Kind::External {
        command: EngineCommand {
            program,
            args: args.clone(),
            dir: dir.clone(),
            stderr: stderr.clone(),
        },
        options,
        shared: each.options.clone(),
        startup: own.startup.or(each.startup).unwrap_or(STARTUP),
        ponders: own.ponders.or(each.ponders).unwrap_or(false),
    };
    let (kind, usual_name) = match (builtin.as_deref(), program) {
        (Some(_), Some(_)) => return Err(keys.error("cmd and builtin contradict each other")),
        (None, None) => return Err(keys.error("neither cmd nor builtin says who plays")),
        (None, Some(program)) => {
            let path = PathBuf::from(&program);
            let name = path
                .file_name()
                .map_or(program, |n| n.to_string_lossy().into_owned());
            (process(path, own.options.clone()), name)
        }
        (Some("atalaya"), None) => {
            if !args.is_empty() || dir.is_some() || stderr.is_some() || own.ponders == Some(true) {
                let keys_given = "arg, dir, stderr and ponder";
                return Err(keys.error(&format!("{keys_given} mean nothing to builtin=atalaya")));
            }
            let kind = Kind::Engine {
                options: own.options.clone(),
                shared: each.options.clone(),
                settings: Vec::new(),
            };
            (kind, "atalaya".to_owned())
        }
        (Some(text), None) => {
            let builtin = match text {
                "random" => Builtin::Random,
                "greedy" => Builtin::Greedy,
                "minimax" => Builtin::Minimax,
                "alphabeta" => Builtin::AlphaBeta,
                _ => match text.parse() {
                    Ok(level) => Builtin::Level(level),
                    Err(_) => {
                        return Err(keys.error(&format!("builtin={text} is not {BUILTINS}")));
                    }
                },
            };
            let processes = !args.is_empty() || dir.is_some() || stderr.is_some();
            if processes || !own.options.is_empty() || own.ponders == Some(true) {
                let keys_given = "arg, dir, stderr, ponder and option";
                return Err(keys.error(&format!("{keys_given} mean nothing to builtin={text}")));
            }
            (Kind::Builtin(builtin), text.to_owned())
        }
    };
    let ends_by_itself = match &kind {
        Kind::Builtin(Builtin::Level(level)) => !level.needs_limits(),
        Kind::Builtin(_) => true,
        Kind::Engine { .. } | Kind::External { .. } => false,
    };
    if !ends_by_itself && !pace.is_limited() {
        return Err(keys.error("no time control: give it tc, movetime, nodes or depth"));
    }
    keys.finish()?;
    Ok(Contestant {
        name: given_name.unwrap_or(usual_name),
        kind,
        pace,
        seats,
    })
}

/// Starts every external engine once, so that a missing program, a silent engine or an unknown
/// option is reported before anything is written. Fits the options to what the engines have.
/// Returns warnings.
pub(super) fn rehearse<G: Hosted>(
    players: &mut [Contestant],
    variant: Variant,
    stop: &AtomicBool,
) -> Result<Vec<String>, CliError> {
    let mut warnings = Vec::new();
    for player in players {
        let name = &player.name;
        if let Kind::Engine {
            options,
            shared,
            settings,
        } = &mut player.kind
        {
            *settings = read_options(name, options, shared, &mut warnings)?;
            G::rehearse(settings).map_err(|error| format!("engine '{name}': {error}"))?;
            continue;
        }
        let Kind::External {
            command,
            options,
            shared,
            startup,
            ponders,
        } = &mut player.kind
        else {
            continue;
        };
        let mut engine: UciEngine<Position> =
            UciEngine::new(command.clone(), Vec::new(), *startup, false);
        let declared = engine
            .start(stop)
            .map_err(|error| format!("engine '{name}': {error}"))?;
        let find = |option: &str| declared.iter().find(|d| d.name == option.to_lowercase());
        let has = |option: &str| find(option).is_some();
        if let Some((option, _)) = options.iter().find(|(option, _)| !has(option)) {
            return Err(format!("engine '{name}' has no option '{option}'").into());
        }
        if let Some(variant) = variant.uci_name() {
            let plays = |combo: &DeclaredOption| combo.choices.iter().any(|v| v == variant);
            if !find("UCI_Variant").is_some_and(plays) {
                return Err(format!("engine '{name}' does not play {variant}").into());
            }
            options.push(("UCI_Variant".to_owned(), variant.to_owned()));
        }
        if variant == Variant::Chess960 {
            if !has("UCI_Chess960") {
                return Err(format!("engine '{name}' does not play chess960").into());
            }
            options.push(("UCI_Chess960".to_owned(), "true".to_owned()));
        }
        if *ponders && has("Ponder") {
            options.push(("Ponder".to_owned(), "true".to_owned()));
        }
        for (option, value) in shared.drain(..) {
            let own = options.iter().any(|(o, _)| o.eq_ignore_ascii_case(&option));
            match has(&option) {
                true if !own => options.push((option, value)),
                true => {}
                false => warnings.push(format!("engine '{name}' has no option '{option}'")),
            }
        }
    }
    Ok(warnings)
}

/// Reads the options of an engine in this process. Its own must exist and have good values; of
/// those given to all, unknown ones are only warned of.
fn read_options(
    name: &str,
    own: &[(String, String)],
    shared: &[(String, String)],
    warnings: &mut Vec<String>,
) -> Result<Vec<(Id, Value)>, CliError> {
    let mut settings = Vec::new();
    for (option, value) in shared {
        match options::parse(option, value) {
            Ok(setting) => settings.push(setting),
            Err(OptionError::Name(_)) => {
                warnings.push(format!("engine '{name}' has no option '{option}'"));
            }
            Err(error) => return Err(format!("engine '{name}': {error}").into()),
        }
    }
    for (option, value) in own {
        let setting = options::parse(option, value);
        settings.push(setting.map_err(|error| format!("engine '{name}': {error}"))?);
    }
    Ok(settings)
}

/// The contestants as the arena sees them.
pub(super) struct Contestants<'a>(pub &'a [Contestant]);

/// A game with a player behind `builtin=atalaya`: the best that this program has.
pub(super) trait Hosted: Words + Levels {
    /// The player, set up by these options.
    ///
    /// # Errors
    /// What is missing, to follow "engine 'name': ".
    fn engine(settings: &[(Id, Value)]) -> Result<Box<dyn Player<Self>>, String>;

    /// Makes sure that the player can be had.
    ///
    /// # Errors
    /// As for [`engine`](Hosted::engine).
    fn rehearse(settings: &[(Id, Value)]) -> Result<(), String> {
        Self::engine(settings).map(drop)
    }
}

impl Hosted for Position {
    fn engine(settings: &[(Id, Value)]) -> Result<Box<dyn Player<Position>>, String> {
        Ok(Box::new(InProcess::new(settings.to_vec())))
    }

    fn rehearse(settings: &[(Id, Value)]) -> Result<(), String> {
        // The engine is built when its first game begins; here that is done at once.
        InProcess::new(settings.to_vec()).build().map(drop)
    }
}

impl Hosted for Match {
    fn engine(settings: &[(Id, Value)]) -> Result<Box<dyn Player<Match>>, String> {
        Ok(Box::new(kamisado_player(settings)?))
    }
}

impl Hosted for rolit::Position {
    fn engine(_: &[(Id, Value)]) -> Result<Box<dyn Player<rolit::Position>>, String> {
        rolit::Position::expert(1).map_err(|error| error.to_string())
    }
}

/// The player of Kamisado with a table of the size that the option `Hash` says.
fn kamisado_player(settings: &[(Id, Value)]) -> Result<KamisadoPlayer, String> {
    let hash = settings.iter().find_map(|setting| match setting {
        (Id::Hash, Value::Spin(mb)) => usize::try_from(*mb).ok(),
        _ => None,
    });
    let player = KamisadoPlayer::new(hash.unwrap_or(DEFAULT_HASH_MB));
    player.map_err(|error| error.to_string())
}

/// A player that could not be made: it loses its games, and the match goes on.
struct Absent(String);

impl<G: Words> Player<G> for Absent {
    fn new_game(&mut self, _: &G) -> Result<(), Failure> {
        Err(Failure::Start(self.0.clone()))
    }

    fn choose(
        &mut self,
        _: &Line<G>,
        _: &Limits,
        _: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        Err(Failure::Start(self.0.clone()))
    }
}

impl<G: Hosted> Roster<G> for Contestants<'_> {
    fn create(&self, player: usize, seed: u64) -> Box<dyn Player<G>> {
        match &self.0[player].kind {
            Kind::Builtin(Builtin::Random) => Box::new(Random::new(seed)),
            Kind::Builtin(Builtin::Greedy) => Box::new(Greedy::new(seed)),
            Kind::Builtin(Builtin::Minimax) => Box::new(Minimax),
            Kind::Builtin(Builtin::AlphaBeta) => Box::new(AlphaBeta),
            Kind::Builtin(Builtin::Level(level)) => match G::at_level(*level, seed) {
                Ok(player) => player,
                Err(error) => Box::new(Absent(error.to_string())),
            },
            Kind::Engine { settings, .. } => match G::engine(settings) {
                Ok(player) => player,
                Err(error) => Box::new(Absent(error)),
            },
            Kind::External {
                command,
                options,
                startup,
                ponders,
                ..
            } => Box::new(UciEngine::new(
                command.clone(),
                options.clone(),
                *startup,
                *ponders,
            )),
        }
    }

    fn is_kept(&self, player: usize) -> bool {
        match self.0[player].kind {
            // An expert has a table.
            Kind::Builtin(builtin) => builtin == Builtin::Level(Level::Expert),
            Kind::Engine { .. } | Kind::External { .. } => true,
        }
    }
}

/// Whether a file can be made at `path`: its folder is there and no folder is in its place.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if path.is_dir() || !folder.is_dir() {
        let path = path.display();
        return Err(
            format!("cannot write {path}: it is a folder, or its folder is missing").into(),
        );
    }
    Ok(())
}
