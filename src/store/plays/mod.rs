//! Games over problems: what may be played, and what is kept of a game.
//!
//! A finished game is recorded in one change: its row, the problem's counters, its rating and its
//! difficulty, both players' points, ratings, wins and streaks. A game has a name of its own
//! ([`Duel::id`]), so that it is never counted twice, whoever sends it twice.

pub(crate) mod attempts;
pub(crate) mod ranking;

use crate::columns::{Columns, columns};
use crate::error::{Error, Refusal, Result};
use crate::plays::ranking::record_result;
use crate::problems::lock;
use crate::sql::{sql, whole};
use crate::{Change, Plays};
use base::told;
use problems::play::{Challenge, Duel, Outcome, PlayResult, Points, Side, Terms};
use problems::rating::PlayRatings;
use problems::{Fared, Filter, FoundKey, State, Work, difficulty};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use serde::Serialize;
use sqlx::any::AnyRow;
use std::collections::BTreeSet;
use std::time::Duration;

/// A finished game over a problem, to be recorded.
#[derive(Clone, Debug)]
pub struct NewPlay {
    /// Its name: 32 hexadecimal digits.
    pub duel: String,
    /// The problem.
    pub problem: i64,
    /// Which revision of it was played.
    pub revision: i64,
    /// User who attacked; `None` for a guest.
    pub attacker: Option<i64>,
    /// User who defended; `None` for a guest.
    pub defender: Option<i64>,
    /// Terms that the points depend on; `again`, an earlier win of the winner, is looked up when it is recorded.
    pub terms: Terms,
    /// Total thinking time of the defender.
    pub defender_thought: Duration,
    /// Number of plies: the moves of both players together.
    pub plies: u64,
    /// Which match it belongs to, if it was one of k problems.
    pub match_name: Option<String>,
    /// The room's record.
    pub record: String,
}

/// Result of recording a game: points and ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Recorded {
    /// Its number.
    pub play: i64,
    /// The points.
    #[serde(flatten)]
    pub points: Points,
    /// True if the winner had won this problem, or one that is the same, in this seat before.
    pub again: bool,
    /// True if it counts for ratings and the ranking: not if one user sat in both seats.
    pub counts: bool,
    /// The ratings after it.
    pub ratings: PlayRatings,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Play {
    /// Its number.
    pub id: i64,
    /// The problem.
    pub problem: i64,
    /// N.
    pub moves: u32,
    /// Level of difficulty when it was played, 1 to 5.
    pub band: u8,
    /// User who attacked; `None` for a guest, and for a user whose account is deleted.
    pub attacker: Option<i64>,
    /// User who defended; `None` as for the attacker.
    pub defender: Option<i64>,
    /// Way in which it ended.
    pub result: PlayResult,
    /// The seat that won.
    pub winner: Side,
    /// Number of plies: the moves of both players together.
    pub plies: u64,
    /// Steps of help that the attacker has had.
    pub hints: u32,
    /// Thinking time of the attacker, in milliseconds.
    pub attacker_ms: u64,
    /// Thinking time of the defender, in milliseconds.
    pub defender_ms: u64,
    /// The attacker's points.
    pub attacker_points: i64,
    /// The defender's.
    pub defender_points: i64,
    /// Which match it belongs to.
    pub match_name: Option<String>,
    /// Instant of its end: milliseconds since 1970.
    pub created: i64,
}

columns!(
    Play: id, problem = "problem_id", moves, band, attacker = "attacker_id", defender = "defender_id", result, winner,
    plies, hints, attacker_ms, defender_ms, attacker_points, defender_points, match_name, created
);

impl NewPlay {
    /// Creates the record of a duel that has ended; returns `None` if it has not.
    ///
    /// # Errors
    /// None in practice: only what serde_json reserves the right to.
    pub fn of(duel: &Duel, match_name: Option<String>) -> Result<Option<NewPlay>> {
        let Some(terms) = duel.terms() else {
            return Ok(None);
        };
        let now = duel.room().now();
        let challenge = duel.challenge();
        Ok(Some(NewPlay {
            duel: duel.id().to_owned(),
            problem: challenge.problem,
            revision: challenge.revision,
            attacker: duel.seated(Side::Attacker).user,
            defender: duel.seated(Side::Defender).user,
            terms,
            defender_thought: duel.thought(Side::Defender, now),
            plies: duel.room().game().plies() as u64,
            match_name,
            record: duel.room().to_json().map_err(Error::invalid)?,
        }))
    }
}

