//! Names that look alike: nobody takes one that would be taken for another's.
//!
//! The look of a name is computed here, not by the database: a row has none until it is first needed.

use super::online::VISITOR_LASTS;
use super::{Backend, Change, Collection};
use crate::error::{Refusal, Result};
use crate::names::Name;
use sqlx::{AssertSqlSafe, Row};

/// Rows of which the looks are computed at a time.
const ROWS: i64 = 500;

/// Somebody who wants a name.
pub(super) enum Taker {
    /// A user, by number; 0 for one who is about to sign up. May be called as a guest is: as oneself before.
    User(i64),
    /// A guest, by number; 0 for a new one.
    Guest(i64),
}

/// Number of the lock that whoever takes a name holds on PostgreSQL, the same in all processes of a site.
const NAMES_LOCK: i64 = 0x6174_616c_6179_6100;

impl Collection {
    /// Begins a change in which somebody takes a name. One such change happens after another, so that of two who want
    /// names that look alike at the same instant the second sees the first. SQLite has one change at a time anyway.
    ///
    /// # Errors
    /// The error of the database.
    pub(super) async fn begin_naming(&self) -> Result<Change> {
        let mut change = self.begin().await?;
        if self.backend() == Backend::Postgres {
            sqlx::query("SELECT CAST(pg_advisory_xact_lock($1) AS TEXT)")
                .bind(NAMES_LOCK)
                .execute(change.connection())
                .await?;
        }
        Ok(change)
    }

    /// Refuses a name that looks like one that somebody else has. The very same name is refused elsewhere.
    ///
    /// # Errors
    /// [`Refusal::NameAlike`].
    pub(super) async fn refuse_alike(
        &self,
        change: &mut Change,
        name: &Name,
        taker: Taker,
    ) -> Result<()> {
        complete(change, "users").await?;
        complete(change, "visitors").await?;
        let (user, guest, seen) = match taker {
            Taker::User(id) => (id, 0, i64::MAX),
            Taker::Guest(id) => (0, id, self.now() - VISITOR_LASTS),
        };
        let [look, look_shown] = name.looks();
        let alike = "(look = $1 OR look_shown = $2) AND folded <> $3 AND id <> ";
        let sql = format!(
            "SELECT id FROM users WHERE {alike}$4 UNION ALL \
             SELECT id FROM visitors WHERE {alike}$5 AND seen >= $6"
        );
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(look)
            .bind(look_shown)
            .bind(name.folded())
            .bind(user)
            .bind(guest)
            .bind(seen)
            .fetch_optional(change.connection())
            .await?;
        match found {
            Some(_) => Err(Refusal::NameAlike(name.shown().to_owned()).into()),
            None => Ok(()),
        }
    }
}

/// Computes the looks of all rows of a table that have none.
async fn complete(change: &mut Change, table: &'static str) -> Result<()> {
    loop {
        let sql = format!("SELECT id, name FROM {table} WHERE look IS NULL LIMIT $1");
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(ROWS)
            .fetch_all(change.connection())
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let (id, name): (i64, String) = (row.try_get("id")?, row.try_get("name")?);
            // What is no name any more looks like itself.
            let [look, look_shown] = match Name::new(&name) {
                Ok(name) => name.looks(),
                Err(_) => [name.clone(), name],
            };
            let sql = format!("UPDATE {table} SET look = $1, look_shown = $2 WHERE id = $3");
            sqlx::query(AssertSqlSafe(sql))
                .bind(look)
                .bind(look_shown)
                .bind(id)
                .execute(change.connection())
                .await?;
        }
    }
}
