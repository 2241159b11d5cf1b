//! Killed at any instant, the collection reopens with every acknowledged change and nothing half done; and
//! many processes write at once.
//!
//! `ATALAYA_KILL_CYCLES` says how often writer, verifier and worker are killed on SQLite (30 if it says
//! nothing; the full number is 1,000), and `ATALAYA_KILL_CYCLES_POSTGRES` the same for PostgreSQL (a fifth of the
//! other; 200). `ATALAYA_WORKER_PROBLEMS` says how many problems two workers share (100; 1,000).

use crate::collection::processes::{Program, json_lines};
use crate::databases::{block_on, on_each_address};
use games::chess::Position;
use problems::{Draft, Stipulation};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sqlx::{Executor, Row};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use store::job::Request;
use store::{Database, Store};

fn number(variable: &str, usual: u32) -> u32 {
    let told = std::env::var(variable).ok();
    told.map_or(usual, |text| text.parse().expect(variable))
}

/// A rank as FEN writes it.
fn rank(squares: &[char]) -> String {
    let mut text = String::new();
    for piece in squares {
        match (piece, text.pop()) {
            (' ', Some(count @ '1'..='7')) => text.push((count as u8 + 1) as char),
            (' ', before) => {
                text.extend(before);
                text.push('1');
            }
            (piece, before) => {
                text.extend(before);
                text.push(*piece);
            }
        }
    }
    text
}

/// Random positions of king and queen, or rook, against king, White to move.
fn positions(random: &mut SmallRng) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        loop {
            let squares: [usize; 3] = std::array::from_fn(|_| random.random_range(0..64));
            let piece = if random.random() { 'Q' } else { 'R' };
            let mut board = [' '; 64];
            for (square, piece) in squares.into_iter().zip(['K', 'k', piece]) {
                board[square] = piece;
            }
            let ranks: Vec<String> = board.chunks(8).map(rank).collect();
            let fen = format!("{} w - - 0 1", ranks.join("/"));
            if let Ok(position) = Position::from_fen(&fen, false)
                && position.occupied().count() == 3
            {
                return Some(position.fen());
            }
        }
    })
}

/// Does something with the open collection.
fn with<T>(address: &str, work: impl AsyncFnOnce(&Store) -> T) -> T {
    let database: Database = address.parse().expect("an address");
    block_on(async {
        let collection = Store::open(&database).await.expect("it opens again");
        let result = work(&collection).await;
        collection.close().await;
        result
    })
}

/// What must never be, as statements that count it.
const NEVER: [(&str, &str); 9] = [
    (
        "a verdict without its row, of this revision",
        "SELECT count(*) FROM problems p WHERE p.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM \
         verifications v WHERE v.problem_id = p.id AND v.revision = p.revision AND v.state = p.state)",
    ),
    (
        "a row without its verdict",
        "SELECT count(*) FROM verifications v JOIN problems p ON p.id = v.problem_id \
         AND p.revision = v.revision WHERE p.state <> v.state",
    ),
    (
        "a verified problem without length, keys or difficulty",
        "SELECT count(*) FROM problems WHERE state = 'verified' AND (least IS NULL OR keys = '[]' \
         OR nodes IS NULL OR band = 0)",
    ),
    (
        "a draft with a result",
        "SELECT count(*) FROM problems WHERE state = 'draft' AND (least IS NOT NULL OR keys <> '[]' \
         OR certificate_hash IS NOT NULL OR band <> 0)",
    ),
    (
        "a verdict whose job is not done",
        "SELECT count(*) FROM verifications v LEFT JOIN jobs j ON j.id = v.job_id \
         WHERE v.job_id IS NOT NULL AND (j.id IS NULL OR j.state <> 'done')",
    ),
    (
        "a job that is done without a verdict",
        "SELECT count(*) FROM jobs j WHERE j.state = 'done' AND NOT EXISTS \
         (SELECT 1 FROM verifications v WHERE v.job_id = j.id)",
    ),
    (
        "a proof of something else",
        "SELECT count(*) FROM certificates c JOIN problems p ON p.id = c.problem_id \
         WHERE c.revision <> p.revision OR p.certificate_hash IS NULL",
    ),
    (
        "a problem without its tag",
        "SELECT count(*) FROM problems p WHERE p.template = 0 AND p.title <> '' AND \
         (SELECT count(*) FROM problem_tags t WHERE t.problem_id = p.id) <> 1",
    ),
    (
        "a problem without its words",
        "SELECT count(*) FROM problems p WHERE p.template = 0 AND p.title <> '' AND \
         (SELECT count(*) FROM problem_words w WHERE w.problem_id = p.id) < 3",
    ),
];

