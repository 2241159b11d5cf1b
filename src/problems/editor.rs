//! Editor: a problem while it is being composed, with a board that may have any pieces and the texts of its author.
//!
//! [`Editor`] is a plain value without a terminal or a database. The board need not be a legal position until
//! [`Editor::draft`] is called. Each change can be undone.

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

/// A problem that is being composed.
#[derive(Clone, Debug)]
pub struct Editor {
    now: Sheet,
    past: Vec<Sheet>,
    /// Changes that were undone; the last element was undone last.
    future: Vec<Sheet>,
    saved: Sheet,
}

/// Everything that a change can affect.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sheet {
    setup: Setup,
    chess960: bool,
    /// Draft whose FEN is outdated: the board is in `setup`.
    draft: Draft,
}

/// Maximum number of changes that can be undone; older ones are forgotten.
const MOST_UNDONE: usize = 1000;

impl Default for Editor {
    fn default() -> Editor {
        Editor::new()
    }
}

impl Editor {
    /// Creates an editor with an empty board, White to move, and a mate in two as the stipulation.
    pub fn new() -> Editor {
        Editor::with(Sheet {
            setup: Setup::empty(),
            chess960: false,
            draft: Draft::new("", Stipulation::Mate(2)),
        })
    }

    /// Creates an editor for an existing problem.
    ///
    /// # Errors
    /// [`Error::Position`] if the FEN of the problem is not valid.
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

    /// Returns the board with the pieces that FEN can express.
    pub fn board(&self) -> &Board {
        &self.now.setup.board
    }

    /// Returns the side to move, which attacks.
    pub fn turn(&self) -> Color {
        self.now.setup.turn
    }

    /// Returns the texts of the author, the stipulation and the terms. The FEN in this draft is outdated.
    pub fn words(&self) -> &Draft {
        &self.now.draft
    }

    /// Replaces the problem by another one. [`undo`](Editor::undo) brings the problem back.
    ///
    /// # Errors
    /// [`Error::Position`] if the FEN of the draft is no position.
    pub fn replace(&mut self, draft: Draft) -> Result<()> {
        let other = Editor::of(draft)?.now;
        self.change(|sheet| *sheet = other);
        Ok(())
    }

    /// Returns the present board with all texts and terms, also if the position is illegal.
    pub fn sketch(&self) -> Draft {
        Draft {
            fen: self.fen(),
            ..self.now.draft.clone()
        }
    }

    /// Returns the present board, with the side to move and all rights, as a FEN, also if the position is illegal.
    pub fn fen(&self) -> String {
        setup_fen(&self.now.setup, self.now.chess960)
    }

    /// Returns the problem, ready to be stored.
    ///
    /// # Errors
    /// [`Error::Position`] with the reason why the position is not valid; [`Error::Invalid`] if a text is not allowed.
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

    /// Marks the present state as saved.
    pub fn mark_saved(&mut self) {
        self.saved = self.now.clone();
    }

    /// Places a piece on a free square (use case UC014).
    ///
    /// # Errors
    /// [`Refusal::Occupied`] with the piece on the square.
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

    /// Removes a piece that FEN cannot express. Returns true if there was one on the square.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the terms contain a text that is not a piece.
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

    /// Removes a piece (use case UC015) with the castling rights that depended on it, and returns it.
    ///
    /// # Errors
    /// [`Refusal::EmptySquare`] if the square is empty.
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
            // The en-passant right ends if the removed piece is the pawn that could be captured.
            let passed = |ep: &Square| ep.file() == square.file() && piece.role == Role::Pawn;
            sheet.setup.ep_square = sheet.setup.ep_square.filter(|ep| !passed(ep));
        });
        Ok(piece)
    }

    /// Sets the side to move. The en-passant square is removed.
    pub fn set_turn(&mut self, turn: Color) {
        self.change(|sheet| {
            if sheet.setup.turn != turn {
                sheet.setup.turn = turn;
                sheet.setup.ep_square = None;
            }
        });
    }

    /// Sets the castling rights, written as in a FEN: `KQkq`, `-`, or letters of files, which make it a position of
    /// Chess960.
    ///
    /// # Errors
    /// [`Error::Invalid`] if king and rook are not on the squares for such a right.
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

    /// Sets the square on which a pawn can be captured en passant; `None` for no such square.
    ///
    /// # Errors
    /// [`Error::Invalid`] if on this board no pawn can have passed the square in the last move.
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

    /// Sets the stipulation to a mate in this number of moves (use case UC008).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the number of moves is not allowed.
    pub fn set_moves(&mut self, moves: u32) -> Result<()> {
        self.set_stipulation(&format!("#{moves}"))
    }

    /// Sets the stipulation: `h#2.5`. If the kind of play changes, the side that begins by convention is set as the
    /// side to move.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the text is not a stipulation.
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

    /// Places a piece that FEN cannot express on a free square: `Neutral Gd4`.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the text is not such a piece, or if the square is occupied.
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

    /// Changes the terms: fairy conditions, options, twins and the number of intended solutions.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first term that is not valid; twins are checked only when the problem is solved or
    /// stored.
    pub fn set_terms(&mut self, change: impl FnOnce(&mut Terms)) -> Result<()> {
        let mut terms = self.words().terms.clone();
        change(&mut terms);
        terms.check()?;
        self.change(|sheet| sheet.draft.terms = terms);
        Ok(())
    }

    /// Sets the board, the side to move and all rights from a FEN, also if the position is illegal. Returns the parts
    /// of the FEN that were left out.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is not a FEN.
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

    /// Removes all pieces; the texts remain.
    pub fn clear(&mut self) {
        self.change(|sheet| {
            sheet.setup = Setup::empty();
            sheet.chess960 = false;
            sheet.draft.terms.pieces.clear();
        });
    }

    /// Changes the texts of the author.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that is not allowed.
    pub fn set_words(&mut self, change: impl FnOnce(&mut Draft)) -> Result<()> {
        let mut draft = self.now.draft.clone();
        change(&mut draft);
        draft.terms.check()?;
        let draft = draft.with_checked_words()?;
        self.change(|sheet| sheet.draft = draft);
        Ok(())
    }

    /// Undoes the last change. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(sheet) => {
                self.future.push(std::mem::replace(&mut self.now, sheet));
                true
            }
            None => false,
        }
    }

    /// Makes the change that was undone last again. Returns false if there is none.
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

/// Parses a piece with its square: `Qd4` is a white queen, `qd4` a black one. The knight is `N` or, as in problems,
/// `S`. The letters are those of the language (in Spanish `R` is the king), and English ones that have no other meaning
/// in it.
///
/// # Errors
/// [`Error::Invalid`] for any other text.
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

/// Parses the name of a square: `d4`.
///
/// # Errors
/// [`Error::Invalid`] for any other text.
pub fn parse_square(text: &str, lang: Lang) -> Result<Square> {
    text.parse()
        .map_err(|_| Error::invalid(say!(lang, "edit-bad-square", text)))
}

#[cfg(test)]
mod tests;
