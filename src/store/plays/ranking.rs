//! The ranking (UC024): people and machines by points, on the whole or over one length of mate or one
//! band of difficulty; and what a game does to it.
//!
//! The sums over all games stand with the users and are kept in the change that records a game; those
//! over some games are added up from the games when somebody asks. A game of a user against themselves
//! counts in neither.

use crate::accounts::rating_from;
use crate::accounts::user::UserKind;
use crate::error::{Refusal, Result};
use crate::sql::whole;
use crate::{Backend, Change, Collection, DatabaseError};
use problems::rating::{PlayRatings, Rating, after_play};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// Which games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RankingOf {
    /// Over mates in so many alone.
    pub moves: Option<u32>,
    /// Over problems alone whose difficulty was in this band, 1 to 5, when they were played.
    pub band: Option<u8>,
}

/// One line of a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// From 1.
    pub place: u64,
    /// The user's number.
    pub id: i64,
    /// Person or machine.
    pub kind: UserKind,
    /// The user's name.
    pub name: String,
    /// The sum of the points.
    pub points: i64,
    /// Number of games.
    pub games: i64,
    /// Number of games won.
    pub wins: i64,
    /// Number of games won in a row up to the last one.
    pub streak: i64,
    /// From all games, whichever these are.
    #[serde(flatten)]
    pub rating: Rating,
}

/// A part of a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// In order.
    pub users: Vec<Ranked>,
    /// Number of users in the whole ranking.
    pub total: u64,
}

impl Collection {
    /// A ranking: whoever has played such a game, by points, then by rating, then by name; so many
    /// after the first so many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ranking(&self, of: RankingOf, offset: u32, limit: u32) -> Result<Ranking> {
        let (conditions, values) = of.conditions();
        // Sums over all games stand with the users, in an index of this order.
        let (sums, from) = if values.is_empty() {
            ("users", "users WHERE games > 0".to_owned())
        } else {
            let derived = derived(&conditions);
            let from = format!("{derived} AS sums JOIN users ON users.id = sums.user_id");
            ("sums", from)
        };
        let mut reader = self.reader().await?;
        let count = format!("SELECT count(*) FROM {from}");
        let mut count = sqlx::query_scalar(AssertSqlSafe(count));
        let n = values.len();
        let list = format!(
            "SELECT users.id, users.kind, users.name, users.rating, users.deviation, \
             users.volatility, {sums}.points, {sums}.games, {sums}.wins, {sums}.streak FROM {from} \
             ORDER BY {sums}.points DESC, users.rating DESC, users.folded LIMIT ${} OFFSET ${}",
            n + 1,
            n + 2
        );
        let mut list = sqlx::query(AssertSqlSafe(list));
        for value in values {
            count = count.bind(value);
            list = list.bind(value);
        }
        let total: i64 = count.fetch_one(&mut *reader).await?;
        let rows = list
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&mut *reader)
            .await?;
        let places = u64::from(offset) + 1..;
        let users: Result<_, DatabaseError> = places
            .zip(&rows)
            .map(|(place, row)| ranked(place, row))
            .collect();
        Ok(Ranking {
            users: users?,
            total: total.unsigned_abs(),
        })
    }
}

impl RankingOf {
    /// Conditions on the games, and the values in them.
    fn conditions(self) -> (String, Vec<i64>) {
        let named = [
            ("moves", self.moves.map(i64::from)),
            ("band", self.band.map(i64::from)),
        ];
        let mut conditions = String::new();
        let mut values = Vec::new();
        for (column, value) in named {
            let Some(value) = value else { continue };
            values.push(value);
            conditions += &format!(" AND {column} = ${}", values.len());
        }
        (conditions, values)
    }
}

fn ranked(place: u64, row: &AnyRow) -> Result<Ranked, DatabaseError> {
    Ok(Ranked {
        place,
        id: row.try_get("id")?,
        kind: UserKind::from_row(row)?,
        name: row.try_get("name")?,
        points: row.try_get("points")?,
        games: row.try_get("games")?,
        wins: row.try_get("wins")?,
        streak: row.try_get("streak")?,
        rating: rating_from(row)?,
    })
}

/// A table of sums over the games that fulfil conditions: `user_id`, `points`, `games`, `wins`,
/// `streak`. All games after the last that was lost were won.
fn derived(conditions: &str) -> String {
    let seat = |seat: &str| {
        format!(
            "SELECT id, {seat}_id AS user_id, {seat}_points AS points, \
             CASE WHEN winner = '{seat}' THEN 1 ELSE 0 END AS won FROM plays \
             WHERE {seat}_id IS NOT NULL AND attacker_id IS DISTINCT FROM defender_id{conditions}"
        )
    };
    let seats = format!("{} UNION ALL {}", seat("attacker"), seat("defender"));
    let lost = "max(CASE WHEN won = 0 THEN id ELSE 0 END) OVER (PARTITION BY user_id)";
    format!(
        "(SELECT user_id, CAST(sum(points) AS BIGINT) AS points, count(*) AS games, \
         CAST(sum(won) AS BIGINT) AS wins, \
         CAST(sum(CASE WHEN id > lost THEN 1 ELSE 0 END) AS BIGINT) AS streak \
         FROM (SELECT user_id, id, points, won, {lost} AS lost FROM ({seats}) AS seats) AS games \
         GROUP BY user_id)"
    )
}

