//! Attempts at puzzles. Only a person's first attempt at a puzzle counts for the ratings, so that solving it again
//! brings no advantage.

use super::{PuzzleRow, limited};
use crate::Puzzles;
use crate::columns::{Columns, FromRow, columns};
use crate::error::{Error, Result};
use crate::sql::sql;
use problems::puzzle::after_attempt;
use problems::puzzle::schedule::{Card, Grade};
use problems::rating::Rating;
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

/// A person's attempt at a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// Puzzle that is attempted.
    pub puzzle: PuzzleRow,
    /// True if the attempt in progress is the first one at this puzzle and counts for the ratings; false also after its
    /// end.
    pub counts: bool,
    /// True if the attempt is in progress; false if it has ended.
    pub open: bool,
    /// Moves of the attempt in UCI notation, after the opponent's first move.
    pub line: Vec<String>,
    /// Number of changes of the attempt, which shows whether another page has changed it.
    pub version: i64,
    /// Result of the first attempt; `None` if it has not ended.
    pub solved: Option<bool>,
    /// Instant at which the puzzle is due again, in milliseconds since 1970; `None` if it is not scheduled.
    pub due: Option<i64>,
    card: Option<String>,
}

/// Columns of a [`Try`] for a query, except those of its puzzle.
pub(super) const TRY: &str =
    ", t.rated, t.open, t.line, t.version, t.solved AS t_solved, t.due, t.card ";

impl FromRow for Try {
    fn from_row(row: AnyRow) -> Result<Try> {
        let solved: Option<i64> = row.read("t_solved")?;
        Ok(Try {
            counts: row.read::<bool>("rated")? && solved.is_none(),
            open: row.read("open")?,
            line: super::words(&row.read::<String>("line")?),
            version: row.read("version")?,
            solved: solved.map(|solved| solved != 0),
            due: row.read("due")?,
            card: row.read("card")?,
            puzzle: PuzzleRow::from_row(row)?,
        })
    }
}

/// Rating and results of a person at puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PuzzleStanding {
    /// Rating of the person at puzzles.
    #[serde(flatten)]
    pub rating: Rating,
    /// Number of first attempts.
    pub played: i64,
    /// Number of puzzles solved at the first attempt.
    pub solved: i64,
    /// Number of puzzles solved in a row at the first attempt, up to the last one.
    pub streak: i64,
    /// Greatest number of puzzles solved in a row so far.
    pub best_streak: i64,
}

columns!(PuzzleStanding: rating + deviation + volatility, played, solved, streak, best_streak);

impl PuzzleStanding {
    /// Rating and results of a person who has not tried any puzzle.
    pub const NEW: PuzzleStanding = PuzzleStanding {
        rating: Rating::NEW,
        played: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
    };

    pub(super) async fn read(reader: &mut AnyConnection, who: &str) -> Result<PuzzleStanding> {
        let sql =
            sql!(["SELECT ", PuzzleStanding::COLUMNS, " FROM puzzle_ratings WHERE who = ?"]; who);
        Ok(sql.first(reader).await?.unwrap_or(PuzzleStanding::NEW))
    }

    fn after(self, rating: Rating, solved: bool) -> PuzzleStanding {
        let streak = if solved { self.streak + 1 } else { 0 };
        PuzzleStanding {
            rating,
            played: self.played + 1,
            solved: self.solved + i64::from(solved),
            streak,
            best_streak: self.best_streak.max(streak),
        }
    }
}

/// A first attempt that has ended, as it is shown in a history.
#[derive(Clone, Debug, PartialEq)]
pub struct PastTry {
    /// Number of the puzzle.
    pub puzzle: i64,
    /// Themes of the puzzle, separated by spaces.
    pub themes: String,
    /// Present rating of the puzzle.
    pub puzzle_rating: f64,
    /// True if the puzzle was solved.
    pub solved: bool,
    /// Rating of the person after the attempt.
    pub rating: f64,
    /// Change of the person's rating by the attempt.
    pub gained: f64,
    /// Instant at which the attempt ended, in milliseconds since 1970.
    pub ended: i64,
}

columns!(PastTry: puzzle, themes, puzzle_rating, solved, rating, gained, ended);

