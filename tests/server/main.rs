//! The site, by sockets like those of a page against the built binary: whole games, what is refused,
//! restarts by `kill -9`, several processes on one database.

mod accounts;
mod games;
mod guests;
// Of it, collections that are opened here are not needed.
#[allow(dead_code)]
#[path = "../collection/harness.rs"]
mod harness;
mod http;
mod pool;
mod refusals;
#[cfg(unix)]
mod restarts;
mod schema;
#[path = "../shared/mod.rs"]
mod shared;
#[cfg(unix)]
mod shared_work;
mod site;
