//! Choice of the language: the option `--lang` of every subcommand that speaks several, or the environment's locale;
//! and languages of a translator, from the folder that `ATALAYA_MESSAGES` names.

use base::lang::Lang;
use base::messages::Catalogue;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// Variables that name the locale of messages; the first that is set counts.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// Variable that names a folder with further languages.
const MESSAGES: &str = "ATALAYA_MESSAGES";

/// The texts of all parts of the program.
const AREAS: &[&Catalogue] = &[
    &base::catalogue::CATALOGUE,
    &games::catalogue::CATALOGUE,
    &players::catalogue::CATALOGUE,
    &rooms::catalogue::CATALOGUE,
    &analysis::catalogue::CATALOGUE,
    #[cfg(feature = "collection")]
    &problems::catalogue::CATALOGUE,
    #[cfg(feature = "collection")]
    &store::catalogue::CATALOGUE,
    #[cfg(feature = "server")]
    &web::catalogue::CATALOGUE,
    &crate::catalogue::CATALOGUE,
    #[cfg(feature = "server")]
    &server::catalogue::CATALOGUE,
];

/// Reads the languages of a translator, where the environment names a folder of them. Returns a sentence for each fault
/// of its files.
///
/// # Errors
/// A sentence: the folder cannot be read.
pub fn install() -> Result<Vec<String>, String> {
    let Some(folder) = std::env::var_os(MESSAGES).filter(|folder| !folder.is_empty()) else {
        return Ok(Vec::new());
    };
    let installed = base::messages::install(&PathBuf::from(folder), AREAS);
    installed.map_err(|why| format!("{MESSAGES}: {why}"))
}

/// Parser of the argument `--lang`: the code of a language, such as `es`.
pub fn parser() -> impl TypedValueParser<Value = Lang> {
    let values = Lang::all().map(|lang| PossibleValue::new(lang.code()).help(lang.english_name()));
    PossibleValuesParser::new(values).map(|code| Lang::named(&code).unwrap_or(Lang::EN))
}

/// Value of `--lang` where it is not given: the language of the environment.
pub fn usual() -> &'static str {
    let values = VARIABLES.map(std::env::var_os);
    let mut set = values
        .into_iter()
        .flatten()
        .filter(|value| !value.is_empty());
    let locale = set.next().unwrap_or_default();
    Lang::of_locale(&locale.to_string_lossy()).code()
}
