//! The one list of games.
//!
//! An [`Entry`] is a game with its rules, its words and its players, asked by name; the [`Registry`]
//! is the list of them, [`Registry::standard`] the games of this program. Whatever depends on which
//! games there are (the command line, the protocol, saved games, rooms) is given a registry and
//! asks it, so that adding a game is one line here, or one call of [`Registry::with`] elsewhere.

use super::{
    Builtin, Choice, Control, EngineError, EngineOption, EngineOptions, Failure, Level, Levels,
    Limits, NativePlayers, Player, PlayersOf, Request,
};
use base::lang::one_of;
use base::say;
use games::chess;
use games::{
    AnyGame, AnyMove, AnyPosition, Game, GameOption, Lang, Line, Read, Settings, StartError,
    Variant, Words, kamisado, rolit,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player of whatever game.
pub type AnyPlayer = Box<dyn Player<AnyPosition>>;

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct UnknownGame {
    name: String,
    known: Vec<&'static str>,
}

impl UnknownGame {
    /// The error in a language.
    pub fn text(&self, lang: Lang) -> String {
        let known = one_of(&self.known, lang);
        say!(lang, "game-unknown", name = self.name, known)
    }
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

    /// The game of a name.
    ///
    /// # Errors
    /// [`UnknownGame`] names the games there are.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownGame> {
        let found = self.entries.iter().find(|entry| entry.name() == name);
        found.ok_or_else(|| UnknownGame {
            name: name.to_owned(),
            known: self.entries.iter().map(Entry::name).collect(),
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
pub struct Entry(Arc<dyn ErasedEntry>);

impl Entry {
    /// A game with everything it says of itself.
    pub fn of<G: Variant + Words + Levels>() -> Entry {
        Entry(Arc::new(GameEntry(NativePlayers::<G>::default())))
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

    /// The Elo of a level, in a game whose machines have been measured.
    pub fn elo(&self, level: Level) -> Option<u32> {
        self.0.elo(level)
    }

    /// The text that stands for no move, where no position can be searched.
    pub fn no_move(&self) -> &'static str {
        self.0.no_move()
    }

    /// Describes in words how a position of this game is evaluated under these options.
    pub fn explain(&self, position: &AnyPosition, options: &EngineOptions) -> String {
        self.0.explain(position, options)
    }

    /// Returns true if the game has mates, which [`verify`](Entry::verify) finds.
    pub fn has_mates(&self) -> bool {
        self.0.has_mates()
    }

    /// Every first move that mates in at most `moves`, one sentence each, the verdict last; nothing in a game without
    /// mates.
    pub fn verify(
        &self,
        position: &AnyPosition,
        moves: u32,
        options: &EngineOptions,
        control: &Control,
    ) -> Vec<String> {
        self.0.verify(position, moves, options, control)
    }

    /// The position with the other side to move.
    ///
    /// # Errors
    /// A sentence: the game has no such positions, or this one would be illegal.
    pub fn flipped(&self, position: &AnyPosition) -> Result<AnyPosition, String> {
        self.0.flipped(position)
    }
}

/// Operations of an entry.
trait ErasedEntry: PlayersOf<AnyPosition> {
    fn name(&self) -> &'static str;
    fn options(&self) -> Vec<GameOption>;
    fn start(&self) -> AnyPosition;
    fn begin(
        &self,
        settings: &Settings,
        start: Option<&str>,
    ) -> Result<Read<AnyPosition>, StartError>;
    fn elo(&self, level: Level) -> Option<u32>;
    fn no_move(&self) -> &'static str;
    fn has_mates(&self) -> bool;
    fn explain(&self, position: &AnyPosition, options: &EngineOptions) -> String;
    fn verify(
        &self,
        position: &AnyPosition,
        moves: u32,
        options: &EngineOptions,
        control: &Control,
    ) -> Vec<String>;
    fn flipped(&self, position: &AnyPosition) -> Result<AnyPosition, String>;
}

/// The players of a game, for games of any variant.
struct GameEntry<G>(NativePlayers<G>);

impl<G: Variant + Words + Levels> PlayersOf<AnyPosition> for GameEntry<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        G::engine_options()
    }

    fn player(
        &self,
        builtin: Builtin,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<AnyPlayer, EngineError> {
        Ok(Box::new(ErasedPlayer(
            self.0.player(builtin, options, seed)?,
        )))
    }
}

impl<G: Variant + Words + Levels> ErasedEntry for GameEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn options(&self) -> Vec<GameOption> {
        G::options()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(G::start())
    }

    fn begin(
        &self,
        settings: &Settings,
        start: Option<&str>,
    ) -> Result<Read<AnyPosition>, StartError> {
        Ok(G::begin(settings, start)?.map(AnyPosition::new))
    }

    fn elo(&self, level: Level) -> Option<u32> {
        G::elo(level)
    }

    fn no_move(&self) -> &'static str {
        G::NO_MOVE
    }

    fn has_mates(&self) -> bool {
        G::HAS_MATES
    }

    fn explain(&self, position: &AnyPosition, options: &EngineOptions) -> String {
        let own = position.native::<G>();
        own.map_or(String::new(), |own| own.explain(options))
    }

    fn verify(
        &self,
        position: &AnyPosition,
        moves: u32,
        options: &EngineOptions,
        control: &Control,
    ) -> Vec<String> {
        let own = position.native::<G>();
        own.map_or(Vec::new(), |own| own.verify(moves, options, control))
    }

    fn flipped(&self, position: &AnyPosition) -> Result<AnyPosition, String> {
        let own = position.native::<G>();
        own.map_or_else(|| Err(String::new()), G::flipped)
            .map(AnyPosition::new)
    }
}

impl PlayersOf<AnyPosition> for Entry {
    fn game(&self) -> &'static str {
        self.name()
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        self.0.engine_options()
    }

    fn player(
        &self,
        builtin: Builtin,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<AnyPlayer, EngineError> {
        self.0.player(builtin, options, seed)
    }
}

/// A player of one game that takes games of any variant, and plays those that are of its own.
struct ErasedPlayer<G>(Box<dyn Player<G>>);

impl<G: Variant + Words> ErasedPlayer<G> {
    fn line(line: &Line<AnyPosition>) -> Result<Line<G>, Failure> {
        line.native().ok_or_else(|| {
            let name = line.start().text();
            Failure::Start(format!("this is a player of {}, not of '{name}'", G::NAME))
        })
    }
}

impl<G: Variant + Words> Player<AnyPosition> for ErasedPlayer<G> {
    fn new_game(&mut self, start: &AnyPosition, stop: &AtomicBool) -> Result<(), Failure> {
        let line = ErasedPlayer::<G>::line(&Line::new(start.clone()))?;
        self.0.new_game(line.start(), stop)
    }

    fn configure(&mut self, options: &EngineOptions) -> Result<Option<String>, EngineError> {
        self.0.configure(options)
    }

    fn prepare(&mut self) {
        self.0.prepare();
    }

    fn clear_hash(&mut self) {
        self.0.clear_hash();
    }

    fn answer(&mut self, request: &Request<AnyPosition>) -> Result<Choice<AnyMove>, Failure> {
        let own = ErasedPlayer::<G>::line(request.game)?;
        let among: Vec<G::Move> = request.among.iter().map(|m| m.native::<G>()).collect();
        let choice = self.0.answer(&Request {
            game: &own,
            limits: request.limits,
            among: &among,
            full_strength: request.full_strength,
            is_analysis: request.is_analysis,
            control: request.control,
            report: request.report,
        })?;
        if !own.position().legal_moves().contains(&choice.chosen) {
            let text = own.position().move_text(choice.chosen);
            return Err(Failure::IllegalMove(text));
        }
        Ok(Choice {
            chosen: AnyMove::new::<G>(choice.chosen),
            reply: choice.reply.map(AnyMove::new::<G>),
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
}
