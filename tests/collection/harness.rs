//! Databases to test on: SQLite always, PostgreSQL where `ATALAYA_TEST_POSTGRES` names a server whose
//! user may create databases (`postgres://USER:PASSWORD@HOST/postgres`). Each test has its own, and
//! keeps it from its first statement to its last.

use crate::shared::left_out;
use problems::{Collection, Database};
use sqlx::{AssertSqlSafe, Connection, Executor};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Names the server.
const VARIABLE: &str = "ATALAYA_TEST_POSTGRES";

/// A number that no other test of this run has.
fn number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    NUMBERS.fetch_add(1, Relaxed)
}

/// A new database on the server, dropped at the end.
pub struct ServerDatabase {
    server: String,
    name: String,
}

impl ServerDatabase {
    /// One on the server of the environment, if it names one.
    pub fn new() -> Option<ServerDatabase> {
        let server = std::env::var(VARIABLE).ok()?;
        let name = format!("atalaya_test_{}_{}", std::process::id(), number());
        let database = ServerDatabase { server, name };
        let created = database.tell(format!("CREATE DATABASE {}", database.name));
        created.expect("its user may create databases");
        Some(database)
    }

    pub fn url(&self) -> String {
        let (server, _) = self.server.rsplit_once('/').expect("a database in its URL");
        format!("{server}/{}", self.name)
    }

    fn tell(&self, statement: String) -> Result<(), sqlx::Error> {
        block_on(async {
            let mut server = sqlx::PgConnection::connect(&self.server).await?;
            server.execute(AssertSqlSafe(statement)).await?;
            Ok(())
        })
    }
}

impl Drop for ServerDatabase {
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE {}", self.name);
        // By force, for the sake of processes that were killed; but the server's own vacuum cannot be
        // forced out by its users, and goes by itself when it is asked to without.
        let dropped = self.tell(format!("{drop} WITH (FORCE)"));
        if let Err(error) = dropped.or_else(|_| self.tell(drop)) {
            left_out(&format!("to drop {}: {error}", self.name));
        }
    }
}

/// Runs a future to its end on threads of its own.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("threads")
        .block_on(future)
}

/// Runs a test on an empty database of each kind, by its address.
pub fn on_each_address(test: impl Fn(&str)) {
    let folder = tempfile::tempdir().expect("a new folder");
    let file = folder.path().join("collection.sqlite");
    test(&format!("sqlite:{}", file.display()));
    match ServerDatabase::new() {
        Some(server) => test(&server.url()),
        None => left_out(&format!("on PostgreSQL: {VARIABLE} names no server")),
    }
}

/// Runs a test on an empty collection of each kind.
pub fn on_each(test: impl AsyncFn(Collection)) {
    on_each_address(|address| {
        let database: Database = address.parse().expect("an address");
        block_on(async {
            let collection = Collection::open(&database).await.expect("it opens");
            test(collection.clone()).await;
            collection.close().await;
        });
    });
}
