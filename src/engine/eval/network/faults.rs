//! The sentences that say why a file is not a network. They are apart from the format because the build script, which
//! reads the network that becomes part of the program, has no messages.

use super::format::VERSION;
use super::{FormatError, NetworkError};
use base::lang::Lang;
use base::say;
use std::fmt;

impl FormatError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            FormatError::Magic => say!(lang, "network-magic").to_owned(),
            FormatError::Version(version) => {
                say!(lang, "network-version", version, newest = VERSION)
            }
            FormatError::Field {
                field,
                value,
                expected,
            } => say!(lang, "network-field", field, value, expected),
            FormatError::Length { found, expected } => {
                say!(lang, "network-length", found, expected)
            }
            FormatError::Hash { found, expected } => {
                let (found, expected) = (
                    format_args!("{found:016x}"),
                    format_args!("{expected:016x}"),
                );
                say!(lang, "network-hash", found, expected)
            }
            FormatError::Range(part) => say!(lang, "network-range", part),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

impl std::error::Error for FormatError {}

impl NetworkError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            NetworkError::Read { path, error } => {
                say!(lang, "network-cannot-read", path = path.display(), error)
            }
            NetworkError::Format { path, error } => {
                let why = error.text(lang);
                say!(lang, "network-none", path = path.display(), why)
            }
        }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

impl std::error::Error for NetworkError {}
