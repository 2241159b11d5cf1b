//! Games over problems: which problems may be played, and how finished games are recorded.
//!
//! A finished game is recorded in one transaction: its row, the counters, the rating and the difficulty of the problem,
//! and the points, ratings, wins and streaks of both players. Each game has an identifier of its own ([`Duel::id`]), so
//! that it is counted only once, even if it is sent twice.

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
    /// Identifier of the game: 32 hexadecimal digits.
    pub duel: String,
    /// Number of the problem.
    pub problem: i64,
    /// Revision of the problem that was played.
    pub revision: i64,
    /// Number of the user who attacked; `None` for a guest.
    pub attacker: Option<i64>,
    /// Number of the user who defended; `None` for a guest.
    pub defender: Option<i64>,
    /// Terms on which the points depend. Their field `again`, for an earlier win of the winner, is ignored and
    /// determined when the game is recorded.
    pub terms: Terms,
    /// Total thinking time of the defender.
    pub defender_thought: Duration,
    /// Number of plies: the moves of both players together.
    pub plies: u64,
    /// Name of the match that the game belongs to; `None` if it was a single game.
    pub match_name: Option<String>,
    /// Record of the game, with all moves.
    pub record: String,
}

/// Result of recording a game: points and ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Recorded {
    /// Number of the recorded game.
    pub play: i64,
    /// Points of both players.
    #[serde(flatten)]
    pub points: Points,
    /// True if the winner had won this problem, or a duplicate of it, in this seat before.
    pub again: bool,
    /// True if the game counts for ratings and the ranking; false if one user sat in both seats.
    pub counts: bool,
    /// Ratings of the players and of the problem after the game.
    pub ratings: PlayRatings,
}

/// A recorded game over a problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Play {
    /// Number of the game.
    pub id: i64,
    /// Number of the problem.
    pub problem: i64,
    /// Number of moves in which the attacker had to mate.
    pub moves: u32,
    /// Level of difficulty of the problem when it was played, 1 to 5.
    pub band: u8,
    /// Number of the user who attacked; `None` for a guest, or if the account has been deleted.
    pub attacker: Option<i64>,
    /// Number of the user who defended; `None` as for the attacker.
    pub defender: Option<i64>,
    /// Way in which the game ended.
    pub result: PlayResult,
    /// The seat that won.
    pub winner: Side,
    /// Number of plies: the moves of both players together.
    pub plies: u64,
    /// Number of hints that the attacker has taken.
    pub hints: u32,
    /// Thinking time of the attacker, in milliseconds.
    pub attacker_ms: u64,
    /// Thinking time of the defender, in milliseconds.
    pub defender_ms: u64,
    /// Points of the attacker.
    pub attacker_points: i64,
    /// Points of the defender.
    pub defender_points: i64,
    /// Name of the match that the game belongs to; `None` if it was a single game.
    pub match_name: Option<String>,
    /// Instant of the end of the game, in milliseconds since 1970.
    pub created: i64,
}

columns!(
    Play: id, problem = "problem_id", moves, band, attacker = "attacker_id", defender = "defender_id", result, winner,
    plies, hints, attacker_ms, defender_ms, attacker_points, defender_points, match_name, created
);

impl NewPlay {
    /// Creates the record of a finished game; `None` if the game is not over.
    ///
    /// # Errors
    /// An error of serde_json, which does not occur in practice.
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
    /// Returns a verified problem with what is needed to play it.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`problems::Refusal::NotVerified`].
    pub async fn challenge(self, problem: i64) -> Result<Challenge> {
        Ok(Challenge::of(&self.store.problems().get(problem).await?)?)
    }

    /// Returns the numbers of the verified direct mates that a filter selects, in its order: the problems that may be
    /// played. If the filter asks for a state, it must be `verified`. `viewer` is the user on whom some criteria
    /// depend; `None` if nobody is logged in.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a filter of other states.
    pub async fn playable(self, viewer: Option<i64>, filter: &Filter) -> Result<Vec<i64>> {
        self.store.problems().ids(viewer, &verified(filter)?).await
    }

    /// Draws `k` of the problems that may be played and that a filter selects for the user `viewer` (`None` if nobody
    /// is logged in). The same seed gives the same problems, as long as the collection does not change.
    ///
    /// # Errors
    /// [`Refusal::TooFewProblems`] if the filter selects fewer than `k`.
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

    /// Records a finished game, and updates the problem and the players.
    ///
    /// # Errors
    /// [`Refusal::PlayRecorded`] if the game has been recorded already, [`Refusal::NoSuchProblem`],
    /// [`problems::Refusal::NotVerified`] if the problem has been changed meanwhile; then nothing is recorded.
    pub async fn record(self, play: &NewPlay) -> Result<Recorded> {
        let mut change = self.store.begin().await?;
        lock(&mut change, &BTreeSet::from([play.problem])).await?;
        let recorded = self.record_in(&mut change, play).await?;
        change.commit().await?;
        Ok(recorded)
    }

    /// Records the games of a match in one transaction. If a game is refused, because it has been recorded already or
    /// its problem has been changed meanwhile, the others are recorded, and the list has the refusal in its place.
    ///
    /// # Errors
    /// The error of the database; then no game is recorded.
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
                // A refusal is returned before anything of the game is written, so the transaction can go on.
                Err(Error::Refused(refusal)) => Err(refusal),
                Err(error) => return Err(error),
            });
        }
        change.commit().await?;
        Ok(recorded)
    }

    /// Records a game within a transaction. If the game is refused, this is found out before anything is written.
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
        // Users before the row of the game, because inserting this row takes a share lock on theirs, which could not be
        // upgraded.
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

    /// Returns the game without those players whose accounts have been deleted meanwhile. The users are locked by
    /// ascending numbers, the order in which their results are counted.
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

    /// Returns at most `limit` games over a problem, newest first.
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

    /// Returns the stored record of a game; `None` if there is no such game, or it has none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn room_record(self, play: i64) -> Result<Option<String>> {
        let sql = sql!("SELECT record FROM plays WHERE id = ?"; play);
        self.store.first(sql).await
    }
}

/// Returns a filter restricted to verified direct mates.
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

/// Returns true if the winner has won this problem, or a duplicate of it, in this seat before.
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

/// Updates the difficulty of a problem from its present rating and number of games.
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
