//! Work for the site in the database: taken in turn, lost and taken over, given up.

use crate::collection::problems::{draft, user};
use crate::databases::on_each;
use games::Line;
use games::chess::Position;
use problems::verify::Verifier;
use problems::{State, verify};
use sqlx::Executor;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::job::Picking;
use store::{
    Analysis, Composing, Kind, Outcome, Part, Settled, SiteRequest, Store, Taking, Task, Work,
};

pub const LONG: Duration = Duration::from_secs(3600);
/// Over as soon as it has begun.
const OVER: Duration = Duration::ZERO;

/// Mate in two by 1.Ra6.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

pub fn composing() -> Work {
    Work::Composing(Composing::new(MORPHY, 2).expect("a position"))
}

/// An analysis of a game with two moves.
pub fn analysis() -> Work {
    let mut line = Line::new(Position::start());
    for text in ["e2e4", "e7e5"] {
        let m = line.position().parse_move(text).expect("legal");
        line.play(m);
    }
    Work::Analysis(Analysis::of(&line))
}

async fn ask(collection: &Store, work: &Work, name: &str) -> SiteRequest {
    let asked = collection.jobs().request_site(work, name, "u1").await;
    asked.expect("asked")
}

pub async fn take(collection: &Store, worker: &str, lease: Duration) -> Option<Task> {
    let taking = Taking {
        worker,
        picking: &Picking::Any,
        of_one: None,
        most: 1,
        lease,
    };
    let taken = collection.queue().take(&taking).await;
    taken.expect("it answers").pop()
}

async fn settle(collection: &Store, worker: &str, task: &Task, outcome: Outcome) -> bool {
    let finished = [(task.clone(), outcome)];
    let settled = collection.queue().settle(worker, &finished);
    settled.await.expect("it answers") == [Settled::Kept]
}

pub async fn hand_in(collection: &Store, worker: &str, task: &Task, text: &str) -> bool {
    let part = Part {
        result: text.to_owned(),
        play: None,
    };
    settle(collection, worker, task, Outcome::Part(part)).await
}

/// Nobody has to wait for a job that rests.
async fn rested(collection: &Store) {
    let mut change = collection.begin().await.expect("a change");
    let sql = "UPDATE jobs SET due = 0";
    change.execute(sql).await.expect("a statement");
    change.commit().await.expect("kept");
}

/// Until the clock has gone on, so that a lease without length is over.
async fn a_moment(collection: &Store) {
    let now = collection.now();
    while collection.now() <= now {
        tokio::task::yield_now().await;
    }
}

#[test]
fn jobs_are_taken_in_turn_part_by_part() {
    on_each(async |collection| {
        let work = analysis();
        assert_eq!((work.parts(), work.kind()), (3, Kind::Analysis));
        assert_eq!(ask(&collection, &work, "a").await, SiteRequest::New);
        assert_eq!(ask(&collection, &work, "a").await, SiteRequest::Known);
        a_moment(&collection).await;
        assert_eq!(ask(&collection, &work, "b").await, SiteRequest::New);
        let mut order = Vec::new();
        while let Some(task) = take(&collection, "w", LONG).await {
            a_moment(&collection).await;
            let result = format!("{}{}", task.job, task.part);
            assert_eq!(task.work, work);
            let before = task
                .part
                .checked_sub(1)
                .map(|part| format!("{}{part}", task.job));
            assert_eq!(task.before, before);
            assert!(hand_in(&collection, "w", &task, &result).await);
            assert!(!hand_in(&collection, "w", &task, &result).await);
            order.push(result);
        }
        assert_eq!(order, ["10", "20", "11", "21", "12", "22"]);
        let job = collection.jobs().get_site(Kind::Analysis, "b", 1).await;
        let job = job.expect("it answers").expect("a job");
        assert_eq!(
            (job.results, job.over),
            (vec!["21".to_owned(), "22".to_owned()], true)
        );
        assert_eq!(
            collection
                .jobs()
                .get_site(Kind::Contest, "b", 0)
                .await
                .expect("fine"),
            None
        );
        let open = collection.jobs().open(&Picking::Site).await;
        assert_eq!(open.expect("it answers"), None);
    });
}

