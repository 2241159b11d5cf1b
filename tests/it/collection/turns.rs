//! Users take turns, whatever they ask for, and at most as many jobs are done at a time as there are places.

use crate::collection::jobs::SOUND;
use crate::collection::problems::{draft, user};
use crate::collection::site_jobs::{LONG, analysis, composing, hand_in, take};
use crate::collection::staged::refusal;
use crate::databases::on_each;
use problems::Draft;
use store::job::{LONGEST, Picking, Request};
use store::{Refusal, Store, Taking};

/// Problems of a user's, for each of which a verification is asked.
async fn ask(collection: &Store, name: &str, count: usize) -> (i64, Vec<i64>) {
    let id = user(collection, name).await;
    let drafts: Vec<Draft> = (0..count).map(|_| draft(SOUND, 2)).collect();
    let created = collection
        .problems()
        .import(id, drafts)
        .await
        .expect("kept");
    let ids: Vec<i64> = created.iter().map(|created| created.id).collect();
    let request = Request {
        by: Some(id),
        ..Request::default()
    };
    let asked = collection.jobs().request(&ids, &request).await;
    let jobs = asked.expect("asked").into_iter();
    (id, jobs.map(|asked| asked.job.expect("a job")).collect())
}

async fn next(collection: &Store) -> i64 {
    take(collection, "w", LONG).await.expect("a job").job
}

#[test]
fn whoever_asks_for_one_job_goes_before_whoever_waits_for_fifty() {
    on_each(async |collection| {
        let (_, ann) = ask(&collection, "Ann", 50).await;
        let (_, bob) = ask(&collection, "Bob", 1).await;
        assert_eq!(next(&collection).await, bob[0]);
        // Ann has waited for as long as the others: she is next, whoever comes meanwhile.
        let (_, carl) = ask(&collection, "Carl", 1).await;
        assert_eq!(next(&collection).await, ann[0]);
        let (_, dora) = ask(&collection, "Dora", 2).await;
        let mut order = Vec::new();
        for _ in 0..5 {
            order.push(next(&collection).await);
        }
        assert_eq!(order, [carl[0], dora[0], ann[1], dora[1], ann[2]]);
    });
}

#[test]
fn one_worker_is_left_for_others_however_much_somebody_asks_for() {
    on_each(async |collection| {
        let (_, ann) = ask(&collection, "Ann", 100).await;
        let taken = async |worker: &str| {
            let taking = Taking {
                worker,
                picking: &Picking::Any,
                of_one: Some(2),
                most: 1,
                lease: LONG,
            };
            let tasks = collection.queue().take(&taking).await.expect("it answers");
            tasks.first().map(|task| task.job)
        };
        assert_eq!(taken("w1").await, Some(ann[0]));
        assert_eq!(taken("w2").await, Some(ann[1]));
        assert_eq!(taken("w3").await, None);
        // Those who have some of hers may have more.
        assert_eq!(taken("w2").await, Some(ann[2]));
        let (_, bob) = ask(&collection, "Bob", 1).await;
        assert_eq!(taken("w3").await, Some(bob[0]));
        assert_eq!(taken("w4").await, None);
    });
}

#[test]
fn an_account_has_so_many_verifications_open_and_no_more() {
    on_each(async |collection| {
        let (ann, jobs) = ask(&collection, "Ann", 2).await;
        let request = Request {
            by: Some(ann),
            most: Some(3),
            ..Request::default()
        };
        let new = async || {
            let created = collection.problems().create(ann, draft(SOUND, 2)).await;
            let problem = [created.expect("kept").id];
            collection.jobs().request(&problem, &request).await
        };
        assert!(collection.jobs().may_request(&request).await.is_ok());
        assert!(new().await.is_ok());
        assert_eq!(
            refusal(collection.jobs().may_request(&request).await),
            Refusal::TooManyJobs(3)
        );
        assert_eq!(refusal(new().await), Refusal::TooManyJobs(3));
        collection
            .jobs()
            .cancel(jobs[0], Some(ann))
            .await
            .expect("her own");
        assert!(new().await.is_ok());
        // Others have theirs.
        let (bob, _) = ask(&collection, "Bob", 1).await;
        let his = Request {
            by: Some(bob),
            ..request
        };
        assert!(collection.jobs().may_request(&his).await.is_ok());
    });
}

#[test]
fn a_verification_without_a_limit_of_its_own_has_one() {
    on_each(async |collection| {
        ask(&collection, "Ann", 1).await;
        let task = take(&collection, "w", LONG).await.expect("a job");
        assert_eq!(task.verification().expect("it is one").time, LONGEST);
    });
}

#[test]
fn verifications_and_work_of_the_site_wait_in_one_queue() {
    on_each(async |collection| {
        let (_, ann) = ask(&collection, "Ann", 50).await;
        assert_eq!(next(&collection).await, ann[0]);
        for (work, name, owner) in [(analysis(), "game", "g7"), (composing(), "x", "g8")] {
            let asked = collection.jobs().request_site(&work, name, owner).await;
            asked.expect("asked");
        }
        // Part by part, with Ann's between them.
        let mut order = Vec::new();
        while order.len() < 8 {
            let task = take(&collection, "w", LONG).await.expect("a job");
            let who = if task.verification().is_some() {
                "ann"
            } else {
                &task.owner
            };
            order.push(format!("{who} {}", task.part));
            if task.verification().is_none() {
                assert!(hand_in(&collection, "w", &task, "{}").await);
            }
        }
        let expected = [
            "g7 0", "g8 0", "ann 0", "g7 1", "g8 1", "ann 0", "g7 2", "ann 0",
        ];
        assert_eq!(order, expected);
    });
}

#[test]
fn a_greater_priority_goes_first_and_has_rounds_of_its_own() {
    on_each(async |collection| {
        let (id, ann) = ask(&collection, "Ann", 3).await;
        let created = collection.problems().create(id, draft(SOUND, 3)).await;
        let urgent = Request {
            by: Some(id),
            priority: 1,
            ..Request::default()
        };
        let problem = [created.expect("kept").id];
        let urgent = collection.jobs().request(&problem, &urgent);
        let urgent = urgent.await.expect("asked")[0].job.expect("a job");
        assert_eq!(next(&collection).await, urgent);
        let (_, bob) = ask(&collection, "Bob", 1).await;
        assert_eq!(next(&collection).await, bob[0]);
        assert_eq!(next(&collection).await, ann[0]);
    });
}
