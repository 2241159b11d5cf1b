//! The searcher thread: owns the engine, takes jobs over a channel, sends lines back.

use super::format;
use super::kamisado;
use super::options::{Id, Value};
use crate::eval::EvalKind;
use crate::games::Line;
use crate::games::chess::Position;
use crate::games::perft::{PerftOptions, divide_until};
use crate::players::{Book, ChessEngine};
use crate::search::{Control, DEFAULT_HASH_MB, Limits, Tablebases, bench};
use crossbeam_channel::{Receiver, Sender};
use std::sync::Arc;

/// Something for the searcher thread to do. Jobs are done in order.
pub enum Job {
    /// Search, and answer with a `bestmove`.
    Go {
        /// The game up to the position to search.
        game: Box<Line<Position>>,
        /// When to end.
        limits: Limits,
        /// Whether this is `go ponder` or `go infinite`: no book, no handicap.
        at_leisure: bool,
        /// The switchboard.
        control: Arc<Control>,
    },
    /// Count move sequences.
    Perft {
        /// From here.
        position: Box<Position>,
        /// Plies.
        depth: u32,
        /// The switchboard.
        control: Arc<Control>,
    },
    /// Run the bench.
    Bench(usize),
    /// Something in Kamisado.
    Kamisado(kamisado::Task),
    /// Change an option.
    Set(Id, Value),
    /// Forget the game.
    NewGame,
    /// Answer when all jobs so far are done.
    Sync,
}

/// What the searcher thread says.
pub enum Event {
    /// A line for the GUI.
    Line(String),
    /// The last line of a `go` or `bench`: the thread is free again.
    Final(String),
    /// All jobs before [`Job::Sync`] are done.
    Ready,
}

/// What the options say about playing, beside the searcher's own settings.
#[derive(Default)]
struct Wishes {
    hash_mb: usize,
    show_wdl: bool,
    analyse: bool,
    limit_strength: bool,
    elo: u32,
    own_book: bool,
    book_file: String,
}

/// The thread's state.
pub struct Worker {
    engine: ChessEngine,
    kamisado: kamisado::Desk,
    wishes: Wishes,
    events: Sender<Event>,
}

impl Worker {
    /// A worker with an engine at its defaults.
    pub fn new(engine: ChessEngine, events: Sender<Event>) -> Worker {
        Worker {
            engine,
            kamisado: kamisado::Desk::default(),
            wishes: Wishes {
                elo: 1500,
                hash_mb: DEFAULT_HASH_MB,
                ..Wishes::default()
            },
            events,
        }
    }

