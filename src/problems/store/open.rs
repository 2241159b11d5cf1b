//! Which database, and how it is opened.

use super::migrations::migrator;
use super::{Collection, DatabaseError, PATIENCE, own_clock};
use crate::error::{Error, Result};
use sqlx::AnyPool;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::MigrateError;
use sqlx::{Executor, Row};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The environment's word for the database, where no argument names one.
pub const VARIABLE: &str = "ATALAYA_DATABASE";

/// Which program keeps the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// SQLite, in a file, within this process.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

impl Backend {
    /// Clause at the end of a `SELECT` within a change that locks its rows against other changes. Empty for SQLite,
    /// where a change has the whole database to itself.
    pub(super) fn for_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE",
        }
    }

    /// The same for rows that stay and keep their numbers: others may still refer to them. For users,
    /// whose rows PostgreSQL shares on its own account whenever a row that refers to them is written,
    /// the owner's when a problem is changed twice: that must wait for nobody.
    pub(super) fn for_no_key_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// The function that says where in a text another one stands, from 1; 0 if nowhere.
    pub(super) fn place_in(self) -> &'static str {
        match self {
            Backend::Sqlite => "instr",
            Backend::Postgres => "strpos",
        }
    }
}

/// The address of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file, made if it is not there.
    Sqlite(PathBuf),
    /// A server, by its URL.
    Postgres(String),
}

impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Database, DatabaseError> {
        let bad = || DatabaseError::Address(without_password(text));
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            // Read now, so that a bad one is a bad argument.
            text.parse::<sqlx::postgres::PgConnectOptions>()
                .map_err(|_| bad())?;
            return Ok(Database::Postgres(text.to_owned()));
        }
        match text
            .strip_prefix("sqlite:")
            .map(|path| path.strip_prefix("//").unwrap_or(path))
        {
            Some(path) if !path.is_empty() => Ok(Database::Sqlite(path.into())),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Database::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

/// An address fit to be shown: `postgres://user@host/name`.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    // Up to the last '@' of all: a password may have '/' and '?' where they should have been escaped.
    let shown = match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split_once(':').map_or(user, |(user, _)| user);
            format!("{user}@{host}")
        }
        None => rest.to_owned(),
    };
    let (address, query) = shown.split_once('?').unwrap_or((&shown, ""));
    let secret = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or("");
        name.to_ascii_lowercase().contains("password")
    };
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| !pair.is_empty() && !secret(pair))
        .collect();
    if kept.is_empty() {
        format!("{scheme}://{address}")
    } else {
        format!("{scheme}://{address}?{}", kept.join("&"))
    }
}

impl Database {
    /// The file in the platform's folder for data, where no other database is named.
    ///
    /// # Errors
    /// [`DatabaseError::Open`] if the platform has no such folder for this user.
    pub fn usual() -> Result<Database, DatabaseError> {
        let folders = directories::ProjectDirs::from("", "", "atalaya");
        match folders {
            Some(folders) => Ok(Database::Sqlite(
                folders.data_dir().join("collection.sqlite"),
            )),
            None => Err(DatabaseError::Open {
                database: "of this user".to_owned(),
                why: format!("this user has no home folder; name one by --database or {VARIABLE}"),
            }),
        }
    }

    fn url(&self) -> String {
        match self {
            Database::Sqlite(path) => format!("sqlite://{}?mode=rwc", escaped(path)),
            Database::Postgres(url) => url.clone(),
        }
    }
}

