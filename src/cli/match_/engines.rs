//! Players of a match: conversion of the option groups `--engine` and `--each` to engine configurations.

use super::keys::Keys;
use crate::cli::CliError;
use crate::cli::files::cannot_write;
use arena::clock::{Pace, TimeControl, seconds_of};
use arena::config::{EngineConfig, EngineKind, STARTUP};
use base::files;
use base::say;
use games::{Lang, MAX_SEATS};
use players::{Builtin, EngineCommand};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Words that `builtin=` accepts beside the number of a level, for error messages.
const BUILTINS: &str =
    "random, greedy, minimax, alphabeta, atalaya, prover, easy, medium, hard, expert";

/// Thinking limits and options that a group gives a player. A player's own settings take precedence over
/// those of `--each`.
#[derive(Clone, Debug, Default)]
struct Settings {
    tc: Option<TimeControl>,
    movetime: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    stall: Option<Duration>,
    startup: Option<Duration>,
    ponders: Option<bool>,
    options: Vec<(String, String)>,
}

fn milliseconds(text: &str) -> Option<Duration> {
    text.parse()
        .ok()
        .filter(|ms| *ms <= 864_000_000)
        .map(Duration::from_millis)
}

impl Settings {
    fn take(keys: &mut Keys) -> Result<Settings, CliError> {
        let lang = keys.lang;
        let no_control = |value: &str| say!(lang, "match-key-time-control", value);
        let tc = keys.take_with("tc", no_control, |text| text.parse().ok())?;
        let no_ms =
            |key: &'static str| move |value: &str| say!(lang, "match-key-milliseconds", key, value);
        let no_seconds =
            |key: &'static str| move |value: &str| say!(lang, "match-key-seconds", key, value);
        let positive = |text: &str| milliseconds(text).filter(|time| !time.is_zero());
        let seconds = |text: &str| seconds_of(text).filter(|time| !time.is_zero());
        let settings = Settings {
            tc,
            movetime: keys.take_with("movetime", no_ms("movetime"), positive)?,
            nodes: keys.number("nodes", 1..=u64::MAX / 2)?,
            depth: keys.number("depth", 1..=1000)?,
            margin: keys.take_with("timemargin", no_ms("timemargin"), milliseconds)?,
            stall: keys.take_with("stall", no_seconds("stall"), seconds)?,
            startup: keys.take_with("startup", no_seconds("startup"), seconds)?,
            ponders: keys.switch("ponder")?,
            options: keys.take_prefixed("option."),
        };
        if settings.tc.is_some() && settings.movetime.is_some() {
            let (key, other) = ("tc", "movetime");
            return Err(keys.error(&say!(lang, "match-key-contradiction", key, other)));
        }
        Ok(settings)
    }

    /// Returns the time limits of a player with these settings; its own clock or time per move replaces that of `each`.
    fn pace(&self, each: &Settings) -> Pace {
        let own_time = self.tc.is_some() || self.movetime.is_some();
        let time = if own_time { self } else { each };
        let default = Pace::default();
        Pace {
            tc: time.tc,
            movetime: time.movetime,
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            margin: self.margin.or(each.margin).unwrap_or(default.margin),
            stall: self.stall.or(each.stall).unwrap_or(default.stall),
        }
    }
}

/// Parses all engine groups. The keys of `each` that are not settings of a player must have been taken out before.
pub(super) fn contestants(
    groups: &[Vec<String>],
    mut each: Keys,
) -> Result<Vec<EngineConfig>, CliError> {
    let lang = each.lang;
    let shared = Settings::take(&mut each)?;
    each.finish()?;
    let mut players: Vec<EngineConfig> = Vec::new();
    for (index, words) in groups.iter().enumerate() {
        let player = contestant(index + 1, words, &shared, lang)?;
        if players.iter().any(|other| other.name == player.name) {
            let name = player.name;
            return Err(say!(lang, "match-engine-same-name", name).into());
        }
        players.push(player);
    }
    if players.iter().map(|player| player.seats).sum::<usize>() < 2 {
        let count = groups.len();
        return Err(say!(lang, "match-engines-needed", count).into());
    }
    Ok(players)
}

