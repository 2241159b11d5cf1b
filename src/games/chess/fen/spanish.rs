//! The refusals of a FEN in Spanish, for whoever sets up a position on a page of the site or at a keyboard.

use super::{FenError, FenField};
use crate::{Lang, Text, counted};
use shakmaty::Color;

impl FenError {
    /// The sentence for people.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::Es => self.spanish(),
            Lang::En => self.to_string(),
        }
    }

    /// The sentence in both languages.
    pub fn told(&self) -> Text {
        Text::of(|lang| self.text(lang))
    }

    fn spanish(&self) -> String {
        match self {
            FenError::Empty => "la FEN está vacía".to_owned(),
            FenError::RankCount { board, count } => {
                let ranks = counted(*count, "fila", "filas");
                format!("el tablero de la FEN, '{board}', tiene {ranks} y no 8")
            }
            FenError::SquareCount { rank, text, count } => {
                let squares = counted(*count, "casilla", "casillas");
                format!("la fila {rank} de la FEN, '{text}', tiene {squares} y no 8")
            }
            FenError::Letter { rank, letter } => format!(
                "'{letter}', en la fila {rank} de la FEN, no es ni una pieza (PNBRQK, pnbrqk) ni una cifra"
            ),
            FenError::Digits { rank, text } => {
                format!("la fila {rank} de la FEN, '{text}', tiene dos cifras seguidas")
            }
            FenError::CastlingRight { color, rook } => format!(
                "la FEN permite a las {} el enroque con una torre en {rook}, pero rey y torre no están \
                 donde haría falta",
                side(*color)
            ),
            FenError::CastlingTwice(field) => {
                format!("el campo del enroque de la FEN, '{field}', nombra dos veces una torre")
            }
            FenError::Dropped(part) => part.refusal(Lang::Es),
            FenError::CastlingMissing(color) => format!(
                "a la FEN le falta el campo del enroque, y rey y torre de las {} están donde podrían \
                 enrocar: escribe - o letras de KQkq",
                side(*color)
            ),
            FenError::Field { field, text } => {
                let (field, expected) = (name(*field), wanted(*field));
                format!("{field} de la FEN es '{text}': se esperaba {expected}")
            }
            FenError::TrailingJunk(rest) => {
                format!("la FEN sigue tras su último campo: '{rest}'")
            }
            FenError::Kings { color, count } => {
                let kings = counted(*count, "rey", "reyes");
                format!("en la FEN, las {} tienen {kings} y no 1", side(*color))
            }
            FenError::BackRankPawn(square) => format!(
                "hay un peón en {square}, y en la primera y la última fila no puede haber ninguno"
            ),
            FenError::OppositeCheck { waiting, checker } => format!(
                "las {} están en jaque desde {checker}, pero juegan las {}",
                side(*waiting),
                side(waiting.other())
            ),
        }
    }
}

/// A side's name.
const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "blancas",
        Color::Black => "negras",
    }
}

/// A field's name.
const fn name(field: FenField) -> &'static str {
    match field {
        FenField::Turn => "el turno",
        FenField::Castling => "el campo del enroque",
        FenField::EnPassant => "la casilla de captura al paso",
        FenField::FiftyMoves => "el contador de las cincuenta jugadas",
        FenField::MoveNumber => "el número de jugada",
    }
}

/// Expected form of a field, in Spanish.
const fn wanted(field: FenField) -> &'static str {
    match field {
        FenField::Turn => "w o b",
        FenField::Castling => "- o letras de KQkq",
        FenField::EnPassant => "- o una casilla",
        FenField::FiftyMoves | FenField::MoveNumber => "un número de 0 a 9999",
    }
}
