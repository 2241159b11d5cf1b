//! Engines of a match as data, and the players made from them.
//!
//! An [`EngineConfig`] says what an engine is, what its options are and how it is paced. It is plain
//! data that can be kept as JSON: a command line, a file or a form makes one. [`prepare`] starts every
//! engine once, so that a missing program or an unknown option is reported before a match begins, and
//! gives a [`Lineup`], which makes the players.
//!
//! [`prepare`]: EngineConfig::prepare

use super::Roster;
use super::clock::Pace;
use super::error::ConfigError;
use base::limits::LagMeter;
use games::chess::Position;
use games::{Game, Words};
use players::options::find;
use players::{
    Builtin, Choice, DeclaredOption, EngineCommand, EngineOption, EngineOptions, Failure, Player,
    PlayersOf, Punctual, Request, UciEngine, Values,
};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Default time limit for an engine to answer `uciok`.
pub const STARTUP: Duration = Duration::from_secs(10);

/// An engine in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Name in tables and records; no two in a match are called the same.
    pub name: String,
    /// Kind of engine.
    pub kind: EngineKind,
    /// Options it must have: name and value as text.
    pub options: Vec<(String, String)>,
    /// Options given to all engines of the match. One that this engine lacks is skipped with a warning, and one that is
    /// among its own `options`, too, is ignored.
    pub shared: Vec<(String, String)>,
    /// Clock or other limits of its searches.
    pub pace: Pace,
    /// Maximum number of seats that it may take in one game.
    pub seats: usize,
}

/// Kind of an engine: one of this program, or another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// A strategy or level of this program.
    Builtin(Builtin),
    /// This program's strongest engine for the game, with options.
    Atalaya,
    /// This program's strongest engine together with an exact solver, if the game has one.
    Prover,
    /// A process that speaks UCI.
    Process {
        /// Command that starts it.
        command: EngineCommand,
        /// Time limit for its answer `uciok`.
        startup: Duration,
        /// True if it ponders, that is, thinks on the opponents' time.
        ponders: bool,
    },
}

impl From<Builtin> for EngineKind {
    fn from(builtin: Builtin) -> EngineKind {
        match builtin {
            Builtin::Engine => EngineKind::Atalaya,
            Builtin::Prover => EngineKind::Prover,
            builtin => EngineKind::Builtin(builtin),
        }
    }
}

/// Settings that an external UCI engine needs in order to play the game of the match: variant and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Protocol {
    /// Value for the engine's option `UCI_Variant`; `None` for chess, where the option is not set.
    pub variant: Option<String>,
    /// Options, by name and value, without which the engine would play by other rules, such as `UCI_Chess960`.
    pub rules: Vec<(String, String)>,
}

impl EngineConfig {
    /// Returns true if the engine ponders, that is, thinks on the opponents' time.
    pub fn ponders(&self) -> bool {
        matches!(self.kind, EngineKind::Process { ponders: true, .. })
    }

    /// Returns true if the engine's search ends even without any limits.
    pub fn ends_by_itself(&self) -> bool {
        matches!(&self.kind, EngineKind::Builtin(builtin) if builtin.ends_by_itself())
    }

    /// Checks that the engine can play, and selects and checks its options: an external engine is started once for
    /// that, one of this program is made once. Adds an error to `warnings` for each shared option that it does not
    /// have. Setting `stop` ends the wait for an external engine.
    ///
    /// # Errors
    /// [`ConfigError`]: the engine cannot be started, does not play the game, or does not have an option.
    pub fn prepare<G: Game>(
        &self,
        players: &dyn PlayersOf<G>,
        protocol: &Protocol,
        warnings: &mut Vec<ConfigError>,
        stop: &AtomicBool,
    ) -> Result<Prepared, ConfigError> {
        let builtin = match &self.kind {
            EngineKind::Builtin(builtin) => *builtin,
            EngineKind::Atalaya => Builtin::Engine,
            EngineKind::Prover => Builtin::Prover,
            EngineKind::Process {
                command,
                startup,
                ponders,
            } => {
                return Ok(Prepared::Process {
                    options: self.process_options(command, protocol, warnings, stop)?,
                    command: command.clone(),
                    startup: *startup,
                    ponders: *ponders,
                });
            }
        };
        let options = match self.options.first() {
            _ if builtin.takes_options() => self.engine_options(players, warnings)?,
            None => EngineOptions::default(),
            Some((option, _)) => {
                return Err(ConfigError::Option(self.name.clone(), option.clone()));
            }
        };
        // Players are created anew for each worker; this one only shows that it is possible.
        let made = players.player(builtin, &options, 0);
        made.map_err(|error| ConfigError::Engine(self.name.clone(), error))?;
        Ok(Prepared::Builtin(builtin, options))
    }

