//! Players: everybody who chooses a move.
//!
//! A [`Player`] takes a [`Request`] (a game in progress, limits and conditions) and answers with a [`Choice`] of a move;
//! meanwhile it sends a [`Report`] on each iteration of its search. The strategies ([`Random`], [`Greedy`], [`Minimax`],
//! [`AlphaBeta`]) are written once for every [`Game`] that can [`Evaluate`] itself. [`ChessEngine`] is the full chess
//! searcher with its opening book, [`Prover`] the same with the exact mate solver. [`kamisado`] and [`rolit`] have
//! players of their own, [`Engine`] sets such players up by options, and [`UciEngine`] is a process that speaks UCI.
//! [`Levels`] makes the player of a game for each [`Level`] from easy to expert. Matches, rooms and the protocol know
//! only the trait. [`Seat`] names the player of a seat.

base::messages!("players");

mod alphabeta;
mod book;
mod builtin;
mod chess_engine;
mod chess_player;
mod deepen;
mod engine_player;
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
mod seat;
mod strength;
mod table;
mod transcript;
mod uci_engine;
mod uci_text;

pub use alphabeta::AlphaBeta;
pub use book::{Book, BookError};
pub use builtin::{Builtin, NativePlayers, PlayersOf};
pub use chess_engine::{ChessEngine, EngineError};
pub use engine_player::Engine;
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
pub use registry::{AnyPlayer, Entry, Registry, UnknownGame};
pub use seat::{Seat, SeatError};
pub use transcript::{Direction, PlayerTranscript, Transcript};
pub use uci_engine::UciEngine;
pub use uci_text::{DeclaredOption, Values};

pub use base::limits::{Control, Limits};
pub use engine::search::Bound;

use games::{Game, Line};
use std::sync::atomic::AtomicBool;
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

/// Report on a search, under way or finished. Everything is optional: a random player has nothing to report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Score from the player's point of view.
    pub score: Option<Score>,
    /// Relation of the score to the true one.
    pub bound: Bound,
    /// Chances of win, draw and loss in permille, where anything is known of them.
    pub wdl: Option<[u32; 3]>,
    /// Depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// Rank of this line among several, from 0.
    pub rank: usize,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Successful tablebase probes.
    pub tbhits: u64,
    /// Fill level of the transposition table, in permille.
    pub hashfull: usize,
    /// The expected continuation in the game's own move text, the chosen move first.
    pub pv: Vec<String>,
    /// The move now being searched, and its number from 1.
    pub current: Option<(String, usize)>,
    /// A sentence for people.
    pub remark: Option<String>,
    /// When, and after how many nodes of this search, a win within [`Limits::mate_within`] own
    /// moves was first announced.
    pub mate_found: Option<(Duration, u64)>,
}

/// Receiver of reports while a search runs, called by any of its threads.
pub type Reporter<'a> = &'a (dyn Fn(&Report) + Sync);

/// Request for a move: a game, limits and conditions.
pub struct Request<'a, G: Game> {
    /// The game up to the position to move in.
    pub game: &'a Line<G>,
    /// Limits on what may be spent on the move.
    pub limits: &'a Limits,
    /// Moves to choose among; empty for all.
    pub among: &'a [G::Move],
    /// True if there is no game to be won (analysis): no book and no handicap.
    pub full_strength: bool,
    /// True if the position is looked at rather than played. Without limits the search then goes on until it is
    /// stopped, it reports every iteration, and the mate solver may work beside it.
    pub is_analysis: bool,
    /// Flags that end the search, and the time when it began.
    pub control: &'a Control<'a>,
    /// Receiver of reports.
    pub report: Reporter<'a>,
}

impl<'a, G: Game> Request<'a, G> {
    /// Request for a move of a game, any legal one, without reports.
    pub fn new(game: &'a Line<G>, limits: &'a Limits, control: &'a Control<'a>) -> Request<'a, G> {
        Request {
            game,
            limits,
            among: &[],
            full_strength: false,
            is_analysis: false,
            control,
            report: &|_| {},
        }
    }

    /// Request for an analysis of the present position, at full strength and without reports.
    pub fn analysis(
        game: &'a Line<G>,
        limits: &'a Limits,
        control: &'a Control<'a>,
    ) -> Request<'a, G> {
        Request {
            full_strength: true,
            is_analysis: true,
            ..Request::new(game, limits, control)
        }
    }

    /// Returns true if a move may be chosen.
    fn allows(&self, m: G::Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }

    /// Ends the search: the choice, unless nobody waits for it any more.
    fn answered(
        &self,
        chosen: G::Move,
        reply: Option<G::Move>,
        report: Report,
    ) -> Result<Choice<G::Move>, Failure> {
        if self.control.is_abandoned() {
            return Err(Failure::Interrupted);
        }
        Ok(Choice {
            chosen,
            reply,
            elapsed: self.control.elapsed(),
            report,
        })
    }
}

/// A move with the thinking time and the search report that it cost.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move: legal in the position it was asked for.
    pub chosen: M,
    /// The expected reply to it, if any is.
    pub reply: Option<M>,
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

impl Failure {
    /// There is no move to choose: the game is over.
    fn no_move() -> Failure {
        Failure::IllegalMove("(none)".to_owned())
    }
}

/// Somebody who chooses moves.
pub trait Player<G: Game>: Send {
    /// Chooses a move in the present position of a game, which is not over.
    ///
    /// Players that think in this process look at the request's [`Control`] now and then. Soon after it is stopped they
    /// answer with their best move, or with [`Failure::Interrupted`] if it is abandoned.
    ///
    /// # Errors
    /// A [`Failure`] if no legal move comes of it in time.
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure>;

    /// Chooses a move of a game, any legal one, without reports, unless `stop` is set meanwhile.
    ///
    /// # Errors
    /// As for [`answer`](Player::answer).
    fn choose(
        &mut self,
        game: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        self.answer(&Request::new(game, limits, &Control::watching(stop)))
    }

    /// Forgets the last game and gets ready for one from `start`. Brings a failed process back. Players that take
    /// their time answer [`Failure::Interrupted`] soon after `stop` is set.
    ///
    /// # Errors
    /// [`Failure::Start`] or [`Failure::Stalled`] if it cannot be made ready.
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        let _ = (start, stop);
        Ok(())
    }

    /// Takes over options; what they leave as it was is kept, tables and all. Returns a sentence about what they have
    /// brought, if there is anything to say.
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had. The old options stay.
    fn configure(&mut self, options: &EngineOptions) -> Result<Option<String>, EngineError> {
        let _ = options;
        Ok(None)
    }

    /// Takes the memory that a search needs now, so that it is not taken on the clock.
    fn prepare(&mut self) {}

    /// Forgets what its transposition table holds, if it has one.
    fn clear_hash(&mut self) {}

    /// Called after the player's own move, with the opponent to move: a player that ponders
    /// starts to. The clocks are those its next [`choose`](Player::choose) would begin with.
    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        let _ = (line, limits);
    }

    /// The game is over: a player that is still thinking stops.
    fn game_over(&mut self) {}

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
