//! Possible values of options for shell completion: words, files and folders.
//!
//! Most options take their values as text, because their own error messages are better than those of clap. Therefore
//! only the generator of completions gets the possible values, found by the names of the options and of their values.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use engine::eval::EvalKind;
use games::{Lang, OptionKind};
use players::{Level, Registry};

/// Returns a command and its subcommands with the possible values of their options declared to clap.
pub fn with_values(command: Command, registry: &Registry) -> Command {
    let name = command.get_name().to_owned();
    command
        .mut_args(|arg| completed(arg, &name, registry))
        .mut_subcommands(|command| with_values(command, registry))
}

fn completed(arg: Arg, command: &str, registry: &Registry) -> Arg {
    let takes_words = arg.get_action().takes_values() && arg.get_possible_values().is_empty();
    if !takes_words {
        return arg;
    }
    let value = arg.get_value_names().and_then(|names| names.first());
    let value = value.map(|name| name.to_string()).unwrap_or_default();
    let words = words(command, arg.get_id().as_str(), &value, registry);
    if !words.is_empty() {
        return arg.value_parser(PossibleValuesParser::new(words));
    }
    match value.as_str() {
        "FILE" => arg.value_hint(ValueHint::FilePath),
        "DIR" | "FOLDER" => arg.value_hint(ValueHint::DirPath),
        "PROGRAM" => arg.value_hint(ValueHint::CommandName),
        _ => arg,
    }
}

/// Returns the words that are possible values of an option, by the names of the command, the option and its value;
/// empty if there are none.
fn words(command: &str, option: &str, value: &str, registry: &Registry) -> Vec<String> {
    let all = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let levels = || Level::ALL.map(|level| level.name(Lang::EN)).to_vec();
    match (command, option) {
        (_, "variant" | "game") => {
            let games = registry.entries().iter().map(|entry| entry.name());
            let also: &[&str] = if command == "match" {
                &["standard", "chess960"]
            } else {
                &[]
            };
            games
                .chain(also.iter().copied())
                .map(str::to_owned)
                .collect()
        }
        (_, "eval") => all(&EvalKind::ALL.map(EvalKind::name)),
        (_, "level") => levels(),
        (_, "white" | "black") => [all(&["human"]), levels()].concat(),
        (_, "attacker" | "defender") => all(&["me", "H1", "H2", "M1", "M2"]),
        (_, "side") => all(&["white", "black"]),
        #[cfg(feature = "collection")]
        (_, "format") => all(&problems::formats::Format::ALL.map(|format| format.word())),
        #[cfg(feature = "collection")]
        ("jobs", "state") => all(&store::job::JobState::ALL.map(|state| state.word())),
        #[cfg(feature = "collection")]
        (_, "state") => all(&problems::State::ALL.map(|state| state.word())),
        ("match", "tournament") => all(&["round-robin", "gauntlet"]),
        ("match", "engine") => [builtins(), all(&ENGINE)].concat(),
        ("match", "each") => all(&ENGINE[2..]),
        ("match", "openings") => all(&[
            "file=",
            "format=epd",
            "format=pgn",
            "order=sequential",
            "order=random",
            "plies=",
            "start=",
            "seed=",
        ]),
        ("match", "sprt") => all(&[
            "elo0=",
            "elo1=",
            "alpha=",
            "beta=",
            "model=logistic",
            "model=normalized",
        ]),
        ("match", "draw") => all(&["movenumber=", "movecount=", "score="]),
        ("match", "resign") => all(&["movecount=", "score=", "twosided=true"]),
        _ if value == "YES|NO" => all(&["yes", "no"]),
        _ => choices(option, registry),
    }
}

/// Keys of `--engine` that describe a player of a match. Those from the third on are also keys of `--each`, for all
/// players.
const ENGINE: [&str; 10] = [
    "cmd=",
    "name=",
    "tc=",
    "movetime=",
    "nodes=",
    "depth=",
    "timemargin=",
    "ponder=true",
    "startup=",
    "stall=",
];

/// Returns the values `builtin=…`, for the players that the program has for every game.
fn builtins() -> Vec<String> {
    use players::Builtin::{AlphaBeta, Engine, Greedy, Level as Of, Minimax, Prover, Random};
    let levels = Level::ALL.map(Of);
    let others = [Random, Greedy, Minimax, AlphaBeta, Engine, Prover];
    let all = others.into_iter().chain(levels);
    all.map(|player| format!("builtin={player}")).collect()
}

/// Returns the possible values of an option that games declare; empty if there is no such option.
fn choices(option: &str, registry: &Registry) -> Vec<String> {
    let mut words = Vec::new();
    for declared in registry.entries().iter().flat_map(|entry| entry.options()) {
        if let OptionKind::Choice(choice) = declared.kind
            && declared.name == option
        {
            words.extend(choice.iter().map(|word| (*word).to_owned()));
        }
    }
    words
}