fn contestant(
    number: usize,
    words: &[String],
    each: &Settings,
    lang: Lang,
) -> Result<EngineConfig, CliError> {
    let mut keys = Keys::parse(say!(lang, "match-engine-number", number), words, lang)?;
    let given_name = keys.take("name");
    if let Some(name) = &given_name {
        if name.trim().is_empty() {
            return Err(keys.error(say!(lang, "match-engine-name-empty")));
        }
        keys.group = format!("--engine '{name}'");
    }
    let builtin = keys.take("builtin");
    let program = keys.take("cmd");
    let seats = keys.number("seats", 1..=MAX_SEATS)?.unwrap_or(1);
    let own = Settings::take(&mut keys)?;
    let mut args: Vec<String> = Vec::new();
    while let Some(arg) = keys.take("arg") {
        args.push(arg);
    }
    let dir = keys.take("dir").map(PathBuf::from);
    let stderr = keys.take("stderr").map(PathBuf::from);
    if let Some(protocol) = keys.take("proto").filter(|protocol| protocol != "uci") {
        return Err(keys.error(&say!(lang, "match-engine-protocol", protocol)));
    }
    let processes = !args.is_empty() || dir.is_some() || stderr.is_some();
    let (kind, usual_name) = match (builtin.as_deref(), program) {
        (Some(_), Some(_)) => {
            let (key, other) = ("cmd", "builtin");
            return Err(keys.error(&say!(lang, "match-key-contradiction", key, other)));
        }
        (None, None) => return Err(keys.error(say!(lang, "match-engine-nobody"))),
        (None, Some(program)) => {
            let path = PathBuf::from(&program);
            let name = path
                .file_name()
                .map_or(program, |n| n.to_string_lossy().into_owned());
            let command = EngineCommand {
                program: path,
                args,
                dir,
                stderr,
            };
            let kind = EngineKind::Process {
                command,
                startup: own.startup.or(each.startup).unwrap_or(STARTUP),
                ponders: own.ponders.or(each.ponders).unwrap_or(false),
            };
            (kind, name)
        }
        (Some(text), None) => {
            let Ok(builtin) = text.parse::<Builtin>() else {
                let names = BUILTINS;
                return Err(keys.error(&say!(lang, "match-engine-builtin", text, names)));
            };
            let takes_options = builtin.takes_options();
            if processes || own.ponders == Some(true) || !(takes_options || own.options.is_empty())
            {
                let why = if takes_options {
                    say!(lang, "match-engine-keys", text)
                } else {
                    say!(lang, "match-engine-keys-options", text)
                };
                return Err(keys.error(&why));
            }
            (builtin.into(), text.to_owned())
        }
    };
    let engine = EngineConfig {
        name: given_name.unwrap_or(usual_name),
        kind,
        options: own.options.clone(),
        shared: each.options.clone(),
        pace: own.pace(each),
        seats,
    };
    if !engine.ends_by_itself() && !engine.pace.is_limited() {
        return Err(keys.error(say!(lang, "match-engine-no-limit")));
    }
    keys.finish()?;
    Ok(engine)
}

/// Checks that the file `path` can be written, by opening it: an existing file keeps its contents, and a new one is
/// removed again. Pipes and devices are not opened, because opening them has effects on their readers.
///
/// # Errors
/// A sentence in the language `lang` that names the file.
pub(super) fn check_writable(path: &Path, lang: Lang) -> Result<(), CliError> {
    let cannot = |error: std::io::Error| cannot_write(path, &error, lang);
    let resolved = &match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => files::end_of_links(path),
        Err(error) => return Err(cannot(error)),
        Ok(_) => path.to_owned(),
    };
    let folder = match resolved.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if resolved.is_dir() || !folder.is_dir() {
        let path = path.display();
        return Err(say!(lang, "match-cannot-write-folder", path).into());
    }
    let is_new = std::fs::symlink_metadata(resolved).is_err();
    if !is_new && !resolved.is_file() {
        return Ok(());
    }
    let opened = OpenOptions::new()
        .append(true)
        .create(is_new)
        .open(resolved);
    opened.map_err(cannot)?;
    if is_new {
        std::fs::remove_file(resolved).map_err(cannot)?;
    }
    Ok(())
}
