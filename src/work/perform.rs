//! Doing a part of a job.

use super::{Thinker, analysis, composing, contest};
use problems::verify::{self, Progress};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use store::{Outcome, Task, Verification, Work};

/// Between whoever does a part and whoever watches.
pub(super) struct Watch<'a> {
    /// Ends the part. What comes back then is worth nothing.
    pub(super) stop: &'a AtomicBool,
    /// Hears how far the part has come.
    pub(super) progress: &'a dyn Fn(Progress),
    /// Lets others use the thread's place, between two moves.
    pub(super) pause: &'a dyn Fn(),
}

/// Does a part.
pub(super) fn perform(task: &Task, thinker: &mut Thinker, watch: &Watch) -> Outcome {
    let (number, before) = (task.part, task.before.as_deref());
    let part = match &task.work {
        Work::Verify(verification) => return verify(verification, thinker, watch),
        Work::Analysis(of) => analysis::part(of, number, before, thinker, watch),
        Work::Contest(contest) => contest::part(contest, number, thinker, watch),
        Work::Composing(of) => composing::part(of, number, before, thinker, watch),
    };
    match part {
        _ if watch.stop.load(Relaxed) => Outcome::Stopped,
        Ok(part) => Outcome::Part(part),
        Err(error) => Outcome::Failed(error),
    }
}

fn verify(of: &Verification, thinker: &mut Thinker, watch: &Watch) -> Outcome {
    let verifier = match thinker.verifier() {
        Ok(verifier) => verifier,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let verified = verifier.verify(
        &of.fen,
        of.stipulation,
        Some(of.time),
        watch.stop,
        watch.progress,
    );
    match verified {
        Ok(verify::Outcome::Stopped) => Outcome::Stopped,
        verified => Outcome::Verified(verified),
    }
}
