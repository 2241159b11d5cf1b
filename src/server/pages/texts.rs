//! Texts of the scripts, from `src/messages/LANG/server-scripts.ftl` and `games-letters.ftl`.
//!
//! A page has the texts of its own script alone: those whose keys stand in the script's code. They are embedded as JSON,
//! and `js/texts.js` fills in their variables, so these messages have no selectors. The texts of templates and pages are in
//! `server-pages.ftl`.

use crate::bundle;
use crate::catalogue::CATALOGUE;
use games::Lang;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Returns the texts that the script of an entry uses, in a language, as JSON that is safe inside HTML.
pub fn for_script(entry: &'static str, lang: Lang) -> &'static str {
    static MADE: LazyLock<Mutex<HashMap<(&str, Lang), &'static str>>> =
        LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    // Leaks one text for each entry and language, which is used as long as the program runs.
    made.entry((entry, lang))
        .or_insert_with(|| json(&bundle::code(entry), lang).leak())
}

/// Keys of texts that stand in a script.
struct Keys<'s> {
    script: &'s str,
    /// Beginnings of keys that the script puts together: `` `out-${why}` ``.
    beginnings: Vec<&'s str>,
}

impl<'s> Keys<'s> {
    fn of(script: &'s str) -> Keys<'s> {
        let begun = script
            .split('`')
            .filter_map(|part| part.split_once("${"))
            .map(|(begin, _)| begin)
            .filter(|begin| begin.ends_with('-') && begin.len() > 1);
        Keys {
            script,
            beginnings: begun.collect(),
        }
    }

    fn contain(&self, key: &str) -> bool {
        self.script.contains(&format!("\"{key}\""))
            || self.beginnings.iter().any(|begin| key.starts_with(begin))
    }
}

/// Name of the message file with the texts of the scripts.
const SCRIPTS: &str = "server-scripts";

/// Name of the message file with the letters of colours.
const LETTERS: &str = "games-letters";

/// Returns the texts whose keys stand in a script, as a JSON object; variables are written as `{name}`.
fn json(script: &str, lang: Lang) -> String {
    let keys = Keys::of(script);
    let entries = [
        (&CATALOGUE, SCRIPTS),
        (&games::catalogue::CATALOGUE, LETTERS),
    ];
    let entries = entries.into_iter().flat_map(|(catalogue, file)| {
        let entries = catalogue
            .entries()
            .iter()
            .filter(move |entry| entry.file == file);
        entries.map(move |entry| (catalogue, entry))
    });
    let messages: BTreeMap<&str, String> = entries
        .filter(|(_, entry)| keys.contain(entry.key))
        .filter_map(|(catalogue, entry)| {
            let gaps: Vec<String> = entry.variables.iter().map(|v| format!("{{{v}}}")).collect();
            let values = entry.variables.iter().zip(&gaps);
            let values: Vec<(&str, &dyn Display)> = values
                .map(|(name, gap)| (*name, gap as &dyn Display))
                .collect();
            Some((entry.key, catalogue.say(lang, entry.key, &values)?))
        })
        .collect();
    // Serializing a map of texts cannot fail. `<` is escaped, since it might end the HTML element.
    let text = serde_json::to_string(&messages).unwrap_or_default();
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::say;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Keys of a file.
    fn keys(file: &str) -> BTreeSet<&'static str> {
        let entries = CATALOGUE.entries().iter();
        let entries = entries.chain(games::catalogue::CATALOGUE.entries());
        let wanted = entries.filter(|entry| entry.file == file);
        wanted.map(|entry| entry.key).collect()
    }

    #[test]
    fn letters_of_colours_differ_within_a_game() {
        for lang in Lang::all() {
            for (game, colors) in [("letter-tower-", 8), ("letter-ball-", 10)] {
                let keys = keys(LETTERS)
                    .into_iter()
                    .filter(|key| key.starts_with(game));
                let letter = |key| games::catalogue::CATALOGUE.say(lang, key, &[]);
                let letters: BTreeSet<_> = keys.filter_map(letter).collect();
                assert_eq!(letters.len(), colors, "{game}: {letters:?}");
            }
        }
    }

    #[test]
    fn words_for_scripts_are_without_selectors() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages");
        for lang in Lang::all() {
            let file = root.join(lang.code()).join(SCRIPTS).with_extension("ftl");
            let text = std::fs::read_to_string(file).expect("a text");
            assert!(text.contains("turn-of") && !text.contains("->"));
        }
        let words = for_script("game", Lang::ES);
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
    fn scripts_use_only_words_there_are() {
        let known = keys(SCRIPTS);
        for (file, text) in files("assets/js", "js") {
            for key in quoted(&text, &[" t(\"", "(t(\"", "{t(\"", "[t(\"", "!t(\""]) {
                assert!(known.contains(key), "{file}: no text '{key}'");
            }
        }
    }

    #[test]
    fn pages_use_all_of_their_words() {
        let (templates, code) = (files("templates", "html"), files("pages", "rs"));
        let parts = files("pages/problems", "rs");
        let sources = templates.iter().chain(&code).chain(&parts);
        let all: String = sources.map(|(_, text)| text.as_str()).collect();
        let is_idle = |key: &&str| !all.contains(&format!("\"{key}\""));
        let idle: Vec<_> = keys("server-pages").into_iter().filter(is_idle).collect();
        assert!(idle.is_empty(), "nobody says {idle:?}");
    }

    #[test]
    fn scripts_use_all_of_their_words() {
        let scripts = files("assets/js", "js");
        let all: String = scripts.iter().map(|(_, text)| text.as_str()).collect();
        let used = Keys::of(&all);
        let templates = files("templates", "html");
        let said = |key: &str| {
            let quoted = format!("\"{key}\"");
            used.contain(key) || templates.iter().any(|(_, text)| text.contains(&quoted))
        };
        let idle: Vec<_> = keys(SCRIPTS).into_iter().filter(|key| !said(key)).collect();
        assert!(idle.is_empty(), "nobody says {idle:?}");
    }

    #[test]
    fn a_script_has_the_texts_that_it_uses_and_no_others() {
        let of = |entry| for_script(entry, Lang::EN);
        // Quoted, put together, and quoted in a module that is loaded later.
        for key in ["turn-of", "out-time", "count-blunder"] {
            let opening = format!("\"{key}\":");
            assert!(of("game").contains(&opening), "{key}");
            assert!(!of("watch").contains(&opening), "{key}");
        }
        assert!(of("lobby").contains("\"seeks-none\":"));
        assert_eq!(of("no-such-entry"), "{}");
        // What a module loads later is known.
        for (file, text) in files("assets/js", "js") {
            let loads = text.matches("await import(").count();
            let known = bundle::LATER.iter();
            let known = known.filter(|(from, _)| file.ends_with(&format!("/{from}.js")));
            assert_eq!(loads, known.count(), "{file}");
        }
    }

    #[test]
    fn gaps_are_filled_and_plurals_chosen() {
        let count = |count: u32| say!(Lang::EN, "problems-count", count);
        assert_eq!([count(1), count(7)], ["1 problem", "7 problems"]);
        assert_eq!(say!(Lang::ES, "nav-play"), "Jugar");
    }
}
