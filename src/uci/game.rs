//! The game that is being played: its options and its position, in the same form for every game of the registry.

use super::command::Go;
use super::format::shortened;
use super::options::{Id, Value};
use super::worker::{Job, Search};
use base::limits::Limits;
use engine::eval::network::Network;
use engine::search::Control;
use games::{
    AnyGame, Dropped, Game, GameOption, Lang, OptionKind, Outcome, Read, Settings, StartError,
    TextError,
};
use players::{EngineOption, EngineOptions, Entry};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A game of the registry with its options and its current position.
pub(super) struct CurrentGame {
    entry: Entry,
    /// Values of the game's own options that have been set.
    settings: Settings,
    /// Options of the evaluation that `eval` explains.
    evaluation: EngineOptions,
    game: AnyGame,
    /// FEN and moves of the last accepted `position` command, which is applied again when an option changes its
    /// meaning.
    last: (Option<String>, Vec<String>),
    /// True if the most recent `position` command was refused: `go` must not search the older position then.
    pub position_refused: bool,
}

impl CurrentGame {
    /// Creates the state of a game at its start position, with all options at their defaults.
    pub fn new(entry: Entry) -> CurrentGame {
        // A `position` command takes precedence over the options of the start position.
        let mut settings = Settings::yielding();
        for option in entry.options() {
            // The default of a number is set explicitly, so that it does not depend on other options.
            if let OptionKind::Number { usual, .. } = option.kind {
                settings.set(option.name, &usual.to_string());
            }
        }
        CurrentGame {
            settings,
            evaluation: EngineOptions::default(),
            game: AnyGame::new(entry.start()),
            last: (None, Vec::new()),
            position_refused: false,
            entry,
        }
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &'static str {
        self.entry.name()
    }

    /// Returns the registry entry of the game.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Returns the game's own option with this UCI name; `None` if it has none.
    fn own_option(&self, uci: &str) -> Option<GameOption> {
        let options = self.entry.options();
        options.into_iter().find(|option| option.uci == uci)
    }

    /// Returns the game at the start of a `position` command: from `fen`, or from its start position if that is `None`.
    /// The error is a sentence.
    fn begun(&self, fen: Option<&str>) -> Result<Read<AnyGame>, String> {
        let options = self.entry.options();
        let called = |name: &str| {
            let option = options.iter().find(|option| option.name == name);
            option.map_or(name, |option| option.uci).to_owned()
        };
        let begun = self.entry.begin(&self.settings, fen);
        begun.map_err(|error: StartError| shortened(&error.text_naming(Lang::EN, called)))
    }

    /// Returns the game after a `position` command: it begins at `fen`, or at the usual start position if that is
    /// `None`, and continues with `moves`. The error is a sentence.
    fn played(&self, fen: Option<&str>, moves: &[String]) -> Result<Read<AnyGame>, String> {
        let sentence = |error: TextError| shortened(&error.to_string());
        let (game, dropped) = self.begun(fen)?.split();
        let mut line = game.line().clone();
        for text in moves {
            let m = line.position().parse_move(text);
            line.play(m.map_err(sentence)?);
        }
        Ok(Read::new(line.into(), dropped))
    }

    /// Returns an announcement of the game, its board size and its start position, for GUIs that do not know the game.
    ///
    /// # Errors
    /// A sentence, if the options contradict each other.
    pub fn announcement(&self) -> Result<String, String> {
        let name = self.name();
        let (start, _) = self.begun(None)?.split();
        let usual = start.position().is_usual_start();
        let text = if usual {
            self.entry.start().text()
        } else {
            start.text()
        };
        let board = start.board();
        let (files, ranks) = (board.files, board.ranks);
        Ok(format!(
            "variant {name} files {files} ranks {ranks} pocket 0 template {name} startpos {text}"
        ))
    }

