//! The problem collection, on each kind of database: the use cases by name, the formats, the command
//! line, and what is left when processes are killed.

mod added_jobs;
mod any_stipulation;
mod duels;
mod faults;
mod formats;
mod frequent;
mod guests;
mod improve;
mod jobs;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod matches;
mod opening;
mod owners;
mod play;
mod problem_command;
mod problems;
mod processes;
mod ranking;
mod search;
pub mod shell;
mod site_jobs;
mod staged;
mod turns;
mod upgrade;
mod use_cases;
mod user_command;
mod users;
