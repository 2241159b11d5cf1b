//! Reading and writing positions as FEN, and conversion to and from shakmaty.
//!
//! shakmaty parses and prints; this module adds error messages that name the offending part of the text, in one
//! sentence. Composed problems are accepted: any number of pieces, and impossible checks.
//!
//! A position is one of standard chess unless the caller says that it is one of Chess960 or its castling field names
//! a file (`HAha`, as in Shredder-FEN, and in X-FEN where `KQkq` is ambiguous). In standard chess a castling right
//! whose king or rook is not on its original square is dropped, and so is an en-passant square that no pawn can have
//! just passed: [`Read`] reports both. In Chess960 an impossible castling right is an error. Positions of Chess960
//! are written with files, so that their text identifies them.

use super::Position;
use super::position::behind;
use crate::{Dropped, Lang, Read};
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, Castles, CastlingMode, Chess, Color, File, FromSetup, PositionError, Rank,
    Role, Setup, Square,
};
use std::num::NonZeroU32;

/// Reason why a text is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum FenError {
    /// The text is empty or only white space.
    Empty,
    /// The board field does not have eight ranks.
    RankCount {
        /// The board field.
        board: String,
        /// Number of ranks in it.
        count: usize,
    },
    /// A rank does not have eight squares.
    SquareCount {
        /// Number of the rank, 1 to 8, as on the board.
        rank: usize,
        /// Text of the rank.
        text: String,
        /// Number of squares that it describes.
        count: usize,
    },
    /// A character that is neither a piece nor a digit from 1 to 8.
    Letter {
        /// Number of the rank, 1 to 8, as on the board.
        rank: usize,
        /// The offending character.
        letter: char,
    },
    /// Two digits side by side in a rank.
    Digits {
        /// Number of the rank, 1 to 8, as on the board.
        rank: usize,
        /// Text of the rank.
        text: String,
    },
    /// A castling right whose king and rook are not in place.
    CastlingRight {
        /// Side that has the right.
        color: Color,
        /// Square on which the rook would stand.
        rook: Square,
    },
    /// A castling field that names the same rook twice.
    CastlingTwice(String),
    /// A part that the position cannot have, in a context where no part may be left out.
    Dropped(Dropped),
    /// A missing castling field, in a position where this side might castle.
    CastlingMissing(Color),
    /// A field is missing or malformed.
    Field {
        /// Name of the field.
        field: FenField,
        /// Text of the field.
        text: String,
    },
    /// More text after the last field.
    TrailingJunk(String),
    /// A side without exactly one king.
    Kings {
        /// Side with the wrong number of kings.
        color: Color,
        /// Number of its kings.
        count: usize,
    },
    /// A pawn on the first or last rank.
    BackRankPawn(Square),
    /// The side that has just moved is in check.
    OppositeCheck {
        /// The side in check, which has just moved.
        waiting: Color,
        /// Square of the checking piece, or of one of them.
        checker: Square,
    },
}

/// A field of a FEN after the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The square of a capture en passant.
    EnPassant,
    /// Halfmove clock of the fifty-move rule.
    FiftyMoves,
    /// Move number.
    MoveNumber,
}

/// English name of a colour, for messages.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Maximum value of the counters when reading and writing; no real game reaches it.
const MAX_COUNTER: u32 = 9999;

