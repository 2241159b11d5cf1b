//! Thinking on the searcher thread: what is the same whichever game is searched.
//!
//! A [`Task`] comes from the session's game. A search of chess is the chess engine's (`worker`); for
//! the other games a [`Thinker`] keeps the game's searcher, limits, handicap and the wording.

use super::format::{InfoLine, bestmove, game_over, note};
use super::worker::Event;
use base::limits::{LagMeter, Limits, TimeBudget};
use base::memory::OutOfMemory;
use engine::search::Control;
use games::perft::PerftOptions;
use games::{AnyPosition, Game, Line};
use players::{AnySearcher, Bounds, Entry, GameSearcher, Handicap, Stop, Thought};
use std::sync::Arc;
use std::time::Duration;

/// Search, and answer with a `bestmove`.
pub struct Task<G: Game> {
    /// The game up to the position to search.
    pub game: Box<Line<G>>,
    /// When to end.
    pub limits: Box<Limits>,
    /// Only these moves; empty for all.
    pub among: Vec<G::Move>,
    /// `go ponder` or `go infinite`: no book, no handicap.
    pub at_leisure: bool,
    /// The switchboard.
    pub control: Arc<Control<'static>>,
}

/// Values of the UCI options for searches of the games other than chess.
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
pub fn perft(position: &AnyPosition, depth: u32, control: &Control, say: &dyn Fn(Event)) -> String {
    let stop = || control.stopped();
    match position.divide(depth, PerftOptions::default(), &stop) {
        Ok(Some(divided)) => {
            let mut nodes = u64::from(depth == 0);
            for (text, count) in divided {
                nodes += count;
                say(Event::Line(format!("{text}: {count}")));
            }
            format!("\nNodes searched: {nodes}\n")
        }
        Ok(None) => note("perft was stopped"),
        Err(error) => note(&error.to_string()),
    }
}

/// A game's searcher and its settings. Memory is taken when it is first needed.
pub(super) struct Thinker {
    entry: Entry,
    searcher: Option<AnySearcher>,
    /// The size of its table.
    hash_mb: usize,
    lag: LagMeter,
}

impl Thinker {
    /// For a game of the registry.
    pub fn new(entry: Entry) -> Thinker {
        Thinker {
            entry,
            searcher: None,
            hash_mb: 0,
            lag: LagMeter::default(),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.entry.name()
    }

    /// Forgets what has been learnt.
    pub fn new_game(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.new_game();
        }
    }

    /// Takes the memory that a search needs, so that the first one does not have to.
    pub fn prepare(&mut self, options: SearchOptions, say: &dyn Fn(Event)) {
        if let Err(error) = self.searcher(options.hash_mb) {
            say(Event::Line(note(&error.to_string())));
        }
    }

    /// Does a task; returns the last line.
    pub fn work(
        &mut self,
        mut task: Task<AnyPosition>,
        options: SearchOptions,
        say: &dyn Fn(Event),
    ) -> String {
        let position = task.game.position().clone();
        let plies = task.game.moves().len();
        let clock = task.limits.clock(position.turn());
        if let Some(clock) = clock {
            self.lag.observe(clock, plies, position.players());
        }
        *task.limits = self.lag.allow_for(&task.limits);
        let control = Arc::clone(&task.control);
        let last = match self.searcher(options.hash_mb) {
            Ok(searcher) => go(searcher.as_mut(), task, options, say),
            Err(error) => {
                say(Event::Line(note(&error.to_string())));
                bestmove(&position, position.legal_moves().first().copied(), None)
            }
        };
        if let Some(clock) = clock {
            self.lag.answered(clock, plies, control.on_the_clock());
        }
        last
    }

    /// The searcher with a table of this size, or at least of the old one.
    fn searcher(&mut self, hash_mb: usize) -> Result<&mut AnySearcher, OutOfMemory> {
        let old = match self.searcher.take() {
            Some(searcher) if self.hash_mb == hash_mb => searcher,
            old => match (self.entry.searcher(hash_mb), old) {
                (Ok(new), _) => new,
                (Err(_), Some(old)) => old,
                (Err(error), None) => return Err(error),
            },
        };
        self.hash_mb = hash_mb;
        Ok(self.searcher.insert(old))
    }
}

/// Searches, reports, and returns the `bestmove` line.
fn go<G: Game>(
    searcher: &mut dyn GameSearcher<G>,
    task: Task<G>,
    options: SearchOptions,
    say: &dyn Fn(Event),
) -> String {
    let Task {
        game,
        limits,
        among,
        at_leisure,
        control,
    } = task;
    let here = game.position();
    if game.outcome().is_some() {
        say(Event::Line(game_over(searcher.final_score(&game))));
        return bestmove(here, None, None);
    }
    let overhead = options.overhead.max(limits.lag);
    let by_clock = limits.clock(here.turn());
    let by_clock = by_clock.map(|clock| searcher.share(here, clock, overhead));
    let by_move = limits.movetime;
    let by_move = by_move.map(|time| TimeBudget::from_move_time(time, overhead).hard);
    let stop = Stop {
        control: &control,
        nodes: limits.nodes.unwrap_or(u64::MAX),
        time: by_clock.into_iter().chain(by_move).min(),
    };
    let report = |thought: &Thought<_>, chances: Option<[u32; 3]>| {
        let line = InfoLine {
            seldepth: thought.line.len().max(thought.depth as usize),
            wdl: chances.filter(|_| options.show_wdl),
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
        && let Some(m) = {
            let handicap = Handicap::of_elo(elo).at_most(bounds.depth);
            searcher.choose_at(&game, handicap, &stop)
        }
    {
        // Only to say something about it.
        (bounds.depth, bounds.moves) = (Some(1), vec![m]);
    }
    let mut last = Vec::new();
    let chances = searcher.chances();
    let thought = searcher.think(&game, &bounds, &stop, &mut |thought| {
        last.clone_from(&thought.line);
        report(thought, chances(thought.score));
    });
    match thought {
        Some(thought) => {
            // Every bestmove has its info line, and the last one's line begins with it.
            if last != thought.line {
                report(&thought, chances(thought.score));
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
