//! `atalaya datagen` (feature `train`): games of the engine against itself, as training data of the network.

use super::progress::Bar;
use super::train::{Teacher, say_torn};
use super::{CliError, CliResult, interrupt, print};
use base::{key, say};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use train::datagen::starts::Starts;
use train::datagen::{self, DatagenError, Plan, Progress, convert, manifest, shards};

#[derive(clap::Args)]
pub struct Args {
    /// The folder of the games; what is there is kept, and added to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Games in all, those of earlier runs included
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// No new iteration of a search is begun after so many nodes (broken off at eight times as many); of several
    /// numbers, shards of a thousand games take one after the other
    #[arg(long, value_name = "N,…", default_value = "100,400", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    nodes: Vec<u64>,
    /// Opening file, EPD or PGN, of which half of the games begin with a line and one to four random plies; may be given
    /// several times. The other games begin with random plies
    #[arg(long, value_name = "FILE")]
    openings: Vec<PathBuf>,
    #[command(flatten)]
    teacher: Teacher,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of the games: another machine takes another number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play nothing: replay every game in the folder, and print what is there as JSON
    #[arg(long)]
    manifest: bool,
    /// Play nothing: write the shards of this folder, of any version, into --out in the present one
    #[arg(long, value_name = "DIR", conflicts_with = "manifest")]
    convert: Option<PathBuf>,
    /// Play nothing: fit the weights by which games are packed to the games in the folder, and write them to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["manifest", "convert"])]
    fit: Option<PathBuf>,
}

/// Interval at which progress is printed if no progress bar is drawn.
const SAY_EVERY: Duration = Duration::from_secs(10);
/// Interval at which the state of the games is polled, to draw progress and to notice their end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the subcommand.
///
/// # Errors
/// A folder that cannot be written, or games that cannot be read.
pub fn run(args: &Args) -> CliResult {
    if args.manifest {
        let manifest = manifest::manifest(&args.out)?;
        say_torn(&manifest.torn);
        print(&format!("{}\n", serde_json::to_string_pretty(&manifest)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(from) = &args.convert {
        return convert(from, &args.out);
    }
    if let Some(file) = &args.fit {
        return fit(&args.out, file);
    }
    let plan = Plan {
        folder: args.out.clone(),
        games: args.games,
        nodes: args.nodes.clone(),
        starts: Starts::read(&args.openings, |path, number, part| {
            eprintln!("atalaya: {}: opening {number}: {part}", path.display());
        })?,
        evaluator: args.teacher.evaluator()?,
        threads: usize::from(args.threads),
        seed: args.seed,
        block: datagen::BLOCK_GAMES,
    };
    let stop = interrupt::flag();
    let progress = Progress::default();
    let started = Instant::now();
    let nodes: Vec<String> = plan.nodes.iter().map(u64::to_string).collect();
    eprintln!(
        "played by {}, {} nodes a move",
        plan.evaluator,
        nodes.join(" or ")
    );
    let result = std::thread::scope(|scope| {
        let player = scope.spawn(|| datagen::run(&plan, &progress, stop));
        let mut said = started;
        let bar = Bar::of(plan.games, key!("bar-games"));
        while !player.is_finished() {
            std::thread::sleep(LOOK_EVERY);
            bar.begin_at(progress.found.load(Relaxed));
            bar.set(progress.found.load(Relaxed) + progress.played.load(Relaxed));
            bar.note(|lang| {
                say!(
                    lang,
                    "bar-generated",
                    count = progress.positions.load(Relaxed)
                )
            });
            // Output to a log instead of a bar: print a line from time to time.
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

/// Converts the shards (files of games) in the folder `from` to the present format, and writes them to the folder `to`.
fn convert(from: &Path, to: &Path) -> CliResult {
    let error = |error| DatagenError::Folder {
        folder: to.to_owned(),
        error,
    };
    std::fs::create_dir_all(to).map_err(error)?;
    let (mut games, mut before, mut after) = (0, 0, 0);
    for path in shards::list(from)? {
        if interrupt::stopped() {
            return Ok(ExitCode::from(interrupt::BROKEN_OFF));
        }
        let shard = convert::convert(&path, to)?;
        say_torn(shard.torn.as_slice());
        games += shard.games;
        before += shard.bytes[0];
        after += shard.bytes[1];
        eprintln!(
            "{}: {} games, {} bytes, before {}",
            shard.path.display(),
            shard.games,
            shard.bytes[1],
            shard.bytes[0]
        );
    }
    eprintln!("{games} games, {after} bytes, before {before}");
    Ok(ExitCode::SUCCESS)
}

/// Fits the weights of the compression model to the games in `folder`, and writes them to `file`.
fn fit(folder: &Path, file: &Path) -> CliResult {
    let mut games = Vec::new();
    for path in shards::list(folder)? {
        let mut shard = shards::Reader::open(&path)?;
        for game in &mut shard {
            games.push(game?);
        }
        say_torn(shard.torn().as_slice());
    }
    let fit = datagen::fit::fit(&games, |pass, bits| {
        eprintln!("pass {pass}: {bits:.4} bits a move of the games left out");
    });
    let bytes: Vec<u8> = fit.weights.iter().map(|weight| *weight as u8).collect();
    std::fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!("{} games, {:.4} bits a move", games.len(), fit.bits);
    Ok(ExitCode::SUCCESS)
}

/// Returns a line with the number of games and positions so far, and the positions per second.
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
