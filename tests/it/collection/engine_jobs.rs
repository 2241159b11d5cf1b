//! Work for engines in the database: taken in turn, lost and taken over, given up.

use crate::databases::on_each;
use games::Line;
use games::chess::Position;
use problems::Collection;
use problems::engine_jobs::{Analysis, Composing, Kind, Part, Work};
use problems::store::{AskedEngine, EngineTask};
use std::time::Duration;

const LONG: Duration = Duration::from_secs(3600);
/// Over as soon as it has begun.
const OVER: Duration = Duration::ZERO;

fn composing() -> Work {
    Work::Composing(Composing {
        fen: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".to_owned(),
        moves: 2,
    })
}

/// Of a game with two moves.
fn analysis() -> Work {
    let mut line = Line::new(Position::start());
    for text in ["e2e4", "e7e5"] {
        let m = line.position().parse_move(text).expect("legal");
        line.play(m);
    }
    Work::Analysis(Analysis::of(&line))
}

async fn ask(collection: &Collection, work: &Work, name: &str) -> AskedEngine {
    let asked = collection.ask_engine(work, name, "u1").await;
    asked.expect("asked")
}

async fn take(collection: &Collection, worker: &str, lease: Duration) -> Option<EngineTask> {
    let taken = collection.take_engine_job(worker, lease).await;
    taken.expect("it answers")
}

async fn hand_in(collection: &Collection, worker: &str, task: &EngineTask, text: &str) -> bool {
    let part = Part {
        result: text.to_owned(),
        play: None,
    };
    let handed = collection.hand_in_engine_part(worker, task, &part).await;
    handed.expect("it answers")
}

/// Until the clock has gone on, so that a lease without length is over.
async fn a_moment(collection: &Collection) {
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
        assert_eq!(ask(&collection, &work, "a").await, AskedEngine::New);
        assert_eq!(ask(&collection, &work, "a").await, AskedEngine::Known);
        a_moment(&collection).await;
        assert_eq!(ask(&collection, &work, "b").await, AskedEngine::New);
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
        let job = collection.engine_job(Kind::Analysis, "b", 1).await;
        let job = job.expect("it answers").expect("a job");
        assert_eq!(
            (job.results, job.over),
            (vec!["21".to_owned(), "22".to_owned()], true)
        );
        assert_eq!(
            collection
                .engine_job(Kind::Contest, "b", 0)
                .await
                .expect("fine"),
            None
        );
        assert!(!collection.has_open_engine_jobs().await.expect("it answers"));
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
        let held = collection.hold_engine_job("one", &first, LONG, "").await;
        assert!(!held.expect("it answers"));
        assert!(!hand_in(&collection, "one", &first, "1").await);
        let held = collection.hold_engine_job("two", &second, LONG, "{}").await;
        assert!(held.expect("it answers"));
        let holds = collection.holds_engine_job("two", &second).await;
        assert!(holds.expect("it answers"));
        assert!(hand_in(&collection, "two", &second, "2").await);
        let job = collection.engine_job(Kind::Composing, "a", 0).await;
        assert_eq!(job.expect("fine").expect("a job").results, ["2"]);
    });
}

#[test]
fn what_worker_after_worker_dies_of_fails_and_may_be_asked_for_again() {
    on_each(async |collection| {
        ask(&collection, &composing(), "a").await;
        for worker in ["one", "two", "three"] {
            assert!(take(&collection, worker, OVER).await.is_some(), "{worker}");
            a_moment(&collection).await;
        }
        assert!(take(&collection, "four", OVER).await.is_none());
        let job = collection.engine_job(Kind::Composing, "a", 0).await;
        let job = job.expect("it answers").expect("a job");
        assert!(job.over && job.fault.contains("went away"), "{job:?}");
        assert_eq!(ask(&collection, &composing(), "a").await, AskedEngine::New);
        // Who gives it back has not died of it.
        for _ in 0..5 {
            let task = take(&collection, "five", LONG).await.expect("a job");
            let let_go = collection.let_go_of_engine_job("five", &task, None).await;
            let_go.expect("it answers");
        }
        let task = take(&collection, "six", LONG).await.expect("a job");
        let fault = collection
            .let_go_of_engine_job("six", &task, Some("no memory"))
            .await;
        fault.expect("it answers");
        let job = collection.engine_job(Kind::Composing, "a", 0).await;
        assert_eq!(job.expect("it answers").expect("a job").fault, "no memory");
    });
}

#[test]
fn nobody_fills_the_table_and_who_asked_may_stop() {
    on_each(async |collection| {
        for number in 0..10 {
            let name = number.to_string();
            assert_eq!(
                ask(&collection, &composing(), &name).await,
                AskedEngine::New
            );
        }
        assert_eq!(
            ask(&collection, &composing(), "more").await,
            AskedEngine::TooMuch
        );
        let other = collection.ask_engine(&composing(), "other", "u2").await;
        assert_eq!(other.expect("asked"), AskedEngine::New);
        let task = take(&collection, "w", LONG).await.expect("a job");
        let stop = async |owner| {
            collection
                .cancel_engine_job(Kind::Composing, "0", owner)
                .await
        };
        assert!(!stop("u2").await.expect("it answers"));
        assert!(stop("u1").await.expect("it answers"));
        assert!(!stop("u1").await.expect("it answers"));
        assert!(!hand_in(&collection, "w", &task, "1").await);
        assert_eq!(
            ask(&collection, &composing(), "more").await,
            AskedEngine::New
        );
    });
}
