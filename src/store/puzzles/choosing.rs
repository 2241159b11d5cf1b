//! Choice of the next puzzle for a person: close to the person's rating, with a given theme, and never one that the
//! person has been given before.

use super::tries::{PuzzleStanding, TRY, Try};
use super::{PUZZLE, limited};
use crate::columns::{Columns, FromRow};
use crate::error::Result;
use crate::sql::{Sql, sql};
use crate::{Change, Puzzles};
use rand::RngExt;
use sqlx::any::AnyRow;

/// Maximum distances from the person's rating, tried in turn until a puzzle is found.
const NEAR: [f64; 3] = [200.0, 500.0, 10_000.0];

/// A puzzle that is due to be solved again.
#[derive(Clone, Debug, PartialEq)]
pub struct DuePuzzle {
    /// Number of the puzzle.
    pub id: i64,
    /// File, problem or game that the puzzle comes from.
    pub origin: String,
    /// Themes of the puzzle.
    pub themes: Vec<String>,
    /// True if the puzzle comes from a mistake in the person's own game.
    pub own: bool,
    /// Instant at which it is due, in milliseconds since 1970.
    pub due: i64,
}

impl FromRow for DuePuzzle {
    fn from_row(row: AnyRow) -> Result<DuePuzzle> {
        Ok(DuePuzzle {
            id: row.read("id")?,
            origin: row.read("origin")?,
            themes: super::words(&row.read::<String>("themes")?),
            own: row.read::<Option<String>>("owner")?.is_some(),
            due: row.read("due")?,
        })
    }
}

impl Puzzles<'_> {
    /// Returns the person's present puzzle that counts, or, if there is none, gives the person the next one; `None` if
    /// there is none left. `keys` are all keys of this person, and the puzzle is given to the first one; a puzzle that
    /// was given to one of them is not given again.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn next(self, keys: &[String], theme: &str) -> Result<Option<Try>> {
        let Some(who) = keys.first() else {
            return Ok(None);
        };
        let mut change = self.store.begin().await?;
        if let Some(open) = Try::open(&mut change, who).await? {
            return Ok(Some(open));
        }
        let standing = PuzzleStanding::read(&mut change, who).await?;
        let own = standing.rating.rating;
        let lot = rand::rng().random_range(0..i64::MAX);
        let mut found = None;
        for near in NEAR {
            for from in [lot, 0] {
                if found.is_none() {
                    let range = (own - near, own + near);
                    found = chosen(&mut change, keys, theme, range, from).await?;
                }
            }
        }
        let Some(puzzle) = found else {
            return Ok(None);
        };
        // Another page of the same person may have got a puzzle at the same time.
        let sql = sql!(
            "INSERT INTO puzzle_tries (who, puzzle, rated, open, begun) VALUES (?, ?, 1, 1, ?) \
             ON CONFLICT DO NOTHING"; who.as_str(), puzzle, self.store.now()
        );
        sql.run(&mut change).await?;
        let open = Try::open(&mut change, who).await?;
        change.commit().await?;
        Ok(open)
    }

    /// Returns at most `limit` puzzles of a person that are due, those that have been due for longest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn due(self, who: &str, limit: u32) -> Result<Vec<DuePuzzle>> {
        let sql = sql!(
            "SELECT p.id, p.origin, p.themes, p.owner, t.due FROM puzzle_tries t JOIN puzzles p ON p.id = t.puzzle \
             WHERE t.who = ? AND t.due <= ? ORDER BY t.due, p.id LIMIT ?"; who, self.store.now(), limited(limit)
        );
        self.store.all(sql).await
    }

    /// Returns the number of a person's puzzles that are due, the number of those that will be due later, and the
    /// instant at which the next one will be due, in milliseconds since 1970 (`None` if there is none).
    ///
    /// # Errors
    /// The error of the database.
    pub async fn schedule(self, who: &str) -> Result<(i64, i64, Option<i64>)> {
        let now = self.store.now();
        let sql = sql!(
            "SELECT count(CASE WHEN due <= ? THEN 1 END), count(CASE WHEN due > ? THEN 1 END), \
             min(CASE WHEN due > ? THEN due END) FROM puzzle_tries WHERE who = ? AND due IS NOT NULL";
            now, now, now, who
        );
        self.store.one(sql).await
    }

    /// Returns the themes of all puzzles with the number of puzzles that have them, most frequent first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn themes(self) -> Result<Vec<(String, i64)>> {
        let sql = sql!(
            "SELECT theme, count(*) FROM puzzle_themes GROUP BY theme ORDER BY count(*) DESC, theme LIMIT 200"
        );
        self.store.all(sql).await
    }

    /// Begins another attempt at a puzzle that is due, or returns the one in progress; `None` if the puzzle is not due.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn again(self, who: &str, puzzle: i64) -> Result<Option<Try>> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE puzzle_tries SET open = 1, line = '', version = version + 1 \
             WHERE who = ? AND puzzle = ? AND open = 0 AND due <= ?"; who, puzzle, self.store.now()
        );
        sql.run(&mut change).await?;
        let found = Try::get(&mut change, who, puzzle).await?;
        change.commit().await?;
        Ok(found.filter(|found| found.open && found.due.is_some()))
    }

    /// Returns a person's attempt at a puzzle; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, who: &str, puzzle: i64) -> Result<Option<Try>> {
        Try::get(&mut *self.store.reader().await?, who, puzzle).await
    }
}

