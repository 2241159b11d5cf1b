//! The problem collection, on each kind of database: the use cases by name, the formats, the command
//! line, and what is left when processes are killed.

mod desk;
mod formats;
mod harness;
mod opening;
mod problems;
mod random;
#[path = "../shared/mod.rs"]
mod shared;
mod use_cases;
