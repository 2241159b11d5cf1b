//! Problems being solved by people: a row each, so that any process of a site goes on with one that
//! another has begun, and no restart loses a move.

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

/// An attempt as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// A name that nobody guesses.
    pub id: String,
    /// Visitor to whom it belongs: `u12` (user 12), `g7` (guest 7), or an address.
    pub owner: String,
    /// Number of changes so far.
    pub version: i64,
    /// The game's record.
    pub record: String,
    /// Statements of the solver about it, as JSON.
    pub told: String,
    /// Points that it has brought, when it is over; `None` before, and for a guest.
    pub points: Option<i64>,
}

columns!(Attempt: id, owner, version, record, told, points);

/// Result of storing a changed attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// It is kept.
    Yes,
    /// It is kept, and the game over it is recorded.
    Recorded(Recorded),
    /// It is kept; the game over it does not count, for this reason.
    NotCounted(Refusal),
    /// Somebody else was first: nothing was written.
    No,
}

impl Plays<'_> {
    /// Keeps a new attempt. Its owner's oldest ones go when there are too many.
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

    /// An attempt, for its owner.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn attempt(self, id: &str, owner: &str) -> Result<Option<Attempt>> {
        let sql = sql!(
            ["SELECT ", Attempt::COLUMNS, " FROM solving_attempts WHERE id = ? AND owner = ?"]; id, owner
        );
        self.store.first(sql).await
    }

    /// Keeps a changed attempt, whose version is still that which was read, and in the same change the game
    /// over it, if it is over by this.
    ///
    /// # Errors
    /// The error of the database; then nothing was written.
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

    /// Forgets attempts that nobody has touched for a day.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_attempts(self) -> Result<()> {
        let sql = sql!("DELETE FROM solving_attempts WHERE seen < ?"; self.store.now() - LASTS);
        self.store.run(sql).await?;
        Ok(())
    }
}
