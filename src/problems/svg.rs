//! A diagram as problemists print it, as SVG: author, title and source above the board, below it what
//! is asked and how many pieces each side has.
//!
//! The pieces are this project's own shapes, drawn on squares of 45 units.

use super::error::Result;
use super::problem::Draft;
use crate::games::Lang;
use shakmaty::{Color, Role, Square};
use std::fmt::Write;

/// The width of a square.
const CELL: usize = 45;
/// Between the board and the edge of the picture.
const MARGIN: usize = 24;
/// Between two lines of text.
const LINE: usize = 20;

/// The whole file: a diagram with its caption.
///
/// # Errors
/// [`Error::Invalid`](super::Error::Invalid) if the position is none.
pub fn diagram(draft: &Draft, lang: Lang) -> Result<String> {
    let position = draft.position()?;
    let mut above = Vec::new();
    above.extend(Some((" font-weight=\"bold\"", &draft.author)));
    above.extend(Some((" font-style=\"italic\"", &draft.title)));
    above.extend(Some(("", &draft.source)));
    above.retain(|(_, text)| !text.is_empty());
    let board = 8 * CELL;
    let width = board + 2 * MARGIN;
    let top = LINE / 2 + LINE * above.len().max(1);
    let height = top + board + 2 * LINE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"serif\" font-size=\"16\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (line, (look, text)) in above.iter().enumerate() {
        let y = LINE * (line + 1);
        let text = escaped(text);
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\"{look}>{text}</text>");
    }
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {top})\">");
    for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
        let (x, y) = place(square);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#bbb\"/>"
        );
    }
    let _ = writeln!(
        out,
        "<rect width=\"{board}\" height=\"{board}\" fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>"
    );
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            let (x, y) = place(square);
            let (fill, lines) = match piece.color {
                Color::White => ("#fff", "#000"),
                Color::Black => ("#000", "#fff"),
            };
            let (body, details) = shape(piece.role);
            let _ = writeln!(
                out,
                "<g transform=\"translate({x} {y})\" stroke-width=\"1.5\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"><path d=\"{body}\" fill=\"{fill}\" stroke=\"#000\"/>\
                 <path d=\"{details}\" fill=\"none\" stroke=\"{lines}\"/></g>"
            );
        }
    }
    out.push_str("</g>\n");
    let count = |color| position.color(color).count();
    let counts = format!("({}+{})", count(Color::White), count(Color::Black));
    let mut asked = draft.stipulation.to_string();
    if position.turn() == Color::Black {
        asked += lang.pick(", juegan negras", ", Black to move");
    }
    let (y, right) = (top + board + LINE + 4, MARGIN + board);
    let _ = write!(
        out,
        "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>\n\
         <text x=\"{right}\" y=\"{y}\" text-anchor=\"end\">{counts}</text>\n</svg>\n",
        escaped(&asked)
    );
    Ok(out)
}

/// The upper left corner of a square.
fn place(square: Square) -> (usize, usize) {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    (file * CELL, (7 - rank) * CELL)
}

