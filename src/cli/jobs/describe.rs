//! Descriptions of jobs for users, in every language.

use base::say;
use games::Lang;
use problems::State;
use problems::verify::{Outcome, Progress, Verdict};
use store::job::{Fault, Job, JobState};

/// Returns the word for a job's state.
pub(in crate::cli) fn state(state: JobState, lang: Lang) -> &'static str {
    match state {
        JobState::Waiting => say!(lang, "jobs-waiting"),
        JobState::Running => say!(lang, "jobs-running"),
        JobState::Done => say!(lang, "jobs-done"),
        JobState::Failed => say!(lang, "jobs-failed"),
        JobState::Cancelled => say!(lang, "jobs-cancelled"),
    }
}

/// Describes the progress of a verification: the numbers of moves for which a mate has been refuted or proved.
pub(in crate::cli) fn progress(progress: Progress, lang: Lang) -> String {
    let Progress { refuted, proved } = progress;
    match proved {
        Some(most) if refuted + 1 >= most => say!(lang, "jobs-mate-looking-all-keys", most),
        Some(most) => say!(lang, "jobs-mate-fewer", most, refuted),
        None if refuted == 0 => say!(lang, "jobs-begun").to_owned(),
        None => say!(lang, "jobs-no-mate", refuted),
    }
}

/// Returns the reason why a job ended without a result.
pub(in crate::cli) fn fault(fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::Undecided(reached) => undecided(*reached, lang),
        Fault::Lost { worker } => say!(lang, "jobs-workers-went-away-without", worker),
        Fault::Failed { error } => say!(lang, "jobs-each-attempt-failed-last", error),
        Fault::Changed => say!(lang, "jobs-problem-changed").to_owned(),
        Fault::Unreadable { error } => say!(lang, "jobs-problem-cannot-read", error),
    }
}

fn undecided(reached: Progress, lang: Lang) -> String {
    let so_far = progress(reached, lang);
    say!(lang, "jobs-undecided-time", so_far)
}

/// Describes what is known of a job beyond its state: its fault, or else its progress; empty if it has neither.
pub(in crate::cli) fn so_far(job: &Job, lang: Lang) -> String {
    match (&job.fault, job.progress) {
        (Some(why), _) => fault(why, lang),
        (None, Some(reached)) => progress(reached, lang),
        (None, None) => String::new(),
    }
}

/// Returns the code of a verification's outcome, for programs.
pub(in crate::cli) fn outcome_code(outcome: &problems::Result<Outcome>) -> &'static str {
    match outcome {
        Ok(Outcome::Decided(verdict)) => verdict.state.word(),
        Ok(Outcome::Undecided(_)) => "undecided",
        Ok(Outcome::Stopped) => "stopped",
        Err(_) => "failed",
    }
}

/// Describes a verification's outcome, for people.
pub(in crate::cli) fn outcome(outcome: &problems::Result<Outcome>, lang: Lang) -> String {
    match outcome {
        Ok(Outcome::Decided(verdict)) => decided(verdict, lang),
        Ok(Outcome::Undecided(reached)) => undecided(*reached, lang),
        Ok(Outcome::Stopped) => say!(lang, "jobs-interrupted").to_owned(),
        Err(error) => fault(
            &Fault::Unreadable {
                error: error.to_string(),
            },
            lang,
        ),
    }
}

fn decided(verdict: &Verdict, lang: Lang) -> String {
    let Verdict { moves, nodes, .. } = verdict;
    let ms = verdict.time_ms;
    match (verdict.state, verdict.least) {
        (State::Verified, Some(least)) => say!(
            lang,
            "jobs-solvable-fewer-least-nodes",
            moves,
            least,
            nodes,
            ms
        ),
        _ => say!(lang, "jobs-no-solution-fewer-nodes", moves, nodes, ms),
    }
}

/// Formats a duration in milliseconds in its largest unit, rounded down: `3 s`, `5 min`, `2 h`, `4 d`.
pub(in crate::cli) fn span(milliseconds: i64) -> String {
    let seconds = milliseconds.max(0) / 1000;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_their_largest_unit() {
        let told = [0, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000].map(span);
        assert_eq!(told, ["0 s", "59 s", "1 min", "59 min", "1 h", "1 d"]);
        assert_eq!(span(-5), "0 s", "clocks of machines differ");
    }

    #[test]
    fn progress_says_what_is_proved() {
        let of = |refuted, proved| progress(Progress { refuted, proved }, Lang::EN);
        assert_eq!(of(0, None), "begun");
        assert_eq!(of(2, None), "no mate in 2");
        assert_eq!(of(2, Some(5)), "mate in 5 or fewer, not in 2");
        assert_eq!(of(2, Some(3)), "mate in 3; looking for all keys");
    }
}
