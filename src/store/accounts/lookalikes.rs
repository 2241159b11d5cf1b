//! Names that look alike: nobody may take a name that looks like another user's or guest's name.
//!
//! The look of a name is computed by this program, not by the database, and stored in the row when it is first needed.

use crate::accounts::names::Name;
use crate::error::{Refusal, Result};
use crate::guests::VISITOR_LASTS;
use crate::sql::sql;
use crate::{Accounts, Backend, Change};
use sqlx::any::AnyRow;

/// Maximum number of rows whose looks are computed at a time.
const ROWS: i64 = 500;

/// User or guest who takes a name. A name that only looks like the taker's own is allowed.
pub(crate) enum Taker {
    /// A user, by number; 0 for one who is about to sign up. A guest with an equal name is no obstacle, because guest
    /// and user may be the same person.
    User(i64),
    /// A guest, by number; 0 for a new one.
    Guest(i64),
}

/// Number of the advisory lock that PostgreSQL holds while somebody takes a name, the same in all processes of a site.
const NAMES_LOCK: i64 = 0x6174_616c_6179_6100;

impl Accounts<'_> {
    /// Begins a transaction in which somebody takes a name. Such transactions run one after another, so that of two
    /// people who take names that look alike at the same time, the second one is refused. SQLite runs one write
    /// transaction at a time anyway.
    ///
    /// # Errors
    /// The error of the database.
    pub(crate) async fn begin_naming(self) -> Result<Change> {
        let mut change = self.store.begin().await?;
        if self.store.backend() == Backend::Postgres {
            let sql = sql!("SELECT CAST(pg_advisory_xact_lock(?) AS TEXT)"; NAMES_LOCK);
            sql.all::<AnyRow>(&mut change).await?;
        }
        Ok(change)
    }
}

/// Refuses a name that looks like one that somebody else has. An equal name is refused by the caller.
///
/// # Errors
/// [`Refusal::NameAlike`].
pub(crate) async fn refuse_alike(
    change: &mut Change,
    now: i64,
    name: &Name,
    taker: Taker,
) -> Result<()> {
    complete(change, "users").await?;
    complete(change, "visitors").await?;
    let (user, guest, seen) = match taker {
        Taker::User(id) => (id, 0, i64::MAX),
        Taker::Guest(id) => (0, id, now - VISITOR_LASTS),
    };
    let [look, look_shown] = name.looks();
    let alike = "(look = ? OR look_shown = ?) AND folded <> ? AND id <> ?";
    let sql = sql!(
        ["SELECT id FROM users WHERE ", alike, " UNION ALL SELECT id FROM visitors WHERE ", alike,
         " AND seen >= ?"];
        look.as_str(), look_shown.as_str(), name.folded(), user,
        look.as_str(), look_shown.as_str(), name.folded(), guest, seen
    );
    match sql.first::<i64>(change).await? {
        Some(_) => Err(Refusal::NameAlike(name.shown().to_owned()).into()),
        None => Ok(()),
    }
}

/// Computes the looks of all rows of a table that have none.
async fn complete(change: &mut Change, table: &'static str) -> Result<()> {
    loop {
        let sql = sql!(["SELECT id, name FROM ", table, " WHERE look IS NULL LIMIT ?"]; ROWS);
        let rows: Vec<(i64, String)> = sql.all(change).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for (id, name) in rows {
            // A stored name that is not allowed any more only looks like itself.
            let [look, look_shown] = match Name::new(&name) {
                Ok(name) => name.looks(),
                Err(_) => [name.clone(), name],
            };
            let sql = sql!(["UPDATE ", table, " SET look = ?, look_shown = ? WHERE id = ?"]; look, look_shown, id);
            sql.run(change).await?;
        }
    }
}