    /// Does jobs until nobody can send any more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Go {
                    game,
                    limits,
                    at_leisure,
                    control,
                } => self.go(&game, &limits, at_leisure, &control),
                Job::Perft {
                    position,
                    depth,
                    control,
                } => self.perft(&position, depth, &control),
                Job::Bench(depth) => self.bench(depth),
                Job::Set(id, value) => self.set(id, value),
                Job::Kamisado(task) => self.kamisado(task),
                Job::NewGame => {
                    self.engine.searcher.new_game();
                    self.kamisado.new_game();
                }
                Job::Sync => self.send(Event::Ready),
            }
        }
    }

    fn send(&self, event: Event) {
        // If the session is gone, the program is about to end.
        let _ = self.events.send(event);
    }

    fn say(&self, text: impl std::fmt::Display) {
        self.send(Event::Line(format!("info string {text}")));
    }

    fn go(&mut self, game: &Line<Position>, limits: &Limits, at_leisure: bool, control: &Control) {
        let position = *game.position();
        let events = self.events.clone();
        let show_wdl = self.wishes.show_wdl;
        let at_leisure = at_leisure || self.wishes.analyse;
        let decision = self
            .engine
            .choose(game, limits, at_leisure, control, &move |said| {
                let line = format::report(&position, &said, show_wdl);
                let _ = events.send(Event::Line(line));
            });
        self.send(Event::Final(format::bestmove(&position, &decision)));
    }

    fn kamisado(&mut self, task: kamisado::Task) {
        let wishes = kamisado::Wishes {
            hash_mb: self.wishes.hash_mb,
            overhead_ms: self.engine.searcher.settings.overhead_ms,
            show_wdl: self.wishes.show_wdl,
            elo: self.engine.elo.filter(|_| !self.wishes.analyse),
        };
        self.kamisado.work(task, wishes, &self.events);
    }

    fn perft(&self, position: &Position, depth: u32, control: &Control) {
        let stop = || control.stopped();
        let last = match divide_until(position, depth, PerftOptions::default(), &stop) {
            Ok(Some(divided)) => {
                let mut nodes = u64::from(depth == 0);
                for (m, count) in divided {
                    nodes += count;
                    let text = position.move_text(m);
                    self.send(Event::Line(format!("{text}: {count}")));
                }
                format!("\nNodes searched: {nodes}\n")
            }
            Ok(None) => "info string perft was stopped".to_owned(),
            Err(error) => format!("info string {error}"),
        };
        self.send(Event::Final(last));
    }

    fn bench(&self, depth: usize) {
        let last = match bench::bench(depth, |_, _, _| {}) {
            Ok(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Err(error) => format!("info string {error}"),
        };
        self.send(Event::Final(last));
    }

    fn set(&mut self, id: Id, value: Value) {
        let searcher = &mut self.engine.searcher;
        match (id, value) {
            (Id::Hash, Value::Spin(mb)) => match searcher.resize_table(mb as usize) {
                Ok(()) => self.wishes.hash_mb = mb as usize,
                Err(error) => self.say(format_args!("{error}; the old table stays")),
            },
            (Id::Threads, Value::Spin(n)) => searcher.settings.threads = n as usize,
            (Id::MultiPv, Value::Spin(n)) => searcher.settings.multipv = n as usize,
            (Id::MoveOverhead, Value::Spin(ms)) => searcher.settings.overhead_ms = ms as u64,
            (Id::ClearHash, _) => searcher.clear_table(),
            (Id::ShowWdl, Value::Check(on)) => self.wishes.show_wdl = on,
            (Id::AnalyseMode, Value::Check(on)) => self.wishes.analyse = on,
            (Id::Eval, Value::Text(name)) => {
                let named = |kind: &EvalKind| kind.name() == name;
                if let Some(kind) = EvalKind::ALL.into_iter().find(named) {
                    // Scores of another evaluation are worth nothing.
                    if kind != searcher.settings.eval {
                        searcher.settings.eval = kind;
                        searcher.new_game();
                    }
                }
            }
            (Id::SyzygyPath, Value::Text(path)) => self.set_tablebases(&path),
            (Id::LimitStrength, Value::Check(on)) => {
                self.wishes.limit_strength = on;
                self.update_strength();
            }
            (Id::Elo, Value::Spin(elo)) => {
                self.wishes.elo = elo as u32;
                self.update_strength();
            }
            (Id::OwnBook, Value::Check(on)) => {
                self.wishes.own_book = on;
                self.update_book();
            }
            (Id::BookFile, Value::Text(path)) => {
                self.wishes.book_file = path;
                self.update_book();
            }
            #[cfg(feature = "tune")]
            (Id::Parameter(index), Value::Spin(value)) => {
                let parameter = &crate::search::params::ALL[index];
                crate::search::params::set(parameter.name, value as i32);
                searcher.new_game();
            }
            _ => {}
        }
    }

    fn set_tablebases(&mut self, path: &str) {
        if path.is_empty() {
            self.engine.searcher.settings.tablebases = None;
            return;
        }
        match Tablebases::open(path) {
            Ok(tables) => {
                let (files, pieces) = (tables.len(), tables.max_pieces());
                self.say(format_args!(
                    "found {files} tablebase files, up to {pieces} pieces"
                ));
                self.engine.searcher.settings.tablebases = Some(tables);
            }
            Err(error) => self.say(error),
        }
    }

    fn update_strength(&mut self) {
        let Wishes { elo, .. } = self.wishes;
        self.engine.elo = self.wishes.limit_strength.then_some(elo);
    }

    fn update_book(&mut self) {
        self.engine.book = None;
        if !self.wishes.own_book || self.wishes.book_file.is_empty() {
            return;
        }
        match Book::open(&self.wishes.book_file) {
            Ok(book) => self.engine.book = Some(book),
            Err(error) => self.say(error),
        }
    }
}
