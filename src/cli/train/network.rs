//! `atalaya train network` and related commands: training of a network for the engine on games.

use super::super::progress::Bar;
use super::super::{CliError, CliResult, broken_off, interrupt, print, write_out};
use super::{cannot_write, say_torn};
use base::{key, say};
use engine::eval::network::{HIDDEN_SIZES, MAX_BUCKETS, MAX_KING_BUCKETS, Network, Weights, sizes};
use engine::eval::{EvalKind, classical};
use games::chess::Position;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use train::datagen::game::white_view;
use train::datagen::manifest;
use train::datagen::starts::Starts;
use train::network::dataset::{Bounds, DataSet};
use train::network::{
    self, BATCH, Begin, Epoch, News, Plan, State, Trainer, checkpoint, plot, scale,
};
use train::{Evaluator, datagen};

#[derive(clap::Args)]
pub struct Args {
    /// The folder of games, as `atalaya datagen` leaves them
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// File for the network; must not exist. Beside it: FILE.svg, the losses; FILE.json, the record of the
    /// training; and, while it lasts, FILE.checkpoint
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hidden units of each view: 32, 64, 128, 256 or 512
    #[arg(long, default_value_t = 128, value_parser = hidden)]
    hidden: usize,
    /// First layers, by the square of the own king
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=MAX_KING_BUCKETS as i64))]
    king_buckets: u8,
    /// Output buckets, by the number of pieces
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=MAX_BUCKETS as i64))]
    buckets: u8,
    /// Weight of the search's score against that of what became of the game, 0 to 1
    #[arg(long, default_value_t = LAMBDA, value_parser = share)]
    lambda: f32,
    /// Result of a game as a mixture: the scores of the plies that follow, so many ahead on average, and its result with
    /// what weight is left; with `inf` the result alone
    #[arg(long, value_name = "PLIES", default_value_t = HORIZON, value_parser = horizon)]
    horizon: f32,
    /// Passes over all positions: 8 suit a hundred million, 4 or 5 ten
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    epochs: u16,
    /// End after so many passes without a lower loss of the games held out
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    patience: u16,
    /// Learning rate at the beginning; it falls along a cosine
    #[arg(long, default_value_t = 1e-3, value_parser = rate)]
    rate: f32,
    /// Positions of a step of learning
    #[arg(long, value_name = "N", default_value_t = BATCH as u32, value_parser = clap::value_parser!(u32).range(128..=1_048_576))]
    batch: u32,
    /// Centipawns for an output of one, while training
    #[arg(long, default_value_t = SCALE, value_parser = clap::value_parser!(u16).range(1..=4000))]
    scale: u16,
    /// Learn from no more than so many positions
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    positions: u32,
    /// Positions in memory at a time, 32 bytes each; of more, each epoch reads the games again (and holds up to twice as many)
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = clap::value_parser!(u32).range(10_000..))]
    window: u32,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with this network's weights instead of random ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Threads; the result is the same with any number, and more than 8 do not help
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Go on with a training that was broken off
    #[arg(long)]
    resume: bool,
}

