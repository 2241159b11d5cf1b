//! Names that look alike: nobody takes one that would be taken for another's.
//!
//! The look of a name is computed here, not by the database: a row has none until it is first needed.

use crate::accounts::names::Name;
use crate::error::{Refusal, Result};
use crate::guests::VISITOR_LASTS;
use crate::{Change, Collection};
use sqlx::{AssertSqlSafe, Row};

/// Rows of which the looks are computed at a time.
const ROWS: i64 = 500;

/// Somebody who wants a name.
pub(crate) enum Taker {
    /// A user, by number; 0 for one who is about to sign up. May be called as a guest is: as oneself before.
    User(i64),
    /// A guest, by number; 0 for a new one.
    Guest(i64),
}

impl Collection {
    /// Refuses a name that looks like one that somebody else has. The very same name is refused elsewhere.
    ///
    /// # Errors
    /// [`Refusal::NameAlike`].
    pub(crate) async fn refuse_alike(
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
