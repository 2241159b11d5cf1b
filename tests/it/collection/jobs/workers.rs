//! Workers: they do all there is to do, stop when they are told to, and let go of what was cancelled.

use super::*;

/// Works with two workers until there is nothing left to do.
async fn work_off(collection: &Store) -> Tally {
    let options = WorkerOptions {
        workers: 2,
        hash_mb: 2,
        until_idle: true,
        ..WorkerOptions::default()
    };
    let (_sender, stop) = watch::channel(false);
    work(collection, &options, &stop, Arc::new(|_| {}))
        .await
        .expect("done")
}

#[test]
fn workers_do_all_there_is_to_do_and_tell_how_it_ended() {
    on_each(async |collection| {
        let mut drafts: Vec<Draft> = (1..=30).map(|n| draft(SOUND, 1 + n % 3)).collect();
        drafts.push(draft(HARD, 30));
        let (_, ids) = problems(&collection, drafts).await;
        let request = Request {
            time: Some(Duration::from_millis(20)),
            ..Request::default()
        };
        let asked = collection.jobs().request(&ids[30..], &request).await;
        let hard = asked.expect("asked")[0].job.expect("a job");
        ask(&collection, &ids[..30]).await;
        let tally = work_off(&collection).await;
        let expected = Tally {
            verified: 20,
            refuted: 10,
            undecided: 1,
            ..Tally::default()
        };
        assert_eq!(tally, expected);
        let job = collection.jobs().get(hard).await.expect("it");
        assert_eq!(job.state, JobState::Failed);
        assert!(matches!(job.fault, Some(Fault::Undecided(_))), "{job:?}");
        assert_eq!(
            collection.problems().get(ids[30]).await.expect("it").state,
            State::Draft
        );
        let counts = collection.jobs().counts().await.expect("counted");
        assert_eq!(counts, [(JobState::Done, 30), (JobState::Failed, 1)]);
        assert_eq!(work_off(&collection).await, Tally::default());
    });
}

#[test]
fn a_worker_that_is_told_to_stop_gives_back_what_it_has_not_done() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(HARD, 30), draft(HARD, 31)]).await;
        let jobs = ask(&collection, &ids).await;
        let (sender, stop) = watch::channel(false);
        // Told as soon as it has come somewhere.
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener = {
            let told = told.clone();
            Arc::new(move |event: Event| {
                if let Event::Progress { job, progress, .. } = event {
                    told.lock().expect("no panic").push((job, progress));
                    sender.send_replace(true);
                }
            })
        };
        let options = WorkerOptions {
            hash_mb: 2,
            ..WorkerOptions::default()
        };
        let tally = work(&collection, &options, &stop, listener)
            .await
            .expect("stopped");
        assert_eq!(tally, Tally::default());
        let told = told.lock().expect("no panic").clone();
        assert!(told[0].0 == jobs[0] && told[0].1.refuted > 0, "{told:?}");
        for job in jobs {
            let Job {
                state,
                attempts,
                worker,
                ..
            } = collection.jobs().get(job).await.expect("it");
            assert_eq!((state, attempts, worker), (JobState::Waiting, 0, None));
        }
    });
}

#[test]
fn a_cancelled_job_is_let_go_while_it_is_worked_at() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(HARD, 30)]).await;
        let job = ask(&collection, &ids).await[0];
        let other = collection.clone();
        let listener = Arc::new(move |event: Event| {
            if let Event::Progress { job, .. } = event {
                let other = other.clone();
                tokio::spawn(async move { other.jobs().cancel(job, None).await });
            }
        });
        let options = WorkerOptions {
            hash_mb: 2,
            until_idle: true,
            ..WorkerOptions::default()
        };
        let (_sender, stop) = watch::channel(false);
        // It ends only because the job is over.
        let tally = work(&collection, &options, &stop, listener)
            .await
            .expect("done");
        assert_eq!(tally, Tally::default());
        assert_eq!(
            collection.jobs().get(job).await.expect("it").state,
            JobState::Cancelled
        );
        assert_eq!(
            collection.problems().get(ids[0]).await.expect("it").state,
            State::Draft
        );
    });
}

#[test]
fn a_damaged_problem_fails_alone() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2), draft(SOUND, 3)]).await;
        let jobs = ask(&collection, &ids).await;
        change(
            &collection,
            "UPDATE problems SET fen = 'nonsense' WHERE stipulation = '#3' AND template = 0",
        )
        .await;
        let tally = work_off(&collection).await;
        assert_eq!((tally.verified, tally.failed), (1, 1));
        let job = collection.jobs().get(jobs[1]).await.expect("it");
        let Some(Fault::Unreadable { error }) = job.fault else {
            panic!("{job:?}");
        };
        assert!(error.contains("nonsense"), "{error}");
    });
}

#[test]
fn a_verdict_that_was_found_without_a_job_ends_those_that_were_asked_for() {
    on_each(async |collection| {
        let drafts = vec![draft(SOUND, 2), draft(SOUND, 1), draft(SOUND, 2)];
        let (_, ids) = problems(&collection, drafts.clone()).await;
        let jobs = ask(&collection, &ids).await;
        let task = take(&collection, "a", 1, LEASE).await.remove(0);
        assert_eq!(task.job, jobs[0]);
        let verdict = decided(&task);
        // One that is in a worker's hands, and one that waits.
        for index in [0, 2] {
            let kept = collection
                .problems()
                .keep_verdict(ids[index], &drafts[index], &verdict);
            assert!(kept.await.expect("an answer"));
            let job = collection.jobs().get(jobs[index]).await.expect("it");
            assert_eq!(job.state, JobState::Cancelled);
        }
        let outcome = Outcome::Decided(verdict);
        assert_eq!(
            settle(&collection, "a", &task, outcome).await,
            Settled::Dropped
        );
        let left = take(&collection, "b", 9, LEASE).await;
        let left: Vec<i64> = left.iter().map(|task| task.job).collect();
        assert_eq!(left, [jobs[1]]);
    });
}

#[test]
fn a_job_whose_worker_has_gone_is_taken_before_those_that_wait() {
    on_each(async |collection| {
        let (_, ids) = problems(&collection, vec![draft(SOUND, 2); 3]).await;
        let jobs = ask(&collection, &ids).await;
        let gone = take(&collection, "a", 1, Duration::ZERO).await.remove(0);
        assert_eq!(gone.job, jobs[0]);
        tokio::time::sleep(Duration::from_millis(20)).await;
        let next = take(&collection, "b", 1, LEASE).await.remove(0);
        assert_eq!((next.job, next.attempt), (jobs[0], 2));
    });
}
