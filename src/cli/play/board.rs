//! Drawing of boards: a grid of cells, in the terminal's 256 colours or without colours.
//!
//! Colours only repeat what the letters say, so that no information is lost on a plain terminal or for a colour-blind
//! person. There are three kinds of boards: pieces on light and dark squares; coloured squares with their letters,
//! three lines each; and plain letters, where `[R]` is the piece just placed and `(R)` a piece that it has changed. The
//! contents of the cells determine the kind.

use games::{Board, Cell, Mark, Paint};
use std::fmt::Write;

/// Style in which boards are drawn as text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters only.
    Plain,
    /// Letters on ANSI background colours.
    Colors,
}

/// View of a board: with or without colours, its direction, and letters or figures as pieces.
#[derive(Clone, Copy)]
pub struct View {
    /// Style of drawing: with colours or without.
    pub style: Style,
    /// True if the board is turned by half a turn, as its second player sees it: the last rank is at the bottom, and
    /// the last file on the left.
    pub turned: bool,
    /// True if pieces of chess are shown as letters instead of figures.
    pub letters: bool,
}

impl From<Style> for View {
    fn from(style: Style) -> View {
        View {
            style,
            turned: false,
            letters: false,
        }
    }
}

/// Background colours of the squares that a piece has just moved from and to, light ones and dark ones, as numbers of
/// the terminal's 256 colours.
const MOVED: [u8; 2] = [186, 143];
/// Background colour of a king in check.
const CHECK: u8 = 167;
/// Colours of White's and of Black's pieces, which have the same shapes.
const SIDES: [u8; 2] = [231, 16];

/// Text with the colours in which it is shown; `None` for the terminal's own colours.
type Run = (String, Option<Paint>);

/// Draws a board as lines of text, with the letters of the files above it and the numbers of the ranks on its left.
/// `marks` are names of cells, each with the text that is shown there if the cell is empty; boards of chess and of
/// Kamisado ignore them.
pub fn draw(board: &Board, view: impl Into<View>, marks: &[(String, String)]) -> String {
    let view = view.into();
    let mut cells = board.cells.iter().flatten();
    // An empty chess board is recognised by its dark squares.
    let has_figures = board
        .cells
        .iter()
        .flatten()
        .any(|cell| figure(cell).is_some() || cell.ground.color == "dark");
    let has_letters = cells.any(|cell| cell.ground.letter.is_some());
    let seen = |file, rank| board.cell(file, rank);
    // Without colours, the piece that has just moved is shown in brackets.
    let is_new = |file, rank| {
        let moved = |cell: &Cell| cell.marks.contains(&Mark::To);
        has_figures && view.style == Style::Plain && seen(file, rank).is_some_and(moved)
    };
    let drawn = |file, rank| {
        let cell = seen(file, rank);
        match cell {
            _ if has_figures => with_figure(cell, view),
            _ if has_letters => cell.map_or_else(Vec::new, with_corners),
            cell => with_letters(cell, marks),
        }
    };
    grid(view, board.files, board.ranks, drawn, is_new)
}

fn figure(cell: &Cell) -> Option<char> {
    cell.piece.as_ref()?.figure
}

