//! Events of games. Those of many rooms are stored in one transaction, because a disk completes only a few hundred
//! transactions per second and rooms have thousands of moves.

use crate::columns::columns;
use crate::error::Result;
use crate::games::GameState;
use crate::sql::{Sql, sql, values, whole};
use crate::{Backend, Change, DatabaseError, Games};
use rooms::Ending;
use std::collections::HashSet;

/// Maximum number of events in one statement; SQLite takes 32,766 values.
const ROWS: usize = 500;

/// An event of a game, with the changes that it makes to the game's rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// Identifier of the game.
    pub game: String,
    /// Number of the event in the game, from 1.
    pub number: u64,
    /// The event as JSON.
    pub event: String,
    /// Instant of the event, in milliseconds since 1970.
    pub at: u64,
    /// True if the game begins with this event.
    pub begins: bool,
    /// Changes of the seats: players who sit down or get up.
    pub seating: Vec<Seating>,
    /// End of the game; `None` if it does not end with this event.
    pub ended: Option<Ended>,
}

/// Change of a seat: a player sits down or gets up.
#[derive(Clone, Debug, PartialEq)]
pub enum Seating {
    /// A player sits down at a seat.
    Sits(SeatRow),
    /// The seat, given by its number from 0, becomes free.
    Free(usize),
}

/// A taken seat of a game, with its player.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRow {
    /// Number of the seat, from 0.
    pub seat: usize,
    /// Key of the player: `u12` for user 12, `g7` for guest 7; `None` for a machine.
    pub who: Option<String>,
    /// Name of the player.
    pub name: String,
    /// Level of a machine; `None` for a person.
    pub level: Option<String>,
    /// Number of the user; `None` for a guest, a machine, or a user whose account has been deleted.
    pub user: Option<i64>,
    /// Rating of the user at this game when sitting down; `None` if there is none.
    pub rating: Option<f64>,
    /// Rating of the user after the game; `None` if the game has not changed it.
    pub rating_after: Option<f64>,
    /// Name of the picture that the user has chosen; `None` if there is none. It belongs to the user's profile and is
    /// not written with the seat.
    pub picture: Option<String>,
}

columns!(SeatRow: seat, who, name, level, user = "user_id", rating, rating_after, picture);

/// End of a game: its winners, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Winning seats; `None` if the game never began.
    pub winners: Option<Vec<usize>>,
    /// Reason of the end: `checkmate`.
    pub reason: String,
    /// Way in which the game ended.
    pub ending: Ending,
}

impl Games<'_> {
    /// Stores events in the given order, all in one transaction. Events of games that the process `owner` does not own
    /// any more are left out. Returns for each event true if it is stored now. Storing the same events again is allowed
    /// and changes nothing.
    ///
    /// # Errors
    /// The error of the database; then no event was stored.
    pub async fn append(self, owner: &str, events: &[Append]) -> Result<Vec<bool>> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        let mut change = self.store.begin().await?;
        let own = self.own_games(&mut change, owner, events).await?;
        let kept = |event: &&Append| own.contains(&event.game);
        let rows: Vec<&Append> = events.iter().filter(kept).collect();
        for rows in rows.chunks(ROWS) {
            let mut sql = Sql::new("INSERT INTO game_events (game, number, event, at) VALUES ");
            values!(
                sql,
                rows,
                |row| row.game.as_str(),
                whole(row.number),
                row.event.as_str(),
                whole(row.at)
            );
            // An event that was stored before, if only the answer was lost, is not an error; a different event with the
            // same number is never overwritten.
            sql.push(
                " ON CONFLICT (game, number) DO UPDATE SET at = excluded.at \
                 WHERE game_events.event = excluded.event AND game_events.at = excluded.at",
            );
            if sql.run(&mut change).await? < rows.len() as u64 {
                let other = "another event of a game has this number already";
                return Err(DatabaseError::Damaged(other.to_owned()).into());
            }
        }
        for row in &rows {
            for seating in &row.seating {
                seat(&mut change, &row.game, seating).await?;
            }
            if row.begins {
                let sql =
                    sql!("UPDATE games SET state = 'playing' WHERE id = ?"; row.game.as_str());
                sql.run(&mut change).await?;
            }
            if let Some(ended) = &row.ended {
                end(&mut change, row, ended).await?;
            }
        }
        change.commit().await?;
        Ok(events
            .iter()
            .map(|event| own.contains(&event.game))
            .collect())
    }

    /// Returns the games of these events that the process `owner` owns. Their rows are locked, so that no process takes
    /// them over until the transaction ends.
    async fn own_games(
        self,
        change: &mut Change,
        owner: &str,
        events: &[Append],
    ) -> Result<HashSet<String>> {
        let games: HashSet<&str> = events.iter().map(|event| event.game.as_str()).collect();
        let games: Vec<&str> = games.into_iter().collect();
        let mut own = HashSet::new();
        for games in games.chunks(ROWS) {
            let mut sql = Sql::new("SELECT id FROM games WHERE owner = ");
            sql.bind(owner)
                .push(" AND id IN ")
                .bind_all(games.iter().copied());
            if self.store.backend == Backend::Postgres {
                sql.push(" FOR SHARE");
            }
            own.extend(sql.all::<String>(change).await?);
        }
        Ok(own)
    }
}

pub(crate) async fn seat(change: &mut Change, game: &str, seating: &Seating) -> Result<()> {
    let number = match seating {
        Seating::Sits(row) => row.seat,
        Seating::Free(seat) => *seat,
    };
    let number = whole(number as u64);
    let sql = sql!("DELETE FROM game_seats WHERE game = ? AND seat = ?"; game, number);
    sql.run(change).await?;
    if let Seating::Sits(row) = seating {
        // If the account has been deleted meanwhile, only the name is stored.
        let sql = sql!(
            "INSERT INTO game_seats (game, seat, who, name, level, user_id, rating) \
             VALUES (?, ?, ?, ?, ?, (SELECT id FROM users WHERE id = ?), ?)";
            game, number, row.who.as_deref(), row.name.as_str(), row.level.as_deref(), row.user, row.rating
        );
        sql.run(change).await?;
    }
    Ok(())
}

async fn end(change: &mut Change, row: &Append, ended: &Ended) -> Result<()> {
    let winners = ended
        .winners
        .as_ref()
        .map(|winners| serde_json::json!(winners).to_string());
    let state = if winners.is_some() {
        GameState::Over
    } else {
        GameState::Aborted
    };
    let sql = sql!(
        "UPDATE games SET state = ?, winners = ?, reason = ?, ending = ?, ended = ? WHERE id = ?";
        state.word(), winners, ended.reason.as_str(), ended.ending.name(), whole(row.at), row.game.as_str()
    );
    sql.run(change).await?;
    Ok(())
}
