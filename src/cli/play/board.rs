//! Drawing boards: a grid of cells, with the terminal's 256 colours or without.
//!
//! Colour only ever repeats what the letters say, so that nothing is lost on a plain terminal or
//! for a colour-blind person. The looks are three: figures on two shades, coloured squares with their
//! letters (three lines each), and letters, where `[R]` is what was just placed and `(R)` what that
//! has changed. Which of them a board has follows from what its cells say.

use crate::games::{Board, Cell, Mark, Paint};
use std::fmt::Write;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters only.
    Plain,
    /// Letters on ANSI background colours.
    Colors,
}

/// Some letters of one colour; `None` for the terminal's own.
type Run = (String, Option<Paint>);

/// A board, with the files' letters above and the ranks' numbers on the left. `marks` are words for
/// empty cells, by their names.
pub fn draw(board: &Board, style: Style, marks: &[(String, String)]) -> String {
    let mut cells = board.cells.iter().flatten();
    // An empty chess board is one of figures, too.
    let has_figures = board
        .cells
        .iter()
        .flatten()
        .any(|cell| figure(cell).is_some() || cell.ground.color == "dark");
    let has_letters = cells.any(|cell| cell.ground.letter.is_some());
    grid(style, board.files, board.ranks, |file, rank| {
        let cell = board.cell(file, rank);
        match cell {
            _ if has_figures => with_figure(cell, style),
            _ if has_letters => cell.map_or_else(Vec::new, with_corners),
            cell => with_letters(cell, marks),
        }
    })
}

fn figure(cell: &Cell) -> Option<char> {
    cell.piece.as_ref()?.figure
}

/// A figure on its ground.
fn with_figure(cell: Option<&Cell>, style: Style) -> Vec<Vec<Run>> {
    let ground = cell.map(|cell| cell.ground);
    let dark = ground.is_some_and(|ground| ground.color == "dark");
    // Without colours an empty dark square is a dot, so that diagonals can be followed.
    let empty = if dark && style == Style::Plain {
        '·'
    } else {
        ' '
    };
    let figure = cell.and_then(figure).unwrap_or(empty);
    let text = match style {
        Style::Plain => figure.to_string(),
        Style::Colors => format!(" {figure} "),
    };
    vec![vec![(text, ground.map(|ground| ground.paint))]]
}

/// The square's letter in the corners, in the middle the piece between two bars in the colour of its
/// side; the first bar holds its rank.
fn with_corners(cell: &Cell) -> Vec<Vec<Run>> {
    let ground = Some(cell.ground.paint);
    let letter = cell.ground.letter.unwrap_or(' ');
    let corners = || vec![(format!("{letter}..{letter}"), ground)];
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

/// Letters, in brackets what is new.
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

/// A grid of so many files and ranks; `cell` is asked for the lines of each, all with the same
/// number of lines and letters, by file and rank, both from 0.
fn grid(
    style: Style,
    files: usize,
    ranks: usize,
    cell: impl Fn(usize, usize) -> Vec<Vec<Run>>,
) -> String {
    // Coloured cells touch, plain ones are kept apart.
    let gap = match style {
        Style::Plain => " ",
        Style::Colors => "",
    };
    let margin = ranks.to_string().len();
    let mut out = String::new();
    for rank in (0..ranks).rev() {
        let cells: Vec<_> = (0..files).map(|file| cell(file, rank)).collect();
        if rank + 1 == ranks {
            let letters = ('a'..).zip(&cells);
            let letters = letters.map(|(letter, cell)| format!("{letter:^0$}", width(cell)));
            let header = letters.collect::<Vec<_>>().join(gap);
            let _ = writeln!(out, "{:margin$} {}", "", header.trim_end());
        }
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let number = match line {
                0 => (rank + 1).to_string(),
                _ => String::new(),
            };
            let texts = cells.iter().filter_map(|cell| cell.get(line));
            let texts = texts.map(|runs| painted(style, runs));
            let row = texts.collect::<Vec<_>>().join(gap);
            let _ = writeln!(out, "{}", format!("{number:>margin$} {row}").trim_end());
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

/// Words in lines of at most 80 letters.
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
        let plain = grid(Style::Plain, 8, 8, cell);
        assert!(!plain.contains('\x1b'));
        assert!(plain.starts_with("  a  b  c"), "{plain}");
        assert!(plain.contains("\n8 a8 b8 c8 "), "{plain}");
        let colored = grid(Style::Colors, 8, 8, cell);
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
    fn large_boards_keep_their_columns() {
        let board = grid(Style::Plain, 17, 17, cell);
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
