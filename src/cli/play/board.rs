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

/// A piece of a cell's line, with its foreground and background colour (of the 256 of xterm).
pub struct Piece {
    /// What is written.
    pub text: String,
    /// Foreground and background.
    pub colors: (u8, u8),
}

/// A square: lines of pieces, all cells of a board with the same number of lines and letters.
pub type Cell = Vec<Vec<Piece>>;

/// The board with its files above and its ranks on the left; `cell` is asked for file and rank,
/// both from 0.
pub fn draw(style: Style, cell: impl Fn(u8, u8) -> Cell) -> String {
    let mut out = String::new();
    for rank in (0..8).rev() {
        let cells: Vec<Cell> = (0..8).map(|file| cell(file, rank)).collect();
        if rank == 7 {
            out += &header(width(&cells[0]));
        }
        for line in 0..cells[0].len() {
            let margin = if line == 0 {
                format!("{} ", rank + 1)
            } else {
                "  ".to_owned()
            };
            out += &margin;
            let texts = cells.iter().map(|cell| painted(style, &cell[line]));
            // Coloured cells touch, plain ones are kept apart.
            let gap = match style {
                Style::Plain => " ",
                Style::Colors => "",
            };
            out += texts.collect::<Vec<_>>().join(gap).trim_end();
            out.push('\n');
        }
    }
    match style {
        Style::Plain => out,
        // Without the gaps the letters of the files are one column nearer to each other.
        Style::Colors => narrow_header(&out),
    }
}

fn width(cell: &Cell) -> usize {
    cell[0].iter().map(|piece| piece.text.chars().count()).sum()
}

fn header(width: usize) -> String {
    let mut line = String::from("  ");
    for file in 'a'..='h' {
        let _ = write!(line, "{file:^width$} ");
    }
    line.trim_end().to_owned() + "\n"
}

fn narrow_header(board: &str) -> String {
    let Some((header, rest)) = board.split_once('\n') else {
        return board.to_owned();
    };
    let columns: Vec<usize> = header
        .char_indices()
        .filter(|(_, c)| *c != ' ')
        .map(|(at, _)| at)
        .collect();
    let mut line = String::new();
    for (index, (at, file)) in columns.iter().zip('a'..='h').enumerate() {
        let at = at - index;
        let _ = write!(line, "{file:>width$}", width = at + 1 - line.len());
    }
    line + "\n" + rest
}

fn painted(style: Style, pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        let (front, back) = piece.colors;
        match style {
            Style::Plain => out += &piece.text,
            Style::Colors => {
                let _ = write!(out, "\x1b[38;5;{front};48;5;{back}m{}\x1b[0m", piece.text);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(file: u8, rank: u8) -> Cell {
        let text = format!("{}{}", char::from(b'a' + file), rank + 1);
        vec![vec![Piece {
            text,
            colors: (15, 1),
        }]]
    }

    #[test]
    fn a_plain_board_has_no_escapes_and_a_coloured_one_the_same_letters() {
        let plain = draw(Style::Plain, cell);
        assert!(!plain.contains('\x1b'));
        assert!(plain.starts_with("  a  b  c"), "{plain}");
        assert!(plain.contains("\n8 a8 b8 c8 "), "{plain}");
        let colored = draw(Style::Colors, cell);
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
}
