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

/// A piece as two paths: what is filled, and the lines upon it. Circles are two arcs.
fn shape(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Pawn => (
            "M22.5 10a5 5 0 0 1 3.6 8.5c2 1.6 2.6 4 2 6.2c3.2 2.6 4.9 6.6 4.9 12.3h-21c0-5.7 1.7-9.7 \
             4.9-12.3c-.6-2.2 0-4.6 2-6.2a5 5 0 0 1 3.6-8.5z",
            "",
        ),
        Role::Knight => (
            "M14 38c0-10 7-11.5 6.5-18.500l-6 3.500l-4-3c1-6.5 4.5-10.5 9-12.500v-4l4 4c8 1 12.5 10 \
             12.5 30.500z",
            "M18.5 13.500v.5M27 12.500c3 3.5 4.5 10 5 22",
        ),
        Role::Bishop => (
            "M22.5 10.500a2.5 2.5 0 1 1 .1 0c7.4 4 9.4 11.5 5.9 17.500l2 4.500c3 1.5 5 2 6 5.500h-28c1-3.5 \
             3-4 6-5.500l2-4.500c-3.5-6-1.5-13.5 6-17.500z",
            "M22.5 15v8M18.5 19h8M16.5 28h12M14.5 32.500h16",
        ),
        Role::Rook => (
            "M11 38v-4l3.5-3v-13l-3.5-3v-7h5v3h4v-3h5v3h4v-3h5v7l-3.5 3v13l3.5 3v4z",
            "M12 15h21M14.5 18h16M14.5 31h16M11.5 34h22",
        ),
        Role::Queen => (
            "M12 38l1.5-6l-4.5-16l7 8l1.5-14l5 13l5-13l1.5 14l7-8l-4.5 16l1.5 6z\
             M11 14a2 2 0 1 1-4 0a2 2 0 1 1 4 0zM19.5 8a2 2 0 1 1-4 0a2 2 0 1 1 4 0z\
             M29.5 8a2 2 0 1 1-4 0a2 2 0 1 1 4 0zM38 14a2 2 0 1 1-4 0a2 2 0 1 1 4 0z",
            "M13.5 32q9-3 18 0M12.8 35h19.4",
        ),
        Role::King => (
            "M12 38v-5.500c-6-8-3.5-14.5 3-14.500c3 0 5.5 1.5 6.5 4c-3-4.5-2-8 .2-9v-3h-3v-2.500h3v-3h1.600v3h3v2.500h-3v3\
             c2.2 1 3.2 4.5 .2 9c1-2.5 3.5-4 6.5-4c6.5 0 9 6.5 3 14.500v5.500z",
            "M22.5 22v8M12.5 33q10-3 20 0M12.5 35.500q10-3 20 0",
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
}