    /// Parses the options of an engine of this program. Adds an error to `warnings` for each shared option that it
    /// does not have in this game.
    fn engine_options<G: Game>(
        &self,
        players: &dyn PlayersOf<G>,
        warnings: &mut Vec<ConfigError>,
    ) -> Result<EngineOptions, ConfigError> {
        let known = players.engine_options();
        let mut options = EngineOptions::default();
        for (is_own, (option, value)) in self.by_rank() {
            let declared = find(EngineOption::all(), option);
            let unfit = match &declared {
                Err(_) => Some(ConfigError::Option(self.name.clone(), option.clone())),
                Ok(declared) if !known.contains(&declared.id) => {
                    let known = EngineOption::all()
                        .into_iter()
                        .filter(|option| known.contains(&option.id))
                        .map(|option| option.name.to_string())
                        .collect();
                    let (name, option) = (self.name.clone(), option.clone());
                    let game = players.game();
                    Some(ConfigError::OtherGame(name, option, game, known))
                }
                Ok(_) => None,
            };
            match (unfit, declared) {
                (None, Ok(declared)) => {
                    let value = declared.parse_within(value);
                    let bad = |error| ConfigError::Value(self.name.clone(), error);
                    options.set(declared.id, &value.map_err(bad)?);
                }
                (Some(error), _) if is_own => return Err(error),
                (Some(error), _) => warnings.push(error),
                (None, Err(_)) => {}
            }
        }
        Ok(options)
    }

    /// Returns the shared options, then the engine's own, each with true if it is its own. An own option overrides a
    /// shared one because it is set later.
    fn by_rank(&self) -> impl Iterator<Item = (bool, &(String, String))> {
        let shared = self.shared.iter().map(|option| (false, option));
        shared.chain(self.options.iter().map(|option| (true, option)))
    }

    /// Starts an external engine, and returns the options to be set in it, checked against those that it declares. Adds
    /// an error to `warnings` for each shared option that it does not have.
    fn process_options(
        &self,
        command: &EngineCommand,
        protocol: &Protocol,
        warnings: &mut Vec<ConfigError>,
        stop: &AtomicBool,
    ) -> Result<Vec<(String, String)>, ConfigError> {
        let name = &self.name;
        let EngineKind::Process {
            startup, ponders, ..
        } = &self.kind
        else {
            return Ok(Vec::new());
        };
        let mut engine: UciEngine<Position> =
            UciEngine::new(command.clone(), Vec::new(), *startup, false);
        let declared = engine.start(stop);
        let declared = declared.map_err(|error| ConfigError::Start(name.clone(), error))?;
        let find = |option: &str| declared.iter().find(|d| d.name == option.to_lowercase());
        let has = |option: &str| find(option).is_some();
        let mut options = self.options.clone();
        if let Some((option, _)) = options.iter().find(|(option, _)| !has(option)) {
            return Err(ConfigError::Option(name.clone(), option.clone()));
        }
        let stranger = |game: &str| Err(ConfigError::Variant(name.clone(), game.to_owned()));
        if let Some(variant) = &protocol.variant {
            let plays = |option: &DeclaredOption| match &option.values {
                Values::Words(games) => games.contains(variant),
                _ => false,
            };
            if !find("UCI_Variant").is_some_and(plays) {
                return stranger(variant);
            }
            options.push(("UCI_Variant".to_owned(), variant.clone()));
        }
        for (option, value) in &protocol.rules {
            if !has(option) {
                return match option.as_str() {
                    "UCI_Chess960" => stranger("chess960"),
                    _ => Err(ConfigError::Option(name.clone(), option.clone())),
                };
            }
            options.push((option.clone(), value.clone()));
        }
        if *ponders && has("Ponder") {
            options.push(("Ponder".to_owned(), "true".to_owned()));
        }
        for (option, value) in &self.shared {
            let own = options.iter().any(|(o, _)| o.eq_ignore_ascii_case(option));
            if !has(option) {
                warnings.push(ConfigError::Option(name.clone(), option.clone()));
            } else if !own {
                options.push((option.clone(), value.clone()));
            }
        }
        for (option, value) in &options {
            let checked = find(option).map_or(Ok(()), |declared| declared.check(option, value));
            checked.map_err(|error| ConfigError::Value(name.clone(), error))?;
        }
        Ok(options)
    }
}