impl Position {
    /// Parses a FEN of two to six fields. A missing en-passant field means `-`, and missing counters mean `0 1`, so
    /// that the four fields of an EPD suffice. A missing castling field means `-` and is allowed only if no king and
    /// rook stand for castling.
    ///
    /// With `chess960`, or if the castling field names a file, the position is one of
    /// [Chess960](Position::is_chess960), where castling rights may belong to any rook and castling is written as
    /// king takes rook. Otherwise castling rights whose king or rook is not on its original square are dropped. An
    /// en-passant square on which no pawn may legally capture is ignored; one that no pawn can have just passed is
    /// reported as dropped.
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn read_fen(text: &str, chess960: bool) -> Result<Read<Position>, FenError> {
        let (mut setup, letters) = parse_fields(text)?;
        let given = letters
            .unwrap_or("-")
            .chars()
            .filter(|letter| *letter != '-');
        let chess960 = chess960 || letters.is_some_and(names_files);
        let twice = || FenError::CastlingTwice(letters.unwrap_or("").to_owned());
        let mut dropped = Vec::new();
        if chess960 {
            if setup.castling_rights.count() != given.count() {
                return Err(twice());
            }
        } else {
            setup.castling_rights = Bitboard::EMPTY;
            for (at, letter) in given.clone().enumerate() {
                if given.clone().take(at).any(|before| before == letter) {
                    return Err(twice());
                }
                match rook_at_home(&setup.board, letter) {
                    Some(rook) => setup.castling_rights.add(rook),
                    None => dropped.push(Dropped::Castling(letter)),
                }
            }
        }
        let position = Position::from_setup(&setup, chess960)?;
        if let Some(color) = position
            .side_that_may_castle()
            .filter(|_| letters.is_none())
        {
            return Err(FenError::CastlingMissing(color));
        }
        let passed = position.passed_square();
        let ep = setup.ep_square.filter(|square| passed != Some(*square));
        dropped.extend(ep.map(Dropped::EnPassant));
        Ok(Read::new(position, dropped))
    }

    /// Parses a FEN like [`read_fen`](Position::read_fen), but dropped parts are errors, too.
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn from_fen(text: &str, chess960: bool) -> Result<Position, FenError> {
        let read = Position::read_fen(text, chess960)?;
        read.all().map_err(FenError::Dropped)
    }

    /// Parses a FEN that this program has stored. Old versions wrote positions of Chess960 with `KQkq`; a right that
    /// standard chess does not know is therefore read as one of Chess960.
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn from_stored_fen(text: &str) -> Result<Position, FenError> {
        let (position, dropped) = Position::read_fen(text, false)?.split();
        let is_right = |dropped: &Dropped| matches!(dropped, Dropped::Castling(_));
        if dropped.iter().any(is_right) {
            return Ok(Position::read_fen(text, true)?.split().0);
        }
        Ok(position)
    }

