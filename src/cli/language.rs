//! Choice of the language: the option `--lang` of every subcommand that speaks two, or the environment's locale.

use base::lang::Lang;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Variables that name the locale of messages; the first that is set counts.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// Parser of the argument `--lang`: `es` or `en`.
pub fn parser() -> impl TypedValueParser<Value = Lang> {
    let values = [("es", "Spanish"), ("en", "English")]
        .map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| match name.as_str() {
        "es" => Lang::Es,
        _ => Lang::En,
    })
}

/// Value of `--lang` where it is not given: the language of the environment.
pub fn usual() -> &'static str {
    let values = VARIABLES.map(std::env::var_os);
    let mut set = values
        .into_iter()
        .flatten()
        .filter(|value| !value.is_empty());
    let locale = set.next().unwrap_or_default();
    of_locale(&locale.to_string_lossy()).pick("es", "en")
}

/// The language of a locale such as `es_ES.UTF-8`: English for all but Spanish ones.
fn of_locale(locale: &str) -> Lang {
    let end = locale.find(['_', '-', '.', '@']);
    let language = end.map_or(locale, |end| &locale[..end]);
    if language.eq_ignore_ascii_case("es") {
        Lang::Es
    } else {
        Lang::En
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spanish_locale_is_known_by_its_language() {
        for locale in ["es", "es_ES.UTF-8", "es_419", "ES", "es@euro", "es.UTF-8"] {
            assert_eq!(of_locale(locale), Lang::Es, "{locale}");
        }
        for locale in [
            "",
            "C",
            "C.UTF-8",
            "POSIX",
            "en_US.UTF-8",
            "est_EE",
            "de_ES",
            "ca",
        ] {
            assert_eq!(of_locale(locale), Lang::En, "{locale}");
        }
    }
}
