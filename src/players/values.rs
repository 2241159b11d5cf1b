//! The values that an option of an engine accepts, and the error of one that it does not accept.

use base::lang::one_of;
use base::say;
use games::Lang;
use std::ops::RangeInclusive;

/// Values that an option may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// True or false.
    Switch,
    /// A number of this range.
    Numbers(RangeInclusive<i64>),
    /// One of these words: in lower case if an engine has declared them.
    Words(Vec<String>),
    /// Any text.
    Any,
}

impl Values {
    /// Returns a description in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Values::Switch => one_of(&["true", "false"], lang),
            Values::Numbers(range) => {
                let (least, most) = (range.start(), range.end());
                say!(lang, "option-number", least, most)
            }
            Values::Words(words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                one_of(&words, lang)
            }
            Values::Any => say!(lang, "option-any").to_owned(),
        }
    }
}

/// Reason why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum OptionError {
    /// There is no option of this name.
    Name(String),
    /// The value does not fit the option's type.
    Value {
        /// Name of the option.
        name: String,
        /// The value as given.
        value: String,
        /// The values that are accepted.
        expected: Values,
    },
}

impl OptionError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            OptionError::Name(name) => say!(lang, "option-none", name),
            OptionError::Value {
                name,
                value,
                expected,
            } => {
                let expected = expected.text(lang);
                say!(lang, "option-value", name, value, expected)
            }
        }
    }
}
