//! Ratings that follow from rated games, and rankings by them: one rating for each user and game, by
//! Glicko-2 ([`after_game`]).

use crate::accounts::rating_from;
use crate::error::{Error, Refusal, Result};
use crate::sql::whole;
use crate::{Collection, DatabaseError};
use problems::rating::{Rating, after_game};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// Rating of a user at a game, with the numbers of games played, won and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameRating {
    /// The rating.
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
    /// Rating of somebody who has not played the game.
    pub const NEW: GameRating = GameRating {
        rating: Rating::NEW,
        games: 0,
        wins: 0,
        draws: 0,
    };

    fn from_row(row: &AnyRow) -> Result<GameRating, DatabaseError> {
        Ok(GameRating {
            rating: rating_from(row)?,
            games: row.try_get("games")?,
            wins: row.try_get("wins")?,
            draws: row.try_get("draws")?,
        })
    }
}

/// A line of a game's ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRanked {
    /// From 1.
    pub place: u64,
    /// The user's name.
    pub name: String,
    /// Rating, with the numbers of games.
    #[serde(flatten)]
    pub rating: GameRating,
}

/// A point of a rating's curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// When.
    pub at: i64,
    /// The game after which it was so.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// For each seat of a game, which others it played against: not those of its own team.
pub type Opponents = Vec<Vec<usize>>;

const COLUMNS: &str = "rating, deviation, volatility, games, wins, draws";

