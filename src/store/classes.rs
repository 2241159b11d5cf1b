//! Classes: a teacher's pupils, who need no e-mail address, the problems that they have to solve by a due date, and who
//! has solved which of them.
//!
//! A pupil is an ordinary account, made by the teacher. Until the pupil has set a password, with a code that the
//! teacher hands over, nobody can log in to the account. The database stores only the SHA-256 of the code. A class may
//! also be opened to users who already have an account; they join with the code of the class.

use crate::accounts::lookalikes::{Taker, refuse_alike};
use crate::accounts::names::Name;
use crate::accounts::passwords::{NOBODYS, Password};
use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::{Session, User};
use crate::columns::columns;
use crate::error::{Refusal, Result};
use crate::sql::{sql, whole};
use crate::{Change, Classes};

/// Time for which a pupil's code for setting a password is valid, in milliseconds: thirty days.
pub const CODE_LASTS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A class of a teacher, with its pupils and problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Random identifier, which cannot be guessed.
    pub id: String,
    /// Name of the class, as it is shown.
    pub name: String,
    /// Number of the user who teaches the class.
    pub teacher: i64,
    /// Code with which users join the class; `None` while the class is not open to them.
    pub code: Option<String>,
}

columns!(Class: id, name, teacher, code);

/// A pupil of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pupil {
    /// Number of the pupil's user.
    pub user: i64,
    /// Name of the pupil's user.
    pub name: String,
    /// Instant until which the pupil can set a password with the code, in milliseconds since 1970; `None` if there is
    /// no such code, because the password has been set or the account is the user's own.
    pub until: Option<i64>,
    /// True if the user joined with an existing account; false if the teacher has made the account.
    pub is_own: bool,
}

columns!(Pupil: user = "user_id", name, until = "code_until", is_own);

/// A problem that a class has to solve, with its due date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Number of the problem.
    pub problem: i64,
    /// Instant at which the last day ends, in milliseconds since 1970.
    pub due: i64,
}

columns!(Due: problem = "problem_id", due);

/// A problem of a class that a pupil has solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Number of the pupil's user.
    pub user: i64,
    /// Number of the problem.
    pub problem: i64,
    /// Instant of the first solution, in milliseconds since 1970.
    pub at: i64,
}

columns!(Solved: user = "user_id", problem = "problem_id", at);