    /// Sets an option if it concerns the game. Returns the parts of the position that are lost under new rules.
    pub fn set(&mut self, id: Id, value: &Value) -> Vec<Dropped> {
        match (id, value) {
            (Id::Chess960, Value::Check(on)) => {
                let Some(option) = self.own_option("UCI_Chess960") else {
                    return Vec::new();
                };
                let rules = ["standard", "chess960"][usize::from(*on)];
                self.settings.set(option.name, rules);
                // If the position is not valid under the new rules, the game stays as it is.
                let (fen, moves) = &self.last;
                if let Ok(read) = self.played(fen.as_deref(), moves) {
                    let (game, dropped) = read.split();
                    self.game = game;
                    return dropped;
                }
            }
            (Id::Engine(option @ EngineOption::Eval), value) => self.evaluation.set(option, value),
            // The searcher reports an unreadable file; here, too, the current network is kept then.
            (Id::Engine(option @ EngineOption::EvalFile), Value::Text(path))
                if path.is_empty() || Network::read(Path::new(path)).is_ok() =>
            {
                self.evaluation.set(option, value);
            }
            (Id::Game(uci), value) => {
                if let Some(option) = self.own_option(uci) {
                    self.set_own(&option, value);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Sets one of the game's own options, and applies the last `position` command again under it.
    fn set_own(&mut self, option: &GameOption, value: &Value) {
        let text = |start: Read<AnyGame>| start.split().0.text();
        let start = |game: &CurrentGame| game.begun(None).map(text).ok();
        let before = start(self);
        match value {
            Value::Text(text) => self.settings.set(option.name, text),
            Value::Spin(number) => self.settings.set(option.name, &number.to_string()),
            Value::Check(_) | Value::Pressed => {}
        }
        if self.last.0.is_none() && start(self) != before {
            // The moves do not apply to another start position.
            self.last.1.clear();
        }
        // If the last position is no longer valid, the start position is set up; if that is not valid either, the old
        // position stays.
        let (fen, moves) = &self.last;
        let again = self.played(fen.as_deref(), moves);
        if let Ok(game) = again.or_else(|_| self.played(None, &[])) {
            // Parts that were left out were reported when the position was set up.
            self.game = game.split().0;
        }
    }

    /// Obeys `position`; `fen` is `None` for `startpos`. Returns the parts of the FEN that were left out.
    ///
    /// # Errors
    /// A sentence that says what is wrong; the old position stays.
    pub fn set_up(
        &mut self,
        fen: Option<String>,
        moves: Vec<String>,
    ) -> Result<Vec<Dropped>, String> {
        let played = self.played(fen.as_deref(), &moves);
        self.position_refused = played.is_err();
        let (game, dropped) = played?.split();
        self.game = game;
        self.last = (fen, moves);
        Ok(dropped)
    }

    /// Returns the search for a `go`, and a sentence for each of the `searchmoves` that was left out.
    pub fn search(&self, go: &Go, control: Arc<Control<'static>>) -> (Search, Vec<String>) {
        let position = self.game.position();
        let mut among = Vec::new();
        let mut refused = Vec::new();
        for text in &go.searchmoves {
            match position.parse_move(text) {
                Ok(m) => among.push(m),
                // python-chess writes an empty list as the null move.
                Err(_) if text == "0000" => {}
                Err(error) => refused.push(shortened(&error.to_string())),
            }
        }
        let seat = position.turn();
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            movetime: go.movetime.map(Duration::from_millis),
            mate: go.mate,
            ..Limits::default()
        };
        limits.clocks[seat] = go.clock(usize::from(seat != position.white()), seat);
        let search = Search {
            game: self.game.line().clone(),
            limits,
            among,
            // A search that ponders belongs to a game in progress.
            full_strength: go.infinite,
            control,
        };
        (search, refused)
    }

    /// Returns the job that the searcher has to do for a `perft`.
    pub fn perft(&self, depth: u32, control: Arc<Control<'static>>) -> Job {
        Job::Perft {
            position: self.game.position().clone(),
            depth,
            control,
        }
    }

    /// Returns the job that the searcher has to do for a `verify`.
    pub fn verification(&self, moves: u32, control: Arc<Control<'static>>) -> Job {
        Job::Verify {
            entry: self.entry.clone(),
            position: self.game.position().clone(),
            moves,
            control,
        }
    }

    /// Returns the answer to `d`: a picture of the board.
    pub fn display(&self) -> String {
        self.game.display()
    }

    /// Returns the answer to `eval`: an explanation of the evaluation.
    pub fn explain(&self) -> String {
        let position = self.game.position();
        self.entry.explain(position, &self.evaluation)
    }

    /// Gives the move to the other side.
    ///
    /// # Errors
    /// A sentence that says why it is not possible; the old position stays.
    pub fn flip(&mut self) -> Result<(), String> {
        self.game = AnyGame::new(self.entry.flipped(self.game.position())?);
        Ok(())
    }

    /// Returns the answer to UGI's `query …`.
    ///
    /// # Errors
    /// A sentence, if `question` is unknown.
    pub fn answer(&self, question: &str) -> Result<String, String> {
        let position = self.game.position();
        let outcome = self.game.outcome();
        Ok(match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (position.turn() == 0).to_string(),
            "result" => match outcome {
                None => "none".to_owned(),
                Some(outcome) => result(position, outcome),
            },
            other => {
                let other = shortened(other);
                return Err(format!(
                    "unknown question '{other}'; expected gameover, p1turn or result"
                ));
            }
        })
    }
}

/// Returns the result of a finished game as UGI writes it: `p1win` if the first player has won, and so on. For a team,
/// the member that is first in seat order is named. A first place that opponents share is a `draw`.
fn result<G: Game>(position: &G, outcome: Outcome) -> String {
    let mut winners = (0..position.players()).filter(|seat| outcome.winners.contains(*seat));
    match winners.next() {
        Some(first) if winners.all(|seat| position.allied(first, seat)) => {
            format!("p{}win", first + 1)
        }
        _ => "draw".to_owned(),
    }
}
