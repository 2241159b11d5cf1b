//! The words of the pages in both languages, by fluent: `src/server/texts/LANG/*.ftl`.
//!
//! `pages.ftl` is for templates ([`Texts::say`], [`Texts::with`]); `js.ftl` goes into each page as JSON,
//! where `js/texts.js` fills the gaps, so each of its messages is one line without selectors.

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, langid, static_loader};
use games::Lang;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::LazyLock;

static_loader! {
    static LOCALES = {
        locales: "./texts",
        fallback_language: "en",
        // Nobody writes from right to left here; the marks would be in names that are copied.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

static EN: LanguageIdentifier = langid!("en");
static ES: LanguageIdentifier = langid!("es");

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub struct Texts(pub Lang);

impl Texts {
    fn id(self) -> &'static LanguageIdentifier {
        self.0.pick(&ES, &EN)
    }

    /// A text without gaps.
    pub fn say(&self, key: &str) -> String {
        LOCALES.lookup(self.id(), key)
    }

    /// A text with one gap.
    pub fn with(&self, key: &str, name: &'static str, value: impl Display) -> String {
        self.with_all(key, &[(name, &value.to_string())])
    }

    /// A text with gaps. Values that are whole numbers choose the plural.
    pub fn with_all(&self, key: &str, values: &[(&'static str, &str)]) -> String {
        let values: HashMap<Cow<'static, str>, FluentValue> = values
            .iter()
            .map(|(name, value)| (Cow::Borrowed(*name), gap(value)))
            .collect();
        LOCALES.lookup_with_args(self.id(), key, &values)
    }

    /// The words of the scripts as JSON that can stand in HTML.
    pub fn for_scripts(self) -> &'static str {
        static ES: LazyLock<String> = LazyLock::new(|| json(ES_SCRIPTS));
        static EN: LazyLock<String> = LazyLock::new(|| json(EN_SCRIPTS));
        self.0.pick(&*ES, &*EN)
    }
}

/// Converts a value for a gap: to a number only where it is written as one writes whole numbers. `007` and `1e3`
/// are names.
fn gap(value: &str) -> FluentValue<'_> {
    match value.parse::<u32>() {
        Ok(number) if number.to_string() == value => FluentValue::from(number),
        _ => FluentValue::from(value),
    }
}

const EN_SCRIPTS: &str = include_str!("../texts/en/js.ftl");
const ES_SCRIPTS: &str = include_str!("../texts/es/js.ftl");

/// `key = text with { $gap }` on each line, as an object of texts with `{gap}`.
fn json(source: &str) -> String {
    let messages: BTreeMap<&str, String> = source
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, text)| (key, text.replace("{ $", "{").replace(" }", "}")))
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
        for pages in [
            include_str!("../texts/en/pages.ftl"),
            include_str!("../texts/es/pages.ftl"),
        ] {
            let line = pages
                .lines()
                .find(|line| line.starts_with("lobby-level-elo = "));
            let line = line.expect("a text");
            let words = line.split(|c: char| !c.is_ascii_digit());
            let said: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
            let levels = [Level::Easy, Level::Medium, Level::Hard];
            let known = levels.map(|level| Position::elo(level).expect("measured"));
            assert_eq!(said, known, "{line}");
        }
    }

    fn keys(source: &str) -> BTreeSet<&str> {
        let lines = source.lines();
        let messages = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        messages
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, _)| key)
            .collect()
    }

    fn gaps(source: &str) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut key = "";
        for line in source.lines() {
            if line.starts_with(|c: char| c.is_ascii_lowercase())
                && let Some((k, _)) = line.split_once(" = ")
            {
                key = k;
            }
            let parts = line.split("{ $").skip(1);
            let names = parts.filter_map(|part| part.split([' ', '}']).next());
            found.entry(key).or_default().extend(names);
        }
        found
    }

    const PAGES: [&str; 2] = [
        include_str!("../texts/en/pages.ftl"),
        include_str!("../texts/es/pages.ftl"),
    ];

    #[test]
    fn both_languages_say_the_same_things_with_the_same_gaps() {
        for [en, es] in [[EN_SCRIPTS, ES_SCRIPTS], PAGES] {
            assert_eq!(keys(en), keys(es));
            assert_eq!(gaps(en), gaps(es));
            assert!(keys(en).len() > 100);
        }
    }

    #[test]
    fn letters_of_colours_differ_within_a_game() {
        for source in [EN_SCRIPTS, ES_SCRIPTS] {
            for (game, colors) in [("letter-tower-", 8), ("letter-ball-", 10)] {
                let lines = source.lines().filter_map(|line| line.strip_prefix(game));
                let letters: BTreeSet<&str> =
                    lines.filter_map(|line| line.split(" = ").nth(1)).collect();
                assert_eq!(letters.len(), colors, "{game}: {letters:?}");
            }
        }
    }

    #[test]
    fn words_for_scripts_are_one_line_each() {
        for source in [EN_SCRIPTS, ES_SCRIPTS] {
            for line in source.lines() {
                let fine = line.is_empty() || line.starts_with('#') || line.contains(" = ");
                assert!(fine, "{line}");
            }
        }
        let words = Texts(Lang::Es).for_scripts();
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
        let pages = keys(PAGES[0]);
        let scripts = keys(EN_SCRIPTS);
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
        let idle: Vec<_> = keys(EN_SCRIPTS)
            .into_iter()
            .filter(|key| !said(key))
            .collect();
        assert!(idle.is_empty(), "nobody says {idle:?}");
    }

    /// The keys that stand in texts more than once.
    fn twice<'t>(sources: &[&'t str]) -> Vec<&'t str> {
        let mut known = BTreeSet::new();
        let lines = sources.iter().flat_map(|source| source.lines());
        let messages = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()));
        let all = messages.filter_map(|line| line.split_once('='));
        all.map(|(key, _)| key.trim())
            .filter(|key| !known.insert(*key))
            .collect()
    }

    /// Fluent panics over them when the first page is made: one bundle has both files of a language.
    #[test]
    fn no_key_stands_twice_in_a_language() {
        for (pages, scripts) in PAGES.into_iter().zip([EN_SCRIPTS, ES_SCRIPTS]) {
            assert_eq!(twice(&[pages, scripts]), Vec::<&str>::new());
        }
        assert_eq!(twice(&["a = 1\nb = 2\n  c = 3", "b=4\n# a = 5"]), ["b"]);
    }

    #[test]
    fn gaps_are_filled_and_plurals_chosen() {
        let en = Texts(Lang::En);
        assert_eq!(en.with("problems-count", "count", 1), "1 problem");
        assert_eq!(en.with("problems-count", "count", 7), "7 problems");
        assert_eq!(Texts(Lang::Es).say("nav-play"), "Jugar");
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
            let said = Texts(Lang::En).with("account-guest", "name", name);
            assert!(said.contains(&format!(" {name}")), "{name}: {said}");
        }
    }
}
