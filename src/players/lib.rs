//! Players: everything that chooses moves in a game.
//!
//! A [`Player`] takes a [`Request`] (a game in progress, limits and conditions) and answers with a [`Choice`] of a
//! move; meanwhile it sends a [`Report`] on each iteration of its search. The strategies ([`Random`], [`Greedy`],
//! [`Minimax`], [`AlphaBeta`]) are written once for every [`Game`] that can [`Evaluate`] itself. [`ChessEngine`] is the
//! full chess searcher with its opening book, [`Prover`] the same with the exact mate solver. [`kamisado`] and
//! [`rolit`] have players of their own, [`Engine`] sets such players up by options, and [`UciEngine`] is a process that
//! speaks UCI. [`Levels`] creates the player of a game for each [`Level`] from easy to expert. Matches, rooms and the
//! protocol use players only through the trait. A [`Seat`] is taken by a person or by a player of some level.
//!
//! For the target `wasm32-unknown-unknown`, in a page, there are no processes, so that [`UciEngine`] is left out.

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
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
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
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod uci_engine;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod uci_text;
mod values;

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
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use process::{EngineCommand, kill_engines};
pub use prover::Prover;
pub use punctual::Punctual;
pub use random::Random;
pub use registry::{AnyPlayer, Entry, Registry, UnknownGame};
pub use seat::{Seat, SeatError, seed_of_move, seed_of_seat};
pub use transcript::{Direction, PlayerTranscript, Transcript};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use uci_engine::UciEngine;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use uci_text::DeclaredOption;
pub use values::Values;

pub use base::limits::{Control, Limits};
pub use engine::search::Bound;

use base::say;
use games::{Game, Lang, Line, Text};
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
    /// Returns the score as a single number by which scores can be compared: centipawns, with mates far above and below
    /// all others.
    pub const fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE_VALUE - moves,
            Score::Mate(moves) => -MATE_VALUE - moves,
        }
    }
}

/// Report on a search, running or finished. A field is `None` or empty if the player has nothing to report there, as a
/// random player has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Score from the player's point of view.
    pub score: Option<Score>,
    /// Relation of `score` to the true score: exact, a lower or an upper bound.
    pub bound: Bound,
    /// Chances of win, draw and loss in permille; `None` if they are not known.
    pub wdl: Option<[u32; 3]>,
    /// Depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// Rank of this line among several, from 0.
    pub rank: usize,
    /// Number of positions visited.
    pub nodes: Option<u64>,
    /// Number of successful tablebase probes.
    pub tbhits: u64,
    /// Fill level of the transposition table, in permille.
    pub hashfull: usize,
    /// The expected continuation in the game's own move text, the chosen move first.
    pub pv: Vec<String>,
    /// The move now being searched, and its number from 1.
    pub current: Option<(String, usize)>,
    /// A sentence for people, in addition to the other fields.
    pub remark: Option<String>,
    /// Time, and number of nodes of this search, after which a win within [`Limits::mate_within`] own moves was first
    /// announced.
    pub mate_found: Option<(Duration, u64)>,
}

/// Receiver of reports while a search runs, called by any of its threads.
pub type Reporter<'a> = &'a (dyn Fn(&Report) + Sync);

/// Request for a move: a game, limits, and conditions of the search.
pub struct Request<'a, G: Game> {
    /// The game up to the position to move in.
    pub game: &'a Line<G>,
    /// Limits on what may be spent on the move.
    pub limits: &'a Limits,
    /// Moves to choose among; empty for all.
    pub among: &'a [G::Move],
    /// True if the search is for analysis and not for a game: without opening book and without limited strength.
    pub full_strength: bool,
    /// True if a position is analysed and not played. Without limits the search then goes on until it is stopped; it
    /// reports every iteration, and the mate solver may run beside it.
    pub is_analysis: bool,
    /// Handle that ends the search, with the time at which it began.
    pub control: &'a Control<'a>,
    /// Receiver of reports.
    pub report: Reporter<'a>,
}

