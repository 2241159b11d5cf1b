//! Moderation of a site: administrators, bans, reports, links for another password, rules of chat. Whatever an
//! administrator does is written into the log in the same change.
//!
//! | file | contents |
//! |---|---|
//! | `users` | administrators, bans, other names, links for another password |
//! | `reports` | what people report |
//! | `chat` | who may speak in a room, and words that are not said there |

mod chat;
mod reports;
mod users;

pub use chat::{ChatRule, Speakers};
pub use reports::{NewReport, Report, ReportState, ReportSubject};
pub(crate) use users::refuse_banned;
pub use users::{Ban, Moderated, ModeratedUser};

use crate::columns::columns;
use crate::error::Result;
use crate::sql::{sql, whole};
use crate::{Change, Moderation};
use serde::Serialize;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// Its number; never given twice.
    pub id: i64,
    /// Instant, in milliseconds since 1970.
    pub at: i64,
    /// Name of the administrator; empty for the command line.
    pub by_name: String,
    /// Action: `ban`.
    pub what: String,
    /// The user, game or report.
    pub about: String,
    /// Reason.
    pub why: String,
}

columns!(LogLine: id, at, by_name, what, about, why);

impl Moderation<'_> {
    /// The lines of the log, newest first: `limit` after the first `offset`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn log(self, offset: u32, limit: u32) -> Result<Vec<LogLine>> {
        let sql = sql!(
            ["SELECT ", LogLine::COLUMNS, " FROM moderation_log ORDER BY id DESC LIMIT ? OFFSET ?"];
            whole(limit), whole(offset)
        );
        self.store.all(sql).await
    }

    /// Number of lines of the log.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn log_count(self) -> Result<u64> {
        let sql = sql!("SELECT count(*) FROM moderation_log");
        self.store.count(sql).await
    }

    /// Writes into the log what was done elsewhere: a game that was aborted.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn record(self, by: &str, what: &str, about: &str, why: &str) -> Result<()> {
        let mut change = self.store.begin().await?;
        self.note(&mut change, by, (what, about, why)).await?;
        change.commit().await
    }

    /// Writes a line of the log in a change: who, and what, about whom, why.
    async fn note(
        self,
        change: &mut Change,
        by: &str,
        (what, about, why): (&str, &str, &str),
    ) -> Result<()> {
        let sql = sql!(
            "INSERT INTO moderation_log (at, by_name, what, about, why) VALUES (?, ?, ?, ?, ?)";
            self.store.now(), by, what, about, why
        );
        sql.run(change).await?;
        Ok(())
    }
}
