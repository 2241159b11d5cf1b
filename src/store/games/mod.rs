//! Games: made with their first events, read with all of them, listed.

mod chat;
mod events;
mod ratings;

pub use chat::{Channel, ChatRow};
pub use events::{Append, Ended, SeatRow, Seating};
pub use ratings::{CurvePoint, GameRanked, GameRating, Opponents};

use crate::error::Result;
use crate::sql::{Columns, Sql, sql, whole};
use crate::{DatabaseError, Games};
use events::seat;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use std::collections::HashMap;

/// State of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Players are still sitting down.
    Gathering,
    /// It has begun.
    Playing,
    /// It has ended.
    Over,
    /// It never began, and will not.
    Aborted,
}

base::words!(
    GameState:
    Gathering = "gathering",
    Playing = "playing",
    Over = "over",
    Aborted = "aborted",
);

impl GameState {
    /// State of a game that has begun, or has not.
    pub fn of(begun: bool) -> GameState {
        if begun {
            GameState::Playing
        } else {
            GameState::Gathering
        }
    }
}

/// Visitors that may find a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// It is listed in the lobby.
    #[default]
    Open,
    /// Whoever has the link.
    Private,
}

base::words!(Visibility: Open = "open", Private = "private");

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
    /// Who may find it.
    pub visibility: Visibility,
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
    /// State of the game.
    pub state: GameState,
    /// The winning seats, when it is over.
    pub winners: Option<Vec<usize>>,
    /// The reason: `checkmate`.
    pub reason: Option<String>,
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
    State(GameState),
    /// Open ones of a user that are over.
    User(i64),
    /// All of a user that are over, for the user alone.
    Own(i64),
    /// Unfinished ones of whoever has this key.
    Who(String),
}

const COLUMNS: &str = "games.id, games.variant, games.start, games.settings, games.options, \
     games.clock, games.rated, games.visibility, games.host, games.owner, games.created, \
     games.state, games.winners, games.reason, games.next, games.ended";

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
            rated: row.flag("rated")?,
            visibility: row.word("visibility")?,
            host: row.try_get("host")?,
            owner: row.try_get("owner")?,
            created: created.unsigned_abs(),
        },
        state: row.word("state")?,
        winners: winners.transpose()?,
        reason: row.try_get("reason")?,
        next: row.try_get("next")?,
        ended: row.try_get("ended")?,
        seats: Vec::new(),
    })
}

impl Games<'_> {
    /// Makes a game, with the events that it begins with; as the rematch of another if that has none
    /// yet. Whether it was made.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn create(
        self,
        game: &NewGame,
        events: &[Append],
        rematch_of: Option<&str>,
    ) -> Result<bool> {
        let mut change = self.store.begin().await?;
        if let Some(before) = rematch_of {
            let first = sql!(
                "UPDATE games SET next = ? WHERE id = ? AND next IS NULL",
                game.id.as_str(),
                before
            )
            .run(change.connection())
            .await?;
            if first == 0 {
                return Ok(false);
            }
        }
        let begun = events.iter().any(|event| event.begins);
        sql!(
            "INSERT INTO games (id, variant, start, settings, options, clock, rated, visibility, \
             host, owner, created, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            game.id.as_str(),
            game.variant.as_str(),
            game.start.as_str(),
            game.settings.as_str(),
            game.options.as_str(),
            game.clock.as_str(),
            i64::from(game.rated),
            game.visibility.word(),
            game.host.as_str(),
            game.owner.as_str(),
            whole(game.created),
            GameState::of(begun).word()
        )
        .run(change.connection())
        .await?;
        for event in events {
            sql!(
                "INSERT INTO game_events (game, number, event, at) VALUES (?, ?, ?, ?)",
                game.id.as_str(),
                whole(event.number),
                event.event.as_str(),
                whole(event.at)
            )
            .run(change.connection())
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
    pub async fn get(self, id: &str) -> Result<Option<GameRow>> {
        let sql = sql!(["SELECT ", COLUMNS, " FROM games WHERE id = ?"], id);
        let row = self.store.row(sql).await?;
        let Some(row) = row else { return Ok(None) };
        let mut games = vec![game(&row)?];
        self.fill_seats(&mut games).await?;
        Ok(games.pop())
    }

    /// The events of a game after the first so many, in order.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn events(self, id: &str, after: u64) -> Result<Vec<LoggedEvent>> {
        let rows = self
            .store
            .rows(sql!(
                "SELECT number, event, at FROM game_events WHERE game = ? AND number > ? \
             ORDER BY number",
                id,
                whole(after)
            ))
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
    pub async fn list(self, of: &GamesOf, offset: u32, limit: u32) -> Result<Vec<GameRow>> {
        let mut sql = Sql::new("SELECT ");
        sql.push(COLUMNS).push(" FROM games WHERE ");
        match of {
            GamesOf::State(state) => {
                sql.push("visibility = 'open' AND state = ")
                    .bind(state.word());
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
        let rows = sql.rows(&mut *self.store.reader().await?).await?;
        let mut games = rows.iter().map(game).collect::<Result<Vec<_>>>()?;
        self.fill_seats(&mut games).await?;
        Ok(games)
    }

    /// Returns the number of unfinished games in which a visitor has a seat, or which the visitor has made.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_unfinished(self, who: &str) -> Result<u64> {
        let count: i64 = self.store.get(sql!("SELECT count(*) FROM games WHERE state IN ('gathering', 'playing') AND (host = ? OR \
             id IN (SELECT game FROM game_seats WHERE who = ?))", who, who)).await?;
        Ok(count.unsigned_abs())
    }

    async fn fill_seats(self, games: &mut [GameRow]) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let mut sql = Sql::new(
            "SELECT game, seat, who, name, level, user_id, rating, rating_after FROM game_seats \
             WHERE game IN ",
        );
        sql.bind_all(games.iter().map(|row| row.game.id.clone()));
        sql.push(" ORDER BY game, seat");
        let rows = sql.rows(&mut *self.store.reader().await?).await?;
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