#[test]
fn whoever_lets_a_lease_run_out_has_lost_the_job_and_hands_in_nothing() {
    on_each(async |collection| {
        ask(&collection, &composing(), "a").await;
        let first = take(&collection, "one", OVER).await.expect("a job");
        a_moment(&collection).await;
        let second = take(&collection, "two", LONG).await.expect("the same");
        assert_eq!((first.job, first.part), (second.job, second.part));
        assert!(take(&collection, "three", LONG).await.is_none());
        let held = [first.held()];
        let lost = collection.queue().renew("one", &held, LONG).await;
        assert_eq!(lost.expect("it answers"), [first.job]);
        assert!(!hand_in(&collection, "one", &first, "1").await);
        let held = [second.held()];
        let lost = collection.queue().renew("two", &held, LONG).await;
        assert!(lost.expect("it answers").is_empty());
        let lost = collection.queue().lost("two", &held).await;
        assert!(lost.expect("it answers").is_empty());
        assert!(hand_in(&collection, "two", &second, "2").await);
        let job = collection.jobs().get_site(Kind::Composing, "a", 0).await;
        assert_eq!(job.expect("fine").expect("a job").results, ["2"]);
    });
}

#[test]
fn what_worker_after_worker_dies_of_fails_and_may_be_asked_for_again() {
    on_each(async |collection| {
        ask(&collection, &composing(), "a").await;
        for attempt in 1..=5 {
            let task = take(&collection, "one", OVER).await.expect("a job");
            assert_eq!(task.attempt, attempt);
            if attempt > 1 {
                assert!(take(&collection, "two", OVER).await.is_none(), "it rests");
            }
            rested(&collection).await;
        }
        assert!(take(&collection, "six", OVER).await.is_none());
        let job = collection.jobs().get_site(Kind::Composing, "a", 0).await;
        let job = job.expect("it answers").expect("a job");
        assert!(job.over && job.fault.contains("went away"), "{job:?}");
        assert_eq!(ask(&collection, &composing(), "a").await, SiteRequest::New);
        // Who gives it back has not died of it.
        for _ in 0..7 {
            let task = take(&collection, "five", LONG).await.expect("a job");
            assert_eq!(task.attempt, 1);
            assert!(settle(&collection, "five", &task, Outcome::Stopped).await);
        }
    });
}

#[test]
fn what_fails_each_time_is_tried_as_often_as_what_kills_its_workers() {
    on_each(async |collection| {
        ask(&collection, &analysis(), "a").await;
        // Attempts are counted for each part.
        let failed = || Outcome::Failed("no \"memory\"".to_owned());
        for _ in 0..2 {
            let task = take(&collection, "w", LONG).await.expect("a job");
            assert!(settle(&collection, "w", &task, failed()).await);
            rested(&collection).await;
        }
        let task = take(&collection, "w", LONG).await.expect("a job");
        assert!(hand_in(&collection, "w", &task, "0").await);
        for attempt in 1..=5 {
            let job = collection.jobs().get_site(Kind::Analysis, "a", 0).await;
            assert!(!job.expect("it answers").expect("a job").over);
            let task = take(&collection, "w", LONG).await.expect("a job");
            assert_eq!((task.part, task.attempt), (1, attempt));
            assert!(settle(&collection, "w", &task, failed()).await);
            if attempt > 1 {
                assert!(take(&collection, "w", LONG).await.is_none(), "it rests");
            }
            rested(&collection).await;
        }
        assert!(take(&collection, "w", LONG).await.is_none());
        let job = collection.jobs().get_site(Kind::Analysis, "a", 0).await;
        let job = job.expect("it answers").expect("a job");
        assert_eq!((job.over, job.fault.as_str()), (true, "no \"memory\""));
        assert_eq!(job.results, ["0"]);
    });
}