impl Puzzles<'_> {
    /// Returns the rating and results of a person at puzzles; [`PuzzleStanding::NEW`] if there are none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn standing(self, who: &str) -> Result<PuzzleStanding> {
        PuzzleStanding::read(&mut *self.store.reader().await?, who).await
    }

    /// Returns the last `limit` first attempts of a person that have ended, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn history(self, who: &str, limit: u32) -> Result<Vec<PastTry>> {
        let sql = sql!(
            ["SELECT ", PastTry::COLUMNS, " FROM (SELECT t.puzzle, p.themes, p.rating AS puzzle_rating, t.solved, \
              t.rating, t.gained, t.ended FROM puzzle_tries t JOIN puzzles p ON p.id = t.puzzle \
              WHERE t.who = ? AND t.rated = 1 AND t.ended IS NOT NULL) past ORDER BY ended DESC, puzzle DESC LIMIT ?"];
            who, limited(limit)
        );
        self.store.all(sql).await
    }

    /// Stores the moves of an attempt, and, if `end` is given, its end with the result (true if solved). The end of a
    /// first attempt changes the rating of the person and, if this is a user, that of the puzzle. Returns the stored
    /// attempt; `None`, without storing anything, if another page has changed it meanwhile.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep(
        self,
        who: &str,
        attempt: &Try,
        line: &[String],
        end: Option<bool>,
    ) -> Result<Option<Try>> {
        let puzzle = attempt.puzzle.id;
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        // Locks the puzzle before the attempt: all transactions lock in this order.
        let lock = self.store.backend.for_update();
        let sql = sql!(["SELECT id FROM puzzles WHERE id = ?", lock]; puzzle);
        sql.first::<i64>(&mut change).await?;
        let sql = sql!(
            "UPDATE puzzle_tries SET line = ?, version = version + 1, open = ? \
             WHERE who = ? AND puzzle = ? AND version = ? AND open = 1";
            line.join(" "), i64::from(end.is_none()), who, puzzle, attempt.version
        );
        if sql.run(&mut change).await? == 0 {
            return Ok(None);
        }
        let Some(solved) = end else {
            let kept = Try::get(&mut change, who, puzzle).await?;
            change.commit().await?;
            return Ok(kept);
        };
        let current = Try::get(&mut change, who, puzzle).await?;
        let Some(current) = current else {
            return Ok(None);
        };
        if current.counts {
            let before = PuzzleStanding::read(&mut change, who).await?;
            let (own, theirs) = after_attempt(before.rating, current.puzzle.rating, solved);
            let after = before.after(own, solved);
            let sql = sql!(
                "INSERT INTO puzzle_ratings (who, rating, deviation, volatility, played, solved, streak, best_streak) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (who) DO UPDATE SET rating = EXCLUDED.rating, \
                 deviation = EXCLUDED.deviation, volatility = EXCLUDED.volatility, played = EXCLUDED.played, \
                 solved = EXCLUDED.solved, streak = EXCLUDED.streak, best_streak = EXCLUDED.best_streak";
                who, own.rating, own.deviation, own.volatility, after.played, after.solved, after.streak,
                after.best_streak
            );
            sql.run(&mut change).await?;
            let sql = sql!(
                "UPDATE puzzle_tries SET solved = ?, ended = ?, rating = ?, deviation = ?, gained = ? \
                 WHERE who = ? AND puzzle = ?";
                i64::from(solved), now, own.rating, own.deviation, own.rating - before.rating.rating, who, puzzle
            );
            sql.run(&mut change).await?;
            // Results of guests do not change the rating of the puzzle, because anybody can become a new guest.
            if who.starts_with('u') {
                let sql = sql!(
                    "UPDATE puzzles SET rating = ?, deviation = ?, volatility = ?, played = played + 1, \
                     solved = solved + ? WHERE id = ?";
                    theirs.rating, theirs.deviation, theirs.volatility, i64::from(solved), puzzle
                );
                sql.run(&mut change).await?;
            }
        } else if current.solved.is_none() {
            let sql = sql!(
                "UPDATE puzzle_tries SET solved = ?, ended = ? WHERE who = ? AND puzzle = ?";
                i64::from(solved), now, who, puzzle
            );
            sql.run(&mut change).await?;
        }
        if let Some(card) = current.next_card(solved)? {
            let due = card.due();
            let card = serde_json::to_string(&card).map_err(Error::invalid)?;
            let sql = sql!(
                "UPDATE puzzle_tries SET card = ?, due = ? WHERE who = ? AND puzzle = ?"; card, due, who, puzzle
            );
            sql.run(&mut change).await?;
        }
        let kept = Try::get(&mut change, who, puzzle).await?;
        change.commit().await?;
        Ok(kept)
    }
}

impl Try {
    /// Returns the schedule card after the attempt, which decides when the puzzle is due again; `None` if the puzzle is
    /// not scheduled.
    fn next_card(&self, solved: bool) -> Result<Option<Card>> {
        let card = match &self.card {
            Some(text) => serde_json::from_str(text).map_err(Error::invalid)?,
            None if solved => return Ok(None),
            None => Card::new(),
        };
        let grade = if solved { Grade::Good } else { Grade::Missed };
        Ok(Some(card.after(grade)))
    }
}
