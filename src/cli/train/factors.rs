//! `atalaya train factors`: measures which of several options make an engine stronger, all in the same games.

use super::super::progress::Bar;
use super::super::{CliError, CliResult, broken_off, interrupt, print};
use super::pairs::{Keeper, PairArgs};
use arena::report::{elo_text, los_text};
use base::key;
use std::process::ExitCode;
use train::factors::{self, Plan, State};
use train::pairs::{Setting, Table, check};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: PairArgs,
    /// An option and the value that is asked about; for each of several. Who does not play with it leaves it as it is
    #[arg(long = "factor", value_name = "NAME=VALUE", required = true, value_parser = factor)]
    factors: Vec<Setting>,
}

fn factor(text: &str) -> Result<Setting, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected an option and its value, as in lmr_base=90".to_owned()),
    }
}

/// Runs the subcommand.
///
/// # Errors
/// An option that is named twice, an engine that does not start, lacks an option or cannot set it to its value,
/// openings that cannot be read, a folder with another run, or a game that fails.
pub(super) fn run(args: &Args) -> CliResult {
    let games = &args.games;
    if let Some(twice) = repeated(&args.factors) {
        return Err(format!("--factor {twice} is given twice").into());
    }
    let engine = games.engine()?;
    let begun = games.begin(&engine)?;
    let terms = games.terms();
    let stop = interrupt::flag();
    let checked = check(&engine, &args.factors, terms, stop);
    if interrupt::stopped() {
        return Ok(broken_off("broken off after nothing"));
    }
    checked?;
    let plan = Plan {
        pairs: games.pairs,
        nodes: terms.nodes,
        clock: terms.clock,
        seed: games.seed,
        openings: begun.openings_sum,
        engine: begun.engine_sum,
        factors: args.factors.clone(),
    };
    let mut keeper = Keeper::new(&games.dir, "factors.json")?;
    let mut state = begin(&keeper, plan)?;
    let played = |state: &State| state.results.len() as u64;
    let bar = Bar::of(state.plan.pairs, key!("bar-pairs"));
    bar.begin_at(played(&state));
    let table = Table {
        engine: &engine,
        openings: &begun.openings,
        terms,
        stop,
    };
    let result = factors::run(&mut state, table, games.concurrency(), |state| {
        bar.set(played(state));
        keeper.keep_sometimes(state)
    });
    drop(bar);
    keeper.keep(&state)?;
    print(&report(&state))?;
    result?;
    if interrupt::stopped() {
        let pairs = format!("{} of {} pairs", played(&state), state.plan.pairs);
        return Ok(broken_off(&format!("broken off after {pairs}")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the first option that was named before, regardless of case; `None` if all are different.
fn repeated(factors: &[Setting]) -> Option<&str> {
    let mut names = factors.iter().enumerate().map(|(at, (name, _))| (at, name));
    let twice = names.find(|(at, name)| {
        factors[..*at]
            .iter()
            .any(|(before, _)| before.eq_ignore_ascii_case(name))
    });
    twice.map(|(_, name)| name.as_str())
}

/// Continues the run in the keeper's folder, or begins a new one. The number of pairs may differ from that of the
/// earlier run, because only the end of the run depends on it.
fn begin(keeper: &Keeper, plan: Plan) -> Result<State, CliError> {
    let Some(mut state) = keeper.load_state::<State>()? else {
        return Ok(State::new(plan));
    };
    state.plan.pairs = plan.pairs;
    if state.plan != plan {
        let begun = &state.plan;
        let (openings, engine) = (begun.openings != plan.openings, begun.engine != plan.engine);
        return Err(keeper.begun_otherwise(openings, engine));
    }
    Ok(state)
}

/// Returns the result as text, with a line for each factor, the best first.
fn report(state: &State) -> String {
    let lines = state.worth().into_iter().map(|worth| {
        let (name, value) = &worth.factor;
        let factor = format!("{name}={value}");
        let (elo, los) = (elo_text(worth.estimate), los_text(worth.estimate));
        (factor, elo, los, worth.pairs)
    });
    let lines: Vec<_> = lines.collect();
    let widest = lines.iter().map(|line| line.0.chars().count()).max();
    let wide = widest.unwrap_or(0).max("Factor".len());
    let mut text = format!(
        "{} of {} pairs\n{:wide$} {:>16} {:>9}  Pairs of who had it (0 to 2 points)\n",
        state.results.len(),
        state.plan.pairs,
        "Factor",
        "Elo (95 %)",
        "LOS"
    );
    for (factor, elo, los, pairs) in lines {
        text += &format!("{factor:wide$} {elo:>16} {los:>9}  {pairs:?}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let setting = |name: &str| (name.to_owned(), "1".to_owned());
        State::new(Plan {
            pairs: 4,
            nodes: 1,
            clock: None,
            seed: 3,
            openings: "these".to_owned(),
            engine: "this".to_owned(),
            factors: vec![setting("a"), setting("longer")],
        })
    }

    #[test]
    fn a_factor_is_an_option_and_a_value() {
        let setting = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(factor("Skill Level=3"), setting("Skill Level", "3"));
        assert_eq!(factor("Book="), setting("Book", ""));
        assert_eq!(factor("a=b=c"), setting("a", "b=c"));
        for bad in ["lmr_base", "=3", ""] {
            assert!(factor(bad).is_err(), "{bad}");
        }
        let factors = ["a=1", "b=1", "A=2"].map(|text| factor(text).expect(text));
        assert_eq!(repeated(&factors), Some("A"));
        assert_eq!(repeated(&factors[..2]), None);
    }

    #[test]
    fn an_experiment_goes_on_with_its_own_factors_only() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let keeper = Keeper::new(&dir.path().join("run"), "factors.json").expect("a folder");
        let mut state = state();
        state.results.insert(2, 3);
        keeper.keep(&state).expect("room");
        let found = begin(&keeper, state.plan.clone());
        let mut longer = state.plan.clone();
        longer.pairs = 40;
        let more = begin(&keeper, longer);
        let mut other = state.plan.clone();
        other.factors.pop();
        let refused = begin(&keeper, other);
        let mut other = state.plan.clone();
        other.engine = "another".to_owned();
        let another = begin(&keeper, other);
        assert_eq!(found.expect("goes on"), state);
        let more = more.expect("goes on");
        assert_eq!((more.plan.pairs, more.results), (40, state.results));
        let error = refused.expect_err("other factors").to_string();
        assert!(error.contains("begun with other settings"), "{error}");
        let error = another.expect_err("another engine").to_string();
        assert!(error.contains("begun with another engine"), "{error}");
    }

    #[test]
    fn the_best_factor_stands_first_with_the_pairs_of_who_had_it() {
        let mut state = state();
        let text = report(&state);
        assert!(text.starts_with("0 of 4 pairs\n"), "{text}");
        assert_eq!(text.matches("-         -  [0, 0, 0, 0, 0]\n").count(), 2);
        for pair in 0..4 {
            // The side with the option `longer` wins.
            let [first, _] = state.plan.sides(pair);
            let has_it = first.iter().any(|(name, _)| name == "longer");
            state.results.insert(pair, if has_it { 4 } else { 0 });
        }
        let text = report(&state);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "4 of 4 pairs");
        assert!(
            lines[2].starts_with("longer=1") && lines[2].ends_with("[0, 0, 0, 0, 4]"),
            "{text}"
        );
        // Four pairs with equal results are too few for a probability.
        assert!(lines[2].contains("+inf         ?"), "{text}");
        assert!(lines[3].starts_with("a=1"), "{text}");
    }
}