/// Draws a cell of a chess board as a single line of text: the figurine of its piece, or the piece's letter if the view
/// shows letters.
fn with_figure(cell: Option<&Cell>, view: View) -> Vec<Vec<Run>> {
    let ground = cell.map(|cell| cell.ground);
    let dark = ground.is_some_and(|ground| ground.color == "dark");
    let piece = cell.and_then(|cell| cell.piece.as_ref());
    let drawn = piece.and_then(|piece| {
        if view.letters {
            piece.letters.chars().next()
        } else {
            piece.figure
        }
    });
    let Some(ground) = ground.filter(|_| view.style == Style::Colors) else {
        // Without colours an empty dark square is a dot, so that diagonals can be followed.
        let empty = match (dark, view.letters) {
            (true, false) => '·',
            (true, true) => '.',
            _ => ' ',
        };
        return vec![vec![(drawn.unwrap_or(empty).to_string(), None)]];
    };
    let marked = |mark| cell.is_some_and(|cell| cell.marks.contains(&mark));
    let back = match () {
        () if marked(Mark::Check) => CHECK,
        () if marked(Mark::From) || marked(Mark::To) => MOVED[usize::from(dark)],
        () => ground.paint.back,
    };
    let owner = piece.and_then(|piece| piece.owner);
    let front = owner.and_then(|seat| SIDES.get(seat)).copied();
    let paint = Paint::new(front.unwrap_or(ground.paint.front), back);
    // In colours both sides are drawn with the filled shapes: the outlined ones are hard to tell apart.
    let shape = drawn.map_or(' ', |figure| match figure {
        '♔' => '♚',
        '♕' => '♛',
        '♖' => '♜',
        '♗' => '♝',
        '♘' => '♞',
        '♙' => '♟',
        figure => figure,
    });
    vec![vec![(format!(" {shape} "), Some(paint))]]
}

/// Draws a cell of a board of coloured squares, in three lines: the square's letter in the corners, and in the middle
/// the piece between two bars in the colour of its side, of which the first holds the piece's rank.
fn with_corners(cell: &Cell) -> Vec<Vec<Run>> {
    let ground = Some(cell.ground.paint);
    let letter = cell.ground.letter.unwrap_or(' ');
    // Marks of a piece that must move and of a piece that has just moved.
    let between = match () {
        () if cell.marks.contains(&Mark::MustMove) => "!!",
        () if cell.marks.contains(&Mark::To) => "<>",
        () => "..",
    };
    let corners = || vec![(format!("{letter}{between}{letter}"), ground)];
    let middle = match &cell.piece {
        None => vec![("----".to_owned(), ground)],
        Some(piece) => {
            let rank = match piece.rank {
                0 => "-".to_owned(),
                rank => rank.to_string(),
            };
            let frame = piece.frame.or(ground);
            vec![
                (rank, frame),
                (piece.letters.clone(), piece.paint.or(ground)),
                ("-".to_owned(), frame),
            ]
        }
    };
    vec![corners(), middle, corners()]
}

/// Draws a cell of any other board, in one line: the letters of its piece, in brackets if that has just been placed or
/// changed, or the mark of an empty cell.
fn with_letters(cell: Option<&Cell>, marks: &[(String, String)]) -> Vec<Vec<Run>> {
    let Some(cell) = cell else {
        return vec![vec![("   ".to_owned(), None)]];
    };
    let run = match &cell.piece {
        None => {
            let mark = marks.iter().find(|(name, _)| *name == cell.name);
            let mark = mark.map_or(".", |(_, mark)| mark);
            (format!("{mark:^3}"), Some(cell.ground.paint))
        }
        Some(piece) => {
            let letters = &piece.letters;
            let text = match () {
                () if cell.marks.contains(&Mark::To) => format!("[{letters}]"),
                () if cell.marks.contains(&Mark::Changed) => format!("({letters})"),
                () => format!("{letters:^3}"),
            };
            (text, piece.paint.or(Some(cell.ground.paint)))
        }
    };
    vec![vec![run]]
}

