//! Boards of any game as SVG images.
//!
//! [`diagram`] draws a whole image, [`animation`] a game as an animated image. Diagrams with another frame can be
//! composed from parts: [`cells`] gives the cells and their places, [`standing`] and [`sprite`] draw the pieces.
//!
//! A square is 45 units wide. Chess pieces are this project's own shapes; towers and balls are discs in their
//! colours, labelled with the letters of the colours in the reader's language, so that they can be told apart in
//! black and white, too. The squares of the last move, and pieces that must move, are framed.

mod pieces;

pub use pieces::{SETS, portrait, sprite, turned};

use super::{Board, Cell, Lang, Mark, Piece};
use base::say;
use base::text::escaped_xml;
use std::fmt::Write;

/// Width of a square, in SVG units.
pub const CELL: usize = 45;
/// Space between the board and the edge of the image, for the names of files and ranks.
pub const MARGIN: usize = 24;

/// Draws a board with the names of files and ranks, from the other side if `turned`, with letters in a language.
pub fn diagram(board: &Board, turned: bool, lang: Lang) -> String {
    let mut out = frame(board, turned, 0);
    for (x, y, cell) in cells(board, turned) {
        let (ground, above) = (ground(cell), above(cell, lang));
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {y})\">{ground}{above}</g>"
        );
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// Draws the positions of a game as an endless animation, with a caption below each. Each position is shown for
/// `seconds`, the last one three times as long. Where animations are not supported, as on paper, the last position is
/// shown.
pub fn animation(boards: &[(Board, String)], turned: bool, lang: Lang, seconds: f64) -> String {
    let Some((last, _)) = boards.last() else {
        return String::new();
    };
    let mut out = frame(last, turned, CAPTION);
    let moments = boards.len() + 2;
    let show = |shown: String, from: usize, to: usize| {
        // The last position stays until the animation restarts.
        let to = if to == boards.len() { moments } else { to };
        let time = |ply: usize| format!("{:.5}", ply as f64 / moments as f64);
        let (values, times) = match (from > 0, to < moments) {
            (false, false) => return format!("<g>{shown}</g>\n"),
            (false, true) => ("visible;hidden", format!("0;{}", time(to))),
            (true, false) => ("hidden;visible", format!("0;{}", time(from))),
            (true, true) => (
                "hidden;visible;hidden",
                format!("0;{};{}", time(from), time(to)),
            ),
        };
        let at_rest = if to == moments { "visible" } else { "hidden" };
        let whole = moments as f64 * seconds;
        format!(
            "<g visibility=\"{at_rest}\">{shown}<animate attributeName=\"visibility\" calcMode=\"discrete\" \
             values=\"{values}\" keyTimes=\"{times}\" dur=\"{whole}s\" repeatCount=\"indefinite\"/></g>\n"
        )
    };
    for (x, y, cell) in cells(last, turned) {
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">{}", ground(cell));
        let here = |(board, _): &(Board, String)| {
            let mut all = board.cells.iter().flatten();
            let same = all.find(|other| other.name == cell.name);
            same.map_or_else(String::new, |cell| above(cell, lang))
        };
        let states: Vec<String> = boards.iter().map(here).collect();
        let mut from = 0;
        for run in states.chunk_by(|a, b| a == b) {
            let to = from + run.len();
            if let Some(shown) = run.first().filter(|shown| !shown.is_empty()) {
                out += &show(shown.clone(), from, to);
            }
            from = to;
        }
        out.push_str("</g>\n");
    }
    let (x, y) = (
        last.files * CELL / 2,
        last.ranks * CELL + MARGIN + CAPTION / 2 + 4,
    );
    for (ply, (_, caption)) in boards.iter().enumerate() {
        let caption = format!("<text x=\"{x}\" y=\"{y}\">{}</text>", escaped_xml(caption));
        out += &show(caption, ply, ply + 1);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// Height of the line of text below the board.
const CAPTION: usize = 24;

/// Beginning of an image: the names of files and ranks, and `below` more units of space at the bottom. The elements
/// `svg` and `g` are left open.
fn frame(board: &Board, turned: bool, below: usize) -> String {
    let (width, height) = (board.files * CELL, board.ranks * CELL);
    let (whole, high) = (width + 2 * MARGIN, height + 2 * MARGIN + below);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{high}\" \
         viewBox=\"0 0 {whole} {high}\" font-family=\"sans-serif\" font-size=\"14\" \
         text-anchor=\"middle\">\n<rect width=\"{whole}\" height=\"{high}\" fill=\"#fff\"/>\n"
    );
    // Writing to a string cannot fail.
    let place = |file, rank| corner(board, turned, file, rank);
    for file in 0..board.files {
        let (x, _) = place(file, 0);
        let letter = char::from(b'a' + u8::try_from(file).unwrap_or(25));
        let (x, y) = (MARGIN + x + CELL / 2, MARGIN + height + 17);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
    }
    for rank in 0..board.ranks {
        let (_, y) = place(0, rank);
        let (x, y) = (MARGIN / 2, MARGIN + y + CELL / 2 + 5);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", rank + 1);
    }
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {MARGIN})\">");
    out
}

