//! Online games in the database: creating them, reading their events, and listing them.

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

/// State of an online game in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// The game has not begun: not all seats are taken yet.
    Gathering,
    /// The game has begun.
    Playing,
    /// The game has ended.
    Over,
    /// The game was given up before it began.
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
    /// Returns [`Playing`](GameState::Playing) for a game that has begun, else [`Gathering`](GameState::Gathering).
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

/// A game to be created.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Identifier, which cannot be guessed: whoever knows it can find the game.
    pub id: String,
    /// Kind of game: `chess`.
    pub variant: String,
    /// Starting position, in the notation of the game.
    pub start: String,
    /// Settings of the game's rules, as a JSON object.
    pub settings: String,
    /// Clock and waiting times of the room, as a JSON object.
    pub options: String,
    /// Clock in the notation shown to people.
    pub clock: String,
    /// True if the game counts for the ratings.
    pub rated: bool,
    /// Visitors that may find the game.
    pub visibility: Visibility,
    /// Key of the visitor who made it: `u12` (user 12) or `g7` (guest 7).
    pub host: String,
    /// Name of the process that owns the game.
    pub owner: String,
    /// Instant at which the game was created, in milliseconds since 1970.
    pub created: u64,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Data with which the game was created, except `owner`, which is the present one.
    pub game: NewGame,
    /// State of the game.
    pub state: GameState,
    /// Winning seats; `None` while the game is not over, or if it never began.
    pub winners: Option<Vec<usize>>,
    /// Reason of the end: `checkmate`; `None` while the game is not over.
    pub reason: Option<String>,
    /// Identifier of the rematch; `None` if there is none.
    pub next: Option<String>,
    /// Instant of the game's end, in milliseconds since 1970; `None` before that.
    pub ended: Option<i64>,
    /// Seats that are taken, with their players, in the order of the seats.
    pub seats: Vec<SeatRow>,
}

/// An event that has been stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Number of the event in the game, from 1.
    pub number: u64,
    /// The event as JSON.
    pub event: String,
    /// Instant of the event, in milliseconds since 1970.
    pub at: u64,
}

/// Selection of games for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesOf {
    /// Games that everybody may find, in this state.
    State(GameState),
    /// Games of a user that are over and that everybody may find.
    User(i64),
    /// All games of a user that are over, also private ones: for the user only.
    Own(i64),
    /// Unfinished games of the visitor with this key, as `u12` or `g7`.
    Who(String),
}

columns!(NewGame: id, variant, start, settings, options, clock, rated, visibility, host, owner, created);

/// End of a query for a [`GameRow`]: its columns besides those of a [`NewGame`], up to `WHERE`.
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
    /// Creates a game with its first events. With `rematch_of` it becomes the rematch of that game, unless that game
    /// has one already. Returns true if the game was created.
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

    /// Returns a game with its seats; `None` if there is no such game.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: &str) -> Result<Option<GameRow>> {
        let sql = sql!(["SELECT ", NewGame::COLUMNS, STATE, "id = ?"]; id);
        let mut games: Vec<GameRow> = self.store.all(sql).await?;
        self.fill_seats(&mut games).await?;
        Ok(games.pop())
    }

    /// Returns the events of a game with numbers above `after`, in order.
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

    /// Returns games with their seats, newest first: at most `limit`, without the first `offset`.
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
            " FROM game_seats LEFT JOIN profiles USING (user_id) WHERE game IN "
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
