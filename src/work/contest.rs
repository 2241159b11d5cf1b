//! Contest of the machines M1 and M2 over mate problems: each problem is played twice, so that each machine attacks
//! once and defends once. Every part of the job is one game, which counts for the ranking like any other.

use super::Engines;
use super::perform::Control;
use base::clock::ClockRule;
use problems::play::{Act, Challenge, Duel, Mind, Seated, Side};
use serde::Serialize;
use std::time::{Duration, Instant};
use store::{Contest, DatabaseError, Error, NewPlay, Part, Store};

/// Result of one game of a contest.
#[derive(Clone, Debug, Serialize)]
struct Line {
    problem: i64,
    moves: u32,
    band: u8,
    attacker: &'static str,
    defender: &'static str,
    /// Role of the winner: `attacker` or `defender`.
    winner: &'static str,
    /// Kind of result, such as `mate` or `held`.
    result: &'static str,
    plies: usize,
    ms: u64,
    /// Moves of the game in standard algebraic notation.
    line: Vec<String>,
}

/// Creates a contest over the problems of `challenges`.
///
/// # Errors
/// An error if the database cannot be read, or if it has no account for one of the machines.
pub async fn contest(
    collection: &Store,
    name: String,
    challenges: Vec<Challenge>,
) -> Result<Contest, Error> {
    let machine = async |mind: Mind| -> Result<Seated, Error> {
        let name = mind.machine().unwrap_or_default();
        let user = collection.accounts().by_name(name).await?;
        let missing = || DatabaseError::Damaged(format!("there is no machine {name}"));
        Ok(Seated {
            mind,
            name: name.to_owned(),
            user: Some(user.ok_or_else(missing)?.id),
        })
    };
    Ok(Contest {
        name,
        challenges,
        machines: [machine(Mind::M1).await?, machine(Mind::M2).await?],
    })
}

/// Plays game `number` of a contest, from 0, and returns its result as a part of the job. Each problem is played twice
/// in succession, with the two machines in exchanged seats.
///
/// # Errors
/// A sentence: there is no such game, or it could not be played to its end.
pub(super) fn part(
    contest: &Contest,
    number: usize,
    engines: &mut Engines,
    control: &Control,
) -> Result<Part, String> {
    let challenge = contest.challenges.get(number / 2).ok_or("no such game")?;
    let mut seated = contest.machines.clone();
    if number % 2 == 1 {
        seated.reverse();
    }
    let begun = Instant::now();
    let duel = Duel::begin(
        challenge.clone(),
        seated,
        ClockRule::Unlimited,
        Duration::ZERO,
    );
    let mut duel = duel.map_err(|error| error.to_string())?;
    while let Some(mind) = duel.machine_to_move() {
        (control.pause)();
        let side = duel.turn();
        let text = engines
            .machines
            .choose(&duel, mind, begun.elapsed(), control.stop);
        let text = text.map_err(|error| error.to_string())?;
        duel.apply(Act::Move(side, text), begun.elapsed())
            .map_err(|error| error.to_string())?;
    }
    let ended = duel.ended().ok_or("the game does not go on")?;
    let of = |side| duel.seated(side).mind.machine().unwrap_or_default();
    let part = Part::of(&Line {
        problem: challenge.problem,
        moves: challenge.moves,
        band: challenge.band,
        attacker: of(Side::Attacker),
        defender: of(Side::Defender),
        winner: ended.outcome.winner.word(),
        result: ended.outcome.result.word(),
        plies: duel.room().game().plies(),
        ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        line: duel.room().game().move_names(),
    })?;
    let play = NewPlay::of(&duel, Some(contest.name.clone()));
    let play = play.map_err(|error| error.to_string())?;
    Ok(Part { play, ..part })
}
