//! Users: signing up, another name, another password, and what becomes of all that is theirs when they
//! go.
//!
//! A password is verified before the change begins, for that takes long; the change then asks for the
//! same hash to be there still, so that of two changes at once the later one sees what it knows.

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

/// A user with the hash of their password.
pub(crate) struct Credentials {
    pub(crate) user: User,
    pub(crate) hash: String,
}

impl Accounts<'_> {
    /// Signs somebody up (UC001).
    ///
    /// # Errors
    /// A name or a password that nobody may have; [`Refusal::NameTaken`].
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

    /// The user with a number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: i64) -> Result<Option<User>> {
        let sql = sql!(["SELECT ", User::COLUMNS, " FROM users WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// The user with a name, person or machine, however it is written.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn by_name(self, name: &str) -> Result<Option<User>> {
        // What cannot be a name is nobody's.
        let Ok(name) = Name::new(name) else {
            return Ok(None);
        };
        let sql = sql!(["SELECT ", User::COLUMNS, " FROM users WHERE folded = ?"]; name.folded());
        self.store.first(sql).await
    }

    /// People and machines in the order of their names, so many of them after the first so many.
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

    /// Returns the number of users, people and machines.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count(self) -> Result<u64> {
        self.store.count(sql!("SELECT count(*) FROM users")).await
    }

    /// The person with a name and a password, as on one's own machine: for whoever sits down at the
    /// board beside the one who is logged in.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`], [`Refusal::WrongPassword`].
    pub async fn check_password(self, name: &str, password: &Password) -> Result<User> {
        let Some(known) = self.credentials(Key::Name(name)).await? else {
            return Err(Refusal::UnknownName(name.to_owned()).into());
        };
        known.verified(password).await.map(|found| found.user)
    }

    /// Gives a user another name (UC005), asked for twice. Another spelling of the same name is one.
    ///
    /// # Errors
    /// [`Refusal::NamesDiffer`], [`Refusal::WrongPassword`], [`Refusal::NameTaken`]; a name that nobody
    /// may have.
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

    /// Gives a user another password (UC006): the old one, and the new one twice. Whoever was logged in
    /// as this user is so no more; the session that is returned is a new one.
    ///
    /// # Errors
    /// [`Refusal::PasswordsDiffer`], [`Refusal::WrongPassword`]; a password that nobody may have.
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

    /// Deletes a user's account (UC002), confirmed by name and password. The user's sessions go. A game
    /// goes with the last person who took part in it; in others the seat becomes nobody's. A problem
    /// of the user's goes if no game over it is left; others become nobody's.
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

    /// When a user's draws by threefold repetition are claimed; the usual choice if there is no such user.
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

    /// Has a user's draws by threefold repetition claimed so from now on.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if there is no such user any more.
    pub async fn set_claims(self, user: i64, claims: Claims) -> Result<()> {
        let mut change = self.store.begin().await?;
        let sql = sql!("UPDATE users SET claims = ? WHERE id = ?"; claims.word(), user);
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::NotLoggedIn.into());
        }
        change.commit().await
    }

    /// The picture that a user has chosen.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn picture(self, user: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT picture FROM profiles WHERE user_id = ?"; user);
        self.store.first(sql).await
    }

    /// Gives a user a picture, by its name.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if there is no such user any more.
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

    /// Deletes a user's games and problems as far as they go, and counts again for those they
    /// counted for.
    async fn delete_theirs(self, change: &mut Change, user: i64) -> Result<()> {
        // The user's problems and those they played on, then the user and whom they played with: in
        // this order everybody locks them.
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
    async fn credentials_of(self, user: i64) -> Result<Credentials> {
        let found = self.credentials(Key::Id(user)).await?;
        // Whoever has just been deleted is logged in no more.
        found.ok_or_else(|| Refusal::NotLoggedIn.into())
    }

    /// Returns the credentials of a person.
    pub(crate) async fn credentials(self, key: Key<'_>) -> Result<Option<Credentials>> {
        let mut sql = sql!([
            "SELECT ",
            User::COLUMNS,
            ", users.password FROM users WHERE kind = 'person' AND "
        ]);
        match key {
            Key::Id(id) => sql.push("id = ").bind(id),
            // What cannot be a name is nobody's.
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
    /// Checks a password.
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
