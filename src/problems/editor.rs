//! A problem while it is being composed: a board on which anything may stand, with the words of its
//! author.
//!
//! [`Editor`] is a value without a terminal or a database. What is on the board need not be a legal
//! position until [`Editor::draft`] is asked for. Each change can be undone.

mod turns;

pub use turns::Turn;

use super::Stipulation;
use super::error::{Error, Refusal, Result};
use super::problem::Draft;
use super::stipulation::StipulationError;
use super::terms::Terms;
use base::messages::Key;
use base::{key, say, told};
use games::chess::{Position, names_files, setup_fen};
use games::pgn::letters::Letters;
use games::{Lang, Read};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Board, Castles, CastlingMode, Color, Piece, Rank, Role, Setup, Square};

/// A problem under way.
#[derive(Clone, Debug)]
pub struct Editor {
    now: Sheet,
    past: Vec<Sheet>,
    /// Changes that were undone, the last one last.
    future: Vec<Sheet>,
    saved: Sheet,
}

/// All that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sheet {
    setup: Setup,
    chess960: bool,
    /// Its FEN is what was read last; the board is in `setup`.
    draft: Draft,
}

/// Changes that can be undone; beyond that the oldest are forgotten.
const MOST_UNDONE: usize = 1000;

impl Default for Editor {
    fn default() -> Editor {
        Editor::new()
    }
}

impl Editor {
    /// An empty board, White to move, mate in two.
    pub fn new() -> Editor {
        Editor::with(Sheet {
            setup: Setup::empty(),
            chess960: false,
            draft: Draft::new("", Stipulation::Mate(2)),
        })
    }

    /// A problem to be changed.
    ///
    /// # Errors
    /// [`Error::Position`] if its position is none.
    pub fn of(draft: Draft) -> Result<Editor> {
        let (setup, chess960) = draft.setup()?;
        Ok(Editor::with(Sheet {
            setup,
            chess960,
            draft,
        }))
    }

