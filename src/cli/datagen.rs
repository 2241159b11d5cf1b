//! `atalaya datagen` (feature `train`): games of the engine against itself, for the network.

use super::progress::Bar;
use super::train::{Teacher, say_torn};
use super::{CliError, CliResult, interrupt, print};
use crate::train::datagen::{self, Plan, Progress, shards};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Arguments of `atalaya datagen`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the games; what is there is kept, and added to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Games in all, those of earlier runs included
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// No new iteration of a search is begun after so many nodes (broken off at eight times as many); the
    /// default is what taught a network most in equal time
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    nodes: u64,
    #[command(flatten)]
    teacher: Teacher,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What the games follow from: another machine takes another number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play nothing: replay every game in the folder, and print what is there as JSON
    #[arg(long)]
    manifest: bool,
}

/// How often progress is said.
const SAY_EVERY: Duration = Duration::from_secs(10);
/// How soon the end of the games is noticed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the subcommand.
///
/// # Errors
/// A folder that cannot be written, games that cannot be read.
pub fn run(args: &Args) -> CliResult {
    if args.manifest {
        let manifest = shards::manifest(&args.out)?;
        say_torn(&manifest.torn);
        print(&format!("{}\n", serde_json::to_string_pretty(&manifest)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = Plan {
        folder: args.out.clone(),
        games: args.games,
        nodes: args.nodes,
        evaluator: args.teacher.evaluator()?,
        threads: usize::from(args.threads),
        seed: args.seed,
    };
    let stop = interrupt::flag();
    let progress = Progress::default();
    let started = Instant::now();
    eprintln!("played by {}, {} nodes a move", plan.evaluator, plan.nodes);
    let result = std::thread::scope(|scope| {
        let player = scope.spawn(|| datagen::run(&plan, &progress, stop));
        let mut said = started;
        let bar = Bar::of(plan.games, "games");
        while !player.is_finished() {
            std::thread::sleep(LOOK_EVERY);
            bar.begin_at(progress.found.load(Relaxed));
            bar.set(progress.found.load(Relaxed) + progress.played.load(Relaxed));
            bar.note(|| format!("{} positions", progress.positions.load(Relaxed)));
            // A log has a line now and then instead.
            if !bar.is_drawn() && said.elapsed() >= SAY_EVERY {
                said = Instant::now();
                eprintln!("{}", summary(&plan, &progress, started.elapsed()));
            }
        }
        player.join()
    });
    say_torn(&progress.torn());
    eprintln!("{}", summary(&plan, &progress, started.elapsed()));
    match result {
        Ok(result) => result.map_err(CliError::from)?,
        Err(_) => return Err("a thread that played has failed".into()),
    }
    if interrupt::stopped() {
        return Ok(ExitCode::from(interrupt::BROKEN_OFF));
    }
    Ok(ExitCode::SUCCESS)
}

/// One line: games, positions, and how fast they come.
fn summary(plan: &Plan, progress: &Progress, elapsed: Duration) -> String {
    let (found, played) = (progress.found.load(Relaxed), progress.played.load(Relaxed));
    let positions = progress.positions.load(Relaxed);
    let rate = positions as f64 / elapsed.as_secs_f64().max(1e-3);
    format!(
        "{} of {} games; {played} played now, {positions} positions, {rate:.0} a second",
        found + played,
        plan.games
    )
}
