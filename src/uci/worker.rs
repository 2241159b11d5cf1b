//! Searcher thread: owns a player for each game, receives jobs over a channel, and sends lines back.

use super::format::{bestmove, info, note};
use super::options::{Id, Value};
use base::chance::drawn_seed;
use base::limits::{LagMeter, Limits};
use crossbeam_channel::{Receiver, Sender};
use engine::eval::EvalKind;
use engine::search::{Control, bench};
use games::perft::PerftOptions;
use games::{AnyMove, AnyPosition, Game, Line};
use players::{
    AnyPlayer, Builtin, EngineError, EngineOption, EngineOptions, Entry, Failure, PlayersOf,
    Report, Request,
};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Task for the searcher thread. Tasks are done in order.
pub enum Job {
    /// Searches a position with the player of a game, reports with `info` lines, and answers with `bestmove`.
    Search(Entry, Box<Search>),
    /// Counts the move sequences of a given length.
    Perft {
        /// Position to begin at.
        position: AnyPosition,
        /// Length of the sequences, in plies.
        depth: u32,
        /// Handle that stops the count.
        control: Arc<Control<'static>>,
    },
    /// Finds every first move that mates in a given number of moves.
    Verify {
        /// Registry entry of the game.
        entry: Entry,
        /// Position to begin at.
        position: AnyPosition,
        /// Maximum number of moves to mate.
        moves: u32,
        /// Handle that stops the search for mates.
        control: Arc<Control<'static>>,
    },
    /// Measures the speed of the search on a fixed set of positions.
    Bench {
        /// Depth of the searches, in plies.
        depth: usize,
        /// Handle that stops the measurement.
        control: Arc<Control<'static>>,
    },
    /// Allocates the memory that searches of a game need.
    Prepare(Entry),
    /// Sets an option.
    Set(Id, Value),
    /// Prepares for a new game, which forgets what was learned from the last one.
    NewGame,
    /// Answers with [`Event::Ready`] when all earlier jobs are done.
    Sync,
}

/// A search of a position.
pub struct Search {
    /// The game up to the position to search.
    pub game: Line<AnyPosition>,
    /// Limits of the search.
    pub limits: Limits,
    /// Moves to which the search is restricted; empty for all moves.
    pub among: Vec<AnyMove>,
    /// True for `go infinite`: the opening book and limited strength are not used.
    pub full_strength: bool,
    /// Handle that stops the search.
    pub control: Arc<Control<'static>>,
}

/// Message from the searcher thread.
pub enum Event {
    /// A line for the GUI.
    Line(String),
    /// The last line of the answer to a job such as `go` or `bench`: the thread is free again.
    Final(String),
    /// All jobs before [`Job::Sync`] are done.
    Ready,
}

/// Strongest player of a game, with a meter of the delays of its answers.
struct Engine {
    entry: Entry,
    player: AnyPlayer,
    lag: LagMeter,
}

/// State of the searcher thread.
pub struct Worker {
    options: EngineOptions,
    /// True if chances of win, draw and loss are reported with the scores.
    show_wdl: bool,
    /// Players of the games, each created when it is first needed.
    engines: Vec<Engine>,
    events: Sender<Event>,
}

impl Worker {
    /// Creates a worker with a player of the game `first`, whose options are at their defaults.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory for the default transposition table.
    pub fn new(first: Option<&Entry>, events: Sender<Event>) -> Result<Worker, EngineError> {
        let mut worker = Worker {
            options: EngineOptions::default(),
            show_wdl: false,
            engines: Vec::new(),
            events,
        };
        if let Some(first) = first {
            worker.engine(first)?;
        }
        Ok(worker)
    }

