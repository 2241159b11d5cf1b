//! Thinking on the searcher thread: what is the same whichever game is searched.
//!
//! A [`Task`] comes from the session's game. Counting is the same for all games. A search of chess
//! is the chess engine's (`worker`); for the other games a [`Thinker`] keeps limits, handicap and
//! the wording, and a [`Mind`] says only what is its game's own.

pub(super) mod kamisado;
pub(super) mod rolit;

use super::format::{InfoLine, bestmove, game_over, note};
use super::worker::Event;
use crate::games::perft::{PerftOptions, divide_until};
use crate::games::{Game, Line};
use crate::limits::{Clock, Limits, TimeBudget};
use crate::memory::OutOfMemory;
use crate::players::Score;
use crate::search::Control;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Something for the searcher thread to do in a game.
pub enum Task<G: Game> {
    /// Search, and answer with a `bestmove`.
    Go {
        /// The game up to the position to search.
        game: Box<Line<G>>,
        /// When to end.
        limits: Box<Limits>,
        /// Only these moves; empty for all.
        among: Vec<G::Move>,
        /// `go ponder` or `go infinite`: no book, no handicap.
        at_leisure: bool,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
    /// Count move sequences.
    Perft {
        /// From here.
        position: Box<G>,
        /// Plies.
        depth: u32,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
}

/// What the options say.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Size of the table in MB.
    pub hash_mb: usize,
    /// Time kept back on each move.
    pub overhead: Duration,
    /// Add chances of win, draw and loss.
    pub show_wdl: bool,
    /// The Elo to play at, if not at full strength.
    pub elo: Option<u32>,
}

/// Counts move sequences and says how many there are below each move; returns the last line.
pub fn perft<G: Game>(position: &G, depth: u32, control: &Control, say: &dyn Fn(Event)) -> String {
    let stop = || control.stopped();
    match divide_until(position, depth, PerftOptions::default(), &stop) {
        Ok(Some(divided)) => {
            let mut nodes = u64::from(depth == 0);
            for (m, count) in divided {
                nodes += count;
                let text = position.move_text(m);
                say(Event::Line(format!("{text}: {count}")));
            }
            format!("\nNodes searched: {nodes}\n")
        }
        Ok(None) => note("perft was stopped"),
        Err(error) => note(&error.to_string()),
    }
}

/// Bounds of a search, beside time and nodes, which the stop sign is for.
pub(super) struct Bounds<M> {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Only these moves; empty for all.
    pub moves: Vec<M>,
}

/// What a mind says about a search under way.
pub(super) struct Thought<M> {
    /// The iteration, in plies.
    pub depth: u32,
    /// From the view of the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<M>,
    /// A sentence about it, for people.
    pub remark: Option<String>,
}

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handicap {
    /// Any legal move.
    Random,
    /// The best move at sight.
    Greedy,
    /// So many plies, at most 9.
    Plies(u8),
}

impl Handicap {
    /// The same for a search of at most so many plies.
    fn at_most(self, depth: Option<u32>) -> Handicap {
        match (self, depth) {
            (Handicap::Plies(plies), Some(depth)) if depth < plies.into() => {
                Handicap::Plies(depth as u8)
            }
            _ => self,
        }
    }
}

/// The handicap that stands for an Elo: from a random mover at 600 to nine plies at 2500.
fn handicap(elo: u32) -> Handicap {
    match (elo.saturating_sub(600) / 200).min(9) {
        0 => Handicap::Random,
        1 => Handicap::Greedy,
        plies => Handicap::Plies(plies as u8),
    }
}

/// The moves of a mind's game.
type MoveOf<M> = <<M as Mind>::Game as Game>::Move;

/// The player of a game, as the searcher thread needs it.
pub(super) trait Mind: Sized {
    /// Its game.
    type Game: Game;

    /// A player with a table of so many MB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for it.
    fn new(hash_mb: usize) -> Result<Self, OutOfMemory>;

    /// Forgets what it has learnt.
    fn new_game(&mut self);

    /// The score of a finished game from the view of the side that would be to move.
    fn final_score(game: &Self::Game) -> Score;

    /// The chances of win, draw and loss in permille, if anything is known of them.
    fn chances(score: Score) -> Option<[u32; 3]>;

    /// What of its clock the mover may spend on this move.
    fn share(game: &Self::Game, clock: Clock, overhead: Duration) -> Duration {
        let _ = game;
        TimeBudget::from_clock(clock, overhead).hard
    }

    /// Chooses a move below full strength.
    fn choose_at(
        &mut self,
        game: &Line<Self::Game>,
        handicap: Handicap,
        stop: &Stop,
    ) -> Option<MoveOf<Self>>;

    /// Searches until the bounds are met or the stop sign is up. Reports every iteration and
    /// returns the last; gives some move of those allowed, however short the time.
    fn think(
        &mut self,
        game: &Line<Self::Game>,
        bounds: &Bounds<MoveOf<Self>>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<MoveOf<Self>>),
    ) -> Option<Thought<MoveOf<Self>>>;
}

/// A mind and its settings. Memory is taken when it is first needed.
pub(super) struct Thinker<M> {
    mind: Option<M>,
    /// The size of its table.
    hash_mb: usize,
}