impl Plays<'_> {
    /// A problem to be played.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`problems::Refusal::NotVerified`].
    pub async fn challenge(self, problem: i64) -> Result<Challenge> {
        Ok(Challenge::of(&self.store.problems().get(problem).await?)?)
    }

    /// The numbers of the verified problems that a filter lets through, in its order: what may be
    /// chosen to be played. A state that the filter asks for itself must be `verified`.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a filter of other states.
    pub async fn playable(self, viewer: Option<i64>, filter: &Filter) -> Result<Vec<i64>> {
        self.store.problems().ids(viewer, &verified(filter)?).await
    }

    /// Draws `k` of the verified problems that a filter lets through: the same for the same seed, as
    /// long as the same problems are there.
    ///
    /// # Errors
    /// [`Refusal::TooFewProblems`].
    pub async fn draw_challenges(
        self,
        viewer: Option<i64>,
        filter: &Filter,
        k: usize,
        seed: u64,
    ) -> Result<Vec<Challenge>> {
        let mut ids = self.playable(viewer, filter).await?;
        if ids.len() < k {
            let found = ids.len();
            return Err(Refusal::TooFewProblems { wanted: k, found }.into());
        }
        ids.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        ids.truncate(k);
        let problems = self.store.problems().get_all(&ids).await?;
        let challenges = problems.iter().map(Challenge::of);
        Ok(challenges.collect::<problems::Result<_>>()?)
    }

    /// Keeps a finished game and everything that follows from it.
    ///
    /// # Errors
    /// [`Refusal::PlayRecorded`] if it is known already, [`Refusal::NoSuchProblem`],
    /// [`problems::Refusal::NotVerified`] if the problem has changed meanwhile; then nothing is kept.
    pub async fn record(self, play: &NewPlay) -> Result<Recorded> {
        let mut change = self.store.begin().await?;
        lock(&mut change, &BTreeSet::from([play.problem])).await?;
        let recorded = self.record_in(&mut change, play).await?;
        change.commit().await?;
        Ok(recorded)
    }

    /// Keeps the games of a match in one change. A game that is refused, because it is known already or
    /// its problem has changed meanwhile, is left out, and the reason stands in its place.
    ///
    /// # Errors
    /// The error of the database; then none is kept.
    pub async fn record_all(
        self,
        plays: &[NewPlay],
    ) -> Result<Vec<std::result::Result<Recorded, Refusal>>> {
        let mut change = self.store.begin().await?;
        let problems: BTreeSet<i64> = plays.iter().map(|play| play.problem).collect();
        lock(&mut change, &problems).await?;
        let mut recorded = Vec::new();
        for play in plays {
            recorded.push(match self.record_in(&mut change, play).await {
                Ok(recorded) => Ok(recorded),
                // Found out before anything of the game was written.
                Err(Error::Refused(refusal)) => Err(refusal),
                Err(error) => return Err(error),
            });
        }
        change.commit().await?;
        Ok(recorded)
    }

    /// Keeps a game within a change, which has the problem's row. A refusal is found out before anything is
    /// written.
    pub(crate) async fn record_in(self, change: &mut Change, play: &NewPlay) -> Result<Recorded> {
        let sql = sql!("SELECT id FROM plays WHERE duel = ?"; play.duel.as_str());
        if sql.first::<i64>(change).await?.is_some() {
            return Err(Refusal::PlayRecorded.into());
        }
        let solved = play.terms.outcome.result == PlayResult::Mate;
        let sql = sql!(
            "UPDATE problems SET played = played + 1, solved = solved + ? \
             WHERE id = ? AND revision = ? AND state = 'verified'"; i64::from(solved), play.problem, play.revision
        );
        if sql.run(change).await? == 0 {
            let sql = sql!("SELECT revision FROM problems WHERE id = ?"; play.problem);
            let refusal = match sql.first::<i64>(change).await? {
                Some(revision) if revision != play.revision => Refusal::Changed(play.problem),
                Some(_) => problems::Refusal::NotVerified(play.problem).into(),
                None => Refusal::NoSuchProblem(play.problem),
            };
            return Err(refusal.into());
        }
        let play = &self.without_the_gone(change, play).await?;
        let again = won_before(change, play).await?;
        let terms = Terms {
            again,
            ..play.terms
        };
        let points = terms.points();
        // The users before the game, whose row would take a share of theirs that others cannot take over.
        let ratings = record_result(change, self.store.backend, play, points).await?;
        let id = insert(change, play, points, self.store.now()).await?;
        judge_anew(change, play.problem).await?;
        Ok(Recorded {
            play: id,
            points,
            again,
            counts: play.attacker != play.defender,
            ratings,
        })
    }

    /// The same game, in which whoever has deleted the account meanwhile is nobody. Users are locked by number,
    /// as their results are counted.
    async fn without_the_gone(self, change: &mut Change, play: &NewPlay) -> Result<NewPlay> {
        let mut play = play.clone();
        let seated: BTreeSet<i64> = [play.attacker, play.defender]
            .into_iter()
            .flatten()
            .collect();
        for user in seated {
            let lock = self.store.backend.for_no_key_update();
            let sql = sql!(["SELECT id FROM users WHERE id = ?", lock]; user);
            if sql.first::<i64>(change).await?.is_none() {
                play.attacker = play.attacker.filter(|id| *id != user);
                play.defender = play.defender.filter(|id| *id != user);
            }
        }
        Ok(play)
    }

    /// The games over a problem, the latest first, at most so many.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_problem(self, problem: i64, limit: u32) -> Result<Vec<Play>> {
        let sql = sql!(
            ["SELECT ", Play::COLUMNS, " FROM plays WHERE problem_id = ? ORDER BY id DESC LIMIT ?"];
            problem, i64::from(limit)
        );
        self.store.all(sql).await
    }

    /// The room's record of a game.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn room_record(self, play: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT record FROM plays WHERE id = ?"; play);
        self.store.first(sql).await
    }
}