    /// Does jobs until the sending end of the channel is dropped.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Search(entry, search) => {
                    let last = self.search(&entry, &search);
                    self.send(Event::Final(last));
                }
                Job::Perft {
                    position,
                    depth,
                    control,
                } => {
                    let last = self.perft(&position, depth, &control);
                    self.send(Event::Final(last));
                }
                Job::Verify {
                    entry,
                    position,
                    moves,
                    control,
                } => {
                    let mut lines = entry.verify(&position, moves, &self.options, &control);
                    let last = lines.pop().unwrap_or_default();
                    lines.iter().for_each(|line| self.say(line));
                    self.send(Event::Final(note(&last)));
                }
                Job::Bench { depth, control } => self.bench(depth, &control),
                Job::Prepare(entry) => match self.engine(&entry) {
                    Ok(engine) => engine.player.prepare(),
                    Err(error) => self.say(&error.to_string()),
                },
                Job::Set(id, value) => self.set(id, &value),
                Job::NewGame => {
                    let never = AtomicBool::new(false);
                    for engine in &mut self.engines {
                        // Players of this process are always ready.
                        let _ = engine.player.new_game(&engine.entry.start(), &never);
                    }
                }
                Job::Sync => self.send(Event::Ready),
            }
        }
    }

    fn send(&self, event: Event) {
        // If the session is gone, the program is about to end.
        let _ = self.events.send(event);
    }

    fn say(&self, text: &str) {
        self.send(Event::Line(note(text)));
    }

    /// Returns the engine of a game, which is created if it is needed for the first time.
    fn engine(&mut self, entry: &Entry) -> Result<&mut Engine, EngineError> {
        let mut known = self.engines.iter();
        let index = match known.position(|engine| engine.entry.name() == entry.name()) {
            Some(index) => index,
            None => {
                self.engines.push(Engine {
                    player: entry.player(Builtin::Engine, &self.options, drawn_seed())?,
                    entry: entry.clone(),
                    lag: LagMeter::default(),
                });
                self.engines.len() - 1
            }
        };
        Ok(&mut self.engines[index])
    }

    /// Searches a position and sends the reports as `info` lines. Returns the `bestmove` line; if the player cannot be
    /// created, it has the first legal move.
    fn search(&mut self, entry: &Entry, search: &Search) -> String {
        let Search {
            game,
            limits,
            among,
            control,
            ..
        } = search;
        let (here, plies) = (game.position(), game.moves().len());
        let (show_wdl, events) = (self.show_wdl, self.events.clone());
        // A fixed time for a move is used by GUIs in games, too.
        let is_analysis = search.full_strength || self.options.analyse || limits.movetime.is_none();
        let say = |line| {
            let _ = events.send(Event::Line(line));
        };
        let some_move = || bestmove(here, here.legal_moves().first().copied(), None);
        let engine = match self.engine(entry) {
            Ok(engine) => engine,
            Err(error) => {
                say(note(&error.to_string()));
                return some_move();
            }
        };
        let clock = limits.clock(here.turn());
        if let Some(clock) = clock {
            engine.lag.observe(clock, plies, here.players());
        }
        // First move of the best line that was reported last.
        let last: Mutex<Option<String>> = Mutex::default();
        let report = |report: &Report| {
            match (info(report, control.elapsed(), show_wdl), &report.remark) {
                (Some(line), _) => say(line),
                (None, Some(remark)) => say(note(remark)),
                (None, None) => {}
            }
            if let (Some(first), Ok(mut last)) = (report.pv.first(), last.lock())
                && report.rank == 0
            {
                *last = Some(first.clone());
            }
        };
        let answer = engine.player.answer(&Request {
            game,
            limits: &engine.lag.allow_for(limits),
            among,
            full_strength: search.full_strength,
            is_analysis,
            control,
            report: &report,
        });
        if let Some(clock) = clock {
            engine.lag.answered(clock, plies, control.on_the_clock());
        }
        let choice = match answer {
            Ok(choice) => choice,
            Err(Failure::IllegalMove(_)) if game.outcome().is_some() => {
                return bestmove(here, None, None);
            }
            Err(failure) => {
                if !matches!(failure, Failure::IllegalMove(_)) {
                    say(note(&failure.to_string()));
                }
                return some_move();
            }
        };
        // Every `bestmove` is preceded by an `info` line that begins with the same move.
        let reported = last.into_inner().ok().flatten();
        if reported.as_ref() != choice.report.pv.first() && !choice.report.pv.is_empty() {
            say(info(&choice.report, control.elapsed(), show_wdl).unwrap_or_default());
        }
        if let Some(remark) = &choice.report.remark {
            say(note(remark));
        }
        bestmove(here, Some(choice.chosen), choice.reply)
    }

    /// Counts move sequences and reports the count below each move; returns the last line of the answer.
    fn perft(&self, position: &AnyPosition, depth: u32, control: &Control) -> String {
        let stop = |_, _| control.stopped();
        match position.divide(depth, PerftOptions::default(), &stop) {
            Ok(Some(divided)) => {
                let mut nodes = u64::from(depth == 0);
                for (text, count) in divided {
                    nodes += count;
                    self.send(Event::Line(format!("{text}: {count}")));
                }
                format!("\nNodes searched: {nodes}\n")
            }
            Ok(None) => note("perft was stopped"),
            Err(error) => note(&error.to_string()),
        }
    }

    fn bench(&self, depth: usize, control: &Control) {
        let last = match bench::bench(depth, EvalKind::default(), control, |_, _, _| {}) {
            Ok(_) if control.stopped() => "info string bench was stopped".to_owned(),
            Ok(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Err(error) => format!("info string {error}"),
        };
        self.send(Event::Final(last));
    }

    fn set(&mut self, id: Id, value: &Value) {
        match (id, value) {
            (Id::ClearHash, _) => self.clear_hash(),
            (Id::ShowWdl, Value::Check(on)) => self.show_wdl = *on,
            (Id::Engine(option), value) => self.set_engine(option, value),
            // These options are handled by the session.
            _ => {}
        }
    }

    fn clear_hash(&mut self) {
        for engine in &mut self.engines {
            engine.player.clear_hash();
        }
    }

    fn set_engine(&mut self, option: EngineOption, value: &Value) {
        let mut options = self.options.clone();
        options.set(option, value);
        if option == EngineOption::Hash && options == self.options {
            // A GUI that sets the size again expects a fresh table.
            return self.clear_hash();
        }
        let done: Result<Vec<Option<String>>, EngineError> = self
            .engines
            .iter_mut()
            .map(|engine| engine.player.configure(&options))
            .collect();
        match done {
            Ok(found) => {
                self.options = options;
                found.iter().flatten().for_each(|found| self.say(found));
            }
            Err(error @ EngineError::Memory(_)) => {
                self.say(&format!("{error}; the old table stays"));
            }
            Err(error @ EngineError::Network(_)) => {
                self.say(&format!("{error}; the present network stays"));
            }
            Err(error) => self.say(&error.to_string()),
        }
    }
}