impl<'a, G: Game> Request<'a, G> {
    /// Creates a request for any legal move in the current position of a game, without reports.
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

    /// Creates a request for an analysis of the current position, at full strength and without reports.
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

    /// Returns true if the request allows the move `m`.
    fn allows(&self, m: G::Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }

    /// Returns the answer at the end of a search: the choice of the move `chosen`, with the expected reply `reply`
    /// (`None` if none is known), or [`Failure::Interrupted`] if the request was abandoned.
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

/// Chosen move with the thinking time and the report of its search.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The chosen move, which is legal in the position of the request.
    pub chosen: M,
    /// The expected reply to it, if the player expects one.
    pub reply: Option<M>,
    /// Time from the request to the answer.
    pub elapsed: Duration,
    /// Report on the search for the move.
    pub report: Report,
}

/// Reason why a player did not answer with a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum Failure {
    /// The engine's process has ended or closed its output. The text, which may be empty, describes its end.
    Disconnected(Text),
    /// The player did not answer, not even after `stop`: the time that it was given.
    Stalled(Duration),
    /// The answer came after [`Limits::patience`] had run out: the time that it took.
    TooLate(Duration),
    /// The answer is not a legal move: its text.
    IllegalMove(String),
    /// The player could not be started, or did not get ready: the reason.
    Start(Text),
    /// The search was abandoned, because its answer is no longer wanted.
    Interrupted,
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure::Start(Text::of(|lang| error.text(lang)))
    }
}

impl Failure {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Failure::Disconnected(end) => say!(lang, "failure-disconnected", end = end.get(lang)),
            Failure::Stalled(time) => {
                say!(lang, "failure-stalled", time = format_args!("{time:.1?}"))
            }
            Failure::TooLate(time) => say!(lang, "failure-late", time = format_args!("{time:.3?}")),
            Failure::IllegalMove(text) => say!(lang, "failure-illegal", move = text),
            Failure::Start(why) => why.get(lang).to_owned(),
            Failure::Interrupted => say!(lang, "failure-interrupted").to_owned(),
        }
    }

    /// Returns the failure of a player that has no legal move, because the game is over.
    fn no_move() -> Failure {
        Failure::IllegalMove("(none)".to_owned())
    }
}

/// A player that chooses moves in games of the type `G`.
pub trait Player<G: Game>: Send {
    /// Chooses a move in the current position of a game, which must not be over.
    ///
    /// Players that run in this process check the request's [`Control`] regularly. Soon after it is stopped they answer
    /// with their best move so far, or with [`Failure::Interrupted`] if it is abandoned.
    ///
    /// # Errors
    /// A [`Failure`] if the player does not answer with a legal move in time.
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure>;

    /// Chooses any legal move of a game without reports. Setting `stop` interrupts the search.
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

    /// Forgets the last game and prepares for one that begins at `start`. Restarts an engine's process that has failed.
    /// If the preparation takes long, setting `stop` ends it with [`Failure::Interrupted`].
    ///
    /// # Errors
    /// [`Failure::Start`] or [`Failure::Stalled`] if the player cannot be made ready.
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        let _ = (start, stop);
        Ok(())
    }

    /// Sets the player's options; the contents of tables are kept unless an option changes them. Returns a sentence
    /// about the effect if there is something to report.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read. The old options stay in force.
    fn configure(&mut self, options: &EngineOptions) -> Result<Option<String>, EngineError> {
        let _ = options;
        Ok(None)
    }

    /// Allocates the memory that a search needs, so that this does not take time from the player's clock.
    fn prepare(&mut self) {}

    /// Empties the player's transposition table, if it has one.
    fn clear_hash(&mut self) {}

    /// Called after the player's own move, with the opponent to move: lets a player that ponders think ahead. `limits`
    /// are those with which its next [`choose`](Player::choose) would begin.
    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        let _ = (line, limits);
    }

    /// Called at the end of a game: a player that is still pondering stops.
    fn game_over(&mut self) {}

    /// Sets the transcript that records the text to and from the player from now on; `None` ends that. Players that run
    /// in this process have no such text, so the default does nothing.
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
