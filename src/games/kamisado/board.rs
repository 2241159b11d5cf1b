//! The constant board: its colours, the names of its squares, and the rays along which towers move.
//!
//! Squares are numbered a1 = 0, b1 = 1 … h8 = 63 in *Black's view*. White's view is the board after a half turn:
//! square `s` is `63 - s` there. Each side's towers move up in that side's view, and a half turn leaves the colours
//! unchanged, so one set of tables serves both sides.

/// One of the eight colours, of a square or of a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Yellow (Spanish: amarillo).
    Yellow,
    /// Blue (Spanish: azul).
    Blue,
    /// Brown (Spanish: marrón).
    Brown,
    /// Orange (Spanish: naranja).
    Orange,
    /// Purple (Spanish: púrpura).
    Purple,
    /// Red (Spanish: rojo).
    Red,
    /// Pink (Spanish: rosa).
    Pink,
    /// Green (Spanish: verde).
    Green,
}

impl Color {
    /// All eight colours, in the order of their numbers.
    pub const ALL: [Color; 8] = [
        Color::Yellow,
        Color::Blue,
        Color::Brown,
        Color::Orange,
        Color::Purple,
        Color::Red,
        Color::Pink,
        Color::Green,
    ];

    /// Letter of the colour in the assignment: the first of the Spanish name, but Z for blue, N for orange and S for
    /// pink.
    pub const fn letter(self) -> char {
        LETTERS[self as usize] as char
    }

    /// Returns the colour of an upper-case letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// English name, in lower case.
    pub const fn name(self) -> &'static str {
        [
            "yellow", "blue", "brown", "orange", "purple", "red", "pink", "green",
        ][self as usize]
    }

    /// Colour onto which this one falls when the board is reflected left to right.
    pub const fn mirrored(self) -> Color {
        match self {
            Color::Brown => Color::Orange,
            Color::Orange => Color::Brown,
            Color::Green => Color::Blue,
            Color::Blue => Color::Green,
            Color::Red => Color::Purple,
            Color::Purple => Color::Red,
            Color::Yellow => Color::Pink,
            Color::Pink => Color::Yellow,
        }
    }
}

const LETTERS: [u8; 8] = *b"AZMNPRSV";

/// Letters of the colours of all squares, rank 8 first.
const DRAWN: [&[u8; 8]; 8] = [
    b"NZPSARVM",
    b"RNSVZAMP",
    b"VSNRPMAZ",
    b"SPZNMVRA",
    b"ARVMNZPS",
    b"ZAMPRNSV",
    b"PMAZVSNR",
    b"MVRASPZN",
];

/// Colour number of every square.
pub const COLORS: [u8; 64] = {
    let mut colors = [0; 64];
    let mut square = 0;
    while square < 64 {
        let letter = DRAWN[7 - square / 8][square % 8];
        let mut number = 0;
        while LETTERS[number] != letter {
            number += 1;
        }
        colors[square] = number as u8;
        square += 1;
    }
    colors
};

/// Sets of the eight squares of each colour, indexed by colour; the same in Black's view and in White's.
pub const SQUARES_OF: [u64; 8] = {
    let mut masks = [0; 8];
    let mut square = 0;
    while square < 64 {
        masks[COLORS[square] as usize] |= 1 << square;
        square += 1;
    }
    masks
};

/// Colour of a square (0 to 63, in either view).
pub fn color_of(square: u8) -> Color {
    Color::ALL[COLORS[square as usize & 63] as usize]
}

/// Last row in a side's own view: the opponent's home row.
pub const GOAL: u64 = 0xff << 56;

/// Maximum number of squares that a tower of each rank (0 plain, 3 triple sumo) can move.
pub const REACH: [u8; 4] = [7, 5, 3, 1];

/// Rays along which a tower may move (straight up, up-left, up-right), by rank and square, limited to the rank's
/// reach.
pub static RAYS: [[[u64; 3]; 64]; 4] = {
    let mut rays = [[[0; 3]; 64]; 4];
    let mut rank = 0;
    while rank < 4 {
        let mut square = 0;
        while square < 64 {
            let mut direction = 0;
            while direction < 3 {
                let step = [0, -1, 1][direction];
                let (mut file, mut row) = (square as i32 % 8 + step, square as i32 / 8 + 1);
                let mut left = REACH[rank];
                while left > 0 && row < 8 && file >= 0 && file < 8 {
                    rays[rank][square][direction] |= 1 << (row * 8 + file);
                    file += step;
                    row += 1;
                    left -= 1;
                }
                direction += 1;
            }
            square += 1;
        }
        rank += 1;
    }
    rays
};

/// Name of a square in Black's view: `a1`.
pub fn square_name(square: u8) -> String {
    let square = square & 63;
    let file = char::from(b'a' + square % 8);
    let row = square / 8 + 1;
    format!("{file}{row}")
}

/// Returns the square, in Black's view, with a name; `None` if there is none.
pub fn square_of(name: &str) -> Option<u8> {
    match name.as_bytes() {
        &[file @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_stands_once_in_each_row_and_column() {
        for line in 0..8_u8 {
            let row = (0..8).map(|file| 1 << COLORS[(line * 8 + file) as usize]);
            assert_eq!(row.fold(0, |a: u32, b: u32| a | b), 255, "row {line}");
            let file = (0..8).map(|row| 1 << COLORS[(row * 8 + line) as usize]);
            assert_eq!(file.fold(0, |a: u32, b: u32| a | b), 255, "file {line}");
        }
    }

    #[test]
    fn a_half_turn_changes_nothing_and_a_reflection_swaps_colours() {
        for square in 0..64 {
            assert_eq!(color_of(square), color_of(63 - square));
            assert_eq!(color_of(square).mirrored(), color_of(square ^ 7));
        }
    }

    #[test]
    fn letters_and_names_are_read_back() {
        for color in Color::ALL {
            assert_eq!(Color::from_letter(color.letter()), Some(color));
            assert_eq!(color.mirrored().mirrored(), color);
        }
        for square in 0..64 {
            assert_eq!(square_of(&square_name(square)), Some(square));
        }
        for name in ["", "a", "i1", "a0", "a9", "a1b", "A1"] {
            assert_eq!(square_of(name), None, "{name}");
        }
    }
}
