//! A fourth game, which the program does not know: it is written here, its rules in one file and its
//! words in another, and played through the very same command line.
//!
//! This binary is both: with [`PLAYS`] in its environment it is the program with one more game in
//! its registry; without it runs the tests, which start it so and speak to it over pipes.

mod cases;
mod connect_four;
#[path = "../fixtures/pipe.rs"]
#[allow(dead_code)]
mod pipe;
mod words;

use players::{Entry, Registry};
use std::process::ExitCode;
use std::time::Duration;

/// The variable that says that this is the program.
const PLAYS: &str = "ATALAYA_WITH_A_FOURTH_GAME";

/// Environment variable with the message of a panic in a thread of the program, soon after it has begun.
const PANICS: &str = "ATALAYA_PANICS";

fn main() -> ExitCode {
    if std::env::var_os(PLAYS).is_some() {
        let registry = Registry::standard().with(Entry::of::<connect_four::Position>());
        if let Ok(message) = std::env::var(PANICS) {
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs(1));
                panic!("{message}");
            });
        }
        return atalaya::cli::main_with(&registry, std::env::args_os());
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| filters.is_empty() || filters.iter().any(|f| name.contains(*f));
    let cases = cases::ALL.iter().filter(|(name, _)| wanted(name));
    if words.iter().any(|word| word == "--list") {
        cases.for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let mut failed = Vec::new();
    for (name, case) in cases {
        let ended = std::panic::catch_unwind(case);
        println!(
            "test {name} ... {}",
            if ended.is_ok() { "ok" } else { "FAILED" }
        );
        failed.extend(ended.is_err().then_some(*name));
    }
    println!("\ntest result: {} failed {failed:?}", failed.len());
    ExitCode::from(u8::from(!failed.is_empty()))
}
