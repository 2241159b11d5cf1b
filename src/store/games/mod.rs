//! Games: made with their first events, read with all of them, listed.

mod chat;
mod events;
mod ratings;

pub use chat::{Channel, ChatRow};
pub use events::{Append, Ended, SeatRow, Seating};
pub use ratings::{CurvePoint, GameRanked, GameRating, Opponents};

use crate::Games;
use crate::columns::{Columns, FromRow, columns};
use crate::error::Result;
use crate::sql::{Sql, sql, whole};
use events::seat;
use serde::{Deserialize, Serialize};
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
    /// It is found by its link only.
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
    /// Visitors that may find it.
    pub visibility: Visibility,
    /// Key of the visitor who made it: `u12` (user 12) or `g7` (guest 7).
    pub host: String,
    /// The process that has it in hand.
    pub owner: String,
    /// Time at which the game was made, in milliseconds since 1970.
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
    /// Instant of its end, in milliseconds since 1970.
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
    /// Instant, in milliseconds since 1970.
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

columns!(NewGame: id, variant, start, settings, options, clock, rated, visibility, host, owner, created);

/// The columns of a [`GameRow`] besides those of a [`NewGame`].
const STATE: &str = ", state, winners, reason, next, ended FROM games WHERE ";

impl FromRow for GameRow {
    fn from_row(row: AnyRow) -> Result<GameRow> {
        Ok(GameRow {
            state: row.read("state")?,
            winners: row.read("winners")?,
            reason: row.read("reason")?,
            next: row.read("next")?,
            ended: row.read("ended")?,
            seats: Vec::new(),
            game: NewGame::from_row(row)?,
        })
    }
}

columns!(LoggedEvent: number, event, at);

impl Games<'_> {
    /// Makes a game, with the events that it begins with; as the rematch of another if that has none
    /// yet. Returns true if it was made.
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
            let sql = sql!("UPDATE games SET next = ? WHERE id = ? AND next IS NULL"; game.id.as_str(), before);
            if sql.run(&mut change).await? == 0 {
                return Ok(false);
            }
        }
        let begun = events.iter().any(|event| event.begins);
        let sql = sql!(
            "INSERT INTO games (id, variant, start, settings, options, clock, rated, visibility, host, owner, \
             created, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
            game.id.as_str(), game.variant.as_str(), game.start.as_str(), game.settings.as_str(),
            game.options.as_str(), game.clock.as_str(), i64::from(game.rated), game.visibility.word(),
            game.host.as_str(), game.owner.as_str(), whole(game.created), GameState::of(begun).word()
        );
        sql.run(&mut change).await?;
        for event in events {
            let sql = sql!(
                "INSERT INTO game_events (game, number, event, at) VALUES (?, ?, ?, ?)";
                game.id.as_str(), whole(event.number), event.event.as_str(), whole(event.at)
            );
            sql.run(&mut change).await?;
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
        let sql = sql!(["SELECT ", NewGame::COLUMNS, STATE, "id = ?"]; id);
        let mut games: Vec<GameRow> = self.store.all(sql).await?;
        self.fill_seats(&mut games).await?;
        Ok(games.pop())
    }

    /// The events of a game after the first so many, in order.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn events(self, id: &str, after: u64) -> Result<Vec<LoggedEvent>> {
        let sql = sql!(
            ["SELECT ", LoggedEvent::COLUMNS, " FROM game_events WHERE game = ? AND number > ? ORDER BY number"];
            id, whole(after)
        );
        self.store.all(sql).await
    }

    /// Games with their seats, newest first: so many after the first so many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(self, of: &GamesOf, offset: u32, limit: u32) -> Result<Vec<GameRow>> {
        let mut sql = Sql::new("SELECT ");
        sql.push(NewGame::COLUMNS).push(STATE);
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
        let mut games: Vec<GameRow> = self.store.all(sql).await?;
        self.fill_seats(&mut games).await?;
        Ok(games)
    }

    /// Returns the number of unfinished games in which a visitor has a seat, or which the visitor has made.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_unfinished(self, who: &str) -> Result<u64> {
        let sql = sql!(
            "SELECT count(*) FROM games WHERE state IN ('gathering', 'playing') \
             AND (host = ? OR id IN (SELECT game FROM game_seats WHERE who = ?))"; who, who
        );
        self.store.count(sql).await
    }

    async fn fill_seats(self, games: &mut [GameRow]) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let mut sql = sql!([
            "SELECT game, ",
            SeatRow::COLUMNS,
            " FROM game_seats WHERE game IN "
        ]);
        sql.bind_all(games.iter().map(|row| row.game.id.as_str()));
        sql.push(" ORDER BY game, seat");
        let mut seats: HashMap<String, Vec<SeatRow>> = HashMap::new();
        for row in self.store.all::<AnyRow>(sql).await? {
            let game = row.read("game")?;
            seats.entry(game).or_default().push(SeatRow::from_row(row)?);
        }
        for row in games {
            row.seats = seats.remove(&row.game.id).unwrap_or_default();
        }
        Ok(())
    }
}
