//! Jobs: asked for once, in one worker's hands at a time, ended together with their verdicts.

use crate::collection::problems::{draft, refused, user};
use crate::databases::on_each;
use problems::verify::{Outcome, Verdict, Verifier};
use problems::{Draft, State};
use solve::mate::check;
use sqlx::{Executor, Row};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::job::{Fault, Job, JobFilter, JobState, Picking, Request};
use store::{KEPT_MS, Refusal, Settled, Store, Taking, Task, Verification};
use tokio::sync::watch;
use work::{Event, Tally, WorkerOptions, work};

mod workers;

/// Mate in 2 by 1.Kc7 alone.
pub const SOUND: &str = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";

/// Nobody solves it in a test.
pub const HARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const LEASE: Duration = Duration::from_secs(60);

/// Problems of a new user's.
async fn problems(collection: &Store, drafts: Vec<Draft>) -> (i64, Vec<i64>) {
    let ann = user(collection, "Ann").await;
    let created = collection
        .problems()
        .import(ann, drafts)
        .await
        .expect("kept");
    (ann, created.into_iter().map(|created| created.id).collect())
}

/// Asks for verifications, and returns the jobs.
async fn ask(collection: &Store, ids: &[i64]) -> Vec<i64> {
    let asked = collection
        .jobs()
        .request(ids, &Request::default())
        .await
        .expect("asked");
    asked
        .iter()
        .map(|asked| asked.job.expect("a job"))
        .collect()
}

async fn take(collection: &Store, worker: &str, most: usize, lease: Duration) -> Vec<Task> {
    let taking = Taking {
        worker,
        picking: &Picking::Any,
        of_one: None,
        most,
        lease,
    };
    let taken = collection.queue().take(&taking);
    taken.await.expect("jobs, or none")
}

fn of(task: &Task) -> &Verification {
    task.verification().expect("a verification")
}

fn decided(task: &Task) -> Verdict {
    let mut verifier = Verifier::new(1, 2).expect("2 MB");
    let stop = AtomicBool::new(false);
    match verifier.judge(&of(task).draft, None, &stop, |_| {}) {
        Ok(Outcome::Decided(verdict)) => verdict,
        other => panic!("{other:?}"),
    }
}

async fn settle(collection: &Store, worker: &str, task: &Task, outcome: Outcome) -> Settled {
    hand_in(
        collection,
        worker,
        task,
        store::Outcome::Verified(Ok(outcome)),
    )
    .await
}

async fn hand_in(
    collection: &Store,
    worker: &str,
    task: &Task,
    outcome: store::Outcome,
) -> Settled {
    let finished = [(task.clone(), outcome)];
    let settled = collection.queue().settle(worker, &finished).await;
    settled.expect("a word")[0]
}

async fn count(collection: &Store, sql: &'static str) -> i64 {
    let mut reader = collection.reader().await.expect("a connection");
    let row = reader.fetch_one(sql).await.expect("a row");
    row.get(0)
}

async fn change(collection: &Store, sql: &'static str) {
    let mut change = collection.begin().await.expect("a change");
    change.execute(sql).await.expect("a statement");
    change.commit().await.expect("kept");
}

