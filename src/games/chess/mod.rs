//! Chess: rules, notation and keys.
//!
//! Start with [`Position`]; `movegen` generates its moves, `fen`, `epd`, `text` and `words` convert positions and
//! moves to and from text, `reasons` explains why a move is illegal, `rules` decides when a game ends, `see`
//! evaluates exchanges. Squares, bitboards, colours and attack tables are shakmaty's and are re-exported here.

mod checks;
pub mod epd;
mod fen;
mod lean;
mod movegen;
mod moves;
pub mod openings;
mod position;
mod reasons;
pub(crate) mod recorded;
mod replies;
mod rules;
mod see;
mod starts;
mod text;
mod threats;
mod typed;
mod words;
mod zobrist;

pub use checks::Checks;
pub use fen::{FenError, FenField, color_name, names_files, setup_fen};
pub use movegen::{Sink, origin};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use position::Position;
pub use reasons::role_name;
pub use rules::{FIFTY_MOVES, seat};
pub use see::exchange_value;
pub use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};
pub use starts::chess960_fen;
pub use text::MoveError;
pub use threats::{Threats, pawn_attack_set};
pub use typed::localized;
pub use words::pieces_to_draw;
pub use zobrist::Keys;

use super::{
    Game, GameOption, OptionKind, Outcome, Read, Settings, StartError, TextError, Variant,
};
use shakmaty::Position as _;

/// FEN of the start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Position {
    /// Returns the start position of ordinary chess.
    pub fn start() -> Position {
        Position::from_setup(&shakmaty::Setup::initial(), false)
            .unwrap_or_else(|_| unreachable!("the start position is legal"))
    }
}

impl Game for Position {
    type Move = Move;

    fn name(&self) -> &'static str {
        Position::NAME
    }

    fn repetitions(&self) -> Option<usize> {
        Some(3)
    }

    fn is_usual_start(&self) -> bool {
        // True for position 518 of Chess960, too: it differs only in the notation of castling.
        *self == Position::start()
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn turn(&self) -> usize {
        seat(self.turn)
    }

    fn can_win(&self, seat: usize) -> bool {
        let color = [Color::White, Color::Black][seat & 1];
        // In a composed position that shakmaty rejects, any mate may be possible.
        self.to_shakmaty()
            .map_or(true, |chess| !chess.has_insufficient_material(color))
    }

    fn for_each_move(&self, f: impl FnMut(Move)) {
        self.for_each_legal_move(f);
    }

    fn count_moves(&self) -> usize {
        self.count_legal_moves()
    }

    #[inline(always)]
    fn play(&self, m: Move) -> Position {
        if m == Move::NONE {
            return Position::pass(self);
        }
        Position::play(self, m)
    }

    fn pass(&self) -> Option<Move> {
        (!self.in_check()).then_some(Move::NONE)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position_outcome()
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            depth => lean::count(self, depth),
        }
    }

    fn perft_bulk(&self) -> u32 {
        2
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

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        Ok(Position::parse_move(self, text)?)
    }
}

impl Variant for Position {
    const NAME: &'static str = "chess";

    fn options() -> Vec<GameOption> {
        vec![GameOption {
            name: "rules",
            uci: "UCI_Chess960",
            kind: OptionKind::Choice(&["standard", "chess960"]),
            help: "'chess960': castling rights may belong to any rook",
        }]
    }

    fn start() -> Position {
        Position::start()
    }

    fn move_code(m: Move) -> u32 {
        u32::from(m.bits())
    }

    fn move_of(code: u32) -> Move {
        Move::from_bits(code as u16)
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        Ok(Position::from_fen(text, false)?)
    }

    fn begin(settings: &Settings, start: Option<&str>) -> Result<Read<Position>, StartError> {
        let chess960 = settings.get("rules") == Some("chess960");
        let read = Position::read_fen(start.unwrap_or(START_FEN), chess960);
        read.map_err(StartError::Fen)
    }

    fn settings(&self) -> Settings {
        let rules = ["standard", "chess960"][usize::from(self.is_chess960())];
        Settings::default().with("rules", rules)
    }
}
