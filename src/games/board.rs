//! A board as data: what a terminal or a web page needs to draw any game.
//!
//! Kinds of pieces and colours are given by name, so that the drawing program chooses shapes and shades; [`Paint`]
//! gives terminal colours.

use serde::Serialize;

/// A rectangular board of cells, possibly with holes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Number of files, counted from `a`.
    pub files: usize,
    /// Number of ranks, counted from 1.
    pub ranks: usize,
    /// The cells, a1 first, then b1; `None` for a hole.
    pub cells: Vec<Option<Cell>>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Name of the cell: `e4`.
    pub name: String,
    /// Appearance of the cell when it is empty.
    pub ground: Ground,
    /// Piece on the cell, if any.
    pub piece: Option<Piece>,
    /// Highlights of the cell when the board is drawn, such as the last move or a king in check; empty if none.
    pub marks: Vec<Mark>,
}

/// Appearance of an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Name of the colour: `dark`, `yellow`.
    pub color: &'static str,
    /// Letter of the colour; `None` if the colour has no meaning in the game.
    pub letter: Option<char>,
    /// Colours on a terminal.
    pub paint: Paint,
}

/// A piece on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Kind of the piece: `king`, `tower`, `ball`.
    pub kind: &'static str,
    /// Colour of the piece: `white`, `orange`.
    pub color: &'static str,
    /// Seat that owns the piece; `None` if nobody does.
    pub owner: Option<usize>,
    /// Letters that stand for the piece: `K` and `k`, `NZ`, `R`.
    pub letters: String,
    /// Unicode character that shows the piece, if there is one.
    pub figure: Option<char>,
    /// Number of promotions, where the game counts them (Kamisado's sumos).
    pub rank: u8,
    /// Colours on a terminal; `None` for black on the ground of the cell.
    pub paint: Option<Paint>,
    /// Colours of the owner, if they differ from those of the piece.
    pub frame: Option<Paint>,
}

/// Something to be seen on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The last move began here.
    From,
    /// The last move ended here.
    To,
    /// The last move changed what stands here (Rolit: turned a ball).
    Changed,
    /// The piece here must move.
    MustMove,
    /// The king here is in check.
    Check,
}

/// Foreground and background colour, from xterm's palette of 256 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Paint {
    /// Foreground: the colour of the characters.
    pub front: u8,
    /// Background: the colour behind the characters.
    pub back: u8,
}

impl Paint {
    /// Creates a pair of colours.
    pub const fn new(front: u8, back: u8) -> Paint {
        Paint { front, back }
    }
}

impl Board {
    /// Creates a board whose cells are given by `cell`, a function of file and rank, both from 0; it returns `None`
    /// for a hole.
    pub fn new(files: usize, ranks: usize, cell: impl Fn(usize, usize) -> Option<Cell>) -> Board {
        let places = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        Board {
            files,
            ranks,
            cells: places.map(|(file, rank)| cell(file, rank)).collect(),
        }
    }

    /// Cell at a file and rank, both from 0; `None` for a hole or outside the board.
    pub fn cell(&self, file: usize, rank: usize) -> Option<&Cell> {
        let inside = file < self.files && rank < self.ranks;
        self.cells
            .get(rank * self.files + file)?
            .as_ref()
            .filter(|_| inside)
    }

    /// Board as text: ranks from top to bottom, `.` for an empty cell, a space for a hole.
    pub fn letters(&self) -> String {
        let width = |cell: &Option<Cell>| {
            let piece = cell.as_ref().and_then(|cell| cell.piece.as_ref());
            piece.map_or(1, |piece| piece.letters.chars().count())
        };
        let width = self.cells.iter().map(width).max().unwrap_or(1);
        let margin = self.ranks.to_string().len();
        let mut out = String::new();
        for rank in (0..self.ranks).rev() {
            let cells = (0..self.files).map(|file| {
                let letters = match self.cell(file, rank) {
                    None => " ",
                    Some(cell) => cell.piece.as_ref().map_or(".", |piece| &piece.letters),
                };
                format!("{letters:>width$}")
            });
            let row = cells.collect::<Vec<_>>().join(" ");
            out += format!("{:>margin$} {row}", rank + 1).trim_end();
            out.push('\n');
        }
        let files = ('a'..)
            .take(self.files)
            .map(|file| format!("{file:>width$}"));
        out += &format!("{:margin$} {}\n", "", files.collect::<Vec<_>>().join(" "));
        out
    }
}

/// Name of the cell at a file and rank, both from 0: `e4`.
pub(super) fn cell_name(file: usize, rank: usize) -> String {
    let letter = ('a'..='z').nth(file).unwrap_or('?');
    format!("{letter}{}", rank + 1)
}
