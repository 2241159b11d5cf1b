//! Users: signing up, another name, another password, and what becomes of all that is theirs when they
//! go.
//!
//! A password is verified before the change begins, for that takes long; the change then asks for the
//! same hash to be there still, so that of two changes at once the later one sees what it knows.

pub(crate) mod looks;
pub mod names;
pub(crate) mod passwords;
pub(crate) mod sessions;
pub(crate) mod user;

use crate::accounts::looks::Taker;
use crate::accounts::names::Name;
use crate::accounts::passwords::Password;
use crate::accounts::user::{Session, User, UserKind};
use crate::error::{Refusal, Result};
use crate::{Change, Collection, DatabaseError};
use problems::rating::Rating;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// The columns of a [`User`], of a table or join in which the users are called so.
pub(crate) const COLUMNS: &str = "users.id, users.kind, users.name, users.created, users.rating, \
     users.deviation, users.volatility, users.points, users.games, users.wins, users.streak, \
     users.best_streak";

impl User {
    /// From [`COLUMNS`].
    pub(crate) fn from_row(row: &AnyRow) -> Result<User, DatabaseError> {
        Ok(User {
            id: row.try_get("id")?,
            kind: UserKind::from_row(row)?,
            name: row.try_get("name")?,
            created: row.try_get("created")?,
            rating: rating_from(row)?,
            points: row.try_get("points")?,
            games: row.try_get("games")?,
            wins: row.try_get("wins")?,
            streak: row.try_get("streak")?,
            best_streak: row.try_get("best_streak")?,
        })
    }
}

impl UserKind {
    /// From the column `kind`.
    pub(crate) fn from_row(row: &AnyRow) -> Result<UserKind, DatabaseError> {
        let kind: String = row.try_get("kind")?;
        match kind.as_str() {
            "person" => Ok(UserKind::Person),
            "machine" => Ok(UserKind::Machine),
            _ => Err(DatabaseError::Damaged(format!("a user of kind '{kind}'"))),
        }
    }
}

/// From the columns `rating`, `deviation` and `volatility`.
pub(crate) fn rating_from(row: &AnyRow) -> Result<Rating, DatabaseError> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

/// A user, and the hash of their password.
pub(crate) struct Known {
    pub(crate) user: User,
    pub(crate) hash: String,
}

impl Collection {
    /// Signs somebody up (UC001).
    ///
    /// # Errors
    /// A name or a password that nobody may have; [`Refusal::NameTaken`].
    pub async fn sign_up(&self, name: &str, password: &Password) -> Result<User> {
        let name = Name::fresh(name)?;
        let hash = password.hash().await?;
        let mut change = self.begin().await?;
        self.refuse_alike(&mut change, &name, Taker::User(0))
            .await?;
        let sql = format!(
            "INSERT INTO users (kind, name, folded, password, created) \
             VALUES ('person', $1, $2, $3, $4) ON CONFLICT (folded) DO NOTHING RETURNING {COLUMNS}"
        );
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(name.shown())
            .bind(name.folded())
            .bind(hash)
            .bind(self.now())
            .fetch_optional(change.connection())
            .await?;
        let Some(row) = row else {
            return Err(Refusal::NameTaken(name.shown().to_owned()).into());
        };
        let user = User::from_row(&row)?;
        change.commit().await?;
        Ok(user)
    }

    /// The user with a number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn user(&self, id: i64) -> Result<Option<User>> {
        let sql = format!("SELECT {COLUMNS} FROM users WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(id)
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(row.as_ref().map(User::from_row).transpose()?)
    }

    /// The user with a name, person or machine, however it is written.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<User>> {
        // What cannot be a name is nobody's.
        let Ok(name) = Name::new(name) else {
            return Ok(None);
        };
        let sql = format!("SELECT {COLUMNS} FROM users WHERE folded = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(name.folded())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(row.as_ref().map(User::from_row).transpose()?)
    }

