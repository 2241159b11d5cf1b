//! Chat of players and spectators, and reports of its messages.

use crate::Chat;
use crate::columns::Columns;
use crate::error::Result;
use crate::moderation::{NewReport, ReportSubject};
use crate::sql::{Sql, sql};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::collections::HashSet;

/// Channel of a game's chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Channel that only the players write and read.
    Players,
    /// Channel of everybody else.
    Spectators,
}

base::words!(Channel: Players = "players", Spectators = "spectators");

/// Line of the chat of a game, as the database stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    /// Number of the line, which is never used again.
    pub id: i64,
    /// Channel in which the line was written.
    pub channel: Channel,
    /// Key of the author: `u12` for user 12, `g7` for guest 7.
    pub who: String,
    /// Name of the author when the line was written.
    pub name: String,
    /// True if the author's account has been deleted.
    pub gone: bool,
    /// Text of the message.
    pub text: String,
    /// Instant at which the line was written, in milliseconds since 1970.
    pub at: i64,
}

/// Returns those of the given numbers of users whose accounts exist.
async fn known_users(reader: &mut AnyConnection, users: &[i64]) -> Result<HashSet<i64>> {
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let mut sql = Sql::new("SELECT id FROM users WHERE id IN ");
    sql.bind_all(users.iter().copied());
    Ok(sql.all(reader).await?.into_iter().collect())
}

impl Chat<'_> {
    /// Stores a line of chat, and returns it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn say(
        self,
        game: &str,
        channel: Channel,
        who: &str,
        name: &str,
        text: &str,
    ) -> Result<ChatRow> {
        let at = self.store.now();
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "INSERT INTO chat_messages (game, channel, who, name, text, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id";
            game, channel.word(), who, name, text, at
        );
        let id: i64 = sql.one(&mut change).await?;
        change.commit().await?;
        Ok(ChatRow {
            id,
            channel,
            who: who.to_owned(),
            name: name.to_owned(),
            gone: false,
            text: text.to_owned(),
            at,
        })
    }

    /// Returns the last `limit` lines of a game's chat, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn lines(self, game: &str, limit: u32) -> Result<Vec<ChatRow>> {
        let mut reader = self.store.reader().await?;
        let sql = sql!(
            "SELECT id, channel, who, name, text, at FROM chat_messages WHERE game = ? ORDER BY id DESC LIMIT ?";
            game, i64::from(limit)
        );
        let rows: Vec<AnyRow> = sql.all(&mut reader).await?;
        let mut lines = Vec::with_capacity(rows.len());
        for row in rows.iter().rev() {
            lines.push(ChatRow {
                id: row.read("id")?,
                channel: row.read("channel")?,
                who: row.read("who")?,
                name: row.read("name")?,
                gone: false,
                text: row.read("text")?,
                at: row.read("at")?,
            });
        }
        // The key u12 stands for user 12.
        let user = |line: &ChatRow| line.who.strip_prefix('u')?.parse::<i64>().ok();
        let users: Vec<i64> = lines.iter().filter_map(user).collect();
        let known = known_users(&mut reader, &users).await?;
        for line in &mut lines {
            line.gone = user(line).is_some_and(|user| !known.contains(&user));
        }
        Ok(lines)
    }

    /// Reports a line of a game's chat. A second report by the same person changes nothing. Returns true if the game
    /// has such a line.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn report(
        self,
        game: &str,
        message: i64,
        (who, by_name): (&str, &str),
        why: &str,
    ) -> Result<bool> {
        let sql =
            sql!("SELECT name, text FROM chat_messages WHERE id = ? AND game = ?"; message, game);
        let Some((name, said)) = self.store.first::<(String, String)>(sql).await? else {
            return Ok(false);
        };
        let report = NewReport {
            subject: ReportSubject::Chat,
            about: &message.to_string(),
            name: &name,
            game: Some(game),
            said: &said,
            who,
            by_name,
            why,
        };
        self.store.moderation().report(report).await?;
        Ok(true)
    }
}