/// Returns the number of a puzzle that was given to none of these keys, `None` if there is none: in the random order of
/// the puzzles the first one from position `from` on.
async fn chosen(
    change: &mut Change,
    keys: &[String],
    theme: &str,
    (low, high): (f64, f64),
    from: i64,
) -> Result<Option<i64>> {
    let mut sql = if theme.is_empty() {
        let mut sql = Sql::new("SELECT p.id FROM puzzles p WHERE p.owner IS NULL AND p.lot >= ");
        sql.bind(from);
        sql
    } else {
        let mut sql = Sql::new(
            "SELECT p.id FROM puzzle_themes h JOIN puzzles p ON p.id = h.puzzle WHERE p.owner IS NULL AND h.theme = ",
        );
        sql.bind(theme).push(" AND h.lot >= ").bind(from);
        sql
    };
    sql.push(" AND p.rating >= ").bind(low);
    sql.push(" AND p.rating <= ").bind(high);
    sql.push(" AND p.maker NOT IN ")
        .bind_all(keys.iter().map(String::as_str));
    sql.push(" AND NOT EXISTS (SELECT 1 FROM puzzle_tries t WHERE t.puzzle = p.id AND t.who IN ");
    sql.bind_all(keys.iter().map(String::as_str));
    sql.push(if theme.is_empty() {
        ") ORDER BY p.lot LIMIT 1"
    } else {
        ") ORDER BY h.lot LIMIT 1"
    });
    sql.first(change).await
}

impl Try {
    /// Returns a person's attempt that counts and is in progress; `None` if there is none.
    pub(super) async fn open(reader: &mut sqlx::AnyConnection, who: &str) -> Result<Option<Try>> {
        let sql = sql!(
            ["SELECT ", PUZZLE, TRY, "FROM puzzle_tries t JOIN puzzles p ON p.id = t.puzzle \
              WHERE t.who = ? AND t.rated = 1 AND t.solved IS NULL"]; who
        );
        sql.first(reader).await
    }

    pub(super) async fn get(
        reader: &mut sqlx::AnyConnection,
        who: &str,
        puzzle: i64,
    ) -> Result<Option<Try>> {
        let sql = sql!(
            ["SELECT ", PUZZLE, TRY, "FROM puzzle_tries t JOIN puzzles p ON p.id = t.puzzle \
              WHERE t.who = ? AND t.puzzle = ?"]; who, puzzle
        );
        sql.first(reader).await
    }
}
