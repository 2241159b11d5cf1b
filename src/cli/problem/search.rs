//! `atalaya problem compose search`: searches for pieces that, added to a position, make it a sound problem.

use super::compose::{keep, parse_range, signed_in};
use super::messages::localized_men;
use crate::cli::collection::CollectionArgs;
use crate::cli::mate::parse_seconds;
use crate::cli::progress::Bar;
use crate::cli::workers::in_order;
use crate::cli::{CliError, CliResult, broken_off, interrupt, language, print, themes};
use base::word::Word;
use base::{key, say};
use games::Lang;
use games::chess::localized;
use problems::improve::NODES;
use problems::search::{
    Examined, Hit, Placements, Request, Searcher, draft, parse_from, parse_squares, parse_supply,
};
use serde_json::json;
use solve::stipulation::Stipulation;
use solve::themes::Theme;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Stipulation of the problems: '#2', 'h#2.5', 's#2' …
    #[arg(value_parser = parse_stipulation)]
    stipulation: Stipulation,
    /// The position to which men are added: a FEN or its first field; kings may be missing
    #[arg(long, value_name = "FEN")]
    from: String,
    /// Men that may be added, Black's as small letters, each as often as it may come or with a number: QRRp3
    #[arg(long, value_name = "MEN")]
    add: String,
    /// Squares on which they may be put, and rectangles: e4,a1-h3
    #[arg(long, value_name = "SQUARES", default_value = "a1-h8")]
    on: String,
    /// Pieces on the board in the end, kings too [default: at least one more than now]
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    pieces: Option<RangeInclusive<u32>>,
    /// A theme that the solution must show: grimshaw, novotny …; may be given several times
    #[arg(long, value_name = "THEME", value_parser = parse_theme)]
    theme: Vec<Theme>,
    /// No duals in the play after the key
    #[arg(long)]
    no_duals: bool,
    /// Threats may be shorter than they have to be
    #[arg(long)]
    short_threats: bool,
    /// Solutions that a helpmate is to have
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    solutions: u32,
    /// Stop after so many problems
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Placements that are examined at most: all of them if there are no more, else so many drawn at random
    #[arg(long, value_name = "K", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,
    /// The same seed draws the same placements
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Stop after so many seconds
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Positions that are visited for each placement, at most
    #[arg(long, value_name = "K", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Placements that are examined at the same time [default: one for each processor]
    #[arg(long, alias = "jobs", value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Keep them as drafts of yours
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Parses the name of a theme; the error describes valid names.
pub(super) fn parse_theme(text: &str) -> Result<Theme, String> {
    let theme = Theme::of_word(text);
    theme.ok_or_else(|| say!(language::current(), "theme-expected", words = theme_words()))
}

/// Parses a stipulation; the error is in the language of the command line.
fn parse_stipulation(text: &str) -> Result<Stipulation, String> {
    let parsed = text.parse::<Stipulation>();
    parsed.map_err(|error| error.text(language::current()))
}

/// Returns the names of all themes, as they are typed.
pub(super) fn theme_words() -> String {
    Theme::ALL.map(Theme::word).join(", ")
}

/// Numbers of placements, by the result of examining them.
#[derive(Default)]
struct Tally {
    examined: u64,
    illegal: u64,
    sound: u64,
    undecided: u64,
}

/// Reason why a search ended before it had examined all placements that it was to examine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    No,
    Limit,
    Time,
    Interrupt,
}

impl Cut {
    fn word(self) -> &'static str {
        match self {
            Cut::No => "no",
            Cut::Limit => "limit",
            Cut::Time => "time",
            Cut::Interrupt => "interrupt",
        }
    }
}

/// Problems that a search for placements has found, with the numbers of those rejected and the reason why it ended.
struct Outcome {
    found: Vec<Hit>,
    tally: Tally,
    cut: Cut,
    whole: bool,
    placements: u128,
}

