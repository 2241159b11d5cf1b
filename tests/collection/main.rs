//! The problem collection, on each kind of database: the use cases by name, the formats, the command
//! line, and what is left when processes are killed.

mod desk;
mod formats;
mod harness;
mod opening;
mod problem_command;
mod problems;
mod random;
mod ranking;
#[path = "../shared/mod.rs"]
mod shared;
mod staged;
mod use_cases;
mod user_command;
mod users;
