//! Positions and moves as text.
//!
//! A position is `8/8/8/3RY3/3BG3/8/8/8 R RYGB 1`: ranks top to bottom (a letter is a ball, a number a run of empty
//! cells, `*` a cell that is not playable), the colour to move, the players in the order of their turns (with teams
//! `RYGB:RG/YB`), the ply (optional, 1 by default), and for a students' game the word `students`. A move is the name
//! of a cell: `f5`.

use super::cell::{Cell, MAX_SIDE};
use super::color::{Color, Rules};
use super::position::Position;
use super::seats::Seating;
use super::words::color_name;
use crate::{Lang, Text};
use base::{say, told};
use std::fmt::Write;

/// Error for an invalid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum PositionError {
    /// The text of a position is malformed or contradictory.
    Text {
        /// Text of the position.
        text: String,
        /// Description of the error.
        why: Text,
    },
    /// The players or the teams are not allowed.
    Players {
        /// Players as text: `RYGB`, `RYGB:RG/YB`.
        players: String,
        /// Description of the error.
        why: Text,
    },
}

impl PositionError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            PositionError::Text { text, why } => {
                say!(lang, "rolit-no-position", text, why = why.get(lang))
            }
            PositionError::Players { players, why } => {
                say!(lang, "rolit-no-players", players, why = why.get(lang))
            }
        }
    }

    pub(super) fn of_text(text: &str, why: Text) -> PositionError {
        PositionError::Text {
            text: text.to_owned(),
            why,
        }
    }
}

/// Error for a move given as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum MoveError {
    /// The text (given here) has not the form `f5`.
    Form(String),
    /// The game is over because every cell has a ball; the move is given as text.
    Over(String),
    /// The cell is outside of the board.
    Outside {
        /// Text of the move.
        text: String,
        /// Cell in the top right corner of the board.
        last: Cell,
    },
    /// The cell is not playable: a hole in the board's shape.
    NotPlayable(Cell),
    /// The cell has a ball already.
    Occupied {
        /// Cell of the move.
        cell: Cell,
        /// Colour of the ball there.
        owner: Color,
    },
    /// The cell does not touch any ball.
    NoContact(Cell),
    /// The move does not capture, but another cell would.
    MustCapture {
        /// Cell of the move.
        cell: Cell,
        /// Colour of the player who must capture.
        mover: Color,
        /// First cell in which the player would capture.
        capture: Cell,
    },
}

impl MoveError {
    /// Message in a language, without a full stop.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            MoveError::Form(text) => say!(lang, "rolit-form", text),
            MoveError::Over(text) => say!(lang, "rolit-over", text),
            MoveError::Outside { text, last } => say!(lang, "rolit-outside", text, last),
            MoveError::NotPlayable(cell) => say!(lang, "rolit-hole", cell),
            MoveError::Occupied { cell, owner } => {
                say!(
                    lang,
                    "rolit-occupied",
                    cell,
                    owner = color_name(*owner, lang)
                )
            }
            MoveError::NoContact(cell) => say!(lang, "rolit-no-contact", cell),
            MoveError::MustCapture {
                cell,
                mover,
                capture,
            } => {
                let mover = color_name(*mover, lang);
                say!(lang, "rolit-captures-nothing", cell, mover, capture)
            }
        }
    }
}

/// Cells of a board, top rank first: `None` for a cell that is not playable, `Some(None)` for an empty one.
pub(super) type Cells = Vec<Vec<Option<Option<Color>>>>;

/// Parses the ranks of a board.
///
/// # Errors
/// The second part of a sentence that says what is wrong.
pub(super) fn board_cells(text: &str) -> Result<Cells, Text> {
    let most = usize::from(MAX_SIDE);
    let height = text.split('/').count();
    if height > most {
        return Err(told!("rolit-too-many-ranks", most, height));
    }
    let mut ranks = Cells::new();
    for (index, letters) in text.split('/').enumerate() {
        let cells = rank_cells(letters).map_err(|why| {
            let rank = height - index;
            Text::of(|lang| say!(lang, "rolit-rank", rank, why = why.get(lang)))
        })?;
        let expected = ranks.first().map_or(cells.len(), Vec::len);
        if cells.len() != expected {
            let found = cells.len();
            let rank = height - index;
            return Err(told!("rolit-ranks-differ", rank, found, height, expected));
        }
        ranks.push(cells);
    }
    if ranks.iter().flatten().flatten().next().is_none() {
        return Err(told!("rolit-no-playable-cell"));
    }
    Ok(ranks)
}

/// Parses one rank. An `Err` is the second part of a sentence.
fn rank_cells(letters: &str) -> Result<Vec<Option<Option<Color>>>, Text> {
    let most = usize::from(MAX_SIDE);
    let mut cells = Vec::new();
    let mut rest = letters;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (number, after) = rest.split_at(digits);
            let count = number.parse::<usize>().ok();
            let count = count.filter(|n| (1..=most).contains(n) && !number.starts_with('0'));
            let count = count.ok_or_else(|| told!("rolit-bad-number", number, most))?;
            cells.extend(std::iter::repeat_n(Some(None), count));
            rest = after;
        } else {
            cells.push(match letter {
                '*' => None,
                _ => Some(Some(
                    Color::from_letter(letter).ok_or_else(|| told!("rolit-bad-letter", letter))?,
                )),
            });
            rest = &rest[letter.len_utf8()..];
        }
        if cells.len() > most {
            return Err(told!("rolit-too-many-cells", most, letters));
        }
    }
    if cells.is_empty() {
        Err(told!("rolit-rank-empty"))
    } else {
        Ok(cells)
    }
}

