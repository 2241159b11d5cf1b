//! Ranking of people and machines by points (use case UC024), over all problems, or over those with one number of moves
//! or one level of difficulty; and the effect of a game on it.
//!
//! Sums over all games are stored with the users and updated in the transaction that records a game; those over a
//! selection of games are computed from the games for each query. A game of a user against themselves does not count in
//! either.

use crate::accounts::user::UserKind;
use crate::columns::Columns;
use crate::error::{Refusal, Result};
use crate::sql::{Sql, sql, whole};
use crate::{Backend, Change, NewPlay, Plays};
use problems::play::{Points, Side};
use problems::rating::{PlayRatings, Rating, after_play};
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

/// Selection of the games that count for a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RankingOf {
    /// Only games over mates in this number of moves; `None` for all.
    pub moves: Option<u32>,
    /// Only games over problems that had this level of difficulty, 1 to 5, when they were played; `None` for all.
    pub band: Option<u8>,
}

/// One line of a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// Place in the ranking, from 1.
    pub place: u64,
    /// The user's number.
    pub id: i64,
    /// Kind of the user: person or machine.
    pub kind: UserKind,
    /// The user's name.
    pub name: String,
    /// Sum of the user's points over the selected games.
    pub points: i64,
    /// Number of the selected games that the user has played.
    pub games: i64,
    /// Number of the selected games that the user has won.
    pub wins: i64,
    /// Number of the selected games won in a row, up to the last one played.
    pub streak: i64,
    /// Rating from all games, not only from the selected ones.
    #[serde(flatten)]
    pub rating: Rating,
}

/// A page of a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// Users, best first.
    pub users: Vec<Ranked>,
    /// Number of users in the whole ranking.
    pub total: u64,
}

impl Plays<'_> {
    /// Returns a ranking of the users who have played at least one of the selected games, by points, then rating, then
    /// name: at most `limit` users, without the first `offset`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ranking(self, of: RankingOf, offset: u32, limit: u32) -> Result<Ranking> {
        // Sums over all games are stored with the users, with an index in this order.
        let sums = if of == RankingOf::default() {
            "users"
        } else {
            "sums"
        };
        let mut reader = self.store.reader().await?;
        let mut count = sql!("SELECT count(*) FROM ");
        of.sums(&mut count);
        let mut list = sql!(
            "SELECT users.id, users.kind, users.name, users.rating, users.deviation, users.volatility"
        );
        for column in ["points", "games", "wins", "streak"] {
            list.push(", ").push(sums).push(".").push(column);
        }
        list.push(" FROM ");
        of.sums(&mut list);
        list.push(" ORDER BY ").push(sums);
        list.push(".points DESC, users.rating DESC, users.folded LIMIT ");
        list.bind(i64::from(limit)).push(" OFFSET ");
        list.bind(i64::from(offset));
        let total: i64 = count.one(&mut reader).await?;
        let rows: Vec<AnyRow> = list.all(&mut reader).await?;
        let places = u64::from(offset) + 1..;
        let users: Result<_> = places.zip(&rows).map(ranked).collect();
        Ok(Ranking {
            users: users?,
            total: total.unsigned_abs(),
        })
    }
}

impl RankingOf {
    /// Appends a query for the users with their sums over the selected games: `points`, `games`, `wins`, `streak`. The
    /// streak is the number of games after the last one that was lost.
    fn sums(self, sql: &mut Sql) {
        if self == RankingOf::default() {
            sql.push("users WHERE games > 0");
            return;
        }
        sql.push(
            "(SELECT user_id, CAST(sum(points) AS BIGINT) AS points, count(*) AS games, \
             CAST(sum(won) AS BIGINT) AS wins, \
             CAST(sum(CASE WHEN id > lost THEN 1 ELSE 0 END) AS BIGINT) AS streak \
             FROM (SELECT user_id, id, points, won, \
             max(CASE WHEN won = 0 THEN id ELSE 0 END) OVER (PARTITION BY user_id) AS lost FROM (",
        );
        let seats = [
            "SELECT id, attacker_id AS user_id, attacker_points AS points, \
             CASE WHEN winner = 'attacker' THEN 1 ELSE 0 END AS won FROM plays \
             WHERE attacker_id IS NOT NULL AND attacker_id IS DISTINCT FROM defender_id",
            " UNION ALL SELECT id, defender_id AS user_id, defender_points AS points, \
             CASE WHEN winner = 'defender' THEN 1 ELSE 0 END AS won FROM plays \
             WHERE defender_id IS NOT NULL AND attacker_id IS DISTINCT FROM defender_id",
        ];
        for seat in seats {
            sql.push(seat);
            if let Some(moves) = self.moves {
                sql.push(" AND moves = ").bind(i64::from(moves));
            }
            if let Some(band) = self.band {
                sql.push(" AND band = ").bind(i64::from(band));
            }
        }
        sql.push(
            ") AS seats) AS games GROUP BY user_id) AS sums JOIN users ON users.id = sums.user_id",
        );
    }
}

