//! Diagrams of problems as SVG: author, title and source above the board, stipulation and number of pieces below it.
//!
//! The pieces are this project's own shapes, drawn on squares of 45 units.

use super::error::Result;
use super::problem::Draft;
use base::text::escaped_xml;
use games::chess::pieces_to_draw;
use games::svg::{CELL, cells, standing};
use games::{Board, Lang, Piece};
use shakmaty::Color;
use solve::fairy::Man;
use std::fmt::Write;

/// Distance between the board and the edge of the picture, in units of the picture.
const MARGIN: usize = 24;
/// Height of a line of text, in units of the picture.
const LINE: usize = 20;

impl Draft {
    /// Returns the board as it is drawn, with fairy pieces, also of an illegal position.
    ///
    /// # Errors
    /// [`Error::Position`](super::Error::Position) if the FEN is not valid, [`Error::Invalid`](super::Error::Invalid)
    /// for a text that is not a fairy piece.
    pub fn board(&self) -> Result<Board> {
        let (setup, _) = self.setup()?;
        let mut board = pieces_to_draw(&setup.board);
        for (man, square) in self.terms.men()? {
            if let Some(Some(cell)) = board.cells.get_mut(usize::from(square)) {
                cell.piece = Some(piece(man));
            }
        }
        Ok(board)
    }

    /// Returns the numbers of White's and Black's pieces, and of neutral ones if there are any: `5+3`, `5+3+1`.
    ///
    /// # Errors
    /// As for [`board`](Draft::board).
    pub fn counts(&self) -> Result<String> {
        let board = self.board()?;
        let men = board
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.piece.as_ref());
        let mut counts = [0; 3];
        for man in men {
            counts[man.owner.unwrap_or(2)] += 1;
        }
        let [white, black, neutral] = counts;
        Ok(match neutral {
            0 => format!("{white}+{black}"),
            neutral => format!("{white}+{black}+{neutral}"),
        })
    }
}

/// Returns the picture of a piece that FEN cannot express.
fn piece(man: Man) -> Piece {
    let code = man.kind.code();
    let (color, owner, letters) = match man.side {
        Some(Color::White) => ("white", Some(0), code),
        Some(Color::Black) => ("black", Some(1), code.to_lowercase()),
        None => ("neutral", None, format!("n{code}")),
    };
    Piece {
        kind: man.kind.name(),
        color,
        owner,
        letters,
        figure: None,
        rank: 0,
        paint: None,
        frame: None,
    }
}

/// Returns the whole SVG file: a diagram with its caption.
///
/// # Errors
/// [`Error::Position`](super::Error::Position) if the position is not valid.
pub fn diagram(draft: &Draft, lang: Lang) -> Result<String> {
    let drawn = draft.board()?;
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
        let text = escaped_xml(text);
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\"{look}>{text}</text>");
    }
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {top})\">");
    let dark = cells(&drawn, false).filter(|(_, _, cell)| cell.ground.color == "dark");
    for (x, y, _) in dark {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#bbb\"/>"
        );
    }
    let _ = writeln!(
        out,
        "<rect width=\"{board}\" height=\"{board}\" fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>"
    );
    for (x, y, cell) in cells(&drawn, false) {
        if let Some(piece) = &cell.piece {
            let piece = standing(piece, lang);
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">{piece}</g>");
        }
    }
    out.push_str("</g>\n");
    let counts = format!("({})", draft.counts()?);
    let asked = draft.stipulation_text_in(lang)?;
    let (y, right) = (top + board + LINE + 4, MARGIN + board);
    let _ = write!(
        out,
        "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>\n\
         <text x=\"{right}\" y=\"{y}\" text-anchor=\"end\">{counts}</text>\n</svg>\n",
        escaped_xml(&asked)
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stipulation;

    #[test]
    fn a_diagram_is_what_it_was() {
        let mut draft = Draft::new(
            "1B6/2R5/8/3k4/1n4p1/8/3qP1K1/7N b - - 0 1",
            Stipulation::Mate(3),
        );
        draft.author = "Ann <& Bob>".to_owned();
        draft.title = "\"Quoted\"".to_owned();
        draft.source = "Nowhere 1900".to_owned();
        let drawn = diagram(&draft, Lang::EN).expect("a diagram");
        let golden = include_str!("svg/golden.svg");
        assert!(drawn == golden, "it is now:\n{drawn}");
    }

    #[test]
    fn all_pieces_are_drawn_and_the_caption_counts() {
        let draft = Draft::new("k7/8/8/8/8/8/PPP5/K7 w - -", Stipulation::Mate(2));
        let drawn = diagram(&draft, Lang::ES).expect("a diagram");
        assert!(drawn.contains(">(4+1)</text>"), "{drawn}");
        assert!(drawn.contains(">#2</text>"), "{drawn}");
        assert_eq!(drawn.matches("<g transform").count(), 1 + 5);
        assert_eq!(drawn.matches("<rect").count(), 1 + 32 + 1);
    }
}
