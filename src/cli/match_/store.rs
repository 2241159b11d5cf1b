//! `atalaya match --store`: matches over problems drawn from the problem collection. Their results count in the ranking
//! of the machines.
//!
//! The attacks are recorded in the database in one transaction when the match has ended, before its journal is removed.
//! Each attack has a name, which the journal stores: if a match is resumed after it has been recorded, its attacks are
//! not recorded twice.

use super::engines::contestants;
use super::keys::Keys;
use super::stage::Stage;
use super::{Args, Played, attack_problems, description};
use crate::cli::collection::{CollectionArgs, DatabaseArg, Failure};
use crate::cli::problem::FilterArgs;
use crate::cli::progress::is_quiet;
use crate::cli::{CliError, CliResult, user};
use arena::problems::{AttackRecord, AttackResult, Problem};
use arena::report;
use base::chance::drawn_seed;
use base::clock::ClockRule;
use base::say;
use games::{Game, Lang};
use problems::play::{Act, Challenge, Duel, Mind, Outcome, PlayResult, Seated, Side, Terms};
use serde_json::{Value, json};
use std::time::Duration;
use store::{Error, NewPlay, Recorded, Refusal, Store, User, UserKind};

// Options of a match over problems of the collection.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Problem collection")]
pub(super) struct StoreArgs {
    /// Play over K verified problems of the problem collection, drawn by --seed; the results count in
    /// the ranking for the machines M1 (alpha-beta with the material heuristic) and M2 (the full engine
    /// with the solver), who play if no --engine is given
    #[arg(long, requires = "k", conflicts_with_all = ["problems", "mate"])]
    pub store: bool,
    #[command(flatten)]
    at: DatabaseArg,
    #[command(flatten)]
    filter: FilterArgs,
}

/// Default players, the machines M1 and M2 of the collection, as groups of `--engine`.
const MACHINES: [[&str; 2]; 2] = [
    ["name=M1", "builtin=alphabeta"],
    ["name=M2", "builtin=prover"],
];

/// Time limit of a move, in milliseconds, for the default players if `--each` gives no limit.
const MOVETIME: &str = "movetime=1000";

/// Prefixes of the words of `--each` that limit the players' thinking.
const LIMITS: [&str; 4] = ["tc=", "movetime=", "nodes=", "depth="];

/// Runs a match with `--store`.
pub(super) fn run(args: &Args, each: Keys) -> CliResult {
    let StoreArgs { at, filter, .. } = &args.store;
    let lang = args.lang;
    let collection = CollectionArgs {
        at: at.clone(),
        json: false,
        lang,
    };
    if args.resume && args.seed.is_none() {
        return Err(say!(lang, "match-resume-seed").into());
    }
    let players = if args.engines.0.is_empty() {
        let groups = MACHINES.map(|group| group.map(str::to_owned).to_vec());
        let is_limited = |word: &String| LIMITS.iter().any(|limit| word.starts_with(limit));
        let each = if args.each.iter().any(is_limited) {
            each
        } else {
            let words = args.each.iter().cloned().chain([MOVETIME.to_owned()]);
            Keys::parse("--each", &words.collect::<Vec<_>>(), lang)?
        };
        contestants(&groups, each)?
    } else {
        contestants(&args.engines.0, each)?
    };
    let stage = Stage::new(args)?;
    let logged_in = &collection;
    collection.run(async |collection| {
        let viewer = user::who_if_any(logged_in, &collection).await?;
        let viewer = viewer.map(|user| user.id);
        let k = args.k.unwrap_or(1);
        let seed = args.seed.unwrap_or_else(drawn_seed);
        let filter = filter.filter(&collection).await?;
        // A resumed match takes the problems from its journal: results recorded since may have changed what the filter
        // selects.
        let begun = if args.resume {
            stage.begun()?.and_then(|setup| numbers(&setup))
        } else {
            None
        };
        let drawn = match begun {
            Some(ids) if ids.len() == k => {
                let problems = collection.problems().get_all(&ids).await?;
                let drawn = problems.iter().map(Challenge::of);
                drawn.collect::<Result<Vec<_>, _>>()?
            }
            _ => {
                collection
                    .plays()
                    .draw_challenges(viewer, &filter, k, seed)
                    .await?
            }
        };
        if !is_quiet() {
            eprintln!("{}", say!(lang, "match-problems-drawn", count = k, seed));
        }
        let names = [0, 1].map(|player| players.get(player).map(|player| player.name.as_str()));
        let machines = machines(names, &collection, lang).await?;
        let chosen = drawn.iter().map(problem).collect::<Result<Vec<_>, _>>()?;
        let mut setup = description(args, chosen.len(), &chosen[0].position.fen());
        setup["problems"] = json!(drawn.iter().map(|c| c.problem).collect::<Vec<_>>());
        setup["revisions"] = json!(drawn.iter().map(|c| c.revision).collect::<Vec<_>>());
        let Some(played) = attack_problems(args, chosen, setup, &players, &stage)? else {
            return Ok(stage.status());
        };
        let event = format!("{} (seed {seed})", args.event);
        let recorded = record(&played, &drawn, &machines, &event, (&collection, lang)).await?;
        let summary = played.summary();
        let mut json = json!(summary);
        json["seed"] = json!(seed);
        json["recorded"] = json!(recorded);
        let table = report::problem_table(&summary, lang)
            + &rating_lines(&recorded, &machines, &collection, lang).await?;
        Ok(stage.close(played.journal, played.is_finished, &table, &json)?)
    })
}

