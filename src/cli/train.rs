//! `atalaya train` (feature `train`): training of the evaluation and tuning of the search, by games of the engine
//! against itself.

mod factors;
mod network;
mod pairs;
mod spsa;

use super::progress::Bar;
use super::{CliError, CliResult, broken_off, interrupt, read_file};
use base::key;
use clap::builder::RangedU64ValueParser;
use engine::eval::EvalKind;
use engine::eval::network::Network;
use games::rolit::{Position, Rules};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use train::datagen::shards::Torn;
use train::{Evaluator, rolit, selfplay, tuner::Tuner};

#[derive(clap::Subcommand)]
pub enum Args {
    /// Play games from random openings and write their quiet positions with the results
    Selfplay {
        /// Games to play
        #[arg(long, default_value_t = 1000)]
        games: usize,
        /// Nodes a move
        #[arg(long, default_value_t = 3000)]
        nodes: u64,
        /// Games at the same time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
        jobs: u16,
        /// Seed of the openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// File for the positions, 'FEN;result;score' a line; must not exist
        #[arg(long)]
        out: PathBuf,
    },
    /// Play games of Rolit's expert against itself and fit the weights of its evaluation to them
    Rolit {
        /// Where games begin
        #[arg(long, default_value = "8/8/8/3RY3/3BG3/8/8/8 R RG 1")]
        fen: String,
        /// Games to play
        #[arg(long, default_value_t = 10_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
        games: usize,
        /// Nodes a move
        #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Games at the same time
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
        jobs: u16,
        /// Seed of the random moves
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// File for the weights, in the form of src/players/rolit/weights.rs
        #[arg(long)]
        out: PathBuf,
    },
    /// Train the network on games of the engine against itself
    Network(network::Args),
    /// Play some games and train a small network on them: all of it, in minutes
    Small(network::SmallArgs),
    /// Make a network's evaluations as large as the classical ones
    Rescale(network::RescaleArgs),
    /// Fit the chances of win, draw and loss to games
    Wdl(network::WdlArgs),
    /// Tune the numbers of the search by games against themselves (features train and tune)
    Spsa(spsa::Args),
    /// Find out which of many options make an engine stronger, by games with half of them against games with the others
    Factors(factors::Args),
    /// Fit the weights of the classical evaluation to positions with results
    Tune {
        /// The positions, as written by selfplay
        data: PathBuf,
        /// Passes over all positions
        #[arg(long, default_value_t = 400)]
        passes: usize,
        /// File for the weights, in the form of src/engine/eval/weights.rs
        #[arg(long)]
        out: PathBuf,
    },
}

// The evaluation that plays games to learn from.
#[derive(clap::Args)]
pub(super) struct Teacher {
    /// The evaluation that plays
    #[arg(long, default_value = EvalKind::Network.name(), value_parser = super::eval::kind, value_name = "NAME")]
    eval: EvalKind,
    /// With this network instead of the one that is part of the program
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl Teacher {
    /// Returns the evaluation that the arguments choose, with the network of a file if one is named.
    ///
    /// # Errors
    /// A file that does not contain a network, or a network together with an evaluation that uses none.
    pub(super) fn evaluator(&self) -> Result<Evaluator, CliError> {
        let Some(path) = &self.net else {
            return Ok(Evaluator::built_in(self.eval));
        };
        if self.eval != EvalKind::Network {
            let name = self.eval.name();
            return Err(format!("--net {}: --eval {name} has no network", path.display()).into());
        }
        Ok(Evaluator::of_network(Network::read(path)?))
    }
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read or written, or data that cannot be parsed.
pub fn run(args: &Args) -> CliResult {
    match args {
        Args::Network(args) => return network::run(args),
        Args::Small(args) => return network::run_small(args),
        Args::Rescale(args) => return network::run_rescale(args),
        Args::Wdl(args) => return network::run_wdl(args),
        Args::Spsa(args) => return spsa::run(args),
        Args::Factors(args) => return factors::run(args),
        Args::Selfplay {
            games,
            nodes,
            jobs,
            seed,
            out,
        } => {
            let plan = selfplay::Plan {
                games: *games,
                nodes: *nodes,
                opening: 8,
                jobs: usize::from(*jobs),
                seed: *seed,
            };
            let file = File::create_new(out).map_err(|error| cannot_write(out, &error))?;
            let bar = Games::new(*games);
            let stop = interrupt::flag();
            selfplay::run(plan, &mut BufWriter::new(file), &|_| bar.played(), stop)?;
            return Ok(bar.summary());
        }
        Args::Rolit {
            fen,
            games,
            nodes,
            jobs,
            seed,
            out,
        } => {
            let plan = rolit::Plan {
                start: Position::parse(fen, Rules::Official)?,
                games: *games,
                nodes: *nodes,
                jobs: usize::from(*jobs),
                seed: *seed,
            };
            let bar = Games::new(*games);
            let weights = rolit::run(&plan, &|_| bar.played(), interrupt::flag())?;
            // After an interruption, the weights from the games played so far.
            std::fs::write(out, weights).map_err(|error| cannot_write(out, &error))?;
            return Ok(bar.summary());
        }
        Args::Tune { data, passes, out } => {
            let mut tuner = Tuner::new(&read_file(data)?)
                .map_err(|error| format!("{}: {error}", data.display()))?;
            eprintln!("{} positions", tuner.len());
            let bar = Bar::of(*passes as u64, key!("bar-passes"));
            let stop = interrupt::flag();
            for pass in 0..*passes {
                if stop.load(Relaxed) {
                    drop(bar);
                    std::fs::write(out, tuner.source())
                        .map_err(|error| cannot_write(out, &error))?;
                    return Ok(broken_off(&format!(
                        "broken off after {pass} of {passes} passes"
                    )));
                }
                let rate = if pass < passes * 3 / 4 { 1.0 } else { 0.25 };
                let error = tuner.step(rate);
                bar.set(pass as u64 + 1);
                if pass.is_multiple_of(20) || pass + 1 == *passes {
                    bar.aside(|| eprintln!("pass {pass}: mean squared error {error:.6}"));
                }
            }
            std::fs::write(out, tuner.source()).map_err(|error| cannot_write(out, &error))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Progress of games that are being played: a bar, or a line from time to time.
struct Games {
    bar: Bar,
    of: usize,
    played: AtomicUsize,
}

impl Games {
    fn new(of: usize) -> Games {
        Games {
            bar: Bar::of(of as u64, key!("bar-games")),
            of,
            played: AtomicUsize::new(0),
        }
    }

    fn played(&self) {
        let played = 1 + self.played.fetch_add(1, Relaxed);
        self.bar.set(played as u64);
        if !self.bar.is_drawn() && played.is_multiple_of(500) {
            eprintln!("{played} of {} games", self.of);
        }
    }

    /// Returns the exit status, and after an interruption prints the number of games.
    fn summary(self) -> ExitCode {
        let (played, of) = (self.played.load(Relaxed), self.of);
        drop(self.bar);
        if interrupt::stopped() {
            broken_off(&format!("broken off after {played} of {of} games"))
        } else {
            ExitCode::SUCCESS
        }
    }
}

/// Prints which damaged parts of a folder of games were skipped.
pub(super) fn say_torn(torn: &[Torn]) {
    for torn in torn {
        eprintln!("atalaya: {torn}");
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    format!("cannot write {}: {error}", path.display()).into()
}
