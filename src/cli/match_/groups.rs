//! Parsing of the option groups other than `--engine` and `--each`.

use super::Args;
use super::keys::Keys;
use crate::cli::{CliError, LeftOut, warned_in};
use arena::adjudication::{DrawRule, ResignRule, Rules};
use arena::config::Protocol;
use arena::openings::Openings;
use arena::sprt::{Model, Sprt};
use base::lang::Lang;
use base::say;
use games::chess::Position;
use games::pgn::letters::Letters;
use games::{AnyPosition, Game, OptionKind, Read, Settings, TextError, reason_text};
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
    let lang = args.lang;
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
        registry.find(&other.0).map_err(|error| error.text(lang))?;
        if other != (name.clone(), rules) {
            return Err(say!(lang, "match-two-variants").into());
        }
    }
    let entry = registry.find(&name);
    let entry = entry.map_err(|error| error.text(lang))?;
    let mut settings = args.start.settings(registry, entry, lang)?;
    match (rules, settings.get("rules")) {
        (Some(rules), None) => settings.set("rules", rules),
        (Some(rules), Some(other)) if rules != other => {
            let why = say!(lang, "match-variant-rules", variant = rules, rules = other);
            return Err(why.into());
        }
        _ => {}
    }
    settings
        .check(entry.name(), &entry.options())
        .map_err(|error| error.text_naming(lang, |name| format!("--{name}")))?;
    let entry = entry.clone();
    Ok(Variant { entry, settings })
}

pub(super) fn sprt(args: &Args) -> Result<Option<Sprt>, CliError> {
    if args.sprt.is_empty() {
        return Ok(None);
    }
    let mut keys = Keys::parse("--sprt", &args.sprt, args.lang)?;
    let mut number = |key: &'static str| keys.number(key, -10_000.0..=10_000.0);
    let (elo0, elo1) = (number("elo0")?, number("elo1")?);
    let (alpha, beta) = (number("alpha")?, number("beta")?);
    let model = keys.word("model", &["logistic", "normalized"], |text| match text {
        "logistic" => Some(Model::Logistic),
        "normalized" | "normalised" => Some(Model::Normalized),
        _ => None,
    })?;
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(keys.error(say!(args.lang, "match-key-elo")));
    };
    let test = Sprt {
        elo0,
        elo1,
        alpha: alpha.unwrap_or(0.05),
        beta: beta.unwrap_or(0.05),
        model: model.unwrap_or(Model::Logistic),
    };
    test.validate()
        .map_err(|error| keys.error(&error.text(args.lang)))?;
    keys.finish()?;
    Ok(Some(test))
}

