//! `atalaya analyse`: analysis of positions and games by the engine and the mate solver.
//!
//! Module `input` reads games (PGN) or positions (FEN, EPD), `positions` and `games` analyse them and print the
//! results, and `cache` stores evaluations in a file. The analysis itself is in the crate [`analysis`].
//!
//! Exit status: 0 success, 1 if games were skipped because they cannot be read, 2 bad input, 130 if interrupted by
//! Ctrl-C; the results up to then are kept.

mod cache;
pub(super) mod games;
pub(super) mod input;
mod positions;

use super::mate::parse_seconds;
use super::play::look::Look;
use super::play::store::letters;
use super::{CliError, CliResult, interrupt};
use ::games::Lang;
use ::games::pgn::letters::Letters;
use ::games::pgn::read::Reading;
use analysis::Analyst;
use base::limits::Limits;
use base::say;
use cache::{Cache, settings};
use input::Input;
use players::{EngineOption, EngineOptions, options};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    /// Games (PGN) or positions (lines of FEN or EPD); '-' is the standard input
    #[arg(required_unless_present = "fen")]
    file: Option<PathBuf>,
    /// A position
    #[arg(long, conflicts_with = "file")]
    fen: Option<String>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Seconds for each position
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes for each position [default: 120,000 in games, 1,000,000 elsewhere; without another limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Best lines of each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: Option<u16>,
    /// Threads of the search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Table size [default: 64; with --cache 4]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// An option of the engine, as over UCI: Eval, EvalFile, SyzygyPath, 'Mate Watch' and others
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Castling rights of positions may belong to any rook (games say so themselves)
    #[arg(long)]
    chess960: bool,
    /// Letters of the pieces in games: a language (es, de, French …), or five letters from the king to the knight
    /// [default: what the file says, else KQRBN]
    #[arg(long, value_name = "LANGUAGE", value_parser = letters)]
    piece_letters: Option<&'static Letters>,
    /// Write the games, with evaluations, marks and better moves, to this new file; '-' is the standard
    /// output, which then has nothing else
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the graph of the game to this new file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Games: tell of each player, not of each game: accuracy and usual mistakes, by phase
    #[arg(long)]
    report: bool,
    /// Games that are analysed at the same time, each by an engine of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Games: keep the evaluations in this file, and take those that it has, so that an analysis can go on where it was
    /// broken off
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    /// Print one JSON object for each position, and one for each game; with --report, one for each player
    #[arg(long, conflicts_with = "pgn")]
    json: bool,
    #[command(flatten)]
    look: Look,
}

/// Default size of the transposition table, in mebibytes.
const HASH_MB: u32 = 64;
/// Default size of the transposition table with a file of evaluations, in mebibytes: it is cleared for each position.
const HASH_CACHED_MB: u32 = 4;

impl Args {
    /// Returns the search limits for a position; `nodes` is the limit if no time, depth or nodes are given.
    fn limits(&self, nodes: u64) -> Limits {
        let limited = self.time.is_some() || self.depth.is_some();
        Limits {
            movetime: self.time,
            depth: self.depth,
            nodes: self.nodes.or((!limited).then_some(nodes)),
            ..Limits::default()
        }
    }

    /// Opens the file of evaluations; `None` if no file was given.
    ///
    /// # Errors
    /// A sentence that names the file.
    fn cache(&self) -> Result<Option<Cache>, CliError> {
        let text = |value: Option<String>| value.unwrap_or_default();
        let limits = self.limits(analysis::NODES);
        let settings = settings(&[
            ("depth", text(limits.depth.map(|n| n.to_string()))),
            (
                "seconds",
                text(limits.movetime.map(|time| time.as_secs_f64().to_string())),
            ),
            ("nodes", text(limits.nodes.map(|n| n.to_string()))),
            ("lines", text(self.multipv.map(|n| n.to_string()))),
            ("threads", text(self.threads.map(|n| n.to_string()))),
            ("hash", text(self.hash.map(|n| n.to_string()))),
            ("options", self.option.join(" ")),
        ]);
        let by = crate::version::without_processor();
        let open = |path: &PathBuf| Cache::open(path, by, &settings, self.look.lang);
        self.cache.as_ref().map(open).transpose()
    }

