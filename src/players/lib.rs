//! Players: everybody who chooses a move.
//!
//! A [`Player`] is given a game in progress and limits, and answers with a move and
//! its evaluation. The strategies ([`Random`], [`Greedy`], [`Minimax`], [`AlphaBeta`]) are written
//! once for every [`Game`] that can [`Evaluate`] itself; [`ChessEngine`] is the full chess searcher
//! with its opening book, [`Prover`] the same with the exact mate solver; [`kamisado`] has the player that proves its moves; [`UciEngine`] is a
//! process that speaks UCI. [`Levels`] makes the player of a game for each [`Level`] from easy to
//! expert. Matches only know the trait. [`Seat`] names the player of a seat.

mod alphabeta;
mod book;
mod builtin;
mod chess_engine;
mod chess_player;
mod deepen;
mod evaluate;
mod greedy;
pub mod kamisado;
mod level;
mod mate_finder;
mod minimax;
pub mod options;
mod process;
mod prover;
mod punctual;
mod random;
mod registry;
mod repertoire;
pub mod rolit;
mod searcher;
mod seat;
mod strength;
mod table;
mod transcript;
mod uci_engine;
mod uci_text;

pub use alphabeta::AlphaBeta;
pub use book::{Book, BookError};
pub use builtin::{Builtin, Own, PlayersOf};
pub use chess_engine::{ChessEngine, EngineError, Question};
pub use evaluate::{Evaluate, MATE_VALUE, POINT, margin};
pub use greedy::Greedy;
pub use level::{Level, LevelError, Levels};
pub use mate_finder::MateFinder;
pub use minimax::Minimax;
pub use options::{EngineOption, EngineOptions, MAX_ELO, MIN_ELO};
pub use process::{EngineCommand, kill_engines};
pub use prover::Prover;
pub use punctual::Punctual;
pub use random::Random;
pub use registry::{AnyPlayer, AnySearcher, Entry, ErasedPlayer, Registry, UnknownGame};
pub use searcher::{Bounds, GameSearcher, Handicap, Stop, Strategies, Thought};
pub use seat::{Seat, SeatError, Skill};
pub use transcript::{Direction, PlayerTranscript, Transcript};
pub use uci_engine::UciEngine;
pub use uci_text::{DeclaredOption, Values};

pub use base::limits::Limits;

use games::{Game, Line};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

/// Player's estimate of its position, from its own point of view.
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

/// Player's report on the search behind its move. Everything is optional: a random player has nothing to report.
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

/// A move with the thinking time and the search report that it cost.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move: legal in the position it was asked for.
    pub chosen: M,
    /// Time from the question to the answer.
    pub elapsed: Duration,
    /// Player's report on the search behind the move.
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

    /// From now on it notes here the depth that it has reached, for whoever waits for it. Players that do
    /// not look ahead, or have no time to be watched, note nothing.
    fn show_depth(&mut self, depth: &Arc<AtomicU32>) {
        let _ = depth;
    }

    /// Sets the transcript that the text to and from the player goes into as well, from now on; `None` ends that.
    /// Players in this process have no words.
    fn set_transcript(&mut self, transcript: Option<PlayerTranscript>) {
        let _ = transcript;
    }
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
}
