//! Attempts at puzzles. Of somebody's attempts at a puzzle the first alone counts for the ratings, so that nothing is won
//! by solving it again.

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

/// An attempt at a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// The puzzle.
    pub puzzle: PuzzleRow,
    /// True if the attempt under way is a first one, which counts.
    pub counts: bool,
    /// True if there is an attempt under way.
    pub open: bool,
    /// Moves made in the attempt, in UCI's form, after the opponent's first.
    pub line: Vec<String>,
    /// Count of the changes of the attempt.
    pub version: i64,
    /// Result of the first attempt.
    pub solved: Option<bool>,
    /// Instant at which it is posed again, in milliseconds since 1970; `None` if it is not.
    pub due: Option<i64>,
    card: Option<String>,
}

/// The columns of a [`Try`] beside those of its puzzle.
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

/// Rating of somebody at puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PuzzleStanding {
    /// The rating.
    #[serde(flatten)]
    pub rating: Rating,
    /// Number of first attempts.
    pub played: i64,
    /// Number of puzzles solved at the first attempt.
    pub solved: i64,
    /// Number of puzzles solved in a row, up to the last one.
    pub streak: i64,
    /// Greatest such number so far.
    pub best_streak: i64,
}

columns!(PuzzleStanding: rating + deviation + volatility, played, solved, streak, best_streak);

impl PuzzleStanding {
    /// Rating of somebody who has not solved any.
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

/// A first attempt that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct PastTry {
    /// The puzzle's number.
    pub puzzle: i64,
    /// Words about the puzzle.
    pub themes: String,
    /// Rating of the puzzle as it is now.
    pub puzzle_rating: f64,
    /// True if it was solved.
    pub solved: bool,
    /// Rating after it.
    pub rating: f64,
    /// Change of the rating by it.
    pub gained: f64,
    /// Instant, in milliseconds since 1970.
    pub ended: i64,
}

columns!(PastTry: puzzle, themes, puzzle_rating, solved, rating, gained, ended);

impl Puzzles<'_> {
    /// Rating of somebody at puzzles.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn standing(self, who: &str) -> Result<PuzzleStanding> {
        PuzzleStanding::read(&mut *self.store.reader().await?, who).await
    }

    /// The first attempts of somebody that have ended, newest first.
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

    /// Keeps the moves of an attempt, and its result if it has ended: a first one that counts changes the ratings of the
    /// solver and, if that is a user, of the puzzle. Returns the attempt as it is then; `None` if it was changed
    /// elsewhere meanwhile.
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
        // The puzzle before the attempt: in this order everybody locks them.
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
            // Guests come and go: they do not say how hard a puzzle is.
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
    /// The card after the attempt: what was missed comes again.
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
