//! `atalaya train spsa`: the numbers of the search, tuned by games against themselves.

use super::super::progress::Bar;
use super::super::{CliError, CliResult, interrupt, print, read_bytes};
use super::cannot_write;
use crate::arena::openings::Openings;
use crate::clock::TimeControl;
use crate::games::chess::Position;
use crate::players::EngineCommand;
use crate::search::params::{self, Parameter};
use crate::train::spsa::{self, Plan, SpsaError, State, plot};
use sha2::{Digest, Sha256};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Arguments of `atalaya train spsa`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder for what is learned: spsa.json, paths.svg; a run that is there is gone on with
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Openings, as EPD: each is played with both colours
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Pairs of games in all
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games on this clock instead of so many nodes a move, as in 1+0.01; it counts nodes, see --nodestime
    #[arg(long, value_name = "TC", conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Nodes that stand for a millisecond of the clock
    #[arg(long, default_value = "200", requires = "tc", value_name = "NODES")]
    nodestime: NonZeroU64,
    /// Pairs at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Only parameters whose names begin so; several are separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// The last perturbation, as a share of a parameter's range
    #[arg(long, default_value_t = 0.05, value_parser = share)]
    perturbation: f64,
    /// The last step for a half point, as a share of the last perturbation
    #[arg(long, default_value_t = 0.002, value_parser = share)]
    rate: f64,
    /// What perturbations and openings follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The engine, a build with the feature tune [default: this program]
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a number above 0 and at most 1".to_owned())
}

/// How often what has been learned is written, and said on a terminal.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Runs the subcommand.
///
/// # Errors
/// Names of no parameter, an engine that does not start or lacks one, openings that cannot be read, a folder that holds
/// another run, a game that fails.
pub(super) fn run(args: &Args) -> CliResult {
    let parameters = chosen(&args.only)?;
    let engine = engine(args)?;
    let mut openings = Openings::<Position>::from_epd(&args.openings, false)?;
    let stop = interrupt::flag();
    let checked = spsa::check(&engine, &parameters, args.tc.is_some(), stop);
    if interrupt::stopped() {
        return Ok(interrupt::broken_off("nothing"));
    }
    checked?;
    let plan = Plan {
        iterations: args.pairs,
        nodes: args.nodes,
        clock: args.tc.map(|tc| (tc, args.nodestime)),
        perturbation: args.perturbation,
        rate: args.rate,
        seed: args.seed,
        openings: Some(sum_of_openings(&openings)),
        engine: Some(sum_of_program(&engine.program)?),
        names: parameters.iter().map(|p| p.name.to_owned()).collect(),
    };
    openings.shuffle(args.seed);
    std::fs::create_dir_all(&args.dir).map_err(|error| cannot_write(&args.dir, &error))?;
    let file = args.dir.join("spsa.json");
    let mut state = begin(&file, plan, &parameters)?;
    let mut kept = Instant::now();
    let bar = Bar::of(state.plan.iterations, "pairs");
    bar.begin_at(state.played);
    let result = spsa::run(
        &mut state,
        &parameters,
        &engine,
        &openings,
        args.concurrency.into(),
        stop,
        |state| {
            if kept.elapsed() >= KEEP_EVERY {
                kept = Instant::now();
                keep(&file, state)?;
            }
            bar.set(state.played);
            Ok(())
        },
    );
    drop(bar);
    keep(&file, &state)?;
    let svg = args.dir.join("paths.svg");
    std::fs::write(&svg, plot::paths(&state, &parameters)?)
        .map_err(|error| cannot_write(&svg, &error))?;
    print(&report(&state, &parameters))?;
    result?;
    if interrupt::stopped() {
        let pairs = format!("{} of {} pairs", state.played, state.plan.iterations);
        return Ok(interrupt::broken_off(&pairs));
    }
    Ok(ExitCode::SUCCESS)
}

/// The parameters whose names begin with one of these; all, if none is given.
fn chosen(only: &[String]) -> Result<Vec<Parameter>, CliError> {
    let begins = |p: &Parameter, start: &String| p.name.starts_with(start.as_str());
    if let Some(unknown) = only
        .iter()
        .find(|start| !params::ALL.iter().any(|p| begins(p, start)))
    {
        return Err(format!("no parameter's name begins with '{unknown}'").into());
    }
    let is_chosen = |p: &&Parameter| only.is_empty() || only.iter().any(|start| begins(p, start));
    Ok(params::ALL.iter().filter(is_chosen).copied().collect())
}

fn engine(args: &Args) -> Result<EngineCommand, CliError> {
    let program = match &args.engine {
        Some(program) => program.clone(),
        None if cfg!(feature = "tune") => {
            std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?
        }
        None => {
            return Err(
                "the parameters of this build are fixed: build it with --features train,tune, or name \
                 such a build by --engine"
                    .into(),
            );
        }
    };
    Ok(EngineCommand {
        program,
        args: Vec::new(),
        dir: None,
        stderr: None,
    })
}

/// By which openings are known again.
fn sum_of_openings(openings: &Openings<Position>) -> String {
    check_sum(openings.starts().map(|start| start.fen() + "\n"))
}

/// By which a program is known again: a new build is another engine.
///
/// # Errors
/// A sentence that names the file that cannot be read.
fn sum_of_program(program: &Path) -> Result<String, CliError> {
    Ok(check_sum([read_bytes(&file_of(program))?]))
}

