//! The database of the collection: users, problems, games and jobs, on SQLite or PostgreSQL.
//!
//! Begin with [`Store`], an open database. An operation that a rule forbids returns [`Error::Refused`], with a message
//! for users; input that cannot be parsed returns [`Error::Invalid`].
//!
//! SQLite and PostgreSQL share the same code, through sqlx's `Any` driver: integer columns are `BIGINT`, others `DOUBLE
//! PRECISION` or `TEXT`, and the few differences between the SQL dialects are methods of [`Backend`]. `Any` requires
//! that sums and averages are cast (`CAST(sum(x) AS BIGINT)`) and that truth values are stored as 0 and 1.
//!
//! Queries run on a connection from [`Store::reader`]. A transaction ([`Change`]) lasts from [`Store::begin`] to
//! [`Change::commit`], and is rolled back if it is dropped before that. In SQLite a transaction holds the only write
//! lock from its first statement on, so that it cannot fail because of data read too early; other writers wait for the
//! lock for at most [`Store::patience`].
//!
//! A connection on which a statement has failed is rolled back before it returns to the pool, or closed.
//!
//! | module | contents |
//! |---|---|
//! | [`accounts`] | users: names, passwords, sessions |
//! | [`guests`] | people with a nickname and no account, on their devices |
//! | `problems` | problems: creating, changing, listing and importing them; their verdicts; templates |
//! | `plays` | games over problems, the ranking that follows from them, attempts on the site |
//! | [`games`] | online games: events, seats, chat, ratings |
//! | `jobs` | the job queue: requesting work, taking it, handing in results |
//! | `puzzles` | puzzles of the site, attempts at them, their ratings and schedule |
//! | `moderation` | administrators, bans, reports, links for a new password, rules of chat, and a log of these |
//! | [`tournaments`] | tournaments: players, pairings, results |
//! | [`classes`] | classes: teachers, pupils, problems to be solved |
//! | `processes` | processes of a site, and which process owns which rooms |
//! | `error` | refusals and errors |
//! | `open` | addresses of databases, and opening a database |
//! | `migrations` | the tables, as SQL |
//! | `sql` | statements and the values bound to them |
//! | `columns` | types read from the columns of rows |
//! | `clock` | the time, which never runs backwards |

base::messages!("store");

pub mod accounts;
pub mod classes;
mod clock;
mod columns;
mod error;
pub mod games;
pub mod guests;
mod jobs;
mod migrations;
mod moderation;
mod open;
mod plays;
mod problems;
mod processes;
mod puzzles;
mod sql;
pub mod tournaments;

pub use self::problems::Created;
pub use self::problems::list::{COUNTED, Page};
pub use self::problems::rows::MAX_TWINS;
pub use self::problems::verdicts::Verified;
pub use accounts::names::{self, NameError};
pub use accounts::passwords::{Password, PasswordError};
pub use accounts::sessions::{LoginDetail, SESSION_LASTS};
pub use accounts::user::{Claims, Session, Token, User, UserKind};
pub use error::{Error, Refusal, Result};
pub use jobs::leases::Taking;
pub use jobs::settle::Settled;
pub use jobs::site::{SiteJob, SiteRequest};
pub use jobs::task::{
    Analysis, Composed, Composing, Contest, Held, Kind, Outcome, Part, Task, Verification, Work,
};
pub use jobs::{KEPT_MS, job};
pub use moderation::{
    Ban, ChatRule, LogLine, Moderated, ModeratedUser, NewReport, Report, ReportState,
    ReportSubject, Speakers,
};
pub use open::{Backend, Database};
pub use plays::attempts::{Attempt, Kept};
pub use plays::ranking::{Ranked, Ranking, RankingOf};
pub use plays::{NewPlay, Play, Recorded};
pub use processes::Process;
pub use puzzles::{DuePuzzle, NewPuzzle, PastTry, PuzzleRow, PuzzleSource, PuzzleStanding, Try};

use base::lang::Lang;
use base::say;
use clock::Clock;
use sqlx::pool::PoolConnection;
use sqlx::{Any, Transaction};
use sqlx::{AnyConnection, AnyPool};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

/// Maximum time that a command-line command waits for a connection and for the transactions of others before it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Maximum time that a request of the web site waits for a connection and for others' changes before it fails: shorter
/// than [`PATIENCE`], because a visitor waits for the answer.
pub const SITE_PATIENCE: Duration = Duration::from_secs(5);

/// SQLite's primary result codes.
mod sqlite {
    pub const PERM: u32 = 3;
    pub const BUSY: u32 = 5;
    pub const LOCKED: u32 = 6;
    pub const READONLY: u32 = 8;
    pub const IOERR: u32 = 10;
    pub const CORRUPT: u32 = 11;
    pub const FULL: u32 = 13;
    pub const CANTOPEN: u32 = 14;
    pub const NOTADB: u32 = 26;
}

/// Error of the database: it cannot be opened, does not answer, refuses a statement, or has damaged data.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum DatabaseError {
    /// The text is not the address of a database.
    Address(String),
    /// This user has no home folder, in which the usual database would be.
    NoHome,
    /// The database cannot be opened.
    Open {
        /// Address of the database, without a password.
        database: String,
        /// Error message of the system or of the database.
        why: String,
    },
    /// The database was created or migrated by a later version of this program.
    Later(String),
    /// A statement failed.
    Statement(#[from] sqlx::Error),
    /// The database did not answer in time.
    Silent,
    /// The database contains something that this program cannot have written.
    Damaged(String),
}