/// Draws a grid of `files` × `ranks` cells. `cell` returns the lines of a cell, all with the same number of lines and
/// letters, and `is_new` is true for one that is put into brackets; both take file and rank, from 0.
fn grid(
    view: View,
    files: usize,
    ranks: usize,
    cell: impl Fn(usize, usize) -> Vec<Vec<Run>>,
    is_new: impl Fn(usize, usize) -> bool,
) -> String {
    let style = view.style;
    // Coloured cells touch each other, plain ones are separated by spaces.
    let gap = match style {
        Style::Plain => " ",
        Style::Colors => "",
    };
    let margin = ranks.to_string().len();
    let in_order = |count: usize, turned: bool| -> Vec<usize> {
        if turned {
            (0..count).rev().collect()
        } else {
            (0..count).collect()
        }
    };
    let across = in_order(files, view.turned);
    let mut out = String::new();
    for (row, rank) in in_order(ranks, !view.turned).into_iter().enumerate() {
        let cells: Vec<_> = across.iter().map(|file| cell(*file, rank)).collect();
        if row == 0 {
            let letter = |file: &usize| char::from(b'a' + u8::try_from(*file).unwrap_or(25));
            let letters = across.iter().map(letter).zip(&cells);
            let letters = letters.map(|(letter, cell)| format!("{letter:^0$}", width(cell)));
            let header = letters.collect::<Vec<_>>().join(gap);
            let _ = writeln!(out, "{:margin$} {}", "", header.trim_end());
        }
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let number = match line {
                0 => (rank + 1).to_string(),
                _ => String::new(),
            };
            let mut text = format!("{number:>margin$}");
            let mut before = " ";
            for (file, runs) in across.iter().zip(&cells) {
                let Some(runs) = runs.get(line) else { continue };
                let new = is_new(*file, rank);
                text += if new { "[" } else { before };
                text += &painted(style, runs);
                before = if new { "]" } else { gap };
            }
            if before == "]" {
                text += before;
            }
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
    out
}

fn width(cell: &[Vec<Run>]) -> usize {
    let first = cell.first().into_iter().flatten();
    first.map(|(text, _)| text.chars().count()).sum()
}

fn painted(style: Style, runs: &[Run]) -> String {
    let mut out = String::new();
    for (text, paint) in runs {
        match (style, paint) {
            (Style::Colors, Some(Paint { front, back })) => {
                let _ = write!(out, "\x1b[38;5;{front};48;5;{back}m{text}\x1b[0m");
            }
            _ => out += text,
        }
    }
    out
}

/// Joins words with spaces, in lines of at most 80 characters.
pub fn wrapped(words: &[String]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in words {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > 80 {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out += word;
        length += letters;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(file: usize, rank: usize) -> Vec<Vec<Run>> {
        let text = format!("{}{}", char::from(b'a' + file as u8), (rank + 1) % 10);
        vec![vec![(text, Some(Paint::new(15, 1)))]]
    }

    #[test]
    fn a_plain_board_has_no_escapes_and_a_coloured_one_the_same_letters() {
        let plain = grid(Style::Plain.into(), 8, 8, cell, |_, _| false);
        assert!(!plain.contains('\x1b'));
        assert!(plain.starts_with("  a  b  c"), "{plain}");
        assert!(plain.contains("\n8 a8 b8 c8 "), "{plain}");
        let colored = grid(Style::Colors.into(), 8, 8, cell, |_, _| false);
        let mut bare = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            bare += before;
            rest = after.split_once('m').expect("the end of the escape").1;
        }
        bare += rest;
        let letters = |text: &str| text.replace([' ', '\n'], "");
        assert_eq!(letters(&bare), letters(&plain));
        assert!(bare.starts_with("  a b c"), "{bare}");
    }

    #[test]
    fn a_turned_board_has_the_other_side_below() {
        let view = View {
            turned: true,
            ..Style::Plain.into()
        };
        let board = grid(view, 8, 8, cell, |file, rank| (file, rank) == (7, 0));
        let lines: Vec<&str> = board.lines().collect();
        assert!(lines[0].starts_with("  h  g  f"), "{board}");
        assert!(lines[1].starts_with("1[h1]g1 f1 "), "{board}");
        assert!(lines[8].ends_with(" b8 a8"), "{board}");
    }

    #[test]
    fn large_boards_keep_their_columns() {
        let board = grid(Style::Plain.into(), 17, 17, cell, |_, _| false);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines.len(), 18);
        assert!(
            lines[0].starts_with("   a  b") && lines[0].ends_with(" q"),
            "{board}"
        );
        assert!(lines[1].starts_with("17 a7 b7") && lines[1].ends_with(" q7"));
        assert!(lines[17].starts_with(" 1 a1 b1") && lines[17].ends_with(" q1"));
    }
}
