//! Texts for users, in all languages.
//!
//! A text is a [Fluent](https://projectfluent.org) message in the folder of its language, `src/messages/en` or
//! `src/messages/es`. A crate declares its messages at its root by [`messages!`](macro@crate::messages) and formats
//! them by [`say!`](crate::say): `say!(lang, "game-over")` is a `&'static str`,
//! `say!(lang, "job-cancelled", job = 7)` a `String`. An unknown key, or variables other than those of the message,
//! are compile errors. A text that is chosen before the language is known is a [`Key`], made by
//! [`key!`](crate::key).
//!
//! Translators can load further languages from a folder at run time: [`install`]. Messages that a language lacks are
//! shown in English.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod folder;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use folder::install;

use crate::lang::{Lang, languages};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::fmt::{self, Display};
use std::sync::OnceLock;

/// A message of the reference language, English.
#[derive(Debug)]
pub struct Entry {
    /// Key of the message.
    pub key: &'static str,
    /// Names of its variables.
    pub variables: &'static [&'static str],
    /// Name of the file without its extension: `server-pages`.
    pub file: &'static str,
}

/// Codes of the built-in languages, each with the contents of its files.
type Sources = &'static [(&'static str, &'static [&'static str])];

/// Messages of an area (a crate) in all languages. A language is parsed when its first message is formatted.
pub struct Catalogue {
    area: &'static str,
    entries: &'static [Entry],
    sources: Sources,
    spoken: OnceLock<Box<[OnceLock<Spoken>]>>,
}

/// Parsed messages of an area in one language.
struct Spoken {
    bundle: FluentBundle<FluentResource>,
    /// Formatted texts of the messages without variables, filled on first use, by the index of the message.
    words: Box<[OnceLock<&'static str>]>,
}

impl Catalogue {
    /// Creates a catalogue from the entries, sorted by key, and the files of each language.
    pub const fn new(area: &'static str, entries: &'static [Entry], sources: Sources) -> Catalogue {
        Catalogue {
            area,
            entries,
            sources,
            spoken: OnceLock::new(),
        }
    }

    /// Name of the area. The names of its files begin with it.
    pub fn area(&self) -> &'static str {
        self.area
    }

    /// All messages, sorted by key.
    pub fn entries(&self) -> &'static [Entry] {
        self.entries
    }

    /// Formats a message whose key is known only at run time. Returns `None` if there is no such message. A variable
    /// without a value is written as its name.
    pub fn say(
        &'static self,
        lang: Lang,
        key: &str,
        values: &[(&str, &dyn Display)],
    ) -> Option<String> {
        let index = self.entries.binary_search_by_key(&key, |entry| entry.key);
        let index = u16::try_from(index.ok()?).ok()?;
        let key = Key {
            catalogue: self,
            index,
        };
        Some(key.fill(lang, values))
    }

    fn spoken(&self, lang: Lang) -> &Spoken {
        let spoken = self
            .spoken
            .get_or_init(|| languages().iter().map(|_| OnceLock::new()).collect());
        spoken[lang.index()].get_or_init(|| Spoken::new(self, lang))
    }

    /// Formats a message in a language, or in English if the language lacks it.
    fn format(&self, lang: Lang, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let texts: Vec<String> = values.iter().map(|(_, value)| value.to_string()).collect();
        let mut args = FluentArgs::with_capacity(values.len());
        for ((name, _), text) in values.iter().zip(&texts) {
            args.set(*name, value_of(text));
        }
        let said = [lang, Lang::EN].into_iter().find_map(|lang| {
            let bundle = &self.spoken(lang).bundle;
            let message = bundle.get_message(key)?;
            // A variable without a value is written as its name.
            let mut missing = Vec::new();
            let text = bundle.format_pattern(message.value()?, Some(&args), &mut missing);
            Some(text.into_owned())
        });
        said.unwrap_or_else(|| key.to_owned())
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({})", self.area)
    }
}

impl Spoken {
    fn new(catalogue: &Catalogue, lang: Lang) -> Spoken {
        // A code that is not a valid Unicode language identifier falls back to the default locale.
        let locale = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // All languages are written from left to right; isolation marks would only end up in copied names.
        bundle.set_use_isolating(false);
        let own = catalogue
            .sources
            .iter()
            .filter(|(code, _)| *code == lang.code());
        let built_in = own.flat_map(|(_, texts)| texts.iter().copied());
        for text in built_in.chain(languages()[lang.index()].given(catalogue.area)) {
            // If the file has errors, its valid messages are still used.
            let resource = FluentResource::try_new(text.to_owned());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
        }
        Spoken {
            bundle,
            words: catalogue.entries.iter().map(|_| OnceLock::new()).collect(),
        }
    }
}

