//! Addresses of databases, and how a database is opened.

use crate::clock;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::migrations::migrator;
use crate::{DatabaseError, PATIENCE, Store, sqlite, sqlite_code};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor, Row};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Environment variable with the address of the database that is used if no argument names one.
pub const VARIABLE: &str = "ATALAYA_DATABASE";

/// Kind of database in which the collection is stored.
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
    pub(crate) fn for_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE",
        }
    }

    /// Clause like [`for_update`](Backend::for_update), for rows that are not deleted and keep their numbers: other
    /// transactions may still insert rows that refer to them. Used for users, because PostgreSQL takes a share lock on
    /// a user's row whenever a row that refers to it is written, such as a problem of that user, and this must not
    /// wait.
    pub(crate) fn for_no_key_update(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// Name of the SQL function that returns the position of a text within another one, from 1; 0 if it does not occur.
    pub(crate) fn place_in(self) -> &'static str {
        match self {
            Backend::Sqlite => "instr",
            Backend::Postgres => "strpos",
        }
    }
}

/// The address of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// SQLite, with the path of the file, which is created if it does not exist.
    Sqlite(PathBuf),
    /// A PostgreSQL server, with its URL.
    Postgres(String),
}

impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Database, DatabaseError> {
        let bad = || DatabaseError::Address(without_password(text));
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            // Parsed here, so that an invalid URL is reported as an invalid argument.
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

/// Returns an address without its passwords, to be shown to people: `postgres://user@host/name`.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    // Search for the last '@' of the whole text: a password may contain an unescaped '/' or '?'.
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
    /// Returns the default database: a file in the platform's data directory of this user.
    ///
    /// # Errors
    /// [`DatabaseError::NoHome`] if the platform has no such directory for this user.
    pub fn usual() -> Result<Database, DatabaseError> {
        let folders = directories::ProjectDirs::from("", "", "atalaya");
        match folders {
            Some(folders) => Ok(Database::Sqlite(
                folders.data_dir().join("collection.sqlite"),
            )),
            None => Err(DatabaseError::NoHome),
        }
    }

    fn url(&self) -> String {
        match self {
            Database::Sqlite(path) => format!("sqlite://{}?mode=rwc", escaped(path)),
            Database::Postgres(url) => url.clone(),
        }
    }
}

/// Escapes a path for use in a URL.
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

/// Maximum number of connections of one process.
const CONNECTIONS: u32 = 8;

/// Maximum time that a server may take to accept the first connection.
const FIRST: Duration = Duration::from_secs(10);

impl Store {
    /// Opens a database. Tables and templates of this version that the database does not have yet are created.
    ///
    /// # Errors
    /// [`DatabaseError`] if it cannot be opened or written to, or if a later version has migrated it.
    pub async fn open(database: &Database) -> Result<Store, DatabaseError> {
        Store::open_with(database, PATIENCE).await
    }

    /// Opens a database like [`Store::open`], with another [`Store::patience`] than [`PATIENCE`].
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub async fn open_with(
        database: &Database,
        patience: Duration,
    ) -> Result<Store, DatabaseError> {
        sqlx::any::install_default_drivers();
        let failed = |why: String| DatabaseError::Open {
            database: database.to_string(),
            why,
        };
        let backend = match database {
            Database::Sqlite(path) => {
                let made = make_file(path);
                made.map_err(|error| failed(error.to_string()))?;
                Backend::Sqlite
            }
            Database::Postgres(_) => Backend::Postgres,
        };
        let options = AnyConnectOptions::from_str(&database.url())
            .map_err(|error| failed(error.to_string()))?;
        // Tried without the pool first, which would retry until its time limit and then hide the reason of the failure.
        patiently(backend, || connect_once(backend, &options, patience))
            .await
            .map_err(|error| failed(cause(&error)))?;
        let pool = pool(backend, options, patience);
        let migrated = patiently(backend, || async { migrator(backend).run(&pool).await }).await;
        migrated.map_err(|error| match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
                DatabaseError::Later(database.to_string())
            }
            other => failed(cause(&other)),
        })?;
        let ahead = match backend {
            Backend::Sqlite => 0,
            Backend::Postgres => clock_ahead(&pool).await?,
        };
        let store = Store {
            pool,
            backend,
            patience,
            clock: Arc::new(Clock::new(ahead)),
        };
        let installed = async {
            store.problems().install_templates().await?;
            store.jobs().correct_deadlines().await
        };
        installed.await.map_err(|error| match error {
            Error::Database(error) => error,
            other => failed(other.to_string()),
        })?;
        Ok(store)
    }
}

