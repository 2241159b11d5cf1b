//! Users, problems and games put into a collection as they are needed.

use problems::play::{Outcome, PlayResult, Side, Terms};
use problems::{Draft, Stipulation};
use sqlx::{AssertSqlSafe, Executor, Row};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use store::{Error, LoginDetail, NewPlay, Password, Recorded, Refusal, Result, Session, Store};

/// Everybody's password.
pub const PASSWORD: &str = "correct horse";

pub fn password(text: &str) -> Password {
    Password::new(text)
}

/// Somebody new who is logged in.
pub async fn person(collection: &Store, name: &str) -> Session {
    let word = password(PASSWORD);
    collection
        .accounts()
        .sign_up(name, &word)
        .await
        .expect("a new name");
    let session = collection
        .accounts()
        .log_in(name, &word, LoginDetail::Site)
        .await;
    session.expect("name and password")
}

/// Why something was refused.
pub fn refusal<T: std::fmt::Debug>(result: Result<T>) -> Refusal {
    match result {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

/// A problem of somebody's.
pub async fn problem(collection: &Store, owner: i64) -> i64 {
    let fen = "8/8/8/8/8/k1K5/7R/8 w - - 0 1";
    let draft = Draft::new(fen, Stipulation::Mate(1));
    let created = collection.problems().create(owner, draft).await;
    created.expect("a problem").id
}

/// A game that has been played: over which problem, how long the mate, which band, who attacked and
/// who defended, whether the attacker won, the points of both.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    pub problem: i64,
    pub moves: i64,
    pub band: i64,
    pub seats: [Option<i64>; 2],
    pub attacker_won: bool,
    pub points: [i64; 2],
}

impl Game {
    pub fn new(problem: i64, attacker: i64, defender: i64) -> Game {
        Game {
            problem,
            moves: 1,
            band: 1,
            seats: [Some(attacker), Some(defender)],
            attacker_won: true,
            points: [10, 0],
        }
    }
}

/// A number that no other game has.
fn number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    NUMBERS.fetch_add(1, Relaxed)
}

/// Records a game as it is done when one has been played, with all that follows from it. The points are
/// those that it is worth.
pub async fn record(collection: &Store, game: &Game) -> Result<Recorded> {
    let (result, winner) = if game.attacker_won {
        (PlayResult::Mate, Side::Attacker)
    } else {
        (PlayResult::Held, Side::Defender)
    };
    let terms = Terms {
        moves: u32::try_from(game.moves).expect("a length"),
        band: u8::try_from(game.band).expect("a band"),
        outcome: Outcome { result, winner },
        hints: 0,
        thought: Duration::ZERO,
        again: false,
    };
    let play = NewPlay {
        duel: format!("{:032x}", number()),
        problem: game.problem,
        revision: 1,
        attacker: game.seats[0],
        defender: game.seats[1],
        terms,
        defender_thought: Duration::ZERO,
        plies: 1,
        match_name: None,
        record: "{}".to_owned(),
    };
    collection.plays().record(&play).await
}

/// Writes games down, and nothing that follows from them but how often a problem was played and solved.
pub async fn write(collection: &Store, games: &[Game]) {
    let mut change = collection.begin().await.expect("a change");
    for game in games {
        let sql = "INSERT INTO plays (duel, problem_id, moves, band, attacker_id, defender_id, result, \
             winner, plies, attacker_ms, defender_ms, attacker_points, defender_points, record, \
             created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 0, 0, $9, $10, '{}', 0)";
        let [result, winner] = if game.attacker_won {
            ["mate", "attacker"]
        } else {
            ["held", "defender"]
        };
        sqlx::query(sql)
            .bind(format!("staged {}", number()))
            .bind(game.problem)
            .bind(game.moves)
            .bind(game.band)
            .bind(game.seats[0])
            .bind(game.seats[1])
            .bind(result)
            .bind(winner)
            .bind(game.points[0])
            .bind(game.points[1])
            .execute(&mut *change)
            .await
            .expect("a game");
        let sql = "UPDATE problems SET played = played + 1, solved = solved + $1 WHERE id = $2";
        sqlx::query(sql)
            .bind(i64::from(game.attacker_won))
            .bind(game.problem)
            .execute(&mut *change)
            .await
            .expect("counted");
    }
    change.commit().await.expect("kept");
}

/// Changes the database behind the collection's back.
pub async fn tamper(collection: &Store, sql: &str) {
    let mut change = collection.begin().await.expect("a change");
    let done = change.execute(AssertSqlSafe(sql.to_owned()));
    done.await.expect("a statement");
    change.commit().await.expect("kept");
}

/// The numbers that a statement gives, row by row; what is not there is -1.
pub async fn numbers(collection: &Store, sql: &str) -> Vec<Vec<i64>> {
    let mut reader = collection.reader().await.expect("a connection");
    let rows = reader.fetch_all(AssertSqlSafe(sql.to_owned())).await;
    let row = |row: &sqlx::any::AnyRow| {
        let cell = |column| row.get::<Option<i64>, _>(column).unwrap_or(-1);
        (0..row.len()).map(cell).collect()
    };
    rows.expect("rows").iter().map(row).collect()
}