impl Classes<'_> {
    /// Stores a new class, unless the teacher has `most` classes already. Returns true if it was stored. The class is
    /// closed: `class.code` is ignored.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn create(self, class: &Class, most: usize) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let sql = sql!("SELECT count(*) FROM classes WHERE teacher = ?"; class.teacher);
        let count: i64 = sql.one(&mut change).await?;
        if count >= whole(most) {
            return Ok(false);
        }
        let sql = sql!(
            "INSERT INTO classes (id, name, teacher, created) VALUES (?, ?, ?, ?)";
            class.id.as_str(), class.name.as_str(), class.teacher, self.store.now()
        );
        sql.run(&mut change).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Returns a class; `None` if there is no such class.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: &str) -> Result<Option<Class>> {
        let sql = sql!(["SELECT ", Class::COLUMNS, " FROM classes WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// Returns the classes that a user teaches, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_teacher(self, user: i64) -> Result<Vec<Class>> {
        let sql = sql!(["SELECT ", Class::COLUMNS, " FROM classes WHERE teacher = ? ORDER BY created, id"]; user);
        self.store.all(sql).await
    }

    /// Returns the classes in which a user is a pupil, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_pupil(self, user: i64) -> Result<Vec<Class>> {
        let sql = sql!(
            ["SELECT ", Class::COLUMNS, " FROM classes WHERE id IN (SELECT class FROM class_pupils WHERE user_id = ?) \
              ORDER BY created, id"]; user
        );
        self.store.all(sql).await
    }

    /// Deletes a class; the pupils' accounts remain.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn delete(self, id: &str) -> Result<()> {
        self.store
            .run(sql!("DELETE FROM classes WHERE id = ?"; id))
            .await?;
        Ok(())
    }

    /// Returns the pupils of a class in the alphabetical order of their names.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn pupils(self, class: &str) -> Result<Vec<Pupil>> {
        let sql = sql!(
            ["SELECT ", Pupil::COLUMNS, " FROM class_pupils JOIN users ON users.id = user_id \
              WHERE class = ? ORDER BY folded"]; class
        );
        self.store.all(sql).await
    }

    /// Makes accounts with these names and adds them to the class, all or none. Returns each name with the code with
    /// which the pupil sets a password; `None` if the class would have more than `most` pupils.
    ///
    /// # Errors
    /// [`Error::Name`](crate::Error::Name) for a name that is not allowed; [`Refusal::NameTaken`],
    /// [`Refusal::NameAlike`], [`Refusal::NameReserved`].
    pub async fn add_pupils(
        self,
        class: &str,
        names: &[String],
        most: usize,
    ) -> Result<Option<Vec<(String, String)>>> {
        let names: Vec<Name> = names
            .iter()
            .map(|name| Name::fresh(name))
            .collect::<std::result::Result<_, _>>()?;
        let mut change = self.store.accounts().begin_naming().await?;
        let sql = sql!("SELECT count(*) FROM class_pupils WHERE class = ?"; class);
        let count: i64 = sql.one(&mut change).await?;
        if count + whole(names.len()) > whole(most) {
            return Ok(None);
        }
        let now = self.store.now();
        let mut made = Vec::new();
        for name in &names {
            refuse_alike(&mut change, now, name, Taker::User(0)).await?;
            let sql = sql!(
                "INSERT INTO users (kind, name, folded, password, created) VALUES ('person', ?, ?, ?, ?) \
                 ON CONFLICT (folded) DO NOTHING RETURNING id"; name.shown(), name.folded(), NOBODYS, now
            );
            let user: Option<i64> = sql.first(&mut change).await?;
            let user = user.ok_or_else(|| Refusal::NameTaken(name.shown().to_owned()))?;
            let sql = sql!(
                "INSERT INTO class_pupils (class, user_id, joined) VALUES (?, ?, ?)"; class, user, now
            );
            sql.run(&mut change).await?;
            let code = new_code(&mut change, class, user, now).await?;
            made.push((name.shown().to_owned(), code));
        }
        change.commit().await?;
        Ok(Some(made))
    }

    /// Opens a class to users with an account, with a new code, or closes it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_open(self, class: &str, is_open: bool) -> Result<()> {
        let code = if is_open { Some(fresh_code()?) } else { None };
        self.store
            .run(sql!("UPDATE classes SET code = ? WHERE id = ?"; code, class))
            .await?;
        Ok(())
    }

    /// Returns the names of the class that users join with this code, and of its teacher; `None` if there is no such
    /// class.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn open_by(self, code: &str) -> Result<Option<(String, String)>> {
        let sql = sql!(
            "SELECT c.name, u.name FROM classes c JOIN users u ON u.id = c.teacher WHERE c.code = ?"; code
        );
        self.store.first(sql).await
    }

    /// Adds a user to the class with this code. Returns the class; `None` if it already has `most` other pupils.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`] if there is no such class, or if the user teaches it.
    pub async fn enter(self, code: &str, user: i64, most: usize) -> Result<Option<Class>> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            ["SELECT ", Class::COLUMNS, " FROM classes WHERE code = ? AND teacher <> ?"]; code, user
        );
        let class: Option<Class> = sql.first(&mut change).await?;
        let class = class.ok_or(Refusal::WrongCode)?;
        let sql = sql!(
            "SELECT count(*) FROM class_pupils WHERE class = ? AND user_id <> ?"; class.id.as_str(), user
        );
        let count: i64 = sql.one(&mut change).await?;
        if count >= whole(most) {
            return Ok(None);
        }
        let sql = sql!(
            "INSERT INTO class_pupils (class, user_id, joined, is_own) VALUES (?, ?, ?, 1) \
             ON CONFLICT (class, user_id) DO NOTHING"; class.id.as_str(), user, self.store.now()
        );
        sql.run(&mut change).await?;
        change.commit().await?;
        Ok(Some(class))
    }

    /// Returns a new code for a pupil to set a password with. The old password is no longer valid, and the pupil's
    /// sessions end. Only for accounts that the teacher has made.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`] if the class has no such pupil, or if the account is the user's own.
    pub async fn renew(self, class: &str, user: i64) -> Result<String> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE users SET password = ? WHERE id = (SELECT user_id FROM class_pupils WHERE class = ? AND user_id = ? \
             AND is_own = 0)";
            NOBODYS, class, user
        );
        if sql.run(&mut change).await? == 0 {
            return Err(Refusal::UnknownName(user.to_string()).into());
        }
        let sql = sql!("DELETE FROM sessions WHERE user_id = ?"; user);
        sql.run(&mut change).await?;
        let code = new_code(&mut change, class, user, self.store.now()).await?;
        change.commit().await?;
        Ok(code)
    }

    /// Removes a pupil from the class; the account remains.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove(self, class: &str, user: i64) -> Result<()> {
        let sql = sql!("DELETE FROM class_pupils WHERE class = ? AND user_id = ?"; class, user);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Returns the names of the pupil who can set a password with this code, and of the class; `None` if the code is
    /// unknown, used up or expired.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_code(self, code: &str) -> Result<Option<(String, String)>> {
        let sql = sql!(
            "SELECT u.name, c.name FROM class_pupils p JOIN users u ON u.id = p.user_id \
             JOIN classes c ON c.id = p.class WHERE p.code = ? AND p.code_until > ?"; hashed(code), self.store.now()
        );
        self.store.first(sql).await
    }

    /// Sets the password of the pupil with this code, and logs the pupil in. The code is used up.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`]; [`Error::Password`](crate::Error::Password) for a password that is not allowed.
    pub async fn use_code(self, code: &str, password: &Password) -> Result<Session> {
        let hash = password.hash().await?;
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE class_pupils SET code = NULL, code_until = NULL WHERE code = ? AND code_until > ? RETURNING user_id";
            hashed(code), self.store.now()
        );
        let user: Option<i64> = sql.first(&mut change).await?;
        let user = user.ok_or(Refusal::WrongCode)?;
        let sql = sql!(
            ["UPDATE users SET password = ? WHERE id = ? RETURNING ", User::COLUMNS]; hash, user
        );
        let user: User = sql.one(&mut change).await?;
        let session = self.store.accounts().new_session(&mut change, user).await?;
        change.commit().await?;
        Ok(session)
    }

    /// Adds a problem to those of the class, or changes its due date. Returns true if this was done; false if the class
    /// already has `most` other problems.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_task(self, class: &str, due: &Due, most: usize) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "SELECT count(*) FROM class_tasks WHERE class = ? AND problem_id <> ?"; class, due.problem
        );
        let count: i64 = sql.one(&mut change).await?;
        if count >= whole(most) {
            return Ok(false);
        }
        let sql = sql!(
            "INSERT INTO class_tasks (class, problem_id, due) VALUES (?, ?, ?) \
             ON CONFLICT (class, problem_id) DO UPDATE SET due = excluded.due"; class, due.problem, due.due
        );
        sql.run(&mut change).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Removes a problem from those of the class.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove_task(self, class: &str, problem: i64) -> Result<()> {
        let sql =
            sql!("DELETE FROM class_tasks WHERE class = ? AND problem_id = ?"; class, problem);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Returns the problems of the class, by due date, the earliest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn tasks(self, class: &str) -> Result<Vec<Due>> {
        let sql = sql!(
            ["SELECT ", Due::COLUMNS, " FROM class_tasks WHERE class = ? ORDER BY due, problem_id"]; class
        );
        self.store.all(sql).await
    }

    /// Returns the first solution of each pupil to each problem of the class; nothing for what is not solved.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn solved(self, class: &str) -> Result<Vec<Solved>> {
        let sql = sql!(
            ["SELECT ", Solved::COLUMNS, " FROM (SELECT p.user_id, y.problem_id, CAST(min(y.created) AS BIGINT) AS at \
              FROM class_pupils p JOIN class_tasks t ON t.class = p.class \
              JOIN plays y ON y.problem_id = t.problem_id AND y.attacker_id = p.user_id \
              WHERE p.class = ? AND y.winner = 'attacker' GROUP BY p.user_id, y.problem_id) AS solved"]; class
        );
        self.store.all(sql).await
    }
}

/// Returns a new code: the first half of a random token, 128 bits in hexadecimal.
fn fresh_code() -> Result<String> {
    Ok(new_token()?
        .as_str()
        .get(..32)
        .unwrap_or_default()
        .to_owned())
}

/// Creates a code for a pupil, stores its SHA-256 in place of the previous one, and returns it.
async fn new_code(change: &mut Change, class: &str, user: i64, now: i64) -> Result<String> {
    let code = fresh_code()?;
    let sql = sql!(
        "UPDATE class_pupils SET code = ?, code_until = ? WHERE class = ? AND user_id = ?";
        hashed(&code), now + CODE_LASTS, class, user
    );
    sql.run(change).await?;
    Ok(code)
}
