//! `atalaya match`: engine against engine, over openings or over mate problems.
//!
//! The options are cutechess-cli's and fastchess's where those have one. Everything is checked
//! before anything is written: the groups, the openings, and that every engine starts.

mod engines;
mod extras;
mod games;
mod groups;
mod keys;
mod stage;
#[cfg(feature = "collection")]
mod store;

use super::start::StartArgs;
use super::{CliError, CliResult, LeftOut, language};
use ::games::Lang;
use ::games::chess::Position;
use arena::attacks::{self, ProblemMatch};
use arena::config::{EngineConfig, Lineup, Protocol};
use arena::journal::Journal;
use arena::problems::{self, AttackRecord, AttackResult, Pairs, Problem};
use arena::report;
use base::say;
use engines::contestants;
use games::run_games;
use groups::{mate_range, read_openings, read_positions, variant};
use keys::Keys;
use players::{Failure, NativePlayers, Registry};
use serde_json::{Value, json};
use stage::{Live, Stage};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Values of `--engine` in their order: for each, its `key=value` words.
#[derive(Clone, Debug, Default)]
struct EngineGroups(Vec<Vec<String>>);

impl clap::FromArgMatches for EngineGroups {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<EngineGroups, clap::Error> {
        let groups = matches.get_occurrences::<String>("engine");
        let groups = groups.map(|groups| groups.map(|words| words.cloned().collect()).collect());
        Ok(EngineGroups(groups.unwrap_or_default()))
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = EngineGroups::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for EngineGroups {
    fn augment_args(command: clap::Command) -> clap::Command {
        let help = "A player; once for each. \
                    cmd=PROGRAM (arg=, dir=, stderr=FILE, option.NAME=) or \
                    builtin=random|greedy|minimax|alphabeta|atalaya|prover|easy|medium|hard|expert; name=; \
                    tc=[moves/]seconds[+inc], movetime=MS, nodes=, depth=, timemargin=MS, \
                    seats=N (how many of a game's seats it may take, where there are more than two), \
                    ponder=true, startup=S (until uciok), stall=S (patience without a clock)";
        command.arg(
            clap::Arg::new("engine")
                .long("engine")
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(clap::ArgAction::Append)
                .help(help),
        )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        EngineGroups::augment_args(command)
    }
}

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engines: EngineGroups,
    /// Settings of players that have none of their own: tc, movetime, nodes, depth, timemargin, ponder,
    /// startup, stall, option.NAME, variant
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Openings to play; every pairing plays each of them [default: 1, with --sprt 50000]
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Games to an encounter: as many as seats (2: colours reversed; more: seats rotated), or 1
    /// [default: as many as seats]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Pairing of the players: round-robin, or gauntlet (the first player against the others)
    #[arg(long, value_name = "FORM", default_value = "round-robin")]
    tournament: String,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Openings: file=FILE, format=epd|pgn, order=sequential|random, plies=N (of a PGN file; without
    /// one random ones), start=N, seed=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// standard, chess960, kamisado or rolit
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// The position in which games begin, for other games than chess
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// Stop when the results have decided: elo0=, elo1=, alpha=0.05, beta=0.05,
    /// model=logistic|normalized
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Agree on draws, as in movenumber=34 movecount=8 score=8 (if left out 0, 1, 0)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Resign lost games, as in movecount=3 score=600 twosided=true (if left out 1, the score is needed,
    /// false)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// A game of so many moves is drawn
    #[arg(long, value_name = "N")]
    maxmoves: Option<u32>,
    /// Play over the mate problems of an EPD file ('dm N', 'bm #N') instead of games
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// How many problems: the first ones, or with --seed any; with --store any
    #[arg(short, value_name = "K")]
    k: Option<usize>,
    /// Only problems with a mate in N, or in N to M
    #[arg(long, value_name = "N[-M]")]
    mate: Option<String>,
    /// Decides whatever is left to chance
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The name of the match, for the PGN
    #[arg(long, value_name = "NAME", default_value = "atalaya match")]
    event: String,
    /// Append the games to a PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the result as JSON to a file, or with - to the standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    extras: extras::ExtraArgs,
    /// Go on with the match that was interrupted; the files and options must be the same, but
    /// for more --rounds
    #[arg(long)]
    resume: bool,
    #[arg(skip = language::current())]
    lang: Lang,
    // It has a heading of its own, which would hold for whatever came after it.
    #[cfg(feature = "collection")]
    #[command(flatten)]
    store: store::StoreArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// A sentence: options contradict each other, an engine does not start, or a file cannot be read or written.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    check(args)?;
    let lang = args.lang;
    let mut each = Keys::parse("--each", &args.each, lang)?;
    let mut openings = Keys::parse("--openings", &args.openings, lang)?;
    let mut variant = variant(args, registry, &mut each, &mut openings)?;
    let problems = args.problems_option();
    if let (Some(option), Some((name, _))) = (problems, variant.settings.iter().next()) {
        let (option, other) = (format!("--{name}"), option);
        return Err(say!(lang, "match-contradiction", option, other).into());
    }
    #[cfg(feature = "collection")]
    if args.store.store {
        return store::run(args, each);
    }
    let players = contestants(&args.engines.0, each)?;
    let stage = Stage::new(args)?;
    if let Some(path) = &args.problems {
        return run_problems(args, path, &players, &stage);
    }
    let seed = args.seed.unwrap_or(1);
    if variant.entry.name() == "chess" {
        if args.fen.is_some() {
            return Err(say!(lang, "match-fen-of-chess").into());
        }
        let openings = read_openings(openings, variant.is_chess960(), seed)?.erased();
        return run_games(args, openings, &variant, &players, &stage);
    }
    let filled: usize = players.iter().map(|player| player.seats).sum();
    variant.settings.seats = Some(filled.clamp(2, 4));
    let openings = read_positions(openings, args, &variant, seed)?;
    run_games(args, openings, &variant, &players, &stage)
}

/// Greatest number of rounds, moves or problems that an option may ask for.
const MOST: usize = 10_000_000;

/// Checks that no two options of the command line contradict each other.
fn check(args: &Args) -> Result<(), CliError> {
    let lang = args.lang;
    let games_only = [
        ("--rounds", args.rounds.is_some()),
        ("--games", args.games.is_some()),
        ("--openings", !args.openings.is_empty()),
        ("--sprt", !args.sprt.is_empty()),
        ("--draw", !args.draw.is_empty()),
        ("--resign", !args.resign.is_empty()),
        ("--maxmoves", args.maxmoves.is_some()),
        ("--variant", args.variant.is_some()),
        ("--fen", args.fen.is_some()),
        ("--tournament", args.tournament != "round-robin"),
        ("--tb", args.extras.tb.is_some()),
        ("--log", args.extras.log.is_some()),
        ("--affinity", args.extras.affinity.is_some()),
        ("--plot", args.extras.plot().is_some()),
    ];
    let problems_only = [("-k", args.k.is_some()), ("--mate", args.mate.is_some())];
    let given = |options: &[(&'static str, bool)]| options.iter().find(|(_, is)| *is).map(|o| o.0);
    match args.problems_option() {
        Some(problems) => {
            if let Some(option) = given(&games_only) {
                let other = problems;
                return Err(say!(lang, "match-contradiction", option, other).into());
            }
        }
        None => {
            if let Some(option) = given(&problems_only) {
                return Err(say!(lang, "match-needs-problems", option).into());
            }
        }
    }
    for (option, value) in [
        ("--rounds", args.rounds.map(|n| n as usize)),
        ("--concurrency", Some(args.concurrency)),
        ("--maxmoves", args.maxmoves.map(|n| n as usize)),
        ("-k", args.k),
    ] {
        if let Some(value) = value.filter(|n| !(1..=MOST).contains(n)) {
            return Err(say!(lang, "match-no-number", option, value, most = MOST).into());
        }
    }
    if args.concurrency > 1024 {
        return Err(say!(lang, "match-concurrency", value = args.concurrency).into());
    }
    Ok(())
}

impl Args {
    /// Returns the name of the option that makes this a match over problems; `None` for a match of games.
    fn problems_option(&self) -> Option<&'static str> {
        #[cfg(feature = "collection")]
        if self.store.store {
            return Some("--store");
        }
        self.problems.as_ref().map(|_| "--problems")
    }
}

fn run_problems(args: &Args, path: &Path, players: &[EngineConfig], stage: &Stage) -> CliResult {
    let lang = args.lang;
    let range = mate_range(args.mate.as_deref(), lang)?;
    let mut left_out = LeftOut::of(path, "line", "");
    let all = problems::read(path, left_out.tell()).map_err(|error| error.text(lang))?;
    left_out.report();
    let chosen = problems::select(all, &range, args.k, args.seed);
    if chosen.is_empty() {
        let (path, range) = (path.display(), args.mate.as_deref().unwrap_or_default());
        return Err(say!(lang, "match-no-mate", path, range).into());
    }
    let first = chosen[0].position.fen();
    let description = description(args, chosen.len(), &first);
    let places: Vec<(usize, String)> = chosen
        .iter()
        .map(|problem| (problem.line, problem.position.fen()))
        .collect();
    match attack_problems(args, chosen, description, players, stage)? {
        None => Ok(stage.status()),
        Some(played) => {
            let summary = played.summary();
            let table = report::problem_table(&summary, lang);
            let mut result = json!(summary);
            result["attacks"] = played.attacks(&places)?;
            stage.close(played.journal, played.is_finished, &table, &result)
        }
    }
}

/// Result of a match over problems: the attacks made so far.
struct Played {
    names: [String; 2],
    records: Vec<AttackRecord>,
    journal: Journal,
    /// True if every attack of the match has been made.
    is_finished: bool,
}

impl Played {
    /// Returns a JSON list of the attacks, each with its problem's line and position from `places`.
    fn attacks(&self, places: &[(usize, String)]) -> Result<Value, CliError> {
        let mut sorted: Vec<&AttackRecord> = self.records.iter().collect();
        sorted.sort_by_key(|record| record.index);
        let mut list = Vec::new();
        for record in sorted {
            let mut attack = serde_json::to_value(record)?;
            attack["problem"] = json!(record.index / 2 + 1);
            attack["attacker"] = json!(self.names[record.index % 2]);
            if let Some((line, fen)) = places.get(record.index / 2) {
                attack["line"] = json!(line);
                attack["fen"] = json!(fen);
            }
            list.push(attack);
        }
        Ok(Value::Array(list))
    }

    fn summary(&self) -> problems::ProblemSummary {
        problems::summarize([&self.names[0], &self.names[1]], &self.records)
    }
}

/// Has both players attack each problem, and records the attacks in a journal. `None` if the user interrupted the
/// program before the first attack.
fn attack_problems(
    args: &Args,
    chosen: Vec<Problem>,
    description: Value,
    players: &[EngineConfig],
    stage: &Stage,
) -> Result<Option<Played>, CliError> {
    let lang = args.lang;
    if players.len() != 2 {
        let (option, count) = (args.problems_option().unwrap_or_default(), players.len());
        return Err(say!(lang, "match-two-engines", option, count).into());
    }
    stage.heed_signals();
    let (own, protocol) = (NativePlayers::<Position>::default(), Protocol::default());
    let Some((roster, warnings)) = stage.unless_interrupted(|stop| {
        let prepared = Lineup::prepare(players, own, &protocol, stop);
        prepared.map_err(|error| error.text(lang).into())
    })?
    else {
        return Ok(None);
    };
    let setup = ProblemMatch {
        event: args.event.clone(),
        names: [players[0].name.clone(), players[1].name.clone()],
        paces: [players[0].pace, players[1].pace],
        problems: chosen,
        seed: args.seed.unwrap_or(1),
        concurrency: args.concurrency,
        write_pgn: args.pgn.is_some(),
    };
    let (mut journal, mut records) = stage.open::<AttackRecord>(&description)?;
    let mut live = Live::new(lang);
    let warnings = warnings.iter().map(|warning| warning.text(lang));
    warnings.for_each(|warning| live.note(&warning));
    let total = 2 * setup.problems.len();
    let (started, begun) = (Instant::now(), records.len());
    let mut pairs = Pairs::default();
    records.iter().for_each(|record| pairs.enter(record));
    let names = &setup.names;
    let listen = |record: Option<&AttackRecord>, done: usize| {
        if let Some(record) = record {
            pairs.enter(record);
            if let Some(failed) = &record.failure {
                let AttackRecord { index, result, .. } = *record;
                // A void attack is one in which the defender failed.
                let seat = (index + usize::from(result == AttackResult::Void)) % 2;
                let what = failed.text(&names[seat], lang);
                let problem = index / 2 + 1;
                live.note(&say!(lang, "match-problem-failed", problem, what));
                if matches!(failed.failure, Failure::TooLate(_)) {
                    live.late(&players[seat].pace);
                }
            }
        }
        live.show(|| {
            let pace =
                report::pace_text(done - begun, (total - done) as u64, started.elapsed(), lang);
            let [a, b] = pairs.solved();
            format!("{done}/{total}  {} {a} - {} {b}{pace}", names[0], names[1])
        });
    };
    attacks::run(
        &setup,
        &roster,
        &mut journal,
        &mut records,
        &stage.stop,
        listen,
    )
    .map_err(|error| error.text(lang))?;
    live.clear();
    Ok(Some(Played {
        names: setup.names,
        is_finished: records.len() >= total,
        records,
        journal,
    }))
}

/// Returns the settings that must be the same for a match to be resumed: the options, the number of
/// openings or problems, and the first of them. The number of rounds is not among them and may change.
fn description(args: &Args, count: usize, start: &str) -> Value {
    let mut told = json!({
        "engines": args.engines.0,
        "each": args.each,
        "openings": args.openings,
        "number of openings or problems": count,
        "variant": args.variant,
        "start": start,
        "games": args.games,
        "tournament": args.tournament,
        "draw": args.draw,
        "resign": args.resign,
        "maxmoves": args.maxmoves,
        "tb": args.extras.tb,
        "tbpieces": args.extras.tbpieces,
        "problems": args.problems,
        "mate": args.mate,
        "seed": args.seed,
    });
    // Omitted if empty, so that journals of earlier versions, which lack them, still match.
    for (name, given) in [
        ("options", args.start.given_words()),
        ("sprt", args.sprt.clone()),
    ] {
        if !given.is_empty() {
            told[name] = json!(given);
        }
    }
    told
}
