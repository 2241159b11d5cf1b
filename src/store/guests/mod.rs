//! Guests: people with a nickname and no account.
//!
//! A guest is identified by a token, like a session, with a token of its own on each device (`devices`). A nickname
//! must differ from the names of all accounts and other guests, whatever the spelling. A guest who has not been seen
//! for a month is deleted, and the name is free again.

pub(crate) mod devices;

pub use devices::{CODE_LASTS, MOST_DEVICES, ReturnCode};

use crate::Guests;
use crate::accounts::lookalikes::{Taker, refuse_alike};
use crate::accounts::names::Name;
use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::Token;
use crate::columns::columns;
use crate::error::{Refusal, Result};
use crate::sql::sql;
use serde::Serialize;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Time for which a guest is remembered after having been seen, in milliseconds: thirty days.
pub const VISITOR_LASTS: i64 = 30 * DAY;

/// A guest: a person with a nickname and without an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guest {
    /// Number of the guest, which is never used again.
    pub id: i64,
    /// Nickname in the guest's own spelling.
    pub name: String,
}

columns!(Guest: id, name);

impl Guests<'_> {
    /// Sets the nickname of the guest with this token; without a token, or if no guest has it, creates a new guest.
    /// Returns the guest, and the token of a new guest; `None` instead if the guest existed before.
    ///
    /// # Errors
    /// [`Refusal::Banned`]; [`Error::Name`](crate::Error::Name) for a name that is not allowed,
    /// [`Refusal::NameReserved`]; [`Refusal::NameTaken`] if an account or another guest has the name,
    /// [`Refusal::NameAlike`] if it looks like the name of one of them.
    pub async fn take_nickname(
        self,
        name: &str,
        token: Option<&str>,
    ) -> Result<(Guest, Option<Token>)> {
        let name = Name::fresh(name)?;
        let own = match token {
            Some(token) => self.guest_of(token).await?.map_or(0, |guest| guest.id),
            None => 0,
        };
        let taken = || Refusal::NameTaken(name.shown().to_owned());
        let now = self.store.now();
        let mut change = self.store.accounts().begin_naming().await?;
        let sql = sql!("DELETE FROM visitors WHERE folded = ? AND seen < ?"; name.folded(), now - VISITOR_LASTS);
        sql.run(&mut change).await?;
        let sql = sql!("SELECT id FROM users WHERE folded = ?"; name.folded());
        if sql.first::<i64>(&mut change).await?.is_some() {
            return Err(taken().into());
        }
        refuse_alike(&mut change, self.store.now(), &name, Taker::Guest(own)).await?;
        if let Some(token) = token {
            let sql = sql!(
                ["UPDATE visitors SET name = ?, folded = ?, look = NULL, seen = ? WHERE token = ? \
                  OR id = (SELECT visitor FROM visitor_devices WHERE token = ?) RETURNING ", Guest::COLUMNS];
                name.shown(), name.folded(), now, hashed(token), hashed(token)
            );
            let guest = match sql.first(&mut change).await {
                Err(error) if error.is_unique_violation() => return Err(taken().into()),
                guest => guest?,
            };
            if let Some(guest) = guest {
                change.commit().await?;
                return Ok((guest, None));
            }
        }
        let token = new_token()?;
        let sql = sql!(
            ["INSERT INTO visitors (token, name, folded, created, seen) VALUES (?, ?, ?, ?, ?) \
              ON CONFLICT (folded) DO NOTHING RETURNING ", Guest::COLUMNS];
            hashed(token.as_str()), name.shown(), name.folded(), now, now
        );
        let guest: Option<Guest> = sql.first(&mut change).await?;
        let guest = guest.ok_or_else(taken)?;
        change.commit().await?;
        Ok((guest, Some(token)))
    }

    /// Returns the guest with a token; `None` if there is none. The instant at which the guest was last seen is updated
    /// at most once a day.
    ///
    /// # Errors
    /// [`Refusal::Banned`]; the error of the database.
    pub async fn guest_of(self, token: &str) -> Result<Option<Guest>> {
        let sql = sql!(
            "SELECT id, name, seen FROM visitors WHERE token = ? UNION ALL SELECT id, name, seen FROM visitors \
             WHERE id = (SELECT visitor FROM visitor_devices WHERE token = ?)"; hashed(token), hashed(token)
        );
        let found: Option<(i64, String, i64)> = self.store.first(sql).await?;
        let Some((id, name, seen)) = found else {
            return Ok(None);
        };
        let now = self.store.now();
        if seen < now - DAY {
            let sql = sql!("UPDATE visitors SET seen = ? WHERE id = ?"; now, id);
            self.store.run(sql).await?;
        }
        match self.store.moderation().ban_of_guest(id).await? {
            Some(ban) => Err(ban.refusal().into()),
            None => Ok(Some(Guest { id, name })),
        }
    }

    /// Returns the guest with a name, in any spelling; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn by_name(self, name: &str) -> Result<Option<Guest>> {
        // Nobody has a name that is not allowed.
        let Ok(name) = Name::new(name) else {
            return Ok(None);
        };
        let sql =
            sql!(["SELECT ", Guest::COLUMNS, " FROM visitors WHERE folded = ?"]; name.folded());
        self.store.first(sql).await
    }
}
