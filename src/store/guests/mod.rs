//! Guests: people with a nickname and no account.
//!
//! A guest is known by a token, as a session is, on each device by one of its own (`devices`). Nobody takes a name that an account or another guest
//! has, in any spelling; a guest who has not been seen for a month is forgotten, and the name is free.

pub(crate) mod devices;

pub use devices::{CODE_LASTS, MOST_DEVICES, ReturnCode};

use crate::accounts::looks::Taker;
use crate::accounts::names::Name;
use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::Token;
use crate::error::{Refusal, Result};
use crate::{Collection, DatabaseError};
use sqlx::Row;
use sqlx::any::AnyRow;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Time for which a guest is remembered after having been seen, in milliseconds: thirty days.
pub const VISITOR_LASTS: i64 = 30 * DAY;

/// Somebody without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The guest's number; never given twice.
    pub id: i64,
    /// As the guest writes it.
    pub name: String,
}

impl Guest {
    pub(crate) fn from_row(row: &AnyRow) -> Result<Guest, DatabaseError> {
        Ok(Guest {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
        })
    }
}

impl Collection {
    /// Takes a nickname: a new guest, or another name for the one who has this token. The token is
    /// given back if it is a new one.
    ///
    /// # Errors
    /// A name that nobody may have; [`Refusal::NameTaken`] by an account or another guest, [`Refusal::NameAlike`] if it
    /// looks like theirs.
    pub async fn take_nickname(
        &self,
        name: &str,
        token: Option<&str>,
    ) -> Result<(Guest, Option<Token>)> {
        let name = Name::fresh(name)?;
        let own = match token {
            Some(token) => self.guest_of(token).await?.map_or(0, |guest| guest.id),
            None => 0,
        };
        let taken = || Refusal::NameTaken(name.shown().to_owned());
        let now = self.now();
        let mut change = self.begin().await?;
        sqlx::query("DELETE FROM visitors WHERE folded = $1 AND seen < $2")
            .bind(name.folded())
            .bind(now - VISITOR_LASTS)
            .execute(change.connection())
            .await?;
        let account: Option<i64> = sqlx::query_scalar("SELECT id FROM users WHERE folded = $1")
            .bind(name.folded())
            .fetch_optional(change.connection())
            .await?;
        if account.is_some() {
            return Err(taken().into());
        }
        self.refuse_alike(&mut change, &name, Taker::Guest(own))
            .await?;
        if let Some(token) = token {
            let row = sqlx::query(
                "UPDATE visitors SET name = $1, folded = $2, look = NULL, seen = $3 WHERE token = $4 \
                 OR id = (SELECT visitor FROM visitor_devices WHERE token = $4) RETURNING id, name",
            )
            .bind(name.shown())
            .bind(name.folded())
            .bind(now)
            .bind(hashed(token))
            .fetch_optional(change.connection())
            .await;
            let row = match row {
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                    return Err(taken().into());
                }
                row => row?,
            };
            if let Some(row) = row {
                let guest = Guest::from_row(&row)?;
                change.commit().await?;
                return Ok((guest, None));
            }
        }
        let token = new_token()?;
        let row = sqlx::query(
            "INSERT INTO visitors (token, name, folded, created, seen) VALUES ($1, $2, $3, $4, $4) \
             ON CONFLICT (folded) DO NOTHING RETURNING id, name",
        )
        .bind(hashed(token.as_str()))
        .bind(name.shown())
        .bind(name.folded())
        .bind(now)
        .fetch_optional(change.connection())
        .await?;
        let guest = Guest::from_row(&row.ok_or_else(taken)?)?;
        change.commit().await?;
        Ok((guest, Some(token)))
    }

    /// The guest of a token; that somebody was seen is written at most once a day.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn guest_of(&self, token: &str) -> Result<Option<Guest>> {
        let row = sqlx::query(
            "SELECT id, name, seen FROM visitors WHERE token = $1 UNION ALL \
             SELECT id, name, seen FROM visitors \
             WHERE id = (SELECT visitor FROM visitor_devices WHERE token = $1)",
        )
        .bind(hashed(token))
        .fetch_optional(&mut *self.reader().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let guest = Guest::from_row(&row)?;
        let now = self.now();
        if row.try_get::<i64, _>("seen")? < now - DAY {
            let mut change = self.begin().await?;
            sqlx::query("UPDATE visitors SET seen = $1 WHERE id = $2")
                .bind(now)
                .bind(guest.id)
                .execute(change.connection())
                .await?;
            change.commit().await?;
        }
        Ok(Some(guest))
    }
}
