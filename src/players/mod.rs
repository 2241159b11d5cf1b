//! Whoever chooses a move.
//!
//! A [`Player`] is given a game in progress and limits, and answers with a move and what it
//! thought of it. The strategies ([`Random`], [`Greedy`], [`Minimax`], [`AlphaBeta`]) are written
//! once for every [`Game`] that can [`Evaluate`] itself; [`ChessEngine`] is the full chess searcher
//! with its opening book; [`kamisado`] has the player that proves its moves; [`UciEngine`] is a
//! process that speaks UCI. [`Levels`] makes the player of a game for each [`Level`] from easy to
//! expert. Matches only know the trait. [`Seat`] says who sits at a table, and [`SavedGame`] is a
//! game with its players as a file.

mod alphabeta;
mod book;
mod chess_engine;
mod chess_player;
mod deepen;
mod evaluate;
mod greedy;
pub mod kamisado;
mod lag;
mod level;
mod minimax;
mod process;
mod random;
mod registry;
pub mod rolit;
mod saved;
mod seat;
mod table;
mod uci_engine;
mod uci_text;

pub use alphabeta::AlphaBeta;
pub use book::{Book, BookError};
pub use chess_engine::{ChessEngine, MAX_ELO, MIN_ELO};
pub use evaluate::{Evaluate, MATE_VALUE, POINT, margin};
pub use greedy::Greedy;
pub(crate) use level::AtMost;
pub use level::{Level, LevelError, Levels};
pub use minimax::Minimax;
pub use process::{EngineCommand, kill_engines};
pub use random::Random;
pub use registry::{AnyPlayer, Entry, Registry, UnknownGame, Unmasked};
pub use saved::{SavedError, SavedGame, SavedPlayer};
pub use seat::{Seat, SeatError, Skill};
pub use uci_engine::UciEngine;
pub use uci_text::DeclaredOption;

use crate::games::{Game, Line, MAX_SEATS};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One side's chess clock as it stands when a move is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What a player may spend on one move. Several limits may hold at once; the first one reached
/// ends the thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clocks by seat, if the game is played on clocks.
    pub clocks: [Option<Clock>; MAX_SEATS],
    /// Exactly this much time for the move.
    pub movetime: Option<Duration>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// The player is expected to mate within this many of its own moves. Not a search limit: it
    /// tells when a mating line counts as found (see [`Report::mate_found`]).
    pub mate_within: Option<u32>,
    /// How long an answer is waited for at all; later, the player has lost on time.
    pub patience: Option<Duration>,
}

/// What a player thinks of its position, from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mates in that many own moves; negative when it is the one that gets mated.
    Mate(i32),
}

impl Score {
    /// One number that orders scores: centipawns, mates far above and below them.
    pub const fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE_VALUE - moves,
            Score::Mate(moves) => -MATE_VALUE - moves,
        }
    }
}

/// What a player says about the search behind its move. Everything is optional: a random player
/// has nothing to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// From the player's point of view.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The expected continuation in the game's own move text, the chosen move first.
    pub pv: Vec<String>,
    /// When, and after how many nodes of this search, a win within [`Limits::mate_within`] own
    /// moves was first announced.
    pub mate_found: Option<(Duration, u64)>,
}

/// A move with its price.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move: legal in the position it was asked for.
    pub chosen: M,
    /// Time from the question to the answer.
    pub elapsed: Duration,
    /// What the player said about it.
    pub report: Report,
}

/// Why a player did not answer with a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The process has ended or closed its output.
    #[error("disconnected{0}")]
    Disconnected(String),
    /// No answer, not even after `stop`.
    #[error("gave no answer within {0:.1?}")]
    Stalled(Duration),
    /// The answer came after [`Limits::patience`] had run out.
    #[error("answered only after {0:.3?}")]
    TooLate(Duration),
    /// The answer is not a legal move.
    #[error("answered '{0}', which is not a legal move")]
    IllegalMove(String),
    /// It could not be started, or never said it was ready.
    #[error("{0}")]
    Start(String),
    /// Whoever asked no longer wants an answer.
    #[error("interrupted")]
    Interrupted,
}