/// Engine that [`EngineConfig::prepare`] has checked, with the options to be set in it.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// A player of this program, with its options.
    Builtin(Builtin, EngineOptions),
    /// An external engine.
    Process {
        /// Command that starts it.
        command: EngineCommand,
        /// Options to be set in it, by name and value.
        options: Vec<(String, String)>,
        /// Time limit for its answer `uciok`.
        startup: Duration,
        /// True if it ponders, that is, thinks on the opponents' time.
        ponders: bool,
    },
}

/// Prepared engines of a match, from which the arena makes the players.
pub struct Lineup<G> {
    engines: Vec<Prepared>,
    /// Source of the players that this program provides.
    players: Box<dyn PlayersOf<G>>,
    /// Delays of the answers of each engine, measured over all its games.
    lags: Vec<LagMeter>,
}

impl<G: Game> Lineup<G> {
    /// Prepares all engines of a match; `players` makes those of this program. Returns the lineup, and the warnings.
    ///
    /// # Errors
    /// [`ConfigError`] of the first engine that cannot play, or that was being started when `stop` was set.
    pub fn prepare(
        engines: &[EngineConfig],
        players: impl PlayersOf<G> + 'static,
        protocol: &Protocol,
        stop: &AtomicBool,
    ) -> Result<(Lineup<G>, Vec<ConfigError>), ConfigError> {
        let mut warnings = Vec::new();
        let prepared = engines
            .iter()
            .map(|engine| engine.prepare(&players, protocol, &mut warnings, stop))
            .collect::<Result<Vec<_>, _>>()?;
        let lineup = Lineup {
            lags: prepared.iter().map(|_| LagMeter::default()).collect(),
            engines: prepared,
            players: Box::new(players),
        };
        Ok((lineup, warnings))
    }
}

/// Stand-in for a player that could not be made, with the reason: it loses its games, and the match goes on.
struct Absent(Failure);

impl<G: Game> Player<G> for Absent {
    fn new_game(&mut self, _: &G, _: &AtomicBool) -> Result<(), Failure> {
        Err(self.0.clone())
    }

    fn answer(&mut self, _: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        Err(self.0.clone())
    }
}

impl<G: Words> Roster<G> for Lineup<G> {
    fn create(&self, player: usize, seed: u64) -> Box<dyn Player<G>> {
        match &self.engines[player] {
            Prepared::Builtin(builtin, options) => {
                let made = self.players.player(*builtin, options, seed);
                let made = made.unwrap_or_else(|error| Box::new(Absent(error.into())));
                Box::new(Punctual::new(made, self.lags[player].sibling()))
            }
            Prepared::Process {
                command,
                options,
                startup,
                ponders,
            } => {
                let (command, options) = (command.clone(), options.clone());
                Box::new(UciEngine::new(command, options, *startup, *ponders))
            }
        }
    }

