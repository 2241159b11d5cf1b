//! The site, by sockets like those of a page against the built binary: whole games, what is refused,
//! restarts by `kill -9`, several processes on one database.

mod absence;
mod accounts;
mod anew;
mod claims;
mod classes;
mod composer;
mod correspondence;
mod errors;
mod games;
mod guests;
mod http;
mod moderation;
#[cfg(unix)]
mod outages;
mod pool;
mod profiles;
mod puzzles;
mod refusals;
#[cfg(unix)]
mod restarts;
mod schema;
mod security;
mod share;
#[cfg(unix)]
mod shared_work;
#[cfg(target_os = "linux")]
mod soak;
mod starving;
mod tournaments;
