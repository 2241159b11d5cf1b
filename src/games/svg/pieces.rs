//! Drawings of the chess pieces, made for this project, on a grid of 45 by 45 units.

use super::CELL;
use shakmaty::Role;
use std::fmt::Write;

/// Chess pieces by their [kinds](super::Piece::kind).
pub(super) const CHESSMEN: [(&str, Role); 6] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
];

/// Fairy pieces that are conventionally drawn as a rotated chess piece: kind, role, and clockwise rotation in
/// degrees.
const TURNED: [(&str, Role, u16); 12] = [
    ("grasshopper", Role::Queen, 180),
    ("amazon", Role::Queen, 90),
    ("lion", Role::Queen, 270),
    ("nightrider", Role::Knight, 180),
    ("camel", Role::Knight, 90),
    ("zebra", Role::Knight, 270),
    ("princess", Role::Bishop, 90),
    ("bishophopper", Role::Bishop, 180),
    ("bishop-lion", Role::Bishop, 270),
    ("empress", Role::Rook, 90),
    ("rookhopper", Role::Rook, 180),
    ("rook-lion", Role::Rook, 270),
];

/// Role and clockwise rotation, in degrees, of the chess piece with which a [kind](super::Piece::kind) is drawn;
/// `None` for kinds that are drawn as letters.
pub fn turned(kind: &str) -> Option<(Role, u16)> {
    let chess = CHESSMEN.iter().find(|(known, _)| *known == kind);
    let fairy = || TURNED.iter().find(|(known, ..)| *known == kind);
    match chess {
        Some((_, role)) => Some((*role, 0)),
        None => fairy().map(|(_, role, turn)| (*role, *turn)),
    }
}

/// Draws a chess piece on a square of [`CELL`] units, rotated by `turn` degrees, in white, black, or "neutral" with a
/// black right half.
pub(super) fn turned_figure(role: Role, turn: u16, color: &str) -> String {
    let turned = |is_white| match turn {
        0 => figure(role, is_white),
        turn => format!(
            "<g transform=\"rotate({turn} 22.5 22.5)\">{}</g>",
            figure(role, is_white)
        ),
    };
    match color {
        "neutral" => format!(
            "{}<svg x=\"22.5\" width=\"22.5\" height=\"{CELL}\" viewBox=\"22.5 0 22.5 {CELL}\">{}</svg>",
            turned(true),
            turned(false)
        ),
        color => turned(color == "white"),
    }
}

/// Draws a chess piece, white if `is_white` is true, else black, on a square of [`CELL`] units.
pub(super) fn figure(role: Role, is_white: bool) -> String {
    let (fill, lines) = if is_white {
        ("#fff", "#000")
    } else {
        ("#000", "#fff")
    };
    let (body, details) = shape(role);
    format!(
        "<g stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path d=\"{body}\" fill=\"{fill}\" stroke=\"#000\"/>\
         <path d=\"{details}\" fill=\"none\" stroke=\"{lines}\"/></g>"
    )
}

/// Draws a chess piece, given by its [kind](super::Piece::kind), on a light square as a whole image; `None` for other
/// kinds.
pub fn portrait(kind: &str, is_white: bool) -> Option<String> {
    let (_, role) = CHESSMEN.iter().find(|(known, _)| *known == kind)?;
    let figure = figure(*role, is_white);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{CELL}\" height=\"{CELL}\" viewBox=\"0 0 {CELL} {CELL}\">\
         <rect width=\"{CELL}\" height=\"{CELL}\" fill=\"#ead9bb\"/>{figure}</svg>\n"
    ))
}

