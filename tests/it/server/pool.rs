//! The places for threads that think: for all there is to think about, and nobody waits for long jobs.

use crate::databases::{block_on, on_each_address};
use crate::site::{Site, legal_of};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// Nobody finds the shortest mate of this in a test.
const HARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Time that all threads of a process have been busy.
#[cfg(target_os = "linux")]
fn busy(site: &Site) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", site.child.id()));
    let stat = stat.expect("it lives");
    let (_, rest) = stat.rsplit_once(')').expect("a name");
    let ticks = rest.split(' ').skip(12).take(2).map(|number| {
        let number: u64 = number.parse().expect("a number");
        number
    });
    // A hundred a second, on every Linux that we know of.
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

/// Verifications that are being done.
fn running(database: &str) -> usize {
    let told = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args([
            "jobs",
            "--state",
            "running",
            "--json",
            "--database",
            database,
        ])
        .output()
        .expect("the binary");
    let told: Value = serde_json::from_slice(&told.stdout).expect("JSON");
    told["jobs"].as_array().expect("a list").len()
}

#[test]
#[cfg(target_os = "linux")]
fn one_thread_is_busy_with_all_there_is_to_do_and_lets_everybody_pass() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working_with(database, &["--engine-threads", "1"]);
            let cookie = site.account("Ana").await;
            let wish = json!({
                "fen": HARD, "moves": 30, "author": "", "title": "", "source": "", "tags": [],
            });
            let (status, _, kept) = site.post("/api/compose/save", &cookie, &wish).await;
            assert_eq!(status, 200, "{kept}");
            let begun = Instant::now();
            while running(database) == 0 {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "nobody verifies it"
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let wish = json!({"problems": 1, "moves": "2"});
            let (status, _, contest) = site.post("/api/contest", &cookie, &wish).await;
            assert_eq!(status, 200, "{contest}");
            let contest = format!("/api/contest/{}", contest["id"].as_str().expect("a name"));

            // A verification that never ends has the only place, and lets people pass.
            let (begun, before) = (Instant::now(), busy(&site));
            for _ in 0..3 {
                let (status, _, attempt) = site
                    .post("/api/problems/1/begin", &cookie, &json!({}))
                    .await;
                assert_eq!(status, 200, "{attempt}");
                let name = attempt["duel"].as_str().expect("a name");
                let wish = json!({"text": legal_of(&attempt)[0]});
                let path = format!("/api/duels/{name}/move");
                let asked = Instant::now();
                let (status, _, moved) = site.post(&path, &cookie, &wish).await;
                assert_eq!(status, 200, "{moved}");
                assert!(
                    asked.elapsed() < Duration::from_secs(20),
                    "{:?}",
                    asked.elapsed()
                );
            }
            while site.get(&contest).await.1["done"] != true {
                assert!(begun.elapsed() < Duration::from_secs(60), "nobody holds it");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let other = json!({"fen": HARD, "moves": 20});
            let (status, _, other) = site.post("/api/compose/verify", &cookie, &other).await;
            assert_eq!(status, 200, "{other}");
            tokio::time::sleep(Duration::from_secs(3)).await;
            assert_eq!(running(database), 1, "it still is at it");
            let (passed, busy) = (begun.elapsed(), busy(&site) - before);
            // Requests and the database take a little, too.
            assert!(busy < passed * 5 / 4, "{busy:?} of {passed:?}");
        });
    });
}

#[test]
fn what_was_verified_while_it_was_composed_is_kept_with_its_verdict() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working_with(database, &[]);
            let cookie = site.account("Ana").await;
            let (fen, moves) = ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2);
            let wish = json!({"fen": fen, "moves": moves});
            let (status, _, begun) = site.post("/api/compose/verify", &cookie, &wish).await;
            assert_eq!(status, 200, "{begun}");
            let path = format!(
                "/api/compose/verify/{}",
                begun["id"].as_str().expect("a name")
            );
            let begun = Instant::now();
            let told = loop {
                let (_, told) = site.get_as(&path, &cookie).await;
                if told["verdict"].is_object() {
                    break told;
                }
                assert!(begun.elapsed() < Duration::from_secs(60), "{told}");
                tokio::time::sleep(Duration::from_millis(30)).await;
            };
            assert_eq!(told["verdict"].get("proof"), None);
            assert_eq!(told.get("proof"), None);
            let wish = json!({
                "fen": fen, "moves": moves, "author": "Morphy", "title": "", "source": "", "tags": [],
            });
            let (status, _, kept) = site.post("/api/compose/save", &cookie, &wish).await;
            assert_eq!(status, 200, "{kept}");
            let id = kept["id"].as_i64().expect("a number").to_string();
            let run = |args: &[&str]| {
                let told = Command::new(env!("CARGO_BIN_EXE_atalaya"))
                    .args(args)
                    .args(["--json", "--database", database])
                    .output()
                    .expect("the binary");
                assert!(told.status.success(), "{told:?}");
                serde_json::from_slice::<Value>(&told.stdout).expect("JSON")
            };
            let problem = run(&["problem", "show", &id]);
            assert_eq!(problem["state"], "verified", "{problem}");
            assert_eq!(problem["nodes"], told["verdict"]["nodes"], "{problem}");
            let jobs = run(&["jobs", "--problem", &id]);
            assert_eq!(jobs["jobs"], json!([]), "nobody verifies it again");
        });
    });
}