/// Makes sure that nothing is lost and nothing half done.
async fn check(collection: &Store, created: &[(i64, String)], verdicts: &HashSet<i64>) {
    let mut reader = collection.reader().await.expect("a connection");
    for (what, sql) in NEVER {
        let count: i64 = reader.fetch_one(sql).await.expect(what).get(0);
        assert_eq!(count, 0, "{what}");
    }
    let rows = reader
        .fetch_all("SELECT id, title, state FROM problems")
        .await;
    let rows = rows.expect("problems");
    let titles: HashSet<(i64, String)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    for created in created {
        assert!(
            titles.contains(created),
            "{created:?} was acknowledged and is gone"
        );
    }
    for row in rows {
        let (id, state): (i64, String) = (row.get(0), row.get(2));
        assert!(
            !verdicts.contains(&id) || state != "draft",
            "the verdict on {id} was acknowledged and is gone"
        );
    }
    if collection.backend() == store::Backend::Sqlite {
        let sound = reader.fetch_one("PRAGMA integrity_check").await;
        let sound: String = sound.expect("a word").get(0);
        assert_eq!(sound, "ok");
        let dangling = reader.fetch_all("PRAGMA foreign_key_check").await;
        assert!(dangling.expect("rows").is_empty());
    }
}

/// Kills a process, and returns what it had said.
fn killed(mut child: Child) -> Vec<u8> {
    // It may have ended by itself.
    let _ = child.kill();
    let mut said = Vec::new();
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_to_end(&mut said).expect("read");
    child.wait().expect("it ended");
    said
}

/// Creates one problem after the other until it is told to stop, the last one killed; tells of each.
fn write(
    ann: &Program,
    cycle: u32,
    fens: &[String],
    stop: &AtomicBool,
    kept: &Sender<()>,
) -> Vec<(i64, String)> {
    let mut created = Vec::new();
    for (number, fen) in fens.iter().enumerate() {
        let title = format!("Kill {cycle} of {number}");
        let moves = (1 + number % 3).to_string();
        let new = ["problem", "new", "--json", "--fen", fen, "-n", &moves];
        let mut child = ann.start(&[&new[..], &["--title", &title, "--tag", "killed"]].concat());
        while !stop.load(Relaxed) && child.try_wait().expect("it runs").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let stopped = stop.load(Relaxed);
        let said = if stopped {
            killed(child)
        } else {
            let output = child.wait_with_output().expect("it ended");
            assert!(output.status.success(), "{output:?}");
            output.stdout
        };
        let ids = json_lines(&said)
            .into_iter()
            .filter_map(|line| line["id"].as_i64());
        created.extend(ids.map(|id| (id, title.clone())));
        // Nobody may listen any more.
        let _ = kept.send(());
        if stopped {
            break;
        }
    }
    created
}

#[test]
fn killed_at_any_instant_it_reopens_with_all_that_was_acknowledged_and_nothing_half() {
    let seed = number("ATALAYA_KILL_SEED", std::process::id());
    let sqlite = number("ATALAYA_KILL_CYCLES", 30);
    on_each_address(|address| {
        let cycles = if address.starts_with("sqlite:") {
            sqlite
        } else {
            number("ATALAYA_KILL_CYCLES_POSTGRES", sqlite.div_ceil(5))
        };
        let mut random = SmallRng::seed_from_u64(seed.into());
        let ann = Program::with_user(address, "Ann");
        let mut created = Vec::new();
        let mut verdicts = HashSet::new();
        for cycle in 0..cycles {
            let fens: Vec<String> = positions(&mut random).take(8).collect();
            let pause = Duration::from_millis(random.random_range(0..400));
            let stop = AtomicBool::new(false);
            let (kept, first) = mpsc::channel();
            let worker = ann.start(&["worker", "--lease", "1", "--hash", "2", "--json"]);
            let verifier = ann.start(&["problem", "verify", "--all", "--hash", "2", "--json"]);
            std::thread::scope(|scope| {
                let writer = scope.spawn(|| write(&ann, cycle, &fens, &stop, &kept));
                // How far each of them is when it is killed is left to chance: every other time they are
                // just starting, which takes long enough where the database is a server, else at work.
                if cycle % 2 == 1 {
                    let _ = first.recv_timeout(Duration::from_secs(30));
                }
                std::thread::sleep(pause);
                stop.store(true, Relaxed);
                for line in json_lines(&killed(worker)) {
                    if line["kept"] == true && line["outcome"] != "failed" {
                        verdicts.extend(line["problem"].as_i64());
                    }
                }
                for line in json_lines(&killed(verifier)) {
                    if line["state"] == "verified" || line["state"] == "refuted" {
                        verdicts.extend(line["problem"].as_i64());
                    }
                }
                created.extend(writer.join().expect("no panic"));
            });
            with(address, async |collection| {
                check(collection, &created, &verdicts).await
            });
        }
        // What was left is done in the end. A job that was killed five times has failed; it is asked for
        // again.
        let finished = |_| {
            let output = ann.run(&["problem", "verify", "--all", "--json"]);
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1 | 3)), "{output:?}");
            code != Some(3)
        };
        assert!((0..6).any(finished), "drafts are left");
        let drafts = ann.json(&["jobs", "--state", "waiting", "--state", "running"]);
        assert_eq!(drafts[0]["jobs"].as_array().map(Vec::len), Some(0));
        with(address, async |collection| {
            check(collection, &created, &verdicts).await;
            let mut reader = collection.reader().await.expect("a connection");
            let drafts = "SELECT count(*) FROM problems WHERE state = 'draft'";
            let drafts: i64 = reader.fetch_one(drafts).await.expect("a row").get(0);
            assert_eq!(drafts, 0);
        });
        eprintln!(
            "{cycles} cycles on {}, seed {seed}: {} problems and {} verdicts acknowledged",
            address.split(':').next().unwrap_or_default(),
            created.len(),
            verdicts.len()
        );
        assert!(cycles < 20 || !created.is_empty() && !verdicts.is_empty());
    });
}