/// The file of a program: a bare name is looked up as the system does.
fn file_of(program: &Path) -> PathBuf {
    let is_bare = program.components().count() < 2;
    let folders = std::env::var_os("PATH").filter(|_| is_bare);
    std::env::split_paths(&folders.unwrap_or_default())
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
        .unwrap_or_else(|| program.to_owned())
}

fn check_sum(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    format!("{:x}", digest.finalize())
}

/// The run that is there, or a new one.
fn begin(file: &Path, plan: Plan, parameters: &[Parameter]) -> Result<State, CliError> {
    if !file.exists() {
        return Ok(State::new(plan, parameters));
    }
    let cannot = |why: String| format!("cannot go on with {}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| cannot(error.to_string()))?;
    let mut state: State =
        serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
    // Runs begun by earlier versions do not say with what.
    let begun = &mut state.plan;
    begun.openings = begun.openings.take().or_else(|| plan.openings.clone());
    begun.engine = begun.engine.take().or_else(|| plan.engine.clone());
    let other = if begun.openings != plan.openings {
        "other openings"
    } else if begun.engine != plan.engine {
        "another engine"
    } else {
        "other settings"
    };
    if *begun != plan || state.values.len() != parameters.len() {
        return Err(cannot(format!("it was begun with {other}; name another folder")).into());
    }
    Ok(state)
}

/// Writes a state so that a kill leaves the one before.
fn keep(file: &Path, state: &State) -> Result<(), SpsaError> {
    let new = file.with_extension("new");
    let text = serde_json::to_string(state).map_err(std::io::Error::from);
    let written = text.and_then(|text| std::fs::write(&new, text + "\n"));
    let moved = written.and_then(|()| std::fs::rename(&new, file));
    moved.map_err(|error| SpsaError::Write(file.display().to_string(), error))
}

/// The numbers as `params.rs` and `setoption` name them.
fn report(state: &State, parameters: &[Parameter]) -> String {
    let [lost, one, even, three, won] = state.pairs;
    let mut text = format!(
        "{} of {} pairs: {lost} {one} {even} {three} {won}\n",
        state.played, state.plan.iterations
    );
    for (name, default, tuned) in state.result(parameters) {
        let sign = if default == tuned { ' ' } else { '*' };
        text += &format!("{sign} {name} = {tuned} (was {default})\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of its own, gone in the end.
    struct TempFile(PathBuf);

    impl TempFile {
        fn new(name: &str, text: &str) -> TempFile {
            let name = format!("atalaya-spsa-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, text).expect("a temporary file");
            TempFile(path)
        }
    }

    impl Drop for TempFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn plan() -> Plan {
        Plan {
            iterations: 10,
            nodes: 1,
            clock: None,
            perturbation: 0.05,
            rate: 0.01,
            seed: 3,
            openings: Some("these".to_owned()),
            engine: Some("this".to_owned()),
            names: vec![params::ALL[0].name.to_owned()],
        }
    }

    #[test]
    fn a_run_goes_on_with_its_own_openings_and_engine_only() {
        let parameters = &params::ALL[..1];
        let file = TempFile::new("run.json", "");
        keep(&file.0, &State::new(plan(), parameters)).expect("room");
        assert!(begin(&file.0, plan(), parameters).is_ok());
        let (mut openings, mut engine, mut seed) = (plan(), plan(), plan());
        openings.openings = Some("others".to_owned());
        engine.engine = Some("other".to_owned());
        seed.seed = 4;
        for (other, named) in [
            (openings, "begun with other openings;"),
            (engine, "begun with another engine;"),
            (seed, "begun with other settings;"),
        ] {
            let error = begin(&file.0, other, parameters).expect_err(named);
            assert!(error.to_string().contains(named), "{error}");
        }
    }

    #[test]
    fn a_run_of_an_earlier_version_goes_on_and_says_with_what_from_then_on() {
        let parameters = &params::ALL[..1];
        let begun = State::new(plan(), parameters);
        let mut json = serde_json::to_value(&begun).expect("numbers");
        let state = json.as_object_mut().expect("an object");
        assert!(state.remove("done_beyond").is_some());
        let settings = state.get_mut("plan").and_then(|plan| plan.as_object_mut());
        let settings = settings.expect("an object");
        assert!(settings.remove("openings").is_some() && settings.remove("engine").is_some());
        let file = TempFile::new("earlier.json", &json.to_string());
        let found = begin(&file.0, plan(), parameters).expect("goes on");
        assert_eq!(found, begun);
    }

    #[test]
    fn openings_are_known_by_their_positions_and_engines_by_their_programs() {
        let sum = |name: &str, text: &str| {
            let file = TempFile::new(name, text);
            let openings = Openings::<Position>::from_epd(&file.0, false).expect("openings");
            (
                sum_of_openings(&openings),
                sum_of_program(&file.0).expect("a file"),
            )
        };
        let one = sum("one.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n");
        let same = sum("same.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n");
        let other = sum("other.epd", "4k3/8/8/8/8/8/3P4/4K3 w - - id \"a\";\n");
        assert!(one.0 == same.0 && one.0 != other.0);
        assert!(one.1 != same.1);
        assert!(sum_of_program(Path::new("/nowhere/at/all")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_bare_name_of_a_program_is_looked_up() {
        assert!(file_of(Path::new("sh")).is_absolute());
        assert_eq!(file_of(Path::new("./sh")), Path::new("./sh"));
    }
}
