//! Attempts of visitors at problems on the site. Each is a row of the database, so that every process of the site can
//! continue it and no move is lost by a restart.

use crate::columns::columns;
use crate::error::{Error, Refusal, Result};
use crate::problems::lock;
use crate::sql::sql;
use crate::{Change, NewPlay, Plays, Recorded};
use std::collections::BTreeSet;

/// Time for which an attempt is kept after its last change, in milliseconds: one day.
const LASTS: i64 = 24 * 60 * 60 * 1000;

/// Maximum number of attempts of one visitor; older ones are deleted when a new one begins.
const MOST: i64 = 20;

/// An attempt at a problem, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Random identifier, which cannot be guessed.
    pub id: String,
    /// Key of the visitor to whom it belongs: `u12` (user 12), `g7` (guest 7), or a network address.
    pub owner: String,
    /// Number of changes so far, which shows whether another request has changed the attempt.
    pub version: i64,
    /// Record of the game so far.
    pub record: String,
    /// Statements of the solver about the game, as JSON.
    pub told: String,
    /// Points that the game has brought; `None` while it is not over, and for a guest.
    pub points: Option<i64>,
}

columns!(Attempt: id, owner, version, record, told, points);

/// Result of storing a changed attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The attempt was stored.
    Yes,
    /// The attempt was stored, and the finished game was recorded.
    Recorded(Recorded),
    /// The attempt was stored; the finished game does not count, for this reason.
    NotCounted(Refusal),
    /// The attempt has been changed by another request meanwhile; nothing was stored.
    No,
}

impl Plays<'_> {
    /// Stores a new attempt. The oldest attempts of its owner are deleted if there are too many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn begin_attempt(self, attempt: &Attempt) -> Result<()> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "DELETE FROM solving_attempts WHERE id IN (SELECT id FROM solving_attempts WHERE owner = ? \
             ORDER BY seen DESC, id LIMIT 1000 OFFSET ?)"; attempt.owner.as_str(), MOST - 1
        );
        sql.run(&mut change).await?;
        let sql = sql!(
            "INSERT INTO solving_attempts (id, owner, version, record, told, points, seen) \
             VALUES (?, ?, ?, ?, ?, ?, ?)";
            attempt.id.as_str(), attempt.owner.as_str(), attempt.version, attempt.record.as_str(),
            attempt.told.as_str(), attempt.points, self.store.now()
        );
        sql.run(&mut change).await?;
        change.commit().await
    }

    /// Returns an attempt; `None` if there is none with this identifier that belongs to `owner`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn attempt(self, id: &str, owner: &str) -> Result<Option<Attempt>> {
        let sql = sql!(
            ["SELECT ", Attempt::COLUMNS, " FROM solving_attempts WHERE id = ? AND owner = ?"]; id, owner
        );
        self.store.first(sql).await
    }

    /// Stores a changed attempt, if it still has the version that was read, and in the same transaction records the
    /// game, if it is over (`play`).
    ///
    /// # Errors
    /// The error of the database; then nothing was stored.
    pub async fn keep_attempt(self, attempt: &Attempt, play: Option<&NewPlay>) -> Result<Kept> {
        let mut change = self.store.begin().await?;
        if let Some(play) = play {
            lock(&mut change, &BTreeSet::from([play.problem])).await?;
        }
        let sql = sql!(
            "UPDATE solving_attempts SET version = version + 1, record = ?, told = ?, seen = ? \
             WHERE id = ? AND version = ?";
            attempt.record.as_str(), attempt.told.as_str(), self.store.now(), attempt.id.as_str(), attempt.version
        );
        if sql.run(&mut change).await? == 0 {
            return Ok(Kept::No);
        }
        let kept = match play {
            None => Kept::Yes,
            Some(play) => self.count_attempt(&mut change, attempt, play).await?,
        };
        change.commit().await?;
        Ok(kept)
    }

    async fn count_attempt(
        self,
        change: &mut Change,
        attempt: &Attempt,
        play: &NewPlay,
    ) -> Result<Kept> {
        let recorded = match self.record_in(change, play).await {
            Ok(recorded) => recorded,
            Err(Error::Refused(refusal)) => return Ok(Kept::NotCounted(refusal)),
            Err(error) => return Err(error),
        };
        if play.attacker.is_some() {
            let sql = sql!(
                "UPDATE solving_attempts SET points = ? WHERE id = ?"; recorded.points.attacker, attempt.id.as_str()
            );
            sql.run(change).await?;
        }
        Ok(Kept::Recorded(recorded))
    }

    /// Deletes attempts that have not been changed for a day.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_attempts(self) -> Result<()> {
        let sql = sql!("DELETE FROM solving_attempts WHERE seen < ?"; self.store.now() - LASTS);
        self.store.run(sql).await?;
        Ok(())
    }
}
