//! UC010: verify a problem.

use crate::collection::jobs::{HARD, SOUND};
use crate::collection::processes::{Program, json_lines, said};
use crate::databases::{block_on, on_each_address};
use store::job::{JobFilter, JobState};
use store::{Database, Store};

/// 1.Re8# at once; asked for in two.
const SHORT: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

/// Two rook moves and a queen move mate.
const COOKED: &str = "k7/7R/1K6/8/8/8/8/6Q1 w - - 0 1";

#[test]
fn uc010_verify_a_problem() {
    on_each_address(|address| {
        let ann = Program::with_user(address, "Ann");
        let verify = |id: i64, more: &[&str]| {
            let id = id.to_string();
            ann.run(&[&["problem", "verify", &id], more].concat())
        };

        // Sound, and again: the verdict is there already.
        let sound = ann.new_problem(SOUND, 2);
        for _ in 0..2 {
            let output = verify(sound, &[]);
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert!(said(&output).contains("mate in 2"), "{output:?}");
            assert!(said(&output).contains("Kc7"), "{output:?}");
        }
        let shown = &json_lines(&verify(sound, &["--json"]).stdout)[0];
        assert_eq!(
            (&shown["state"], &shown["least"]),
            (&"verified".into(), &2.into())
        );
        assert_eq!(shown["unique_key"], true);
        assert_eq!(shown["certificate_hash"].as_str().map(str::len), Some(64));

        // Solvable in N or fewer; least is n. In both languages.
        let short = ann.new_problem(SHORT, 2);
        let output = verify(short, &[]);
        assert_eq!(output.status.code(), Some(0));
        let text = said(&output);
        assert!(
            text.contains("solvable in 2 or fewer; least is 1"),
            "{text}"
        );
        assert!(text.contains("shorter mates: Re8"), "{text}");
        let text = said(&verify(short, &["--lang", "es"]));
        assert!(
            text.contains("se puede en 2 o menos; lo mínimo es 1"),
            "{text}"
        );
        assert!(text.contains("mates más cortos: T"), "{text}");

        // Cooks.
        let cooked = ann.new_problem(COOKED, 1);
        let output = verify(cooked, &[]);
        assert_eq!(output.status.code(), Some(0));
        assert!(said(&output).contains("cooked"), "{output:?}");

        // No solution.
        let refuted = ann.new_problem(SOUND, 1);
        let output = verify(refuted, &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(said(&output).contains("no mate in 1"), "{output:?}");

        // No such problem, and nothing to verify.
        let output = verify(999, &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let output = ann.run(&["problem", "verify", "--all"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(said(&output), "There is nothing to verify.\n");

        // Only asked for, and done by a worker; then several at once.
        let later = ann.new_problem(SOUND, 3);
        let asked = ann.json(&["problem", "verify", &later.to_string(), "--background"]);
        assert_eq!(asked[0]["new"], true);
        let jobs = &ann.json(&["jobs", "--state", "waiting"])[0]["jobs"];
        assert_eq!(
            (jobs.as_array().map(Vec::len), &jobs[0]["id"]),
            (Some(1), &asked[0]["job"])
        );
        let done = ann.json(&["worker", "--until-idle"]);
        assert_eq!(
            (&done[0]["outcome"], &done[0]["kept"]),
            (&"verified".into(), &true.into())
        );
        assert_eq!(done[1]["verified"], 1);
        ann.new_problem(SOUND, 4);
        ann.new_problem(SHORT, 1);
        let all = ann.json(&["problem", "verify", "--all", "--threads", "2"]);
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(|one| one["state"] == "verified"), "{all:?}");

        // Not in that time.
        let hard = ann.new_problem(HARD, 20);
        let output = verify(hard, &["--time", "0.05"]);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(said(&output).contains("undecided"), "{output:?}");
        let output = ann.run(&["jobs", "--cancel", "999"]);
        assert_eq!(output.status.code(), Some(1));
    });
}

#[cfg(unix)]
#[test]
fn uc010_an_interrupted_verification_leaves_the_problem_as_it_was() {
    on_each_address(|address| {
        let ann = Program::with_user(address, "Ann");
        let id = ann.new_problem(HARD, 20);
        let child = ann.start(&["problem", "verify", &id.to_string(), "--hash", "2"]);
        let database: Database = address.parse().expect("an address");
        let jobs = async |collection: &Store| {
            let filter = JobFilter {
                limit: 9,
                ..JobFilter::default()
            };
            collection.jobs().list(&filter).await.expect("read")
        };
        block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            // Until it is at it.
            while !jobs(&collection)
                .await
                .iter()
                .any(|job| job.state == JobState::Running)
            {
                tokio::task::yield_now().await;
            }
            collection.close().await;
        });
        crate::pipe::press_ctrl_c(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(said(&output).contains("a draft as before"), "{output:?}");
        block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let problem = collection.problems().get(id).await.expect("it");
            assert_eq!(problem.state, problems::State::Draft);
            assert_eq!(
                collection.problems().verification(id).await.expect("read"),
                None
            );
            let jobs = jobs(&collection).await;
            assert_eq!((jobs.len(), jobs[0].state), (1, JobState::Cancelled));
            collection.close().await;
        });
    });
}
