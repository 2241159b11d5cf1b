//! Moderation of a site: administrators, bans, reports, links for setting a new password, and rules of the chat. Every
//! action of an administrator is written to the log in the same transaction.
//!
//! | file | contents |
//! |---|---|
//! | `users` | administrators, bans, renaming of users, links for setting a new password |
//! | `reports` | reports of visitors, which administrators answer |
//! | `chat` | rules of a room's chat: who may write, and blocked words |

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

/// A line of the moderation log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// Number of the line, which is never used again.
    pub id: i64,
    /// Instant of the action, in milliseconds since 1970.
    pub at: i64,
    /// Name of the administrator; empty for the command line.
    pub by_name: String,
    /// Identifier of the action: `ban`.
    pub what: String,
    /// User, game or report that the action concerns.
    pub about: String,
    /// Reason that the administrator has given.
    pub why: String,
}

columns!(LogLine: id, at, by_name, what, about, why);

impl Moderation<'_> {
    /// Returns lines of the log, newest first: at most `limit`, without the first `offset`.
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

    /// Returns the number of lines of the log.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn log_count(self) -> Result<u64> {
        let sql = sql!("SELECT count(*) FROM moderation_log");
        self.store.count(sql).await
    }

    /// Writes an action to the log that is not a change of the database, such as aborting a game.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn record(self, by: &str, what: &str, about: &str, why: &str) -> Result<()> {
        let mut change = self.store.begin().await?;
        self.note(&mut change, by, (what, about, why)).await?;
        change.commit().await
    }

    /// Adds a line to the log within a transaction: name of the administrator, action, object and reason.
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