/// A game over a problem that has just ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    /// Over which problem.
    pub problem: i64,
    /// User who had to mate; `None` for a guest, or if the account has been deleted meanwhile.
    pub attacker: Option<i64>,
    /// User who defended; `None` as for the attacker.
    pub defender: Option<i64>,
    /// True if the attacker won.
    pub attacker_won: bool,
    /// Points that the attacker gets for it.
    pub attacker_points: i64,
    /// Points that the defender gets for it.
    pub defender_points: i64,
}

/// Counts a game for both users and rates both and the problem; returns the new ratings. A game of a
/// user against themselves changes nothing.
///
/// To be called after the problem's row was changed in the same change, and before the game is written
/// down: problem first, then users, these by number, is the order in which everybody locks, and so
/// games are counted for a user in the order of their numbers.
pub(crate) async fn record_result(
    change: &mut Change,
    backend: Backend,
    contest: &Contest,
) -> Result<PlayRatings> {
    let connection = change.connection();
    let mut users: Vec<i64> = contest
        .attacker
        .into_iter()
        .chain(contest.defender)
        .collect();
    users.sort_unstable();
    let problem = rating(connection, backend, "problems", contest.problem).await?;
    let problem = problem.ok_or(Refusal::NoSuchProblem(contest.problem))?;
    let mut ratings = Vec::new();
    for user in users {
        let rating = rating(connection, backend, "users", user).await?;
        ratings.push((Some(user), rating.unwrap_or(Rating::NEW)));
    }
    let of = |seat: Option<i64>| {
        let found = ratings.iter().find(|(user, _)| *user == seat);
        found.map_or(Rating::NEW, |&(_, rating)| rating)
    };
    let before = PlayRatings {
        attacker: of(contest.attacker),
        defender: of(contest.defender),
        problem,
    };
    if contest.attacker == contest.defender {
        return Ok(before);
    }
    let after = after_play(&before, contest.attacker_won);
    let Contest { attacker_won, .. } = *contest;
    if let Some(user) = contest.attacker {
        let points = contest.attacker_points;
        count(connection, user, attacker_won, points, &after.attacker).await?;
    }
    if let Some(user) = contest.defender {
        let points = contest.defender_points;
        count(connection, user, !attacker_won, points, &after.defender).await?;
    }
    let sql = "UPDATE problems SET rating = $1, deviation = $2, volatility = $3 WHERE id = $4";
    sqlx::query(sql)
        .bind(after.problem.rating)
        .bind(after.problem.deviation)
        .bind(after.problem.volatility)
        .bind(contest.problem)
        .execute(connection)
        .await?;
    Ok(after)
}

/// The rating in a row of a table, which is kept from others until the change ends.
async fn rating(
    connection: &mut AnyConnection,
    backend: Backend,
    table: &str,
    id: i64,
) -> Result<Option<Rating>> {
    let locked = backend.for_no_key_update();
    let sql = format!("SELECT rating, deviation, volatility FROM {table} WHERE id = $1{locked}");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(id)
        .fetch_optional(connection)
        .await?;
    Ok(row.as_ref().map(rating_from).transpose()?)
}

/// Counts a game for a user.
async fn count(
    connection: &mut AnyConnection,
    user: i64,
    won: bool,
    points: i64,
    rating: &Rating,
) -> Result<()> {
    let sql = "UPDATE users SET games = games + 1, points = points + $1, wins = wins + $2, \
         streak = (streak + 1) * $2, \
         best_streak = CASE WHEN (streak + 1) * $2 > best_streak THEN streak + 1 ELSE best_streak END, \
         rating = $3, deviation = $4, volatility = $5 WHERE id = $6";
    sqlx::query(sql)
        .bind(points)
        .bind(i64::from(won))
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(user)
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts all of a user's games again, when some have gone. The rating stays: it says how good the user
/// is, and the games that have gone told it as well as others.
pub(crate) async fn recount(connection: &mut AnyConnection, user: i64) -> Result<()> {
    let sql = "SELECT CASE WHEN attacker_id = $1 THEN attacker_points ELSE defender_points END, \
         CASE WHEN attacker_id = $1 AND winner = 'attacker' OR defender_id = $1 AND \
         winner = 'defender' THEN 1 ELSE 0 END FROM plays \
         WHERE (attacker_id = $1 OR defender_id = $1) AND attacker_id IS DISTINCT FROM defender_id \
         ORDER BY id";
    let games: Vec<(i64, i64)> = sqlx::query_as(sql)
        .bind(user)
        .fetch_all(&mut *connection)
        .await?;
    let (mut points, mut wins, mut streak, mut best) = (0, 0, 0, 0);
    for (gained, won) in &games {
        points += gained;
        wins += won;
        streak = (streak + 1) * won;
        best = best.max(streak);
    }
    let sql = "UPDATE users SET points = $1, games = $2, wins = $3, streak = $4, best_streak = $5 \
               WHERE id = $6";
    sqlx::query(sql)
        .bind(points)
        .bind(whole(games.len()))
        .bind(wins)
        .bind(streak)
        .bind(best)
        .bind(user)
        .execute(connection)
        .await?;
    Ok(())
}
