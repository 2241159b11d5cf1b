//! Moves as text: UCI's long algebraic form in both castling spellings, SAN through shakmaty, and
//! the board as a diagram.

use super::Position;
use super::moves::{Move, MoveKind};
use super::position::castling_targets;
use crate::Lang;
use base::say;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{File, Role, Square};
use std::fmt::Write;

/// Why a move's text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum MoveError {
    /// Not of the form `e2e4` or `e7e8q`.
    Form(String),
    /// Well formed, but not legal here.
    Illegal {
        /// The move as given.
        text: String,
        /// The position it was given for.
        fen: String,
    },
}

impl MoveError {
    /// The sentence for people.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            MoveError::Form(text) => say!(lang, "move-form", text),
            MoveError::Illegal { text, fen } => say!(lang, "move-illegal-in", text, fen),
        }
    }
}

impl Position {
    /// A legal move in UCI's form. Castling is `e1g1` in ordinary chess, and king takes rook
    /// (`e1h1`) when the position [is read as Chess960](Position::is_chess960).
    pub fn move_text(&self, m: Move) -> String {
        if m == Move::NONE {
            // A pass, as UCI writes it.
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

    /// Reads a move in UCI's form and makes sure that it is legal. Castling is understood in both
    /// spellings, `e1g1` only where no ordinary king move looks the same. The promotion letter may
    /// have either case.
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
        // Only a king that crosses two files can mean castling by naming its target: a shorter
        // step is an ordinary move in ordinary chess and ambiguous in Chess960.
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

    /// The same move as shakmaty writes it. The move must be legal here.
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

    /// A legal move of shakmaty's in our form.
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

    /// A legal move in standard algebraic notation, with `+` or `#`. Falls back to the UCI form in
    /// a composed position that shakmaty does not accept.
    pub fn san(&self, m: Move) -> String {
        if m == Move::NONE {
            return "--".to_owned();
        }
        match (self.to_shakmaty(), self.to_shakmaty_move(m)) {
            (Ok(chess), Some(theirs)) => SanPlus::from_move(chess, theirs).to_string(),
            _ => self.move_text(m),
        }
    }

    /// The board as people read it at a terminal: rank 8 on top, White's pieces in upper case.
    pub fn diagram(&self) -> String {
        let mut out = String::from("  +-----------------+\n");
        for rank in (0..8).rev() {
            let _ = write!(out, "{} |", rank + 1);
            for file in 0..8 {
                let piece = self.piece_at(Square::new(rank * 8 + file));
                let _ = write!(out, " {}", piece.map_or('.', shakmaty::Piece::char));
            }
            out.push_str(" |\n");
        }
        out.push_str("  +-----------------+\n    a b c d e f g h\n");
        out
    }
}