    /// Side whose king and a rook stand on their original squares or, in Chess960, both on its first rank; `None` if
    /// there is no such side.
    fn side_that_may_castle(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let home = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
            let (kings, rooks) = if self.chess960 {
                (home, home)
            } else {
                (home & File::E, home & Bitboard::CORNERS)
            };
            (self.pieces(color, Role::King) & kings).any()
                && (self.pieces(color, Role::Rook) & rooks).any()
        })
    }

    /// Converts a position from shakmaty's form. An en-passant square without a legal capture is left out. If
    /// `chess960` is true, castling is written as king takes rook; see [`Position::read_fen`].
    ///
    /// # Errors
    /// [`FenError`] if the position is not legal: number of kings, pawns on the first or last rank, check against the
    /// side that has just moved, or castling rights without king and rook.
    pub fn from_setup(setup: &Setup, chess960: bool) -> Result<Position, FenError> {
        let board = &setup.board;
        let lacking = Color::ALL
            .into_iter()
            .find(|&color| (board.kings() & board.by_color(color)).is_empty());
        match lacking {
            Some(color) => Err(FenError::Kings { color, count: 0 }),
            None => Position::from_setup_of_problem(setup, chess960),
        }
    }

    /// Converts a position like [`from_setup`](Position::from_setup), but a side may lack its king, as in some
    /// problems. It is then never in check and never mated.
    ///
    /// # Errors
    /// [`FenError`] as [`from_setup`](Position::from_setup), but not for a missing king.
    pub fn from_setup_of_problem(setup: &Setup, chess960: bool) -> Result<Position, FenError> {
        let board = &setup.board;
        for color in Color::ALL {
            let count = (board.kings() & board.by_color(color)).count();
            if count > 1 {
                return Err(FenError::Kings { color, count });
            }
        }
        let last_ranks = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        if let Some(square) = (board.pawns() & last_ranks).first() {
            return Err(FenError::BackRankPawn(square));
        }

        let mut position = Position::empty();
        for (square, piece) in board.clone() {
            position.put(piece.color, piece.role, square);
        }
        let mode = CastlingMode::from_chess960(chess960);
        position.chess960 = chess960;
        position.castling = match Castles::from_setup(setup, mode) {
            Ok(castles) => castles.castling_rights(),
            // The error contains the rights that are possible.
            Err(castles) => return Err(bad_right(setup, castles.castling_rights())),
        };
        position.turn = setup.turn;
        position.halfmoves = setup.halfmoves.min(MAX_COUNTER);
        position.fullmoves = u32::from(setup.fullmoves).min(MAX_COUNTER);

        let waiting = setup.turn.other();
        let king = position.king(waiting);
        let attackers = position.attackers_of(setup.turn, king, position.occupied());
        if let Some(checker) = attackers.first().filter(|_| position.has_king(waiting)) {
            return Err(FenError::OppositeCheck { waiting, checker });
        }
        position.refresh_checks();
        position.keys = position.keys_from_scratch();
        if let Some(square) = setup
            .ep_square
            .filter(|s| position.was_passed_by_a_pawn(*s))
        {
            position.passed = Some(square);
            position.set_ep_if_legal(square);
        }
        Ok(position)
    }

    /// Returns true if the last move can have been a double step of a pawn across `square`.
    fn was_passed_by_a_pawn(&self, square: Square) -> bool {
        let them = self.turn.other();
        let (rank, origin) = match them {
            Color::White => (Rank::Third, -8),
            Color::Black => (Rank::Sixth, 8),
        };
        let origin_is_empty = square
            .offset(origin)
            .is_some_and(|origin| self.role_at(origin).is_none());
        square.rank() == rank
            && self.role_at(square).is_none()
            && origin_is_empty
            && self
                .pieces(them, Role::Pawn)
                .contains(behind(square, self.turn))
    }

    /// Converts the position to shakmaty's form.
    pub fn to_setup(&self) -> Setup {
        let mut board = Board::empty();
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                board.set_piece_at(square, piece);
            }
        }
        Setup {
            board,
            turn: self.turn,
            castling_rights: self.castling,
            ep_square: self.ep,
            // Values that are written must be readable again.
            halfmoves: self.halfmoves.min(MAX_COUNTER),
            fullmoves: NonZeroU32::new(self.fullmoves.min(MAX_COUNTER)).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        }
    }

    /// Converts the position to shakmaty's type, for SAN, books, tablebases and tests. The square that a pawn has
    /// just passed is kept even if no capture there is legal, because keys of opening books need it.
    ///
    /// # Errors
    /// shakmaty's error for a position that it does not accept even when odd material and impossible checks are
    /// allowed.
    pub fn to_shakmaty(&self) -> Result<Chess, Box<PositionError<Chess>>> {
        let mode = CastlingMode::from_chess960(self.chess960);
        let setup = Setup {
            ep_square: self.passed,
            ..self.to_setup()
        };
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .map_err(Box::new)
    }

    /// FEN with six fields, as written by [`setup_fen`]. The en-passant square is written only if a capture there is
    /// legal.
    pub fn fen(&self) -> String {
        setup_fen(&self.to_setup(), self.chess960)
    }
}

/// Writes a position, legal or not, as FEN. Castling rights are written as `KQkq`, in Chess960 as the files of the
/// rooks (`HAha`, as in Shredder-FEN).
pub fn setup_fen(setup: &Setup, chess960: bool) -> String {
    let text = Fen::try_from_setup(setup.clone())
        .unwrap_or_else(|lossy| lossy.ignore())
        .to_string();
    if !chess960 || setup.castling_rights.is_empty() {
        return text;
    }
    let files = |color: Color, rank: Rank| {
        let rooks = setup.castling_rights & Bitboard::from(rank);
        let letter =
            move |rook: Square| color.fold_wb(rook.file().upper_char(), rook.file().char());
        rooks.into_iter().rev().map(letter)
    };
    let files: String = files(Color::White, Rank::First)
        .chain(files(Color::Black, Rank::Eighth))
        .collect();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[2] = &files;
    fields.join(" ")
}

fn field(field: FenField, text: &str) -> FenError {
    let text = text.to_owned();
    FenError::Field { field, text }
}

