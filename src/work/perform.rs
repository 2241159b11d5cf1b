//! Execution of one part of a job.

use super::{Engines, analysis, composing, contest};
use problems::verify::{self, Progress};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use store::{Outcome, Task, Verification, Work};

/// Callbacks of a part while it is done: to stop it, to report its progress, and to let others compute.
pub(super) struct Control<'a> {
    /// Stops the part when it is set; the result is to be ignored then.
    pub(super) stop: &'a AtomicBool,
    /// Receives the progress of the part.
    pub(super) progress: &'a dyn Fn(Progress),
    /// Gives other threads a turn to compute, if they wait for a permit; called between two moves.
    pub(super) pause: &'a dyn Fn(),
}

/// Does a part of a job and returns its result.
pub(super) fn perform(task: &Task, engines: &mut Engines, control: &Control) -> Outcome {
    let (number, before) = (task.part, task.before.as_deref());
    let part = match &task.work {
        Work::Verify(verification) => return verify(verification, engines, control),
        Work::Analysis(of) => analysis::part(of, number, before, engines, control),
        Work::Contest(contest) => contest::part(contest, number, engines, control),
        Work::Composing(of) => composing::part(of, number, before, engines, control),
    };
    match part {
        _ if control.stop.load(Relaxed) => Outcome::Stopped,
        Ok(part) => Outcome::Part(part),
        Err(error) => Outcome::Failed(error),
    }
}

fn verify(of: &Verification, engines: &mut Engines, control: &Control) -> Outcome {
    let verifier = match engines.verifier() {
        Ok(verifier) => verifier,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let verified = verifier.judge(&of.draft, Some(of.time), control.stop, control.progress);
    match verified {
        Ok(verify::Outcome::Stopped) => Outcome::Stopped,
        verified => Outcome::Verified(verified),
    }
}
