//! Terms of a problem beside its position and stipulation: fairy pieces and conditions, options of the play, twins.

use super::error::{Error, Result};
use super::formats::split_men;
use base::told;
use games::Text;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role, Square};
use solve::fairy::{Condition, Kind, Man};
use solve::stipulation::Inquiry;

/// Terms of a problem besides its position and stipulation, in Popeye's English notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    /// Pieces on the board that FEN cannot express, one in each text: `Neutral Sd4`, `White Royal Ge5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// Fairy conditions: `Circe`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Options of the play, each one of [`OPTIONS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Changes that make the problem's twins: the first makes b), the second c), and so on: `Move a3 b4`, `Continued
    /// Remove c2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<String>,
    /// Number of solutions of each twin that the author intends, from 1 to [`MAX_INTENDED`]; `None` for 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<u16>,
}

/// Names of all options of the play; each changes what has to be solved.
pub const OPTIONS: [&str; 4] = ["SetPlay", "Duplex", "Quodlibet", "PostKeyPlay"];

/// Greatest number of solutions that an author may intend.
pub const MAX_INTENDED: u16 = 999;

impl Terms {
    /// Returns true if there are no terms: no pieces, conditions, options or twins, and no number of solutions.
    pub fn is_empty(&self) -> bool {
        *self == Terms::default()
    }

    /// Returns true if a mate in N on these terms is an ordinary direct mate.
    pub fn are_ordinary(&self) -> bool {
        let Terms {
            pieces,
            conditions,
            options,
            twins,
            intended,
        } = self;
        let ordinary = options.iter().all(|option| option == OPTIONS[0]);
        let none = pieces.is_empty() && conditions.is_empty() && twins.is_empty();
        none && ordinary && intended.is_none_or(|intended| intended == 1)
    }

    /// Returns the pieces that FEN cannot express, with their squares.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first text that is no such piece.
    pub fn men(&self) -> Result<Vec<(Man, Square)>> {
        let men = self.pieces.iter().map(|text| {
            let bad = || Error::Invalid(told!("terms-piece", text));
            let man = man(text).ok_or_else(bad)?;
            Ok(man)
        });
        men.collect()
    }

    /// Checks that each term is valid by itself: pieces, conditions, options, twins, number of solutions. The text of a
    /// twin must not be empty or have control characters; an impossible change is found only when the problem is
    /// solved.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first term that is not valid.
    pub(super) fn check(&self) -> Result<()> {
        let invalid = |why: Text| Err(Error::Invalid(why));
        self.men()?;
        for text in &self.conditions {
            if text.parse::<Condition>().is_err() {
                return invalid(told!("terms-condition", text));
            }
        }
        if let Some(text) = { &self.options }
            .iter()
            .find(|option| !OPTIONS.contains(&option.as_str()))
        {
            let known = OPTIONS.join(", ");
            return invalid(told!("terms-option", text, known));
        }
        if let Some(text) = { &self.twins }
            .iter()
            .find(|twin| twin.trim().is_empty() || twin.chars().any(char::is_control))
        {
            let text = text.escape_debug();
            return invalid(told!("terms-twin-empty", text));
        }
        match self.intended {
            Some(count) if !(1..=MAX_INTENDED).contains(&count) => {
                invalid(told!("terms-intended", count, most = MAX_INTENDED))
            }
            _ => Ok(()),
        }
    }

    /// Checks that each option has an effect on the solver's question `inquiry`, which was made with these terms:
    /// `PostKeyPlay`, for example, has none on a helpmate, where no side plays against the other.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first option that has no effect.
    pub(super) fn check_effect(&self, inquiry: &Inquiry) -> Result<()> {
        let has_effect = |option: &str| match option {
            "SetPlay" => inquiry.set_play,
            "Duplex" => inquiry.duplex,
            "Quodlibet" => inquiry.quodlibet,
            "PostKeyPlay" => inquiry.post_key,
            _ => false,
        };
        match self.options.iter().find(|option| !has_effect(option)) {
            Some(option) => {
                let stipulation = &inquiry.stipulation;
                Err(Error::Invalid(told!(
                    "terms-option-idle",
                    option,
                    stipulation
                )))
            }
            None => Ok(()),
        }
    }
}

/// Returns the text of a piece that FEN cannot express: `Neutral Sd4`.
pub(super) fn piece_text(man: Man, square: Square) -> String {
    format!("{}{square}", piece_name(man))
}

/// Returns the name of a piece that FEN cannot express: `Neutral S`.
pub(super) fn piece_name(man: Man) -> String {
    let color = match man.side {
        Some(Color::White) => "White",
        Some(Color::Black) => "Black",
        None => "Neutral",
    };
    let is_royal = man.royal && man.kind != Kind::of(Role::King);
    let royal = if is_royal { " Royal" } else { "" };
    format!("{color}{royal} {}", man.kind.code())
}

fn man(text: &str) -> Option<(Man, Square)> {
    let words: Vec<&str> = text.split(' ').collect();
    let (color, royal, word) = match words[..] {
        [color, "Royal", word] => (color, true, word),
        [color, word] => (color, false, word),
        _ => return None,
    };
    let side = match color {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        "Neutral" => None,
        _ => return None,
    };
    let (code, squares) = split_men(word)?;
    let kind = Kind::all().find(|kind| kind.code().eq_ignore_ascii_case(code))?;
    let [square] = squares[..] else { return None };
    let mut man = Man::new(side, kind);
    man.royal |= royal;
    // Pieces that FEN can express are in the FEN.
    let in_fen =
        side.is_some() && kind.role().is_some() && (!royal || kind == Kind::of(Role::King));
    (!in_fen).then_some((man, square))
}