/// A piece as two paths: what is filled, and the lines upon it. Circles are arcs that nearly close. The
/// site's sprite (`src/server/assets/svg/pieces.svg`) has the same.
fn shape(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Pawn => (
            "M19 20.500c-.4 6-3.400 8.500-4.300 14h15.600c-.9-5.500-3.900-8-4.300-14z\
             M22.500 9.500a5.800 5.800 0 1 1-.1 0zM14 34.500h17q1.500 0 1.500 1.500v3h-20v-3\
             q0-1.500 1.500-1.500z",
            "",
        ),
        Role::Knight => (
            "M14 34.500c0-7.500 6.800-9.500 6.500-15.300l-5.900 3.700\
             c-1.600 1.600-4.200 1.300-5.200-.7l-1.400-2.700l6-7.300c.4-2 1.400-3.400 2.800-4.300\
             l-.3-4.400l4.300 3.200c8.700.8 13.200 9.800 13.200 27.800zM12.500 34.500h22\
             q1.500 0 1.500 1.500v3h-25v-3q0-1.500 1.500-1.500z",
            "M17.800 12.600v.8M25.500 11c3.400 3.800 4.700 9.500 4.900 19",
        ),
        Role::Bishop => (
            "M22.500 10.500c6.300 4 9 8.500 9 12.800c0 2.700-1.300 4.700-3.300 6.200h-11.400\
             c-2-1.500-3.300-3.500-3.300-6.200c0-4.300 2.700-8.800 9-12.800zM22.500 5.500\
             a2.500 2.500 0 1 1-.1 0zM16.800 29.500h11.400l1.500 5h-14.400zM11 34.500h23\
             q1.500 0 1.500 1.500v3h-26v-3q0-1.500 1.500-1.500z",
            "M22.500 16v9M18.500 19.800h8",
        ),
        Role::Rook => (
            "M11.500 6.500h5v3.500h3.500v-3.500h5v3.500h3.500v-3.500h5v7l-4 3.500v12.500l3 5h-20\
             l3-5v-12.500l-4-3.500zM11 34.500h23q1.500 0 1.500 1.500v3h-26v-3q0-1.500 1.500-1.500\
             z",
            "M15.500 17h14M15.500 29.500h14",
        ),
        Role::Queen => (
            "M13.500 34.500l-5.500-18.500l6.800 7.500l.8-12.500l4.600 10.500l2.300-12.500\
             l2.300 12.500l4.600-10.500l.8 12.500l6.800-7.500l-5.500 18.500zM7.200 11.200\
             a2.400 2.400 0 1 1-.1 0zM15.300 6.200a2.400 2.400 0 1 1-.1 0zM22.500 4.200\
             a2.400 2.400 0 1 1-.1 0zM29.800 6.200a2.400 2.400 0 1 1-.1 0zM37.900 11.200\
             a2.400 2.400 0 1 1-.1 0zM12 34.500h21q1.500 0 1.500 1.500v3h-24v-3\
             q0-1.500 1.500-1.500z",
            "M12.300 30.200q10.200-3 20.400 0",
        ),
        Role::King => (
            "M14 34.500c-1.200-5-7-7.500-7-14c0-4.500 3.300-7.300 7.300-7.300\
             c3.700 0 6.700 2.600 8.200 6.300c1.500-3.700 4.500-6.300 8.200-6.300\
             c4 0 7.300 2.800 7.300 7.300c0 6.500-5.800 9-7 14zM21 3.500h3v3h3v3h-3v6.500\
             l-1.500 3.500l-1.500-3.500v-6.500h-3v-3h3zM12.500 34.500h20q1.500 0 1.500 1.500v3\
             h-23v-3q0-1.500 1.500-1.500z",
            "M22.500 20v10M13.500 30.500q9-2.600 18 0",
        ),
    }
}

/// Text as XML has it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write most control characters.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::Stipulation;

    #[test]
    fn a_diagram_is_what_it_was() {
        let mut draft = Draft::new(
            "1B6/2R5/8/3k4/1n4p1/8/3qP1K1/7N b - - 0 1",
            Stipulation::Mate(3),
        );
        draft.author = "Ann <& Bob>".to_owned();
        draft.title = "\"Quoted\"".to_owned();
        draft.source = "Nowhere 1900".to_owned();
        let drawn = diagram(&draft, Lang::En).expect("a diagram");
        let golden = include_str!("svg/golden.svg");
        assert!(drawn == golden, "it is now:\n{drawn}");
    }

    #[test]
    fn every_piece_has_a_shape_of_its_own_and_the_caption_counts() {
        let draft = Draft::new("k7/8/8/8/8/8/PPP5/K7 w - -", Stipulation::Mate(2));
        let drawn = diagram(&draft, Lang::Es).expect("a diagram");
        assert!(drawn.contains(">(4+1)</text>"), "{drawn}");
        assert!(drawn.contains(">#2</text>"), "{drawn}");
        assert_eq!(drawn.matches("<g transform").count(), 1 + 5);
        let shapes = Role::ALL.map(|role| shape(role).0);
        for (index, one) in shapes.iter().enumerate() {
            assert!(!shapes[..index].contains(one));
        }
        assert_eq!(drawn.matches("<rect").count(), 1 + 32 + 1);
    }

    #[test]
    fn the_site_draws_the_same_pieces() {
        let sprite = include_str!("../server/assets/svg/pieces.svg");
        for role in Role::ALL {
            let (body, details) = shape(role);
            assert!(
                sprite.contains(&format!("<path d=\"{body}\"/>")),
                "{role:?}"
            );
            assert!(sprite.contains(&format!("d=\"{details}\"")) || details.is_empty());
        }
    }
}
