//! The ten colours of the balls, and the two sets of rules.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// The colour of a ball. Each player has one; the official game uses the first three and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Yellow, letter `Y`.
    Yellow,
    /// Red, letter `R`.
    Red,
    /// Green, letter `G`.
    Green,
    /// Light blue, letter `L`.
    LightBlue,
    /// Orange, letter `O`.
    Orange,
    /// Black, letter `K`.
    Black,
    /// Pink, letter `P`.
    Pink,
    /// Blue, letter `B`.
    Blue,
    /// White, letter `W`.
    White,
    /// Grey, letter `E`.
    Grey,
}

impl Color {
    /// All ten colours, in the order of their numbers.
    pub const ALL: [Color; 10] = [
        Color::Yellow,
        Color::Red,
        Color::Green,
        Color::LightBlue,
        Color::Orange,
        Color::Black,
        Color::Pink,
        Color::Blue,
        Color::White,
        Color::Grey,
    ];

    /// Colours of the official game, in the order of their seats.
    pub const OFFICIAL: [Color; 4] = [Color::Red, Color::Yellow, Color::Green, Color::Blue];

    /// Letter in positions and records, upper case.
    pub const fn letter(self) -> char {
        b"YRGLOKPBWE"[self as usize] as char
    }

    /// Returns the colour of an upper-case letter; `None` if there is none.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// English name, in lower case.
    pub const fn name(self) -> &'static str {
        [
            "yellow",
            "red",
            "green",
            "light blue",
            "orange",
            "black",
            "pink",
            "blue",
            "white",
            "grey",
        ][self as usize]
    }

    /// Code of the colour in the bit planes of a board, 1 to 10; 0 is an empty cell.
    pub(super) const fn code(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the colour with a code in the bit planes; `None` for 0 and above 10.
    pub(super) fn from_code(code: u8) -> Option<Color> {
        Color::ALL.get(usize::from(code).wrapping_sub(1)).copied()
    }
}

/// Set of rules by which Rolit is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rules {
    /// Published board game: balls in the centre at the start; captures are mandatory.
    #[default]
    Official,
    /// Students' variant: a board of any shape, empty at the start; captures are optional; up to ten colours.
    Students,
}

impl Rules {
    /// Both sets of rules.
    pub const ALL: [Rules; 2] = [Rules::Official, Rules::Students];

    /// Name of the rules: `official` or `students`.
    pub const fn name(self) -> &'static str {
        ["official", "students"][self as usize]
    }

    /// Maximum number of players.
    pub const fn most_players(self) -> usize {
        match self {
            Rules::Official => Color::OFFICIAL.len(),
            Rules::Students => Color::ALL.len(),
        }
    }

    /// Default colours for a number of players, in the order of their turns; `None` if the rules do not allow that
    /// number.
    pub fn colors(self, players: usize) -> Option<&'static [Color]> {
        if !(2..=self.most_players()).contains(&players) {
            return None;
        }
        match (self, players) {
            // In the official game two players have the colours of opposite seats.
            (Rules::Official, 2) => Some(&[Color::Red, Color::Green]),
            (Rules::Official, _) => Color::OFFICIAL.get(..players),
            (Rules::Students, _) => Color::ALL.get(..players),
        }
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = String;

    fn from_str(text: &str) -> Result<Rules, String> {
        Rules::ALL
            .into_iter()
            .find(|rules| rules.name() == text)
            .ok_or_else(|| format!("'{text}' is neither official nor students"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_codes_and_names_are_read_back() {
        for color in Color::ALL {
            assert_eq!(Color::from_letter(color.letter()), Some(color));
            assert_eq!(Color::from_code(color.code()), Some(color));
        }
        assert_eq!(Color::from_code(0), None);
        assert_eq!(Color::from_code(11), None);
        assert_eq!(Color::from_letter('y'), None);
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert!("Official".parse::<Rules>().is_err());
    }
}
