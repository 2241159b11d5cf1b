//! Parsing of the option groups other than `--engine` and `--each`.

use super::Args;
use super::keys::Keys;
use crate::cli::{CliError, LeftOut, warned};
use arena::adjudication::{DrawRule, ResignRule, Rules};
use arena::config::Protocol;
use arena::openings::Openings;
use arena::sprt::{Model, Sprt};
use games::chess::Position;
use games::pgn::letters::Letters;
use games::{AnyPosition, Game, Lang, OptionKind, Read, Settings, TextError};
use players::{Entry, Registry};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Game that is played, with its settings such as rules.
#[derive(Clone)]
pub(super) struct Variant {
    pub entry: Entry,
    pub settings: Settings,
}

impl Variant {
    /// Returns true if the game is Chess960, in which any rook may have castling rights.
    pub(super) fn is_chess960(&self) -> bool {
        self.settings.get("rules") == Some("chess960")
    }

    /// Returns the options that are sent to external engines: the game, and the rules if they are not the default ones.
    pub(super) fn protocol(&self) -> Protocol {
        let name = self.entry.name();
        if name == "chess" {
            let option = || ("UCI_Chess960".to_owned(), "true".to_owned());
            return Protocol {
                variant: None,
                rules: self.is_chess960().then(option).into_iter().collect(),
            };
        }
        let options = self.entry.options();
        let rules = options.iter().find(|option| option.name == "rules");
        let unusual = rules.and_then(|option| {
            let value = self.settings.get("rules")?;
            let usual = matches!(option.kind, OptionKind::Choice([first, ..]) if *first == value);
            (!usual).then(|| (option.uci.to_owned(), value.to_owned()))
        });
        Protocol {
            variant: Some(name.to_owned()),
            rules: unusual.into_iter().collect(),
        }
    }
}

/// Returns the game and the rules of the match; the key `variant` may be given in any of three places. Its values
/// `standard` and `chess960` both name chess, with different rules.
pub(super) fn variant(
    args: &Args,
    registry: &Registry,
    each: &mut Keys,
    openings: &mut Keys,
) -> Result<Variant, CliError> {
    let given = [
        each.take("variant"),
        openings.take("variant"),
        args.variant.clone(),
    ];
    let mut names = given.into_iter().flatten().map(|name| match name.as_str() {
        "standard" => ("chess".to_owned(), None),
        "chess960" | "fischerandom" => ("chess".to_owned(), Some("chess960")),
        _ => (name, None),
    });
    let (name, rules) = names.next().unwrap_or(("chess".to_owned(), None));
    for other in names {
        registry.find(&other.0)?;
        if other != (name.clone(), rules) {
            return Err("two variants are given that contradict each other".into());
        }
    }
    let entry = registry.find(&name)?;
    let mut settings = args.start.settings(registry, entry, Lang::EN)?;
    match (rules, settings.get("rules")) {
        (Some(rules), None) => settings.set("rules", rules),
        (Some(rules), Some(other)) if rules != other => {
            return Err(format!("--variant {rules} and --rules {other} contradict").into());
        }
        _ => {}
    }
    settings
        .check(entry.name(), &entry.options())
        .map_err(|error| error.text_naming(Lang::EN, |name| format!("--{name}")))?;
    let entry = entry.clone();
    Ok(Variant { entry, settings })
}

pub(super) fn sprt(args: &Args) -> Result<Option<Sprt>, CliError> {
    if args.sprt.is_empty() {
        return Ok(None);
    }
    let mut keys = Keys::parse("--sprt", &args.sprt)?;
    let mut number = |key: &'static str| keys.number(key, -10_000.0..=10_000.0);
    let (elo0, elo1) = (number("elo0")?, number("elo1")?);
    let (alpha, beta) = (number("alpha")?, number("beta")?);
    let model = keys.take_with("model", "logistic or normalized", |text| match text {
        "logistic" => Some(Model::Logistic),
        "normalized" | "normalised" => Some(Model::Normalized),
        _ => None,
    })?;
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(keys.error("elo0 and elo1 are both needed"));
    };
    let test = Sprt {
        elo0,
        elo1,
        alpha: alpha.unwrap_or(0.05),
        beta: beta.unwrap_or(0.05),
        model: model.unwrap_or(Model::Logistic),
    };
    test.validate()
        .map_err(|error| keys.error(&error.to_string()))?;
    keys.finish()?;
    Ok(Some(test))
}

pub(super) fn rules(args: &Args) -> Result<Rules, CliError> {
    let mut rules = Rules {
        max_moves: args.maxmoves,
        ..Rules::default()
    };
    if !args.draw.is_empty() {
        let mut keys = Keys::parse("--draw", &args.draw)?;
        rules.draw = Some(DrawRule {
            move_number: keys.number("movenumber", 0..=10_000)?.unwrap_or(0),
            move_count: keys.number("movecount", 1..=10_000)?.unwrap_or(1),
            score: keys.number("score", 0..=100_000)?.unwrap_or(0),
        });
        keys.finish()?;
    }
    if !args.resign.is_empty() {
        let mut keys = Keys::parse("--resign", &args.resign)?;
        rules.resign = Some(ResignRule {
            move_count: keys.number("movecount", 1..=10_000)?.unwrap_or(1),
            score: keys
                .number("score", 1..=100_000)?
                .ok_or_else(|| keys.error("score is needed"))?,
            two_sided: keys.switch("twosided")?.unwrap_or(false),
        });
        keys.finish()?;
    }
    Ok(rules)
}