/// Runs `atalaya problem compose search`. Exit status 1 if there is no such problem, 3 if none was found but the search
/// was incomplete.
pub(super) fn run(args: &Args) -> CliResult {
    let request = match request(args) {
        Ok(request) => request,
        Err(error) => return args.collection.failed(error),
    };
    let placements = match request.placements() {
        Ok(placements) => placements,
        Err(error) => return args.collection.failed(error),
    };
    if args.save {
        let who = signed_in(&args.collection)?;
        if who != ExitCode::SUCCESS {
            return Ok(who);
        }
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let workers = (0..threads).map(|_| Searcher::new(&request));
    let workers = match workers.collect::<Result<Vec<_>, _>>() {
        Ok(workers) => workers,
        Err(error) => return args.collection.failed(error),
    };
    let outcome = search(args, &placements, workers)?;
    if args.collection.json {
        print(&format!("{}\n", record(args, &request, &outcome)))?;
    } else {
        print(&result_text(args, &outcome))?;
    }
    let code = match outcome.cut {
        Cut::Interrupt => {
            let examined = outcome.tally.examined;
            let lang = args.collection.lang;
            broken_off(&say!(lang, "search-broken-off", examined))
        }
        _ if !outcome.found.is_empty() => ExitCode::SUCCESS,
        Cut::No if outcome.whole && outcome.tally.undecided == 0 => ExitCode::from(1),
        _ => ExitCode::from(3),
    };
    let drafts: Vec<_> = outcome
        .found
        .iter()
        .map(|hit| draft(&request, hit))
        .collect();
    if args.save && !drafts.is_empty() {
        keep(&args.collection, drafts, code)
    } else {
        Ok(code)
    }
}

fn request(args: &Args) -> Result<Request, problems::Error> {
    Ok(Request {
        from: parse_from(&args.from, args.stipulation)?,
        stipulation: args.stipulation,
        solutions: args.solutions,
        supply: parse_supply(&args.add)?,
        squares: parse_squares(&args.on)?,
        men: args.pieces.clone(),
        themes: args.theme.clone(),
        duals: !args.no_duals,
        short_threats: args.short_threats,
        nodes: args.nodes,
    })
}

/// Examines all placements, or a random sample of them if there are too many. Problems are printed as they are found.
fn search(
    args: &Args,
    placements: &Placements,
    workers: Vec<Searcher>,
) -> Result<Outcome, CliError> {
    let stop = interrupt::flag();
    let enough = AtomicBool::new(false);
    let end = args.time.and_then(|time| Instant::now().checked_add(time));
    let is_late = || end.is_some_and(|end| Instant::now() >= end);
    let count = placements.count();
    let whole = count <= u128::from(args.tries);
    let tries = u64::try_from(count).map_or(args.tries, |count| count.min(args.tries));
    let limit = args.limit as usize;
    let bar = Bar::of(tries, key!("bar-placements"));
    let examine = |searcher: &mut Searcher, number: usize| {
        if stop.load(Relaxed) || enough.load(Relaxed) || is_late() {
            return Ok(None);
        }
        let number = number as u64;
        let place = if whole {
            u128::from(number)
        } else {
            placements.drawn(args.seed, number)
        };
        let Some(placement) = placements.nth(place) else {
            return Ok(None);
        };
        let examined = searcher.examine(&placement, stop);
        let is_cut = examined == Examined::Undecided && stop.load(Relaxed);
        Ok((!is_cut).then_some(examined))
    };
    let (mut found, mut tally) = (Vec::<Hit>::new(), Tally::default());
    let mut seen = HashSet::new();
    let tries = usize::try_from(tries).unwrap_or(usize::MAX);
    in_order(workers, tries, examine, |_, examined| {
        // Placements whose examination had begun before the last requested problem was found are ignored.
        if found.len() == limit {
            return Ok(());
        }
        tally.examined += 1;
        bar.add(1);
        match examined {
            Examined::Found(hit) => {
                tally.sound += 1;
                if seen.insert(hit.fen.clone()) {
                    if !args.collection.json {
                        bar.print(&hit_text(found.len() + 1, &hit, args.collection.lang))?;
                    }
                    found.push(*hit);
                    bar.note(|lang| say!(lang, "bar-found", count = found.len()));
                    enough.store(found.len() == limit, Relaxed);
                }
            }
            Examined::Unwanted => tally.sound += 1,
            Examined::Undecided => tally.undecided += 1,
            Examined::Illegal => tally.illegal += 1,
            Examined::Unsound => {}
        }
        Ok(())
    })?;
    drop(bar);
    let cut = match tally.examined < tries as u64 {
        false => Cut::No,
        true if stop.load(Relaxed) => Cut::Interrupt,
        true if found.len() == limit => Cut::Limit,
        true => Cut::Time,
    };
    Ok(Outcome {
        found,
        tally,
        cut,
        whole,
        placements: count,
    })
}

/// Returns a problem that was found, as text.
fn hit_text(number: usize, hit: &Hit, lang: Lang) -> String {
    let mut text = format!("{number}. {}\n", hit.fen);
    let added = localized_men(&hit.added, lang);
    text += &format!("   {}\n", say!(lang, "search-added", added));
    match hit.duals {
        None => {
            for line in &hit.solutions {
                let line = solve::mate::localized(line, lang);
                text += &format!("   {line}\n");
            }
        }
        Some(duals) => {
            let key = hit.solutions.iter().map(|san| localized(san, lang));
            let key = key.collect::<Vec<_>>().join(", ");
            text += &format!("   {}\n", say!(lang, "search-key", key, duals));
        }
    }
    if !hit.themes.is_empty() {
        let names = hit
            .themes
            .iter()
            .map(|found| themes::name(found.theme, lang));
        let names = names.collect::<Vec<_>>().join(", ");
        text += &format!("   {}\n", say!(lang, "search-themes", names));
    }
    text
}

/// Describes the extent and the result of a search.
fn result_text(args: &Args, outcome: &Outcome) -> String {
    let lang = args.collection.lang;
    let Tally {
        examined,
        illegal,
        sound,
        undecided,
    } = outcome.tally;
    let (placements, why) = (outcome.placements.to_string(), outcome.cut.word());
    let seed = args.seed;
    let extent = if outcome.whole {
        say!(lang, "search-whole", examined, placements, why)
    } else {
        say!(lang, "search-random", examined, placements, seed, why)
    };
    let printed = outcome.found.len();
    let mut text = String::new();
    if printed > 0 {
        text.push('\n');
    }
    text += &format!(
        "{extent}\n{}\n",
        say!(lang, "search-tally", illegal, sound, printed)
    );
    if undecided > 0 {
        let nodes = args.nodes;
        text += &format!("{}\n", say!(lang, "search-undecided", undecided, nodes));
    }
    text
}

fn record(args: &Args, request: &Request, outcome: &Outcome) -> serde_json::Value {
    let Tally {
        examined,
        illegal,
        sound,
        undecided,
    } = outcome.tally;
    json!({
        "from": args.from,
        "stipulation": request.stipulation.to_string(),
        // As text, because the number may be too large for a JSON number.
        "placements": outcome.placements.to_string(),
        "whole": outcome.whole,
        "seed": args.seed,
        "examined": examined,
        "illegal": illegal,
        "sound": sound,
        "undecided": undecided,
        "ended": outcome.cut.word(),
        "complete": outcome.whole && outcome.cut == Cut::No && undecided == 0,
        "found": outcome.found,
    })
}
