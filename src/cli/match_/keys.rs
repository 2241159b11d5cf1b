//! The `key=value` groups of `atalaya match`: `--sprt elo0=0 elo1=5`.

use crate::cli::CliError;
use std::fmt::Display;
use std::str::FromStr;

/// A group as it was given, whose keys are taken out one by one; whatever is left is unknown.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// For messages: `--sprt`, `--engine 'A'`.
    pub group: String,
    pairs: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl Keys {
    /// Splits the words of a group. Only `arg` may be given more than once.
    pub fn parse(group: impl Into<String>, words: &[String]) -> Result<Keys, CliError> {
        let group = group.into();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(format!("{group}: '{word}' is not of the form key=value").into());
            };
            if key != "arg" && pairs.iter().any(|(other, _)| other == key) {
                return Err(format!("{group}: '{key}' is given twice").into());
            }
            pairs.push((key.to_owned(), value.to_owned()));
        }
        Ok(Keys {
            group,
            pairs,
            known: Vec::new(),
        })
    }

    /// Takes the text of a key.
    pub fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.pairs.iter().position(|(other, _)| other == key)?;
        Some(self.pairs.remove(index).1)
    }

    /// Takes every `prefix` key: (rest of the key, value).
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

    /// Takes a key through `read`, which says no to what it does not understand.
    pub fn take_with<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CliError> {
        let Some(text) = self.take(key) else {
            return Ok(None);
        };
        match read(&text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.error(&format!("{key}={text} is not {expected}"))),
        }
    }

    /// Takes a number within bounds.
    pub fn number<T>(
        &mut self,
        key: &'static str,
        range: std::ops::RangeInclusive<T>,
    ) -> Result<Option<T>, CliError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        self.take_with(key, &expected, |text| {
            text.parse().ok().filter(|value| range.contains(value))
        })
    }

    /// Takes a truth value.
    pub fn switch(&mut self, key: &'static str) -> Result<Option<bool>, CliError> {
        self.take_with(key, "true or false", |text| match text {
            "true" | "on" | "1" => Some(true),
            "false" | "off" | "0" => Some(false),
            _ => None,
        })
    }

    /// A sentence about this group.
    pub fn error(&self, sentence: &str) -> CliError {
        format!("{}: {sentence}", self.group).into()
    }

    /// Complains about whatever has not been taken.
    pub fn finish(self) -> Result<(), CliError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => {
                let known = self.known.join(", ");
                Err(format!("{} has no key '{key}'; it has {known}", self.group).into())
            }
        }
    }
}
