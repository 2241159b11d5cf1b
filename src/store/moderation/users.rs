//! Administrators, bans, renaming of users, and links for setting a new password.

use crate::accounts::lookalikes::{Taker, refuse_alike};
use crate::accounts::names::{self, Name};
use crate::accounts::passwords::Password;
use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::{Token, User, UserKind};
use crate::columns::{Columns, FromRow, columns};
use crate::error::{Error, Refusal, Result};
use crate::guests::Guest;
use crate::sql::{sql, whole};
use crate::{Change, Moderation};
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Time for which a link for setting a new password is valid, in milliseconds: one day.
const RESET_LASTS: i64 = DAY;

/// A ban in force: a banned user cannot log in, and a banned guest is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ban {
    /// Reason, which is shown to the banned person.
    pub why: String,
    /// Instant of its beginning, in milliseconds since 1970.
    pub begun: i64,
    /// Instant of its end, in milliseconds since 1970; `None` if it has none.
    pub until: Option<i64>,
}

columns!(Ban: why, begun, until);

impl Ban {
    /// Returns the refusal to show to the banned person.
    pub(crate) fn refusal(self) -> Refusal {
        let Ban { why, until, .. } = self;
        Refusal::Banned { why, until }
    }
}

/// A user with the data that administrators see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModeratedUser {
    /// The user's public data.
    #[serde(flatten)]
    pub user: User,
    /// True if the user is an administrator.
    pub administrator: bool,
    /// Ban in force; `None` if there is none.
    pub ban: Option<Ban>,
}

/// Person whom administrators may ban.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Moderated {
    /// A person with an account.
    User(User),
    /// A guest without an account.
    Guest(Guest),
}

impl Moderated {
    /// Returns the name in the person's own spelling.
    pub fn name(&self) -> &str {
        match self {
            Moderated::User(user) => &user.name,
            Moderated::Guest(guest) => &guest.name,
        }
    }

    /// Returns the column of the table of bans for this kind of person, and the number of the user or guest.
    fn key(&self) -> (&'static str, i64) {
        match self {
            Moderated::User(user) => ("user_id", user.id),
            Moderated::Guest(guest) => ("visitor", guest.id),
        }
    }
}

