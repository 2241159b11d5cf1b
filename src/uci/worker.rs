//! The searcher thread: owns a player of each game, takes jobs over a channel, sends lines back.

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

/// Something for the searcher thread to do. Jobs are done in order.
pub enum Job {
    /// Search, and answer with a `bestmove`.
    Search(Entry, Box<Search>),
    /// Count move sequences.
    Perft {
        /// From here.
        position: AnyPosition,
        /// Plies.
        depth: u32,
        /// Stops it.
        control: Arc<Control<'static>>,
    },
    /// Find every first move of a mate.
    Verify {
        /// The game.
        entry: Entry,
        /// Here.
        position: AnyPosition,
        /// In at most so many moves.
        moves: u32,
        /// Stops it.
        control: Arc<Control<'static>>,
    },
    /// Run the bench.
    Bench {
        /// Plies.
        depth: usize,
        /// Stops it.
        control: Arc<Control<'static>>,
    },
    /// Take the memory that searches of a game need.
    Prepare(Entry),
    /// Change an option.
    Set(Id, Value),
    /// Forget the game.
    NewGame,
    /// Answer when all jobs so far are done.
    Sync,
}

/// A search of a position.
pub struct Search {
    /// The game up to the position to search.
    pub game: Line<AnyPosition>,
    /// When to end.
    pub limits: Limits,
    /// Only these moves; empty for all.
    pub among: Vec<AnyMove>,
    /// `go infinite`: no book, no handicap.
    pub full_strength: bool,
    /// Stops it.
    pub control: Arc<Control<'static>>,
}

/// Message from the searcher thread.
pub enum Event {
    /// A line for the GUI.
    Line(String),
    /// The last line of a `go` or `bench`: the thread is free again.
    Final(String),
    /// All jobs before [`Job::Sync`] are done.
    Ready,
}

/// The strongest player of a game, and the delay of its answers.
struct Engine {
    entry: Entry,
    player: AnyPlayer,
    lag: LagMeter,
}

/// The thread's state.
pub struct Worker {
    options: EngineOptions,
    /// True if scores are reported with chances of win, draw and loss.
    show_wdl: bool,
    /// The players of the games, each made when it is first needed.
    engines: Vec<Engine>,
    events: Sender<Event>,
}

impl Worker {
    /// A worker with a player of the first game, at its defaults.
    ///
    /// # Errors
    /// [`EngineError`]: there is no room for the default transposition table.
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

    /// Does jobs until nobody can send any more.
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

    /// The engine of a game, made at the first need.
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

    /// Searches and reports; returns the `bestmove` line.
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
        // So much time for a move is asked for in games, too.
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
        // The first move of the last line reported.
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
        // Every bestmove has its info line, and the last one's line begins with it.
        let reported = last.into_inner().ok().flatten();
        if reported.as_ref() != choice.report.pv.first() && !choice.report.pv.is_empty() {
            say(info(&choice.report, control.elapsed(), show_wdl).unwrap_or_default());
        }
        if let Some(remark) = &choice.report.remark {
            say(note(remark));
        }
        bestmove(here, Some(choice.chosen), choice.reply)
    }

    /// Counts move sequences and says how many there are below each move; returns the last line.
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
            // Obeyed by the session.
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
