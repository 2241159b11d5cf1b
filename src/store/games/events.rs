//! Events of games: those of many rooms are written in one change, for a disk can be waited for a few
//! hundred times a second, and rooms have thousands of moves.

use crate::columns::columns;
use crate::error::Result;
use crate::games::GameState;
use crate::sql::{Sql, sql, values, whole};
use crate::{Backend, Change, DatabaseError, Games};
use rooms::Ending;
use std::collections::HashSet;

/// Events in one statement: SQLite takes 32,766 values.
const ROWS: usize = 500;

/// An event of a game, and what it does to the game's rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The event's number, from 1.
    pub number: u64,
    /// JSON.
    pub event: String,
    /// Instant, in milliseconds since 1970.
    pub at: u64,
    /// True if the game begins with it.
    pub begins: bool,
    /// Changes of the seats: players who sit down or get up.
    pub seating: Vec<Seating>,
    /// End of the game, if it ends with this event.
    pub ended: Option<Ended>,
}

/// Change of a seat: a player sits down or gets up.
#[derive(Clone, Debug, PartialEq)]
pub enum Seating {
    /// Somebody has a seat now.
    Sits(SeatRow),
    /// Nobody has it any more.
    Free(usize),
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRow {
    /// Which, from 0.
    pub seat: usize,
    /// `u12`, `g7`; `None` for machines.
    pub who: Option<String>,
    /// The name.
    pub name: String,
    /// A machine's level.
    pub level: Option<String>,
    /// The user's number, while there is one.
    pub user: Option<i64>,
    /// The user's rating at the game when sitting down.
    pub rating: Option<f64>,
    /// And after the game.
    pub rating_after: Option<f64>,
}

columns!(SeatRow: seat, who, name, level, user = "user_id", rating, rating_after);

/// End of a game: its winners, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The seats that share the first place; `None` if the game never began.
    pub winners: Option<Vec<usize>>,
    /// The reason: `checkmate`.
    pub reason: String,
    /// In what way.
    pub ending: Ending,
}

impl Games<'_> {
    /// Writes events down, all in one change, in the order given. Those of games that are not this
    /// process's any more are left out. Returns for each event true if it is stored now. The same events may be written
    /// again.
    ///
    /// # Errors
    /// The error of the database; then none is there.
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
            // What was written before, and its answer lost, is there; anything else is not overwritten.
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

    /// Which games of these events are this process's. Nobody takes them over until the change ends.
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
        // Whoever has deleted the account meanwhile is a name without a user.
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