/// The filter for verified direct mates alone.
fn verified(filter: &Filter) -> Result<Filter> {
    match filter.state {
        None | Some(State::Verified) => Ok(Filter {
            state: Some(State::Verified),
            direct: Some(true),
            ..filter.clone()
        }),
        Some(other) => {
            let state = other.word();
            Err(Error::Invalid(told!("only-verified-played", state)))
        }
    }
}

/// Returns true if the winner has won this problem, or one that is the same, in this seat before.
async fn won_before(change: &mut Change, play: &NewPlay) -> Result<bool> {
    let (user, seat) = match play.terms.outcome.winner {
        Side::Attacker => (play.attacker, "attacker_id = ? AND winner = 'attacker'"),
        Side::Defender => (play.defender, "defender_id = ? AND winner = 'defender'"),
    };
    let Some(user) = user else { return Ok(false) };
    let sql = sql!(
        ["SELECT plays.id FROM plays JOIN problems ON problems.id = plays.problem_id WHERE ", seat,
         " AND problems.twin = (SELECT twin FROM problems WHERE id = ?) LIMIT 1"]; user, play.problem
    );
    Ok(sql.first::<i64>(change).await?.is_some())
}

async fn insert(change: &mut Change, play: &NewPlay, points: Points, now: i64) -> Result<i64> {
    let Outcome { result, winner } = play.terms.outcome;
    let sql = sql!(
        "INSERT INTO plays (duel, problem_id, moves, band, attacker_id, defender_id, result, winner, plies, hints, \
         attacker_ms, defender_ms, attacker_points, defender_points, match_name, record, created) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id";
        play.duel.as_str(), play.problem, i64::from(play.terms.moves), i64::from(play.terms.band), play.attacker,
        play.defender, result.word(), winner.word(), whole(play.plies), i64::from(play.terms.hints),
        whole(play.terms.thought.as_millis()), whole(play.defender_thought.as_millis()), points.attacker,
        points.defender, play.match_name.as_deref(), play.record.as_str(), now
    );
    sql.one(change).await
}

/// The difficulty of a problem, now that one more has tried it.
pub(crate) async fn judge_anew(change: &mut Change, problem: i64) -> Result<()> {
    let sql = sql!("SELECT fen, moves, keys, nodes, rating, deviation, played FROM problems WHERE id = ?"; problem);
    let row: Option<AnyRow> = sql.first(change).await?;
    let Some(row) = row else { return Ok(()) };
    let fen: String = row.read("fen")?;
    let position = games::chess::Position::from_stored_fen(&fen)?;
    let keys: Vec<FoundKey> = row.read("keys")?;
    let keys: Vec<_> = keys
        .iter()
        .filter_map(|key| key.on(&position).ok())
        .collect();
    let fared = Fared {
        rating: row.read("rating")?,
        deviation: row.read("deviation")?,
        played: row.read("played")?,
    };
    let nodes: Option<u64> = row.read("nodes")?;
    let work = Work::of(&position, row.read("moves")?, &keys, nodes.unwrap_or(0));
    let judged = difficulty(&work, Some(&fared));
    let sql = sql!(
        "UPDATE problems SET difficulty = ?, band = ? WHERE id = ?"; judged.value, i64::from(judged.band), problem
    );
    sql.run(change).await?;
    Ok(())
}