    fn with(sheet: Sheet) -> Editor {
        Editor {
            saved: sheet.clone(),
            now: sheet,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    /// Board with the pieces on their squares.
    pub fn board(&self) -> &Board {
        &self.now.setup.board
    }

    /// The side to move, which attacks.
    pub fn turn(&self) -> Color {
        self.now.setup.turn
    }

    /// The words of its author, and what is asked. The FEN there is not that of the board.
    pub fn words(&self) -> &Draft {
        &self.now.draft
    }

    /// Board and terms as they are, be the position legal or not.
    pub fn sketch(&self) -> Draft {
        Draft {
            fen: self.fen(),
            ..self.now.draft.clone()
        }
    }

    /// The board and all that belongs to it as a FEN, be it a legal position or not.
    pub fn fen(&self) -> String {
        setup_fen(&self.now.setup, self.now.chess960)
    }

    /// The problem, ready to be kept.
    ///
    /// # Errors
    /// [`Error::Position`] with the reason why it is none; [`Error::Invalid`] if a text cannot be kept.
    pub fn draft(&self) -> Result<Draft> {
        if !self.now.draft.is_mate() {
            return self.sketch().checked();
        }
        let position = Position::from_setup(&self.now.setup, self.now.chess960)?;
        if let Some(square) = self.now.setup.ep_square
            && position.ep_square().is_none()
        {
            return Err(Error::Invalid(told!("edit-no-en-passant", square)));
        }
        let draft = Draft {
            fen: position.fen(),
            ..self.now.draft.clone()
        };
        draft.checked()
    }

    /// Returns true if there are changes that have not been saved.
    pub fn is_changed(&self) -> bool {
        self.now != self.saved
    }

    /// Takes what there is for saved.
    pub fn mark_saved(&mut self) {
        self.saved = self.now.clone();
    }

    /// Places a piece on a free square (UC014).
    ///
    /// # Errors
    /// [`Refusal::Occupied`] with what stands there.
    pub fn put(&mut self, piece: Piece, square: Square) -> Result<()> {
        if let Some(text) =
            { self.words().terms.pieces.iter() }.find(|text| text.ends_with(&square.to_string()))
        {
            return Err(Error::Invalid(told!("terms-occupied", text)));
        }
        if let Some(there) = self.board().piece_at(square) {
            return Err(Error::Refused(Refusal::Occupied {
                square: square.to_string(),
                piece: there.char(),
            }));
        }
        self.change(|sheet| sheet.setup.board.set_piece_at(square, piece));
        Ok(())
    }

    /// Removes a piece that no FEN has; says whether there was one.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a piece among the terms that is none.
    pub fn take_beside(&mut self, square: Square) -> Result<bool> {
        let men = self.words().terms.men()?;
        let Some(place) = men.iter().position(|(_, other)| *other == square) else {
            return Ok(false);
        };
        self.change(|sheet| {
            sheet.draft.terms.pieces.remove(place);
        });
        Ok(true)
    }

    /// Removes a piece (UC015), with the rights to castle that it had; gives the piece.
    ///
    /// # Errors
    /// [`Refusal::EmptySquare`] if there is none.
    pub fn take(&mut self, square: Square) -> Result<Piece> {
        let there = self.board().piece_at(square);
        let piece = there.ok_or(Refusal::EmptySquare(square.to_string()))?;
        self.change(|sheet| {
            sheet.setup.board.discard_piece_at(square);
            let lost = match piece.role {
                Role::King => {
                    let home = piece.color.fold_wb(Rank::First, Rank::Eighth);
                    Bitboard::from(home)
                }
                _ => Bitboard::from_square(square),
            };
            sheet.setup.castling_rights &= !lost;
            // The pawn that can be captured, if it was that.
            let passed = |ep: &Square| ep.file() == square.file() && piece.role == Role::Pawn;
            sheet.setup.ep_square = sheet.setup.ep_square.filter(|ep| !passed(ep));
        });
        Ok(piece)
    }

    /// Says which side is to move. A square for an en-passant capture is forgotten.
    pub fn set_turn(&mut self, turn: Color) {
        self.change(|sheet| {
            if sheet.setup.turn != turn {
                sheet.setup.turn = turn;
                sheet.setup.ep_square = None;
            }
        });
    }

    /// Says who may castle, by the letters of a FEN: `KQkq`, `-`, or files, with which it is a position of Chess960.
    ///
    /// # Errors
    /// [`Error::Invalid`] if no such king and rook stand for it.
    pub fn set_castling(&mut self, letters: &str, lang: Lang) -> Result<()> {
        let bad = |why: Key| {
            let why = why.text(lang);
            Error::invalid(say!(lang, "edit-bad-castling", letters, why))
        };
        let board = self.board().board_fen().to_string();
        let turn = self.turn().char();
        let fen = format!("{board} {turn} {letters} - 0 1");
        let read = Fen::from_ascii(fen.as_bytes());
        let setup = read
            .map_err(|_| bad(key!("edit-castling-letters")))?
            .into_setup();
        let asked = if letters == "-" { 0 } else { letters.len() };
        let chess960 = names_files(letters);
        let mode = CastlingMode::from_chess960(chess960);
        let usable = Castles::from_setup(&setup, mode).is_ok();
        if !usable || setup.castling_rights.count() != asked {
            return Err(bad(key!("edit-castling-not-home")));
        }
        self.change(|sheet| {
            sheet.setup.castling_rights = setup.castling_rights;
            sheet.chess960 = chess960;
        });
        Ok(())
    }

    /// Says on which square a pawn can be captured en passant, if on any.
    ///
    /// # Errors
    /// [`Error::Invalid`] if no pawn can have just passed it, as the board is now.
    pub fn set_en_passant(&mut self, square: Option<Square>, lang: Lang) -> Result<()> {
        if let Some(square) = square
            && !self.can_have_been_passed(square)
        {
            return Err(Error::invalid(say!(lang, "edit-no-pawn-passed", square)));
        }
        self.change(|sheet| sheet.setup.ep_square = square);
        Ok(())
    }

    /// Returns true if the side not to move can have just made a pawn's double step over a square.
    fn can_have_been_passed(&self, square: Square) -> bool {
        let (board, turn) = (self.board(), self.turn());
        let rank = turn.fold_wb(Rank::Sixth, Rank::Third);
        let [Some(from), Some(to)] = [8, -8].map(|step| {
            let step = turn.fold_wb(step, -step);
            square.offset(step)
        }) else {
            return false;
        };
        let pawn = Role::Pawn.of(turn.other());
        square.rank() == rank
            && board.piece_at(to) == Some(pawn)
            && [square, from]
                .iter()
                .all(|free| board.piece_at(*free).is_none())
    }

    /// Says in how many moves at most it is mate (UC008).
    ///
    /// # Errors
    /// [`Error::Invalid`] if nobody can ask for so many.
    pub fn set_moves(&mut self, moves: u32) -> Result<()> {
        self.set_stipulation(&format!("#{moves}"))
    }

    /// Says what is asked: `h#2.5`. The side to move becomes the one that begins by custom, if the kind of play changes.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no such stipulation.
    pub fn set_stipulation(&mut self, text: &str) -> Result<()> {
        let asked: Stipulation = text
            .parse()
            .map_err(|error: StipulationError| Error::Invalid(error.localized()))?;
        let (before, now) = (self.words().stipulation.begins(), asked.begins());
        self.change(|sheet| {
            sheet.draft.stipulation = asked;
            if before != now {
                sheet.setup.turn = sheet.setup.turn.other();
                sheet.setup.ep_square = None;
            }
        });
        Ok(())
    }

    /// Puts a piece that no FEN has on a free square: `Neutral Gd4`.
    ///
    /// # Errors
    /// [`Error::Invalid`] if it is none, or the square is not free.
    pub fn put_beside(&mut self, text: &str) -> Result<()> {
        let mut terms = self.words().terms.clone();
        terms.pieces.push(text.to_owned());
        let men = terms.men()?;
        if let Some(((_, square), others)) = men.split_last()
            && (self.board().piece_at(*square).is_some()
                || others.iter().any(|(_, other)| other == square))
        {
            return Err(Error::Invalid(told!("terms-occupied", text)));
        }
        self.set_terms(|kept| *kept = terms)
    }

    /// Changes fairy conditions, options, twins and the number of intended solutions.
    ///
    /// # Errors
    /// [`Error::Invalid`] names what is not understood; the twins are looked at when the problem is solved or kept.
    pub fn set_terms(&mut self, change: impl FnOnce(&mut Terms)) -> Result<()> {
        let mut terms = self.words().terms.clone();
        change(&mut terms);
        terms.check()?;
        self.change(|sheet| sheet.draft.terms = terms);
        Ok(())
    }

    /// Sets up the board, the side to move and all else as a FEN says, be it a legal position or not. Returns what was
    /// left out of it.
    ///
    /// # Errors
    /// [`Error::Position`] if it is no FEN.
    pub fn set_fen(&mut self, fen: &str) -> Result<Read<()>> {
        let (setup, chess960, dropped) = match Position::read_fen(fen, false) {
            Ok(read) => {
                let (position, dropped) = read.split();
                (position.to_setup(), position.is_chess960(), dropped)
            }
            Err(why) => {
                let read = Fen::from_ascii(fen.trim().as_bytes());
                let setup = read.map_err(|_| Error::Position(why))?.into_setup();
                let castling = fen.split_whitespace().nth(2);
                (setup, castling.is_some_and(names_files), Vec::new())
            }
        };
        self.change(|sheet| {
            sheet.setup = setup;
            sheet.chess960 = chess960;
        });
        Ok(Read::new((), dropped))
    }

    /// Takes all pieces off; the words stay.
    pub fn clear(&mut self) {
        self.change(|sheet| {
            sheet.setup = Setup::empty();
            sheet.chess960 = false;
            sheet.draft.terms.pieces.clear();
        });
    }

    /// Changes the words of the author.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that cannot be kept.
    pub fn set_words(&mut self, change: impl FnOnce(&mut Draft)) -> Result<()> {
        let mut draft = self.now.draft.clone();
        change(&mut draft);
        draft.terms.check()?;
        let draft = draft.with_checked_words()?;
        self.change(|sheet| sheet.draft = draft);
        Ok(())
    }

    /// Takes back the last change; says whether there was one.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(sheet) => {
                self.future.push(std::mem::replace(&mut self.now, sheet));
                true
            }
            None => false,
        }
    }

    /// Makes the change again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        match self.future.pop() {
            Some(sheet) => {
                self.past.push(std::mem::replace(&mut self.now, sheet));
                true
            }
            None => false,
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Sheet)) {
        let before = self.now.clone();
        change(&mut self.now);
        if self.now != before {
            if self.past.len() == MOST_UNDONE {
                self.past.remove(0);
            }
            self.past.push(before);
            self.future.clear();
        }
    }
}