/// Returns the error for the first castling right that is not in `usable`.
fn bad_right(setup: &Setup, usable: Bitboard) -> FenError {
    let rook = (setup.castling_rights & !usable)
        .first()
        .unwrap_or(Square::A1);
    let color = match rook.rank() {
        Rank::First => Color::White,
        _ => Color::Black,
    };
    FenError::CastlingRight { color, rook }
}

/// Returns true if a castling field names a file, which means Chess960.
pub fn names_files(castling: &str) -> bool {
    castling.chars().any(|letter| !"KQkq-".contains(letter))
}

/// Square of the rook of a castling right of standard chess (`K`, `Q`, `k` or `q`); `None` if it or its king is not
/// on its original square.
fn rook_at_home(board: &Board, letter: char) -> Option<Square> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let file = match letter.to_ascii_lowercase() {
        'k' => File::H,
        _ => File::A,
    };
    let (king, rook) = (
        Square::from_coords(File::E, rank),
        Square::from_coords(file, rank),
    );
    let stand = board.piece_at(king) == Some(Role::King.of(color))
        && board.piece_at(rook) == Some(Role::Rook.of(color));
    stand.then_some(rook)
}

/// Returns true if a castling field is well formed: White's letters first, at most two for each side.
fn is_castling_field(text: &str) -> bool {
    let white = text.chars().take_while(char::is_ascii_uppercase).count();
    let (white, black) = text.split_at(white);
    let letters =
        |text: &str, known: &str| text.len() <= 2 && text.chars().all(|c| known.contains(c));
    !text.is_empty() && letters(white, "KQABCDEFGH") && letters(black, "kqabcdefgh")
}

/// Checks the form of every field, so that the error can name it, and parses the fields with shakmaty. Also returns
/// the text of the castling field, if there is one.
fn parse_fields(text: &str) -> Result<(Setup, Option<&str>), FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let Some(board) = fields.first() else {
        return Err(FenError::Empty);
    };
    check_board(board)?;
    let turn = fields.get(1).copied().unwrap_or("");
    if !matches!(turn, "w" | "b") {
        return Err(field(FenField::Turn, turn));
    }
    let castling = fields.get(2).copied().unwrap_or("-");
    let castling_error = || field(FenField::Castling, castling);
    if castling != "-" && !is_castling_field(castling) {
        return Err(castling_error());
    }
    let ep = fields.get(3).copied().unwrap_or("-");
    if ep != "-" && ep.parse::<Square>().is_err() {
        return Err(field(FenField::EnPassant, ep));
    }
    let counters = [(FenField::FiftyMoves, "0"), (FenField::MoveNumber, "1")];
    for ((name, default), given) in counters.into_iter().zip([4, 5]) {
        let given = fields.get(given).copied().unwrap_or(default);
        // Rust parses "+5" as a number, but FEN does not allow it.
        let digits = given.bytes().all(|b| b.is_ascii_digit());
        if !digits || !given.parse::<u32>().is_ok_and(|n| n <= MAX_COUNTER) {
            return Err(field(name, given));
        }
    }
    if fields.len() > 6 {
        return Err(FenError::TrailingJunk(fields[6..].join(" ")));
    }
    let setup = Fen::from_ascii(fields.join(" ").as_bytes())
        .map(Fen::into_setup)
        .map_err(|_| castling_error())?;
    Ok((setup, fields.get(2).copied()))
}

fn check_board(board: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount {
            board: board.to_owned(),
            count: ranks.len(),
        });
    }
    for (text, rank) in ranks.into_iter().zip((1..=8).rev()) {
        let mut count = 0;
        for letter in text.chars() {
            count += match letter {
                '1'..='8' => letter as usize - '0' as usize,
                _ if "pnbrqkPNBRQK".contains(letter) => 1,
                _ => return Err(FenError::Letter { rank, letter }),
            };
        }
        let digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
        if count != 8 {
            let text = text.to_owned();
            return Err(FenError::SquareCount { rank, text, count });
        } else if text.as_bytes().windows(2).any(digits) {
            let text = text.to_owned();
            return Err(FenError::Digits { rank, text });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
mod text;
