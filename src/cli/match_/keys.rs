//! Parser of the option groups of `atalaya match`, which consist of `key=value` words, as in `--sprt elo0=0 elo1=5`.

use crate::cli::CliError;
use base::lang::{Lang, one_of};
use base::say;
use std::fmt::Display;
use std::str::FromStr;

/// Option group whose keys are taken out one by one; keys that are left at the end are unknown.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// Name of the group in error messages, such as `--sprt` or `--engine 'A'`.
    pub group: String,
    /// Language of error messages.
    pub lang: Lang,
    pairs: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl Keys {
    /// Parses the words of a group, each of the form `key=value`. `group` is the name of the group in error messages,
    /// which are in the language `lang`.
    ///
    /// # Errors
    /// A word of another form, or a key other than `arg` that occurs twice.
    pub fn parse(group: impl Into<String>, words: &[String], lang: Lang) -> Result<Keys, CliError> {
        let group = group.into();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(say!(lang, "match-key-form", group, word).into());
            };
            if key != "arg" && pairs.iter().any(|(other, _)| other == key) {
                return Err(say!(lang, "match-key-twice", group, key).into());
            }
            pairs.push((key.to_owned(), value.to_owned()));
        }
        Ok(Keys {
            group,
            lang,
            pairs,
            known: Vec::new(),
        })
    }

    /// Takes the value of a key out of the group; `None` if the key is not given.
    pub fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.pairs.iter().position(|(other, _)| other == key)?;
        Some(self.pairs.remove(index).1)
    }

    /// Takes out every key that begins with `prefix`: pairs of the rest of the key and the value.
    pub fn take_prefixed(&mut self, prefix: &'static str) -> Vec<(String, String)> {
        let (found, rest) = std::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|(key, _)| key.starts_with(prefix));
        self.pairs = rest;
        let found: Vec<(String, String)> = found;
        found
            .into_iter()
            .map(|(key, value)| (key[prefix.len()..].to_owned(), value))
            .collect()
    }

    /// Takes out a key and parses its value with `read`, which returns `None` for a bad value. Returns `None` if the
    /// key is not given. `wrong` formats the error message for a bad value, without the name of the group.
    pub fn take_with<T>(
        &mut self,
        key: &'static str,
        wrong: impl FnOnce(&str) -> String,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CliError> {
        let Some(text) = self.take(key) else {
            return Ok(None);
        };
        match read(&text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.error(&wrong(&text))),
        }
    }

    /// Takes out a key whose value is a number in `range`; `None` if the key is not given.
    pub fn number<T>(
        &mut self,
        key: &'static str,
        range: std::ops::RangeInclusive<T>,
    ) -> Result<Option<T>, CliError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let (low, high, lang) = (range.start(), range.end(), self.lang);
        let wrong = |value: &str| say!(lang, "match-key-number", key, value, low, high);
        self.take_with(key, wrong, |text| {
            text.parse().ok().filter(|value| range.contains(value))
        })
    }

    /// Takes out a key and parses its value with `read`, which returns `None` for a bad value. The error message then
    /// names `words` as the valid ones. Returns `None` if the key is not given.
    pub fn word<T>(
        &mut self,
        key: &'static str,
        words: &[&str],
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CliError> {
        let lang = self.lang;
        let wrong = |value: &str| {
            let words = one_of(words, lang);
            say!(lang, "match-key-word", key, value, words)
        };
        self.take_with(key, wrong, read)
    }

    /// Takes out a key whose value is a boolean (`true`, `on` or `1`; `false`, `off` or `0`); `None` if the key is not
    /// given.
    ///
    /// # Errors
    /// Any other value.
    pub fn switch(&mut self, key: &'static str) -> Result<Option<bool>, CliError> {
        self.word(key, &["true", "false"], |text| match text {
            "true" | "on" | "1" => Some(true),
            "false" | "off" | "0" => Some(false),
            _ => None,
        })
    }

    /// Returns the error that a key is missing.
    pub fn needed(&self, key: &str) -> CliError {
        self.error(&say!(self.lang, "match-key-needed", key))
    }

    /// Returns an error message that begins with the name of the group.
    pub fn error(&self, sentence: &str) -> CliError {
        format!("{}: {sentence}", self.group).into()
    }

    /// Returns an error if any key has not been taken out, because it is then unknown.
    pub fn finish(self) -> Result<(), CliError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => {
                let known = self.known.join(", ");
                let group = self.group;
                Err(say!(self.lang, "match-key-unknown", group, key, known).into())
            }
        }
    }
}