pub(super) fn rules(args: &Args) -> Result<Rules, CliError> {
    let mut rules = Rules {
        max_moves: args.maxmoves,
        ..Rules::default()
    };
    if !args.draw.is_empty() {
        let mut keys = Keys::parse("--draw", &args.draw, args.lang)?;
        rules.draw = Some(DrawRule {
            move_number: keys.number("movenumber", 0..=10_000)?.unwrap_or(0),
            move_count: keys.number("movecount", 1..=10_000)?.unwrap_or(1),
            score: keys.number("score", 0..=100_000)?.unwrap_or(0),
        });
        keys.finish()?;
    }
    if !args.resign.is_empty() {
        let mut keys = Keys::parse("--resign", &args.resign, args.lang)?;
        rules.resign = Some(ResignRule {
            move_count: keys.number("movecount", 1..=10_000)?.unwrap_or(1),
            score: keys
                .number("score", 1..=100_000)?
                .ok_or_else(|| keys.needed("score"))?,
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
    let lang = keys.lang;
    let file = keys.take("file").map(PathBuf::from);
    let format = keys.word("format", &["epd", "pgn"], |text| match text {
        "epd" => Some(false),
        "pgn" => Some(true),
        _ => None,
    })?;
    let is_random = keys.word("order", &["sequential", "random"], |text| match text {
        "sequential" => Some(false),
        "random" => Some(true),
        _ => None,
    })?;
    let plies = keys.number("plies", 1..=1000)?;
    let start = keys.number("start", 1..=usize::MAX / 2)?;
    let seed = keys.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
    let key = "piece-letters";
    let no_letters = |value: &str| say!(lang, "match-key-letters", key, value);
    let letters = keys.take_with(key, no_letters, Letters::find)?;
    let mut openings = match file {
        None if format.is_some() => return Err(keys.needed("file")),
        None if chess960 && is_random == Some(false) => {
            return Err(keys.error(say!(lang, "match-key-order")));
        }
        None if !chess960 && (is_random.is_some() || start.is_some()) => {
            return Err(keys.needed("file"));
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
            // Printed if castling rights of openings had to be ignored.
            let advice = say!(lang, "match-advice-chess960");
            let is_pgn = path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
            let mut openings = match format.unwrap_or(is_pgn) {
                true => {
                    let mut left_out = LeftOut::of(&path, "game", advice);
                    let tell = left_out.tell();
                    let read = Openings::from_pgn_in(lang, &path, plies, chess960, letters, tell);
                    let read = read.map_err(|error| error.text(lang))?;
                    left_out.report();
                    read
                }
                false if letters.is_some() => {
                    return Err(keys.error(say!(lang, "match-key-letters-of-pgn")));
                }
                false if plies.is_some() => {
                    return Err(keys.error(say!(lang, "match-key-plies-of-pgn")));
                }
                false => {
                    let mut left_out = LeftOut::of(&path, "line", advice);
                    let read = Openings::from_epd(&path, chess960, left_out.tell());
                    let read = read.map_err(|error| error.text(lang))?;
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
        let begun = openings.begin_with(first);
        begun.map_err(|error| error.text(lang))?;
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
    let lang = keys.lang;
    let file = keys.take("file").map(PathBuf::from);
    let is_random = keys.word("order", &["sequential", "random"], |text| match text {
        "sequential" => Some(false),
        "random" => Some(true),
        _ => None,
    })?;
    let first = keys.number("start", 1..=usize::MAX / 2)?;
    let plies = keys.number("plies", 1..=1000)?;
    let seed = keys.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
    let mut openings = match &file {
        None if is_random.is_some() || first.is_some() => {
            return Err(keys.needed("file"));
        }
        None => {
            let begun = variant.entry.begin(&variant.settings, args.fen.as_deref());
            let begun =
                begun.map_err(|error| error.text_naming(lang, |name| format!("--{name}")))?;
            let begun = warned_in(lang, args.fen.as_deref().unwrap_or_default(), begun);
            let start = begun.position().clone();
            if let Some(outcome) = start.outcome() {
                let reason = reason_text(outcome.reason, lang);
                return Err(say!(lang, "match-fen-over", reason).into());
            }
            Openings::at(start)
        }
        Some(path) => {
            let mut settings = variant.settings.iter().map(|(name, _)| name);
            let told = settings.find(|name| *name != "rules");
            if let Some(option) = args.fen.as_ref().map(|_| "fen").or(told) {
                let (key, other) = ("file", format!("--{option}"));
                return Err(keys.error(&say!(lang, "match-key-contradiction", key, other)));
            }
            let mut settings = variant.settings.clone();
            settings.yielding = true;
            let parse = |text: &str| -> Result<Read<AnyPosition>, TextError> {
                let begun = variant.entry.begin(&settings, Some(text));
                let begun = begun.map_err(|error| error.text(lang))?;
                Ok(begun.map(|game| game.position().clone()))
            };
            let mut left_out = LeftOut::of(path, "line", "");
            let read = Openings::from_positions(path, parse, left_out.tell());
            let read = read.map_err(|error| error.text(lang))?;
            left_out.report();
            read
        }
    };
    keys.finish()?;
    if is_random == Some(true) {
        openings.shuffle(seed);
    }
    if let Some(first) = first {
        let begun = openings.begin_with(first);
        begun.map_err(|error| error.text(lang))?;
    }
    Ok(match plies {
        None => openings,
        Some(plies) => openings.with_random_plies(plies, seed),
    })
}

pub(super) fn mate_range(text: Option<&str>, lang: Lang) -> Result<RangeInclusive<u32>, CliError> {
    let Some(text) = text else {
        return Ok(1..=u32::MAX);
    };
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 0 < low && low <= high => Ok(low..=high),
        _ => Err(say!(lang, "match-mate-range", text).into()),
    }
}