fn ranked((place, row): (u64, &AnyRow)) -> Result<Ranked> {
    Ok(Ranked {
        place,
        id: row.read("id")?,
        kind: row.read("kind")?,
        name: row.read("name")?,
        points: row.read("points")?,
        games: row.read("games")?,
        wins: row.read("wins")?,
        streak: row.read("streak")?,
        rating: row.read("rating")?,
    })
}

/// Counts a game for both users, updates their ratings and that of the problem, and returns the new ratings. A game of
/// a user against themselves changes nothing.
///
/// It must be called after the row of the problem was changed in the same transaction, and before the game is inserted:
/// all transactions lock first the problem, then the users by ascending numbers. This also makes the games of a user
/// count in the order of their numbers.
pub(crate) async fn record_result(
    change: &mut Change,
    backend: Backend,
    play: &NewPlay,
    points: Points,
) -> Result<PlayRatings> {
    let connection: &mut AnyConnection = change;
    let mut users: Vec<i64> = play.attacker.into_iter().chain(play.defender).collect();
    users.sort_unstable();
    let problem = rating(connection, backend, "problems", play.problem).await?;
    let problem = problem.ok_or(Refusal::NoSuchProblem(play.problem))?;
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
        attacker: of(play.attacker),
        defender: of(play.defender),
        problem,
    };
    if play.attacker == play.defender {
        return Ok(before);
    }
    let attacker_won = play.terms.outcome.winner == Side::Attacker;
    let after = after_play(&before, attacker_won);
    for (user, won, points, rating) in [
        (
            play.attacker,
            attacker_won,
            points.attacker,
            &after.attacker,
        ),
        (
            play.defender,
            !attacker_won,
            points.defender,
            &after.defender,
        ),
    ] {
        if let Some(user) = user {
            count(connection, user, won, points, rating).await?;
        }
    }
    let sql = sql!(
        "UPDATE problems SET rating = ?, deviation = ?, volatility = ? WHERE id = ?";
        after.problem.rating, after.problem.deviation, after.problem.volatility, play.problem
    );
    sql.run(connection).await?;
    Ok(after)
}

/// Returns the rating in a row of a table, `None` if there is no such row, and locks the row until the transaction
/// ends.
async fn rating(
    connection: &mut AnyConnection,
    backend: Backend,
    table: &'static str,
    id: i64,
) -> Result<Option<Rating>> {
    let locked = backend.for_no_key_update();
    let sql =
        sql!(["SELECT rating, deviation, volatility FROM ", table, " WHERE id = ?", locked]; id);
    let row: Option<AnyRow> = sql.first(connection).await?;
    row.map(|row| row.read("rating")).transpose()
}

/// Adds a game, which the user has won if `won` is true, to the sums of the user, and sets the new rating.
async fn count(
    connection: &mut AnyConnection,
    user: i64,
    won: bool,
    points: i64,
    rating: &Rating,
) -> Result<()> {
    let sql = sql!(
        "UPDATE users SET games = games + 1, points = points + ?, wins = wins + ?, streak = (streak + 1) * ?, \
         best_streak = CASE WHEN (streak + 1) * ? > best_streak THEN streak + 1 ELSE best_streak END, rating = ?, \
         deviation = ?, volatility = ? WHERE id = ?";
        points, i64::from(won), i64::from(won), i64::from(won), rating.rating, rating.deviation, rating.volatility,
        user
    );
    sql.run(connection).await?;
    Ok(())
}

/// Computes the sums of a user again after games have been deleted. The rating remains, because it estimates the user's
/// strength, for which the deleted games were evidence too.
pub(crate) async fn recount(connection: &mut AnyConnection, user: i64) -> Result<()> {
    let sql = sql!(
        "SELECT CASE WHEN attacker_id = ? THEN attacker_points ELSE defender_points END, CASE WHEN attacker_id = ? \
         AND winner = 'attacker' OR defender_id = ? AND winner = 'defender' THEN 1 ELSE 0 END FROM plays WHERE \
         (attacker_id = ? OR defender_id = ?) AND attacker_id IS DISTINCT FROM defender_id ORDER BY id";
        user, user, user, user, user
    );
    let games: Vec<(i64, i64)> = sql.all(connection).await?;
    let (mut points, mut wins, mut streak, mut best) = (0, 0, 0, 0);
    for (gained, won) in &games {
        points += gained;
        wins += won;
        streak = (streak + 1) * won;
        best = best.max(streak);
    }
    let sql = sql!(
        "UPDATE users SET points = ?, games = ?, wins = ?, streak = ?, best_streak = ? WHERE id = ?";
        points, whole(games.len()), wins, streak, best, user
    );
    sql.run(connection).await?;
    Ok(())
}