/// A piece on a square as people write it: `Qd4` is White's, `qd4` Black's; the knight is `N` or, as
/// problemists have it, `S`. The letters are those of the language (in Spanish `R` is the king), and English ones
/// that mean nothing else there.
///
/// # Errors
/// [`Error::Invalid`] for anything else.
pub fn parse_piece(text: &str, lang: Lang) -> Result<(Piece, Square)> {
    let bad = || Error::invalid(say!(lang, "edit-bad-piece", text));
    let mut letters = text.chars();
    let letter = letters.next().ok_or_else(bad)?;
    let upper = letter.to_ascii_uppercase();
    let english = match Letters::of(lang).pairs().find(|(own, _)| *own == upper) {
        Some((_, english)) => english,
        None if upper == 'S' => 'N',
        None => upper,
    };
    let role = Role::from_char(english).ok_or_else(bad)?;
    let piece = role.of(Color::from_white(letter.is_ascii_uppercase()));
    let square = letters.as_str().parse().map_err(|_| bad())?;
    Ok((piece, square))
}

/// A square: `d4`.
///
/// # Errors
/// [`Error::Invalid`] for anything else.
pub fn parse_square(text: &str, lang: Lang) -> Result<Square> {
    text.parse()
        .map_err(|_| Error::invalid(say!(lang, "edit-bad-square", text)))
}

#[cfg(test)]
mod tests;
