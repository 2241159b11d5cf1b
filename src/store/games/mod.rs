//! Games: made with their first events, read with all of them, listed.

mod chat;
mod events;
mod ratings;

pub use chat::ChatRow;
pub use events::{Append, Ended, SeatRow, Seating};
pub use ratings::{CurvePoint, GameRanked, GameRating, Opponents};

use crate::error::Result;
use crate::sql::{Sql, whole};
use crate::{Collection, DatabaseError};
use events::seat;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// A game that is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Hard to guess: whoever has it finds the game.
    pub id: String,
    /// The game: `chess`.
    pub variant: String,
    /// Starting position, in the game's own text form.
    pub start: String,
    /// Its options as a JSON object.
    pub settings: String,
    /// Clock and times to wait as a JSON object.
    pub options: String,
    /// The clock as people write it.
    pub clock: String,
    /// True if it counts for the ratings.
    pub rated: bool,
    /// `open` or `private`.
    pub visibility: String,
    /// Key of the visitor who made it: `u12` (user 12) or `g7` (guest 7).
    pub host: String,
    /// The process that has it in hand.
    pub owner: String,
    /// When it was made.
    pub created: u64,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// As it was made; `owner` as it is now.
    pub game: NewGame,
    /// `gathering`, `playing`, `over`, `aborted`.
    pub state: String,
    /// The winning seats, when it is over.
    pub winners: Option<Vec<usize>>,
    /// The reason: `checkmate`.
    pub reason: Option<String>,
    /// In what way: `rules`, `time`.
    pub ending: Option<String>,
    /// The rematch.
    pub next: Option<String>,
    /// When it ended.
    pub ended: Option<i64>,
    /// Seats that are taken, with their players, in the order of the seats.
    pub seats: Vec<SeatRow>,
}

/// An event as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// From 1.
    pub number: u64,
    /// JSON.
    pub event: String,
    /// When.
    pub at: u64,
}

/// Which games a list has, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesOf {
    /// Open ones in this state.
    State(&'static str),
    /// Open ones of a user that are over.
    User(i64),
    /// All of a user that are over, for the user alone.
    Own(i64),
    /// Unfinished ones of whoever has this key.
    Who(String),
}

const COLUMNS: &str = "games.id, games.variant, games.start, games.settings, games.options, \
     games.clock, games.rated, games.visibility, games.host, games.owner, games.created, \
     games.state, games.winners, games.reason, games.ending, games.next, games.ended";

fn game(row: &AnyRow) -> Result<GameRow> {
    let winners: Option<String> = row.try_get("winners")?;
    let winners = winners.map(|text| {
        serde_json::from_str(&text)
            .map_err(|error| DatabaseError::Damaged(format!("the winners of a game: {error}")))
    });
    let created: i64 = row.try_get("created")?;
    Ok(GameRow {
        game: NewGame {
            id: row.try_get("id")?,
            variant: row.try_get("variant")?,
            start: row.try_get("start")?,
            settings: row.try_get("settings")?,
            options: row.try_get("options")?,
            clock: row.try_get("clock")?,
            rated: row.try_get::<i64, _>("rated")? != 0,
            visibility: row.try_get("visibility")?,
            host: row.try_get("host")?,
            owner: row.try_get("owner")?,
            created: created.unsigned_abs(),
        },
        state: row.try_get("state")?,
        winners: winners.transpose()?,
        reason: row.try_get("reason")?,
        ending: row.try_get("ending")?,
        next: row.try_get("next")?,
        ended: row.try_get("ended")?,
        seats: Vec::new(),
    })
}