/// Upper left corner of a cell, in SVG units; on a board seen from the other side if `turned`.
fn corner(board: &Board, turned: bool, file: usize, rank: usize) -> (usize, usize) {
    if turned {
        ((board.files - 1 - file) * CELL, rank * CELL)
    } else {
        (file * CELL, (board.ranks - 1 - rank) * CELL)
    }
}

/// Cells of a board with the x and y of their upper left corners, in the order a1, b1 …; on a board seen from the
/// other side if `turned`.
pub fn cells(board: &Board, turned: bool) -> impl Iterator<Item = (usize, usize, &Cell)> {
    let places = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    places.filter_map(move |(file, rank)| {
        let (x, y) = corner(board, turned, file, rank);
        Some((x, y, board.cell(file, rank)?))
    })
}

/// Draws an empty cell.
fn ground(cell: &Cell) -> String {
    let fill = match cell.ground.color {
        "dark" => "#bbb".to_owned(),
        "light" => "#fff".to_owned(),
        _ => rgb(cell.ground.paint.back),
    };
    format!(
        "<rect width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\".5\"/>"
    )
}

/// Draws the marks of a cell and its piece.
fn above(cell: &Cell, lang: Lang) -> String {
    let mut out = String::new();
    let marked = |mark| cell.marks.contains(&mark);
    let frame = match () {
        () if marked(Mark::Check) => Some("#c00"),
        () if marked(Mark::MustMove) => Some("#000"),
        () if marked(Mark::From) || marked(Mark::To) => Some("#a80"),
        () => None,
    };
    if let Some(color) = frame {
        let inner = CELL - 4;
        let _ = write!(
            out,
            "<rect x=\"2\" y=\"2\" width=\"{inner}\" height=\"{inner}\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"3\"/>"
        );
    }
    if let Some(piece) = &cell.piece {
        out += &standing(piece, lang);
    }
    out
}

/// Letter of the colour of a kind of piece in a language; `None` for pieces that are not identified by colour.
pub(crate) fn color_letter(piece: &str, color: &str, lang: Lang) -> Option<&'static str> {
    Some(match (piece, color) {
        ("tower", "yellow") => say!(lang, "letter-tower-yellow"),
        ("tower", "blue") => say!(lang, "letter-tower-blue"),
        ("tower", "brown") => say!(lang, "letter-tower-brown"),
        ("tower", "orange") => say!(lang, "letter-tower-orange"),
        ("tower", "purple") => say!(lang, "letter-tower-purple"),
        ("tower", "red") => say!(lang, "letter-tower-red"),
        ("tower", "pink") => say!(lang, "letter-tower-pink"),
        ("tower", "green") => say!(lang, "letter-tower-green"),
        ("ball", "yellow") => say!(lang, "letter-ball-yellow"),
        ("ball", "red") => say!(lang, "letter-ball-red"),
        ("ball", "green") => say!(lang, "letter-ball-green"),
        ("ball", "light-blue") => say!(lang, "letter-ball-light-blue"),
        ("ball", "orange") => say!(lang, "letter-ball-orange"),
        ("ball", "black") => say!(lang, "letter-ball-black"),
        ("ball", "pink") => say!(lang, "letter-ball-pink"),
        ("ball", "blue") => say!(lang, "letter-ball-blue"),
        ("ball", "white") => say!(lang, "letter-ball-white"),
        ("ball", "grey") => say!(lang, "letter-ball-grey"),
        _ => return None,
    })
}

