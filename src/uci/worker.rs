//! The searcher thread: owns the engine, takes jobs over a channel, sends lines back.

use super::format;
use super::mates::{self, Answer};
use super::options::{Id, Value};
use super::think::{SearchOptions, Task, Thinker, perft};
use base::limits::Limits;
use base::memory::OutOfMemory;
use crossbeam_channel::{Receiver, Sender};
use engine::eval::EvalKind;
use engine::search::{Control, Decision, bench, has_come_back};
use games::chess::{Move, Position};
use games::{AnyPosition, Line};
use players::{ChessEngine, EngineError, EngineOption, EngineOptions, Entry, Question};
use solve::mate::MAX_MOVES;
use std::sync::Arc;

/// Something for the searcher thread to do. Jobs are done in order.
pub enum Job {
    /// Search in chess.
    Chess(Task<Position>),
    /// Search in another game of the registry.
    Game(Entry, Task<AnyPosition>),
    /// Count move sequences.
    Perft {
        /// From here.
        position: AnyPosition,
        /// Plies.
        depth: u32,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
    /// Find every key of a mate.
    Verify {
        /// Here.
        position: Box<Position>,
        /// In at most so many moves.
        moves: u32,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
    /// Run the bench.
    Bench {
        /// Plies.
        depth: usize,
        /// The switchboard.
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

/// Message from the searcher thread.
pub enum Event {
    /// A line for the GUI.
    Line(String),
    /// The last line of a `go` or `bench`: the thread is free again.
    Final(String),
    /// All jobs before [`Job::Sync`] are done.
    Ready,
}

/// The thread's state.
pub struct Worker {
    engine: ChessEngine,
    /// True if scores are reported with chances of win, draw and loss.
    show_wdl: bool,
    /// Thinkers of the games other than chess, each made when it is first needed.
    thinkers: Vec<Thinker>,
    events: Sender<Event>,
}

impl Worker {
    /// A worker with an engine at its defaults.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the default transposition table.
    pub fn new(events: Sender<Event>) -> Result<Worker, OutOfMemory> {
        Ok(Worker {
            engine: ChessEngine::with_hash(EngineOptions::default().hash_mb)?,
            show_wdl: false,
            thinkers: Vec::new(),
            events,
        })
    }

    /// Does jobs until nobody can send any more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Chess(task) => self.chess(task),
                Job::Game(entry, task) => {
                    let last = self.think(entry, task);
                    self.send(Event::Final(last));
                }
                Job::Perft {
                    position,
                    depth,
                    control,
                } => {
                    let last = perft(&position, depth, &control, &speaker(&self.events));
                    self.send(Event::Final(last));
                }
                Job::Verify {
                    position,
                    moves,
                    control,
                } => self.verify(&position, moves, &control),
                Job::Bench { depth, control } => self.bench(depth, &control),
                Job::Prepare(entry) => {
                    let (options, events) = (self.search_options(), self.events.clone());
                    self.thinker(entry).prepare(options, &speaker(&events));
                }
                Job::Set(id, value) => self.set(id, value),
                Job::NewGame => {
                    self.engine.new_game();
                    self.thinkers.iter_mut().for_each(Thinker::new_game);
                }
                Job::Sync => {
                    self.engine.prepare();
                    self.send(Event::Ready);
                }
            }
        }
    }

    fn send(&self, event: Event) {
        speaker(&self.events)(event);
    }

    fn say(&self, text: impl std::fmt::Display) {
        self.send(Event::Line(format::note(&text.to_string())));
    }

    fn chess(&mut self, task: Task<Position>) {
        let Task {
            game,
            limits,
            among,
            at_leisure,
            control,
        } = task;
        self.go(&among, &game, *limits, at_leisure, &control);
    }

    fn think(&mut self, entry: Entry, task: Task<AnyPosition>) -> String {
        let (options, events) = (self.search_options(), self.events.clone());
        self.thinker(entry).work(task, options, &speaker(&events))
    }

    /// The thinker of a game, made at the first need.
    fn thinker(&mut self, entry: Entry) -> &mut Thinker {
        let mut known = self.thinkers.iter();
        let index = match known.position(|thinker| thinker.name() == entry.name()) {
            Some(index) => index,
            None => {
                self.thinkers.push(Thinker::new(entry));
                self.thinkers.len() - 1
            }
        };
        &mut self.thinkers[index]
    }

    fn go(
        &mut self,
        among: &[Move],
        game: &Line<Position>,
        mut limits: Limits,
        at_leisure: bool,
        control: &Control,
    ) {
        let position = *game.position();
        let events = self.events.clone();
        let show_wdl = self.show_wdl;
        let report = move |said| {
            let line = format::report(&position, &said, show_wdl);
            let _ = events.send(Event::Line(line));
        };
        // A mate is no deeper than the search may go.
        let deep_enough = |n: u32| limits.depth.is_none_or(|depth| depth >= 2 * n - 1);
        let solvable = |n: &u32| {
            among.is_empty()
                && (1..=MAX_MOVES).contains(n)
                && deep_enough(*n)
                && !has_come_back(game)
        };
        if let Some(n) = limits.mate.filter(solvable) {
            let options = self.engine.options();
            match mates::go_mate(options, &position, n, &limits, control, &report) {
                Answer::Mate(decision) => {
                    return self.send(Event::Final(bestmove(&position, &decision)));
                }
                Answer::NoMate => {
                    self.say(format_args!("there is no mate in {n} for the side to move"));
                    // Whether the other side mates, and what to play, a short look will tell.
                    let deep = 2 * n.min(8);
                    limits.depth = Some(limits.depth.unwrap_or(deep).min(deep));
                }
                Answer::Undecided(spent) => {
                    let left = |nodes: u64| nodes.saturating_sub(spent).max(1);
                    limits.nodes = limits.nodes.map(left);
                }
            }
        }
        // So much time for a move is asked for in games, too.
        let is_analysis = at_leisure || self.engine.options().analyse || limits.movetime.is_none();
        let question = Question {
            game,
            limits: &limits,
            among,
            at_leisure,
            is_analysis,
        };
        let decision = self.engine.answer(question, control, &report);
        self.send(Event::Final(bestmove(&position, &decision)));
    }

    /// Values of the options for searches of the games other than chess.
    fn search_options(&self) -> SearchOptions {
        let options = self.engine.options();
        SearchOptions {
            hash_mb: options.hash_mb,
            overhead: options.overhead(),
            show_wdl: self.show_wdl,
            elo: options.handicap(),
        }
    }

    fn verify(&self, position: &Position, moves: u32, control: &Control) {
        let mut lines = mates::verify(self.engine.options(), position, moves, control);
        let last = lines.pop().unwrap_or_default();
        for line in lines {
            self.say(line);
        }
        self.send(Event::Final(format::note(&last)));
    }

    fn bench(&self, depth: usize, control: &Control) {
        let last = match bench::bench(depth, EvalKind::default(), control, |_, _, _| {}) {
            Ok(_) if control.stopped() => "info string bench was stopped".to_owned(),
            Ok(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Err(error) => format!("info string {error}"),
        };
        self.send(Event::Final(last));
    }

    fn set(&mut self, id: Id, value: Value) {
        match (id, value) {
            (Id::ClearHash, _) => {
                self.engine.clear_table();
                self.thinkers.iter_mut().for_each(Thinker::new_game);
            }
            (Id::ShowWdl, Value::Check(on)) => self.show_wdl = on,
            (Id::Engine(option), value) => self.set_engine(option, &value),
            // Obeyed by the session.
            _ => {}
        }
    }

    fn set_engine(&mut self, option: EngineOption, value: &Value) {
        let mut options = self.engine.options().clone();
        options.set(option, value);
        if option == EngineOption::Hash && options == *self.engine.options() {
            // A GUI that sets the size again expects a fresh table.
            return self.engine.clear_table();
        }
        match self.engine.configure(options) {
            Ok(()) => {
                let tables = self.engine.tablebases();
                let tables = tables.filter(|_| option == EngineOption::SyzygyPath);
                if let Some((files, pieces)) = tables {
                    let found = format!("found {files} tablebase files, up to {pieces} pieces");
                    self.say(found);
                }
            }
            Err(error @ EngineError::Memory(_)) => {
                self.say(format_args!("{error}; the old table stays"));
            }
            Err(error @ EngineError::Network(_)) => {
                self.say(format_args!("{error}; the present network stays"));
            }
            Err(error) => self.say(error),
        }
    }
}

/// Sends on what is said.
fn speaker(events: &Sender<Event>) -> impl Fn(Event) {
    // If the session is gone, the program is about to end.
    |event| {
        let _ = events.send(event);
    }
}

fn bestmove(position: &Position, decision: &Decision) -> String {
    format::bestmove(position, decision.best, decision.ponder)
}
