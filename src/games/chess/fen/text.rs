//! Messages of errors in a FEN.

use super::{FenError, FenField};
use crate::chess::START_FEN;
use crate::chess::reasons::side;
use crate::{Lang, Text};
use base::say;

impl FenError {
    /// Message of the error in every language.
    pub fn localized(&self) -> Text {
        Text::of(|lang| self.text(lang))
    }

    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            FenError::Empty => say!(lang, "fen-empty").to_owned(),
            FenError::RankCount { board, .. } if board == "startpos" => {
                say!(lang, "fen-startpos", start = START_FEN)
            }
            FenError::RankCount { board, count } => say!(lang, "fen-rank-count", board, count),
            FenError::SquareCount { rank, text, count } => {
                say!(lang, "fen-square-count", rank, text, count)
            }
            FenError::Letter { rank, letter } => say!(lang, "fen-letter", letter, rank),
            FenError::Digits { rank, text } => say!(lang, "fen-digits", rank, text),
            FenError::CastlingRight { color, rook } => {
                say!(lang, "fen-castling-right", side = side(*color), rook)
            }
            FenError::CastlingTwice(field) => say!(lang, "fen-castling-twice", field),
            FenError::Dropped(part) => part.refusal(lang),
            FenError::CastlingMissing(color) => {
                say!(lang, "fen-castling-missing", side = side(*color))
            }
            FenError::Field { field, text } => {
                let (field, expected) = (name(*field, lang), expected_form(*field, lang));
                say!(lang, "fen-field", field, text, expected)
            }
            FenError::TrailingJunk(rest) => say!(lang, "fen-goes-on", rest),
            FenError::Kings { color, count } => {
                say!(lang, "fen-kings", side = side(*color), count)
            }
            FenError::BackRankPawn(square) => say!(lang, "fen-pawn", square),
            FenError::OppositeCheck { waiting, checker } => {
                say!(lang, "fen-check", side = side(*waiting), checker)
            }
        }
    }
}

/// Name of a field in a language.
fn name(field: FenField, lang: Lang) -> &'static str {
    match field {
        FenField::Turn => say!(lang, "fen-turn"),
        FenField::Castling => say!(lang, "fen-castling"),
        FenField::EnPassant => say!(lang, "fen-en-passant"),
        FenField::FiftyMoves => say!(lang, "fen-fifty-moves"),
        FenField::MoveNumber => say!(lang, "fen-move-number"),
    }
}

/// Expected form of a field.
fn expected_form(field: FenField, lang: Lang) -> &'static str {
    match field {
        FenField::Turn => say!(lang, "fen-turn-form"),
        FenField::Castling => say!(lang, "fen-castling-form"),
        FenField::EnPassant => say!(lang, "fen-en-passant-form"),
        FenField::FiftyMoves | FenField::MoveNumber => say!(lang, "fen-number-form"),
    }
}
