//! Positions, moves and boards as text.
//!
//! A position is `NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1`: ranks 8 to 1 (letters are the colours of towers, upper case
//! for White), side to move, required colour or `-`, zero flag, ply (optional). In the full game each `+` after a
//! tower stands for a rank that it has won. The text board has the layout given in the assignment.

use super::board::{Color, color_of, square_name, square_of};
use super::position::{Move, Position, Side, Towers, turned};
use super::read::read;
use super::words::color_name;
use crate::{Lang, Text};
use base::say;
use std::fmt::Write;

/// Error for a text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct PositionError {
    /// The text as given.
    pub text: String,
    /// Description of the error.
    pub why: Text,
}

impl PositionError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        let PositionError { text, why } = self;
        say!(lang, "kamisado-no-position", text, why = why.get(lang))
    }
}

/// Error for a move given as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum MoveError {
    /// The text (given here) has not the form `c1c6`.
    Form(String),
    /// The round is over; the move is given as text.
    Over(String),
    /// The move is well formed, but not legal here.
    Illegal {
        /// Text of the move.
        text: String,
        /// Rule that the move breaks.
        why: Illegal,
    },
}

impl MoveError {
    /// Message in a language, without a full stop.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            MoveError::Form(text) => say!(lang, "kamisado-form", text),
            MoveError::Over(text) => say!(lang, "kamisado-over", text),
            MoveError::Illegal { text, why } => {
                let why = why.text(lang);
                say!(lang, "kamisado-illegal", text, why)
            }
        }
    }
}

/// The rule that an illegal move breaks. Squares are in Black's view (see [`square_name`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// A zero move of a tower that can move.
    Zero,
    /// The square of origin is empty.
    Empty(u8),
    /// The tower on a square is the opponent's.
    Foreign(u8, Side),
    /// A tower of another colour must move.
    Color {
        /// The colour that must move.
        required: Color,
        /// Square of the tower that must move.
        at: u8,
        /// Square of origin of the move.
        from: u8,
        /// Colour of the tower on the square of origin.
        color: Color,
    },
    /// The tower is blocked, and this zero move is the only move.
    Blocked(Move),
    /// The move is neither straight nor diagonally forward.
    Direction,
    /// The move is longer than the tower's rank allows; with the maximum number of squares.
    Reach(u8),
    /// The target square is occupied.
    Occupied(u8),
    /// A tower on this square blocks the way to the target.
    InTheWay(u8),
}

