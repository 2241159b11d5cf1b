//! `atalaya problem verify`: is there a mate in N, what is the least N, and which are the keys?
//!
//! The command creates jobs, as `atalaya worker` does them. With `--background` that is all; otherwise this process
//! does the jobs, or waits for a worker that has taken one first. If it is interrupted, the problems stay as they were.
//!
//! Exit status, as of `atalaya mate`: 0 verified, 1 refuted, 3 undecided or interrupted, 2 bad input. For several
//! problems it is the worst: 1 before 3 before 0.

use super::messages::{Solution, solution, verdict};
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::jobs::describe;
use crate::cli::mate::parse_seconds;
use crate::cli::worker::until_interrupted;
use crate::cli::{CliResult, complain, print, user};
use base::say;
use games::Lang;
use problems::verify::{HASH_MB, Outcome};
use problems::{Filter, Problem, State};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::job::{Job, Picking, Request, Requested};
use store::{Error, Refusal, Settled, Store, Verified};
use tokio::sync::watch;
use tokio::time::sleep;
use work::{Event, Listener, RequestedJobs, WorkerOptions, work};

#[derive(Clone, clap::Args)]
pub struct Args {
    /// The problems' numbers
    #[arg(
        value_name = "ID",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    ids: Vec<i64>,
    /// All your own that nobody has verified since they were last changed
    #[arg(long)]
    all: bool,
    /// Only ask for it: a worker ('atalaya worker') will do it
    #[arg(long)]
    background: bool,
    /// Seconds for each problem, at most
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Threads: for one problem together, for several each at its own
    #[arg(long, value_name = "T", default_value_t = 1, conflicts_with = "background",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Table size of each
    #[arg(long, value_name = "MB", default_value_t = HASH_MB, conflicts_with = "background")]
    hash: usize,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Lease of a job: another process may take the job if this one does not renew it in time. It is shorter than a
/// worker's, because a user waits and will run the command again.
const LEASE: Duration = Duration::from_secs(5);

/// Runs `atalaya problem verify`.
pub(super) fn run(args: &Args) -> CliResult {
    args.collection
        .run(async |collection| verify(args, &collection).await)
}

async fn verify(args: &Args, collection: &Store) -> Result<ExitCode, Failure> {
    let user = user::who_if_any(&args.collection, collection).await?;
    let by = user.map(|user| user.id);
    let ids = if args.all {
        let Some(owner) = by else {
            return Err(Error::from(Refusal::NotLoggedIn).into());
        };
        let drafts = Filter {
            mine: Some(true),
            state: Some(State::Draft),
            ..Filter::default()
        };
        collection.problems().ids(Some(owner), &drafts).await?
    } else {
        args.ids.clone()
    };
    let request = Request {
        by,
        priority: if args.background { 0 } else { 1 },
        time: args.time,
        most: None,
    };
    if args.background {
        let requested = collection.jobs().request(&ids, &request).await?;
        return told_only(&args.collection, &requested);
    }
    let done = do_jobs(args, collection, &ids, &request).await?;
    report(&args.collection, collection, done).await
}

/// Prints which job will verify each problem.
fn told_only(args: &CollectionArgs, requested: &[Requested]) -> Result<ExitCode, Failure> {
    let lang = args.lang;
    let mut text = String::new();
    for asked in requested {
        let problem = asked.problem;
        text += &match (asked.job, args.json) {
            (_, true) => json!(asked).to_string(),
            (Some(job), false) => say!(lang, "verify-problem-job", problem, job),
            (None, false) => say!(lang, "verify-problem-verdict-already", problem),
        };
        text.push('\n');
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Number of jobs that the worker is given at a time by their numbers: a statement in SQLite takes at most 32,766
/// values.
const AT_ONCE: usize = 10_000;

/// Number of problems for which jobs are requested first with `--all`; they are solved while the jobs for the others
/// are requested.
const FIRST: usize = 256;

/// Time that the worker has to fetch the first jobs before the others are requested. If two processes change an SQLite
/// file at once, one of them sleeps until its next try.
const HEAD_START: Duration = Duration::from_millis(12);

/// Result of requesting and doing jobs.
#[derive(Default)]
struct Done {
    /// Requested verifications, in the order of the problems' numbers.
    requested: Vec<Requested>,
    /// True if the user interrupted the command; the jobs that it had created have then been cancelled.
    interrupted: bool,
    /// Texts to print about jobs that have ended.
    verdicts: Verdicts,
}

/// Requests the jobs and does them, or waits for others to do them.
async fn do_jobs(
    args: &Args,
    collection: &Store,
    ids: &[i64],
    request: &Request,
) -> Result<Done, Failure> {
    let threads: usize = args.threads.into();
    let stop = until_interrupted()?;
    let display = Display::new(&args.collection);
    let mut requested = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let (tell, asked) = watch::channel(RequestedJobs::default());
        let alone = some.len() == 1;
        let options = WorkerOptions {
            workers: if alone { 1 } else { threads.min(some.len()) },
            threads: if alone { threads } else { 1 },
            hash_mb: args.hash,
            lease: LEASE,
            picking: Picking::These(Vec::new()),
            asked: Some(asked),
            until_idle: true,
            ..WorkerOptions::default()
        };
        // Problems whose numbers the user has typed are requested together: if one of them does not exist, an error is
        // reported and nothing is done.
        let first = if args.all { FIRST } else { some.len() };
        let (first, others) = some.split_at(first.min(some.len()));
        let stopped = stop.clone();
        let (requested, all) = (&mut requested, &display.all);
        let asking = async move {
            for (number, piece) in [first, others].into_iter().enumerate() {
                if number > 0 && !piece.is_empty() {
                    sleep(HEAD_START).await;
                }
                if piece.is_empty() || *stopped.borrow() {
                    break;
                }
                let new = collection.jobs().request(piece, request).await?;
                let jobs: Vec<i64> = new.iter().filter_map(|asked| asked.job).collect();
                all.fetch_add(jobs.len(), Relaxed);
                tell.send_modify(|asked| asked.jobs.extend(jobs));
                requested.extend(new);
            }
            Ok::<(), Error>(())
        };
        let working = work(collection, &options, &stop, display.listener());
        let (asked, worked) = tokio::join!(asking, working);
        asked?;
        worked?;
        if *stop.borrow() {
            break;
        }
    }
    display.clear();
    let verdicts = std::mem::take(&mut *display.verdicts());
    let interrupted = *stop.borrow();
    if interrupted {
        for asked in requested.iter().filter(|asked| asked.new) {
            let Some(job) = asked.job else { continue };
            match collection.jobs().cancel(job, request.by).await {
                Ok(()) | Err(Error::Refused(Refusal::JobOver(_))) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    // Problems for which no job was requested because of the interruption.
    let unasked = ids.iter().skip(requested.len()).map(|id| Requested {
        problem: *id,
        job: None,
        new: false,
        state: State::Draft,
    });
    let unasked: Vec<Requested> = if args.all {
        unasked.collect()
    } else {
        Vec::new()
    };
    requested.extend(unasked);
    Ok(Done {
        requested,
        interrupted,
        verdicts,
    })
}

/// States and texts to print about problems, by their numbers.
type Verdicts = BTreeMap<i64, (State, String)>;

async fn tell(
    collection: &Store,
    args: &CollectionArgs,
    problem: &Problem,
    job: Option<&Job>,
    interrupted: bool,
) -> Result<String, Failure> {
    if args.json {
        as_json(collection, problem, job, interrupted).await
    } else {
        let verified = collection.problems().verification(problem.id).await?;
        let settled = (problem, verified.as_ref());
        Ok(as_text(settled, job, interrupted, args.lang))
    }
}

/// Prints what is known of each problem now, and returns the exit status.
async fn report(
    args: &CollectionArgs,
    collection: &Store,
    done: Done,
) -> Result<ExitCode, Failure> {
    let Done {
        requested,
        interrupted,
        mut verdicts,
    } = done;
    let several = requested.len() > 1;
    let jobs: HashMap<i64, Option<i64>> = requested
        .iter()
        .map(|asked| (asked.problem, asked.job))
        .collect();
    let left = requested.iter().map(|asked| asked.problem);
    let left: Vec<i64> = left.filter(|id| !verdicts.contains_key(id)).collect();
    for problem in collection.problems().get_all(&left).await? {
        let job = match (problem.state, jobs.get(&problem.id).copied().flatten()) {
            (State::Draft, Some(job)) => Some(collection.jobs().get(job).await?),
            _ => None,
        };
        let text = tell(collection, args, &problem, job.as_ref(), interrupted).await?;
        verdicts.insert(problem.id, (problem.state, text));
    }
    let of = |wanted: State| {
        verdicts
            .values()
            .filter(|(state, _)| *state == wanted)
            .count()
    };
    let (refuted, open) = (of(State::Refuted), of(State::Draft));
    let mut all = String::new();
    for (id, (_, text)) in &verdicts {
        for line in text.lines() {
            if several && !args.json {
                let _ = write!(all, "{} {id}: ", say!(args.lang, "verify-problem"));
            }
            all += line;
            all.push('\n');
        }
    }
    if verdicts.is_empty() && !args.json {
        all += say!(args.lang, "verify-nothing-verify");
        all.push('\n');
    }
    print(&all)?;
    Ok(ExitCode::from(match (refuted, open) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    }))
}

async fn as_json(
    collection: &Store,
    problem: &Problem,
    job: Option<&Job>,
    interrupted: bool,
) -> Result<String, Failure> {
    let verification = collection.problems().verification(problem.id).await?;
    let data = json!({
        "problem": problem.id, "state": problem.state, "moves": problem.draft.stipulation.moves(),
        "least": problem.least, "keys": problem.keys, "unique_key": problem.unique_key,
        "certificate_hash": problem.certificate_hash, "nodes": problem.nodes,
        "difficulty": problem.difficulty, "band": problem.band, "verification": verification,
        "interrupted": interrupted && problem.state == State::Draft, "job": job,
    });
    Ok(format!("{data}\n"))
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns a problem's verdict as text, or why there is none.
fn as_text(
    (problem, verified): (&Problem, Option<&Verified>),
    job: Option<&Job>,
    interrupted: bool,
    lang: Lang,
) -> String {
    let lines = match (problem.state, job) {
        (State::Draft, Some(job)) => vec![match &job.fault {
            Some(fault) => describe::fault(fault, lang),
            None if interrupted => say!(lang, "verify-interrupted-draft-as-before").to_owned(),
            None => describe::state(job.state, lang).to_owned(),
        }],
        _ => verdict(problem, verified, lang),
    };
    self::lines(&lines)
}

/// Progress display on one line of a terminal that is overwritten.
#[derive(Clone)]
struct Display {
    shown: bool,
    done: Arc<AtomicUsize>,
    all: Arc<AtomicUsize>,
    lang: Lang,
    json: bool,
    /// Texts to print at the end, for jobs whose result is known without another query.
    verdicts: Arc<Mutex<Verdicts>>,
}

impl Display {
    fn new(args: &CollectionArgs) -> Display {
        Display {
            shown: std::io::stderr().is_terminal(),
            done: Arc::default(),
            all: Arc::default(),
            lang: args.lang,
            json: args.json,
            verdicts: Arc::default(),
        }
    }

    fn verdicts(&self) -> MutexGuard<'_, Verdicts> {
        self.verdicts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listener(&self) -> Listener {
        let display = self.clone();
        Arc::new(move |event: Event| display.hear(event))
    }

    fn hear(&self, event: Event) {
        if let Event::Ended {
            problem,
            outcome,
            settled,
            ..
        } = &event
        {
            self.done.fetch_add(1, Relaxed);
            if let (Ok(Outcome::Decided(verdict)), Settled::Kept, false) =
                (outcome, settled, self.json)
            {
                let text = lines(&solution(&Solution::of(verdict), self.lang));
                self.verdicts().insert(*problem, (verdict.state, text));
            }
        }
        if !self.shown && !matches!(event, Event::Trouble(_)) {
            return;
        }
        let news = match event {
            Event::Progress {
                problem, progress, ..
            } => (problem, describe::progress(progress, self.lang)),
            Event::Elsewhere(job) => {
                let worker = job.worker.as_deref().unwrap_or("?");
                (
                    job.problem,
                    format!("{worker}: {}", describe::so_far(job, self.lang)),
                )
            }
            Event::Ended {
                problem, outcome, ..
            } => (problem, describe::outcome(outcome, self.lang)),
            Event::Trouble(error) => {
                self.clear();
                complain(&error.text(self.lang));
                return;
            }
        };
        let (problem, news) = news;
        let (done, all) = (self.done.load(Relaxed), self.all.load(Relaxed));
        let word = say!(self.lang, "verify-problem");
        let line: String = format!("[{done}/{all}] {word} {problem}: {news}")
            .chars()
            .take(79)
            .collect();
        let mut out = std::io::stderr().lock();
        // An error is ignored: the line is only a progress display.
        let _ = write!(out, "\r\x1b[K{line}");
        let _ = out.flush();
    }

    /// Erases the progress line, so that other output can be printed in its place.
    fn clear(&self) {
        if self.shown {
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "\r\x1b[K");
            let _ = out.flush();
        }
    }
}
