//! Users take turns, whatever they ask for, and at most as many jobs are done at a time as there are places.

use crate::collection::jobs::SOUND;
use crate::collection::problems::{draft, user};
use crate::collection::site_jobs::{LONG, analysis, composing, hand_in, take};
use crate::databases::on_each;
use problems::job::Request;
use problems::{Collection, Draft};

/// Problems of a user's, for each of which a verification is asked.
async fn ask(collection: &Collection, name: &str, count: usize) -> (i64, Vec<i64>) {
    let id = user(collection, name).await;
    let drafts: Vec<Draft> = (0..count).map(|_| draft(SOUND, 2)).collect();
    let created = collection.import_problems(id, drafts).await.expect("kept");
    let ids: Vec<i64> = created.iter().map(|created| created.id).collect();
    let request = Request {
        by: Some(id),
        ..Request::default()
    };
    let asked = collection.request_verifications(&ids, &request).await;
    let jobs = asked.expect("asked").into_iter();
    (id, jobs.map(|asked| asked.job.expect("a job")).collect())
}

async fn next(collection: &Collection) -> i64 {
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
fn verifications_and_work_of_the_site_wait_in_one_queue() {
    on_each(async |collection| {
        let (_, ann) = ask(&collection, "Ann", 50).await;
        assert_eq!(next(&collection).await, ann[0]);
        for (work, name, owner) in [(analysis(), "game", "g7"), (composing(), "x", "g8")] {
            let asked = collection.ask_site_job(&work, name, owner).await;
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
        let created = collection.create_problem(id, draft(SOUND, 3)).await;
        let urgent = Request {
            by: Some(id),
            priority: 1,
            time: None,
        };
        let problem = [created.expect("kept").id];
        let urgent = collection.request_verifications(&problem, &urgent);
        let urgent = urgent.await.expect("asked")[0].job.expect("a job");
        assert_eq!(next(&collection).await, urgent);
        let (_, bob) = ask(&collection, "Bob", 1).await;
        assert_eq!(next(&collection).await, bob[0]);
        assert_eq!(next(&collection).await, ann[0]);
    });
}
