//! The game that is played: what the session does with it, the same for every game of the registry.

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

/// A game of the registry, with what the options say about it.
pub(super) struct CurrentGame {
    entry: Entry,
    /// The game's own options that have been set.
    settings: Settings,
    /// Options of the evaluation that explains a position.
    evaluation: EngineOptions,
    game: AnyGame,
    /// The last `position` command that was accepted, for when an option changes what it means.
    last: (Option<String>, Vec<String>),
    /// The last one of all was refused: no `go` is answered with a move of the position before it.
    pub position_refused: bool,
}

impl CurrentGame {
    /// The start position, all options at their defaults.
    pub fn new(entry: Entry) -> CurrentGame {
        // What a `position` command says goes before.
        let mut settings = Settings::yielding();
        for option in entry.options() {
            // A number that the protocol declares holds whatever the other options say.
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

    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.entry.name()
    }

    /// The entry of the game.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The option of the game's own that UCI calls so.
    fn own_option(&self, uci: &str) -> Option<GameOption> {
        let options = self.entry.options();
        options.into_iter().find(|option| option.uci == uci)
    }

    /// The game from where a `position` command begins.
    fn begun(&self, fen: Option<&str>) -> Result<Read<AnyGame>, String> {
        let options = self.entry.options();
        let called = |name: &str| {
            let option = options.iter().find(|option| option.name == name);
            option.map_or(name, |option| option.uci).to_owned()
        };
        let begun = self.entry.begin(&self.settings, fen);
        begun.map_err(|error: StartError| shortened(&error.text_naming(Lang::EN, called)))
    }

    /// Plays a `position` command out.
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

    /// The game, its board and its start, for GUIs that learn it from the engine.
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

    /// Takes an option, if it is one of the game's. Returns what the position loses under new rules.
    pub fn set(&mut self, id: Id, value: &Value) -> Vec<Dropped> {
        match (id, value) {
            (Id::Chess960, Value::Check(on)) => {
                let Some(option) = self.own_option("UCI_Chess960") else {
                    return Vec::new();
                };
                let rules = ["standard", "chess960"][usize::from(*on)];
                self.settings.set(option.name, rules);
                // What cannot be read under the other rules stays as it is.
                let (fen, moves) = &self.last;
                if let Ok(read) = self.played(fen.as_deref(), moves) {
                    let (game, dropped) = read.split();
                    self.game = game;
                    return dropped;
                }
            }
            (Id::Engine(option @ EngineOption::Eval), value) => self.evaluation.set(option, value),
            // The searcher says what is wrong with a file; here, too, the present network then stays.
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

    /// Takes one of the game's own options, and sees what the last `position` means now.
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
            // Moves from another start mean nothing.
            self.last.1.clear();
        }
        // The start, if the last position no longer makes sense; and if there is no start either,
        // the old position stays.
        let (fen, moves) = &self.last;
        let again = self.played(fen.as_deref(), moves);
        if let Ok(game) = again.or_else(|_| self.played(None, &[])) {
            // What was left out has been said when the position came.
            self.game = game.split().0;
        }
    }

    /// Obeys `position`: `None` for `startpos`. Returns what was left out of the text.
    ///
    /// # Errors
    /// A sentence; the old position stays.
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
                // The null move is how python-chess writes an empty list.
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
            // Whoever ponders is in a game.
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

    /// Answers `d`.
    pub fn display(&self) -> String {
        self.game.display()
    }

    /// Answers `eval`.
    pub fn explain(&self) -> String {
        let position = self.game.position();
        self.entry.explain(position, &self.evaluation)
    }

    /// Gives the move to the other side.
    ///
    /// # Errors
    /// A sentence; the old position stays.
    pub fn flip(&mut self) -> Result<(), String> {
        self.game = AnyGame::new(self.entry.flipped(self.game.position())?);
        Ok(())
    }

    /// Answers UGI's `query …`.
    ///
    /// # Errors
    /// A sentence: there is no such question.
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

/// `p1win` for the first player, and so on; of a team the member who moves first is named. A first
/// place that is shared with others is a draw.
fn result<G: Game>(position: &G, outcome: Outcome) -> String {
    let mut winners = (0..position.players()).filter(|seat| outcome.winners.contains(*seat));
    match winners.next() {
        Some(first) if winners.all(|seat| position.allied(first, seat)) => {
            format!("p{}win", first + 1)
        }
        _ => "draw".to_owned(),
    }
}