impl Illegal {
    /// Message in a language, without a full stop.
    pub fn text(self, lang: Lang) -> String {
        let name = square_name;
        match self {
            Illegal::Zero => say!(lang, "kamisado-zero").to_owned(),
            Illegal::Empty(from) => say!(lang, "kamisado-empty", from = name(from)),
            Illegal::Foreign(from, owner) => {
                let owner = owner.name().to_lowercase();
                say!(lang, "kamisado-foreign", from = name(from), owner)
            }
            Illegal::Color {
                required,
                at,
                from,
                color,
            } => say!(
                lang,
                "kamisado-other-color",
                required = color_name(required, lang),
                at = name(at),
                from = name(from),
                color = color_name(color, lang),
            ),
            Illegal::Blocked(zero) => {
                say!(lang, "kamisado-blocked", zero = Position::step_text(zero))
            }
            Illegal::Direction => say!(lang, "kamisado-direction").to_owned(),
            Illegal::Reach(reach) => say!(lang, "kamisado-reach", reach),
            Illegal::Occupied(to) => say!(lang, "kamisado-occupied", to = name(to)),
            Illegal::InTheWay(to) => say!(lang, "kamisado-in-the-way", to = name(to)),
        }
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

impl Side {
    /// Letter of the side in a position: `b` or `w`.
    pub const fn letter(self) -> char {
        ['b', 'w'][self as usize]
    }
}

/// Letter of a tower in a position: upper case for White.
pub fn tower_letter(side: Side, color: Color) -> char {
    match side {
        Side::White => color.letter(),
        Side::Black => color.letter().to_ascii_lowercase(),
    }
}

impl Position {
    /// Parses a position with all towers.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong.
    pub fn parse(text: &str) -> Result<Position, PositionError> {
        Position::parse_with(text, Towers::All)
    }

    /// Parses a position that has the towers `towers`.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong.
    pub fn parse_with(text: &str, towers: Towers) -> Result<Position, PositionError> {
        read(text, towers).map_err(|why| PositionError {
            text: text.to_owned(),
            why,
        })
    }

    /// Position as text, with all five fields.
    pub fn to_text(&self) -> String {
        let mut text = self.board_text();
        let side = self.side();
        let color = self.required().map_or('-', |c| tower_letter(side, c));
        let zero = u8::from(self.zero);
        let _ = write!(text, " {} {color} {zero} {}", side.letter(), self.ply);
        text
    }

    fn board_text(&self) -> String {
        let mut text = String::new();
        for row in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some((side, color)) = self.tower_at(row * 8 + file) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(tower_letter(side, color));
                text.extend((0..self.rank(side, color)).map(|_| '+'));
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Move as text: `c1c6`, or `h8h8` for the zero move.
    pub fn step_text(m: Move) -> String {
        square_name(m.from) + &square_name(m.to)
    }

    /// Parses a move and checks that it is legal. `0000` is the zero move, if that is legal.
    ///
    /// # Errors
    /// [`MoveError`] says which rule the move breaks.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let form = || MoveError::Form(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let wanted = if lower == "0000" {
            None
        } else {
            let (from, to) = lower.split_at_checked(2).ok_or_else(form)?;
            let from = square_of(from).ok_or_else(form)?;
            let to = square_of(to).ok_or_else(form)?;
            Some(Move { from, to })
        };
        if self.is_over() {
            return Err(MoveError::Over(text.to_owned()));
        }
        let m = wanted.or_else(|| self.zero_move());
        match m {
            Some(m) if self.is_legal(m) => Ok(m),
            _ => Err(MoveError::Illegal {
                text: text.to_owned(),
                why: self.why_illegal(wanted),
            }),
        }
    }

    /// Rule that an illegal move breaks. `None` stands for a zero move.
    fn why_illegal(&self, m: Option<Move>) -> Illegal {
        let side = self.side();
        let Some(m) = m else {
            return Illegal::Zero;
        };
        let Some((owner, color)) = self.tower_at(m.from) else {
            return Illegal::Empty(m.from);
        };
        if owner != side {
            return Illegal::Foreign(m.from, owner);
        }
        if let Some(required) = self.required()
            && let Some(at) = self.square(side, required)
            && required != color
        {
            return Illegal::Color {
                required,
                at,
                from: m.from,
                color,
            };
        }
        if m.is_zero() {
            return Illegal::Zero;
        }
        if let Some(zero) = self.zero_move() {
            return Illegal::Blocked(zero);
        }
        self.why_unreachable(side, color, m)
    }

    fn why_unreachable(&self, side: Side, color: Color, m: Move) -> Illegal {
        let (from, to) = match side {
            Side::Black => (m.from, m.to),
            Side::White => (turned(m.from), turned(m.to)),
        };
        let rows = i32::from(to / 8) - i32::from(from / 8);
        let files = (i32::from(to % 8) - i32::from(from % 8)).abs();
        if rows <= 0 || (files != 0 && files != rows) {
            return Illegal::Direction;
        }
        let reach = super::board::REACH[usize::from(self.rank(side, color))];
        if rows > reach.into() {
            return Illegal::Reach(reach);
        }
        if self.tower_at(m.to).is_some() {
            return Illegal::Occupied(m.to);
        }
        Illegal::InTheWay(m.to)
    }

    /// Text board of the assignment: a header line of files, then three lines for each rank. A cell shows its own
    /// colour in its four corners, and in the middle the side (`B` White, `N` Black) and colour of its tower, or
    /// `----`.
    pub fn board(&self) -> String {
        self.board_with(spanish_letter, Color::letter)
    }

    /// Text board of the assignment with other letters of sides and colours.
    pub(super) fn board_with(
        &self,
        side_letter: impl Fn(Side) -> char,
        color_letter: impl Fn(Color) -> char,
    ) -> String {
        let corner = |square: u8| {
            let color = color_letter(color_of(square));
            format!("{color}..{color}")
        };
        let tower = |square: u8| match self.tower_at(square) {
            None => "----".to_owned(),
            Some((side, color)) => {
                // For a sumo the dash is replaced by its rank.
                let rank = ['-', '1', '2', '3'][usize::from(self.rank(side, color)) & 3];
                format!("{rank}{}{}-", side_letter(side), color_letter(color))
            }
        };
        let mut out = String::from(" ");
        for file in 'a'..='h' {
            let _ = write!(out, "  {file}  ");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        for row in (0..8).rev() {
            let squares = row * 8..row * 8 + 8;
            let corners: Vec<String> = squares.clone().map(corner).collect();
            let towers: Vec<String> = squares.map(tower).collect();
            let _ = writeln!(out, "{} {}", row + 1, corners.join(" "));
            let _ = writeln!(out, "  {}", towers.join(" "));
            let _ = writeln!(out, "  {}", corners.join(" "));
        }
        out
    }

    /// Returns a square (0 to 63) as text: `[4][2] Color: V Turno: B Torre: N`. It gives the row and the column,
    /// counted from 0 at a8, the letter of the square's colour, that of the side whose tower stands there
    /// ([`spanish_letter`]), and that of the tower's colour. The last two are `-` if there is no tower.
    pub fn square_in_words(&self, square: u8) -> String {
        let (row, column) = (7 - square / 8, square % 8);
        let color = color_of(square).letter();
        let (turn, tower) = self.tower_at(square).map_or(('-', '-'), |(side, color)| {
            (spanish_letter(side), color.letter())
        });
        format!("[{row}][{column}] Color: {color} Turno: {turn} Torre: {tower}")
    }
}

/// Spanish letter of a side: `N` for Black (negro), `B` for White (blanco).
pub fn spanish_letter(side: Side) -> char {
    ['N', 'B'][side as usize]
}

/// Name of a side within a sentence: `Black`, `negro`.
pub(super) fn side_name(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Black => say!(lang, "kamisado-black"),
        Side::White => say!(lang, "kamisado-white"),
    }
}
