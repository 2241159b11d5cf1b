//! The searcher thread: owns the engine, takes jobs over a channel, sends lines back.

use super::engine::ConfiguredEngine;
use super::format;
use super::mates::Answer;
use super::options::{Id, Value};
use super::think::kamisado::Kamisado;
use super::think::rolit::Rolit;
use super::think::{Task, Thinker, Wishes, perft};
use crate::games::chess::Position;
use crate::games::{Line, kamisado, rolit};
use crate::search::{Control, Decision, Limits, bench};
use crossbeam_channel::{Receiver, Sender};
use std::sync::Arc;

/// Something for the searcher thread to do. Jobs are done in order.
pub enum Job {
    /// Something in chess.
    Chess(Task<Position>),
    /// Something in Kamisado.
    Kamisado(Task<kamisado::Match>),
    /// Something in Rolit.
    Rolit(Task<rolit::Position>),
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
    kamisado: Thinker<Kamisado>,
    rolit: Thinker<Rolit>,
    events: Sender<Event>,
}

impl Worker {
    /// A worker with an engine at its defaults.
    pub fn new(configured: ConfiguredEngine, events: Sender<Event>) -> Worker {
        Worker {
            configured,
            kamisado: Thinker::default(),
            rolit: Thinker::default(),
            events,
        }
    }

    /// Does jobs until nobody can send any more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Chess(task) => self.chess(task),
                Job::Kamisado(task) => {
                    let (wishes, say) = (self.wishes(), speaker(&self.events));
                    self.kamisado.work(task, wishes, &say);
                }
                Job::Rolit(task) => {
                    let (wishes, say) = (self.wishes(), speaker(&self.events));
                    self.rolit.work(task, wishes, &say);
                }
                Job::Verify {
                    position,
                    moves,
                    control,
                } => self.verify(&position, moves, &control),
                Job::Bench { depth, control } => self.bench(depth, &control),
                Job::Set(id, value) => self.set(id, value),
                Job::NewGame => {
                    self.configured.engine.searcher.new_game();
                    self.kamisado.new_game();
                    self.rolit.new_game();
                }
                Job::Sync => self.send(Event::Ready),
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
        match task {
            Task::Go {
                game,
                limits,
                control,
            } => {
                let at_leisure = limits.at_leisure;
                let limits = Limits {
                    depth: limits.depth,
                    nodes: limits.nodes,
                    soft_nodes: None,
                    movetime_ms: limits.movetime_ms,
                    clock: limits.clock,
                    lag_ms: 0,
                    mate: limits.mate,
                    searchmoves: limits.moves,
                };
                self.go(&game, &limits, at_leisure, &control);
            }
            Task::Perft {
                position,
                depth,
                control,
            } => {
                let last = perft(&*position, depth, &control, &speaker(&self.events));
                self.send(Event::Final(last));
            }
        }
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
                    return self.send(Event::Final(bestmove(&position, &decision)));
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
        self.send(Event::Final(bestmove(&position, &decision)));
    }

    /// What the options say to the other games' players.
    fn wishes(&self) -> Wishes {
        let configured = &self.configured;
        Wishes {
            hash_mb: configured.hash_mb,
            overhead_ms: configured.engine.searcher.settings.overhead_ms,
            show_wdl: configured.show_wdl,
            elo: configured.engine.elo.filter(|_| !configured.analyse),
        }
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
            self.rolit.new_game();
        }
        match self.configured.set(id, value) {
            Ok(None) => {}
            Ok(Some(text)) | Err(text) => self.say(text),
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