/// Creates the file of a database, accessible to its owner only, and its directory, if they do not exist. SQLite gives
/// the files beside it the same permissions.
fn make_file(file: &Path) -> std::io::Result<()> {
    if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    base::files::create_private(file)?;
    // SQLite would open a read-only file, and fail only when something is written. The check does not open the file,
    // because closing it would release SQLite's locks.
    #[cfg(unix)]
    rustix::fs::access(file, rustix::fs::Access::WRITE_OK)?;
    Ok(())
}

/// Opens and closes one connection. In SQLite this reads the file, so that a damaged one is noticed.
async fn connect_once(
    backend: Backend,
    options: &AnyConnectOptions,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let connected = async {
        let mut connection = options.connect().await?;
        set_up(&mut connection, backend, patience).await?;
        connection.close().await
    };
    // SQLite itself waits that long for the locks of others.
    let limit = match backend {
        Backend::Sqlite => FIRST + patience,
        Backend::Postgres => FIRST,
    };
    tokio::time::timeout(limit, connected)
        .await
        .map_err(|_| std::io::Error::from(std::io::ErrorKind::TimedOut))?
}

/// Sets the options of a new SQLite connection; does nothing for PostgreSQL.
async fn set_up(
    connection: &mut AnyConnection,
    backend: Backend,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    if backend == Backend::Sqlite {
        // FULL: what has been committed survives not only a crash but also a power cut. Rollback journals of statements
        // and up to 32 MiB of pages are kept in memory.
        let patience = patience.as_millis();
        let settings = format!(
            "PRAGMA busy_timeout = {patience}; PRAGMA journal_mode = WAL; \
             PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
             PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;"
        );
        connection.execute(sqlx::AssertSqlSafe(settings)).await?;
    }
    Ok(())
}

fn pool(backend: Backend, options: AnyConnectOptions, patience: Duration) -> AnyPool {
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(patience);
    let pool =
        pool.after_connect(move |connection, _| Box::pin(set_up(connection, backend, patience)));
    let pool = pool.after_release(move |connection, _| {
        Box::pin(async move {
            // The ping waits until pending work such as a rollback is done; a connection whose server does not answer
            // is dropped. After a full disk SQLite has rolled the transaction back by itself and reports that there is
            // nothing to roll back, so that sqlx considers the connection to be in a transaction forever: it is dropped
            // too.
            tokio::time::timeout(patience, connection.ping())
                .await
                .map_err(|_| sqlx::Error::PoolTimedOut)??;
            Ok(!connection.is_in_transaction())
        })
    });
    pool.connect_lazy_with(options)
}

/// Returns the message of the database or the system, without the text that sqlx adds to it.
fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    match find(error) {
        Some(sqlx::Error::Database(error)) => error.message().to_owned(),
        Some(sqlx::Error::Io(error)) => error.to_string(),
        _ => error.to_string(),
    }
}

/// Returns the first error of sqlx in the chain of sources of an error; `None` if there is none.
fn find<'e>(error: &'e (dyn std::error::Error + 'static)) -> Option<&'e sqlx::Error> {
    let mut error = Some(error);
    while let Some(here) = error {
        if let Some(found) = here.downcast_ref() {
            return Some(found);
        }
        error = here.source();
    }
    None
}

/// Returns true if the same operation would fail again at once, for example because the file is not a database.
fn is_lasting(error: &(dyn std::error::Error + 'static)) -> bool {
    use sqlite::{CANTOPEN, CORRUPT, FULL, IOERR, NOTADB, PERM, READONLY};
    let lasting = [PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB];
    let code = find(error).and_then(sqlite_code);
    code.is_some_and(|code| lasting.contains(&code))
}

/// Runs an operation, and for SQLite retries it for up to two seconds while it fails for a reason that may pass.
/// Several processes may create the same new file at once, and setting the journal mode and creating tables take locks
/// without waiting for them.
async fn patiently<T, E: std::error::Error + 'static>(
    backend: Backend,
    mut attempt: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, E> {
    let begun = Instant::now();
    let may_wait = || backend == Backend::Sqlite && begun.elapsed() < Duration::from_secs(2);
    loop {
        match attempt().await {
            Err(error) if may_wait() && !is_lasting(&error) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            result => return result,
        }
    }
}

/// Returns the time by which the server's clock is ahead of this machine's, in milliseconds; negative if it is behind.
async fn clock_ahead(pool: &AnyPool) -> Result<i64, DatabaseError> {
    let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
    let before = clock::wall();
    let theirs: i64 = pool.fetch_one(sql).await?.try_get(0)?;
    // The server has read its clock at about half the time between the query and the answer.
    Ok(theirs - before.midpoint(clock::wall()))
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
