//! Popeye's options: what they say of the position, and which of them leave the question as it is.

use crate::formats::pieces::rooks_at_home;
use shakmaty::{Bitboard, Board, Color, Square};

/// Options of a problem, as they were read.
#[derive(Default)]
pub(in crate::formats) struct Options {
    pub(super) half_duplex: bool,
    pub(super) duplex: bool,
    no_castling: Vec<Square>,
    pub(in crate::formats) en_passant: Option<Square>,
    /// Options that leave the question as it is, such as those for the output, each with its number if it has one.
    pub(in crate::formats) kept: Vec<String>,
}

/// Options that leave the question as it is, and whether a number belongs to them.
const HARMLESS: [(&str, bool); 20] = [
    ("SetPlay", false),
    ("Variation", false),
    ("Try", false),
    ("Defence", true),
    ("Threat", true),
    ("Intelligent", true),
    ("MoveNumbers", false),
    ("NoThreat", false),
    ("NoShortVariations", false),
    ("NoBoard", false),
    ("MaxSolutions", true),
    ("MaxFlightsquares", true),
    ("MaxThreats", true),
    ("MaxTime", true),
    ("NonTrivial", true),
    ("StartMoveNumber", true),
    ("UpToMoveNumber", true),
    ("StopOnShortSolutions", false),
    ("Beep", false),
    ("KeepMatingPiece", false),
];

impl Options {
    /// Takes in the words of some options, for a question that has one answer.
    pub(in crate::formats) fn add(&mut self, words: &[String]) -> Result<(), String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.take(&words).map_err(|(_, why)| why)?;
        if self.duplex {
            Err("the option 'Duplex' is not understood".to_owned())
        } else {
            Ok(())
        }
    }

    /// Takes in the words of some options, or says which of them, from 0, is wrong, and why.
    pub(super) fn take(&mut self, words: &[&str]) -> Result<(), (usize, String)> {
        let mut words = words.iter().copied().enumerate().peekable();
        while let Some((at, word)) = words.next() {
            let wrong = |why: &str| (at, why.to_owned());
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            let harmless = HARMLESS.iter().find(|(name, _)| is(name));
            if is("HalfDuplex") {
                self.half_duplex = true;
            } else if is("Duplex") {
                self.duplex = true;
            } else if is("NoCastling") {
                let before = self.no_castling.len();
                while let Some(square) = words.peek().and_then(|(_, word)| word.parse().ok()) {
                    self.no_castling.push(square);
                    words.next();
                }
                if self.no_castling.len() == before {
                    return Err(wrong("the option NoCastling names no square"));
                }
            } else if is("EnPassant") {
                let square = words.next().and_then(|(_, word)| word.parse().ok());
                let square = square.ok_or(wrong("the option EnPassant names no square"))?;
                if self.en_passant.replace(square).is_some() {
                    return Err(wrong("the option EnPassant stands twice"));
                }
            } else if let Some((name, has_number)) = harmless {
                let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
                let number = words.next_if(|(_, word)| *has_number && number(word));
                self.kept.push(match number {
                    Some((_, number)) => format!("{name} {number}"),
                    None => (*name).to_owned(),
                });
            } else {
                return Err((at, format!("the option '{word}' is not understood")));
            }
        }
        Ok(())
    }

    pub(in crate::formats) fn attacker(&self) -> Color {
        Color::from_white(!self.half_duplex)
    }

    /// The rooks that may castle, of those that stand at home.
    pub(in crate::formats) fn castling(
        &self,
        rooks: Bitboard,
        board: &Board,
    ) -> Result<Bitboard, String> {
        let mut left = rooks;
        for &square in &self.no_castling {
            let of_king = rooks & Bitboard::from(square.rank());
            left &= !match board.role_at(square) {
                Some(shakmaty::Role::King) => of_king,
                _ => Bitboard::from_square(square),
            };
        }
        Ok(left)
    }

    /// The options that say of a position what its pieces do not.
    ///
    /// # Errors
    /// Rights to castle that no option can give.
    pub(in crate::formats) fn of(position: &games::chess::Position) -> Result<Vec<String>, String> {
        let mut options = Vec::new();
        if position.turn() == Color::Black {
            options.push("HalfDuplex".to_owned());
        }
        let at_home = rooks_at_home(&position.to_setup().board);
        let rights = position.castling_rooks();
        if (rights & !at_home).any() {
            return Err("castling of Chess960".to_owned());
        }
        let missing: Vec<String> = (at_home & !rights)
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        if !missing.is_empty() {
            options.push(format!("NoCastling {}", missing.join(" ")));
        }
        if let Some(square) = position.ep_square() {
            options.push(format!("EnPassant {square}"));
        }
        Ok(options)
    }
}