#[test]
fn two_workers_verify_each_problem_once_though_one_is_killed_half_way() {
    let count = number("ATALAYA_WORKER_PROBLEMS", 100);
    on_each_address(|address| {
        let mut random = SmallRng::seed_from_u64(u64::from(count));
        // Long enough that a kill comes in the midst of it.
        let stipulation = |n: usize| Stipulation::Mate(3 + n as u32 % 2);
        let fens = positions(&mut random).take(count as usize).enumerate();
        let drafts: Vec<Draft> = fens
            .map(|(n, fen)| Draft::new(fen, stipulation(n)))
            .collect();
        with(address, async |collection| {
            let ann = crate::collection::problems::user(collection, "Ann").await;
            let created = collection
                .problems()
                .import(ann, drafts)
                .await
                .expect("kept");
            let ids: Vec<i64> = created.iter().map(|created| created.id).collect();
            let asked = collection.jobs().request(&ids, &Request::default()).await;
            assert_eq!(asked.expect("asked").len(), count as usize);
        });
        let here = Program::new(address);
        let args = [
            "worker",
            "--until-idle",
            "--lease",
            "2",
            "--hash",
            "2",
            "--json",
        ];
        let mut victim = here.start(&args);
        let survivor = here.start(&args);
        // As soon as it has told of a quarter.
        let mut told = BufReader::new(victim.stdout.take().expect("a pipe"));
        let mut victims = Vec::new();
        for _ in 0..count / 4 {
            told.read_until(b'\n', &mut victims).expect("a line");
        }
        victim.kill().expect("it runs");
        told.read_to_end(&mut victims).expect("the rest");
        victim.wait().expect("it ended");
        let output = survivor.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");

        let kept = |said: &[u8]| -> Vec<i64> {
            let lines = json_lines(said)
                .into_iter()
                .filter(|line| line["kept"] == true);
            lines.filter_map(|line| line["problem"].as_i64()).collect()
        };
        let (first, second) = (kept(&victims), kept(&output.stdout));
        let both: HashSet<i64> = first.iter().chain(&second).copied().collect();
        assert_eq!(
            both.len(),
            first.len() + second.len(),
            "none was kept by both"
        );
        with(address, async |collection| {
            check(collection, &[], &both).await;
            let mut reader = collection.reader().await.expect("a connection");
            let again = "SELECT count(*) FROM jobs WHERE attempts > 1";
            let again: i64 = reader.fetch_one(again).await.expect("a row").get(0);
            eprintln!("{again} jobs were taken over");
            for sql in [
                "SELECT count(*) FROM problems WHERE state <> 'draft' AND template = 0",
                "SELECT count(*) FROM verifications WHERE job_id IS NOT NULL",
                "SELECT count(*) FROM jobs WHERE state = 'done'",
                "SELECT count(*) FROM jobs",
            ] {
                let rows: i64 = reader.fetch_one(sql).await.expect(sql).get(0);
                assert_eq!(rows, i64::from(count), "{sql}");
            }
        });
        eprintln!(
            "{count} problems: {} by the one that was killed, {} by the other",
            first.len(),
            second.len()
        );
    });
}

#[test]
fn sixteen_processes_write_at_once_without_an_error() {
    const EACH: usize = 6;
    on_each_address(|address| {
        let ann = Program::with_user(address, "Ann");
        let mut random = SmallRng::seed_from_u64(16);
        let fens: Vec<String> = positions(&mut random).take(16 * EACH).collect();
        let ids = Mutex::new(HashSet::new());
        std::thread::scope(|scope| {
            for (number, fens) in fens.chunks(EACH).enumerate() {
                let (ann, ids) = (&ann, &ids);
                scope.spawn(move || {
                    for fen in fens {
                        let id = ann.new_problem(fen, 2);
                        assert!(ids.lock().expect("no panic").insert(id));
                        if number % 4 == 0 {
                            // Some verify what they have written, too.
                            let output =
                                ann.run(&["problem", "verify", &id.to_string(), "--hash", "2"]);
                            assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
                        }
                    }
                });
            }
        });
        assert_eq!(ids.into_inner().expect("no panic").len(), 16 * EACH);
        with(address, async |collection| {
            check(collection, &[], &HashSet::new()).await
        });
    });
}
