//! A board as data: what a terminal or a page needs to draw any game.
//!
//! Everything is said in words (kinds, colours, letters), so that whoever draws may choose shapes
//! and shades of its own; [`Paint`] is what a terminal takes.

use serde::Serialize;

/// A board of cells.
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
    /// `e4`.
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
    /// The name of its colour: `dark`, `yellow`.
    pub color: &'static str,
    /// The letter of its colour, where the colour matters to the game.
    pub letter: Option<char>,
    /// On a terminal.
    pub paint: Paint,
}

/// A piece on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Kind of the piece: `king`, `tower`, `ball`.
    pub kind: &'static str,
    /// Its colour: `white`, `orange`.
    pub color: &'static str,
    /// The seat that it belongs to, if any.
    pub owner: Option<usize>,
    /// Letters that stand for the piece: `K` and `k`, `NZ`, `R`.
    pub letters: String,
    /// Unicode character that shows the piece, if there is one.
    pub figure: Option<char>,
    /// Number of promotions, where the game counts them (Kamisado's sumos).
    pub rank: u8,
    /// On a terminal; `None` for black on the cell's ground.
    pub paint: Option<Paint>,
    /// The colours of its owner, where they are others than its own.
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

/// Foreground and background, of the 256 colours of xterm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Paint {
    /// Foreground: the colour of the letters.
    pub front: u8,
    /// Background: the colour behind them.
    pub back: u8,
}

impl Paint {
    /// A pair of colours.
    pub const fn new(front: u8, back: u8) -> Paint {
        Paint { front, back }
    }
}

impl Board {
    /// A board whose cells are made by `cell`, which is asked for file and rank, both from 0.
    pub fn new(files: usize, ranks: usize, cell: impl Fn(usize, usize) -> Option<Cell>) -> Board {
        let places = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        Board {
            files,
            ranks,
            cells: places.map(|(file, rank)| cell(file, rank)).collect(),
        }
    }

    /// The cell at file and rank, both from 0; `None` for a hole or outside.
    pub fn cell(&self, file: usize, rank: usize) -> Option<&Cell> {
        let inside = file < self.files && rank < self.ranks;
        self.cells
            .get(rank * self.files + file)?
            .as_ref()
            .filter(|_| inside)
    }

    /// The board in letters: ranks top to bottom, `.` for an empty cell, a blank for a hole.
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

/// The name of a cell at file and rank, both from 0: `e4`.
pub(super) fn cell_name(file: usize, rank: usize) -> String {
    let letter = ('a'..='z').nth(file).unwrap_or('?');
    format!("{letter}{}", rank + 1)
}
