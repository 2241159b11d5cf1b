//! Rules of the games.
//!
//! [`Game`] is the only interface to the rules: perft, the strategies and matches are written once against
//! it. A game is a small value that is copied, never undone; its earlier positions are kept by a
//! [`Line`], which also knows about repetition. [`Variant`] says how games of a kind begin, and
//! [`Words`] how they are told and drawn; the rules know neither language nor colour.
//!
//! Where the variant is known only at run time (a file, an option, a room) an [`AnyGame`] is told
//! and asked in text; [`AnyPosition`] is a position of any variant, and a [`Game`] itself. The chess
//! searcher and the provers are *not* generic: they use their game's own types, where the speed is.

base::messages!("games");

mod any;
mod board;
pub mod chess;
mod erased;
pub mod kamisado;
mod line;
mod options;
pub mod perft;
pub mod pgn;
#[cfg(feature = "png")]
pub mod png;
mod read;
pub mod rolit;
pub mod svg;
mod words;

pub use any::{AnyGame, LegalMove};
pub use base::MAX_SEATS;
pub use base::lang::{Lang, Text, counted};
pub use board::{Board, Cell, Ground, Mark, Paint, Piece};
pub use erased::{AnyMove, AnyPosition};
pub use line::Line;
pub use options::{GameOption, OptionKind, Settings, StartError};
pub use read::{Dropped, Read};
pub use words::{Words, reason_text};

/// A text that is not a position or not a legal move of the game it was given to. The message says
/// what is wrong and names the text.
pub type TextError = Box<dyn std::error::Error + Send + Sync>;

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

    /// Returns true if a seat belongs to the set.
    pub const fn contains(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// Number of seats in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<usize> for Seats {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Seats {
        Seats(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat))
    }
}

/// Outcome of a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Seats that share the first place: one for a win, all for a draw.
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

    /// The name of the game in options and files: `chess`.
    fn name(&self) -> &'static str;

    /// The seat that protocols and game records call White. In chess White sits at 0 and begins.
    fn white(&self) -> usize {
        0
    }

    /// Number of occurrences of a position that draws the game; `None` if repetition is not a rule.
    fn repetitions(&self) -> Option<usize> {
        None
    }

    /// Returns true if games usually begin at this position, which a protocol calls `startpos`.
    fn is_usual_start(&self) -> bool;

    /// The position in the game's own text form.
    fn text(&self) -> String;

    /// Number of players.
    fn players(&self) -> usize {
        2
    }

    /// The seat whose turn it is, from 0.
    fn turn(&self) -> usize;

    /// The team of a seat, 0 for that of seat 0 and 1 for the other, where there are teams.
    fn team(&self, seat: usize) -> Option<usize> {
        let _ = seat;
        None
    }

    /// Returns true if two seats share their result: a seat with itself, and members of a team.
    fn allied(&self, a: usize, b: usize) -> bool {
        a == b || (self.team(a).is_some() && self.team(a) == self.team(b))
    }

    /// Returns true if a game can end without a winner.
    fn has_draws(&self) -> bool {
        true
    }

    /// Returns true if a seat could still win with the help of everybody else (chess: it has material to mate with).
    /// A player who oversteps the time against a seat that could not win has drawn.
    fn can_win(&self, seat: usize) -> bool {
        let _ = seat;
        true
    }

    /// Points of a seat at this moment; `None` if the game does not count points. Members of a team all have the
    /// team's sum. Most points win, and equal points share a place.
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
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.for_each_move(|m| list.push(m));
        list
    }

    /// A move that is made for the player, because the rules leave nothing to choose and nobody would
    /// ask (Kamisado: the zero move of a blocked tower).
    fn forced(&self) -> Option<Self::Move> {
        None
    }

    /// The pass that a game record may have here although the rules do not know it (chess: `--`). It is no legal move,
    /// but can be played.
    fn pass(&self) -> Option<Self::Move> {
        None
    }

    /// The position after a legal move, or a [pass](Game::pass).
    #[must_use]
    fn play(&self, m: Self::Move) -> Self;

    /// Outcome of the game, as far as this position alone can tell; `None` if it does not end the game.
    fn outcome(&self) -> Option<Outcome>;

    /// Counts the move sequences of exactly so many plies. A game that wraps another one can count
    /// in that.
    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self, depth)
    }

    /// Number of last plies that [`perft`](Game::perft) counts faster than a table of subtree counts answers; at
    /// least 1.
    fn perft_bulk(&self) -> u32 {
        1
    }

    /// Returns true if perft must stop here although there are moves: a finished position has no children.
    fn perft_ends(&self) -> bool {
        self.outcome().is_some()
    }

    /// A hash key: equal positions have equal keys; counters do not enter.
    fn key(&self) -> u64;

    /// Number of last plies that can be part of a repetition.
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

/// A kind of game that can be begun: its name, its options, its start positions.
pub trait Variant: Game {
    /// The name in options and files: `chess`.
    const NAME: &'static str;

    /// Options for the rules and the start position. The option `rules`, if there is one, names the set of rules and
    /// is stored in saved games.
    fn options() -> Vec<GameOption> {
        Vec::new()
    }

    /// The usual start position.
    fn start() -> Self;

    /// Reads a position in the game's own text form (chess: FEN), under the usual options.
    ///
    /// # Errors
    /// A sentence that names what is wrong with the text.
    fn from_text(text: &str) -> Result<Self, TextError>;

    /// Returns the start position of a game under these settings, which have been checked against the
    /// [options](Variant::options): the position given as text, with what of the text was left out, or else the
    /// one that the settings describe.
    ///
    /// # Errors
    /// [`StartError`]: the text is no position, or it and the settings contradict each other.
    fn begin(settings: &Settings, start: Option<&str>) -> Result<Read<Self>, StartError> {
        let _ = settings;
        let begun = start.map_or_else(|| Ok(Self::start()), Self::from_text);
        let begun = begun.map_err(|error| StartError::Start(Text::same(error)))?;
        Ok(Read::whole(begun))
    }

    /// Encodes a move as a number that stands for it without its position.
    fn move_code(m: Self::Move) -> u32;

    /// Returns the move of a number that [`move_code`](Variant::move_code) gave; of any other number, some move or
    /// other, which need not be legal anywhere.
    fn move_of(code: u32) -> Self::Move;

    /// The settings that a position tells of itself and that its text alone does not: with them and
    /// the text, [`begin`](Variant::begin) makes it again.
    fn settings(&self) -> Settings {
        Settings::default()
    }
}