#[test]
fn a_verdict_given_while_composing_is_that_of_the_problem() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let owner = format!("u{ann}");
        let asked = collection
            .jobs()
            .request_site(&composing(), "a", &owner)
            .await;
        assert_eq!(asked.expect("asked"), SiteRequest::New);
        let (_sender, stop) = tokio::sync::watch::channel(false);
        let options = work::WorkerOptions {
            until_idle: true,
            hash_mb: 2,
            ..Default::default()
        };
        let none = Composing::new(MORPHY, 2).expect("a position");
        let verdict = collection.jobs().composed_verdict(&none, &owner).await;
        assert_eq!(verdict.expect("read"), None, "nobody has proved anything");
        let listener = std::sync::Arc::new(|_: work::Event| ());
        let tally = work::work(&collection, &options, &stop, listener).await;
        assert_eq!(tally.expect("done").site, 2);

        // As a page would write the same position.
        let same = Composing::new("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2).expect("a position");
        let verdict = collection.jobs().composed_verdict(&same, &owner).await;
        let verdict = verdict.expect("read").expect("a verdict");
        let mut verifier = Verifier::new(1, 2).expect("2 MB");
        let never = AtomicBool::new(false);
        let again = verifier.verify(
            MORPHY,
            "#2".parse().expect("a stipulation"),
            None,
            &never,
            |_| {},
        );
        let Ok(verify::Outcome::Decided(mut again)) = again else {
            panic!("{again:?}");
        };
        again.time_ms = verdict.time_ms;
        assert_eq!(verdict, again);
        assert!(
            verdict
                .certificate
                .as_ref()
                .is_some_and(|c| c.proof.is_some())
        );
        for (moves, who) in [(3, owner.as_str()), (2, "u999")] {
            let other = Composing::new(MORPHY, moves).expect("a position");
            let verdict = collection.jobs().composed_verdict(&other, who).await;
            assert_eq!(verdict.expect("read"), None, "{moves} {who}");
        }
        let created = collection.problems().create(ann, draft(MORPHY, 2)).await;
        let id = created.expect("kept").id;
        let of = draft(MORPHY, 2);
        let kept = collection.problems().keep_verdict(id, &of, &verdict).await;
        assert!(kept.expect("an answer"));
        let problem = collection.problems().get(id).await.expect("it");
        assert_eq!(problem.state, State::Verified);
        let proof = collection.problems().certificate(id).await.expect("read");
        solve::mate::check::verify(&proof.expect("it is short"), false).expect("it holds");
    });
}

#[test]
fn nobody_fills_the_table_and_who_asked_may_stop() {
    on_each(async |collection| {
        for number in 0..10 {
            let name = number.to_string();
            assert_eq!(
                ask(&collection, &composing(), &name).await,
                SiteRequest::New
            );
        }
        assert_eq!(
            ask(&collection, &composing(), "more").await,
            SiteRequest::TooMuch
        );
        let other = collection
            .jobs()
            .request_site(&composing(), "other", "u2")
            .await;
        assert_eq!(other.expect("asked"), SiteRequest::New);
        // In their turns.
        let first = take(&collection, "w", LONG).await.expect("a job");
        let task = take(&collection, "w", LONG).await.expect("a job");
        assert_eq!((first.owner.as_str(), task.owner.as_str()), ("u2", "u1"));
        let stop = async |owner| {
            collection
                .jobs()
                .cancel_site(Kind::Composing, "0", owner)
                .await
        };
        assert!(!stop("u2").await.expect("it answers"));
        assert!(stop("u1").await.expect("it answers"));
        assert!(!stop("u1").await.expect("it answers"));
        assert!(!hand_in(&collection, "w", &task, "1").await);
        assert_eq!(
            ask(&collection, &composing(), "more").await,
            SiteRequest::New
        );
    });
}
