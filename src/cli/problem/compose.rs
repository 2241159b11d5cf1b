//! `atalaya problem compose`: composition of problems by the program.

use super::search;
use crate::cli::collection::CollectionArgs;
use crate::cli::interrupt::on_interrupt;
use crate::cli::{CliError, CliResult, language, print, user};
use base::say;
use base::threads;
use crossbeam_channel::unbounded;
use problems::compose::{ComposeRequest, compose, compose_template, template_requests};
use problems::formats::{self, Format, Outgoing};
use problems::{Draft, Error, Template};
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Mate in so many moves
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2)]
    moves: u32,
    /// How many problems
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Pieces on the board, kings too
    #[arg(long, value_name = "A-B", default_value = "5-9", value_parser = parse_range)]
    pieces: RangeInclusive<u32>,
    /// The same seed composes the same problems
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Problems that are composed at the same time [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Keep them as drafts of yours
    #[arg(long)]
    save: bool,
    /// Write the list of templates that comes with the program
    #[arg(long, hide = true, conflicts_with_all = ["moves", "count", "pieces", "seed", "save"])]
    templates: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Search for men that make sound problems of a position when they are added to it
    Search(Box<search::Args>),
}

pub(super) fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err(say!(language::current(), "pieces-range").to_owned()),
    }
}

/// Runs `atalaya problem compose`. Exit status 1 if fewer problems than requested were found.
pub(super) fn run(args: &Args) -> CliResult {
    if let Some(Action::Search(args)) = &args.action {
        return search::run(args);
    }
    let wishes = if args.templates {
        template_requests()
    } else {
        (0..u64::from(args.count))
            .map(|number| {
                let wish = ComposeRequest {
                    moves: args.moves,
                    pieces: args.pieces.clone(),
                    seed: args.seed.wrapping_mul(1_000_003).wrapping_add(number),
                };
                wish.checked()
            })
            .collect::<Result<_, _>>()
            .map_err(|error: Error| error.text(args.collection.lang))?
    };
    if args.save {
        let who = signed_in(&args.collection)?;
        if who != ExitCode::SUCCESS {
            return Ok(who);
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
    let mut found = Vec::new();
    let result = compose_all(args, &wishes, &stop, |template| {
        if !args.templates && !args.collection.json {
            print(&line(&template))?;
        }
        found.push(template);
        Ok(())
    });
    result?;
    if args.templates {
        let text = serde_json::to_string_pretty(&found)?;
        print(&format!("{text}\n"))?;
    } else if args.collection.json {
        let records = found.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        print(&format!("{}\n", json!(records)))?;
    }
    let code = if stop.load(Relaxed) {
        ExitCode::from(130)
    } else {
        ExitCode::from(u8::from(found.len() < wishes.len()))
    };
    if !args.save || found.is_empty() {
        return Ok(code);
    }
    let drafts = found.into_iter().map(|template| template.draft).collect();
    keep(&args.collection, drafts, code)
}

/// Checks that the user is logged in, so that a missing login is noticed before hours of work and not after them.
pub(super) fn signed_in(args: &CollectionArgs) -> CliResult {
    args.run(async |collection| {
        user::who(args, &collection).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Stores problems as drafts of the user who is logged in, prints their numbers, and returns the exit status `code`.
pub(super) fn keep(args: &CollectionArgs, drafts: Vec<Draft>, code: ExitCode) -> CliResult {
    args.run(async |collection| {
        let user = user::who(args, &collection).await?;
        let created = collection.problems().import(user.id, drafts).await?;
        if let (Some(first), Some(last)) = (created.first(), created.last()) {
            let (first, last) = (first.id, last.id);
            eprintln!("{}", say!(args.lang, "compose-atalaya-kept", first, last));
        }
        Ok(code)
    })
}

/// Returns a problem as a line of EPD, which `problem import` can read.
fn line(template: &Template) -> String {
    let outgoing = Outgoing {
        draft: &template.draft,
        keys: &template.keys,
    };
    formats::write(&[outgoing], Format::Epd).text
}

fn record(template: &Template) -> Result<serde_json::Value, CliError> {
    let difficulty = template.difficulty()?;
    let mut record = serde_json::to_value(template)?;
    record["difficulty"] = json!(difficulty.value);
    record["band"] = json!(difficulty.band);
    Ok(record)
}

/// Composes a problem for each of the `wishes` on several threads, and calls `each` with the problems in the order of
/// the wishes.
fn compose_all(
    args: &Args,
    wishes: &[ComposeRequest],
    stop: &AtomicBool,
    mut each: impl FnMut(Template) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args
        .threads
        .map_or(processors, usize::from)
        .min(wishes.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = unbounded::<(usize, Result<Option<Template>, Error>)>();
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(wish) = wishes.get(number) else {
                        return;
                    };
                    let composed = if args.templates {
                        compose_template(wish, number, stop)
                    } else {
                        compose(wish, stop)
                    };
                    // Fails only if the main thread has stopped receiving, after an error.
                    let _ = sender.send((number, composed));
                }
            };
            threads::spawn_scoped(scope, "composer", work)
                .map_err(|error| say!(args.collection.lang, "thread-refused", error))?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (number, composed) in receiver {
            early.insert(number, composed);
            while let Some(composed) = early.remove(&due) {
                due += 1;
                let told = composed
                    .map_err(|error| CliError::from(error.text(args.collection.lang)))
                    .and_then(|composed| composed.map_or(Ok(()), &mut each));
                if told.is_err() {
                    stop.store(true, Relaxed);
                }
                told?;
            }
        }
        Ok(())
    })
}
