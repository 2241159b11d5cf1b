//! The problem collection, on each kind of database: the use cases by name, the formats, the command
//! line, and what is left when processes are killed.

mod asked;
mod desk;
mod duels;
mod formats;
mod frequent;
mod guests;
mod harness;
mod jobs;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod matches;
mod opening;
mod owners;
// Of it, the engine that speaks UCI is not needed here.
#[allow(dead_code)]
#[path = "../pipe/mod.rs"]
mod pipe;
mod play;
mod problem_command;
mod problems;
mod processes;
mod random;
mod ranking;
#[path = "../shared/mod.rs"]
mod shared;
mod site_jobs;
mod staged;
mod turns;
mod upgrade;
mod use_cases;
mod user_command;
mod users;
