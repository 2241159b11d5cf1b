//! Logins on this machine: a file of session tokens, one for each database, that only its owner can read.
//!
//! The file lies beside the default database, or where `ATALAYA_SESSION_FILE` says. It is a JSON object that maps the
//! addresses of databases to tokens. It is always replaced as a whole, under a lock, so that concurrent processes do
//! not lose each other's changes.

use super::Failure;
use crate::cli::CliError;
use crate::cli::collection::CollectionArgs;
use crate::cli::files::cannot_write;
use base::files::{self, Turn};
use base::say;
use games::Lang;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use store::{Database, Refusal, Store, Token, User};

/// Environment variable that names the file.
const VARIABLE: &str = "ATALAYA_SESSION_FILE";

/// Session tokens by the address of their database.
type Tokens = BTreeMap<String, String>;

/// Returns the user who is logged in.
///
/// # Errors
/// [`Refusal::NotLoggedIn`] if nobody is; a sentence if the file or the database cannot be read.
pub async fn who(args: &CollectionArgs, collection: &Store) -> Result<User, Failure> {
    let user = who_if_any(args, collection).await?;
    user.ok_or_else(|| Failure::Collection(Refusal::NotLoggedIn.into()))
}

/// Returns the user who is logged in; `None` if nobody is.
///
/// # Errors
/// A sentence if the file or the database cannot be read.
pub async fn who_if_any(
    args: &CollectionArgs,
    collection: &Store,
) -> Result<Option<User>, Failure> {
    let address = address(&args.database()?);
    match read(&path(args.lang)?, args.lang)?.get(&address) {
        Some(token) => Ok(collection.accounts().user_of(token).await?),
        None => Ok(None),
    }
}

/// Replaces the token for a database; `None` removes it. Returns the previous token, if there was one.
///
/// # Errors
/// A sentence that names the file.
pub fn replace(args: &CollectionArgs, token: Option<&Token>) -> Result<Option<String>, CliError> {
    let lang = args.lang;
    let path = path(lang)?;
    let failed = |error: std::io::Error| cannot_write(&path, &error, lang);
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let _turn = Turn::wait(&path).map_err(failed)?;
    let mut tokens = read(&path, lang)?;
    let address = address(&args.database()?);
    let before = match token {
        Some(token) => tokens.insert(address, token.as_str().to_owned()),
        None => tokens.remove(&address),
    };
    if token.is_some() || before.is_some() {
        write(&path, &tokens).map_err(failed)?;
    }
    Ok(before)
}

fn path(lang: Lang) -> Result<PathBuf, CliError> {
    match std::env::var_os(VARIABLE) {
        Some(path) if !path.is_empty() => Ok(path.into()),
        _ => match Database::usual()? {
            Database::Sqlite(file) => Ok(file.with_file_name("sessions.json")),
            Database::Postgres(_) => Err(say!(lang, "session-no-file", variable = VARIABLE).into()),
        },
    }
}

/// Returns the address of a database in a form that does not depend on the working directory or on links.
fn address(database: &Database) -> String {
    match database {
        Database::Sqlite(path) => {
            let real = path.canonicalize().or_else(|_| std::path::absolute(path));
            Database::Sqlite(real.unwrap_or_else(|_| path.clone())).to_string()
        }
        Database::Postgres(_) => database.to_string(),
    }
}

fn read(path: &Path, lang: Lang) -> Result<Tokens, CliError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Tokens::new()),
        Err(error) => return Err(cannot_read(path, &error, lang)),
    };
    if is_open_to_others(path).map_err(|error| cannot_read(path, &error, lang))? {
        return Err(say!(lang, "session-open", path = path.display()).into());
    }
    let tokens = serde_json::from_str(&text);
    tokens.map_err(|error| say!(lang, "session-no-tokens", path = path.display(), error).into())
}

/// Returns the error of a file that cannot be read.
fn cannot_read(path: &Path, error: &std::io::Error, lang: Lang) -> CliError {
    say!(lang, "play-cannot-read", name = path.display(), error).into()
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = std::fs::metadata(path)?;
    Ok(metadata.permissions().mode() & 0o077 != 0)
}

/// On other systems the folder of user data is private already.
#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> std::io::Result<bool> {
    Ok(false)
}

fn write(path: &Path, tokens: &Tokens) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(tokens)?;
    files::replace_private(path, format!("{text}\n").as_bytes())
}
