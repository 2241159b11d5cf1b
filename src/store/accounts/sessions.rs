//! Sessions of users who are logged in.
//!
//! A session is identified by a token of 256 random bits. The database stores only its SHA-256, so that somebody who
//! reads the database cannot log in with it; the token is random enough to need no salt.

use crate::accounts::Key;
use crate::accounts::passwords::Password;
use crate::accounts::user::{Session, Token, User};
use crate::columns::{Columns, FromRow};
use crate::error::{Error, Refusal, Result};
use crate::sql::sql;
use crate::{Accounts, Change};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::digest::generic_array::GenericArray;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Lifetime of a session after its last use, in milliseconds: thirty days.
pub const SESSION_LASTS: i64 = 30 * DAY;

/// Choice of the error that a failed login returns: with or without the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginDetail {
    /// An unknown name and a wrong password are different errors: on the user's own machine, where the list of names is
    /// readable anyway.
    OwnMachine,
    /// Both cases return the same error after the same work: on a site, where nobody shall find out which names exist.
    Site,
}

impl Accounts<'_> {
    /// Logs a person in (use case UC003).
    ///
    /// # Errors
    /// With [`LoginDetail::OwnMachine`] [`Refusal::UnknownName`] or [`Refusal::WrongPassword`], with
    /// [`LoginDetail::Site`] [`Refusal::WrongNameOrPassword`]; [`Refusal::Banned`].
    pub async fn log_in(
        self,
        name: &str,
        password: &Password,
        detail: LoginDetail,
    ) -> Result<Session> {
        let refusal = |refusal| match detail {
            LoginDetail::OwnMachine => Error::from(refusal),
            LoginDetail::Site => Refusal::WrongNameOrPassword.into(),
        };
        let Some(known) = self.credentials(Key::Name(name)).await? else {
            if detail == LoginDetail::Site {
                password.verify(None).await?;
            }
            return Err(refusal(Refusal::UnknownName(name.to_owned())));
        };
        if !password.verify(Some(known.hash.clone())).await? {
            return Err(refusal(Refusal::WrongPassword));
        }
        let mut change = self.store.begin().await?;
        let now = self.store.now();
        let sql = sql!("DELETE FROM sessions WHERE expires <= ?"; now);
        sql.run(&mut change).await?;
        // Locks the user's row: a change of the password at the same time then ends this session too.
        let sql = sql!(
            ["SELECT ", User::COLUMNS, " FROM users WHERE id = ? AND password = ?",
             self.store.backend.for_update()]; known.user.id, known.hash
        );
        let user: Option<User> = sql.first(&mut change).await?;
        let user = user.ok_or_else(|| refusal(Refusal::WrongPassword))?;
        crate::moderation::refuse_banned(&mut change, now, user.id).await?;
        let session = self.new_session(&mut change, user).await?;
        change.commit().await?;
        Ok(session)
    }

    /// Logs out: ends the session of a token (use case UC004). Returns true if there was such a session.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn log_out(self, token: &str) -> Result<bool> {
        let sql = sql!("DELETE FROM sessions WHERE token = ? AND expires > ?"; hashed(token), self.store.now());
        Ok(self.store.run(sql).await? > 0)
    }

    /// Ends all sessions of a user, and returns their number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn log_out_everywhere(self, user: i64) -> Result<u64> {
        let sql =
            sql!("DELETE FROM sessions WHERE user_id = ? AND expires > ?"; user, self.store.now());
        self.store.run(sql).await
    }

    /// Returns the user who is logged in with a token; `None` if there is no such session, or it has expired. Using a
    /// session extends it; the database is updated for that at most once a day.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn user_of(self, token: &str) -> Result<Option<User>> {
        let now = self.store.now();
        let sql = sql!(
            ["SELECT ", User::COLUMNS, ", sessions.expires FROM sessions JOIN users ON users.id = user_id \
              WHERE token = ? AND expires > ?"]; hashed(token), now
        );
        let row: Option<AnyRow> = self.store.first(sql).await?;
        let Some(row) = row else { return Ok(None) };
        let expires: i64 = row.read("expires")?;
        if expires < now + SESSION_LASTS - DAY {
            let sql = sql!("UPDATE sessions SET expires = ? WHERE token = ?"; now + SESSION_LASTS, hashed(token));
            self.store.run(sql).await?;
        }
        User::from_row(row).map(Some)
    }

    /// Begins a new session of a user.
    pub(crate) async fn new_session(self, change: &mut Change, user: User) -> Result<Session> {
        let token = new_token()?;
        let now = self.store.now();
        let expires = now + SESSION_LASTS;
        let sql = sql!(
            "INSERT INTO sessions (token, user_id, created, expires) VALUES (?, ?, ?, ?)";
            hashed(token.as_str()), user.id, now, expires
        );
        sql.run(change).await?;
        Ok(Session {
            token,
            expires,
            user,
        })
    }
}

/// Returns a new token of 256 random bits.
pub(crate) fn new_token() -> Result<Token> {
    let mut bits = GenericArray::from([0_u8; 32]);
    SysRng
        .try_fill_bytes(&mut bits)
        .map_err(|error| Error::invalid(format!("the system gives no random bits: {error}")))?;
    Ok(Token(format!("{bits:x}")))
}

/// Returns the form of a token that the database stores: its SHA-256, in hexadecimal.
pub(crate) fn hashed(token: &str) -> String {
    format!("{:x}", Sha256::digest(token.as_bytes()))
}
