//! The words of the pages, from `src/messages/LANG/server-*.ftl`.
//!
//! `server-pages.ftl` is for templates ([`Texts::say`], [`Texts::with`]); `server-scripts.ftl` goes into each page as
//! JSON, where `js/texts.js` fills the gaps, so its messages are without selectors.

use crate::catalogue::CATALOGUE;
use games::Lang;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub struct Texts(pub Lang);

impl Texts {
    /// A text without gaps.
    pub fn say(&self, key: &str) -> String {
        self.with_all(key, &[])
    }

    /// A text with one gap.
    pub fn with(&self, key: &str, name: &'static str, value: impl Display) -> String {
        self.with_all(key, &[(name, &value.to_string())])
    }

    /// A text with gaps. Values that are whole numbers choose the plural.
    pub fn with_all(&self, key: &str, values: &[(&'static str, &str)]) -> String {
        let values: Vec<(&str, &dyn Display)> = values
            .iter()
            .map(|(name, value)| (*name, value as &dyn Display))
            .collect();
        let said = CATALOGUE.say(self.0, key, &values);
        said.unwrap_or_else(|| key.to_owned())
    }

    /// The words of the scripts as JSON that can stand in HTML.
    pub fn for_scripts(self) -> &'static str {
        static MADE: LazyLock<Mutex<HashMap<Lang, &'static str>>> = LazyLock::new(Mutex::default);
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        // One for each language, for as long as the program runs.
        made.entry(self.0).or_insert_with(|| json(self.0).leak())
    }
}

/// The file of the words for scripts.
const SCRIPTS: &str = "server-scripts";

/// The words of the scripts as an object of texts with `{gap}`.
fn json(lang: Lang) -> String {
    let entries = CATALOGUE.entries().iter();
    let messages: BTreeMap<&str, String> = entries
        .filter(|entry| entry.file == SCRIPTS)
        .filter_map(|entry| {
            let gaps: Vec<String> = entry.variables.iter().map(|v| format!("{{{v}}}")).collect();
            let values = entry.variables.iter().zip(&gaps);
            let values: Vec<(&str, &dyn Display)> = values
                .map(|(name, gap)| (*name, gap as &dyn Display))
                .collect();
            Some((entry.key, CATALOGUE.say(lang, entry.key, &values)?))
        })
        .collect();
    // A map of texts cannot fail; `<` would end the element that it stands in.
    let text = serde_json::to_string(&messages).unwrap_or_default();
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_lobby_names_the_elo_that_the_levels_have() {
        use games::chess::Position;
        use players::{Level, Levels};
        for lang in Lang::all() {
            let line = Texts(lang).say("lobby-level-elo");
            let words = line.split(|c: char| !c.is_ascii_digit());
            let said: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
            let levels = [Level::Easy, Level::Medium, Level::Hard];
            let known = levels.map(|level| Position::elo(level).expect("measured"));
            assert_eq!(said, known, "{line}");
        }
    }

    /// Keys of a file.
    fn keys(file: &str) -> BTreeSet<&'static str> {
        let entries = CATALOGUE.entries().iter();
        let wanted = entries.filter(|entry| entry.file == file);
        wanted.map(|entry| entry.key).collect()
    }

    #[test]
    fn words_for_scripts_are_without_selectors() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages");
        for lang in Lang::all() {
            let file = root.join(lang.code()).join(SCRIPTS).with_extension("ftl");
            let text = std::fs::read_to_string(file).expect("a text");
            assert!(text.contains("turn-of") && !text.contains("->"));
        }
        let words = Texts(Lang::ES).for_scripts();
        assert!(
            words.contains("\"turn-of\":\"Le toca a {name}.\""),
            "{words}"
        );
    }

    /// Returns the text after each occurrence of an opening, up to the closing quotation mark.
    fn quoted<'t>(source: &'t str, openings: &[&str]) -> Vec<&'t str> {
        let mut found = Vec::new();
        for opening in openings {
            for part in source.split(opening).skip(1) {
                found.extend(part.split('"').next());
            }
        }
        found
    }

    fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = std::fs::read_dir(&root).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let wanted = paths.filter(|path| path.extension().is_some_and(|e| e == extension));
        wanted
            .map(|path| {
                let text = std::fs::read_to_string(&path).expect("a text");
                (path.display().to_string(), text)
            })
            .collect()
    }

    #[test]
    fn pages_and_scripts_use_only_words_there_are_and_all_of_them() {
        let (pages, scripts) = (keys("server-pages"), keys(SCRIPTS));
        let mut used = BTreeSet::new();
        for (file, text) in files("templates", "html")
            .into_iter()
            .chain(files("pages", "rs"))
        {
            if file.ends_with("texts.rs") {
                continue;
            }
            for key in quoted(&text, &["say(\"", "with(\"", "with_all(\""]) {
                assert!(
                    pages.contains(key) || scripts.contains(key),
                    "{file}: no text '{key}'"
                );
                used.insert(key.to_owned());
            }
        }
        for (file, text) in files("assets/js", "js") {
            for key in quoted(&text, &[" t(\"", "(t(\"", "{t(\"", "[t(\"", "!t(\""]) {
                assert!(scripts.contains(key), "{file}: no text '{key}'");
            }
        }
        let idle: Vec<_> = pages.iter().filter(|key| !used.contains(**key)).collect();
        assert!(idle.is_empty(), "nobody says {idle:?}");
    }

    #[test]
    fn scripts_use_all_of_their_words() {
        let scripts = files("assets/js", "js");
        let all: String = scripts.iter().map(|(_, text)| text.as_str()).collect();
        // Keys that are put together: `out-${why}`.
        let begun = all.split('`').filter_map(|part| part.split_once("${"));
        let is_key = |begin: &&str| begin.ends_with('-') && begin.len() > 1;
        let beginnings: BTreeSet<&str> = begun.map(|(begin, _)| begin).filter(is_key).collect();
        let templates = files("templates", "html");
        let said = |key: &str| {
            let quoted = format!("\"{key}\"");
            all.contains(&quoted)
                || beginnings.iter().any(|begin| key.starts_with(begin))
                || templates.iter().any(|(_, text)| text.contains(&quoted))
        };
        let idle: Vec<_> = keys(SCRIPTS).into_iter().filter(|key| !said(key)).collect();
        assert!(idle.is_empty(), "nobody says {idle:?}");
    }

    #[test]
    fn gaps_are_filled_and_plurals_chosen() {
        let en = Texts(Lang::EN);
        assert_eq!(en.with("problems-count", "count", 1), "1 problem");
        assert_eq!(en.with("problems-count", "count", 7), "7 problems");
        assert_eq!(Texts(Lang::ES).say("nav-play"), "Jugar");
    }

    #[test]
    fn names_that_look_like_numbers_stay_as_they_are() {
        for name in [
            "007",
            "1e3",
            "Infinity",
            "inf",
            "1e308",
            "+5",
            "3.50",
            "7",
            "99999999999",
        ] {
            let said = Texts(Lang::EN).with("account-guest", "name", name);
            assert!(said.contains(&format!(" {name}")), "{name}: {said}");
        }
    }
}