/// Returns the numbers of the problems from a match's description in the journal; `None` if it contains none.
fn numbers(setup: &Value) -> Option<Vec<i64>> {
    let list = setup.get("problems")?.as_array()?;
    list.iter().map(Value::as_i64).collect()
}

/// Converts a problem of the collection to the arena's form of problems.
fn problem(challenge: &Challenge) -> Result<Problem, Error> {
    let position = challenge.start()?;
    Ok(Problem {
        line: usize::try_from(challenge.problem).unwrap_or(0),
        attacker: Game::turn(&position),
        position,
        mate_in: challenge.moves,
    })
}

/// Returns the machines of the collection that have the names of the players; `None` for a player without one, about
/// which a warning is printed.
async fn machines(
    names: [Option<&str>; 2],
    collection: &Store,
    lang: Lang,
) -> Result<[Option<User>; 2], Failure> {
    let mut found = [None, None];
    for (found, name) in found.iter_mut().zip(names) {
        let Some(name) = name else { continue };
        // A text that is not a valid user name is no machine's name either.
        let user = collection.accounts().by_name(name).await.ok().flatten();
        *found = user.filter(|user| user.kind == UserKind::Machine);
        if found.is_none() && !is_quiet() {
            eprintln!("{}", say!(lang, "match-no-machine", name));
        }
    }
    Ok(found)
}

/// Recorded attack, with the points and ratings that it has brought.
#[derive(serde::Serialize)]
struct Entry {
    problem: i64,
    /// Index of the attacking player: 0 or 1.
    attacked_by: usize,
    #[serde(flatten)]
    recorded: Recorded,
}

