//! Guests: people with a nickname and no account.
//!
//! A guest is known by a token, as a session is, on each device by one of its own (`devices`). Nobody takes a name that an account or another guest
//! has, in any spelling; a guest who has not been seen for a month is forgotten, and the name is free.

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

/// Somebody without an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guest {
    /// The guest's number; never given twice.
    pub id: i64,
    /// As the guest writes it.
    pub name: String,
}

columns!(Guest: id, name);

impl Guests<'_> {
    /// Takes a nickname: a new guest, or another name for the one who has this token. The token is
    /// given back if it is a new one.
    ///
    /// # Errors
    /// [`Refusal::Banned`]; a name that nobody may have; [`Refusal::NameTaken`] by an account or another guest, [`Refusal::NameAlike`] if it
    /// looks like theirs.
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

    /// The guest of a token; that somebody was seen is written at most once a day.
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

    /// The guest with a name, however it is written.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn by_name(self, name: &str) -> Result<Option<Guest>> {
        // What cannot be a name is nobody's.
        let Ok(name) = Name::new(name) else {
            return Ok(None);
        };
        let sql =
            sql!(["SELECT ", Guest::COLUMNS, " FROM visitors WHERE folded = ?"]; name.folded());
        self.store.first(sql).await
    }
}