impl DatabaseError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            DatabaseError::Address(address) => say!(lang, "database-address", address),
            DatabaseError::NoHome => {
                say!(lang, "database-no-home", variable = open::VARIABLE)
            }
            DatabaseError::Open { database, why } => say!(lang, "database-open", database, why),
            DatabaseError::Later(database) => say!(lang, "database-later", database),
            DatabaseError::Statement(error) => say!(lang, "database-statement", error),
            DatabaseError::Silent => say!(lang, "database-silent").to_owned(),
            DatabaseError::Damaged(why) => say!(lang, "database-damaged", why),
        }
    }

    /// Returns true if the same operation may succeed later: the server was unreachable or restarted, locks or
    /// connections were in use, or the disk was full. Returns false for lasting errors.
    pub fn may_pass(&self) -> bool {
        let error = match self {
            DatabaseError::Statement(error) => error,
            DatabaseError::Silent => return true,
            _ => return false,
        };
        if let Some(code) = sqlite_code(error) {
            use sqlite::{BUSY, CANTOPEN, FULL, IOERR, LOCKED, READONLY};
            return [BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN].contains(&code);
        }
        match error {
            sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Database(error) => {
                let code = error.code().unwrap_or_default();
                // PostgreSQL's classes of SQLSTATE codes: connection exceptions, insufficient resources, operator
                // intervention, system errors, rolled back transactions; 25006 is a read-only server.
                let classes = ["08", "53", "57", "58", "40"];
                code == "25006" || classes.iter().any(|class| code.starts_with(class))
            }
            _ => false,
        }
    }
}

/// Returns SQLite's primary result code; `None` if the error does not come from SQLite. PostgreSQL's codes are told
/// apart by their length of five characters.
fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    let extended: u32 = code.parse().ok().filter(|_| code.len() < 5)?;
    Some(extended & 0xff)
}

/// An open database. Cheap to clone; all clones share one pool of connections.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    backend: Backend,
    patience: Duration,
    /// Clock that gives the time of the database.
    clock: Arc<Clock>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Store { backend, clock, .. } = self;
        write!(f, "Store({backend:?}, {clock:?})")
    }
}

/// Declares the groups of tables: for each a small type that borrows the store, and the method of [`Store`] that
/// returns it.
macro_rules! groups {
    ($($(#[$doc:meta])* $method:ident: $Group:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $Group<'s> {
                store: &'s Store,
            }
        )*

        impl Store {
            $(
                $(#[$doc])*
                pub fn $method(&self) -> $Group<'_> {
                    $Group { store: self }
                }
            )*
        }
    };
}

groups! {
    /// Access to the users: people and machines, their names, passwords, sessions and pictures.
    accounts: Accounts,
    /// Access to the guests, people with a nickname and no account, and to their devices.
    guests: Guests,
    /// Access to the problems and their verdicts.
    problems: Problems,
    /// Access to the games played over problems, to the ranking that follows from them, and to the attempts of visitors
    /// at problems on the site.
    plays: Plays,
    /// Access to the online games, their events and seats.
    games: Games,
    /// Access to the chat of online games.
    chat: Chat,
    /// Access to the ratings that follow from online games.
    ratings: Ratings,
    /// Access to jobs for their clients: requesting, listing and cancelling work.
    jobs: Jobs,
    /// Access to jobs for workers: taking work and handing in results.
    queue: Queue,
    /// Access to the server processes of a site: which are alive, and which process owns which rooms.
    processes: Processes,
    /// Access to the puzzles of the site, the attempts at them and their ratings.
    puzzles: Puzzles,
    /// Access to the moderation of the site: administrators, bans, reports of visitors and rules of the chat.
    moderation: Moderation,
    /// Access to the tournaments with their players and pairings.
    tournaments: Tournaments,
    /// Access to the classes with their pupils and tasks.
    classes: Classes,
}

/// A transaction in progress; rolled back when dropped.
#[derive(Debug)]
pub struct Change(Transaction<'static, Any>);

impl Deref for Change {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.0
    }
}

/// Gives access to the connection on which the statements of the transaction are run.
impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}

impl Change {
    /// Commits the transaction: when this returns, the changes are durable, even after a crash.
    ///
    /// # Errors
    /// The error of the database; then nothing was changed.
    pub async fn commit(self) -> Result<()> {
        Ok(self.0.commit().await?)
    }
}

impl Store {
    /// Returns the time by the database's clock, which all machines that share the database follow, in milliseconds
    /// since 1970. It never runs backwards.
    pub fn now(&self) -> i64 {
        self.clock.now(clock::wall())
    }

    /// Maximum time that a statement waits for a connection, and a transaction for the locks of others.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Kind of database that the store uses.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn begin(&self) -> Result<Change> {
        let change = match self.backend {
            Backend::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await?,
            Backend::Postgres => self.pool.begin().await?,
        };
        Ok(Change(change))
    }

    /// Returns a connection for queries that change nothing.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reader(&self) -> Result<PoolConnection<Any>> {
        Ok(self.pool.acquire().await?)
    }

    /// Closes all connections, after those in use have been returned to the pool.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Returns the kind of database that a connection uses.
fn backend_of(connection: &AnyConnection) -> Backend {
    match connection.backend_name() {
        "SQLite" => Backend::Sqlite,
        _ => Backend::Postgres,
    }
}
