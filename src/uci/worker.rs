//! The searcher thread: owns the engine, takes jobs over a channel, sends lines back.

use super::engine::ConfiguredEngine;
use super::format;
use super::kamisado;
use super::mates::Answer;
use super::options::{Id, Value};
use crate::games::Line;
use crate::games::chess::Position;
use crate::games::perft::{PerftOptions, divide_until};
use crate::search::{Control, Limits, bench};
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
        control: Arc<Control<'static>>,
    },
    /// Count move sequences.
    Perft {
        /// From here.
        position: Box<Position>,
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

/// The thread's state.
pub struct Worker {
    configured: ConfiguredEngine,
    kamisado: kamisado::Desk,
    events: Sender<Event>,
}

impl Worker {
    /// A worker with an engine at its defaults.
    pub fn new(configured: ConfiguredEngine, events: Sender<Event>) -> Worker {
        Worker {
            configured,
            kamisado: kamisado::Desk::default(),
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
                Job::Verify {
                    position,
                    moves,
                    control,
                } => self.verify(&position, moves, &control),
                Job::Bench { depth, control } => self.bench(depth, &control),
                Job::Set(id, value) => self.set(id, value),
                Job::Kamisado(task) => self.kamisado(task),
                Job::NewGame => {
                    self.configured.engine.searcher.new_game();
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
        self.send(Event::Line(format::note(&text.to_string())));
    }

    fn go(&mut self, game: &Line<Position>, limits: &Limits, at_leisure: bool, control: &Control) {
        let position = *game.position();
        let events = self.events.clone();
        let show_wdl = self.configured.show_wdl;
        let at_leisure = at_leisure || self.configured.analyse;
        let report = move |said| {
            let line = format::report(&position, &said, show_wdl);
            let _ = events.send(Event::Line(line));
        };
        let mut limits = limits.clone();
        if let Some(n) = limits.mate.filter(|_| limits.searchmoves.is_empty()) {
            match self
                .configured
                .go_mate(&position, n, &limits, control, &report)
            {
                Answer::Mate(decision) => {
                    return self.send(Event::Final(format::bestmove(&position, &decision)));
                }
                Answer::NoMate => {
                    self.say(format_args!("there is no mate in {n} for the side to move"));
                    // Whether the other side mates, and what to play, a short look will tell.
                    let deep = 2 * (n as usize).min(8);
                    limits.depth = Some(limits.depth.unwrap_or(deep).min(deep));
                }
                Answer::Undecided => {}
            }
        }
        let decision = self
            .configured
            .engine
            .choose(game, &limits, at_leisure, control, &report);
        self.send(Event::Final(format::bestmove(&position, &decision)));
    }

    fn kamisado(&mut self, task: kamisado::Task) {
        let configured = &self.configured;
        let wishes = kamisado::Wishes {
            hash_mb: configured.hash_mb,
            overhead_ms: configured.engine.searcher.settings.overhead_ms,
            show_wdl: configured.show_wdl,
            elo: configured.engine.elo.filter(|_| !configured.analyse),
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

    fn verify(&self, position: &Position, moves: u32, control: &Control) {
        let mut lines = self.configured.verify(position, moves, control);
        let last = lines.pop().unwrap_or_default();
        for line in lines {
            self.say(line);
        }
        self.send(Event::Final(format::note(&last)));
    }

    fn bench(&self, depth: usize, control: &Control) {
        let last = match bench::bench(depth, control, |_, _, _| {}) {
            Ok(_) if control.stopped() => "info string bench was stopped".to_owned(),
            Ok(total) => format!("{} nodes {} nps", total.nodes, total.nps()),
            Err(error) => format!("info string {error}"),
        };
        self.send(Event::Final(last));
    }

    fn set(&mut self, id: Id, value: Value) {
        if id == Id::ClearHash {
            self.kamisado.new_game();
        }
        match self.configured.set(id, value) {
            Ok(None) => {}
            Ok(Some(text)) | Err(text) => self.say(text),
        }
    }
}