/// A path as a part of a URL.
fn escaped(path: &Path) -> String {
    let text = path.to_string_lossy();
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => escaped.push_str("%25"),
            '?' => escaped.push_str("%3F"),
            '#' => escaped.push_str("%23"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Connections of one process.
const CONNECTIONS: u32 = 8;

impl Collection {
    /// Opens a database, and gives it the tables and templates of this version if it does not have
    /// them.
    ///
    /// # Errors
    /// [`DatabaseError`] if it cannot be opened, or a later version has changed it.
    pub async fn open(database: &Database) -> Result<Collection, DatabaseError> {
        sqlx::any::install_default_drivers();
        let failed = |why: String| DatabaseError::Open {
            database: database.to_string(),
            why,
        };
        let backend = match database {
            Database::Sqlite(path) => {
                make_folder(path).map_err(|error| failed(error.to_string()))?;
                Backend::Sqlite
            }
            Database::Postgres(_) => Backend::Postgres,
        };
        let options = AnyConnectOptions::from_str(&database.url())
            .map_err(|error| failed(error.to_string()))?;
        let pool = patiently(backend, || connect(backend, options.clone()))
            .await
            .map_err(|error| failed(error.to_string()))?;
        let migrated = patiently(backend, || async { migrator(backend).run(&pool).await }).await;
        migrated.map_err(|error| match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
                DatabaseError::Later(database.to_string())
            }
            other => failed(other.to_string()),
        })?;
        let ahead = match backend {
            Backend::Sqlite => 0,
            Backend::Postgres => clock_ahead(&pool).await?,
        };
        let collection = Collection {
            pool,
            backend,
            ahead,
        };
        let installed = collection.install_templates().await;
        installed.map_err(|error| match error {
            Error::Database(error) => error,
            other => failed(other.to_string()),
        })?;
        Ok(collection)
    }
}

fn make_folder(file: &Path) -> std::io::Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

async fn connect(backend: Backend, options: AnyConnectOptions) -> Result<AnyPool, sqlx::Error> {
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE);
    let pool = pool.after_connect(move |connection, _| {
        Box::pin(async move {
            if backend == Backend::Sqlite {
                // FULL: what is acknowledged outlasts a power cut, not only a crash. What a statement
                // would undo, and pages of large lists, are kept in memory: up to 32 MiB.
                let patience = PATIENCE.as_millis();
                let settings = format!(
                    "PRAGMA busy_timeout = {patience}; PRAGMA journal_mode = WAL; \
                     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                     PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;"
                );
                connection.execute(sqlx::AssertSqlSafe(settings)).await?;
            }
            Ok(())
        })
    });
    pool.connect_with(options).await
}

/// Tries again for a while where several processes make the same new SQLite file theirs at once: to
/// set the journal's mode and to create tables takes locks that nobody waits for.
async fn patiently<T, E>(
    backend: Backend,
    mut attempt: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, E> {
    let begun = Instant::now();
    loop {
        match attempt().await {
            Err(_) if backend == Backend::Sqlite && begun.elapsed() < Duration::from_secs(2) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            result => return result,
        }
    }
}

/// Returns the time by which the server's clock is ahead of this machine's, in milliseconds.
async fn clock_ahead(pool: &AnyPool) -> Result<i64, DatabaseError> {
    let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
    let before = own_clock();
    let theirs: i64 = pool.fetch_one(sql).await?.try_get(0)?;
    // Halfway between asking and hearing.
    Ok(theirs - before.midpoint(own_clock()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_a_file_or_a_server() {
        let file = |path: &str| Database::Sqlite(path.into());
        assert_eq!("sqlite:a.db".parse::<Database>().ok(), Some(file("a.db")));
        assert_eq!(
            "sqlite:///var/a b?.db".parse::<Database>().ok(),
            Some(file("/var/a b?.db"))
        );
        for bad in ["", "a.db", "sqlite:", "mysql://x", "postgres://x:99999999/"] {
            let error = bad.parse::<Database>().unwrap_err();
            assert!(error.to_string().contains(bad), "{error}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        let server: Database = "postgres://ann:s3cret@db.example/x?sslmode=require"
            .parse()
            .expect("an address");
        assert_eq!(
            server.to_string(),
            "postgres://ann@db.example/x?sslmode=require"
        );
        for (address, shown) in [
            ("postgres://u@h/x?password=s3cret", "postgres://u@h/x"),
            (
                "postgres://h/x?sslmode=require&sslPassword=s3cret",
                "postgres://h/x?sslmode=require",
            ),
            ("postgres://ann:pa/s3cret@h/x", "postgres://ann@h/x"),
            ("postgres://ann:pa?s3cret@h/x", "postgres://ann@h/x"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
