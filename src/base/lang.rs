//! Languages of the program's texts, sentences in both, numbers with their nouns, and words in a row.

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// Spanish.
    Es,
    /// English.
    En,
}

impl Lang {
    /// Returns the wording of this language.
    pub fn pick<T>(self, es: T, en: T) -> T {
        match self {
            Lang::Es => es,
            Lang::En => en,
        }
    }
}

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Text {
    /// Spanish.
    pub es: String,
    /// English.
    pub en: String,
}

impl Text {
    /// Puts both wordings together.
    pub fn new(es: impl Into<String>, en: impl Into<String>) -> Text {
        Text {
            es: es.into(),
            en: en.into(),
        }
    }

    /// A text that is the same in both languages.
    pub fn same(text: impl std::fmt::Display) -> Text {
        Text::of(|_| text.to_string())
    }

    /// Calls a function for each language, and collects both texts.
    pub fn of(text: impl Fn(Lang) -> String) -> Text {
        Text::new(text(Lang::Es), text(Lang::En))
    }

    /// The sentence in a language.
    pub fn get(&self, lang: Lang) -> &str {
        lang.pick(&self.es, &self.en)
    }
}

/// Writes the English one.
impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.en)
    }
}

/// Writes a number with its noun: `1 move`, `2 moves`.
pub fn counted(n: impl std::fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let word = if n == "1" { one } else { many };
    format!("{n} {word}")
}

/// Writes words in a row with a conjunction before the last: `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[impl std::borrow::Borrow<str>], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} {conjunction} {}", first.join(", "), last.borrow()),
    }
}