/// Draws a piece in a cell whose upper left corner is the origin, with letters in a language.
pub fn standing(piece: &Piece, lang: Lang) -> String {
    if let Some((role, turn)) = turned(piece.kind) {
        return pieces::turned_figure(role, turn, piece.color);
    }
    let middle = CELL as f64 / 2.0;
    let (front, back) = match piece.paint {
        Some(paint) => (rgb(paint.front), rgb(paint.back)),
        None if piece.color == "black" => ("#fff".to_owned(), "#000".to_owned()),
        None if piece.color == "neutral" => ("#000".to_owned(), "#bbb".to_owned()),
        None => ("#000".to_owned(), "#fff".to_owned()),
    };
    let (ring, width) = match piece.frame {
        Some(frame) => (rgb(frame.back), 5),
        None => ("#000".to_owned(), 1),
    };
    let letters = color_letter(piece.kind, piece.color, lang).unwrap_or(&piece.letters);
    let text = match piece.rank {
        0 => letters.to_owned(),
        rank => format!("{letters}{rank}"),
    };
    let below = middle + 5.0;
    format!(
        "<circle cx=\"{middle}\" cy=\"{middle}\" r=\"18.5\" fill=\"#000\"/>\
         <circle cx=\"{middle}\" cy=\"{middle}\" r=\"15.500\" fill=\"{back}\" stroke=\"{ring}\" \
         stroke-width=\"{width}\"/><text x=\"{middle}\" y=\"{below}\" fill=\"{front}\">{}</text>",
        escaped_xml(&text)
    )
}

/// Converts one of xterm's 256 colours to a CSS colour.
fn rgb(color: u8) -> String {
    const FIRST: [u32; 16] = [
        0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
        0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
    ];
    let value = match color {
        0..=15 => FIRST[usize::from(color)],
        16..=231 => {
            let index = u32::from(color) - 16;
            let level = |n: u32| if n == 0 { 0 } else { 55 + 40 * n };
            level(index / 36) << 16 | level(index / 6 % 6) << 8 | level(index % 6)
        }
        232..=255 => (8 + 10 * (u32::from(color) - 232)) * 0x01_0101,
    };
    format!("#{value:06x}")
}

#[cfg(test)]
mod tests {
    use super::super::chess::Position;
    use super::super::{Line, Words, kamisado, rolit};
    use super::pieces::{CHESSMEN, shape};
    use super::*;
    use shakmaty::Role;

    #[test]
    fn colours_are_xterms() {
        for (color, expected) in [
            (0, "#000000"),
            (16, "#000000"),
            (231, "#ffffff"),
            (208, "#ff8700"),
            (160, "#d70000"),
            (244, "#808080"),
        ] {
            assert_eq!(rgb(color), expected, "{color}");
        }
    }

