//! `atalaya train spsa`: tunes the parameters of the search by SPSA, in games of the engine against itself.

use super::super::progress::Bar;
use super::super::{CliError, CliResult, broken_off, interrupt, print};
use super::cannot_write;
use super::pairs::{Keeper, PairArgs};
use base::key;
use engine::search::params::{self, Parameter};
use std::process::ExitCode;
use train::pairs::{Table, check};
use train::spsa::{self, Plan, State, plot};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: PairArgs,
    /// Only parameters whose names begin so; several are separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// The last perturbation, as a share of a parameter's range
    #[arg(long, default_value_t = 0.05, value_parser = share)]
    perturbation: f64,
    /// The last step for a half point, as a share of the last perturbation
    #[arg(long, default_value_t = 0.002, value_parser = share)]
    rate: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a number above 0 and at most 1".to_owned())
}

/// Runs the subcommand.
///
/// # Errors
/// A name that fits no parameter, an engine that does not start or lacks a parameter, openings that cannot be read, a
/// folder with another run, or a game that fails.
pub(super) fn run(args: &Args) -> CliResult {
    let games = &args.games;
    let parameters = chosen(&args.only)?;
    if !games.names_engine() && !cfg!(feature = "tune") {
        return Err(
            "the parameters of this build are fixed: build it with --features train,tune, or name such a build by \
             --engine"
                .into(),
        );
    }
    let engine = games.engine()?;
    let begun = games.begin(&engine)?;
    let stop = interrupt::flag();
    let checked = check(&engine, &spsa::defaults(&parameters), games.terms(), stop);
    if interrupt::stopped() {
        return Ok(broken_off("broken off after nothing"));
    }
    checked?;
    let terms = games.terms();
    let plan = Plan {
        iterations: games.pairs,
        nodes: terms.nodes,
        clock: terms.clock,
        perturbation: args.perturbation,
        rate: args.rate,
        seed: games.seed,
        openings: Some(begun.openings_sum),
        engine: Some(begun.engine_sum),
        names: parameters.iter().map(|p| p.name.to_owned()).collect(),
    };
    let mut keeper = Keeper::new(&games.dir, "spsa.json")?;
    let mut state = begin(&keeper, plan, &parameters)?;
    let bar = Bar::of(state.plan.iterations, key!("bar-pairs"));
    bar.begin_at(state.played);
    let table = Table {
        engine: &engine,
        openings: &begun.openings,
        terms,
        stop,
    };
    let result = spsa::run(
        &mut state,
        &parameters,
        table,
        games.concurrency(),
        |state| {
            bar.set(state.played);
            keeper.keep_sometimes(state)
        },
    );
    drop(bar);
    keeper.keep(&state)?;
    let svg = games.dir.join("paths.svg");
    std::fs::write(&svg, plot::paths(&state, &parameters))
        .map_err(|error| cannot_write(&svg, &error))?;
    print(&report(&state, &parameters))?;
    result?;
    if interrupt::stopped() {
        let pairs = format!("{} of {} pairs", state.played, state.plan.iterations);
        return Ok(broken_off(&format!("broken off after {pairs}")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the parameters whose names begin with one of the texts in `only`; all parameters if it is empty.
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

/// Continues the run in the keeper's folder, or begins a new one if there is none.
///
/// # Errors
/// The state of the run cannot be read, or it was begun with another plan.
fn begin(keeper: &Keeper, plan: Plan, parameters: &[Parameter]) -> Result<State, CliError> {
    let Some(mut state) = keeper.load_state::<State>()? else {
        return Ok(State::new(plan, parameters));
    };
    // States saved by earlier versions lack the check sums of openings and engine.
    let begun = &mut state.plan;
    begun.openings = begun.openings.take().or_else(|| plan.openings.clone());
    begun.engine = begun.engine.take().or_else(|| plan.engine.clone());
    if *begun != plan || state.values.len() != parameters.len() {
        let (openings, engine) = (begun.openings != plan.openings, begun.engine != plan.engine);
        return Err(keeper.begun_otherwise(openings, engine));
    }
    Ok(state)
}

/// Returns the tuned values, with the names that `params.rs` and `setoption` use, and the results of the pairs.
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
    use tempfile::TempDir;

    /// Creates a keeper in a temporary folder, which is deleted when the first value is dropped.
    fn keeper() -> (TempDir, Keeper) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let keeper = Keeper::new(&dir.path().join("run"), "spsa.json").expect("a folder");
        (dir, keeper)
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
        let (_dir, keeper) = keeper();
        keeper.keep(&State::new(plan(), parameters)).expect("room");
        assert!(begin(&keeper, plan(), parameters).is_ok());
        let (mut openings, mut engine, mut seed) = (plan(), plan(), plan());
        openings.openings = Some("others".to_owned());
        engine.engine = Some("other".to_owned());
        seed.seed = 4;
        for (other, named) in [
            (openings, "begun with other openings;"),
            (engine, "begun with another engine;"),
            (seed, "begun with other settings;"),
        ] {
            let error = begin(&keeper, other, parameters).expect_err(named);
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
        let (dir, keeper) = keeper();
        std::fs::write(dir.path().join("run/spsa.json"), json.to_string()).expect("room");
        let found = begin(&keeper, plan(), parameters).expect("goes on");
        assert_eq!(found, begun);
    }
}
