//! Moves as text (UCI notation with both forms of castling, SAN through shakmaty), and the board as a diagram.

use super::Position;
use super::moves::{Move, MoveKind};
use super::position::castling_targets;
use crate::Lang;
use crate::pgn::letters::Letters;
use base::say;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{File, Role, Square};
use std::fmt::Write;

/// Error for a move given as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum MoveError {
    /// The text has not the form `e2e4` or `e7e8q`.
    Form(String),
    /// The move is well formed, but not legal here.
    Illegal {
        /// Text of the move.
        text: String,
        /// FEN of the position.
        fen: String,
    },
}

impl MoveError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            MoveError::Form(text) => say!(lang, "move-form", text),
            MoveError::Illegal { text, fen } => say!(lang, "move-illegal-in", text, fen),
        }
    }
}

impl Position {
    /// Text of a legal move in UCI notation. Castling is `e1g1` in ordinary chess, and king takes rook (`e1h1`) in
    /// [Chess960](Position::is_chess960).
    pub fn move_text(&self, m: Move) -> String {
        if m == Move::NONE {
            // Null move of UCI.
            return "0000".to_owned();
        }
        let mut to = m.to();
        if m.is_castle() && !self.is_chess960() {
            to = castling_targets(m.from(), to).0;
        }
        let mut text = format!("{}{to}", m.from());
        if let Some(role) = m.promoted() {
            text.push(role.char());
        }
        text
    }

    /// Parses a move in UCI notation and checks that it is legal. Castling is accepted in both forms, `e1g1` only if
    /// no ordinary king move has the same text. The letter of a promotion may be upper or lower case.
    ///
    /// # Errors
    /// [`MoveError`] if the text has another form or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let form = || MoveError::Form(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let uci: UciMove = lower.parse().map_err(|_| form())?;
        let UciMove::Normal {
            from,
            to,
            promotion,
        } = uci
        else {
            return Err(form());
        };
        self.find_move(from, to, promotion)
            .ok_or_else(|| MoveError::Illegal {
                text: text.to_owned(),
                fen: self.fen(),
            })
    }

    fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let legal = self.legal_moves();
        let plain = |m: &&Move| m.from() == from && m.to() == to && m.promoted() == promotion;
        let castle =
            |m: &&Move| m.is_castle() && m.from() == from && castling_targets(from, m.to()).0 == to;
        // A king's move means castling only if it crosses two files from the e-file: a shorter step is an ordinary
        // move in ordinary chess and ambiguous in Chess960.
        let far = from.file().distance(to.file()) == 2 && from.file() == File::E;
        legal
            .iter()
            .find(plain)
            .or_else(|| {
                let by_target = promotion.is_none() && (far || self.is_chess960());
                legal.iter().filter(|_| by_target).find(castle)
            })
            .copied()
    }

    /// Converts a move, which must be legal here, to shakmaty's type; `None` if its origin is empty.
    pub fn to_shakmaty_move(&self, m: Move) -> Option<shakmaty::Move> {
        let role = self.role_at(m.from())?;
        Some(match m.kind() {
            MoveKind::Castle => shakmaty::Move::Castle {
                king: m.from(),
                rook: m.to(),
            },
            MoveKind::EnPassant => shakmaty::Move::EnPassant {
                from: m.from(),
                to: m.to(),
            },
            MoveKind::Normal | MoveKind::Promotion(_) => shakmaty::Move::Normal {
                role,
                from: m.from(),
                capture: self.captured(m),
                to: m.to(),
                promotion: m.promoted(),
            },
        })
    }

    /// Converts a legal move from shakmaty's type; `None` for a move that does not exist in chess.
    pub fn from_shakmaty_move(m: &shakmaty::Move) -> Option<Move> {
        Some(match *m {
            shakmaty::Move::Castle { king, rook } => Move::castle(king, rook),
            shakmaty::Move::EnPassant { from, to } => Move::en_passant(from, to),
            shakmaty::Move::Normal {
                from,
                to,
                promotion: Some(role),
                ..
            } => Move::promotion(from, to, role),
            shakmaty::Move::Normal { from, to, .. } => Move::normal(from, to),
            shakmaty::Move::Put { .. } => return None,
        })
    }

    /// Legal move in standard algebraic notation, with `+` or `#`; in UCI notation in a composed position that
    /// shakmaty does not accept.
    pub fn san(&self, m: Move) -> String {
        if m == Move::NONE {
            return "--".to_owned();
        }
        match (self.to_shakmaty(), self.to_shakmaty_move(m)) {
            (Ok(chess), Some(theirs)) => SanPlus::from_move(chess, theirs).to_string(),
            _ => self.move_text(m),
        }
    }

    /// Board as text for a terminal: rank 8 on top, White's pieces in upper case.
    pub fn diagram(&self) -> String {
        self.diagram_with(Letters::of(Lang::EN))
    }

    /// Returns the same diagram with the letters of a language.
    pub(super) fn diagram_with(&self, letters: &Letters) -> String {
        let letter = |piece: shakmaty::Piece| letters.translated(piece.char());
        let mut out = String::from("  +-----------------+\n");
        for rank in (0..8).rev() {
            let _ = write!(out, "{} |", rank + 1);
            for file in 0..8 {
                let piece = self.piece_at(Square::new(rank * 8 + file));
                let _ = write!(out, " {}", piece.map_or('.', letter));
            }
            out.push_str(" |\n");
        }
        out.push_str("  +-----------------+\n    a b c d e f g h\n");
        out
    }
}