#[derive(clap::Args)]
pub struct SmallArgs {
    /// The folder for games and network; what is there is gone on with
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Games to play; 1800 give about 100,000 positions
    #[arg(long, default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[derive(clap::Args)]
pub struct RescaleArgs {
    /// The network
    network: PathBuf,
    /// The folder of games whose positions are evaluated
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// File for the network with its new scale; must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(clap::Args)]
pub struct WdlArgs {
    /// The folder of games
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Fit to this network's evaluations of the positions instead of to the searches' scores
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

fn hidden(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| HIDDEN_SIZES.contains(size));
    size.ok_or_else(|| format!("expected one of {}", sizes()))
}

fn share(text: &str) -> Result<f32, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn horizon(text: &str) -> Result<f32, String> {
    let horizon = text.parse().ok().filter(|plies| *plies >= 1.0);
    horizon.ok_or_else(|| "expected a number of plies, at least 1, or inf".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| (1e-7..=1.0).contains(rate));
    rate.ok_or_else(|| "expected a number from 1e-7 to 1".to_owned())
}

/// Default weight of the search's score against the further course of the game, as for the embedded network.
const LAMBDA: f32 = 0.3;
/// Default average number of plies after which a score of the game's further course counts.
const HORIZON: f32 = 8.0;
/// Default number of centipawns that an output of one means during training.
const SCALE: u16 = 250;
/// Number of positions that are evaluated to find a scale; up to twice as many may be.
const FOR_SCALE: usize = 50_000;
/// Tenth of the interval at which the number of games is printed if no bar is drawn.
const SAY_EVERY: Duration = Duration::from_secs(1);

/// Returns a path with `end` appended to the file name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Runs `atalaya train network`.
///
/// # Errors
/// Games that cannot be read, too few games, or files that exist already or cannot be written.
pub fn run(args: &Args) -> CliResult {
    train(args)
}

/// Checks that the file of the network does not exist yet.
fn refuse_network(out: &Path) -> Result<(), CliError> {
    if out.exists() {
        Err(format!("{} exists already", out.display()).into())
    } else {
        Ok(())
    }
}

fn train(args: &Args) -> CliResult {
    let checkpoint = beside(&args.out, ".checkpoint");
    refuse_network(&args.out)?;
    if checkpoint.exists() != args.resume {
        let what = if args.resume {
            "there is no training to resume: there is no"
        } else {
            "a training was broken off; say --resume, or remove"
        };
        return Err(format!("{what} {}", checkpoint.display()).into());
    }
    let from = match &args.from {
        Some(path) => Some(Weights::read(path)?),
        None => None,
    };
    let plan = Plan {
        hidden: args.hidden,
        king_buckets: usize::from(args.king_buckets),
        buckets: usize::from(args.buckets),
        batch: args.batch as usize,
        lambda: args.lambda,
        horizon: args.horizon.is_finite().then_some(args.horizon),
        from: from.as_ref().map(Weights::hash),
        scale: args.scale,
        rate: args.rate,
        epochs: usize::from(args.epochs),
        patience: usize::from(args.patience),
        seed: args.seed,
    };
    let started = Instant::now();
    let threads = usize::from(args.threads);
    let bounds = Bounds {
        positions: args.positions as usize,
        window: args.window as usize,
    };
    let pool = network::pool(threads)?;
    let data = pool.install(|| DataSet::read(&args.data, bounds, plan.outlook()))?;
    drop(pool);
    let seconds = started.elapsed().as_secs_f64().max(1e-3);
    say_torn(&data.torn);
    eprintln!(
        "{} positions of {} games, {} of them held out; read {:.0} positions and {:.2} MB a second",
        data.len(),
        data.games,
        data.held_out.len(),
        data.len() as f64 / seconds,
        data.bytes as f64 / 1e6 / seconds,
    );
    let begin = match from {
        _ if args.resume => Begin::Resume(checkpoint::load(&checkpoint, &plan, &data)?),
        Some(weights) => Begin::From(weights),
        None => Begin::Random,
    };
    let mut trainer = Trainer::new(plan.clone(), &data, threads, begin)?;
    let mut bar = None;
    let mut trained = trainer.state().history.len();
    while !trainer.is_over() {
        if !trainer.epoch(interrupt::flag(), &mut |news| say(&plan, &mut bar, news))? {
            drop(bar);
            let what = format!("{trained} of {} epochs; go on with --resume", plan.epochs);
            return Ok(broken_off(&format!("broken off after {what}")));
        }
        trained += 1;
        checkpoint::save(&checkpoint, &plan, &data, trainer.state())?;
        draw(args, &plan, &data, trainer.state())?;
    }
    drop(bar);
    finish(args, &plan, &trainer)?;
    std::fs::remove_file(&checkpoint).map_err(|error| cannot_write(&checkpoint, &error))?;
    Ok(ExitCode::SUCCESS)
}

/// Shows progress: a bar over all epochs, and a line for each epoch.
fn say(plan: &Plan, bar: &mut Option<Bar>, news: News) {
    match news {
        News::Batch {
            epoch,
            done,
            of,
            speed,
        } => {
            let (epochs, of) = (plan.epochs as u64, of as u64);
            let before = epoch.saturating_sub(1) as u64 * of;
            let bar = bar.get_or_insert_with(|| Bar::of(epochs * of, key!("bar-positions")));
            bar.begin_at(before);
            bar.set(before + done as u64);
            bar.note(|lang| say!(lang, "bar-epoch", epoch, speed = format!("{speed:.0}")));
        }
        News::Epoch(epoch) => {
            let line = format!(
                "epoch {:2} of {}: loss {:.6}, held out {:.6}, rate {:.1e}, {:.1} s",
                epoch.number,
                plan.epochs,
                epoch.training,
                epoch.held_out,
                epoch.rate,
                epoch.seconds,
            );
            match bar {
                Some(bar) => bar.aside(|| eprintln!("{line}")),
                None => eprintln!("{line}"),
            }
        }
    }
}

/// Writes the curves of the training loss and the held-out loss as SVG, and the record of the training as JSON, up to
/// the present epoch.
fn draw(args: &Args, plan: &Plan, data: &DataSet, state: &State) -> Result<(), CliError> {
    let title = format!(
        "{} hidden units, λ {}, {} positions",
        plan.hidden,
        plan.lambda,
        data.len()
    );
    let svg = beside(&args.out, ".svg");
    let drawing = plot::losses(&title, &state.history);
    std::fs::write(&svg, drawing).map_err(|error| cannot_write(&svg, &error))?;
    let record = serde_json::json!({
        "plan": plan,
        "games": data.games,
        "positions": data.len(),
        "held_out": data.held_out.len(),
        "fingerprint": format!("{:016x}", data.fingerprint()),
        "epochs": state.history,
    });
    let json = beside(&args.out, ".json");
    let text = serde_json::to_string_pretty(&record)? + "\n";
    std::fs::write(&json, text).map_err(|error| cannot_write(&json, &error))
}

/// Writes the best network, scaled so that its evaluations are as large as the classical ones.
fn finish(args: &Args, plan: &Plan, trainer: &Trainer) -> Result<(), CliError> {
    if let Some(best) = trainer.best_epoch() {
        eprintln!("best: epoch {}, held out {:.6}", best.number, best.held_out);
        if let Some(advice) = advice(plan.rate, plan.epochs, best) {
            eprintln!("{advice}");
        }
    }
    let mut weights = trainer.state().best.quantised(plan.scale);
    // Damaged games were already reported when the data was read.
    let (positions, _) = scale::positions(&args.data, FOR_SCALE)?;
    rescale(&mut weights, &positions)?;
    write_network(&args.out, &weights)
}

/// Returns advice if the best network is an early one, whose learning rate was more than half of the first rate: the
/// noise of a high rate is still in its weights. `None` otherwise.
fn advice(first_rate: f32, epochs: usize, best: &Epoch) -> Option<String> {
    let share = best.rate / first_rate;
    (share > 0.5).then(|| {
        format!(
            "its rate was still {:.0} % of the first: too few positions for {epochs} epochs; try --epochs {}",
            100.0 * share,
            2 * best.number
        )
    })
}

/// Sets the scale of a network so that its evaluations are on average as large as the classical ones.
fn rescale(weights: &mut Weights, positions: &[Position]) -> Result<(), CliError> {
    let network = Network::new(weights);
    let pairs: Vec<(i32, i32)> = positions
        .iter()
        .map(|position| (network.evaluate(position), classical::evaluate(position)))
        .collect();
    let scale = scale::matching(weights.scale, &pairs);
    let scale = scale.ok_or("the network gives every position the evaluation 0")?;
    eprintln!(
        "scale {} instead of {}: evaluations as large as the classical ones on {} positions",
        scale,
        weights.scale,
        pairs.len()
    );
    weights.scale = scale;
    Ok(())
}

fn write_network(path: &Path, weights: &Weights) -> Result<(), CliError> {
    use std::io::Write;
    // Fails if the file exists.
    let mut file = std::fs::File::create_new(path).map_err(|error| cannot_write(path, &error))?;
    let written = file.write_all(&weights.to_bytes());
    written.map_err(|error| cannot_write(path, &error))?;
    print(&format!(
        "{}: {} hidden units, {} king buckets, {} buckets, scale {}, hash {:016x}\n",
        path.display(),
        weights.hidden,
        weights.king_buckets,
        weights.buckets,
        weights.scale,
        weights.hash()
    ))
}

/// Runs `atalaya train small`: plays games, and trains a small network on them.
///
/// # Errors
/// As for `datagen` and `train network`; also if more games are requested than an interrupted training had.
pub fn run_small(args: &SmallArgs) -> CliResult {
    let stop = interrupt::flag();
    let games = args.dir.join("games");
    let out = args.dir.join("small.net");
    // Checked before games are played for hours.
    refuse_network(&out)?;
    let checkpoint = beside(&out, ".checkpoint");
    let resume = checkpoint.exists();
    if resume {
        let there = manifest::manifest(&games)?.games;
        if there < args.games {
            let path = checkpoint.display();
            let why = format!(
                "a training with {there} games was broken off; say --games {there}, or remove the file"
            );
            return Err(format!("{path}: {why}").into());
        }
    }
    let plan = datagen::Plan {
        folder: games.clone(),
        games: args.games,
        nodes: vec![1000],
        evaluator: Evaluator::built_in(EvalKind::Classical),
        starts: Starts::read(&[], |_, _, _| {})?,
        threads: usize::from(args.threads),
        seed: 1,
        block: datagen::BLOCK_GAMES,
    };
    let progress = datagen::Progress::default();
    std::thread::scope(|scope| {
        let player = scope.spawn(|| datagen::run(&plan, &progress, stop));
        let mut said = Instant::now();
        let bar = Bar::of(args.games, key!("bar-games"));
        while !player.is_finished() {
            std::thread::sleep(Duration::from_millis(50));
            bar.begin_at(progress.found.load(Relaxed));
            bar.set(progress.found.load(Relaxed) + progress.played.load(Relaxed));
            if !bar.is_drawn() && said.elapsed() >= SAY_EVERY * 10 {
                said = Instant::now();
                let played = progress.found.load(Relaxed) + progress.played.load(Relaxed);
                eprintln!("{played} of {} games", args.games);
            }
        }
        match player.join() {
            Ok(result) => result.map_err(CliError::from),
            Err(_) => Err("a thread that played has failed".into()),
        }
    })?;
    say_torn(&progress.torn());
    if interrupt::stopped() {
        let played = progress.found.load(Relaxed) + progress.played.load(Relaxed);
        let what = format!("{played} of {} games; the same command goes on", args.games);
        return Ok(broken_off(&format!("broken off after {what}")));
    }
    train(&Args {
        data: games,
        out,
        hidden: 32,
        king_buckets: 1,
        buckets: 1,
        lambda: LAMBDA,
        horizon: HORIZON,
        epochs: 20,
        patience: 10,
        rate: 5e-3,
        // Larger batches mean fewer steps with less noise, as there are few positions.
        batch: 16_384,
        scale: SCALE,
        positions: u32::MAX,
        window: u32::MAX,
        seed: 1,
        from: None,
        threads: args.threads,
        resume,
    })
}

/// Runs `atalaya train rescale`.
///
/// # Errors
/// A network or games that cannot be read, or a file that exists already or cannot be written.
pub fn run_rescale(args: &RescaleArgs) -> CliResult {
    let mut weights = Weights::read(&args.network)?;
    let (positions, torn) = scale::positions(&args.data, FOR_SCALE)?;
    say_torn(&torn);
    rescale(&mut weights, &positions)?;
    write_network(&args.out, &weights)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `atalaya train wdl`: fits the constants of the win-draw-loss model, which `players/chess_player.rs` contains,
/// and prints them with the mean squared error of the predicted results.
///
/// # Errors
/// A network or games that cannot be read.
pub fn run_wdl(args: &WdlArgs) -> CliResult {
    let network = match &args.network {
        Some(path) => Some(Network::read(path)?),
        None => None,
    };
    let mut results = scale::Results::default();
    let torn = scale::each_sample(&args.data, |sample| {
        let position = &sample.position;
        let score = match &network {
            Some(network) => white_view(position.turn(), network.evaluate(position)),
            None => sample.score,
        };
        results.add(score, sample.result);
    })?;
    say_torn(&torn);
    if results.count() == 0 {
        return Err(format!("{}: there are no positions", args.data.display()).into());
    }
    let fit = scale::WinDrawLoss::fit(&results);
    write_out(&format!(
        "{} positions: EVEN_CHANCE {:.0}, SPREAD {:.0}, mean squared error of the points {:.5}\n",
        results.count(),
        fit.even_chance,
        fit.spread,
        fit.error(&results)
    ))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_kept_from_an_early_epoch_brings_advice() {
        let epoch = |number, rate| Epoch {
            number,
            training: 0.01,
            held_out: 0.01,
            rate,
            seconds: 1.0,
        };
        let said = advice(1e-3, 12, &epoch(2, 9.3e-4)).expect("advice");
        assert!(
            said.contains("93 %") && said.contains("12 epochs"),
            "{said}"
        );
        assert!(said.ends_with("--epochs 4"), "{said}");
        assert_eq!(advice(1e-3, 12, &epoch(9, 1.5e-4)), None);
    }
}
