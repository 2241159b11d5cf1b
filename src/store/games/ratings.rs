//! Ratings that follow from rated games, and the rankings by them. A user has one Glicko-2 rating for each kind of game
//! ([`after_game`]).

use crate::Ratings;
use crate::columns::{Columns, FromRow, columns};
use crate::error::Result;
use crate::sql::{sql, whole};
use problems::rating::{Rating, after_game};
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

/// Rating of a user at a kind of game, with the numbers of rated games played, won and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameRating {
    /// Glicko-2 rating of the user at this kind of game.
    #[serde(flatten)]
    pub rating: Rating,
    /// Number of rated games.
    pub games: i64,
    /// Number of rated games won.
    pub wins: i64,
    /// Number of rated games drawn.
    pub draws: i64,
}

impl GameRating {
    /// Rating of a user who has not played the game.
    pub const NEW: GameRating = GameRating {
        rating: Rating::NEW,
        games: 0,
        wins: 0,
        draws: 0,
    };

    /// Reads the rating of a user at a game; [`NEW`](GameRating::NEW) if the user has not played it.
    async fn read(reader: &mut AnyConnection, user: i64, variant: &str) -> Result<GameRating> {
        let sql = sql!(
            ["SELECT ", GameRating::COLUMNS, " FROM game_ratings AS r WHERE user_id = ? AND variant = ?"];
            user, variant
        );
        Ok(sql.first(reader).await?.unwrap_or(GameRating::NEW))
    }
}

columns!(GameRating in "r.": rating + deviation + volatility, games, wins, draws);

/// A line of a game's ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRanked {
    /// Place in the ranking, from 1.
    pub place: u64,
    /// The user's name.
    pub name: String,
    /// Rating, with the numbers of games.
    #[serde(flatten)]
    pub rating: GameRating,
}

/// A point of the curve that shows a user's rating over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Instant of the point, in milliseconds since 1970.
    pub at: i64,
    /// Identifier of the game that led to this rating.
    pub game: String,
    /// Rating after the game.
    pub rating: f64,
    /// Deviation of the rating.
    pub deviation: f64,
}

/// For each seat of a game, the seats that it played against: all except those of its own team.
pub type Opponents = Vec<Vec<usize>>;

columns!(CurvePoint: at, game, rating, deviation);

