//! The processes of a site: who is alive, and which rooms are whose.
//!
//! A process says again and again that it lives. When it has not done so for a while, another takes
//! over its rooms by one conditional statement each; what the old one still wants to write, should it
//! only have slept, is refused ([`Collection::append_events`] asks whose the game is).

use crate::Collection;
use crate::error::Result;
use crate::sql::{Sql, whole};
use sqlx::Row;

/// A process of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its name.
    pub id: String,
    /// Number of pages that are connected to it.
    pub sockets: u64,
}

/// Time for which bodies of long messages are kept, in milliseconds.
const BODY_LASTS: i64 = 60_000;

impl Collection {
    /// Says that a process lives for so many milliseconds from now.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn process_lives(&self, id: &str, lasts: u64, sockets: u64) -> Result<()> {
        let mut change = self.begin().await?;
        sqlx::query(
            "INSERT INTO processes (id, until, sockets) VALUES ($1, $2, $3) \
             ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until, sockets = EXCLUDED.sockets",
        )
        .bind(id.to_owned())
        .bind(self.now() + whole(lasts))
        .bind(whole(sockets))
        .execute(change.connection())
        .await?;
        change.commit().await
    }

    /// A process ends: others may take over at once.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn process_ends(&self, id: &str) -> Result<()> {
        let mut change = self.begin().await?;
        sqlx::query("DELETE FROM processes WHERE id = $1")
            .bind(id.to_owned())
            .execute(change.connection())
            .await?;
        change.commit().await
    }

    /// Returns true if a process is alive: if the time for which it has said so is not over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn process_is_alive(&self, id: &str) -> Result<bool> {
        let alive: i64 =
            sqlx::query_scalar("SELECT count(*) FROM processes WHERE id = $1 AND until > $2")
                .bind(id.to_owned())
                .bind(self.now())
                .fetch_one(&mut *self.reader().await?)
                .await?;
        Ok(alive > 0)
    }

    /// The processes that live.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn live_processes(&self) -> Result<Vec<Process>> {
        let rows = sqlx::query("SELECT id, sockets FROM processes WHERE until > $1")
            .bind(self.now())
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Process {
                    id: row.try_get("id")?,
                    sockets: row.try_get::<i64, _>("sockets")?.unsigned_abs(),
                })
            })
            .collect()
    }

    /// Forgets the processes that have died, but for those that unfinished games still name.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_dead_processes(&self) -> Result<()> {
        let mut change = self.begin().await?;
        // Nobody says to live for so long: the clock was set back since.
        sqlx::query("DELETE FROM processes WHERE until < $1 OR until > $2")
            .bind(self.now() - BODY_LASTS)
            .bind(self.now() + BODY_LASTS)
            .execute(change.connection())
            .await?;
        sqlx::query("DELETE FROM bus_messages WHERE at < $1")
            .bind(self.now() - BODY_LASTS)
            .execute(change.connection())
            .await?;
        change.commit().await
    }

    /// The unfinished games of processes that do not live and are not this one, with those.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn orphaned_games(&self, own: &str) -> Result<Vec<(String, String)>> {
        let rows = sqlx::query(
            "SELECT id, owner FROM games WHERE state IN ('gathering', 'playing') \
             AND owner <> $1 AND owner NOT IN (SELECT id FROM processes WHERE until > $2)",
        )
        .bind(own.to_owned())
        .bind(self.now())
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("id")?, row.try_get("owner")?)))
            .collect()
    }

    /// Takes a game over from a process that had it and does not live. Whether it is the new owner's now.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_game(&self, id: &str, from: &str, owner: &str) -> Result<bool> {
        let mut change = self.begin().await?;
        let taken = sqlx::query(
            "UPDATE games SET owner = $1 WHERE id = $2 AND owner = $3 \
             AND owner NOT IN (SELECT id FROM processes WHERE until > $4)",
        )
        .bind(owner.to_owned())
        .bind(id.to_owned())
        .bind(from.to_owned())
        .bind(self.now())
        .execute(change.connection())
        .await?;
        change.commit().await?;
        Ok(taken.rows_affected() > 0)
    }

    /// Returns the process that has a duty: `process`, from now on, if no process that is alive has it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn duty(&self, name: &str, process: &str) -> Result<String> {
        let read = async || -> Result<Option<(String, i64)>> {
            let row = sqlx::query(
                "SELECT owner, (SELECT count(*) FROM processes WHERE id = owner AND until > $1) \
                 AS lives FROM duties WHERE name = $2",
            )
            .bind(self.now())
            .bind(name.to_owned())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
            let read = |row: sqlx::any::AnyRow| -> Result<_> {
                Ok((row.try_get("owner")?, row.try_get("lives")?))
            };
            row.map(read).transpose()
        };
        let before = match read().await? {
            Some((owner, lives)) if lives > 0 => return Ok(owner),
            before => before,
        };
        let mut change = self.begin().await?;
        match before {
            None => {
                sqlx::query(
                    "INSERT INTO duties (name, owner) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
                )
                .bind(name.to_owned())
                .bind(process.to_owned())
                .execute(change.connection())
                .await?;
            }
            Some((dead, _)) => {
                sqlx::query("UPDATE duties SET owner = $1 WHERE name = $2 AND owner = $3")
                    .bind(process.to_owned())
                    .bind(name.to_owned())
                    .bind(dead)
                    .execute(change.connection())
                    .await?;
            }
        }
        change.commit().await?;
        Ok(read()
            .await?
            .map_or_else(|| process.to_owned(), |(owner, _)| owner))
    }

    /// Keeps the body of a message between processes that is too long to be sent; its number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep_body(&self, body: &str) -> Result<i64> {
        let mut change = self.begin().await?;
        let id: i64 =
            sqlx::query_scalar("INSERT INTO bus_messages (body, at) VALUES ($1, $2) RETURNING id")
                .bind(body.to_owned())
                .bind(self.now())
                .fetch_one(change.connection())
                .await?;
        change.commit().await?;
        Ok(id)
    }

    /// The body of a message; `None` if it is gone.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn body(&self, id: i64) -> Result<Option<String>> {
        let body = sqlx::query_scalar("SELECT body FROM bus_messages WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(body)
    }

    /// Sends texts of less than 8,000 bytes each to whoever listens to channels of the database, in this
    /// order. PostgreSQL alone has channels.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn notify_all(&self, texts: &[(String, String)]) -> Result<()> {
        let mut reader = self.reader().await?;
        for texts in texts.chunks(50) {
            let mut sql = Sql::new("SELECT ");
            for (i, (channel, text)) in texts.iter().enumerate() {
                if i > 0 {
                    sql.push(", ");
                }
                sql.push("CAST(pg_notify(").bind(channel.clone()).push(", ");
                sql.bind(text.clone()).push(") AS TEXT)");
            }
            sql.rows(&mut reader).await?;
        }
        Ok(())
    }
}