    fn is_kept(&self, player: usize) -> bool {
        match &self.engines[player] {
            // A player with random choices is created anew for each game, with the seed of that game.
            Prepared::Builtin(builtin, options) if builtin.takes_options() => !options.draws_lots(),
            // An expert is kept because of its table.
            Prepared::Builtin(builtin, _) => !builtin.ends_by_itself(),
            Prepared::Process { .. } => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::kamisado::Match;
    use games::{Line, Variant, rolit};
    use players::{Level, Levels, Limits, NativePlayers};

    fn engine(kind: EngineKind, options: &[(&str, &str)]) -> EngineConfig {
        let text = |pair: &(&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
        EngineConfig {
            name: "it".to_owned(),
            kind,
            options: options.iter().map(text).collect(),
            shared: Vec::new(),
            pace: Pace::default(),
            seats: 1,
        }
    }

    fn refusal<G: Variant + Levels>(options: &[(&str, &str)]) -> String {
        let engine = engine(EngineKind::Atalaya, options);
        let prepared = engine.prepare(
            &NativePlayers::<G>::default(),
            &Protocol::default(),
            &mut Vec::new(),
            &AtomicBool::new(false),
        );
        prepared.expect_err("refused").to_string()
    }

    #[test]
    fn engines_are_kept_as_json() {
        let process = EngineKind::Process {
            command: EngineCommand {
                program: "engine".into(),
                args: vec!["-x".to_owned()],
                ..EngineCommand::default()
            },
            startup: STARTUP,
            ponders: true,
        };
        let hard = EngineKind::Builtin(Builtin::Level(Level::Hard));
        for kind in [EngineKind::Atalaya, hard, process] {
            let mut engine = engine(kind, &[("Hash", "8")]);
            engine.pace.tc = Some("40/60+0.5".parse().expect("a time control"));
            let text = serde_json::to_string(&engine).expect("JSON");
            assert!(text.contains(r#""tc":"40/60+0.5""#), "{text}");
            assert_eq!(
                serde_json::from_str::<EngineConfig>(&text).ok(),
                Some(engine)
            );
        }
        let text = serde_json::to_string(&Builtin::AlphaBeta).expect("JSON");
        assert_eq!(text, r#""alphabeta""#);
    }

    #[test]
    fn an_option_that_the_engine_does_not_have_in_this_game_is_refused_by_name() {
        assert_eq!(
            refusal::<Match>(&[("KamisadoDeadlock", "cycle")]),
            "engine 'it' has no option 'KamisadoDeadlock'"
        );
        assert_eq!(
            refusal::<rolit::Position>(&[("hash", "4"), ("Threads", "2")]),
            "engine 'it': option 'Threads' means nothing in rolit; it has Hash"
        );
        assert_eq!(
            refusal::<Position>(&[("Hash", "0")]),
            "engine 'it': option Hash cannot be '0'; expected a number from 1 to 65536"
        );
        assert!(refusal::<Position>(&[("SyzygyPath", "/no/such")]).contains("/no/such"));
    }

    #[test]
    fn shared_options_are_warned_of_and_own_ones_go_before() {
        let mut engine = engine(EngineKind::Atalaya, &[("Hash", "2")]);
        for (name, value) in [("Hash", "4"), ("Ponder", "true"), ("MultiPV", "3")] {
            engine.shared.push((name.to_owned(), value.to_owned()));
        }
        let mut warnings = Vec::new();
        let prepared = engine.prepare(
            &NativePlayers::<Position>::default(),
            &Protocol::default(),
            &mut warnings,
            &AtomicBool::new(false),
        );
        let Ok(Prepared::Builtin(Builtin::Engine, options)) = prepared else {
            panic!("{prepared:?}");
        };
        assert_eq!((options.hash_mb, options.multipv), (2, 3));
        let warnings: Vec<String> = warnings.iter().map(ConfigError::to_string).collect();
        assert_eq!(warnings, ["engine 'it' has no option 'Ponder'"]);
    }

    #[test]
    fn the_seed_decides_what_a_weakened_engine_plays_game_by_game() {
        let options = [
            ("UCI_LimitStrength", "true"),
            ("UCI_Elo", "700"),
            ("Hash", "1"),
        ];
        let engines = [engine(EngineKind::Atalaya, &options)];
        let own = NativePlayers::<Position>::default();
        let (lineup, _) =
            Lineup::prepare(&engines, own, &Protocol::default(), &AtomicBool::new(false))
                .expect("prepared");
        assert!(!lineup.is_kept(0));
        let play = |seed: u64| {
            let mut player: Box<dyn Player<Position>> = lineup.create(0, seed);
            let mut line = Line::new(Position::start());
            let never = AtomicBool::new(false);
            player.new_game(line.start(), &never).expect("ready");
            let limits = Limits::to_nodes(300);
            for _ in 0..12 {
                let choice = player.choose(&line, &limits, &AtomicBool::new(false));
                line.play(choice.expect("a move").chosen);
            }
            line.position().text()
        };
        assert_eq!(play(1), play(1));
        assert!(
            (2..6).any(|seed| play(seed) != play(1)),
            "chance has no say"
        );
    }
}