impl Collection {
    /// A user's rating at a game.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn game_rating(&self, user: i64, variant: &str) -> Result<GameRating> {
        let sql = format!("SELECT {COLUMNS} FROM game_ratings WHERE user_id = $1 AND variant = $2");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(user)
            .bind(variant.to_owned())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        let rating = row.as_ref().map(GameRating::from_row).transpose()?;
        Ok(rating.unwrap_or(GameRating::NEW))
    }

    /// A user's ratings at all games that the user has played.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn game_ratings(&self, user: i64) -> Result<Vec<(String, GameRating)>> {
        let sql = format!(
            "SELECT variant, {COLUMNS} FROM game_ratings WHERE user_id = $1 ORDER BY variant"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(user)
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("variant")?, GameRating::from_row(row)?)))
            .collect()
    }

    /// Returns the last `limit` points of the curve of a user's rating at a game, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn rating_curve(
        &self,
        user: i64,
        variant: &str,
        limit: u32,
    ) -> Result<Vec<CurvePoint>> {
        let rows = sqlx::query(
            "SELECT at, game, rating, deviation FROM game_rating_history \
             WHERE user_id = $1 AND variant = $2 ORDER BY at DESC, game LIMIT $3",
        )
        .bind(user)
        .bind(variant.to_owned())
        .bind(i64::from(limit))
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter()
            .rev()
            .map(|row| {
                Ok(CurvePoint {
                    at: row.try_get("at")?,
                    game: row.try_get("game")?,
                    rating: row.try_get("rating")?,
                    deviation: row.try_get("deviation")?,
                })
            })
            .collect()
    }

    /// Returns the ranking at a game, best first: `limit` users after the first `offset`, and the number of all.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn game_ranking(
        &self,
        variant: &str,
        offset: u32,
        limit: u32,
    ) -> Result<(Vec<GameRanked>, u64)> {
        let mut reader = self.reader().await?;
        let total: i64 = sqlx::query_scalar("SELECT count(*) FROM game_ratings WHERE variant = $1")
            .bind(variant.to_owned())
            .fetch_one(&mut *reader)
            .await?;
        let rows = sqlx::query(
            "SELECT users.name, r.rating, r.deviation, r.volatility, r.games, r.wins, r.draws \
             FROM game_ratings AS r JOIN users ON users.id = r.user_id WHERE r.variant = $1 \
             ORDER BY r.rating DESC, users.folded LIMIT $2 OFFSET $3",
        )
        .bind(variant.to_owned())
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(&mut *reader)
        .await?;
        let places = u64::from(offset) + 1..;
        let ranked: Result<Vec<GameRanked>> = places
            .zip(&rows)
            .map(|(place, row)| {
                Ok(GameRanked {
                    place,
                    name: row.try_get("name")?,
                    rating: GameRating::from_row(row)?,
                })
            })
            .collect();
        Ok((ranked?, total.unsigned_abs()))
    }

    /// The rated games that are over and not in the ratings yet.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn uncounted_games(&self, limit: u32) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE state = 'over' AND counted = 0 LIMIT $1";
        let ids = sqlx::query_scalar(sql)
            .bind(i64::from(limit))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        Ok(ids)
    }

    /// Counts a game that is over for its players' ratings, once. Each against all opponents: one
    /// rating period with as many games.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_game(&self, id: &str, opponents: &Opponents) -> Result<()> {
        let Some(row) = self.game(id).await? else {
            return Ok(());
        };
        let winners = row.winners.clone().unwrap_or_default();
        let mut change = self.begin().await?;
        let first = sqlx::query(
            "UPDATE games SET counted = 1 WHERE id = $1 AND state = 'over' AND counted = 0",
        )
        .bind(id.to_owned())
        .execute(change.connection())
        .await?;
        let mut seats: Vec<(usize, i64)> = row
            .seats
            .iter()
            .filter_map(|seat| Some((seat.seat, seat.user?)))
            .collect();
        if first.rows_affected() == 0 || !row.game.rated || seats.len() < row.seats.len() {
            return change.commit().await;
        }
        // By number: the order in which everybody locks users.
        seats.sort_by_key(|(_, user)| *user);
        let lock = self.backend.for_no_key_update();
        for (_, user) in &seats {
            let sql = format!("SELECT id FROM users WHERE id = $1{lock}");
            sqlx::query(AssertSqlSafe(sql))
                .bind(*user)
                .fetch_optional(change.connection())
                .await?;
        }
        let mut before = Vec::new();
        for (seat, user) in &seats {
            let sql =
                format!("SELECT {COLUMNS} FROM game_ratings WHERE user_id = $1 AND variant = $2");
            let found = sqlx::query(AssertSqlSafe(sql))
                .bind(*user)
                .bind(row.game.variant.clone())
                .fetch_optional(change.connection())
                .await?;
            let rating = found.as_ref().map(GameRating::from_row).transpose()?;
            before.push((*seat, *user, rating.unwrap_or(GameRating::NEW)));
        }
        let at = row.ended.unwrap_or_else(|| self.now());
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
            sqlx::query(
                "INSERT INTO game_ratings (user_id, variant, rating, deviation, volatility, games, \
                 wins, draws) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                 ON CONFLICT (user_id, variant) DO UPDATE SET rating = EXCLUDED.rating, \
                 deviation = EXCLUDED.deviation, volatility = EXCLUDED.volatility, \
                 games = EXCLUDED.games, wins = EXCLUDED.wins, draws = EXCLUDED.draws",
            )
            .bind(*user)
            .bind(row.game.variant.clone())
            .bind(after.rating.rating)
            .bind(after.rating.deviation)
            .bind(after.rating.volatility)
            .bind(after.games)
            .bind(after.wins)
            .bind(after.draws)
            .execute(change.connection())
            .await?;
            sqlx::query(
                "INSERT INTO game_rating_history (user_id, variant, game, at, rating, deviation) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(*user)
            .bind(row.game.variant.clone())
            .bind(id.to_owned())
            .bind(at)
            .bind(after.rating.rating)
            .bind(after.rating.deviation)
            .execute(change.connection())
            .await?;
            sqlx::query("UPDATE game_seats SET rating = $1, rating_after = $2 WHERE game = $3 AND seat = $4")
                .bind(own.rating.rating)
                .bind(after.rating.rating)
                .bind(id.to_owned())
                .bind(whole(*seat as u64))
                .execute(change.connection())
                .await?;
        }
        change.commit().await
    }

    /// The picture that a user has chosen.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn picture(&self, user: i64) -> Result<Option<String>> {
        let picture = sqlx::query_scalar("SELECT picture FROM profiles WHERE user_id = $1")
            .bind(user)
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(picture)
    }

    /// Gives a user a picture, by its name.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if there is no such user any more.
    pub async fn set_picture(&self, user: i64, picture: &str) -> Result<()> {
        let mut change = self.begin().await?;
        let done = sqlx::query(
            "INSERT INTO profiles (user_id, picture) SELECT id, $2 FROM users WHERE id = $1 \
             ON CONFLICT (user_id) DO UPDATE SET picture = EXCLUDED.picture",
        )
        .bind(user)
        .bind(picture.to_owned())
        .execute(change.connection())
        .await?;
        if done.rows_affected() == 0 {
            return Err(Error::from(Refusal::NotLoggedIn));
        }
        change.commit().await
    }
}
