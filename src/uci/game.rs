//! The game that is played: what the session does with it, the same for every variant.

use super::command::Go;
use super::format::shortened;
use super::options::{Id, Value};
use super::think::Task;
use super::variant::{Effect, Variant};
use super::worker::Job;
use crate::games::{Game, Line, Outcome};
use crate::limits::Limits;
use crate::search::Control;
use std::sync::Arc;
use std::time::Duration;

/// The game that is played, whichever it is.
pub(super) trait CurrentGame {
    /// The name of the variant.
    fn name(&self) -> &'static str;

    /// The variant, its board and its start, for GUIs that learn it from the engine.
    ///
    /// # Errors
    /// A sentence, if the options contradict each other.
    fn announcement(&self) -> Result<String, String>;

    /// Takes an option, if it is one of the variant's.
    fn set(&mut self, id: Id, value: &Value);

    /// Obeys `position`: `None` for `startpos`.
    ///
    /// # Errors
    /// A sentence; the old position stays.
    fn set_up(&mut self, fen: Option<String>, moves: Vec<String>) -> Result<(), String>;

    /// What the searcher has to do for a `go`.
    fn search(&self, go: &Go, control: Arc<Control<'static>>) -> Search;

    /// What the searcher has to do for a `perft`.
    fn perft(&self, depth: u32, control: Arc<Control<'static>>) -> Job;

    /// What the searcher has to do for a `verify`.
    fn verification(&self, moves: u32, control: &Arc<Control<'static>>) -> Option<Job>;

    /// Answers `d`.
    fn display(&self) -> String;

    /// Answers `eval`.
    fn explain(&self) -> String;

    /// Gives the move to the other side.
    ///
    /// # Errors
    /// A sentence; the old position stays.
    fn flip(&mut self) -> Result<(), String>;

    /// Answers UGI's `query …`.
    ///
    /// # Errors
    /// A sentence: there is no such question.
    fn answer(&self, question: &str) -> Result<String, String>;
}

/// A search to be sent to the searcher.
pub(super) struct Search {
    /// The job itself.
    pub job: Job,
    /// Its limits, for people.
    pub limits: String,
    /// Why some of the `searchmoves` were left out.
    pub refused: Vec<String>,
}

/// The game of a variant, with what the options say about it.
pub(super) struct VariantGame<V: Variant> {
    options: V::Options,
    game: Line<V>,
    /// The last `position` command, for when an option changes what it means.
    last: (Option<String>, Vec<String>),
}

impl<V: Variant> VariantGame<V> {
    /// The start position, all options at their defaults.
    pub fn new() -> VariantGame<V> {
        VariantGame {
            options: V::Options::default(),
            game: Line::new(V::start()),
            last: (None, Vec::new()),
        }
    }

    /// Plays a `position` command out.
    fn played(&self, fen: Option<&str>, moves: &[String]) -> Result<Line<V>, String> {
        let sentence = |error: crate::games::TextError| shortened(&error.to_string());
        let start = match fen {
            Some(text) => V::read(&self.options, text),
            None => V::start_text(&self.options).and_then(|text| V::read(&self.options, &text)),
        };
        let mut game = Line::new(start.map_err(sentence)?);
        for text in moves {
            let m = game.position().parse_move(text);
            game.play(m.map_err(sentence)?);
        }
        Ok(game)
    }
}

impl<V: Variant> CurrentGame for VariantGame<V> {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn announcement(&self) -> Result<String, String> {
        let name = V::NAME;
        let start = self.played(None, &[])?;
        let text = V::start_text(&self.options).map_err(|error| error.to_string())?;
        let (files, ranks) = start.position().extent();
        Ok(format!(
            "variant {name} files {files} ranks {ranks} pocket 0 template {name} startpos {text}"
        ))
    }

    fn set(&mut self, id: Id, value: &Value) {
        let start = |options: &V::Options| V::start_text(options).ok();
        let before = start(&self.options);
        if V::set(&mut self.options, id, value) == Effect::None {
            return;
        }
        if self.last.0.is_none() && start(&self.options) != before {
            // Moves from another start mean nothing.
            self.last.1.clear();
        }
        // The start, if the last position no longer makes sense; and if there is no start either,
        // the old position stays.
        let (fen, moves) = &self.last;
        let again = self.played(fen.as_deref(), moves);
        if let Ok(game) = again.or_else(|_| self.played(None, &[])) {
            self.game = game;
        }
    }

    fn set_up(&mut self, fen: Option<String>, moves: Vec<String>) -> Result<(), String> {
        self.game = self.played(fen.as_deref(), &moves)?;
        self.last = (fen, moves);
        Ok(())
    }

    fn search(&self, go: &Go, control: Arc<Control<'static>>) -> Search {
        let position = self.game.position();
        let mut moves = Vec::new();
        let mut refused = Vec::new();
        for text in &go.searchmoves {
            match position.parse_move(text) {
                Ok(m) => moves.push(m),
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
        Search {
            limits: limits.to_string(),
            refused,
            job: V::job(Task::Go {
                game: Box::new(self.game.clone()),
                limits: Box::new(limits),
                among: moves,
                at_leisure: go.infinite || go.ponder,
                control,
            }),
        }
    }

    fn perft(&self, depth: u32, control: Arc<Control<'static>>) -> Job {
        V::job(Task::Perft {
            position: Box::new(self.game.position().clone()),
            depth,
            control,
        })
    }

    fn verification(&self, moves: u32, control: &Arc<Control<'static>>) -> Option<Job> {
        self.game.position().verification(moves, control)
    }

    fn display(&self) -> String {
        V::display(&self.game)
    }

    fn explain(&self) -> String {
        self.game.position().explain(&self.options)
    }

    fn flip(&mut self) -> Result<(), String> {
        let flipped = self.game.position().flipped(&self.options);
        self.game = Line::new(flipped.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn answer(&self, question: &str) -> Result<String, String> {
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