#[test]
fn asking_twice_gives_the_same_job_until_there_is_a_verdict() {
    on_each(async |collection| {
        let (ann, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 1)]).await;
        let request = Request {
            by: Some(ann),
            priority: 3,
            time: Some(Duration::from_millis(1500)),
            most: None,
        };
        let first = collection.jobs().request(&ids, &request).await;
        let first = first.expect("asked");
        assert!(first.iter().all(|asked| asked.new && asked.job.is_some()));
        let job = collection
            .jobs()
            .get(first[0].job.expect("a job"))
            .await
            .expect("it");
        assert_eq!(
            (job.problem, job.state, job.attempts),
            (ids[0], JobState::Waiting, 0)
        );
        assert_eq!(
            (job.requested_by, job.priority, job.time_ms),
            (Some(ann), 3, Some(1500))
        );

        let again = collection.jobs().request(&ids, &Request::default()).await;
        let again = again.expect("asked");
        assert!(again.iter().all(|asked| !asked.new));
        let jobs = |asked: &[store::job::Requested]| -> Vec<Option<i64>> {
            asked.iter().map(|asked| asked.job).collect()
        };
        assert_eq!(jobs(&again), jobs(&first));

        let task = &take(&collection, "a", 1, LEASE).await[0];
        assert_eq!(
            of(task).problem,
            ids[0],
            "the older one of the same priority"
        );
        let verdict = Outcome::Decided(decided(task));
        assert_eq!(settle(&collection, "a", task, verdict).await, Settled::Kept);
        let third = collection.jobs().request(&ids, &Request::default()).await;
        let third = third.expect("asked");
        assert_eq!((third[0].job, third[0].state), (None, State::Verified));
        assert_eq!((third[1].job, third[1].state), (first[1].job, State::Draft));

        let unknown = collection.jobs().request(&[ids[1], 999], &request).await;
        assert_eq!(refused(unknown), Refusal::NoSuchProblem(999));
    });
}

#[test]
fn a_verdict_is_written_whole_and_its_proof_can_be_checked() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 1)]).await;
        let jobs = ask(&collection, &ids).await;
        for task in take(&collection, "here:1:0", 9, LEASE).await {
            let verdict = Outcome::Decided(decided(&task));
            settle(&collection, "here:1:0", &task, verdict).await;
        }
        let sound = collection.problems().get(ids[0]).await.expect("it");
        assert_eq!((sound.state, sound.least), (State::Verified, Some(2)));
        let keys: Vec<_> = sound
            .keys
            .iter()
            .map(|key| (key.san.as_str(), key.mate_in))
            .collect();
        assert_eq!((keys, sound.unique_key), (vec![("Kc7", 2)], true));
        assert!(sound.difficulty > 0.0 && (1..=5).contains(&sound.band));
        assert!(sound.nodes.is_some() && sound.certificate_hash.is_some());
        let refuted = collection.problems().get(ids[1]).await.expect("it");
        assert_eq!((refuted.state, refuted.least), (State::Refuted, None));
        for (id, job) in ids.iter().zip(jobs) {
            let verification = collection.problems().verification(*id).await.expect("read");
            let verification = verification.expect("it is verified");
            assert_eq!((verification.job, verification.revision), (Some(job), 1));
            assert_eq!(verification.worker, "here:1:0");
            let proof = collection.problems().certificate(*id).await.expect("read");
            check::verify(&proof.expect("it is short"), false).expect("it holds");
            assert_eq!(
                collection.jobs().get(job).await.expect("it").state,
                JobState::Done
            );
        }
    });
}

#[test]
fn a_job_whose_lease_is_over_goes_to_another_and_the_first_comes_too_late() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2)]).await;
        ask(&collection, &ids).await;
        let slow = take(&collection, "slow", 5, Duration::ZERO).await;
        // Until the clock has moved on by a millisecond nobody may take it.
        let quick = loop {
            let taken = take(&collection, "quick", 5, LEASE).await;
            if !taken.is_empty() {
                break taken;
            }
        };
        assert_eq!(slow[0].job, quick[0].job);
        assert_eq!((slow[0].attempt, quick[0].attempt), (1, 2));
        assert!(take(&collection, "third", 5, LEASE).await.is_empty());

        let held = [slow[0].held()];
        let lost = collection.queue().lost("slow", &held).await.expect("read");
        assert_eq!(lost, [slow[0].job]);
        let lost = collection.queue().renew("slow", &held, LEASE).await;
        assert_eq!(lost.expect("renewed"), [slow[0].job]);
        let verdict = Outcome::Decided(decided(&slow[0]));
        let late = settle(&collection, "slow", &slow[0], verdict.clone()).await;
        assert_eq!(late, Settled::Dropped);
        assert_eq!(
            collection.problems().get(ids[0]).await.expect("it").state,
            State::Draft
        );

        let held = [quick[0].held()];
        let lost = collection.queue().renew("quick", &held, LEASE).await;
        assert!(lost.expect("renewed").is_empty());
        let kept = settle(&collection, "quick", &quick[0], verdict.clone()).await;
        assert_eq!(kept, Settled::Kept);
        let again = settle(&collection, "quick", &quick[0], verdict).await;
        assert_eq!(again, Settled::Dropped, "a job ends once");
        assert_eq!(
            count(
                &collection,
                "SELECT count(*) FROM verifications WHERE job_id IS NOT NULL"
            )
            .await,
            1
        );
    });
}