/// Converts a value for Fluent: to a number, which selects the plural form, only if it is written as a plain whole
/// number. `007` and `1e3` are strings.
fn value_of(text: &str) -> FluentValue<'_> {
    match text.parse::<u32>() {
        Ok(number) if number.to_string() == text => FluentValue::from(number),
        _ => FluentValue::from(text),
    }
}

/// Key of a message without variables, to be formatted in any language.
#[derive(Clone, Copy)]
pub struct Key {
    catalogue: &'static Catalogue,
    index: u16,
}

impl Key {
    /// Creates the key of the message at `index` of `catalogue`. Only the macros call it.
    #[doc(hidden)]
    pub const fn new(catalogue: &'static Catalogue, index: u16) -> Key {
        Key { catalogue, index }
    }

    /// Key of the message as text: `game-over`.
    pub fn name(self) -> &'static str {
        self.catalogue.entries[usize::from(self.index)].key
    }

    /// Returns the text in a language.
    pub fn text(self, lang: Lang) -> &'static str {
        let cell = &self.catalogue.spoken(lang).words[usize::from(self.index)];
        // Each text is leaked once and kept for the life of the program.
        cell.get_or_init(|| self.catalogue.format(lang, self.name(), &[]).leak())
    }

    /// Formats the message with the values of its variables. Only the macros call it.
    #[doc(hidden)]
    pub fn fill(self, lang: Lang, values: &[(&str, &dyn Display)]) -> String {
        self.catalogue.format(lang, self.name(), values)
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        std::ptr::eq(self.catalogue, other.catalogue) && self.index == other.index
    }
}

impl Eq for Key {}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.name())
    }
}

/// Returns the index of a message among entries sorted by key. The macros call it at compile time.
///
/// # Panics
/// Panics with the message `fault` if there is no such message or its variables differ.
#[doc(hidden)]
pub const fn index_of(entries: &[Entry], key: &str, variables: &[&str], fault: &str) -> u16 {
    let (mut low, mut high) = (0, entries.len());
    while low < high {
        let middle = (low + high) / 2;
        let entry = &entries[middle];
        match order(entry.key.as_bytes(), key.as_bytes()) {
            0 => {
                if !same(entry.variables, variables) {
                    panic!("{}", fault);
                }
                return middle as u16;
            }
            ..0 => low = middle + 1,
            1.. => high = middle,
        }
    }
    panic!("{}", fault);
}

const fn order(a: &[u8], b: &[u8]) -> i32 {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] as i32 - b[i] as i32;
        }
        i += 1;
    }
    a.len() as i32 - b.len() as i32
}

/// Returns true if two lists without duplicates have the same elements, in any order.
const fn same(known: &[&str], given: &[&str]) -> bool {
    let mut i = 0;
    while i < given.len() {
        let mut j = 0;
        while j < known.len() && order(known[j].as_bytes(), given[i].as_bytes()) != 0 {
            j += 1;
        }
        if j == known.len() {
            return false;
        }
        i += 1;
    }
    known.len() == given.len()
}

/// Creates the [`Key`] of a message of the calling crate that has no variables: `key!("game-over")`.
#[macro_export]
#[allow(
    clippy::crate_in_macro_def,
    reason = "the messages are those of the crate that calls the macro"
)]
macro_rules! key {
    ($key:literal $(, $name:ident)* $(,)?) => {
        const {
            $crate::messages::Key::new(
                &crate::catalogue::CATALOGUE,
                $crate::messages::index_of(
                    crate::catalogue::ENTRIES,
                    $key,
                    &[$(stringify!($name)),*],
                    concat!("there is no message '", $key, "' with the variables [", $(" $", stringify!($name),)* " ]"),
                ),
            )
        }
    };
}

/// Formats a message of the calling crate: `say!(lang, "game-over")`, a `&'static str`, or with values for its
/// variables, `say!(lang, "job-cancelled", job = 7)`, a `String`. If a local variable has the name of the message's
/// variable, the name suffices: `say!(lang, "x", job)`.
#[macro_export]
macro_rules! say {
    ($lang:expr, $key:literal $(,)?) => {
        $crate::messages::Key::text($crate::key!($key), $lang)
    };
    ($lang:expr, $key:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {
        $crate::messages::Key::fill(
            $crate::key!($key $(, $name)+),
            $lang,
            &[$((stringify!($name), &$crate::value_of_say!($name $(= $value)?) as &dyn ::std::fmt::Display)),+],
        )
    };
}

/// Creates a [`Text`](crate::lang::Text), a message of the calling crate in every language with the same values:
/// `told!("job-cancelled", job = 7)`. For values that depend on the language use [`say!`](crate::say).
#[macro_export]
macro_rules! told {
    ($key:literal $($values:tt)*) => {
        $crate::lang::Text::of(|lang| $crate::say!(lang, $key $($values)*).into())
    };
}

/// Value of a variable in [`say!`](crate::say). Only the macros use it.
#[doc(hidden)]
#[macro_export]
macro_rules! value_of_say {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

#[cfg(test)]
mod tests;
