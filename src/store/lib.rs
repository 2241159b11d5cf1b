//! The database of the collection: users, problems, games and jobs, on SQLite or PostgreSQL.
//!
//! Begin with [`Store`]: an open database. A rule that refuses something gives [`Error::Refused`], with a sentence
//! for people; what cannot be understood gives [`Error::Invalid`].
//!
//! One code for SQLite and PostgreSQL, by sqlx's `Any`: statements have `$1`, types are `BIGINT`,
//! `DOUBLE PRECISION` and `TEXT`, and what the two say differently ([`Backend`]) is said here. What
//! follows from `Any`: sums and averages are cast (`CAST(sum(x) AS BIGINT)`), truth values are 0 and 1.
//!
//! Reading takes [`Store::reader`]; a change is everything between [`Store::begin`] and
//! [`Change::commit`], and is undone if it does not come so far. In SQLite a change has the one write
//! lock from its first statement, so nobody's change can fail for having read too early; others wait
//! for it up to [`Store::patience`].
//!
//! A connection on which a statement has failed goes back to the pool without its transaction, or not at all.
//!
//! | module | contents |
//! |---|---|
//! | [`accounts`] | users: names, passwords, sessions |
//! | [`guests`] | people with a nickname and no account, on their devices |
//! | `problems` | problems: made, read, changed, listed by a filter, imported; their verdicts; those that come with the program |
//! | `plays` | games over problems, the ranking that follows from them, problems being solved on the site |
//! | [`games`] | online games: events, seats, chat, ratings |
//! | `jobs` | the job queue: asking for work, taking it, handing it in |
//! | `puzzles` | puzzles of the site, attempts at them, their ratings and schedule |
//! | `moderation` | administrators, bans, reports, links for another password, rules of chat, the log of all that |
//! | [`tournaments`] | tournaments: players, pairings, results |
//! | [`classes`] | classes: pupils, tasks, what was solved |
//! | `processes` | the processes of a site, and whose rooms are whose |
//! | `error` | refusals and errors |
//! | `open` | addresses of databases, and how one is opened |
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

use clock::Clock;
use sqlx::pool::PoolConnection;
use sqlx::{Any, Transaction};
use sqlx::{AnyConnection, AnyPool};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

/// Maximum time that a command waits for a connection and for others' changes before it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The same for a site, where somebody waits for the answer.
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

/// A fault of the database, as a sentence.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// An address that names no database.
    #[error("bad database '{0}': expected sqlite:PATH or postgres://USER@HOST/NAME")]
    Address(String),
    /// It cannot be opened.
    #[error("cannot open the database {database}: {why}")]
    Open {
        /// Its address, without a password.
        database: String,
        /// Message of the system.
        why: String,
    },
    /// It was made by a later version of this program.
    #[error("the database {0} was made by a later version of Atalaya")]
    Later(String),
    /// A statement failed.
    #[error("the database refuses a statement: {0}")]
    Statement(#[from] sqlx::Error),
    /// No answer came in time.
    #[error("the database does not answer")]
    Silent,
    /// The database contains something that this program cannot have written.
    #[error("damaged database: {0}")]
    Damaged(String),
}

impl DatabaseError {
    /// Returns true if the same may succeed in a while: the server was away or restarted, others were in the
    /// way, all connections were in use, the disk was full.
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
                // PostgreSQL: connections, resources, operators, the system, conflicts; a server that only reads.
                let classes = ["08", "53", "57", "58", "40"];
                code == "25006" || classes.iter().any(|class| code.starts_with(class))
            }
            _ => false,
        }
    }
}

/// Returns SQLite's primary result code for an error of its own. PostgreSQL's codes are five characters long.
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
    /// The database's clock.
    clock: Arc<Clock>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Store { backend, clock, .. } = self;
        write!(f, "Store({backend:?}, {clock:?})")
    }
}

/// Declares the groups of tables: of each a small type that borrows the store, and the method that gives it.
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
    /// Users: people and machines, their names, passwords, sessions and pictures.
    accounts: Accounts,
    /// Guests: people with a nickname and no account, and their devices.
    guests: Guests,
    /// Problems with their verdicts.
    problems: Problems,
    /// Games over problems, the ranking by them, and problems being solved on the site.
    plays: Plays,
    /// Online games with their events and seats.
    games: Games,
    /// Chat of online games.
    chat: Chat,
    /// Ratings that follow from online games.
    ratings: Ratings,
    /// Jobs: asked for, listed, cancelled.
    jobs: Jobs,
    /// Jobs in workers' hands.
    queue: Queue,
    /// Processes of a site.
    processes: Processes,
    /// Puzzles of the site.
    puzzles: Puzzles,
    /// Moderation of the site.
    moderation: Moderation,
    /// Tournaments with their players and pairings.
    tournaments: Tournaments,
    /// Classes with their pupils and tasks.
    classes: Classes,
}

/// A change under way; undone when dropped.
#[derive(Debug)]
pub struct Change(Transaction<'static, Any>);

impl Deref for Change {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.0
    }
}

/// The connection on which the statements of the change are run.
impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}

impl Change {
    /// Makes it stay: when this returns, it outlasts a crash.
    ///
    /// # Errors
    /// The error of the database; then nothing was changed.
    pub async fn commit(self) -> Result<()> {
        Ok(self.0.commit().await?)
    }
}

impl Store {
    /// The time by the database's clock, in milliseconds since 1970: that of all machines that share
    /// it. It never runs backwards.
    pub fn now(&self) -> i64 {
        self.clock.now(clock::wall())
    }

    /// Maximum time that a statement waits for a connection, and a change for others' changes.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Which database it is.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Begins a change.
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

    /// A connection to read by.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reader(&self) -> Result<PoolConnection<Any>> {
        Ok(self.pool.acquire().await?)
    }

    /// Closes all connections, when those in use are given back.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Which database a connection leads to.
fn backend_of(connection: &AnyConnection) -> Backend {
    match connection.backend_name() {
        "SQLite" => Backend::Sqlite,
        _ => Backend::Postgres,
    }
}