#[test]
fn a_verdict_on_what_the_problem_was_before_is_dropped() {
    on_each(async |collection| {
        let (ann, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 2)]).await;
        let jobs = ask(&collection, &ids).await;
        let task = take(&collection, "a", 1, LEASE).await.remove(0);
        for id in &ids {
            let changed = collection
                .problems()
                .update(ann, *id, draft(SOUND, 3))
                .await;
            changed.expect("nobody has played it");
        }
        let verdict = Outcome::Decided(decided(&task));
        assert_eq!(
            settle(&collection, "a", &task, verdict).await,
            Settled::Dropped
        );
        assert!(
            take(&collection, "a", 5, LEASE).await.is_empty(),
            "both are stale"
        );
        for (id, job) in ids.iter().zip(&jobs) {
            let problem = collection.problems().get(*id).await.expect("it");
            assert_eq!((problem.state, problem.keys.len()), (State::Draft, 0));
            let job = collection.jobs().get(*job).await.expect("it");
            assert_eq!(
                (job.state, job.fault),
                (JobState::Cancelled, Some(Fault::Changed))
            );
        }
        // The new revision has a job of its own.
        let again = ask(&collection, &ids).await;
        assert!(again.iter().all(|job| !jobs.contains(job)));
        assert_eq!(take(&collection, "a", 5, LEASE).await.len(), 2);
    });
}

#[test]
fn a_job_that_every_worker_dies_of_fails_in_the_end() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2)]).await;
        let job = ask(&collection, &ids).await[0];
        take(&collection, "first", 1, Duration::ZERO).await;
        change(&collection, "UPDATE jobs SET attempts = 4, due = 0").await;
        assert_eq!(
            take(&collection, "last", 1, Duration::ZERO).await[0].attempt,
            5
        );
        change(&collection, "UPDATE jobs SET due = 0").await;
        assert!(take(&collection, "nobody", 1, LEASE).await.is_empty());
        let job = collection.jobs().get(job).await.expect("it");
        let lost = Fault::Lost {
            worker: "last".to_owned(),
        };
        assert_eq!((job.state, job.fault), (JobState::Failed, Some(lost)));
        // Whoever asks again gets another.
        assert_ne!(ask(&collection, &ids).await[0], job.id);
    });
}

#[test]
fn after_more_than_one_loss_a_job_rests_a_while() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2)]).await;
        ask(&collection, &ids).await;
        take(&collection, "a", 1, LEASE).await;
        change(&collection, "UPDATE jobs SET attempts = 2, due = 0").await;
        let third = take(&collection, "b", 1, Duration::ZERO).await;
        assert_eq!(third[0].attempt, 3);
        let rest = "SELECT due - leased_until FROM jobs WHERE state = 'running'";
        assert_eq!(count(&collection, rest).await, 4000);
        // How long this test takes does not matter much.
        assert!(take(&collection, "c", 1, LEASE).await.is_empty());
        let held = [third[0].held()];
        let lost = collection.queue().renew("b", &held, Duration::ZERO).await;
        assert!(lost.expect("renewed").is_empty());
        assert_eq!(count(&collection, rest).await, 4000);
        change(&collection, "UPDATE jobs SET due = due - 4001").await;
        assert_eq!(take(&collection, "c", 1, LEASE).await[0].attempt, 4);
    });
}

