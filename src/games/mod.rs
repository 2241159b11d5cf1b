//! Rules of the games.
//!
//! [`Game`] is the one seam of the house: perft, the strategies, matches and terminal boards are
//! written once against it. A game is a small value that is copied, never undone; what it was
//! before is kept by a [`Line`], which also knows about repetition; [`AnyGame`] is a line of a
//! variant known only at run time. The chess searcher and the provers are *not* generic: they use
//! their game's own types, where the speed is.

mod any;
pub mod chess;
pub mod kamisado;
mod line;
pub mod perft;
pub mod pgn;
pub mod rolit;

pub use any::{AnyGame, StartError, Variant};
pub use line::Line;

/// A text that is not a position or not a legal move of the game it was given to. The message says
/// what is wrong and names the text.
pub type TextError = Box<dyn std::error::Error + Send + Sync>;

/// The most seats that a game has here: the ten colours of Rolit.
pub const MAX_SEATS: usize = 10;

/// A set of seats, as bits: seat 0 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seats(u16);

impl Seats {
    /// Just this seat.
    pub const fn one(seat: usize) -> Seats {
        Seats(1 << seat)
    }

    /// The first `count` seats.
    pub const fn all(count: usize) -> Seats {
        Seats((1 << count) - 1)
    }

    /// Whether a seat belongs to the set.
    pub const fn contains(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// How many seats belong to it.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<usize> for Seats {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Seats {
        Seats(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat))
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who shares the first place: one seat for a win, all seats for a draw.
    pub winners: Seats,
    /// The rule that ended the game, as a player would name it: `checkmate`, `stalemate`.
    pub reason: &'static str,
}

/// The rules of a turn-based game with open information.
///
/// A value is one position. Implementations are cheap to clone and never change in place, so a
/// simulated move cannot leak into the real game.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// A legal move. Means something only with its position.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// The name used in options and files: `chess`.
    const NAME: &'static str;

    /// The seat that protocols and game records call White. In chess White sits at 0 and begins.
    const WHITE: usize = 0;

    /// How often a position must occur for the game to be drawn, if that is a rule.
    const REPETITIONS: Option<usize> = None;

    /// The usual start position.
    fn start() -> Self;

    /// Reads a position in the game's own text form (chess: FEN).
    ///
    /// # Errors
    /// A sentence that names what is wrong with the text.
    fn from_text(text: &str) -> Result<Self, TextError>;

    /// The position in the game's own text form.
    fn text(&self) -> String;

    /// How many players take part.
    fn players(&self) -> usize {
        2
    }

    /// The seat whose turn it is, from 0.
    fn turn(&self) -> usize;

    /// Whether two seats share their result: a seat with itself, and members of a team.
    fn allied(&self, a: usize, b: usize) -> bool {
        a == b
    }

    /// What a seat has at this moment, where the game counts points; members of a team have the
    /// same, the sum. Most points win, and equal points share a place.
    fn points(&self, seat: usize) -> Option<i32> {
        let _ = seat;
        None
    }

    /// Calls `f` with every legal move, always in the same order. A finished game has none, except
    /// where a draw by rule leaves moves on the board.
    fn for_each_move(&self, f: impl FnMut(Self::Move));

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Every legal move.
    fn moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.for_each_move(|m| list.push(m));
        list
    }

    /// The position after a legal move.
    #[must_use]
    fn play(&self, m: Self::Move) -> Self;

    /// How the game has ended, as far as this position alone can tell.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether perft must stop here although there are moves: a finished position has no children.
    fn perft_ends(&self) -> bool {
        self.outcome().is_some()
    }

    /// A hash key: equal positions have equal keys; counters do not enter.
    fn key(&self) -> u64;

    /// How many of the last plies can be part of a repetition.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// A legal move as text (chess: `e2e4`).
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move and makes sure that it is legal here.
    ///
    /// # Errors
    /// A sentence that names the text and what is wrong with it.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;
}
