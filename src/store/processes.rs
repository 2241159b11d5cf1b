//! The processes of a site: who is alive, and which rooms are whose.
//!
//! A process says again and again that it lives. When it has not done so for a while, another takes
//! over its rooms by one conditional statement each; what the old one still wants to write, should it
//! only have slept, is refused ([`Games::append`](crate::Games::append) asks whose the game is).

use crate::Processes;
use crate::columns::columns;
use crate::error::Result;
use crate::sql::{Sql, sql, whole};
use sqlx::any::AnyRow;

/// A process of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its name.
    pub id: String,
    /// Number of pages that are connected to it.
    pub sockets: u64,
}

columns!(Process: id, sockets);

/// Time for which bodies of long messages are kept, in milliseconds.
const BODY_LASTS: i64 = 60_000;

impl Processes<'_> {
    /// Reports that a process is alive and stays so for a number of milliseconds.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn report_alive(self, id: &str, lasts: u64, sockets: u64) -> Result<()> {
        let sql = sql!(
            "INSERT INTO processes (id, until, sockets) VALUES (?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until, sockets = EXCLUDED.sockets";
            id, self.store.now() + whole(lasts), whole(sockets)
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// Removes a process that ends: others may take over at once.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove(self, id: &str) -> Result<()> {
        let sql = sql!("DELETE FROM processes WHERE id = ?"; id);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Returns true if a process is alive: if the time for which it has said so is not over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn is_alive(self, id: &str) -> Result<bool> {
        let sql =
            sql!("SELECT count(*) FROM processes WHERE id = ? AND until > ?"; id, self.store.now());
        Ok(self.store.count(sql).await? > 0)
    }

    /// Returns the processes that are alive.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn alive(self) -> Result<Vec<Process>> {
        let sql = sql!(["SELECT ", Process::COLUMNS, " FROM processes WHERE until > ?"]; self.store.now());
        self.store.all(sql).await
    }

    /// Forgets the processes that have died, but for those that unfinished games still name.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_dead(self) -> Result<()> {
        let mut change = self.store.begin().await?;
        // Nobody says to live for so long: the clock was set back since.
        let sql = sql!(
            "DELETE FROM processes WHERE until < ? OR until > ?";
            self.store.now() - BODY_LASTS, self.store.now() + BODY_LASTS
        );
        sql.run(&mut change).await?;
        let sql = sql!("DELETE FROM bus_messages WHERE at < ?"; self.store.now() - BODY_LASTS);
        sql.run(&mut change).await?;
        change.commit().await
    }

    /// The unfinished games of processes that do not live and are not this one, with those.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn orphaned_games(self, own: &str) -> Result<Vec<(String, String)>> {
        let sql = sql!(
            "SELECT id, owner FROM games WHERE state IN ('gathering', 'playing') AND owner <> ? \
             AND owner NOT IN (SELECT id FROM processes WHERE until > ?)"; own, self.store.now()
        );
        self.store.all(sql).await
    }

    /// Takes a game over from a process that had it and does not live. Returns true if it is the new owner's now.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_game(self, id: &str, from: &str, owner: &str) -> Result<bool> {
        let sql = sql!(
            "UPDATE games SET owner = ? WHERE id = ? AND owner = ? \
             AND owner NOT IN (SELECT id FROM processes WHERE until > ?)"; owner, id, from, self.store.now()
        );
        Ok(self.store.run(sql).await? > 0)
    }

    /// Returns the process that has a duty: `process`, from now on, if no process that is alive has it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn duty(self, name: &str, process: &str) -> Result<String> {
        let read = async || -> Result<Option<(String, i64)>> {
            let sql = sql!(
                "SELECT owner, (SELECT count(*) FROM processes WHERE id = owner AND until > ?) FROM duties \
                 WHERE name = ?"; self.store.now(), name
            );
            self.store.first(sql).await
        };
        let sql = match read().await? {
            Some((owner, lives)) if lives > 0 => return Ok(owner),
            Some((dead, _)) => {
                sql!("UPDATE duties SET owner = ? WHERE name = ? AND owner = ?"; process, name, dead)
            }
            None => {
                sql!("INSERT INTO duties (name, owner) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"; name, process)
            }
        };
        self.store.run(sql).await?;
        let owner = read().await?.map(|(owner, _)| owner);
        Ok(owner.unwrap_or_else(|| process.to_owned()))
    }

    /// Keeps the body of a message between processes that is too long to be sent; its number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep_body(self, body: &str) -> Result<i64> {
        let mut change = self.store.begin().await?;
        let sql = sql!("INSERT INTO bus_messages (body, at) VALUES (?, ?) RETURNING id"; body, self.store.now());
        let id: i64 = sql.one(&mut change).await?;
        change.commit().await?;
        Ok(id)
    }

    /// The body of a message; `None` if it is gone.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn body(self, id: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT body FROM bus_messages WHERE id = ?"; id);
        self.store.first(sql).await
    }

    /// Sends texts of less than 8,000 bytes each to whoever listens to channels of the database, in this
    /// order. PostgreSQL alone has channels.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn notify_all(self, texts: &[(String, String)]) -> Result<()> {
        let mut reader = self.store.reader().await?;
        for texts in texts.chunks(50) {
            let mut sql = Sql::new("SELECT ");
            for (i, (channel, text)) in texts.iter().enumerate() {
                if i > 0 {
                    sql.push(", ");
                }
                sql.push("CAST(pg_notify(").bind(channel.clone()).push(", ");
                sql.bind(text.clone()).push(") AS TEXT)");
            }
            sql.all::<AnyRow>(&mut reader).await?;
        }
        Ok(())
    }
}
