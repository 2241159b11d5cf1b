//! Values that are written as one word of a fixed list: in the database, in JSON and on the command line.

use std::fmt;

/// A value that is written as one word of a fixed list. Implemented by [`words!`](crate::words).
pub trait Word: Copy + 'static {
    /// The kind of value, as sentences name it: `state`.
    const KIND: &'static str;

    /// All values, in their order.
    const VALUES: &'static [Self];

    /// The word for this value.
    fn word(self) -> &'static str;

    /// Reads a word.
    ///
    /// # Errors
    /// [`UnknownWord`] names the word and those that are expected.
    fn of_word(text: &str) -> Result<Self, UnknownWord> {
        let found = Self::VALUES.iter().find(|value| value.word() == text);
        found.copied().ok_or_else(|| UnknownWord {
            kind: Self::KIND,
            text: text.to_owned(),
            expected: Self::VALUES.iter().map(|value| value.word()).collect(),
        })
    }
}

/// A word that is none of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    kind: &'static str,
    text: String,
    expected: Vec<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownWord { kind, text, .. } = self;
        write!(f, "bad {kind} '{text}': expected ")?;
        match self.expected.as_slice() {
            [] => Ok(()),
            [only] => f.write_str(only),
            [first @ .., last] => write!(f, "{} or {last}", first.join(", ")),
        }
    }
}

impl std::error::Error for UnknownWord {}

/// Gives the values of an enum their words: `words!(Side, "side": Attacker = "attacker", Defender = "defender")`. The
/// type gets `ALL`, `word()`, [`Word`](word::Word) and `FromStr`.
#[macro_export]
macro_rules! words {
    ($Type:ident, $kind:literal: $($Value:ident = $word:literal),+ $(,)?) => {
        impl $Type {
            /// All of them, in their order.
            pub const ALL: [$Type; [$($word),+].len()] = [$($Type::$Value),+];

            /// The word for it in the database and in JSON.
            pub const fn word(self) -> &'static str {
                match self {
                    $($Type::$Value => $word,)+
                }
            }
        }

        impl $crate::word::Word for $Type {
            const KIND: &'static str = $kind;
            const VALUES: &'static [$Type] = &$Type::ALL;

            fn word(self) -> &'static str {
                $Type::word(self)
            }
        }

        impl std::str::FromStr for $Type {
            type Err = $crate::word::UnknownWord;

            fn from_str(text: &str) -> Result<$Type, $crate::word::UnknownWord> {
                $crate::word::Word::of_word(text)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Light {
        Red,
        Amber,
        Green,
    }

    words!(Light, "light": Red = "red", Amber = "amber", Green = "green");

    #[test]
    fn a_word_is_read_as_it_is_written_and_an_unknown_one_is_named() {
        for light in Light::ALL {
            assert_eq!(light.word().parse(), Ok(light));
        }
        let error = "blue".parse::<Light>().expect_err("no such light");
        assert_eq!(
            error.to_string(),
            "bad light 'blue': expected red, amber or green"
        );
    }
}