impl Ratings<'_> {
    /// Returns a user's rating at a kind of game; [`GameRating::NEW`] if the user has not played it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of(self, user: i64, variant: &str) -> Result<GameRating> {
        GameRating::read(&mut *self.store.reader().await?, user, variant).await
    }

    /// Returns a user's ratings with the names of the games: all kinds of game that the user has played.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn all_of(self, user: i64) -> Result<Vec<(String, GameRating)>> {
        let sql = sql!(
            ["SELECT r.variant, ", GameRating::COLUMNS, " FROM game_ratings AS r WHERE user_id = ? \
              ORDER BY variant"]; user
        );
        let rows: Vec<AnyRow> = self.store.all(sql).await?;
        rows.into_iter()
            .map(|row| Ok((row.read("variant")?, GameRating::from_row(row)?)))
            .collect()
    }

    /// Returns the last `limit` points of the curve of a user's rating at a game, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn curve(self, user: i64, variant: &str, limit: u32) -> Result<Vec<CurvePoint>> {
        let sql = sql!(
            ["SELECT ", CurvePoint::COLUMNS, " FROM game_rating_history WHERE user_id = ? AND variant = ? \
              ORDER BY at DESC, game LIMIT ?"]; user, variant, i64::from(limit)
        );
        let mut points: Vec<CurvePoint> = self.store.all(sql).await?;
        points.reverse();
        Ok(points)
    }

    /// Returns the ranking at a kind of game, best first: at most `limit` users without the first `offset`, and the
    /// number of users in the whole ranking.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ranking(
        self,
        variant: &str,
        offset: u32,
        limit: u32,
    ) -> Result<(Vec<GameRanked>, u64)> {
        let mut reader = self.store.reader().await?;
        let sql = sql!("SELECT count(*) FROM game_ratings WHERE variant = ?"; variant);
        let total: i64 = sql.one(&mut reader).await?;
        let sql = sql!(
            ["SELECT users.name, ", GameRating::COLUMNS, " FROM game_ratings AS r JOIN users ON users.id = r.user_id \
              WHERE r.variant = ? ORDER BY r.rating DESC, users.folded LIMIT ? OFFSET ?"];
            variant, i64::from(limit), i64::from(offset)
        );
        let rows: Vec<AnyRow> = sql.all(&mut reader).await?;
        let places = u64::from(offset) + 1..;
        let ranked = places.zip(rows).map(|(place, row)| {
            Ok(GameRanked {
                place,
                name: row.read("name")?,
                rating: GameRating::from_row(row)?,
            })
        });
        Ok((ranked.collect::<Result<_>>()?, total.unsigned_abs()))
    }

    /// Returns at most `limit` rated games that are over and have not been counted for the ratings yet.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn uncounted(self, limit: u32) -> Result<Vec<String>> {
        let sql = sql!("SELECT id FROM games WHERE state = 'over' AND counted = 0 LIMIT ?"; i64::from(limit));
        self.store.all(sql).await
    }

    /// Updates the ratings of the players of a game that is over; a game is counted only once. For each player the game
    /// is one rating period with one result against each opponent.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count(self, id: &str, opponents: &Opponents) -> Result<()> {
        let Some(row) = self.store.games().get(id).await? else {
            return Ok(());
        };
        let winners = row.winners.clone().unwrap_or_default();
        let mut change = self.store.begin().await?;
        let sql = sql!("UPDATE games SET counted = 1 WHERE id = ? AND state = 'over' AND counted = 0"; id);
        let first = sql.run(&mut change).await?;
        let mut seats: Vec<(usize, i64)> = row
            .seats
            .iter()
            .filter_map(|seat| Some((seat.seat, seat.user?)))
            .collect();
        if first == 0 || !row.game.rated || seats.len() < row.seats.len() {
            return change.commit().await;
        }
        // By ascending numbers, the order in which all transactions lock users.
        seats.sort_by_key(|(_, user)| *user);
        let lock = self.store.backend.for_no_key_update();
        for (_, user) in &seats {
            let sql = sql!(["SELECT id FROM users WHERE id = ?", lock]; *user);
            sql.first::<i64>(&mut change).await?;
        }
        let mut before = Vec::new();
        for (seat, user) in &seats {
            let rating = GameRating::read(&mut change, *user, &row.game.variant).await?;
            before.push((*seat, *user, rating));
        }
        let at = row.ended.unwrap_or_else(|| self.store.now());
        for (seat, user, own) in &before {
            let against = opponents.get(*seat).cloned().unwrap_or_default();
            let score = |other: usize| match (winners.contains(seat), winners.contains(&other)) {
                (true, false) => 1.0,
                (false, true) => 0.0,
                _ => 0.5,
            };
            let games: Vec<(Rating, f64)> = before
                .iter()
                .filter(|(other, _, _)| against.contains(other))
                .map(|(other, _, rating)| (rating.rating, score(*other)))
                .collect();
            let won = winners.contains(seat) && games.iter().any(|(_, score)| *score > 0.5);
            let drawn = !games.is_empty() && games.iter().all(|(_, score)| *score == 0.5);
            let after = GameRating {
                rating: after_game(own.rating, &games),
                games: own.games + 1,
                wins: own.wins + i64::from(won),
                draws: own.draws + i64::from(drawn),
            };
            let sql = sql!(
                "INSERT INTO game_ratings (user_id, variant, rating, deviation, volatility, games, wins, draws) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, variant) DO UPDATE SET \
                 rating = EXCLUDED.rating, deviation = EXCLUDED.deviation, volatility = EXCLUDED.volatility, \
                 games = EXCLUDED.games, wins = EXCLUDED.wins, draws = EXCLUDED.draws";
                *user, row.game.variant.as_str(), after.rating.rating, after.rating.deviation,
                after.rating.volatility, after.games, after.wins, after.draws
            );
            sql.run(&mut change).await?;
            let sql = sql!(
                "INSERT INTO game_rating_history (user_id, variant, game, at, rating, deviation) \
                 VALUES (?, ?, ?, ?, ?, ?)"; *user, row.game.variant.as_str(), id, at, after.rating.rating, after.rating.deviation
            );
            sql.run(&mut change).await?;
            let sql = sql!(
                "UPDATE game_seats SET rating = ?, rating_after = ? WHERE game = ? AND seat = ?";
                own.rating.rating, after.rating.rating, id, whole(*seat as u64)
            );
            sql.run(&mut change).await?;
        }
        change.commit().await
    }
}
