//! Integration tests, one module for each area: most of them run the built program and read its output.
//!
//! `cargo test --release --workspace --test it uci::` runs one area. All areas are one program, so that they are
//! linked once and run side by side. The files in `tests/fixtures` are shared with the tests in a browser
//! (`tests/browser`), the program with a fourth game (`tests/fourth`) and the benches.

#[cfg(feature = "collection")]
#[path = "../fixtures/databases.rs"]
mod databases;
#[cfg(all(unix, feature = "server"))]
#[path = "../fixtures/outage.rs"]
mod outage;
#[path = "../fixtures/pipe.rs"]
mod pipe;
#[cfg(feature = "collection")]
#[path = "../fixtures/random.rs"]
mod random;
#[path = "../fixtures/scratch.rs"]
mod scratch;
#[path = "../fixtures/shared.rs"]
mod shared;
#[cfg(feature = "server")]
#[path = "../fixtures/site.rs"]
mod site;

mod arena;
mod book;
mod chess_rules;
#[cfg(feature = "collection")]
mod collection;
mod kamisado;
mod languages;
mod mate;
mod perft;
mod readers;
mod replay;
mod rolit;
#[cfg(feature = "server")]
mod server;
mod stipulations;
mod strategies;
mod uci;
