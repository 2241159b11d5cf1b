//! The problem collection: a page of a list by filter over 100,000 problems, and an import of 6,000.
//!
//! `cargo bench --bench store`, on SQLite in a temporary file, and on PostgreSQL where
//! `ATALAYA_TEST_POSTGRES` names a server whose user may create databases. The problems are random
//! positions; half are verified, as evenly hard as their numbers are.
//!
//! And what it costs to have problems verified in the collection: the shared mate problems with N ≤ 4, by the
//! verifier alone and by a worker that takes them as jobs from SQLite and hands the verdicts in.

#[path = "../tests/fixtures/random.rs"]
mod random;
#[path = "../tests/fixtures/shared.rs"]
mod shared;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use games::pgn::read::Reading;
use problems::formats::{self, Format};
use problems::verify::{HASH_MB, Outcome, Verifier};
use problems::{Draft, Filter, Stipulation};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use store::job::Request;
use store::{Database, Password, Store};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use work::{WorkerOptions, work};

const PROBLEMS: usize = 100_000;
const IMPORTED: usize = 6_000;

/// Filters of the lists that are measured.
fn filters() -> [(&'static str, serde_json::Value); 12] {
    [
        ("all", json!({"all": true})),
        ("own and templates", json!({})),
        ("page 2500 of all", json!({"all": true, "page": 2500})),
        ("N", json!({"moves": 3})),
        ("N and difficulty", json!({"moves": "2-3", "difficulty": 4})),
        (
            "hardest verified",
            json!({"state": "verified", "order": "-difficulty"}),
        ),
        ("not played", json!({"state": "verified", "played": false})),
        ("author", json!({"author": "kasparyan"})),
        ("author and N", json!({"author": "sam l", "moves": 2})),
        ("tag", json!({"tag": "zugzwang", "difficulty": "3-5"})),
        ("text", json!({"text": "quiet 1907"})),
        ("nothing fits", json!({"text": "nowhere", "moves": 4})),
    ]
}

const AUTHORS: [&str; 8] = [
    "Sam Loyd",
    "William Shinkman",
    "Genrikh Kasparyan",
    "Samuel Lewis",
    "Otto Wurzburg",
    "Comins Mansfield",
    "Frank Healey",
    "Johann Berger",
];
const TAGS: [&str; 6] = [
    "zugzwang",
    "sacrifice",
    "quiet key",
    "miniature",
    "promotion",
    "pin",
];

fn draft(random: &mut StdRng, number: usize) -> Draft {
    let moves = random.random_range(1..=6);
    let pick = |random: &mut StdRng, from: &[&str]| (*from.choose(random).expect("one")).to_owned();
    Draft {
        author: format!("{} {}", pick(random, &AUTHORS), number % 500),
        title: format!("No {number}"),
        source: format!("Newspaper, {}", 1850 + random.random_range(0..150)),
        tags: vec![pick(random, &TAGS)],
        ..Draft::new(random::position(random).fen(), Stipulation::Mate(moves))
    }
}

fn drafts(random: &mut StdRng, count: usize) -> Vec<Draft> {
    (0..count).map(|number| draft(random, number)).collect()
}

/// A collection of so many problems, the one who looks at it, and the one whose they are.
async fn filled(database: &Database) -> (Store, i64, i64) {
    let collection = Store::open(database).await.expect("it opens");
    let password = Password::new("correct horse battery");
    let viewer = collection
        .accounts()
        .sign_up("Viewer", &password)
        .await
        .expect("a user")
        .id;
    let owner = collection
        .accounts()
        .sign_up("Owner", &password)
        .await
        .expect("a user")
        .id;
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..PROBLEMS / 10_000 {
        let some = drafts(&mut random, 10_000);
        collection
            .problems()
            .import(owner, some)
            .await
            .expect("kept");
    }
    collection
        .problems()
        .import(viewer, drafts(&mut random, 200))
        .await
        .expect("kept");
    let mut change = collection.begin().await.expect("a change");
    for sql in [
        "UPDATE problems SET state = 'verified', difficulty = id % 1000 / 10.0, \
         band = id % 1000 / 200 + 1, unique_key = 1 WHERE id % 2 = 0",
        "INSERT INTO plays (problem_id, moves, band, attacker_id, result, winner, plies, attacker_ms, \
         defender_ms, attacker_points, defender_points, duel, record, created) \
         SELECT p.id, p.moves, p.band, u.id, 'mate', 'attacker', 5, 1, 1, 0, 0, \
         'bench' || p.id, '{}', 0 FROM problems p, users u \
         WHERE p.id % 100 = 0 AND u.name = 'Viewer'",
        "UPDATE problems SET played = 1 WHERE id % 100 = 0",
    ] {
        change.execute(sql).await.expect("a statement");
    }
    change.commit().await.expect("kept");
    let mut reader = collection.reader().await.expect("a connection");
    // What the server does by itself within a minute of such an import.
    let statistics = match database {
        Database::Sqlite(_) => "PRAGMA optimize = 0x10002",
        Database::Postgres(_) => "VACUUM ANALYZE",
    };
    reader.execute(statistics).await.expect("statistics");
    drop(reader);
    (collection, viewer, owner)
}

fn measure(c: &mut Criterion, runtime: &Runtime, name: &str, database: &Database) {
    let (collection, viewer, owner) = runtime.block_on(filled(database));
    let mut group = c.benchmark_group(format!("list/{name}"));
    group.measurement_time(Duration::from_secs(3));
    for (title, filter) in filters() {
        let filter = Filter::from_json(&filter).expect("a filter");
        group.bench_function(title, |b| {
            b.iter(|| {
                let page = collection.problems().list(Some(viewer), &filter);
                runtime.block_on(page).expect("a page")
            });
        });
    }
    group.finish();
    let mut group = c.benchmark_group(format!("import/{name}"));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let mut random = StdRng::seed_from_u64(2);
    group.bench_function("6000", |b| {
        b.iter_batched(
            || drafts(&mut random, IMPORTED),
            |drafts| {
                let created = collection.problems().import(owner, drafts);
                runtime.block_on(created).expect("kept")
            },
            criterion::BatchSize::PerIteration,
        );
    });
    group.finish();
    runtime.block_on(collection.close());
}

/// The most moves of the problems that are verified.
const SHORT: u32 = 4;

/// The shared mate problems with few moves; none if they are not there.
fn mates() -> Vec<Draft> {
    let files = ["mate/mate-in-2-odd.epd", "mate/matetrack-odd.epd"];
    let files = files.iter().filter_map(|name| shared::shared(name));
    let texts = files.map(|path| std::fs::read(path).expect("it can be read"));
    let entries =
        texts.flat_map(|text| formats::read(&text, Format::Epd, None, Reading::default()));
    // In some lines the side to move is the one that is mated: no problems for the collection.
    let drafts = entries.filter_map(|entry| entry.draft.ok());
    drafts
        .filter(|draft| draft.stipulation.moves() <= SHORT)
        .collect()
}

/// Time that the verifier takes for them.
fn alone(drafts: &[Draft]) -> Duration {
    let mut verifier = Verifier::new(1, HASH_MB).expect("memory");
    let never = AtomicBool::new(false);
    let begun = Instant::now();
    for draft in drafts {
        let verdict = verifier.verify(&draft.fen, draft.stipulation, None, &never, |_| {});
        assert!(matches!(verdict, Ok(Outcome::Decided(_))), "{}", draft.fen);
    }
    begun.elapsed()
}

/// Time of a worker that finds them as jobs in a new collection.
async fn as_jobs(drafts: &[Draft]) -> Duration {
    let folder = tempfile::tempdir().expect("a new folder");
    let file = Database::Sqlite(folder.path().join("collection.sqlite"));
    let collection = Store::open(&file).await.expect("it opens");
    let password = Password::new("correct horse battery");
    let owner = collection.accounts().sign_up("Owner", &password).await;
    let owner = owner.expect("a user").id;
    let created = collection.problems().import(owner, drafts.to_vec()).await;
    let ids: Vec<i64> = created.expect("kept").iter().map(|new| new.id).collect();
    let request = Request::default();
    let asked = collection.jobs().request(&ids, &request).await;
    asked.expect("asked");
    let options = WorkerOptions {
        until_idle: true,
        ..WorkerOptions::default()
    };
    let (_sender, stop) = watch::channel(false);
    let begun = Instant::now();
    let tally = work(&collection, &options, &stop, Arc::new(|_| {})).await;
    let took = begun.elapsed();
    let tally = tally.expect("done");
    assert_eq!(tally.verified + tally.refuted, drafts.len() as u64);
    collection.close().await;
    took
}

fn verifying(c: &mut Criterion, runtime: &Runtime) {
    let drafts = mates();
    if drafts.is_empty() {
        return;
    }
    let mut group = c.benchmark_group(format!("verify/{} problems", drafts.len()));
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    group.bench_function("the verifier alone", |b| {
        // On a thread of its own, as a worker's.
        b.iter_custom(|times| {
            let all = || (0..times).map(|_| alone(&drafts)).sum();
            std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(64 << 20);
                let solving = thread.spawn_scoped(scope, all).expect("a thread");
                solving.join().expect("no panic")
            })
        });
    });
    group.bench_function("a worker, from SQLite", |b| {
        b.iter_custom(|times| {
            let each = (0..times).map(|_| runtime.block_on(as_jobs(&drafts)));
            each.sum()
        });
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    let runtime = Runtime::new().expect("threads");
    let folder = tempfile::tempdir().expect("a new folder");
    let file = Database::Sqlite(folder.path().join("collection.sqlite"));
    verifying(c, &runtime);
    measure(c, &runtime, "sqlite", &file);

    let Ok(server) = std::env::var("ATALAYA_TEST_POSTGRES") else {
        eprintln!("left out: PostgreSQL: ATALAYA_TEST_POSTGRES names no server");
        return;
    };
    let name = format!("atalaya_bench_{}", std::process::id());
    let tell = |statement: String| {
        runtime.block_on(async {
            let mut server = sqlx::PgConnection::connect(&server)
                .await
                .expect("a server");
            server
                .execute(AssertSqlSafe(statement))
                .await
                .expect("a statement");
        });
    };
    tell(format!("CREATE DATABASE {name}"));
    let (host, _) = server.rsplit_once('/').expect("a database in its URL");
    let database: Database = format!("{host}/{name}").parse().expect("an address");
    measure(c, &runtime, "postgres", &database);
    tell(format!("DROP DATABASE {name} WITH (FORCE)"));
}

criterion_group!(store, benches);
criterion_main!(store);
