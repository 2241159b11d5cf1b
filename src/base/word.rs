//! Values that are written as one word of a fixed list: in the database, in JSON and on the command line.

/// A value that is written as one word of a fixed list. Implemented by [`words!`](crate::words).
pub trait Word: Sized {
    /// Parses a word; returns `None` if it is not in the list.
    fn of_word(text: &str) -> Option<Self>;
}

/// Defines the words of an enum's values: `words!(Side: Attacker = "attacker", Defender = "defender")`. Adds `ALL`
/// and `word()` to the type and implements [`Word`].
#[macro_export]
macro_rules! words {
    ($Type:ident: $($Value:ident = $word:literal),+ $(,)?) => {
        impl $Type {
            /// All values, in the order of their declaration.
            pub const ALL: [$Type; [$($word),+].len()] = [$($Type::$Value),+];

            /// Returns the word for the value in the database and in JSON.
            pub const fn word(self) -> &'static str {
                match self {
                    $($Type::$Value => $word,)+
                }
            }
        }

        impl $crate::word::Word for $Type {
            fn of_word(text: &str) -> Option<$Type> {
                $Type::ALL.into_iter().find(|value| value.word() == text)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Light {
        Red,
        Amber,
        Green,
    }

    words!(Light: Red = "red", Amber = "amber", Green = "green");

    #[test]
    fn a_word_is_read_as_it_is_written_and_no_other_is() {
        for light in Light::ALL {
            assert_eq!(Light::of_word(light.word()), Some(light));
        }
        assert_eq!(Light::of_word("blue"), None);
    }
}
