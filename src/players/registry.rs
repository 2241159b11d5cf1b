//! The one list of games.
//!
//! An [`Entry`] is a game with its rules, its words and its players, asked by name; the [`Registry`]
//! is the list of them, [`Registry::standard`] the games of this program. Whatever depends on which
//! games there are (the command line, the protocol, saved games, rooms) is given a registry and
//! asks it, so that adding a game is one line here, or one call of [`Registry::with`] elsewhere.

use super::{
    Bounds, Builtin, Choice, EngineError, EngineOption, EngineOptions, Failure, GameSearcher,
    Handicap, Levels, Limits, Own, Player, PlayersOf, Score, Skill, Stop, Thought,
};
use base::lang::listed;
use base::limits::Clock;
use base::memory::OutOfMemory;
use games::chess;
use games::{
    AnyGame, AnyMove, AnyPosition, Game, GameOption, Lang, Line, Read, Settings, StartError,
    Variant, Words, kamisado, rolit,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

/// A player of whatever game.
pub type AnyPlayer = Box<dyn Player<AnyPosition>>;

/// A searcher of whatever game.
pub type AnySearcher = Box<dyn GameSearcher<AnyPosition>>;

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is not a game: expected {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

/// The games that can be played.
#[derive(Clone)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// The games of this program. Chess is the first, and the one that is meant if none is named.
    pub fn standard() -> Registry {
        let entries = vec![
            Entry::of::<chess::Position>(),
            Entry::of::<kamisado::Match>(),
            Entry::of::<rolit::Position>(),
        ];
        Registry { entries }
    }

    /// The list with one more game.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Registry {
        self.entries.push(entry);
        self
    }

    /// All games.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Their names: `chess, kamisado or rolit`.
    pub fn listed(&self) -> String {
        let names: Vec<&str> = self.entries.iter().map(Entry::name).collect();
        listed(&names, "or")
    }

    /// The game of a name.
    ///
    /// # Errors
    /// [`UnknownGame`] names the games there are.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownGame> {
        let found = self.entries.iter().find(|entry| entry.name() == name);
        found.ok_or_else(|| UnknownGame {
            name: name.to_owned(),
            known: self.listed(),
        })
    }

    /// The entry of a game in progress.
    ///
    /// # Errors
    /// [`UnknownGame`] if it is of a game that is not in the list.
    pub fn of(&self, game: &AnyGame) -> Result<&Entry, UnknownGame> {
        self.find(game.variant())
    }
}

/// A game of the list.
#[derive(Clone)]
pub struct Entry(Arc<dyn Offered>);

impl Entry {
    /// A game with everything it says of itself.
    pub fn of<G: Variant + Words + Levels>() -> Entry {
        Entry(Arc::new(Own::<G>::default()))
    }

    /// The name in options and files: `chess`.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The name for people: `Chess`.
    pub fn title(&self, lang: Lang) -> &'static str {
        self.0.start().title(lang)
    }

    /// Options of the rules and of the start.
    pub fn options(&self) -> Vec<GameOption> {
        self.0.options()
    }

    /// The usual start.
    pub fn start(&self) -> AnyPosition {
        self.0.start()
    }

    /// A game under these settings, from a position in the game's own text form or from where the
    /// settings say; with what of the text was left out.
    ///
    /// # Errors
    /// [`StartError`]: there is no such option or value, the text is no position, or they
    /// contradict each other.
    pub fn begin(
        &self,
        settings: &Settings,
        start: Option<&str>,
    ) -> Result<Read<AnyGame>, StartError> {
        settings.check(self.name(), &self.options())?;
        Ok(self.0.begin(settings, start)?.map(AnyGame::new))
    }

    /// The machine of a skill. `seed` decides its chances.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    pub fn machine(&self, skill: Skill, seed: u64) -> Result<AnyPlayer, OutOfMemory> {
        self.0.machine(skill, seed)
    }

    /// The Elo of a machine, in a game whose machines have been measured.
    pub fn elo(&self, skill: Skill) -> Option<u32> {
        self.0.elo(skill)
    }

    /// The strongest player as a protocol needs it, with a table of so many mebibytes if it has one.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    pub fn searcher(&self, hash_mb: usize) -> Result<AnySearcher, OutOfMemory> {
        self.0.searcher(hash_mb)
    }

    /// Describes in words how the strategies evaluate a position of this game.
    pub fn explain(&self, position: &AnyPosition) -> String {
        self.0.explain(position)
    }
}

/// Start of a game, with what of its text was left out.
type Begun = Result<Read<AnyPosition>, StartError>;

