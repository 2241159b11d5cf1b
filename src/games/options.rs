//! Options of a game that are set before it begins: declared by the game, given as text.

use crate::chess::FenError;
use crate::{Lang, Text};
use base::lang::one_of;
use base::say;
use std::fmt;

/// An option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Name of the option, in lower case: `rules`, `points`.
    pub name: &'static str,
    /// Name of the option in a UCI engine.
    pub uci: &'static str,
    /// Allowed values.
    pub kind: OptionKind,
    /// Description of the option's effect, in a few words.
    pub help: &'static str,
}

/// Values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
    /// A number within bounds, or another text that the game understands.
    Number {
        /// Default value.
        usual: u32,
        /// Least value.
        least: u32,
        /// Greatest value.
        most: u32,
    },
    /// Any text that the game understands; empty for the default.
    Text,
}

/// Values of options, as pairs of name and value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: Vec<(String, String)>,
    /// Requested number of players, for games that allow several; an option that sets the number takes precedence.
    /// `None` for no preference.
    pub seats: Option<usize>,
    /// True if a start position that contradicts the options takes precedence, as a `position` command does over the
    /// options of a UCI engine. Otherwise such a contradiction is an error.
    pub yielding: bool,
}

impl Settings {
    /// Creates settings without options, in which a start position takes precedence over options added later.
    pub fn yielding() -> Settings {
        Settings {
            yielding: true,
            ..Settings::default()
        }
    }

    /// Returns the value of an option; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets an option, replacing its value if it has one.
    pub fn set(&mut self, name: &str, value: &str) {
        self.values.retain(|(known, _)| known != name);
        self.values.push((name.to_owned(), value.to_owned()));
    }

    /// Returns the settings with an option added.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Settings {
        self.set(name, value);
        self
    }

    /// Names and values, in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.values.iter();
        values.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns true if no option is set.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Checks that every name is one of the game's options and that its value is allowed.
    ///
    /// # Errors
    /// [`StartError::Unknown`] or [`StartError::Option`] for the first option that is unknown or has a wrong value.
    pub fn check(&self, game: &str, options: &[GameOption]) -> Result<(), StartError> {
        for (name, value) in self.iter() {
            let Some(option) = options.iter().find(|option| option.name == name) else {
                return Err(StartError::Unknown {
                    name: name.to_owned(),
                    game: game.to_owned(),
                    known: options.iter().map(|option| option.name).collect(),
                });
            };
            if let OptionKind::Choice(words) = option.kind
                && !words.contains(&value)
            {
                let why =
                    Text::of(|lang| say!(lang, "start-has", game, words = one_of(words, lang)));
                return Err(StartError::of(option.name, value, why));
            }
        }
        Ok(())
    }
}

/// Error that prevents a game from starting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The game has no such option.
    Unknown {
        /// Name given for the option.
        name: String,
        /// Name of the game.
        game: String,
        /// Names of the options that the game has.
        known: Vec<&'static str>,
    },
    /// The value is not allowed for the option, or contradicts other options or the start position.
    Option {
        /// Name of the option.
        name: &'static str,
        /// Value that was given.
        value: String,
        /// Reason why the value is wrong.
        why: Text,
    },
    /// The text is not a position of the game.
    Start(Text),
    /// The text is not a position of chess.
    Fen(FenError),
}

impl StartError {
    /// Creates the error for a wrong value of an option.
    pub fn of(name: &'static str, value: impl ToString, why: Text) -> StartError {
        StartError::Option {
            name,
            value: value.to_string(),
            why,
        }
    }

    /// Message in a language. `called` converts the names of options to those that the user sees: `--players`,
    /// `RolitPlayers`.
    pub fn text_naming(&self, lang: Lang, called: impl Fn(&str) -> String) -> String {
        match self {
            StartError::Unknown { name, game, known } => {
                let known = match one_of(known, lang) {
                    none if none.is_empty() => say!(lang, "start-none").to_owned(),
                    known => known,
                };
                say!(lang, "start-no-option-expected", game, name, known)
            }
            StartError::Option { name, value, why } => {
                format!("{} '{value}': {}", called(name), why.get(lang))
            }
            StartError::Start(why) => why.get(lang).to_owned(),
            StartError::Fen(error) => error.text(lang),
        }
    }

    /// Message in a language, with the names of options as in [`GameOption::name`].
    pub fn text(&self, lang: Lang) -> String {
        self.text_naming(lang, str::to_owned)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

impl std::error::Error for StartError {}
