//! Processes of a site: which are alive, and which process owns which rooms.
//!
//! Each process regularly reports that it is alive. When it has not done so for a while, another process takes over its
//! rooms, each by one conditional statement. If the old process was only suspended, its later writes are refused,
//! because [`Games::append`](crate::Games::append) checks the owner of the game.

use crate::Processes;
use crate::columns::columns;
use crate::error::Result;
use crate::sql::{Sql, sql, whole};
use sqlx::any::AnyRow;

/// A process of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Name of the process.
    pub id: String,
    /// Number of open WebSocket connections of pages to it.
    pub sockets: u64,
}

columns!(Process: id, sockets);

/// Time for which the bodies of long messages, and the rows of dead processes, are kept, in milliseconds.
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

    /// Removes a process that ends, so that others may take over its rooms at once.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove(self, id: &str) -> Result<()> {
        let sql = sql!("DELETE FROM processes WHERE id = ?"; id);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Returns true if a process is alive: if its last report has not expired yet.
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

    /// Deletes the rows of processes that died a while ago, and old bodies of messages.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_dead(self) -> Result<()> {
        let mut change = self.store.begin().await?;
        // No process reports to be alive for so long: the clock was set back since.
        let sql = sql!(
            "DELETE FROM processes WHERE until < ? OR until > ?";
            self.store.now() - BODY_LASTS, self.store.now() + BODY_LASTS
        );
        sql.run(&mut change).await?;
        let sql = sql!("DELETE FROM bus_messages WHERE at < ?"; self.store.now() - BODY_LASTS);
        sql.run(&mut change).await?;
        change.commit().await
    }

    /// Returns the unfinished games of dead processes, each with the name of its owner; games of the process `own` are
    /// never among them.
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

    /// Transfers a game from the dead process `from` to `owner`. Returns true if it was transferred; false if `from`
    /// does not own it any more, or is alive.
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

    /// Returns the process that performs a task which only one process of the site may perform. If no process that is
    /// alive has it, `process` gets it.
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

    /// Stores the body of a message between processes that is too long to be sent, and returns its number.
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

    /// Returns the body of a message by its number; `None` if it has been deleted.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn body(self, id: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT body FROM bus_messages WHERE id = ?"; id);
        self.store.first(sql).await
    }

    /// Sends notifications, given as pairs of channel and text, to all processes that listen to these channels, in this
    /// order. A text must have less than 8,000 bytes. PostgreSQL only; SQLite has no channels.
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
