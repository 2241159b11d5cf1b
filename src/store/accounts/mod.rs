//! Accounts of users: signing up, changing name and password, and deleting the account with the user's data.
//!
//! A password is verified before the transaction begins, because this takes long; the transaction then requires that
//! the stored hash is still the same, so that of two concurrent changes the later one does not act on an outdated
//! password.

pub(crate) mod lookalikes;
pub mod names;
pub(crate) mod passwords;
pub(crate) mod sessions;
pub(crate) mod user;

use crate::accounts::lookalikes::{Taker, refuse_alike};
use crate::accounts::names::Name;
use crate::accounts::passwords::Password;
use crate::accounts::user::{Claims, Session, User};
use crate::columns::{Columns, FromRow, columns};
use crate::error::{Refusal, Result};
use crate::sql::sql;
use crate::{Accounts, Change};
use base::word::Word;
use sqlx::any::AnyRow;

columns!(User in "users.": id, kind, name, created, rating + deviation + volatility, points, games, wins, streak, best_streak);

/// A person's user with the hash of the password.
pub(crate) struct Credentials {
    pub(crate) user: User,
    pub(crate) hash: String,
}

impl Accounts<'_> {
    /// Creates an account for a person (use case UC001).
    ///
    /// # Errors
    /// [`Error::Name`](crate::Error::Name) or [`Error::Password`](crate::Error::Password) for a name or a password that
    /// is not allowed; [`Refusal::NameReserved`], [`Refusal::NameTaken`], [`Refusal::NameAlike`].
    pub async fn sign_up(self, name: &str, password: &Password) -> Result<User> {
        let name = Name::fresh(name)?;
        let hash = password.hash().await?;
        let mut change = self.begin_naming().await?;
        refuse_alike(&mut change, self.store.now(), &name, Taker::User(0)).await?;
        let sql = sql!(
            ["INSERT INTO users (kind, name, folded, password, created) VALUES ('person', ?, ?, ?, ?) \
              ON CONFLICT (folded) DO NOTHING RETURNING ", User::COLUMNS];
            name.shown(), name.folded(), hash, self.store.now()
        );
        let user = sql.first(&mut change).await?;
        let user = user.ok_or_else(|| Refusal::NameTaken(name.shown().to_owned()))?;
        change.commit().await?;
        Ok(user)
    }

    /// Returns the user with a number; `None` if there is no such user.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: i64) -> Result<Option<User>> {
        let sql = sql!(["SELECT ", User::COLUMNS, " FROM users WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// Returns the person or machine with a name, in any spelling; `None` if there is no such user.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn by_name(self, name: &str) -> Result<Option<User>> {
        // Nobody has a name that is not allowed.
        let Ok(name) = Name::new(name) else {
            return Ok(None);
        };
        let sql = sql!(["SELECT ", User::COLUMNS, " FROM users WHERE folded = ?"]; name.folded());
        self.store.first(sql).await
    }

    /// Returns people and machines in the alphabetical order of their names: at most `limit`, without the first
    /// `offset`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(self, offset: u32, limit: u32) -> Result<Vec<User>> {
        let sql = sql!(
            ["SELECT ", User::COLUMNS, " FROM users ORDER BY folded LIMIT ? OFFSET ?"];
            i64::from(limit), i64::from(offset)
        );
        self.store.all(sql).await
    }

    /// Returns the number of all users, both people and machines.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count(self) -> Result<u64> {
        self.store.count(sql!("SELECT count(*) FROM users")).await
    }

    /// Returns the person with a name and a password, without a session. It is used on the user's own machine, where
    /// two people play at one board and only one of them is logged in.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::WrongPassword`].
    pub async fn check_password(self, name: &str, password: &Password) -> Result<User> {
        let Some(known) = self.credentials(Key::Name(name)).await? else {
            return Err(Refusal::UnknownName(name.to_owned()).into());
        };
        known.verified(password).await.map(|found| found.user)
    }

    /// Changes a user's name (use case UC005), which has to be given twice. Another spelling of the present name is
    /// allowed.
    ///
    /// # Errors
    /// [`Refusal::NamesDiffer`], [`Refusal::WrongPassword`], [`Refusal::NameReserved`], [`Refusal::NameTaken`],
    /// [`Refusal::NameAlike`]; [`Error::Name`](crate::Error::Name) for a name that is not allowed.
    pub async fn rename(
        self,
        user: i64,
        new: &str,
        again: &str,
        password: &Password,
    ) -> Result<User> {
        let name = Name::fresh(new)?;
        if Name::new(again).ok().as_ref() != Some(&name) {
            return Err(Refusal::NamesDiffer.into());
        }
        let known = self.credentials_of(user).await?.verified(password).await?;
        let mut change = self.begin_naming().await?;
        refuse_alike(&mut change, self.store.now(), &name, Taker::User(user)).await?;
        let sql = sql!(
            ["UPDATE users SET name = ?, folded = ?, look = NULL WHERE id = ? AND password = ? RETURNING ",
             User::COLUMNS];
            name.shown(), name.folded(), user, known.hash
        );
        let user: User = match sql.first(&mut change).await {
            Err(error) if error.is_unique_violation() => {
                return Err(Refusal::NameTaken(name.shown().to_owned()).into());
            }
            user => user?.ok_or(Refusal::WrongPassword)?,
        };
        change.commit().await?;
        Ok(user)
    }

    /// Changes a user's password (use case UC006), given the old one and twice the new one. All sessions of the user
    /// end, and a new one is returned.
    ///
    /// # Errors
    /// [`Refusal::PasswordsDiffer`], [`Refusal::WrongPassword`]; [`Error::Password`](crate::Error::Password) for a
    /// password that is not allowed.
    pub async fn change_password(
        self,
        user: i64,
        old: &Password,
        new: &Password,
        again: &Password,
    ) -> Result<Session> {
        if new != again {
            return Err(Refusal::PasswordsDiffer.into());
        }
        let known = self.credentials_of(user).await?.verified(old).await?;
        let hash = new.hash().await?;
        let mut change = self.store.begin().await?;
        let sql = sql!("UPDATE users SET password = ? WHERE id = ? AND password = ?"; hash, user, known.hash);
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::WrongPassword.into());
        }
        let sql = sql!("DELETE FROM sessions WHERE user_id = ?"; user);
        sql.run(&mut change).await?;
        let session = self.new_session(&mut change, known.user).await?;
        change.commit().await?;
        Ok(session)
    }

    /// Deletes a user's account with its sessions (use case UC002), confirmed by name and password. A game is deleted
    /// if no other person took part in it; in the other games the user's seat remains without a user. A problem of the
    /// user is deleted if no game over it is left; the others remain without an owner.
    ///
    /// # Errors
    /// [`Refusal::NotYourName`], [`Refusal::WrongPassword`].
    pub async fn delete(self, user: i64, name: &str, password: &Password) -> Result<()> {
        let known = self.credentials_of(user).await?;
        if !known.user.is_called(name) {
            return Err(Refusal::NotYourName(name.to_owned()).into());
        }
        let known = known.verified(password).await?;
        let mut change = self.store.begin().await?;
        self.delete_theirs(&mut change, user).await?;
        crate::puzzles::forget(&mut change, &format!("u{user}")).await?;
        let sql = sql!("DELETE FROM users WHERE id = ? AND password = ?"; user, known.hash);
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::WrongPassword.into());
        }
        change.commit().await
    }

    /// Returns when a user's draws by threefold repetition are claimed automatically; the default if there is no such
    /// user.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn claims(self, user: i64) -> Result<Claims> {
        let sql = sql!("SELECT claims FROM users WHERE id = ?"; user);
        let word: Option<String> = self.store.first(sql).await?;
        Ok(word
            .as_deref()
            .and_then(Claims::of_word)
            .unwrap_or_default())
    }

    /// Sets when a user's draws by threefold repetition are claimed automatically.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if the account has been deleted.
    pub async fn set_claims(self, user: i64, claims: Claims) -> Result<()> {
        let mut change = self.store.begin().await?;
        let sql = sql!("UPDATE users SET claims = ? WHERE id = ?"; claims.word(), user);
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::NotLoggedIn.into());
        }
        change.commit().await
    }

    /// Returns the name of the picture that a user has chosen; `None` if the user has chosen none, or does not exist.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn picture(self, user: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT picture FROM profiles WHERE user_id = ?"; user);
        self.store.first(sql).await
    }

    /// Sets a user's picture, by its name.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if the account has been deleted.
    pub async fn set_picture(self, user: i64, picture: &str) -> Result<()> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "INSERT INTO profiles (user_id, picture) SELECT id, ? FROM users WHERE id = ? \
             ON CONFLICT (user_id) DO UPDATE SET picture = EXCLUDED.picture"; picture, user
        );
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::NotLoggedIn.into());
        }
        change.commit().await
    }

    /// Deletes a user's games and problems as described at [`delete`](Self::delete), and recomputes the results of the
    /// users and problems that the deleted games counted for.
    async fn delete_theirs(self, change: &mut Change, user: i64) -> Result<()> {
        // Locks the user's problems and those the user has played, then the user and the user's opponents. All
        // transactions lock in this order.
        let locked = self.store.backend.for_update();
        let shared = self.store.backend.for_no_key_update();
        let problems = sql!(
            ["SELECT id FROM problems WHERE owner_id = ? OR id IN (SELECT problem_id FROM plays \
              WHERE attacker_id = ? OR defender_id = ?) ORDER BY id", locked]; user, user, user
        );
        let players = sql!(
            ["SELECT id FROM users WHERE id = ? OR id IN (SELECT attacker_id FROM plays WHERE defender_id = ?) \
              OR id IN (SELECT defender_id FROM plays WHERE attacker_id = ?) ORDER BY id", shared];
            user, user, user
        );
        let own = sql!(["SELECT id FROM users WHERE id = ?", locked]; user);
        for lock in [problems, players, own] {
            lock.all::<i64>(change).await?;
        }
        let gone = "(attacker_id = ? OR defender_id = ?) AND NOT EXISTS (SELECT 1 FROM users \
                    WHERE users.id IN (attacker_id, defender_id) AND users.id <> ? \
                    AND users.kind = 'person')";
        let sql = sql!(
            ["SELECT DISTINCT problem_id FROM plays WHERE ", gone, " ORDER BY problem_id"]; user, user, user
        );
        let played: Vec<i64> = sql.all(change).await?;
        let sql = sql!(
            ["SELECT DISTINCT users.id FROM users JOIN plays ON users.id IN (attacker_id, defender_id) WHERE ",
             gone, " AND users.id <> ? ORDER BY users.id"]; user, user, user, user
        );
        let machines: Vec<i64> = sql.all(change).await?;
        sql!(["DELETE FROM plays WHERE ", gone]; user, user, user)
            .run(change)
            .await?;
        let sql = sql!(
            "DELETE FROM problems WHERE owner_id = ? \
             AND NOT EXISTS (SELECT 1 FROM plays WHERE problem_id = problems.id)"; user
        );
        sql.run(change).await?;
        for problem in played {
            let sql = sql!(
                "UPDATE problems SET played = (SELECT count(*) FROM plays WHERE problem_id = ?), solved = \
                 (SELECT count(*) FROM plays WHERE problem_id = ? AND result = 'mate') WHERE id = ?";
                problem, problem, problem
            );
            sql.run(change).await?;
            crate::plays::judge_anew(change, problem).await?;
        }
        for machine in machines {
            crate::plays::ranking::recount(change, machine).await?;
        }
        Ok(())
    }

    /// Returns the credentials of a person by number.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if there is no such person any more.
    async fn credentials_of(self, user: i64) -> Result<Credentials> {
        let found = self.credentials(Key::Id(user)).await?;
        // A user whose account has just been deleted is not logged in any more.
        found.ok_or_else(|| Refusal::NotLoggedIn.into())
    }

    /// Returns the credentials of a person; `None` if there is no such person, or if it is a machine.
    pub(crate) async fn credentials(self, key: Key<'_>) -> Result<Option<Credentials>> {
        let mut sql = sql!([
            "SELECT ",
            User::COLUMNS,
            ", users.password FROM users WHERE kind = 'person' AND "
        ]);
        match key {
            Key::Id(id) => sql.push("id = ").bind(id),
            // Nobody has a name that is not allowed.
            Key::Name(name) => match Name::new(name) {
                Ok(name) => sql.push("folded = ").bind(name.folded()),
                Err(_) => return Ok(None),
            },
        };
        let row: Option<AnyRow> = self.store.first(sql).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Credentials {
            hash: row.read("password")?,
            user: User::from_row(row)?,
        }))
    }
}

/// Key by which a person is looked up.
pub(crate) enum Key<'a> {
    Id(i64),
    Name(&'a str),
}

impl Credentials {
    /// Returns the credentials if the password is right.
    ///
    /// # Errors
    /// [`Refusal::WrongPassword`].
    pub(crate) async fn verified(self, password: &Password) -> Result<Credentials> {
        if password.verify(Some(self.hash.clone())).await? {
            Ok(self)
        } else {
            Err(Refusal::WrongPassword.into())
        }
    }
}