/// Parses a position. An `Err` says what is wrong with it.
fn read(text: &str, default_rules: Rules) -> Result<Position, Text> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let named = fields.last().and_then(|field| field.parse::<Rules>().ok());
    if named.is_some() {
        fields.pop();
    }
    let rules = named.unwrap_or(default_rules);
    let (board, mover, players, ply) = match *fields.as_slice() {
        [board, mover, players] => (board, mover, players, "1"),
        [board, mover, players, ply] => (board, mover, players, ply),
        [_, _, _, _, rules] => {
            return Err(told!("rolit-bad-rules", rules));
        }
        _ => {
            return Err(told!("rolit-fields"));
        }
    };
    let cells = board_cells(board)?;
    let seating = Seating::parse(players, rules)?;
    let mut letters = mover.chars();
    let color = match (letters.next().and_then(Color::from_letter), letters.next()) {
        (Some(color), None) => color,
        _ => {
            return Err(told!("rolit-mover-no-colour", mover));
        }
    };
    let Some(turn) = seating.seat_of(color) else {
        return Err(told!("rolit-mover-no-player", mover, players));
    };
    let digits = ply.bytes().all(|b| b.is_ascii_digit());
    let ply = ply.parse().ok().filter(|n: &u16| digits && *n > 0);
    let ply = ply.ok_or_else(|| {
        let found = fields[3..].concat();
        let most = u16::MAX;
        told!("rolit-bad-ply", found, most)
    })?;
    Position::assemble(&cells, seating, rules, turn as u8, ply)
}

impl Position {
    /// Parses a position. If the text does not end with the name of its rules, `default_rules` apply.
    ///
    /// The board must be connected (cells may touch at corners), and have a ball if the rules are official. Nothing
    /// else is checked: the number of balls, the ply and the turn need not agree, and there may be balls of colours
    /// without a player.
    ///
    /// # Errors
    /// [`PositionError::Text`] says what is wrong.
    pub fn parse(text: &str, default_rules: Rules) -> Result<Position, PositionError> {
        read(text, default_rules).map_err(|why| PositionError::of_text(text, why))
    }

    /// Text of the board alone, ranks top to bottom.
    pub fn board_text(&self) -> String {
        let mut text = String::new();
        for rank in (0..self.height()).rev() {
            let mut empty = 0;
            for file in 0..=self.width() {
                let cell = Cell::at(file, rank);
                let inside = file < self.width();
                let letter = match self.owner(cell).filter(|_| inside) {
                    Some(color) => Some(color.letter()),
                    None if inside && self.is_playable(cell) => None,
                    None => Some('*'),
                };
                if letter.is_some() && empty > 0 {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                match letter {
                    Some(letter) if inside => text.push(letter),
                    Some(_) => {}
                    None => empty += 1,
                }
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Players as text: `RYGB`, with teams `RYGB:RG/YB`.
    pub fn players_text(&self) -> String {
        self.seating.to_string()
    }

    /// Position as text. Official games do not name their rules.
    pub fn to_text(&self) -> String {
        let mover = self.color_to_move().letter();
        let rules = match self.rules {
            Rules::Official => "",
            Rules::Students => " students",
        };
        let (board, players, ply) = (self.board_text(), self.seating, self.ply);
        format!("{board} {mover} {players} {ply}{rules}")
    }

    /// Parses a move and checks that it is legal here.
    ///
    /// # Errors
    /// [`MoveError`] says which rule it breaks.
    pub fn read_move(&self, text: &str) -> Result<Cell, MoveError> {
        let cell = Cell::from_name(text);
        let last = Cell::at(self.width() - 1, self.height() - 1);
        let inside = |cell: &Cell| cell.file() <= last.file() && cell.rank() <= last.rank();
        let Some(cell) = cell.filter(inside) else {
            let text = text.to_owned();
            return Err(if cell.is_some() || looks_like_a_cell(&text) {
                MoveError::Outside { text, last }
            } else {
                MoveError::Form(text)
            });
        };
        if self.is_full() {
            return Err(MoveError::Over(text.to_owned()));
        }
        if !self.is_playable(cell) {
            return Err(MoveError::NotPlayable(cell));
        }
        if let Some(owner) = self.owner(cell) {
            return Err(MoveError::Occupied { cell, owner });
        }
        if self.is_legal(cell) {
            return Ok(cell);
        }
        let capture = self.first_capture().filter(|_| self.must_capture());
        Err(match capture {
            Some(capture) => MoveError::MustCapture {
                cell,
                mover: self.color_to_move(),
                capture,
            },
            None => MoveError::NoContact(cell),
        })
    }
}

/// Returns true if a text has the form of a cell's name, a letter and a number, on a board of any size.
fn looks_like_a_cell(text: &str) -> bool {
    let mut letters = text.chars();
    let file = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    let rank = letters.as_str();
    let number = !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit());
    file && number && !rank.starts_with('0')
}