impl<M> Default for Thinker<M> {
    fn default() -> Thinker<M> {
        Thinker {
            mind: None,
            hash_mb: 0,
        }
    }
}

impl<M: Mind> Thinker<M> {
    /// Forgets what has been learnt.
    pub fn new_game(&mut self) {
        if let Some(mind) = &mut self.mind {
            mind.new_game();
        }
    }

    /// Does a task; the last line is an [`Event::Final`].
    pub fn work(&mut self, task: Task<M::Game>, options: SearchOptions, say: &dyn Fn(Event)) {
        let last = match task {
            Task::Perft {
                position,
                depth,
                control,
            } => perft(&*position, depth, &control, say),
            Task::Go {
                game,
                limits,
                among,
                at_leisure,
                control,
            } => match self.mind(options.hash_mb) {
                Ok(mind) => {
                    let asked = (&*limits, among, at_leisure);
                    go(mind, &game, asked, options, &control, say)
                }
                Err(error) => {
                    say(Event::Line(note(&error.to_string())));
                    let position = game.position();
                    bestmove(position, position.legal_moves().first().copied(), None)
                }
            },
        };
        say(Event::Final(last));
    }

    /// The mind with a table of this size, or at least of the old one.
    fn mind(&mut self, hash_mb: usize) -> Result<&mut M, OutOfMemory> {
        let old = match self.mind.take() {
            Some(mind) if self.hash_mb == hash_mb => mind,
            old => match (M::new(hash_mb), old) {
                (Ok(new), _) => new,
                (Err(_), Some(old)) => old,
                (Err(error), None) => return Err(error),
            },
        };
        self.hash_mb = hash_mb;
        Ok(self.mind.insert(old))
    }
}

/// Searches, reports, and returns the `bestmove` line.
fn go<M: Mind>(
    mind: &mut M,
    game: &Line<M::Game>,
    (limits, among, at_leisure): (&Limits, Vec<MoveOf<M>>, bool),
    options: SearchOptions,
    control: &Control,
    say: &dyn Fn(Event),
) -> String {
    let here = game.position();
    if game.outcome().is_some() {
        say(Event::Line(game_over(M::final_score(here))));
        return bestmove(here, None, None);
    }
    let overhead = options.overhead;
    let by_clock = limits.clock(here.turn());
    let by_clock = by_clock.map(|clock| M::share(here, clock, overhead));
    let by_move = limits.movetime;
    let by_move = by_move.map(|time| TimeBudget::from_move_time(time, overhead).hard);
    let stop = Stop {
        control,
        nodes: limits.nodes.unwrap_or(u64::MAX),
        time: by_clock.into_iter().chain(by_move).min(),
    };
    let report = |thought: &Thought<_>| {
        let line = InfoLine {
            seldepth: thought.line.len().max(thought.depth as usize),
            wdl: M::chances(thought.score).filter(|_| options.show_wdl),
            nodes: thought.nodes,
            time_us: u64::try_from(control.elapsed().as_micros()).unwrap_or(u64::MAX),
            pv: &thought.line,
            ..InfoLine::new(here, thought.depth as usize, thought.score)
        };
        say(Event::Line(line.to_string()));
    };
    let mut bounds = Bounds {
        depth: {
            let mate = limits.mate.map(|moves| moves.saturating_mul(2));
            limits.depth.into_iter().chain(mate).min()
        },
        moves: among,
    };
    // Who asks about certain moves wants to know what they are worth.
    let at_leisure = at_leisure || !bounds.moves.is_empty();
    if let Some(elo) = options.elo.filter(|_| !at_leisure)
        && let Some(m) = mind.choose_at(game, handicap(elo).at_most(bounds.depth), &stop)
    {
        // Only to say something about it.
        (bounds.depth, bounds.moves) = (Some(1), vec![m]);
    }
    let mut last = Vec::new();
    let thought = mind.think(game, &bounds, &stop, &mut |thought| {
        last.clone_from(&thought.line);
        report(thought);
    });
    match thought {
        Some(thought) => {
            // Every bestmove has its info line, and the last one's line begins with it.
            if last != thought.line {
                report(&thought);
            }
            if let Some(remark) = &thought.remark {
                say(Event::Line(note(remark)));
            }
            let mut line = thought.line.iter().copied();
            bestmove(here, line.next(), line.next())
        }
        None => bestmove(here, here.legal_moves().first().copied(), None),
    }
}

/// The stop sign of one search.
pub(super) struct Stop<'a> {
    control: &'a Control<'a>,
    nodes: u64,
    time: Option<Duration>,
}

impl Stop<'_> {
    /// Whether a search that has looked at so many positions must end.
    pub fn now(&self, nodes: u64) -> bool {
        self.control.stopped()
            || nodes >= self.nodes
            || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// The positions that may be looked at in all.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The flag that `stop` raises.
    pub fn flag(&self) -> &AtomicBool {
        self.control.flag()
    }

    /// The time that is left, if it is limited at this moment: it is not while pondering.
    pub fn time_left(&self) -> Option<Duration> {
        let time = self.time.filter(|_| !self.control.is_pondering())?;
        Some(time.saturating_sub(self.control.on_the_clock()))
    }
}