    fn analyst(&self) -> Result<Analyst, CliError> {
        let lang = self.look.lang;
        let mut engine = engine_options(&self.option, lang)?;
        let mut set = |name: &str, value: Option<u32>| -> Result<(), CliError> {
            let given = |text: &&String| {
                let name_of = text.split_once('=').map(|(given, _)| given.trim());
                name_of.is_some_and(|given| given.eq_ignore_ascii_case(name))
            };
            let twice = self.option.iter().find(given);
            match (value, twice) {
                (Some(_), Some(text)) => {
                    let option = if name == "Hash" { "hash" } else { "threads" };
                    let option = if name == "MultiPV" { "multipv" } else { option };
                    Err(say!(lang, "option-twice", text, option).into())
                }
                (Some(value), None) => set_option(&mut engine, name, &value.to_string(), lang),
                (None, _) => Ok(()),
            }
        };
        let hash_given = self.option.iter().any(|text| {
            let name = text.split_once('=').map(|(name, _)| name.trim());
            name.is_some_and(|name| name.eq_ignore_ascii_case("hash"))
        });
        let usual = match self.cache {
            Some(_) => HASH_CACHED_MB,
            None => HASH_MB,
        };
        set("Hash", self.hash.or((!hash_given).then_some(usual)))?;
        set("Threads", self.threads.map(u32::from))?;
        set("MultiPV", self.multipv.map(u32::from))?;
        Analyst::new(engine).map_err(|error| error.text(lang).into())
    }
}

/// Parses options of the engine, each in the form `NAME=VALUE`.
///
/// # Errors
/// A sentence that names the option.
pub(super) fn engine_options(given: &[String], lang: Lang) -> Result<EngineOptions, CliError> {
    let mut engine = EngineOptions::default();
    for text in given {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| say!(lang, "option-form", text))?;
        set_option(&mut engine, name, value, lang)?;
    }
    Ok(engine)
}

/// Sets an option of the engine from its text.
///
/// # Errors
/// A sentence that names the option: there is none of this name, or it does not accept the value.
fn set_option(
    engine: &mut EngineOptions,
    name: &str,
    value: &str,
    lang: Lang,
) -> Result<(), CliError> {
    let found = options::find(EngineOption::all(), name);
    let read = found.and_then(|declared| Ok((declared.id, declared.parse_within(value)?)));
    let (id, value) = read.map_err(|error| error.text(lang))?;
    engine.set(id, &value);
    Ok(())
}

/// Runs the subcommand.
///
/// # Errors
/// A file that cannot be read or written, a bad position or option, too little memory, or standard output that cannot
/// be written.
pub fn run(args: &Args) -> CliResult {
    let input = match (&args.fen, &args.file) {
        (Some(fen), _) => input::position(fen, args.chess960, args.look.lang)?,
        (None, Some(path)) => {
            let reading = Reading {
                lang: args.look.lang,
                letters: args.piece_letters,
                option: Some("--piece-letters "),
            };
            input::file(path, args.chess960, reading)?
        }
        (None, None) => return Err(say!(args.look.lang, "analyse-expected-file").into()),
    };
    let only_games = [
        ("--pgn", args.pgn.is_some()),
        ("--svg", args.svg.is_some()),
        ("--report", args.report),
        ("--cache", args.cache.is_some()),
        ("--jobs", args.jobs > 1),
    ];
    if let (Input::Positions(_), Some((option, _))) = (&input, only_games.iter().find(|o| o.1)) {
        return Err(say!(args.look.lang, "analyse-for-games", option).into());
    }
    interrupt::flag();
    match input {
        Input::Positions(positions) => positions::run(args, &positions),
        Input::Games(found) => games::run(args, found),
    }
}
