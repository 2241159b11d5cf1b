//! The problem collection: a page of a list by filter over 100,000 problems, and an import of 6,000.
//!
//! `cargo bench --bench store`, on SQLite in a temporary file, and on PostgreSQL where
//! `ATALAYA_TEST_POSTGRES` names a server whose user may create databases. The problems are random
//! positions; half are verified, as evenly hard as their numbers are.

#[path = "../tests/collection/random.rs"]
mod random;

use atalaya::problems::{Collection, Database, Draft, Filter, Password, Stipulation};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor};
use std::time::Duration;
use tokio::runtime::Runtime;

const PROBLEMS: usize = 100_000;
const IMPORTED: usize = 6_000;

/// What lists are asked for.
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
async fn filled(database: &Database) -> (Collection, i64, i64) {
    let collection = Collection::open(database).await.expect("it opens");
    let password = Password::new("correct horse battery");
    let viewer = collection
        .sign_up("Viewer", &password)
        .await
        .expect("a user")
        .id;
    let owner = collection
        .sign_up("Owner", &password)
        .await
        .expect("a user")
        .id;
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..PROBLEMS / 10_000 {
        let some = drafts(&mut random, 10_000);
        collection.import_problems(owner, some).await.expect("kept");
    }
    collection
        .import_problems(viewer, drafts(&mut random, 200))
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
        change.connection().execute(sql).await.expect("a statement");
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
                let page = collection.list_problems(Some(viewer), &filter);
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
                let created = collection.import_problems(owner, drafts);
                runtime.block_on(created).expect("kept")
            },
            criterion::BatchSize::PerIteration,
        );
    });
    group.finish();
    runtime.block_on(collection.close());
}

fn benches(c: &mut Criterion) {
    let runtime = Runtime::new().expect("threads");
    let folder = std::env::temp_dir().join(format!("atalaya-bench-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a new folder");
    let file = Database::Sqlite(folder.join("collection.sqlite"));
    measure(c, &runtime, "sqlite", &file);
    let _ = std::fs::remove_dir_all(&folder);

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