/// Somebody who chooses moves.
///
/// Implementations that think in this process look at `stop` now and then and answer
/// [`Failure::Interrupted`], or with their best move, soon after it is set.
pub trait Player<G: Game>: Send {
    /// Forgets the last game and gets ready for one from `start`. Brings a failed process back.
    ///
    /// # Errors
    /// [`Failure::Start`] or [`Failure::Stalled`] if it cannot be made ready.
    fn new_game(&mut self, start: &G) -> Result<(), Failure>;

    /// As [`new_game`](Player::new_game), for whoever may have to give it up: players that take
    /// their time answer [`Failure::Interrupted`] soon after `stop` is set.
    ///
    /// # Errors
    /// As for [`new_game`](Player::new_game).
    fn set_up(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        let _ = stop;
        self.new_game(start)
    }

    /// Chooses a move in the present position, which is not over.
    ///
    /// # Errors
    /// A [`Failure`] if no legal move comes of it in time.
    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure>;

    /// Called after the player's own move, with the opponent to move: a player that ponders
    /// starts to. The clocks are those its next [`choose`](Player::choose) would begin with.
    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        let _ = (line, limits);
    }

    /// The game is over: a player that is still thinking stops.
    fn game_over(&mut self) {}
}

/// How the strategies of this process share a move's time: the limits, the stop flag and a clock
/// that is only looked at every 1024 nodes.
pub(crate) struct Budget<'a> {
    started: Instant,
    deadline: Option<Instant>,
    nodes_limit: u64,
    stop: &'a AtomicBool,
    pub(crate) nodes: u64,
    pub(crate) exhausted: bool,
    /// Whether a position has been judged before its end since this was last cleared.
    pub(crate) horizon: bool,
}

/// Strategies answer this much before the end of a fixed move time.
const MOVE_OVERHEAD: Duration = Duration::from_millis(5);

impl<'a> Budget<'a> {
    /// `seat` is the player whose clock counts.
    pub(crate) fn new(limits: &Limits, seat: usize, stop: &'a AtomicBool) -> Budget<'a> {
        let started = Instant::now();
        let by_clock = limits
            .clocks
            .get(seat)
            .copied()
            .flatten()
            .map(share_of_clock);
        let by_move = limits.movetime.map(|t| t.saturating_sub(MOVE_OVERHEAD));
        let time = match (by_clock, by_move) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget {
            started,
            deadline: time.map(|time| started + time),
            nodes_limit: limits.nodes.unwrap_or(u64::MAX),
            stop,
            nodes: 0,
            exhausted: false,
            horizon: false,
        }
    }

    /// Whether anything but depth ends the search.
    pub(crate) fn is_bounded(&self) -> bool {
        self.deadline.is_some() || self.nodes_limit != u64::MAX
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether a search that counts for itself has to end after so many nodes.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes_limit
            || self.is_interrupted()
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The time that is left, if time is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|end| end.saturating_duration_since(Instant::now()))
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts a node; true if the search has to end.
    pub(crate) fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.nodes_limit {
            self.exhausted = true;
        } else if self.nodes.is_multiple_of(1024) {
            let late = self.deadline.is_some_and(|end| Instant::now() >= end);
            self.exhausted |= late || self.is_interrupted();
        }
        self.exhausted
    }
}

/// The simple strategies' share of a clock: a thirtieth of what is left and most of the increment.
fn share_of_clock(clock: Clock) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 30) + 1;
    let share = clock.remaining / moves + clock.increment * 3 / 4;
    share.min(clock.remaining / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_order_mates_beyond_any_material() {
        let ascending = [
            Score::Mate(-1),
            Score::Mate(-5),
            Score::Centipawns(-9000),
            Score::Centipawns(0),
            Score::Centipawns(9000),
            Score::Mate(5),
            Score::Mate(1),
        ];
        assert!(ascending.is_sorted_by_key(|score| score.centipawns()));
    }

    #[test]
    fn no_share_of_a_clock_exceeds_half_of_it() {
        for ms in [0, 1, 10, 1000, 100_000] {
            for moves_to_go in [None, Some(1), Some(40)] {
                let remaining = Duration::from_millis(ms);
                let increment = Duration::from_millis(500);
                let clock = Clock {
                    remaining,
                    increment,
                    moves_to_go,
                };
                assert!(share_of_clock(clock) <= remaining / 2);
            }
        }
    }
}
