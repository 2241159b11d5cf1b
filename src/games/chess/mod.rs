//! Chess: rules, notation and keys.
//!
//! Start with [`Position`]; `movegen` makes its moves, `fen`, `epd` and `text` its words, `rules` its
//! endings, `see` its exchanges. Squares, bitboards, colours and attack tables are shakmaty's and
//! are re-exported here.

pub mod epd;
mod fen;
mod movegen;
mod moves;
mod position;
mod rules;
mod see;
mod text;
mod zobrist;

pub use fen::{FenError, color_name};
pub use movegen::Sink;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use position::Position;
pub use rules::{FIFTY_MOVES, seat};
pub use see::exchange_value;
pub use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};
pub use text::MoveError;
pub use zobrist::Keys;

use super::pgn::Notation;
use super::{Game, Outcome};

/// The FEN of the start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Position {
    /// The start position of ordinary chess.
    pub fn start() -> Position {
        Position::from_setup(&shakmaty::Setup::initial(), false)
            .unwrap_or_else(|_| unreachable!("the start position is legal"))
    }
}

impl Game for Position {
    type Move = Move;
    const NAME: &'static str = "chess";
    const REPETITIONS: Option<usize> = Some(3);

    fn start() -> Position {
        Position::start()
    }

    fn from_text(text: &str) -> Result<Position, super::TextError> {
        Ok(Position::from_fen(text, false)?)
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn turn(&self) -> usize {
        seat(self.turn)
    }

    fn for_each_move(&self, f: impl FnMut(Move)) {
        self.for_each_legal_move(f);
    }

    fn count_moves(&self) -> usize {
        self.count_legal_moves()
    }

    #[inline(always)]
    fn play(&self, m: Move) -> Position {
        Position::play(self, m)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position_outcome()
    }

    fn perft_ends(&self) -> bool {
        // Perft counts the tree of legal moves; draws by rule do not cut it.
        false
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn reversible_plies(&self) -> usize {
        self.halfmoves as usize
    }

    fn move_text(&self, m: Move) -> String {
        Position::move_text(self, m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, super::TextError> {
        Ok(Position::parse_move(self, text)?)
    }
}

impl Notation for Position {
    fn notation(&self, m: Move) -> String {
        self.san(m)
    }

    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        let tag = || ("Variant", "Chess960".to_owned());
        self.is_chess960().then(tag).into_iter().collect()
    }

    fn is_usual_start(&self) -> bool {
        !self.is_chess960() && self.text() == START_FEN
    }

    fn move_number(&self) -> u32 {
        self.fullmoves()
    }
}