/// Operations of an entry.
trait Offered: Send + Sync {
    fn name(&self) -> &'static str;
    fn options(&self) -> Vec<GameOption>;
    fn start(&self) -> AnyPosition;
    fn begin(&self, settings: &Settings, start: Option<&str>) -> Begun;
    fn machine(&self, skill: Skill, seed: u64) -> Result<AnyPlayer, OutOfMemory>;
    fn elo(&self, skill: Skill) -> Option<u32>;
    fn searcher(&self, hash_mb: usize) -> Result<AnySearcher, OutOfMemory>;
    fn explain(&self, position: &AnyPosition) -> String;
    fn builtin(&self, builtin: Builtin, seed: u64) -> Result<AnyPlayer, OutOfMemory>;
    fn engine_options(&self) -> Vec<EngineOption>;
    fn engine(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError>;
    fn prover(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError>;
}

impl<G: Variant + Words + Levels> Offered for Own<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn options(&self) -> Vec<GameOption> {
        G::options()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(G::start())
    }

    fn begin(&self, settings: &Settings, start: Option<&str>) -> Begun {
        Ok(G::begin(settings, start)?.map(AnyPosition::new))
    }

    fn machine(&self, skill: Skill, seed: u64) -> Result<AnyPlayer, OutOfMemory> {
        Ok(Box::new(ErasedPlayer(G::at_skill(skill, seed)?)))
    }

    fn elo(&self, skill: Skill) -> Option<u32> {
        G::elo(skill)
    }

    fn searcher(&self, hash_mb: usize) -> Result<AnySearcher, OutOfMemory> {
        Ok(Box::new(ErasedSearcher(G::searcher(hash_mb)?)))
    }

    fn explain(&self, position: &AnyPosition) -> String {
        position.native::<G>().map_or(String::new(), G::explain)
    }

    fn builtin(&self, builtin: Builtin, seed: u64) -> Result<AnyPlayer, OutOfMemory> {
        Ok(Box::new(ErasedPlayer(PlayersOf::builtin(
            self, builtin, seed,
        )?)))
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        G::engine_options()
    }

    fn engine(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError> {
        Ok(Box::new(ErasedPlayer(G::engine(options, seed)?)))
    }

    fn prover(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError> {
        Ok(Box::new(ErasedPlayer(G::prover(options, seed)?)))
    }
}

impl PlayersOf<AnyPosition> for Entry {
    fn game(&self) -> &'static str {
        self.name()
    }

    fn builtin(&self, builtin: Builtin, seed: u64) -> Result<AnyPlayer, OutOfMemory> {
        self.0.builtin(builtin, seed)
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        self.0.engine_options()
    }

    fn engine(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError> {
        self.0.engine(options, seed)
    }

    fn prover(&self, options: &EngineOptions, seed: u64) -> Result<AnyPlayer, EngineError> {
        self.0.prover(options, seed)
    }
}

/// A player of one game that takes games of any variant, and plays those that are of its own.
pub struct ErasedPlayer<G>(pub Box<dyn Player<G>>);

impl<G: Variant + Words> ErasedPlayer<G> {
    fn line(line: &Line<AnyPosition>) -> Result<Line<G>, Failure> {
        line.native().ok_or_else(|| {
            let name = line.start().text();
            Failure::Start(format!("this is a player of {}, not of '{name}'", G::NAME))
        })
    }
}

impl<G: Variant + Words> Player<AnyPosition> for ErasedPlayer<G> {
    fn new_game(&mut self, start: &AnyPosition) -> Result<(), Failure> {
        let line = ErasedPlayer::<G>::line(&Line::new(start.clone()))?;
        self.0.new_game(line.start())
    }

    fn choose(
        &mut self,
        line: &Line<AnyPosition>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<AnyMove>, Failure> {
        let own = ErasedPlayer::<G>::line(line)?;
        let choice = self.0.choose(&own, limits, stop)?;
        if !own.position().legal_moves().contains(&choice.chosen) {
            let text = own.position().move_text(choice.chosen);
            return Err(Failure::IllegalMove(text));
        }
        Ok(Choice {
            chosen: AnyMove::new::<G>(choice.chosen),
            elapsed: choice.elapsed,
            report: choice.report,
        })
    }

    fn ponder(&mut self, line: &Line<AnyPosition>, limits: &Limits) {
        if let Ok(own) = ErasedPlayer::<G>::line(line) {
            self.0.ponder(&own, limits);
        }
    }

    fn game_over(&mut self) {
        self.0.game_over();
    }

    fn show_depth(&mut self, depth: &Arc<AtomicU32>) {
        self.0.show_depth(depth);
    }
}

/// A searcher of one game that takes games of any variant, and searches those that are of its own.
struct ErasedSearcher<G>(Box<dyn GameSearcher<G>>);

/// A thought in the game's own type, its variant forgotten.
fn erased_thought<G: Variant>(thought: &Thought<G::Move>) -> Thought<AnyMove> {
    let line = thought.line.iter().map(|m| AnyMove::new::<G>(*m));
    Thought {
        depth: thought.depth,
        score: thought.score,
        nodes: thought.nodes,
        line: line.collect(),
        remark: thought.remark.clone(),
    }
}

impl<G: Variant + Words> GameSearcher<AnyPosition> for ErasedSearcher<G> {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn final_score(&self, game: &Line<AnyPosition>) -> Score {
        match game.native() {
            Some(own) => self.0.final_score(&own),
            None => Score::Centipawns(0),
        }
    }

    fn chances(&self) -> fn(Score) -> Option<[u32; 3]> {
        self.0.chances()
    }

    fn share(&self, game: &AnyPosition, clock: Clock, overhead: Duration) -> Duration {
        match game.native() {
            Some(own) => self.0.share(own, clock, overhead),
            None => Duration::ZERO,
        }
    }

    fn choose_at(
        &mut self,
        game: &Line<AnyPosition>,
        handicap: Handicap,
        stop: &Stop,
    ) -> Option<AnyMove> {
        let chosen = self.0.choose_at(&game.native()?, handicap, stop)?;
        Some(AnyMove::new::<G>(chosen))
    }

    fn think(
        &mut self,
        game: &Line<AnyPosition>,
        bounds: &Bounds<AnyMove>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<AnyMove>),
    ) -> Option<Thought<AnyMove>> {
        let among = bounds.moves.iter();
        let bounds = Bounds {
            depth: bounds.depth,
            moves: among.map(|m| m.native::<G>()).collect(),
        };
        let mut told = |thought: &Thought<G::Move>| report(&erased_thought::<G>(thought));
        let last = self.0.think(&game.native()?, &bounds, stop, &mut told)?;
        Some(erased_thought::<G>(&last))
    }
}
