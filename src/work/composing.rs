//! Verification of a problem that is being composed, with its progress, followed by the working out of its solution as
//! a tree of moves.

use super::Engines;
use super::perform::Control;
use base::limits::Allowance;
use games::chess::Position;
use problems::formats::parts;
use problems::verify::{Outcome, Verdict};
use problems::{Draft, Error, State, Stipulation};
use serde::Serialize;
use serde_json::{Value, json};
use solve::mate::{Extent, Options, Solver};
use solve::question::Question;
use solve::stipulation::{self, Inquiry, Played, Step, steps_of};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use store::{Composed, Composing, Part};

/// Time limit of a verification that a page asks for while a problem is being composed. Problems that are stored are
/// verified by jobs with limits of their own.
const MOST: Duration = Duration::from_secs(60);
/// Maximum time for working out the solution of a verified problem.
const SOLUTION: Duration = Duration::from_secs(20);
/// Size of the solver's hash table, in mebibytes.
const HASH_MB: usize = 32;
/// Maximum number of moves of a solution tree that is sent to a page.
const MOST_SHOWN: usize = 4000;
/// Number of unintended solutions after which the search for further ones ends.
const MORE: usize = 9;

/// Solution of a problem as a tree of moves.
#[derive(Serialize)]
struct Tree {
    keys: Vec<Step>,
    tries: Vec<Step>,
}

/// Does part `number` of a job: part 0 finds the verdict, part 1 works out the solution. `before` is the result of the
/// previous part, if there is one.
pub(super) fn part(
    of: &Composing,
    number: usize,
    before: Option<&str>,
    engines: &mut Engines,
    control: &Control,
) -> Result<Part, String> {
    if let Some(draft) = &of.draft {
        return match number {
            0 => parts_of(draft, control),
            _ => Part::of(&()),
        };
    }
    if let Some(question) = &of.question {
        return match number {
            0 => answer(question, control),
            _ => Part::of(&()),
        };
    }
    if number == 0 {
        return self::verdict(of, engines, control);
    }
    let verdict = before.and_then(Composing::verdict_of);
    let verified = verdict.filter(|verdict| verdict.state == State::Verified);
    Part::of(&verified.and_then(|verdict| tree(of, &verdict, control)))
}

/// Returns the results for a problem and its twins, in order.
fn parts_of(draft: &Draft, control: &Control) -> Result<Part, String> {
    /// Result of one twin, with its letter and its changes.
    #[derive(Serialize)]
    struct OfTwin {
        twin: String,
        #[serde(flatten)]
        played: Played,
    }
    let mut solver = stipulation::Solver::new(HASH_MB).map_err(|error| error.to_string())?;
    let intended = draft.terms.intended.unwrap_or(1).into();
    let start = Instant::now();
    let (mut told, mut rules) = (Vec::new(), Vec::new());
    for part in parts(draft).map_err(|why| why.to_string())? {
        let battle = part.inquiry.stipulation.is_battle();
        let inquiry = Inquiry {
            threats: battle,
            variations: battle,
            most: Some(intended + MORE),
            time: Some(MOST.saturating_sub(start.elapsed())),
            ..part.inquiry
        };
        let shown = (intended, MOST_SHOWN);
        let twin = match part.twin.as_str() {
            "" => String::new(),
            letter => format!("{letter}) {}", part.changes).trim_end().to_owned(),
        };
        let played = solver.play_any(&part.subject, &inquiry, Some(control.stop), shown);
        for rule in part.subject.rules(&inquiry) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        told.extend(played.into_iter().map(|played| OfTwin {
            twin: twin.clone(),
            played,
        }));
    }
    if control.stop.load(Relaxed) {
        return Err("it was stopped".to_owned());
    }
    let asked = draft.stipulation.to_string();
    Part::of(&Composed {
        reply: Some(json!({"stipulation": asked, "parts": told, "tested": tested(&rules, start)})),
        ..Composed::default()
    })
}

/// Returns the circumstances of a test: the version of the program, the rules that are not those of chess, and the time
/// since its start in milliseconds.
fn tested(rules: &[String], start: Instant) -> Value {
    let time_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    json!({"version": env!("CARGO_PKG_VERSION"), "rules": rules, "time_ms": time_ms})
}

/// Returns the result for a problem with another stipulation than a mate in N moves.
fn answer(question: &Question, control: &Control) -> Result<Part, String> {
    let mut solver = stipulation::Solver::new(HASH_MB).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let rules = question.read().map_err(|error| error.to_string())?;
    let rules = rules.0.rules(&rules.1);
    let reply = question.answer(&mut solver, Some(MOST), Some(control.stop));
    let reply = reply.map_err(|error| error.to_string())?;
    if control.stop.load(Relaxed) {
        return Err("it was stopped".to_owned());
    }
    let mut reply = serde_json::to_value(&reply).map_err(|error| error.to_string())?;
    reply["tested"] = tested(&rules, start);
    Part::of(&Composed {
        reply: Some(reply),
        ..Composed::default()
    })
}

fn verdict(of: &Composing, engines: &mut Engines, control: &Control) -> Result<Part, String> {
    let text = |error: Error| error.to_string();
    let stipulation = Stipulation::Mate(of.moves);
    let verifier = engines.verifier().map_err(text)?;
    let outcome = verifier.verify(
        &of.fen,
        stipulation,
        Some(MOST),
        control.stop,
        control.progress,
    );
    let mut found = Composed::default();
    match outcome.map_err(text)? {
        Outcome::Decided(verdict) => {
            let certificate = verdict.certificate.as_ref();
            found.proof = certificate.and_then(|certificate| certificate.proof.clone());
            found.verdict = Some(verdict);
        }
        Outcome::Undecided(progress) => found.progress = Some(progress),
        Outcome::Stopped => return Err("it was stopped".to_owned()),
    }
    Part::of(&found)
}

/// Returns the solution tree of a verified problem; `None` if it is too long to show or could not be worked out.
fn tree(of: &Composing, verdict: &Verdict, control: &Control) -> Option<Tree> {
    let p = Position::from_stored_fen(&of.fen).ok()?;
    let options = Options {
        hash_mb: HASH_MB,
        ..Options::default()
    };
    let mut solver = Solver::new(options).ok()?;
    let keys = verdict.keys.iter().map(|key| key.on(&p));
    let keys = keys.collect::<Result<Vec<_>, _>>().ok()?;
    let extent = Extent {
        tries: true,
        set_play: false,
    };
    let allowance = Allowance {
        time: Some(SOLUTION),
        nodes: None,
        stop: Some(control.stop),
    };
    let solution = solver.solution(&p, verdict.moves, &keys, extent, allowance);
    let solution = solution.ok()?;
    let mut room = MOST_SHOWN;
    Some(Tree {
        keys: steps_of(&p, &solution.keys, &mut room)?,
        tries: steps_of(&p, &solution.tries, &mut room)?,
    })
}
