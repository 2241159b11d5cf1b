//! Choice of the language, by the option `--lang` or the locale of the environment, and translations that are loaded at
//! run time from the folder named by `ATALAYA_MESSAGES`.

use base::lang::Lang;
use base::messages::Catalogue;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Environment variables that name the locale of messages; the first one that is set counts.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// Environment variable that names a folder with further translations.
const MESSAGES: &str = "ATALAYA_MESSAGES";

/// Message catalogues of all parts of the program.
const AREAS: &[&Catalogue] = &[
    &base::catalogue::CATALOGUE,
    &games::catalogue::CATALOGUE,
    &engine::catalogue::CATALOGUE,
    &solve::catalogue::CATALOGUE,
    &players::catalogue::CATALOGUE,
    &rooms::catalogue::CATALOGUE,
    &analysis::catalogue::CATALOGUE,
    &arena::catalogue::CATALOGUE,
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

/// Loads the translations from the folder that `ATALAYA_MESSAGES` names, if it is set. Returns a sentence for each
/// fault of its files.
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
    let values = Lang::all().map(|lang| PossibleValue::new(lang.code()));
    PossibleValuesParser::new(values).map(|code| Lang::named(&code).unwrap_or(Lang::EN))
}

/// Language of the command line; not set until [`choose`] is called.
static CHOSEN: OnceLock<Lang> = OnceLock::new();

/// Sets the language of everything that this process says to people, by a command line that has not been parsed yet,
/// and returns it. Only the first call has an effect.
pub fn choose(args: &[OsString]) -> Lang {
    *CHOSEN.get_or_init(|| of(args))
}

/// Returns the language in which the commands speak; English if none has been chosen.
pub fn current() -> Lang {
    CHOSEN.get().copied().unwrap_or(Lang::EN)
}

/// Returns the language of the environment.
fn usual() -> Lang {
    let values = VARIABLES.map(std::env::var_os);
    let mut set = values
        .into_iter()
        .flatten()
        .filter(|value| !value.is_empty());
    let locale = set.next().unwrap_or_default();
    Lang::of_locale(&locale.to_string_lossy())
}

/// Returns the language for a command line that has not been parsed yet: that of its option `--lang`, or else of the
/// environment.
fn of(args: &[OsString]) -> Lang {
    let texts = args.iter().map(|arg| arg.to_str().unwrap_or_default());
    let following = texts.clone().skip(1);
    let given = texts.zip(following.chain([""])).find_map(|(arg, next)| {
        let code = arg.strip_prefix("--lang=");
        code.or_else(|| (arg == "--lang").then_some(next))
    });
    given.and_then(Lang::named).unwrap_or_else(usual)
}