/// Records the attacks in the database, except those that are recorded already, and returns the newly recorded ones.
async fn record(
    played: &Played,
    drawn: &[Challenge],
    machines: &[Option<User>; 2],
    event: &str,
    (collection, lang): (&Store, Lang),
) -> Result<Vec<Entry>, Failure> {
    if machines.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let (mut plays, mut attackers) = (Vec::new(), Vec::new());
    let mut records: Vec<&AttackRecord> = played.records.iter().collect();
    records.sort_by_key(|record| record.index);
    for record in records {
        // An attack in which the defender failed does not count for either player.
        let Some(outcome) = outcome(record.result) else {
            continue;
        };
        let challenge = &drawn[record.index / 2];
        let attacker = record.index % 2;
        plays.push(new_play(
            record,
            challenge,
            outcome,
            machines,
            &played.names,
            event,
        )?);
        attackers.push(attacker);
    }
    let recorded = collection.plays().record_all(&plays).await?;
    let mut entries = Vec::new();
    for ((recorded, play), attacked_by) in recorded.into_iter().zip(&plays).zip(attackers) {
        match recorded {
            Ok(recorded) => entries.push(Entry {
                problem: play.problem,
                attacked_by,
                recorded,
            }),
            // Recorded before the match was resumed.
            Err(Refusal::PlayRecorded) => {}
            Err(refusal) => {
                let why = refusal.text(lang);
                eprintln!("{}", say!(lang, "match-not-recorded", why));
            }
        }
    }
    Ok(entries)
}

/// Converts an attack's result into the outcome of a game over a problem; `None` if the attack is void.
fn outcome(result: AttackResult) -> Option<Outcome> {
    let (result, winner) = match result {
        AttackResult::Solved => (PlayResult::Mate, Side::Attacker),
        AttackResult::NoMate | AttackResult::Draw | AttackResult::Mated => {
            (PlayResult::Held, Side::Defender)
        }
        AttackResult::Time => (PlayResult::Time, Side::Defender),
        AttackResult::IllegalMove | AttackResult::Crash => (PlayResult::Abandoned, Side::Defender),
        AttackResult::Void => return None,
    };
    Some(Outcome { result, winner })
}

fn new_play(
    record: &AttackRecord,
    challenge: &Challenge,
    outcome: Outcome,
    machines: &[Option<User>; 2],
    names: &[String; 2],
    event: &str,
) -> Result<NewPlay, Failure> {
    let attacker = record.index % 2;
    let players = [attacker, 1 - attacker];
    let users = players.map(|player| machines[player].as_ref().map(|user| user.id));
    let [first, second] = players;
    let seated = [(first, users[0]), (second, users[1])].map(|(player, user)| Seated {
        mind: Mind::M2,
        name: names[player].clone(),
        user,
    });
    let mut duel = Duel::begin(
        challenge.clone(),
        seated,
        ClockRule::Unlimited,
        Duration::ZERO,
    )?;
    for text in &record.moves {
        let act = Act::Move(duel.turn(), text.clone());
        duel.apply(act, Duration::ZERO)
            .map_err(|error| CliError::from(error.to_string()))?;
    }
    let time = |ms: f64| Duration::from_secs_f64((ms / 1000.0).max(0.0));
    let [thought, defender_thought] = record.thought_ms.map(time);
    Ok(NewPlay {
        duel: record.id.clone(),
        problem: challenge.problem,
        revision: challenge.revision,
        attacker: users[0],
        defender: users[1],
        terms: Terms {
            moves: challenge.moves,
            band: challenge.band,
            outcome,
            hints: 0,
            thought,
            again: false,
        },
        defender_thought,
        plies: record.moves.len() as u64,
        match_name: Some(event.to_owned()),
        record: duel.room().to_json().map_err(CliError::from)?,
    })
}

/// Returns a line for each machine: points gained in this match, points in all, and its present rating.
async fn rating_lines(
    recorded: &[Entry],
    machines: &[Option<User>; 2],
    collection: &Store,
    lang: Lang,
) -> Result<String, Failure> {
    let mut text = String::new();
    for (player, machine) in machines.iter().enumerate() {
        let Some(machine) = machine else { continue };
        let gained: i64 = recorded
            .iter()
            .map(|entry| {
                if entry.attacked_by == player {
                    entry.recorded.points.attacker
                } else {
                    entry.recorded.points.defender
                }
            })
            .sum();
        let Some(now) = collection.accounts().get(machine.id).await? else {
            continue;
        };
        let (name, points, rating) = (&now.name, now.points, now.rating.rating.round());
        text += &say!(lang, "match-rating", name, gained, points, rating);
        text.push('\n');
    }
    Ok(text)
}