impl Collection {
    /// Makes a game, with the events that it begins with; as the rematch of another if that has none
    /// yet. Whether it was made.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn new_game(
        &self,
        game: &NewGame,
        events: &[Append],
        rematch_of: Option<&str>,
    ) -> Result<bool> {
        let mut change = self.begin().await?;
        if let Some(before) = rematch_of {
            let first = sqlx::query("UPDATE games SET next = $1 WHERE id = $2 AND next IS NULL")
                .bind(game.id.clone())
                .bind(before.to_owned())
                .execute(change.connection())
                .await?;
            if first.rows_affected() == 0 {
                return Ok(false);
            }
        }
        let begun = events.iter().any(|event| event.begins);
        sqlx::query(
            "INSERT INTO games (id, variant, start, settings, options, clock, rated, visibility, \
             host, owner, created, state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(game.id.clone())
        .bind(game.variant.clone())
        .bind(game.start.clone())
        .bind(game.settings.clone())
        .bind(game.options.clone())
        .bind(game.clock.clone())
        .bind(i64::from(game.rated))
        .bind(game.visibility.clone())
        .bind(game.host.clone())
        .bind(game.owner.clone())
        .bind(whole(game.created))
        .bind(if begun { "playing" } else { "gathering" })
        .execute(change.connection())
        .await?;
        for event in events {
            sqlx::query(
                "INSERT INTO game_events (game, number, event, at) VALUES ($1, $2, $3, $4)",
            )
            .bind(game.id.clone())
            .bind(whole(event.number))
            .bind(event.event.clone())
            .bind(whole(event.at))
            .execute(change.connection())
            .await?;
            for seating in &event.seating {
                seat(&mut change, &game.id, seating).await?;
            }
        }
        change.commit().await?;
        Ok(true)
    }

    /// A game with its seats.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
        let mut reader = self.reader().await?;
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(id.to_owned())
            .fetch_optional(&mut *reader)
            .await?;
        drop(reader);
        let Some(row) = row else { return Ok(None) };
        let mut games = vec![game(&row)?];
        self.fill_seats(&mut games).await?;
        Ok(games.pop())
    }

    /// The events of a game after the first so many, in order.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn game_events(&self, id: &str, after: u64) -> Result<Vec<LoggedEvent>> {
        let rows = sqlx::query(
            "SELECT number, event, at FROM game_events WHERE game = $1 AND number > $2 \
             ORDER BY number",
        )
        .bind(id.to_owned())
        .bind(whole(after))
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let event = |row: &AnyRow| {
            Ok(LoggedEvent {
                number: row.try_get::<i64, _>("number")?.unsigned_abs(),
                event: row.try_get("event")?,
                at: row.try_get::<i64, _>("at")?.unsigned_abs(),
            })
        };
        rows.iter().map(event).collect()
    }

    /// Games with their seats, newest first: so many after the first so many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn games(&self, of: &GamesOf, offset: u32, limit: u32) -> Result<Vec<GameRow>> {
        let mut sql = Sql::new("SELECT ");
        sql.push(COLUMNS).push(" FROM games WHERE ");
        match of {
            GamesOf::State(state) => {
                sql.push("visibility = 'open' AND state = ").bind(*state);
            }
            GamesOf::User(user) => {
                sql.push("visibility = 'open' AND state = 'over' AND id IN ");
                sql.push("(SELECT game FROM game_seats WHERE user_id = ");
                sql.bind(*user).push(")");
            }
            GamesOf::Own(user) => {
                sql.push("state = 'over' AND id IN (SELECT game FROM game_seats WHERE user_id = ");
                sql.bind(*user).push(")");
            }
            GamesOf::Who(who) => {
                sql.push("state IN ('gathering', 'playing') AND id IN ");
                sql.push("(SELECT game FROM game_seats WHERE who = ");
                sql.bind(who.clone()).push(")");
            }
        }
        sql.push(" ORDER BY created DESC, id LIMIT ")
            .bind(i64::from(limit));
        sql.push(" OFFSET ").bind(i64::from(offset));
        let rows = sql.rows(&mut *self.reader().await?).await?;
        let mut games = rows.iter().map(game).collect::<Result<Vec<_>>>()?;
        self.fill_seats(&mut games).await?;
        Ok(games)
    }

    /// Returns the number of unfinished games in which a visitor has a seat, or which the visitor has made.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_unfinished(&self, who: &str) -> Result<u64> {
        let count: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM games WHERE state IN ('gathering', 'playing') AND (host = $1 OR \
             id IN (SELECT game FROM game_seats WHERE who = $1))",
        )
        .bind(who.to_owned())
        .fetch_one(&mut *self.reader().await?)
        .await?;
        Ok(count.unsigned_abs())
    }

    async fn fill_seats(&self, games: &mut [GameRow]) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let mut sql = Sql::new(
            "SELECT game, seat, who, name, level, user_id, rating, rating_after FROM game_seats \
             WHERE game IN ",
        );
        sql.bind_all(games.iter().map(|row| row.game.id.clone()));
        sql.push(" ORDER BY game, seat");
        let rows = sql.rows(&mut *self.reader().await?).await?;
        let mut seats: HashMap<String, Vec<SeatRow>> = HashMap::new();
        for row in &rows {
            let game: String = row.try_get("game")?;
            seats.entry(game).or_default().push(SeatRow::from_row(row)?);
        }
        for row in games {
            row.seats = seats.remove(&row.game.id).unwrap_or_default();
        }
        Ok(())
    }
}