/// Additional piece sets: the prefix of their symbols, and for each piece, in the order of `CHESSMEN`, the path of
/// the body and that of the lines on it. `bold` is for low vision: large simple forms with thick edges. `round`
/// consists of arcs, without ornament.
pub const SETS: [(&str, [(&str, &str); 6]); 2] = [
    (
        "bold",
        [
            (
                "M22.500 6.500a8 8 0 1 1-.1 0zM10.500 40l7-17.500h10l7 17.500z",
                "",
            ),
            (
                "M12 40v-5c6-5 8.500-8.500 8-13l-7.500 5.500-6-6.500 8.500-11 3-6.500 5 5c10 1 14.500 9.500 14 31.500z",
                "M19 15v1.500",
            ),
            (
                "M22.500 3.500c8 6 11.500 12 11.500 17.500 0 6-4.500 9.500-11.500 9.500s-11.500-3.500-11.500-9.500c0-5.500 3.500-11.500 11.500-17.500zM8.500 40c0-5 5-7 14-7s14 2 14 7z",
                "M22.500 12v12.500M16.500 18h12",
            ),
            (
                "M8 5h7.500v6h3.500v-6h7v6h3.500v-6h7.500v13h-5v12h5.500v10h-30v-10h5.500v-12h-5z",
                "",
            ),
            (
                "M4 11l9.500 9.500 2.500-15 6.500 13 6.500-13 2.500 15 9.500-9.500-5 29h-27z",
                "M12 32.500h21",
            ),
            (
                "M19 2.500h7v5.500h6v7h-6v4c9-4 15 0 15 7.500 0 6-4.500 8-7 13.500h-23c-2.500-5.500-7-7.500-7-13.500 0-7.500 6-11.500 15-7.500v-4h-6v-7h6z",
                "",
            ),
        ],
    ),
    (
        "round",
        [
            (
                "M22.500 11a6.500 6.500 0 1 1-.1 0zM12.500 38.500a10 12.500 0 0 1 20 0z",
                "",
            ),
            (
                "M13 38.500c0-8.500 8.500-10 8.500-16.500l-7.500 3a4.200 4.200 0 0 1-4-7l9.500-9.500c12-3 16.500 9 14.500 30z",
                "M19.500 15.500v.6",
            ),
            (
                "M22.500 6.500c6 4.500 9 9.500 9 14.500a9 8.500 0 0 1-18 0c0-5 3-10 9-14.500zM11.500 38.500a11 7 0 0 1 22 0z",
                "M22.500 13.500v8",
            ),
            (
                "M11.500 8h5v3.500h3.500v-3.500h5v3.500h3.500v-3.500h5v9a4.500 4.500 0 0 1-3.500 4.500v10.500l4 6.500h-23l4-6.500v-10.500a4.500 4.500 0 0 1-3.500-4.500z",
                "M16 21h13",
            ),
            (
                "M22.500 4.500a3 3 0 1 1-.1 0zM8 14.500l8 6.500 6.500-9.500 6.500 9.500 8-6.500-4.500 24h-20z",
                "M14 31.500h17",
            ),
            (
                "M21 4.500h3v3.500h3.500v3h-3.500v4h-3v-4h-3.500v-3h3.500zM22.500 21c3.500-7 14.500-5.500 14.500 3 0 6-5 8-6.500 14.500h-16c-1.500-6.500-6.500-8.500-6.500-14.500 0-8.500 11-10 14.500-3z",
                "M15 31.500h15",
            ),
        ],
    ),
];

/// SVG symbols of the chess pieces, named by their kinds, for `<use href="#king">` in a web page. The page sets fill
/// and stroke of the body, and with the custom property `detail` the colour of the lines on it. The symbols of the
/// other [sets](SETS) have the prefix of their set.
pub fn sprite() -> String {
    let mut out = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n".to_owned();
    let mut add = |id: &str, (body, details): (&str, &str), width: &str| {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<symbol id=\"{id}\" viewBox=\"0 0 {CELL} {CELL}\"><path{width} d=\"{body}\"/>"
        );
        if !details.is_empty() {
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"var(--detail)\"{width} d=\"{details}\"/>"
            );
        }
        out.push_str("</symbol>\n");
    };
    for (kind, role) in CHESSMEN {
        add(kind, shape(role), "");
    }
    for (set, pieces) in SETS {
        let width = if set == "bold" {
            " stroke-width=\"3\""
        } else {
            ""
        };
        for ((kind, _), piece) in CHESSMEN.into_iter().zip(pieces) {
            add(&format!("{set}-{kind}"), piece, width);
        }
    }
    out + "</svg>\n"
}

/// Paths of a piece: its body, and the lines on it. Circles are arcs that are almost closed.
pub(super) fn shape(role: Role) -> (&'static str, &'static str) {
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
