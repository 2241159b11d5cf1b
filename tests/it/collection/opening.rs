//! Opening a database: new, known, from another version, by many at once.

use crate::databases::{block_on, on_each, on_each_address};
use sqlx::{Executor, Row};
use store::{Database, Store};

#[test]
fn a_change_that_is_not_committed_has_never_been() {
    on_each(async |collection| {
        let count = async || -> i64 {
            let mut reader = collection.reader().await.expect("a connection");
            let row = reader.fetch_one("SELECT count(*) FROM users").await;
            row.expect("a row").get(0)
        };
        let insert =
            "INSERT INTO users (kind, name, folded, created) VALUES ('person', 'A', 'a', 0)";
        let before = count().await;
        let mut change = collection.begin().await.expect("a change");
        change.execute(insert).await.expect("a row");
        drop(change);
        assert_eq!(count().await, before);
        let mut change = collection.begin().await.expect("a change");
        change.execute(insert).await.expect("a row");
        change.commit().await.expect("kept");
        assert_eq!(count().await, before + 1);
    });
}

#[test]
fn many_may_open_a_new_database_at_once() {
    on_each_address(|address| {
        let open = || {
            let database: Database = address.parse().expect("an address");
            block_on(async {
                let collection = Store::open(&database).await.map_err(|e| e.to_string())?;
                collection.close().await;
                Ok(())
            })
        };
        let results: Vec<Result<(), String>> = std::thread::scope(|scope| {
            let openers: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            openers
                .into_iter()
                .map(|o| o.join().expect("no panic"))
                .collect()
        });
        assert_eq!(results, vec![Ok(()); 8]);
    });
}

#[test]
fn a_database_of_a_later_version_is_left_alone() {
    on_each_address(|address| {
        let database: Database = address.parse().expect("an address");
        let error = block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let mut change = collection.begin().await.expect("a change");
            let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                         execution_time) SELECT 999999, 'later', success, checksum, 0 \
                         FROM _sqlx_migrations WHERE version = 1";
            change.execute(later).await.expect("a row");
            change.commit().await.expect("kept");
            collection.close().await;
            Store::open(&database).await.expect_err("it is later")
        });
        assert!(
            error.to_string().ends_with("a later version of Atalaya"),
            "{error}"
        );
    });
}
