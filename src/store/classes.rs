//! Classes: a teacher's pupils, who need no mail, the problems that they are to solve until a day, and who has solved
//! which.
//!
//! A pupil is an account like any other, made by the teacher. Until the pupil has set a password, by a code that the
//! teacher hands over, nobody can log in as this pupil. The database has the code's SHA-256 alone.

use crate::accounts::lookalikes::{Taker, refuse_alike};
use crate::accounts::names::Name;
use crate::accounts::passwords::{NOBODYS, Password};
use crate::accounts::sessions::{hashed, new_token};
use crate::accounts::user::{Session, User};
use crate::columns::columns;
use crate::error::{Refusal, Result};
use crate::sql::{sql, whole};
use crate::{Change, Classes};

/// Time for which a code is valid, in milliseconds: thirty days.
pub const CODE_LASTS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// A name that nobody guesses.
    pub id: String,
    /// The name that people see.
    pub name: String,
    /// User who teaches it.
    pub teacher: i64,
    /// Code by which accounts join the class; `None` while it is closed to them.
    pub code: Option<String>,
}

columns!(Class: id, name, teacher, code);

/// A pupil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pupil {
    /// The user.
    pub user: i64,
    /// The user's name.
    pub name: String,
    /// Until when the pupil can set a password; `None` if there is one.
    pub until: Option<i64>,
    /// True if the account is not one that the teacher has made.
    pub is_own: bool,
}

columns!(Pupil: user = "user_id", name, until = "code_until", is_own);

/// A problem to be solved until an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The problem.
    pub problem: i64,
    /// The end of the last day, in milliseconds since 1970.
    pub due: i64,
}

columns!(Due: problem = "problem_id", due);

/// A problem of a class that a pupil has solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The pupil.
    pub user: i64,
    /// The problem.
    pub problem: i64,
    /// Instant of the first solution.
    pub at: i64,
}

columns!(Solved: user = "user_id", problem = "problem_id", at);

impl Classes<'_> {
    /// Keeps a new class, unless the teacher has so many already. Returns true if it is there.
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

    /// A class.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: &str) -> Result<Option<Class>> {
        let sql = sql!(["SELECT ", Class::COLUMNS, " FROM classes WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// The classes that a user teaches.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_teacher(self, user: i64) -> Result<Vec<Class>> {
        let sql = sql!(["SELECT ", Class::COLUMNS, " FROM classes WHERE teacher = ? ORDER BY created, id"]; user);
        self.store.all(sql).await
    }

    /// The classes that a user is a pupil of.
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

    /// Deletes a class; the pupils' accounts stay.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn delete(self, id: &str) -> Result<()> {
        self.store
            .run(sql!("DELETE FROM classes WHERE id = ?"; id))
            .await?;
        Ok(())
    }

    /// The pupils in the order of their names.
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

    /// Makes accounts for pupils, all or none, unless the class would have more than so many; the names with the codes by
    /// which the pupils set their passwords. `None` if there would be too many.
    ///
    /// # Errors
    /// A name that nobody may have; [`Refusal::NameTaken`], [`Refusal::NameAlike`].
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

    /// Opens a class to accounts by a new code, or closes it.
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

    /// The class that accounts join by this code, with the teacher's name; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn open_by(self, code: &str) -> Result<Option<(String, String)>> {
        let sql = sql!(
            "SELECT c.name, u.name FROM classes c JOIN users u ON u.id = c.teacher WHERE c.code = ?"; code
        );
        self.store.first(sql).await
    }

    /// Makes a user a pupil of the class with this code, unless it has so many. Returns the class; `None` if it is full.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`] if there is no such class, or the user teaches it.
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

    /// Gives a pupil of the class another code; the password of before is none any more, and sessions end. Not for
    /// accounts that the teacher has not made.
    ///
    /// # Errors
    /// [`Refusal::UnknownName`] if the class has no such pupil.
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

    /// Takes a pupil out of the class; the account stays.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove(self, class: &str, user: i64) -> Result<()> {
        let sql = sql!("DELETE FROM class_pupils WHERE class = ? AND user_id = ?"; class, user);
        self.store.run(sql).await?;
        Ok(())
    }

    /// The pupil who sets a password by a code, and the class; `None` if the code is used up or too old.
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

    /// Sets the password of the pupil with this code, which is used up by that, and logs the pupil in.
    ///
    /// # Errors
    /// [`Refusal::WrongCode`]; a password that nobody may have.
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

    /// Sets a problem, or another day for it, unless the class has so many already. Returns true if it is set.
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

    /// Takes a problem back.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove_task(self, class: &str, problem: i64) -> Result<()> {
        let sql =
            sql!("DELETE FROM class_tasks WHERE class = ? AND problem_id = ?"; class, problem);
        self.store.run(sql).await?;
        Ok(())
    }

    /// The problems to be solved, the next due first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn tasks(self, class: &str) -> Result<Vec<Due>> {
        let sql = sql!(
            ["SELECT ", Due::COLUMNS, " FROM class_tasks WHERE class = ? ORDER BY due, problem_id"]; class
        );
        self.store.all(sql).await
    }

    /// The first solution of each pupil to each problem of the class.
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

/// Returns a new code: half of a token, 128 bits.
fn fresh_code() -> Result<String> {
    Ok(new_token()?
        .as_str()
        .get(..32)
        .unwrap_or_default()
        .to_owned())
}

/// A code for a pupil, instead of the one there was.
async fn new_code(change: &mut Change, class: &str, user: i64, now: i64) -> Result<String> {
    let code = fresh_code()?;
    let sql = sql!(
        "UPDATE class_pupils SET code = ?, code_until = ? WHERE class = ? AND user_id = ?";
        hashed(&code), now + CODE_LASTS, class, user
    );
    sql.run(change).await?;
    Ok(code)
}
