//! The editor's command `solve`: solves the position on the board with any stipulation.

use crate::cli::collection::Failure;
use crate::cli::stipulation::report;
use base::say;
use base::threads;
use games::Lang;
use problems::formats::parts;
use problems::{Draft, Stipulation};
use serde_json::{Value, json};
use solve::fairy::{Condition, Outcome, Subject};
use solve::stipulation::{Inquiry, Solver};
use std::sync::atomic::AtomicBool;
use store::Error;

/// Size of the solver's table, in mebibytes.
const HASH_MB: usize = 64;

/// Solves the problem on the board, and each of its twins. The argument `about` of the command may begin with a
/// stipulation, followed by `set-play`, `tries`, `duplex` and fairy conditions; if it is empty, the problem's own
/// stipulation applies. Returns the solution as text and as JSON.
///
/// # Errors
/// A sentence that says what is wrong with the argument or with the problem.
pub(super) fn solve(
    draft: &Draft,
    about: &str,
    stop: &AtomicBool,
    lang: Lang,
) -> Result<(String, Value), Failure> {
    let mut draft = draft.clone();
    let mut words = about.split_whitespace();
    let mut tries = false;
    if let Some(asked) = words.next() {
        let asked: Result<Stipulation, _> = asked.parse();
        draft.stipulation = asked.map_err(|error| Error::Invalid(error.localized()))?;
        draft.terms.conditions.clear();
        draft.terms.options.clear();
    }
    for word in words {
        let terms = &mut draft.terms;
        match word {
            "set-play" | "aparente" => terms.options.push("SetPlay".to_owned()),
            "tries" | "ensayos" => tries = true,
            "duplex" | "dúplex" => terms.options.push("Duplex".to_owned()),
            name if name.parse::<Condition>().is_ok() => terms.conditions.push(name.to_owned()),
            _ => return Err(Error::invalid(say!(lang, "edit-bad-solve-word", word)).into()),
        }
    }
    let parts = parts(&draft).map_err(Error::Invalid)?;
    let (mut text, mut data) = (String::new(), Vec::new());
    for part in parts {
        let battle = part.inquiry.stipulation.is_battle();
        let inquiry = Inquiry {
            tries: usize::from(tries && battle),
            threats: battle,
            variations: battle,
            ..part.inquiry
        };
        if !part.twin.is_empty() {
            text += &format!("{}) {}\n\n", part.twin, part.changes);
        }
        let answer = answer(&part.subject, &inquiry, stop, lang)?;
        let rules = part.subject.rules_in(&inquiry, lang);
        // As for a verification, one solution is intended if nothing else is said.
        let intended = draft.terms.intended.unwrap_or(1).into();
        text += &report::text(&answer, &rules, Some(intended), lang);
        text.push('\n');
        data.push(answer.record);
    }
    let data = match data.as_slice() {
        [only] => json!({"answer": only}),
        all => json!({"answers": all}),
    };
    Ok((text, data))
}

fn answer(
    subject: &Subject,
    inquiry: &Inquiry,
    stop: &AtomicBool,
    lang: Lang,
) -> Result<Outcome, Failure> {
    let answer = std::thread::scope(|scope| {
        let work = || {
            let solver = Solver::new(HASH_MB).map_err(Error::invalid)?;
            let mut solver = solver.in_language(lang);
            Ok::<_, Error>(solver.solve_any(subject, inquiry, Some(stop), |_| {}))
        };
        let thread = threads::spawn_scoped(scope, "solver", work).map_err(Error::invalid)?;
        let gone = || Error::invalid("the solver has ended by a fault");
        thread.join().map_err(|_| gone())?
    })?;
    Ok(answer)
}
