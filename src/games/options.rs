//! Options of a game that are chosen before it begins: declared by the game, given as text.

use crate::chess::FenError;
use crate::{Lang, Text};
use base::lang::one_of;
use base::say;
use std::fmt;

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, in lower case: `rules`, `points`.
    pub name: &'static str,
    /// Its name among the options of a UCI engine.
    pub uci: &'static str,
    /// Which values it has.
    pub kind: OptionKind,
    /// Effect of the option, in a few words.
    pub help: &'static str,
}

/// Which values an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words, the usual one first.
    Choice(&'static [&'static str]),
    /// A number, or whatever else the game understands.
    Number {
        /// The usual number.
        usual: u32,
        /// The least.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// Whatever the game understands; empty for its own choice.
    Text,
}

/// The options that are given, as names and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: Vec<(String, String)>,
    /// Number of players wanted, for games that leave it open. An option that sets the number takes precedence.
    pub seats: Option<usize>,
    /// True if a start position that contradicts the options takes precedence, as a `position` command does over the
    /// options of a UCI engine. Otherwise such a contradiction is an error.
    pub yielding: bool,
}

impl Settings {
    /// No options, and those that will be given yield to what a start position says.
    pub fn yielding() -> Settings {
        Settings {
            yielding: true,
            ..Settings::default()
        }
    }

    /// The value that an option has been given.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Gives an option a value, instead of the one it may have.
    pub fn set(&mut self, name: &str, value: &str) {
        self.values.retain(|(known, _)| known != name);
        self.values.push((name.to_owned(), value.to_owned()));
    }

    /// The same with one option more.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Settings {
        self.set(name, value);
        self
    }

    /// Names and values, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.values.iter();
        values.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns true if no option has been given a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Makes sure that these are options of a game, with values that they can have.
    ///
    /// # Errors
    /// [`StartError::Unknown`] or [`StartError::Option`] for the first that is none.
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

/// Why there is no such game to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The game has no such option.
    Unknown {
        /// The option.
        name: String,
        /// The game.
        game: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// An option cannot be that, at all or together with the others or the start.
    Option {
        /// The option.
        name: &'static str,
        /// Its value.
        value: String,
        /// Why not.
        why: Text,
    },
    /// The text is no position of the game.
    Start(Text),
    /// The text is no position of chess.
    Fen(FenError),
}

impl StartError {
    /// An option that cannot be that.
    pub fn of(name: &'static str, value: impl ToString, why: Text) -> StartError {
        StartError::Option {
            name,
            value: value.to_string(),
            why,
        }
    }

    /// The sentence in a language, where options are called by other names than here: `--players`, `RolitPlayers`.
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

    /// The sentence in a language.
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
