//! `atalaya jobs`: jobs of the problem collection that are queued, running or ended.
//!
//! Exit status: 0, 1 if a job cannot be cancelled, 2 for bad input.

pub(super) mod describe;

use super::CliResult;
use super::collection::{CollectionArgs, Failure};
use super::table::Table;
use super::user::who_if_any;
use base::{key, say};
use games::Lang;
use serde_json::json;
use std::process::ExitCode;
use store::Store;
use store::job::{Job, JobFilter, JobState};

#[derive(Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    collection: CollectionArgs,
    /// Only jobs in this state: waiting, running, done, failed or cancelled; may be given several times
    #[arg(long, value_name = "STATE", value_parser = parse_state)]
    state: Vec<JobState>,
    /// Only jobs on this problem
    #[arg(long, value_name = "ID")]
    problem: Option<i64>,
    /// Only jobs older than this one: the next page
    #[arg(long, value_name = "JOB")]
    before: Option<i64>,
    /// At most so many, newest first
    #[arg(long, value_name = "K", default_value_t = 50,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    /// Cancel this job: one you asked for, or on a problem of yours
    #[arg(long, value_name = "JOB", conflicts_with_all = ["state", "problem", "before"])]
    cancel: Option<i64>,
}

fn parse_state(text: &str) -> Result<JobState, String> {
    text.parse::<JobState>().map_err(|error| error.to_string())
}

/// Runs the subcommand.
///
/// # Errors
/// A database that cannot be used.
pub fn run(args: &Args) -> CliResult {
    args.collection.run(async |collection| match args.cancel {
        Some(job) => cancel(args, &collection, job).await,
        None => list(args, &collection).await,
    })
}

async fn cancel(args: &Args, collection: &Store, job: i64) -> Result<ExitCode, Failure> {
    let user = who_if_any(&args.collection, collection).await?;
    collection
        .jobs()
        .cancel(job, user.map(|user| user.id))
        .await?;
    let text = if args.collection.json {
        json!({"cancelled": job}).to_string()
    } else {
        say!(args.collection.lang, "jobs-job-cancelled", job)
    };
    super::print(&format!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}

async fn list(args: &Args, collection: &Store) -> Result<ExitCode, Failure> {
    let filter = JobFilter {
        states: args.state.clone(),
        problem: args.problem,
        before: args.before,
        limit: args.limit,
    };
    let jobs = collection.jobs().list(&filter).await?;
    let counts = collection.jobs().counts().await?;
    let text = if args.collection.json {
        let word = |(state, count): &(JobState, u64)| (state.word().to_owned(), json!(count));
        let counts: serde_json::Map<_, _> = counts.iter().map(word).collect();
        format!("{}\n", json!({"jobs": jobs, "counts": counts}))
    } else {
        table(&jobs, &counts, args.collection.lang, collection.now())
    };
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn table(jobs: &[Job], counts: &[(JobState, u64)], lang: Lang, now: i64) -> String {
    let mut text = String::new();
    if !jobs.is_empty() {
        let heads = [
            ('>', key!("table-job")),
            ('>', key!("table-problem")),
            ('<', key!("table-state")),
            ('>', key!("table-tries")),
            ('>', key!("table-age")),
            ('<', key!("table-worker")),
            ('<', key!("table-so-far")),
        ];
        let mut table = Table::new(lang, heads);
        for job in jobs {
            table.add([
                job.id.to_string(),
                job.problem.to_string(),
                describe::state(job.state, lang).to_owned(),
                format!("{}/{}", job.attempts, job.most_attempts),
                describe::span(now - job.created),
                job.worker.clone().unwrap_or_default(),
                describe::so_far(job, lang),
            ]);
        }
        text += &table.text();
    }
    let counts = counts
        .iter()
        .map(|(state, count)| format!("{}: {count}", describe::state(*state, lang)));
    let counts: Vec<String> = counts.collect();
    text += &match counts.as_slice() {
        [] => say!(lang, "jobs-no-jobs").to_owned(),
        counts => counts.join(", "),
    };
    text.push('\n');
    text
}
