//! Jobs that are asked for while the first of them are being done.

use crate::collection::jobs::SOUND;
use crate::collection::problems::{draft, user};
use crate::databases::on_each;
use std::sync::Arc;
use store::job::{JobState, Picking, Request};
use tokio::sync::{mpsc, watch};
use work::{Event, RequestedJobs, WorkerOptions, work};

#[test]
fn a_worker_does_what_is_asked_for_meanwhile_and_waits_until_all_is() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let drafts = (0..4).map(|_| draft(SOUND, 2)).collect();
        let created = collection
            .problems()
            .import(ann, drafts)
            .await
            .expect("kept");
        let ids: Vec<i64> = created.into_iter().map(|created| created.id).collect();
        let requested = collection
            .jobs()
            .request(&ids, &Request::default())
            .await
            .expect("asked");
        let jobs: Vec<i64> = requested.iter().filter_map(|asked| asked.job).collect();

        let (tell, asked) = watch::channel(RequestedJobs::default());
        let options = WorkerOptions {
            hash_mb: 2,
            picking: Picking::These(Vec::new()),
            asked: Some(asked),
            until_idle: true,
            ..WorkerOptions::default()
        };
        let (ended, mut done) = mpsc::unbounded_channel();
        let listener = Arc::new(move |event: Event| {
            if let Event::Ended { job, .. } = event {
                ended.send(job).expect("somebody listens");
            }
        });
        let (_sender, stop) = watch::channel(false);
        let working = work(&collection, &options, &stop, listener);
        let telling = async {
            for job in &jobs[..2] {
                // The one before is done, and there has been nothing to do since.
                tell.send_modify(|asked| asked.jobs.push(*job));
                assert_eq!(done.recv().await, Some(*job));
            }
            // The last word and the end of it, at once.
            tell.send_modify(|asked| asked.jobs.push(jobs[2]));
            drop(tell);
        };
        let (tally, ()) = tokio::join!(working, telling);
        assert_eq!(tally.expect("done").verified, 3);
        let left = collection.jobs().get(jobs[3]).await.expect("it");
        assert_eq!(left.state, JobState::Waiting, "nobody has asked for it");
    });
}
