//! Rules of the games.
//!
//! [`Game`] is the only interface to the rules: perft, the strategies and matches are written once against it. A game
//! is a small value that is copied, never undone. A [`Line`] keeps the earlier positions and detects repetition.
//! [`Variant`] says how games of a kind begin, and [`Words`] supplies texts and drawings for people; the rules
//! themselves know neither languages nor display colours.
//!
//! Where the variant is known only at run time (a file, an option, a room), an [`AnyGame`] takes and returns text;
//! [`AnyPosition`] is a position of any variant, and a [`Game`] itself. The chess searcher and the provers are *not*
//! generic: for speed they use the types of their game directly.

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

/// Error for a text that is not a position or not a legal move of the game. The message quotes the text and says what
/// is wrong with it.
pub type TextError = Box<dyn std::error::Error + Send + Sync>;

/// A set of seats, as bits. Seats are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seats(u16);

impl Seats {
    /// Creates a set of a single seat.
    pub const fn one(seat: usize) -> Seats {
        Seats(1 << seat)
    }

    /// Creates the set of the seats below `count`.
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
    /// Seats that share the first place: the winners, or all seats in a draw.
    pub winners: Seats,
    /// The rule that ended the game, as a player would name it: `checkmate`, `stalemate`.
    pub reason: &'static str,
}

/// Rules of a turn-based game with open information.
///
/// A value is one position. Implementations are cheap to clone and never change in place, so a simulated move cannot
/// leak into the real game.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// A legal move. It is meaningful only together with its position.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// Name of the game in options and files: `chess`.
    fn name(&self) -> &'static str;

    /// Seat that protocols and game records call White. In chess White has seat 0 and moves first.
    fn white(&self) -> usize {
        0
    }

    /// Number of occurrences of a position at which the game is drawn; `None` if the rules have no draw by
    /// repetition.
    fn repetitions(&self) -> Option<usize> {
        None
    }

    /// Returns true if games usually begin at this position, which a protocol calls `startpos`.
    fn is_usual_start(&self) -> bool;

    /// Position in the game's own text form (chess: FEN).
    fn text(&self) -> String;

    /// Number of players.
    fn players(&self) -> usize {
        2
    }

    /// Seat whose turn it is, from 0.
    fn turn(&self) -> usize;

    /// Team of a seat: 0 for the team of seat 0, 1 for the other; `None` if the game has no teams.
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

    /// Returns true if a seat could still win if all others helped it (chess: it has enough material to mate). If a
    /// player runs out of time and the opponent could not win, the game is drawn.
    fn can_win(&self, seat: usize) -> bool {
        let _ = seat;
        true
    }

    /// Current points of a seat; `None` if the game does not count points. Each member of a team has the sum of the
    /// team. The seat with the most points wins, and seats with equal points share a place.
    fn points(&self, seat: usize) -> Option<i32> {
        let _ = seat;
        None
    }

    /// Calls `f` with every legal move, always in the same order. A finished game has no moves, except after a draw
    /// by rule (such as the fifty-move rule), where moves remain possible.
    fn for_each_move(&self, f: impl FnMut(Self::Move));

    /// Number of legal moves.
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// All legal moves, in the order of [`for_each_move`](Game::for_each_move).
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.for_each_move(|m| list.push(m));
        list
    }

    /// Move that is played without asking the player, because the rules leave no choice (Kamisado: the zero move of a
    /// blocked tower); `None` if the player must choose.
    fn forced(&self) -> Option<Self::Move> {
        None
    }

    /// Pass that a game record may contain here (chess: `--`). It is not a legal move, but can be played. `None` if
    /// no pass is possible.
    fn pass(&self) -> Option<Self::Move> {
        None
    }

    /// Returns the position after a legal move or a [pass](Game::pass).
    #[must_use]
    fn play(&self, m: Self::Move) -> Self;

    /// Outcome of the game as far as this position alone determines it, so without repetition; `None` if the position
    /// does not end the game.
    fn outcome(&self) -> Option<Outcome>;

    /// Counts the move sequences of exactly `depth` plies. A game that wraps another one can delegate to it.
    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self, depth)
    }

    /// Number of last plies, at least 1, that [`perft`](Game::perft) counts faster than a lookup in a table of
    /// subtree counts.
    fn perft_bulk(&self) -> u32 {
        1
    }

    /// Returns true if perft must not count moves from here: a finished position has no successors.
    fn perft_ends(&self) -> bool {
        self.outcome().is_some()
    }

    /// Hash key of the position: equal positions have equal keys. Move counters are not part of it.
    fn key(&self) -> u64;

    /// Number of last plies back to which a repetition is possible.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// Text form of a legal move (chess: `e2e4`).
    fn move_text(&self, m: Self::Move) -> String;

    /// Parses a move and checks that it is legal here.
    ///
    /// # Errors
    /// A sentence that quotes the text and says what is wrong with it.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;
}

/// A kind of game that can be started: its name, its options, its start positions.
pub trait Variant: Game {
    /// Name of the game in options and files: `chess`.
    const NAME: &'static str;

    /// Options for the rules and the start position. The option `rules`, if there is one, names the set of rules and
    /// is stored in saved games.
    fn options() -> Vec<GameOption> {
        Vec::new()
    }

    /// Returns the usual start position.
    fn start() -> Self;

    /// Parses a position in the game's own text form (chess: FEN), with the options at their defaults.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    fn from_text(text: &str) -> Result<Self, TextError>;

    /// Returns the start position of a game: the position given as text, together with the parts of the text that
    /// were left out, or else the one described by the settings. The settings must have been checked against the
    /// [options](Variant::options).
    ///
    /// # Errors
    /// [`StartError`] if the text is not a position, or contradicts the settings.
    fn begin(settings: &Settings, start: Option<&str>) -> Result<Read<Self>, StartError> {
        let _ = settings;
        let begun = start.map_or_else(|| Ok(Self::start()), Self::from_text);
        let begun = begun.map_err(|error| StartError::Start(Text::same(error)))?;
        Ok(Read::whole(begun))
    }

    /// Encodes a move as a number that identifies it independently of the position.
    fn move_code(m: Self::Move) -> u32;

    /// Decodes a number returned by [`move_code`](Variant::move_code). Any other number gives an arbitrary move,
    /// which need not be legal anywhere.
    fn move_of(code: u32) -> Self::Move;

    /// Settings of the position that its text form does not contain. [`begin`](Variant::begin) restores the position
    /// from these and the text.
    fn settings(&self) -> Settings {
        Settings::default()
    }
}