/// Returns the ban in force of a user or guest; `None` if there is none.
async fn ban_in(
    reader: &mut AnyConnection,
    now: i64,
    (column, id): (&'static str, i64),
) -> Result<Option<Ban>> {
    let sql = sql!(
        ["SELECT ", Ban::COLUMNS, " FROM bans WHERE ", column, " = ? AND lifted IS NULL \
          AND (until IS NULL OR until > ?) ORDER BY id DESC LIMIT 1"]; id, now
    );
    sql.first(reader).await
}

impl Moderation<'_> {
    /// Returns true if a user is an administrator.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn is_administrator(self, user: i64) -> Result<bool> {
        let sql = sql!("SELECT user_id FROM administrators WHERE user_id = ?"; user);
        Ok(self.store.first::<i64>(sql).await?.is_some())
    }

    /// Makes a user an administrator (`yes`), or ends that. `by` is the name for the log.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`] if no person has this name.
    pub async fn set_administrator(self, by: &str, name: &str, yes: bool) -> Result<User> {
        let user = self.person(name).await?;
        let mut change = self.store.begin().await?;
        let (sql, what) = if yes {
            let sql = sql!(
                "INSERT INTO administrators (user_id, since) VALUES (?, ?) ON CONFLICT (user_id) DO NOTHING";
                user.id, self.store.now()
            );
            (sql, "administrator")
        } else {
            let sql = sql!("DELETE FROM administrators WHERE user_id = ?"; user.id);
            (sql, "no-administrator")
        };
        if sql.run(&mut change).await? > 0 {
            self.note(&mut change, by, (what, &user.name, "")).await?;
        }
        change.commit().await?;
        Ok(user)
    }

    /// Returns people whose names contain a text, in the alphabetical order of their names: at most `limit`, without
    /// the first `offset`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn users(self, search: &str, offset: u32, limit: u32) -> Result<Vec<ModeratedUser>> {
        let mut reader = self.store.reader().await?;
        let folded = names::folded(search).replace(['%', '_', '\\'], "");
        let sql = sql!(
            ["SELECT ", User::COLUMNS, ", (SELECT count(*) FROM administrators a WHERE a.user_id = users.id) AS may \
              FROM users WHERE kind = 'person' AND folded LIKE ? ORDER BY folded LIMIT ? OFFSET ?"];
            format!("%{folded}%"), whole(limit), whole(offset)
        );
        let rows: Vec<AnyRow> = sql.all(&mut reader).await?;
        let mut users = Vec::with_capacity(rows.len());
        for row in rows {
            let administrator = row.read("may")?;
            let user = User::from_row(row)?;
            let ban = ban_in(&mut reader, self.store.now(), ("user_id", user.id)).await?;
            users.push(ModeratedUser {
                user,
                administrator,
                ban,
            });
        }
        Ok(users)
    }

    /// Returns guests whose names contain a text, in the alphabetical order of their names, at most `limit`, each with
    /// the ban in force.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn guests(self, search: &str, limit: u32) -> Result<Vec<(Guest, Option<Ban>)>> {
        let mut reader = self.store.reader().await?;
        let folded = names::folded(search).replace(['%', '_', '\\'], "");
        let sql = sql!(
            ["SELECT ", Guest::COLUMNS, " FROM visitors WHERE folded LIKE ? ORDER BY folded LIMIT ?"];
            format!("%{folded}%"), whole(limit)
        );
        let found: Vec<Guest> = sql.all(&mut reader).await?;
        let mut guests = Vec::with_capacity(found.len());
        for guest in found {
            let ban = ban_in(&mut reader, self.store.now(), ("visitor", guest.id)).await?;
            guests.push((guest, ban));
        }
        Ok(guests)
    }

    /// Returns the ban in force of a guest; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub(crate) async fn ban_of_guest(self, guest: i64) -> Result<Option<Ban>> {
        let mut reader = self.store.reader().await?;
        ban_in(&mut reader, self.store.now(), ("visitor", guest)).await
    }

    /// Bans a user or a guest for a number of days, or forever if `days` is `None`. It replaces a ban in force. A user
    /// is logged out everywhere.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::Administrator`].
    pub async fn ban(
        self,
        by: &str,
        name: &str,
        why: &str,
        days: Option<u32>,
    ) -> Result<Moderated> {
        let whom = self.somebody(name).await?;
        if let Moderated::User(user) = &whom
            && self.is_administrator(user.id).await?
        {
            return Err(Refusal::Administrator(user.name.clone()).into());
        }
        let (column, id) = whom.key();
        let now = self.store.now();
        let until = days.map(|days| now + i64::from(days) * DAY);
        let mut change = self.store.begin().await?;
        for sql in [
            sql!(["UPDATE bans SET lifted = ? WHERE ", column, " = ? AND lifted IS NULL"]; now, id),
            sql!(
                ["INSERT INTO bans (", column, ", why, begun, until) VALUES (?, ?, ?, ?)"]; id, why, now, until
            ),
        ] {
            sql.run(&mut change).await?;
        }
        if let Moderated::User(user) = &whom {
            let sql = sql!("DELETE FROM sessions WHERE user_id = ?"; user.id);
            sql.run(&mut change).await?;
        }
        self.note(&mut change, by, ("ban", whom.name(), why))
            .await?;
        change.commit().await?;
        Ok(whom)
    }

    /// Ends the ban of a user or a guest.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::NotBanned`].
    pub async fn unban(self, by: &str, name: &str, why: &str) -> Result<Moderated> {
        let whom = self.somebody(name).await?;
        let (column, id) = whom.key();
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        let sql = sql!(
            ["UPDATE bans SET lifted = ? WHERE ", column, " = ? AND lifted IS NULL AND (until IS NULL OR until > ?)"];
            now, id, now
        );
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::NotBanned(whom.name().to_owned()).into());
        }
        self.note(&mut change, by, ("unban", whom.name(), why))
            .await?;
        change.commit().await?;
        Ok(whom)
    }

    /// Changes a user's name, for example because it breaks a rule of the site.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::NameTaken`]; [`Error::Name`] for a name that is not
    /// allowed.
    pub async fn rename(self, by: &str, name: &str, new: &str, why: &str) -> Result<User> {
        let user = self.person(name).await?;
        let new = Name::fresh(new)?;
        let mut change = self.store.accounts().begin_naming().await?;
        refuse_alike(&mut change, self.store.now(), &new, Taker::User(user.id)).await?;
        let sql = sql!(
            ["UPDATE users SET name = ?, folded = ?, look = NULL WHERE id = ? RETURNING ", User::COLUMNS];
            new.shown(), new.folded(), user.id
        );
        let renamed: User = match sql.first(&mut change).await {
            Err(error) if error.is_unique_violation() => {
                return Err(Refusal::NameTaken(new.shown().to_owned()).into());
            }
            renamed => renamed?.ok_or_else(|| Refusal::UnknownName(name.to_owned()))?,
        };
        let about = format!("{} → {}", user.name, renamed.name);
        self.note(&mut change, by, ("rename", &about, why)).await?;
        change.commit().await?;
        Ok(renamed)
    }

    /// Creates a token with which a user sets a new password, valid once and for a day. A previous token of the user is
    /// no longer valid.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`].
    pub async fn begin_reset(self, by: &str, name: &str) -> Result<(User, Token)> {
        let user = self.person(name).await?;
        let token = new_token()?;
        let mut change = self.store.begin().await?;
        let until = self.store.now() + RESET_LASTS;
        for sql in [
            sql!("DELETE FROM password_resets WHERE user_id = ?"; user.id),
            sql!(
                "INSERT INTO password_resets (token, user_id, until) VALUES (?, ?, ?)";
                hashed(token.as_str()), user.id, until
            ),
        ] {
            sql.run(&mut change).await?;
        }
        self.note(&mut change, by, ("reset", &user.name, ""))
            .await?;
        change.commit().await?;
        Ok((user, token))
    }

    /// Sets a new password, given twice, for the user of a token, and logs the user out everywhere. The token is used
    /// up.
    ///
    /// # Errors
    /// [`Refusal::PasswordsDiffer`], [`Refusal::WrongLink`]; [`Error::Password`] for a password
    /// that is not allowed.
    pub async fn reset(self, token: &str, new: &Password, again: &Password) -> Result<User> {
        if new != again {
            return Err(Refusal::PasswordsDiffer.into());
        }
        let good = "token = ? AND used IS NULL AND until > ?";
        let sql = sql!(["SELECT user_id FROM password_resets WHERE ", good]; hashed(token), self.store.now());
        if self.store.first::<i64>(sql).await?.is_none() {
            return Err(Refusal::WrongLink.into());
        }
        let hash = new.hash().await?;
        let mut change = self.store.begin().await?;
        let now = self.store.now();
        let sql = sql!(
            ["UPDATE password_resets SET used = ? WHERE ", good, " RETURNING user_id"]; now, hashed(token), now
        );
        let user: Option<i64> = sql.first(&mut change).await?;
        let user = user.ok_or(Refusal::WrongLink)?;
        let sql = sql!(
            ["UPDATE users SET password = ? WHERE id = ? RETURNING ", User::COLUMNS]; hash, user
        );
        let user: Option<User> = sql.first(&mut change).await?;
        let user = user.ok_or(Refusal::WrongLink)?;
        let sql = sql!("DELETE FROM sessions WHERE user_id = ?"; user.id);
        sql.run(&mut change).await?;
        let did = ("reset-used", user.name.as_str(), "");
        self.note(&mut change, &user.name, did).await?;
        change.commit().await?;
        Ok(user)
    }

    /// Returns the person or the guest with a name; [`Refusal::UnknownName`] if there is neither.
    async fn somebody(self, name: &str) -> Result<Moderated> {
        match self.person(name).await {
            Err(Error::Refused(Refusal::UnknownName(unknown))) => {
                let guest = self.store.guests().by_name(name).await?;
                let guest = guest.map(Moderated::Guest);
                guest.ok_or_else(|| Refusal::UnknownName(unknown).into())
            }
            person => person.map(Moderated::User),
        }
    }

    /// Returns the person with a name; [`Refusal::UnknownName`] if there is none.
    async fn person(self, name: &str) -> Result<User> {
        let user = self.store.accounts().by_name(name).await?;
        let user = user.filter(|user| user.kind == UserKind::Person);
        user.ok_or_else(|| Refusal::UnknownName(name.to_owned()).into())
    }
}

/// Returns an error if a user is banned.
///
/// # Errors
/// [`Refusal::Banned`].
pub(crate) async fn refuse_banned(change: &mut Change, now: i64, user: i64) -> Result<()> {
    match ban_in(change, now, ("user_id", user)).await? {
        Some(ban) => Err(ban.refusal().into()),
        None => Ok(()),
    }
}
