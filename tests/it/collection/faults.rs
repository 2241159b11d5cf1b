//! Faults of the database and of its files: what is told, and that all goes on afterwards.

use super::jobs::{HARD, SOUND};
use super::problems::user;
use crate::databases::{block_on, on_each, on_each_address};
use problems::{Draft, Stipulation};
use sqlx::{AssertSqlSafe, Executor, Row};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use store::job::{Picking, Request};
use store::{Backend, Database, Error, Store, Taking};

/// Runs the program on a database.
fn run(database: &str, args: &[&str]) -> (Output, Duration) {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(args)
        .args(["--database", database])
        .output();
    (output.expect("the binary"), begun.elapsed())
}

/// Makes sure that a program ended at once with one sentence.
fn one_sentence((output, took): (Output, Duration), cause: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(took < Duration::from_secs(5), "{took:?}: {told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains(cause), "{told}");
}

#[test]
fn a_file_that_is_no_database_and_a_server_that_is_not_there_are_named_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "no database, but a text ".repeat(99)).expect("written");
    let address = format!("sqlite:{}", file.display());
    let serve = ["serve", "--listen", "127.0.0.1:0", "--log", "error"];
    for args in [&["problem", "list"][..], &serve] {
        one_sentence(run(&address, args), "notes.txt: file is not a database");
        // Nobody listens there.
        let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = port.local_addr().expect("an address");
        drop(port);
        let server = format!("postgres://ann:s3cret@{address}/x");
        let told = run(&server, args);
        assert!(!String::from_utf8_lossy(&told.0.stderr).contains("s3cret"));
        one_sentence(told, "Connection refused");
    }
    let text = std::fs::read_to_string(&file).expect("it is there");
    assert!(text.starts_with("no database"), "it is as it was");
}

#[cfg(unix)]
#[test]
fn a_database_that_may_only_be_read_is_named_at_once() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("site.sqlite");
    let address = format!("sqlite:{}", file.display());
    assert!(run(&address, &["problem", "list"]).0.status.success());
    let mode = std::fs::Permissions::from_mode(0o444);
    std::fs::set_permissions(&file, mode).expect("one's own");
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
    command.args(["--database", &address]);
    if rustix::process::getuid().is_root() {
        // For root nothing is read-only.
        const NOBODY: u32 = 65534;
        for path in [folder.path(), &file] {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("root may");
        }
        command.uid(NOBODY).gid(NOBODY);
    }
    let begun = Instant::now();
    let output = command.output().expect("the binary");
    one_sentence((output, begun.elapsed()), "Permission denied");
}

#[cfg(unix)]
#[test]
fn files_of_a_database_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("site.sqlite").display());
    block_on(async {
        let database: Database = address.parse().expect("an address");
        let collection = Store::open(&database).await.expect("it opens");
        user(&collection, "Ann").await;
        let mode = |path: &Path| path.metadata().expect("a file").permissions().mode() & 0o777;
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let files = files.map(|entry| entry.expect("an entry").path());
        let found: Vec<_> = files.map(|path| (mode(&path), path)).collect();
        assert!(found.len() >= 3, "{found:?}");
        assert!(found.iter().all(|(mode, _)| *mode == 0o600), "{found:?}");
        collection.close().await;
    });
}

#[test]
fn connections_are_good_again_after_a_full_disk() {
    on_each(async |collection| {
        if collection.backend() != Backend::Sqlite {
            return;
        }
        let write = async |pages: i64| -> Result<(), Error> {
            let mut change = collection.begin().await?;
            // No more pages than these; 1 stands for as many as there are.
            let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            change.execute(limit).await?;
            let row = "INSERT INTO bus_messages (body, at) VALUES (hex(zeroblob(50000)), 0)";
            change.execute(row).await?;
            change.commit().await
        };
        write(1_000_000).await.expect("there is room");
        for _ in 0..10 {
            let error = write(1).await.expect_err("there is no room");
            let told = error.to_string();
            assert!(told.contains("full"), "{told}");
            assert_eq!(
                error.text(games::Lang::ES),
                "la base de datos no responde: inténtalo de nuevo"
            );
            for _ in 0..3 {
                write(1_000_000).await.expect("there is room again");
            }
        }
        let mut reader = collection.reader().await.expect("a connection");
        let rows = reader.fetch_one("SELECT count(*) FROM bus_messages").await;
        assert_eq!(rows.expect("a row").get::<i64, _>(0), 31);
    });
}

#[test]
fn others_make_their_changes_while_many_problems_are_imported() {
    on_each_address(|address| {
        let database: Database = address.parse().expect("an address");
        block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let ann = user(&collection, "Ann").await;
            let drafts = vec![Draft::new(SOUND, Stipulation::Mate(2)); 4000];
            let other = Store::open(&database).await.expect("it opens");
            let (begun, mut kept) = (Instant::now(), 0);
            let import = collection
                .problems()
                .import_in_batches(ann, drafts, |created| kept += created.len());
            let import = async {
                import.await.expect("they are kept");
                begun.elapsed()
            };
            let mut stalls = Vec::new();
            let play = async {
                loop {
                    let asked = Instant::now();
                    let lives = other.processes().report_alive("p", 1000, 0).await;
                    lives.expect("it is written");
                    stalls.push(asked.elapsed());
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let took = tokio::select! {
                took = import => took,
                () = play => unreachable!("it plays for ever"),
            };
            assert_eq!(kept, 4000);
            let longest = stalls.iter().max().expect("there were some");
            assert!(*longest < took / 3, "{longest:?} of {took:?}");
        });
    });
}

#[test]
fn jobs_do_not_wait_for_a_time_that_the_clock_was_set_back_from() {
    on_each_address(|address| {
        let database: Database = address.parse().expect("an address");
        block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let ann = user(&collection, "Ann").await;
            let drafts = [SOUND, HARD].map(|fen| Draft::new(fen, Stipulation::Mate(2)));
            let created = collection.problems().import(ann, drafts.to_vec()).await;
            let ids: Vec<i64> = created.expect("kept").iter().map(|c| c.id).collect();
            let wish = Request::default();
            let asked = collection.jobs().request(&ids, &wish).await;
            asked.expect("asked");
            let lease = Duration::from_secs(1);
            let take = async |collection: &Store, worker: &str| {
                let taking = Taking {
                    worker,
                    picking: &Picking::Any,
                    of_one: None,
                    most: 9,
                    lease,
                };
                collection.queue().take(&taking).await.expect("jobs").len()
            };
            let mut change = collection.begin().await.expect("a change");
            let ahead = "UPDATE jobs SET created = created + 3600000, due = due + 3600000";
            change.execute(ahead).await.expect("rows");
            change.commit().await.expect("kept");
            assert_eq!(take(&collection, "a").await, 0);
            collection.close().await;
            let collection = Store::open(&database).await.expect("it opens");
            assert_eq!(take(&collection, "a").await, 2);
            collection.close().await;
        });
    });
}
