//! Players of a match: conversion of the option groups `--engine` and `--each` to engine configurations.

use super::keys::Keys;
use crate::cli::CliError;
use arena::clock::{Pace, TimeControl, seconds_of};
use arena::config::{EngineConfig, EngineKind, STARTUP};
use base::files;
use games::MAX_SEATS;
use players::{Builtin, EngineCommand};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Values that `builtin=` accepts, for error messages.
const BUILTINS: &str = "random, greedy, minimax, alphabeta, atalaya, prover, easy, medium, hard, expert, \
    or a level from 0 to 10";

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
        let tc = match keys.take("tc") {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|error| keys.error(&format!("tc: {error}")))?,
            ),
        };
        let positive = |text: &str| milliseconds(text).filter(|time| !time.is_zero());
        let seconds = |text: &str| seconds_of(text).filter(|time| !time.is_zero());
        let settings = Settings {
            tc,
            movetime: keys.take_with("movetime", "a time in milliseconds", positive)?,
            nodes: keys.number("nodes", 1..=u64::MAX / 2)?,
            depth: keys.number("depth", 1..=1000)?,
            margin: keys.take_with("timemargin", "a time in milliseconds", milliseconds)?,
            stall: keys.take_with("stall", "a time in seconds", seconds)?,
            startup: keys.take_with("startup", "a time in seconds", seconds)?,
            ponders: keys.switch("ponder")?,
            options: keys.take_prefixed("option."),
        };
        if settings.tc.is_some() && settings.movetime.is_some() {
            return Err(keys.error("tc and movetime contradict each other"));
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
    let shared = Settings::take(&mut each)?;
    each.finish()?;
    let mut players: Vec<EngineConfig> = Vec::new();
    for (index, words) in groups.iter().enumerate() {
        let player = contestant(index + 1, words, &shared)?;
        if players.iter().any(|other| other.name == player.name) {
            let name = player.name;
            return Err(
                format!("two engines are called '{name}': tell them apart by name=").into(),
            );
        }
        players.push(player);
    }
    if players.iter().map(|player| player.seats).sum::<usize>() < 2 {
        let count = groups.len();
        return Err(format!("a match needs two --engine groups or more, not {count}").into());
    }
    Ok(players)
}

fn contestant(number: usize, words: &[String], each: &Settings) -> Result<EngineConfig, CliError> {
    let mut keys = Keys::parse(format!("--engine number {number}"), words)?;
    let given_name = keys.take("name");
    if let Some(name) = &given_name {
        if name.trim().is_empty() {
            return Err(keys.error("name= is empty"));
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
        return Err(keys.error(&format!("proto={protocol} is not spoken here; only uci is")));
    }
    let processes = !args.is_empty() || dir.is_some() || stderr.is_some();
    let (kind, usual_name) = match (builtin.as_deref(), program) {
        (Some(_), Some(_)) => return Err(keys.error("cmd and builtin contradict each other")),
        (None, None) => return Err(keys.error("neither cmd nor builtin says who plays")),
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
                return Err(keys.error(&format!("builtin={text} is not {BUILTINS}")));
            };
            let takes_options = builtin.takes_options();
            if processes || own.ponders == Some(true) || !(takes_options || own.options.is_empty())
            {
                let keys_given = if takes_options {
                    "arg, dir, stderr and ponder"
                } else {
                    "arg, dir, stderr, ponder and option"
                };
                return Err(keys.error(&format!("{keys_given} mean nothing to builtin={text}")));
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
        return Err(keys.error("no time control: give it tc, movetime, nodes or depth"));
    }
    keys.finish()?;
    Ok(engine)
}

/// Checks that the file `path` can be written, by opening it: an existing file keeps its contents, and a new one is
/// removed again. Pipes and devices are not opened, because opening them has effects on their readers.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let named = path.display();
    let cannot = |error: std::io::Error| format!("cannot write {named}: {error}");
    let path = &match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => files::end_of_links(path),
        Err(error) => return Err(cannot(error).into()),
        Ok(_) => path.to_owned(),
    };
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if path.is_dir() || !folder.is_dir() {
        return Err(
            format!("cannot write {named}: it is a folder, or its folder is missing").into(),
        );
    }
    let is_new = std::fs::symlink_metadata(path).is_err();
    if !is_new && !path.is_file() {
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(is_new).open(path);
    opened.map_err(cannot)?;
    if is_new {
        std::fs::remove_file(path).map_err(cannot)?;
    }
    Ok(())
}
