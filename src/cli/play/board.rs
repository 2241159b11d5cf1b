//! Drawing boards: a grid of cells, with the terminal's 256 colours or without.
//!
//! Colour only ever repeats what the letters say, so that nothing is lost on a plain terminal or
//! for a colour-blind person.

use std::fmt::Write;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters only.
    Plain,
    /// Letters on ANSI background colours.
    Colors,
}

/// A piece of a cell's line.
pub struct Piece {
    /// What is written.
    pub text: String,
    /// Foreground and background, of the 256 of xterm; `None` for the terminal's own.
    pub colors: Option<(u8, u8)>,
}

/// A square: lines of pieces, all cells of a board with the same number of lines and letters.
pub type Cell = Vec<Vec<Piece>>;

/// A board of so many files and ranks, with the files' letters above and the ranks' numbers on the
/// left; `cell` is asked for file and rank, both from 0.
pub fn draw(
    style: Style,
    files: usize,
    ranks: usize,
    cell: impl Fn(usize, usize) -> Cell,
) -> String {
    // Coloured cells touch, plain ones are kept apart.
    let gap = match style {
        Style::Plain => " ",
        Style::Colors => "",
    };
    let margin = ranks.to_string().len();
    let mut out = String::new();
    for rank in (0..ranks).rev() {
        let cells: Vec<Cell> = (0..files).map(|file| cell(file, rank)).collect();
        if rank + 1 == ranks {
            let letters = ('a'..).zip(&cells);
            let letters = letters.map(|(letter, cell)| format!("{letter:^0$}", width(cell)));
            let header = letters.collect::<Vec<_>>().join(gap);
            let _ = writeln!(out, "{:margin$} {}", "", header.trim_end());
        }
        for line in 0..cells.first().map_or(0, Vec::len) {
            let number = match line {
                0 => (rank + 1).to_string(),
                _ => String::new(),
            };
            let texts = cells.iter().map(|cell| painted(style, &cell[line]));
            let row = texts.collect::<Vec<_>>().join(gap);
            let _ = writeln!(out, "{}", format!("{number:>margin$} {row}").trim_end());
        }
    }
    out
}

fn width(cell: &Cell) -> usize {
    cell[0].iter().map(|piece| piece.text.chars().count()).sum()
}

fn painted(style: Style, pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match (style, piece.colors) {
            (Style::Colors, Some((front, back))) => {
                let _ = write!(out, "\x1b[38;5;{front};48;5;{back}m{}\x1b[0m", piece.text);
            }
            _ => out += &piece.text,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(file: usize, rank: usize) -> Cell {
        let text = format!("{}{}", char::from(b'a' + file as u8), (rank + 1) % 10);
        vec![vec![Piece {
            text,
            colors: Some((15, 1)),
        }]]
    }

    #[test]
    fn a_plain_board_has_no_escapes_and_a_coloured_one_the_same_letters() {
        let plain = draw(Style::Plain, 8, 8, cell);
        assert!(!plain.contains('\x1b'));
        assert!(plain.starts_with("  a  b  c"), "{plain}");
        assert!(plain.contains("\n8 a8 b8 c8 "), "{plain}");
        let colored = draw(Style::Colors, 8, 8, cell);
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
        let board = draw(Style::Plain, 17, 17, cell);
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
