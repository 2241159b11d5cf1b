//! The editor's order to solve what is on the board with any stipulation.

use crate::cli::collection::Failure;
use crate::cli::stipulation::report;
use base::say;
use base::threads;
use games::Lang;
use problems::{Draft, Question};
use serde_json::{Value, json};
use solve::fairy::Condition;
use solve::stipulation::{Inquiry, Solver};
use std::sync::atomic::AtomicBool;
use store::Error;

/// Memory of the solver, in mebibytes.
const HASH_MB: usize = 64;

/// Solves a position as the words of an order say: the stipulation, then `set-play`, `tries`, `duplex` and fairy
/// conditions. Returns the solution as text and as data.
///
/// # Errors
/// A sentence that names what is wrong with the words.
pub(super) fn solve(
    draft: &Draft,
    about: &str,
    stop: &AtomicBool,
    lang: Lang,
) -> Result<(String, Value), Failure> {
    let mut words = about.split_whitespace();
    let mut question = Question::mate(&draft.fen, 1);
    question.stipulation = words.next().unwrap_or_default().to_owned();
    for word in words {
        match word {
            "set-play" | "aparente" => question.set_play = true,
            "tries" | "ensayos" => question.tries = true,
            "duplex" | "dúplex" => question.duplex = true,
            name if name.parse::<Condition>().is_ok() => question.conditions.push(name.to_owned()),
            _ => return Err(Error::invalid(say!(lang, "edit-bad-solve-word", word)).into()),
        }
    }
    let (subject, inquiry) = question
        .read()
        .map_err(|error| Error::invalid(error.told(lang).1))?;
    let inquiry = Inquiry {
        most: None,
        ..inquiry
    };
    let answer = std::thread::scope(|scope| {
        let work = || {
            let mut solver = Solver::new(HASH_MB).map_err(Error::invalid)?;
            Ok::<_, Error>(solver.solve_any(&subject, &inquiry, Some(stop), |_| {}))
        };
        let thread = threads::spawn_scoped(scope, "solver", work).map_err(Error::invalid)?;
        let gone = || Error::invalid("the solver has ended by a fault");
        thread.join().map_err(|_| gone())?
    })?;
    let text = report::text(&answer, None);
    Ok((text, json!({"answer": answer.record})))
}