pub(super) fn read_openings(
    mut keys: Keys,
    chess960: bool,
    seed: u64,
) -> Result<Openings<Position>, CliError> {
    let file = keys.take("file").map(PathBuf::from);
    let format = keys.take_with("format", "epd or pgn", |text| match text {
        "epd" => Some(false),
        "pgn" => Some(true),
        _ => None,
    })?;
    let is_random = keys.take_with("order", "sequential or random", |text| match text {
        "sequential" => Some(false),
        "random" => Some(true),
        _ => None,
    })?;
    let plies = keys.number("plies", 1..=1000)?;
    let start = keys.number("start", 1..=usize::MAX / 2)?;
    let seed = keys.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
    let letters = keys.take_with("piece-letters", "a language or five letters", Letters::find)?;
    let mut openings = match file {
        None if format.is_some() => return Err(keys.error("file is needed")),
        None if chess960 && is_random == Some(false) => {
            return Err(keys.error("without a file, the start positions are drawn at random"));
        }
        None if !chess960 && (is_random.is_some() || start.is_some()) => {
            return Err(keys.error("file is needed"));
        }
        None => {
            let starts = if chess960 {
                Openings::chess960(seed)
            } else {
                Openings::at(Position::start())
            };
            starts.with_random_plies(plies.unwrap_or(0), seed)
        }
        Some(path) => {
            let is_pgn = path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
            let mut openings = match format.unwrap_or(is_pgn) {
                true => {
                    let mut left_out = LeftOut::of(&path, "game", CHESS960);
                    let tell = left_out.tell();
                    let read = Openings::from_pgn(&path, plies, chess960, letters, tell)?;
                    left_out.report();
                    read
                }
                false if letters.is_some() => {
                    return Err(keys.error("piece-letters is for games of a PGN file"));
                }
                false if plies.is_some() => {
                    return Err(keys.error(
                        "plies cuts the games of a PGN file; positions of an EPD file are played as they are",
                    ));
                }
                false => {
                    let mut left_out = LeftOut::of(&path, "line", CHESS960);
                    let read = Openings::from_epd(&path, chess960, left_out.tell())?;
                    left_out.report();
                    read
                }
            };
            if is_random == Some(true) {
                openings.shuffle(seed);
            }
            openings
        }
    };
    if let Some(first) = start {
        openings.begin_with(first)?;
    }
    keys.finish()?;
    Ok(openings)
}

/// Reads the openings of a game other than chess: positions from a file, or else the start position, followed by random
/// plies if requested.
pub(super) fn read_positions(
    mut keys: Keys,
    args: &Args,
    variant: &Variant,
    seed: u64,
) -> Result<Openings<AnyPosition>, CliError> {
    let file = keys.take("file").map(PathBuf::from);
    let is_random = keys.take_with("order", "sequential or random", |text| match text {
        "sequential" => Some(false),
        "random" => Some(true),
        _ => None,
    })?;
    let first = keys.number("start", 1..=usize::MAX / 2)?;
    let plies = keys.number("plies", 1..=1000)?;
    let seed = keys.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
    let mut openings = match &file {
        None if is_random.is_some() || first.is_some() => {
            return Err(keys.error("file is needed"));
        }
        None => {
            let begun = variant.entry.begin(&variant.settings, args.fen.as_deref());
            let begun =
                begun.map_err(|error| error.text_naming(Lang::EN, |name| format!("--{name}")))?;
            let begun = warned(args.fen.as_deref().unwrap_or_default(), begun);
            let start = begun.position().clone();
            if let Some(outcome) = start.outcome() {
                let over = outcome.reason;
                return Err(format!("--fen: the game is already over ({over})").into());
            }
            Openings::at(start)
        }
        Some(path) => {
            let mut settings = variant.settings.iter().map(|(name, _)| name);
            let told = settings.find(|name| *name != "rules");
            if let Some(option) = args.fen.as_ref().map(|_| "fen").or(told) {
                let sentence = format!("file and --{option} contradict each other");
                return Err(keys.error(&sentence));
            }
            let mut settings = variant.settings.clone();
            settings.yielding = true;
            let parse = |text: &str| -> Result<Read<AnyPosition>, TextError> {
                let begun = variant.entry.begin(&settings, Some(text))?;
                Ok(begun.map(|game| game.position().clone()))
            };
            let mut left_out = LeftOut::of(path, "line", "");
            let read = Openings::from_positions(path, parse, left_out.tell())?;
            left_out.report();
            read
        }
    };
    keys.finish()?;
    if is_random == Some(true) {
        openings.shuffle(seed);
    }
    if let Some(first) = first {
        openings.begin_with(first)?;
    }
    Ok(match plies {
        None => openings,
        Some(plies) => openings.with_random_plies(plies, seed),
    })
}

/// Advice printed if castling rights of openings had to be ignored.
const CHESS960: &str = "--variant chess960 has such castling rights read as those of Chess960";

pub(super) fn mate_range(text: Option<&str>) -> Result<RangeInclusive<u32>, CliError> {
    let Some(text) = text else {
        return Ok(1..=u32::MAX);
    };
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 0 < low && low <= high => Ok(low..=high),
        _ => Err(format!("--mate '{text}' is neither N nor N-M").into()),
    }
}
