//! Themes of problems as text for people and as JSON.

use base::say;
use games::Lang;
use games::pgn::letters::Letters;
use serde::Serialize;
use serde_json::{Value, json};
use solve::themes::{Found, Theme};

/// Returns the name of a theme in a language.
pub(super) fn name(theme: Theme, lang: Lang) -> String {
    say!(lang, "theme-name", theme = theme.word())
}

/// Returns a line for each theme, with some of the variations that show it, with the piece letters of the language.
pub(super) fn lines(found: &[Found], lang: Lang) -> String {
    if found.is_empty() {
        return format!("{}\n", say!(lang, "themes-none"));
    }
    let mut text = format!("{}\n", say!(lang, "themes"));
    for found in found {
        let shown = Letters::of(lang).localized(&found.shown.join("; "));
        text += &format!("  {}: {shown}\n", name(found.theme, lang));
    }
    text
}

/// JSON record to which themes are added; `None` if there is no solution to find themes in.
#[derive(Serialize)]
pub(super) struct With<'a, R: Serialize> {
    #[serde(flatten)]
    pub(super) record: &'a R,
    pub(super) themes: Option<Value>,
}

/// Returns the themes and the variations that show them as JSON.
pub(super) fn json(found: &[Found]) -> Value {
    let all = found
        .iter()
        .map(|found| json!({"theme": found.theme.word(), "variations": found.shown}));
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_name_in_every_language() {
        for lang in [Lang::EN, Lang::ES] {
            for theme in Theme::ALL {
                assert_ne!(name(theme, lang), "?", "{theme:?}");
            }
        }
    }
}