    #[test]
    fn every_piece_of_every_game_is_on_its_square() {
        let chess = Position::from_fen("k7/8/8/8/8/8/PPP5/K6R w - - 0 1", false).expect("legal");
        let drawn = diagram(&Position::board(&Line::new(chess)), false, Lang::EN);
        assert_eq!(drawn.matches("stroke-linecap").count(), 6);
        // The black king on a8 is at the upper left, and at the lower right of the turned board.
        let (body, _) = shape(Role::King);
        let black = |drawn: &str, place: &str| {
            let square = drawn
                .split(&format!("translate({place})"))
                .nth(1)
                .expect("a square");
            let square = square.split("</g></g>").next().expect("its end");
            assert!(
                square.contains(body) && square.contains("fill=\"#000\""),
                "{square}"
            );
        };
        black(&drawn, "0 0");
        black(
            &diagram(&Position::board(&Line::new(chess)), true, Lang::EN),
            "315 315",
        );

        let sprite = sprite();
        assert_eq!(sprite.matches("<symbol").count(), 6 * (1 + SETS.len()));
        for (index, (_, role)) in CHESSMEN.iter().enumerate() {
            let (body, details) = shape(*role);
            assert_eq!(sprite.matches(&format!("<path d=\"{body}\"/>")).count(), 1);
            assert!(sprite.contains(&format!("d=\"{details}\"")) || details.is_empty());
            assert!(
                CHESSMEN[..index]
                    .iter()
                    .all(|(_, other)| shape(*other).0 != body)
            );
        }

        let towers = kamisado::Match::board(&Line::new(kamisado::Match::start()));
        let drawn = diagram(&towers, false, Lang::EN);
        assert_eq!(drawn.matches("<circle").count(), 2 * 16);
        let balls = rolit::Position::board(&Line::new(rolit::Position::start()));
        let drawn = diagram(&balls, false, Lang::EN);
        assert_eq!(drawn.matches("<circle").count(), 2 * 4);
        assert_eq!(drawn.matches("<rect").count(), 1 + 64);
    }

    #[test]
    fn letters_of_colours_are_those_of_the_language() {
        let towers = kamisado::Match::board(&Line::new(kamisado::Match::start()));
        for (lang, letter) in [(Lang::EN, ">K</text>"), (Lang::ES, ">S</text>")] {
            // The pink towers of both sides.
            assert_eq!(diagram(&towers, false, lang).matches(letter).count(), 2);
        }
    }

    #[test]
    fn an_animation_shows_each_position_in_its_time_and_rests_at_the_last() {
        let mut line = Line::new(Position::start());
        let mut boards = vec![(Position::board(&line), "Start".to_owned())];
        for (text, caption) in [("e2e4", "1. e4"), ("e7e5", "1... e5 & more")] {
            line.play(line.position().parse_move(text).expect(text));
            boards.push((Position::board(&line), caption.to_owned()));
        }
        let drawn = animation(&boards, false, Lang::EN, 2.0);
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
        assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count());
        // Three positions are five moments of two seconds: the last one has three.
        assert!(drawn.contains("dur=\"10s\""), "{drawn}");
        let shown = |text: &str| {
            let at = drawn.find(text).expect(text);
            let begin = drawn[..at].rfind("<g visibility=").expect("a group");
            let animate = drawn[at..].split("<animate ").nth(1).expect("a time");
            let rest = drawn[begin..].split('"').nth(1).expect("a state");
            let part = |name: &str| {
                animate
                    .split(name)
                    .nth(1)
                    .and_then(|rest| rest.split('"').nth(1))
            };
            (
                rest,
                part("values=").expect("values"),
                part("keyTimes=").expect("times"),
            )
        };
        assert_eq!(shown(">Start<"), ("hidden", "visible;hidden", "0;0.20000"));
        assert_eq!(
            shown(">1. e4<"),
            ("hidden", "hidden;visible;hidden", "0;0.20000;0.40000")
        );
        assert_eq!(
            shown(">1... e5 &amp; more<"),
            ("visible", "hidden;visible", "0;0.40000")
        );
        // A rook that never moves is there all the time.
        let a1 = drawn.split("translate(0 315)").nth(1).expect("a1");
        let a1 = a1.split("translate(45 315)").next().expect("its end");
        assert!(!a1.contains("<animate") && a1.contains("<path"), "{a1}");
    }
}
