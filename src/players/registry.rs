//! The registry of games: the only list of the games of this program.
//!
//! An [`Entry`] is a game with its rules, its text form and its players, found by name; a [`Registry`] is a list of
//! entries, and [`Registry::standard`] that of the games of this program. Everything that depends on which games there
//! are (the command line, the protocol, saved games, rooms) uses a registry, so that a new game is added by one line
//! here, or by one call of [`Registry::with`] elsewhere.

use super::{
    Builtin, Choice, Control, EngineError, EngineOption, EngineOptions, Failure, Level, Levels,
    Limits, NativePlayers, Player, PlayersOf, Request,
};
use base::lang::one_of;
use base::say;
use games::Text;
use games::chess;
use games::{
    AnyGame, AnyMove, AnyPosition, Game, GameOption, Lang, Line, Read, Settings, StartError,
    Variant, Words, kamisado, rolit,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player for positions of any game.
pub type AnyPlayer = Box<dyn Player<AnyPosition>>;

/// Error for the name of a game that is not in the registry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct UnknownGame {
    name: String,
    known: Vec<&'static str>,
}

impl UnknownGame {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        let known = one_of(&self.known, lang);
        say!(lang, "game-unknown", name = self.name, known)
    }
}

/// List of the games that can be played.
#[derive(Clone)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Returns the games of this program. Chess is the first, and the default where no game is named.
    pub fn standard() -> Registry {
        let entries = vec![
            Entry::of::<chess::Position>(),
            Entry::of::<kamisado::Match>(),
            Entry::of::<rolit::Position>(),
        ];
        Registry { entries }
    }

    /// Returns the list with one more game.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Registry {
        self.entries.push(entry);
        self
    }

    /// Returns the entries of all games.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entry of the game with a name.
    ///
    /// # Errors
    /// [`UnknownGame`] if there is none; its message lists the games that there are.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownGame> {
        let found = self.entries.iter().find(|entry| entry.name() == name);
        found.ok_or_else(|| UnknownGame {
            name: name.to_owned(),
            known: self.entries.iter().map(Entry::name).collect(),
        })
    }

    /// Returns the entry of the game that `game` is a game of.
    ///
    /// # Errors
    /// [`UnknownGame`] if that game is not in the list.
    pub fn of(&self, game: &AnyGame) -> Result<&Entry, UnknownGame> {
        self.find(game.variant())
    }
}

/// A game of the list.
#[derive(Clone)]
pub struct Entry(Arc<dyn ErasedEntry>);

impl Entry {
    /// Creates the entry of the game `G`.
    pub fn of<G: Variant + Words + Levels>() -> Entry {
        Entry(Arc::new(GameEntry(NativePlayers::<G>::default())))
    }

    /// Returns the game's name in options and files, such as `chess`.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Returns the game's name for people, such as `Chess`.
    pub fn title(&self, lang: Lang) -> &'static str {
        self.0.start().title(lang)
    }

    /// Returns the options of the game's rules and start position.
    pub fn options(&self) -> Vec<GameOption> {
        self.0.options()
    }

    /// Returns the usual start position.
    pub fn start(&self) -> AnyPosition {
        self.0.start()
    }

    /// Creates a game with these settings, from the position `start` in the game's own text form or, if that is `None`,
    /// from the start position of the settings. The result includes the parts of the text that were left out.
    ///
    /// # Errors
    /// [`StartError`]: an option or value is unknown, the text is not a position, or they contradict each other.
    pub fn begin(
        &self,
        settings: &Settings,
        start: Option<&str>,
    ) -> Result<Read<AnyGame>, StartError> {
        settings.check(self.name(), &self.options())?;
        Ok(self.0.begin(settings, start)?.map(AnyGame::new))
    }

    /// Returns the Elo of a level; `None` in a game whose players have not been measured.
    pub fn elo(&self, level: Level) -> Option<u32> {
        self.0.elo(level)
    }

    /// Returns the text that the protocol uses as a move if there is none to play.
    pub fn no_move(&self) -> &'static str {
        self.0.no_move()
    }

    /// Returns a text that explains the evaluation of a position under these options.
    pub fn explain(&self, position: &AnyPosition, options: &EngineOptions) -> String {
        self.0.explain(position, options)
    }

    /// Returns true if the game has mates, which [`verify`](Entry::verify) finds.
    pub fn has_mates(&self) -> bool {
        self.0.has_mates()
    }

    /// Returns a sentence for every first move that mates in at most `moves` moves, followed by one with the verdict;
    /// an empty list in a game without mates.
    pub fn verify(
        &self,
        position: &AnyPosition,
        moves: u32,
        options: &EngineOptions,
        control: &Control,
    ) -> Vec<String> {
        self.0.verify(position, moves, options, control)
    }

    /// Returns the position with the other side to move.
    ///
    /// # Errors
    /// A sentence: the game does not support that, or the position would be illegal.
    pub fn flipped(&self, position: &AnyPosition) -> Result<AnyPosition, String> {
        self.0.flipped(position)
    }
}

/// Operations of an entry, independent of the type of its positions.
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

/// Implementation of an entry for the game `G`.
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

/// A player of one game that accepts games of any type; it fails if they are not of its own.
struct ErasedPlayer<G>(Box<dyn Player<G>>);

impl<G: Variant + Words> ErasedPlayer<G> {
    fn line(line: &Line<AnyPosition>) -> Result<Line<G>, Failure> {
        line.native().ok_or_else(|| {
            let (game, position) = (G::NAME, line.start().text());
            let said = |lang| say!(lang, "start-other-game", game, position);
            Failure::Start(Text::of(said))
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