#[test]
fn jobs_are_cancelled_by_whom_they_concern() {
    on_each(async |collection| {
        let (ann, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 3)]).await;
        let bob = user(&collection, "Bob").await;
        let request = Request {
            by: Some(ann),
            ..Request::default()
        };
        let asked = collection.jobs().request(&ids, &request).await;
        let asked = asked.expect("asked");
        let (one, two) = (asked[0].job.expect("a job"), asked[1].job.expect("a job"));
        let cancel = async |job, by| collection.jobs().cancel(job, by).await;
        assert_eq!(
            refused(cancel(one, Some(bob)).await),
            Refusal::NotYourJob(one)
        );
        assert_eq!(refused(cancel(one, None).await), Refusal::NotYourJob(one));
        assert_eq!(
            refused(cancel(999, Some(ann)).await),
            Refusal::NoSuchJob(999)
        );
        let task = take(&collection, "a", 1, LEASE).await.remove(0);
        assert_eq!(task.job, one);
        cancel(one, Some(ann)).await.expect("it is hers");
        assert_eq!(refused(cancel(one, Some(ann)).await), Refusal::JobOver(one));
        let verdict = Outcome::Decided(decided(&task));
        assert_eq!(
            settle(&collection, "a", &task, verdict).await,
            Settled::Dropped
        );
        // Whose problem it is, too, and anybody if nobody is known to have asked.
        change(&collection, "UPDATE jobs SET requested_by = NULL").await;
        cancel(two, Some(bob)).await.expect("nobody's");
        assert_eq!(
            collection.problems().get(ids[0]).await.expect("it").state,
            State::Draft
        );
        let counts = collection.jobs().counts().await.expect("counted");
        assert_eq!(counts, [(JobState::Cancelled, 2)]);
    });
}

#[test]
fn what_was_stopped_waits_again_and_does_not_count_as_an_attempt() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2)]).await;
        let job = ask(&collection, &ids).await[0];
        let task = take(&collection, "a", 1, LEASE).await.remove(0);
        let stopped = hand_in(&collection, "a", &task, store::Outcome::Stopped).await;
        assert_eq!(stopped, Settled::Kept);
        let job = collection.jobs().get(job).await.expect("it");
        assert_eq!(
            (job.state, job.attempts, job.worker),
            (JobState::Waiting, 0, None)
        );
        assert_eq!(take(&collection, "b", 1, LEASE).await[0].attempt, 1);
    });
}

#[test]
fn no_job_is_given_to_two_workers_at_once() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, (1..=40).map(|n| draft(SOUND, n)).collect()).await;
        ask(&collection, &ids).await;
        let mut workers = tokio::task::JoinSet::new();
        for number in 0..4 {
            let collection = collection.clone();
            workers.spawn(async move {
                let name = format!("worker {number}");
                let mut jobs = Vec::new();
                loop {
                    let taken = take(&collection, &name, 1 + number, LEASE).await;
                    // Rows that another has locked are passed over: it may only seem so.
                    if taken.is_empty() && !waiting(&collection).await {
                        return jobs;
                    }
                    jobs.extend(taken.iter().map(|task| task.job));
                }
            });
        }
        let jobs: Vec<i64> = workers.join_all().await.into_iter().flatten().collect();
        let different: HashSet<i64> = jobs.iter().copied().collect();
        assert_eq!((jobs.len(), different.len()), (40, 40));
    });
}

async fn waiting(collection: &Store) -> bool {
    count(
        collection,
        "SELECT count(*) FROM jobs WHERE state = 'waiting'",
    )
    .await
        > 0
}

#[test]
fn old_jobs_are_forgotten_and_open_ones_are_not() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 3)]).await;
        let jobs = ask(&collection, &ids).await;
        collection
            .jobs()
            .cancel(jobs[0], None)
            .await
            .expect("nobody's");
        assert_eq!(collection.jobs().forget_old().await.expect("asked"), 0);
        let mut older = collection.begin().await.expect("a change");
        sqlx::query("UPDATE jobs SET finished = finished - $1, created = 0, due = 0")
            .bind(KEPT_MS + 1)
            .execute(&mut *older)
            .await
            .expect("a statement");
        older.commit().await.expect("kept");
        assert_eq!(collection.jobs().forget_old().await.expect("asked"), 1);
        let all = JobFilter {
            limit: 9,
            ..JobFilter::default()
        };
        let left = collection.jobs().list(&all);
        let left: Vec<i64> = left.await.expect("read").iter().map(|job| job.id).collect();
        assert_eq!(left, [jobs[1]]);
    });
}
