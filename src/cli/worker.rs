//! `atalaya worker`: does jobs of the problem collection, on this machine for a local or remote database.
//!
//! Exit status: 0 if no work is left (with `--until-idle`) or the worker was asked to stop, 2 if it cannot go on.

use super::collection::CollectionArgs;
use super::jobs::describe;
use super::{CliError, CliResult, complain, language};
use base::say;
use problems::verify::{HASH_MB, Outcome};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use store::Settled;
use store::job::Picking;
use tokio::sync::watch;
use work::{Event, Tally, WorkerOptions, work};

#[derive(Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    collection: CollectionArgs,
    /// Problems to verify at the same time, each with its own table
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of each table
    #[arg(long, value_name = "MB", default_value_t = HASH_MB)]
    hash: usize,
    /// Parts of the site's work to do at the same time besides: analyses, contests, what people compose;
    /// 0 for none
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(0..=256))]
    site_threads: u16,
    /// End when there is nothing left to do; without it, wait for more
    #[arg(long)]
    until_idle: bool,
    /// Seconds after which others may take over what a worker has left without a word
    #[arg(long, value_name = "S", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,
}

/// Runs the subcommand.
///
/// # Errors
/// A database that cannot be used, or tables that do not fit in memory.
pub fn run(args: &Args) -> CliResult {
    let options = WorkerOptions {
        workers: args.threads.into(),
        hash_mb: args.hash,
        lease: Duration::from_secs(args.lease),
        picking: Picking::Problems,
        until_idle: args.until_idle,
        ..WorkerOptions::default()
    };
    let site = WorkerOptions {
        name: format!("{}:site", options.name),
        workers: args.site_threads.into(),
        picking: Picking::Site,
        ..options.clone()
    };
    let stop = until_interrupted()?;
    args.collection.run(async |collection| {
        let told = args.collection.clone();
        let listener = Arc::new(move |event: Event| say(&told, event));
        let problems = work(&collection, &options, &stop, listener.clone());
        let site = work(&collection, &site, &stop, listener);
        let (mut tally, site) = tokio::try_join!(problems, site)?;
        tally.add(site);
        super::print(&summary(&args.collection, tally))?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Returns a channel whose value becomes `true` at Ctrl-C or SIGTERM. A second signal ends the process at once.
///
/// # Errors
/// A sentence with the error of the operating system.
pub(super) fn until_interrupted() -> Result<watch::Receiver<bool>, CliError> {
    let (sender, receiver) = watch::channel(false);
    let asked = AtomicBool::new(false);
    let handler = move || {
        if asked.swap(true, Relaxed) {
            std::process::exit(130);
        }
        sender.send_replace(true);
    };
    ctrlc::set_handler(handler)
        .map_err(|error| say!(language::current(), "worker-cannot-listen", error))?;
    Ok(receiver)
}

/// Prints a line for each job that has ended, and errors.
fn say(args: &CollectionArgs, event: Event) {
    let line = match event {
        Event::Progress { .. } | Event::Elsewhere(_) => return,
        Event::Trouble(error) => {
            complain(&error.text(args.lang));
            return;
        }
        Event::Ended {
            job,
            problem,
            outcome,
            settled,
        } if args.json => {
            let (verdict, error) = match outcome {
                Ok(Outcome::Decided(verdict)) => (Some(verdict), None),
                Ok(_) => (None, None),
                Err(error) => (None, Some(error.to_string())),
            };
            json!({
                "job": job, "problem": problem, "outcome": describe::outcome_code(outcome),
                "verdict": verdict, "error": error, "kept": settled == Settled::Kept,
            })
            .to_string()
        }
        Event::Ended {
            problem,
            outcome,
            settled,
            ..
        } => {
            let lang = args.lang;
            let word = say!(lang, "worker-problem");
            let mut line = format!("{word} {problem}: {}", describe::outcome(outcome, lang));
            if settled == Settled::Dropped {
                line.push(' ');
                line += say!(lang, "worker-dropped-job-was-own");
            }
            line
        }
    };
    // An error is ignored: the work goes on even if the output is closed.
    let _ = super::print(&format!("{line}\n"));
}

fn summary(args: &CollectionArgs, tally: Tally) -> String {
    if args.json {
        return format!("{}\n", json!(tally));
    }
    let lang = args.lang;
    let parts = [
        (tally.verified, say!(lang, "worker-verified")),
        (tally.refuted, say!(lang, "worker-refuted")),
        (tally.undecided, say!(lang, "worker-undecided")),
        (tally.failed, say!(lang, "worker-failed")),
        (tally.dropped, say!(lang, "worker-dropped")),
        (tally.site, say!(lang, "worker-parts-site")),
    ];
    let told = parts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told
        .map(|(count, word)| format!("{word}: {count}"))
        .collect();
    match told.as_slice() {
        [] => format!("{}\n", say!(lang, "worker-nothing-do")),
        told => format!("{}\n", told.join(", ")),
    }
}