    /// People and machines in the order of their names, so many of them after the first so many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn users(&self, offset: u32, limit: u32) -> Result<Vec<User>> {
        let sql = format!("SELECT {COLUMNS} FROM users ORDER BY folded LIMIT $1 OFFSET $2");
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        let users: Result<_, _> = rows.iter().map(User::from_row).collect();
        Ok(users?)
    }

    /// Returns the number of users, people and machines.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_users(&self) -> Result<u64> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM users")
            .fetch_one(&mut *self.reader().await?)
            .await?;
        Ok(count.unsigned_abs())
    }

    /// The person with a name and a password, as on one's own machine: for whoever sits down at the
    /// board beside the one who is logged in.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::WrongPassword`].
    pub async fn check_password(&self, name: &str, password: &Password) -> Result<User> {
        let Some(known) = self.known(Key::Name(name)).await? else {
            return Err(Refusal::UnknownName(name.to_owned()).into());
        };
        known.proved(password).await.map(|known| known.user)
    }

    /// Gives a user another name (UC005), asked for twice. Another spelling of the same name is one.
    ///
    /// # Errors
    /// [`Refusal::NamesDiffer`], [`Refusal::WrongPassword`], [`Refusal::NameTaken`]; a name that nobody
    /// may have.
    pub async fn rename(
        &self,
        user: i64,
        new: &str,
        again: &str,
        password: &Password,
    ) -> Result<User> {
        let name = Name::fresh(new)?;
        if Name::new(again).ok().as_ref() != Some(&name) {
            return Err(Refusal::NamesDiffer.into());
        }
        let known = self.known_by_id(user).await?.proved(password).await?;
        let mut change = self.begin().await?;
        self.refuse_alike(&mut change, &name, Taker::User(user))
            .await?;
        let sql = format!(
            "UPDATE users SET name = $1, folded = $2, look = NULL WHERE id = $3 AND password = $4 \
             RETURNING {COLUMNS}"
        );
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(name.shown())
            .bind(name.folded())
            .bind(user)
            .bind(known.hash)
            .fetch_optional(change.connection())
            .await;
        let row = match row {
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(Refusal::NameTaken(name.shown().to_owned()).into());
            }
            row => row?.ok_or(Refusal::WrongPassword)?,
        };
        let user = User::from_row(&row)?;
        change.commit().await?;
        Ok(user)
    }

    /// Gives a user another password (UC006): the old one, and the new one twice. Whoever was logged in
    /// as this user is so no more; the session that is returned is a new one.
    ///
    /// # Errors
    /// [`Refusal::PasswordsDiffer`], [`Refusal::WrongPassword`]; a password that nobody may have.
    pub async fn change_password(
        &self,
        user: i64,
        old: &Password,
        new: &Password,
        again: &Password,
    ) -> Result<Session> {
        if new != again {
            return Err(Refusal::PasswordsDiffer.into());
        }
        let known = self.known_by_id(user).await?.proved(old).await?;
        let hash = new.hash().await?;
        let mut change = self.begin().await?;
        let changed = sqlx::query("UPDATE users SET password = $1 WHERE id = $2 AND password = $3")
            .bind(hash)
            .bind(user)
            .bind(known.hash)
            .execute(change.connection())
            .await?;
        if changed.rows_affected() == 0 {
            return Err(Refusal::WrongPassword.into());
        }
        sqlx::query("DELETE FROM sessions WHERE user_id = $1")
            .bind(user)
            .execute(change.connection())
            .await?;
        let session = self.new_session(&mut change, known.user).await?;
        change.commit().await?;
        Ok(session)
    }

    /// Deletes a user's account (UC002), confirmed by name and password. The user's sessions go. A game
    /// goes with the last person who took part in it; in others the seat becomes nobody's. A problem
    /// of the user's goes if no game over it is left; others become nobody's.
    ///
    /// # Errors
    /// [`Refusal::NotYourName`], [`Refusal::WrongPassword`].
    pub async fn delete_account(&self, user: i64, name: &str, password: &Password) -> Result<()> {
        let known = self.known_by_id(user).await?;
        if !known.user.is_called(name) {
            return Err(Refusal::NotYourName(name.to_owned()).into());
        }
        let known = known.proved(password).await?;
        let mut change = self.begin().await?;
        self.delete_theirs(&mut change, user).await?;
        let deleted = sqlx::query("DELETE FROM users WHERE id = $1 AND password = $2")
            .bind(user)
            .bind(known.hash)
            .execute(change.connection())
            .await?;
        if deleted.rows_affected() == 0 {
            return Err(Refusal::WrongPassword.into());
        }
        change.commit().await
    }

    /// Deletes a user's games and problems as far as they go, and counts again for those they
    /// counted for.
    async fn delete_theirs(&self, change: &mut Change, user: i64) -> Result<()> {
        // The user's problems and those they played on, then the user and whom they played with: in
        // this order everybody locks them.
        let locked = self.backend.for_update();
        let shared = self.backend.for_no_key_update();
        let theirs = numbers(
            change.connection(),
            format!(
                "SELECT id FROM problems WHERE owner_id = $1 OR id IN (SELECT problem_id FROM plays \
                 WHERE attacker_id = $1 OR defender_id = $1) ORDER BY id{locked}"
            ),
            user,
        );
        theirs.await?;
        let with = "SELECT id FROM users WHERE id = $1 OR id IN (SELECT attacker_id FROM plays \
                    WHERE defender_id = $1) OR id IN (SELECT defender_id FROM plays \
                    WHERE attacker_id = $1) ORDER BY id";
        numbers(change.connection(), format!("{with}{shared}"), user).await?;
        let own = format!("SELECT id FROM users WHERE id = $1{locked}");
        numbers(change.connection(), own, user).await?;

        let gone = "(attacker_id = $1 OR defender_id = $1) AND NOT EXISTS (SELECT 1 FROM users \
                    WHERE users.id IN (attacker_id, defender_id) AND users.id <> $1 \
                    AND users.kind = 'person')";
        let played =
            format!("SELECT DISTINCT problem_id FROM plays WHERE {gone} ORDER BY problem_id");
        let played = numbers(change.connection(), played, user).await?;
        let machines = format!(
            "SELECT DISTINCT users.id FROM users JOIN plays ON users.id IN (attacker_id, defender_id) \
             WHERE {gone} AND users.id <> $1 ORDER BY users.id"
        );
        let machines = numbers(change.connection(), machines, user).await?;
        sqlx::query(AssertSqlSafe(format!("DELETE FROM plays WHERE {gone}")))
            .bind(user)
            .execute(change.connection())
            .await?;
        let unplayed = "DELETE FROM problems WHERE owner_id = $1 \
                        AND NOT EXISTS (SELECT 1 FROM plays WHERE problem_id = problems.id)";
        sqlx::query(unplayed)
            .bind(user)
            .execute(change.connection())
            .await?;
        for problem in played {
            let recount = "UPDATE problems SET \
                 played = (SELECT count(*) FROM plays WHERE problem_id = $1), \
                 solved = (SELECT count(*) FROM plays WHERE problem_id = $1 AND result = 'mate') \
                 WHERE id = $1";
            sqlx::query(recount)
                .bind(problem)
                .execute(change.connection())
                .await?;
            crate::plays::judge_anew(change, problem).await?;
        }
        for machine in machines {
            crate::plays::ranking::recount(change.connection(), machine).await?;
        }
        Ok(())
    }

    /// A person, by number.
    async fn known_by_id(&self, user: i64) -> Result<Known> {
        let known = self.known(Key::Id(user)).await?;
        // Whoever has just been deleted is logged in no more.
        known.ok_or_else(|| Refusal::NotLoggedIn.into())
    }

    /// A person with a password.
    pub(crate) async fn known(&self, key: Key<'_>) -> Result<Option<Known>> {
        let select = |column| {
            let sql = format!(
                "SELECT {COLUMNS}, users.password FROM users WHERE {column} = $1 AND kind = 'person'"
            );
            sqlx::query(AssertSqlSafe(sql))
        };
        let query = match key {
            Key::Id(id) => select("id").bind(id),
            // What cannot be a name is nobody's.
            Key::Name(name) => match Name::new(name) {
                Ok(name) => select("folded").bind(name.folded().to_owned()),
                Err(_) => return Ok(None),
            },
        };
        let row = query.fetch_optional(&mut *self.reader().await?).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Known {
            user: User::from_row(&row)?,
            hash: row.try_get("password")?,
        }))
    }
}

/// Key by which a person is looked up.
pub(crate) enum Key<'a> {
    Id(i64),
    Name(&'a str),
}

impl Known {
    /// The same, if this is the password.
    pub(crate) async fn proved(self, password: &Password) -> Result<Known> {
        if password.verify(Some(self.hash.clone())).await? {
            Ok(self)
        } else {
            Err(Refusal::WrongPassword.into())
        }
    }
}

/// The numbers that a statement with one parameter gives.
async fn numbers(connection: &mut AnyConnection, sql: String, parameter: i64) -> Result<Vec<i64>> {
    let rows = sqlx::query_scalar(AssertSqlSafe(sql)).bind(parameter);
    Ok(rows.fetch_all(connection).await?)
}
