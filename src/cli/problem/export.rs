//! `atalaya problem export`: writes problems to a file for other programs.

use super::FilterArgs;
use super::by_theme::chosen;
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::language;
use crate::cli::{CliResult, broken_off, complain, print, refuse_existing, user, write_new};
use base::say;
use games::Lang;
use problems::formats::{self, Format, Outgoing, Warning};
use problems::{Filter, Problem};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;
use store::Refusal;

#[derive(clap::Args)]
pub struct Args {
    /// Problems by their numbers [default: those of the filter]
    #[arg(value_name = "ID", conflicts_with = "FilterArgs")]
    ids: Vec<i64>,
    /// epd, fen, pgn, popeye, yacpdb or json [default: what the file's name says]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    format: Option<Format>,
    /// The file, which must not exist [default: the standard output]
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Parses the name of a format of files; the error is in the language of the command line.
pub(super) fn parse_format(text: &str) -> Result<Format, String> {
    let parsed = text.parse();
    parsed.map_err(|error: problems::Error| error.text(language::current()))
}

/// Runs `atalaya problem export`. Information that the format cannot represent is listed on stderr. Exit status 1 if a
/// whole problem had to be left out.
pub(super) fn run(args: &Args) -> CliResult {
    let by_name = || args.output.as_deref().and_then(Format::of_path);
    let by_json = || args.collection.json.then_some(Format::Json);
    let format = args.format.or_else(by_name).or_else(by_json);
    let format = format.ok_or_else(|| say!(args.collection.lang, "export-which-format"))?;
    if let Some(file) = &args.output {
        refuse_existing(file)?;
    }
    args.collection.run(async |collection| {
        let problems = if args.ids.is_empty() {
            let viewer = user::who_if_any(&args.collection, &collection).await?;
            let viewer = viewer.map(|user| user.id);
            let mut filter = Filter::default();
            args.filter.apply(&collection, &mut filter).await?;
            let chosen = chosen(
                &args.filter,
                &collection,
                viewer,
                &filter,
                usize::MAX,
                args.collection.lang,
            )
            .await?;
            if !chosen.complete {
                return Ok(broken_off(say!(
                    args.collection.lang,
                    "problems-none-written"
                )));
            }
            chosen.problems
        } else {
            collection.problems().get_all(&args.ids).await?
        };
        let found: HashSet<i64> = problems.iter().map(|problem| problem.id).collect();
        if let Some(id) = args.ids.iter().find(|id| !found.contains(id)) {
            return Err(Failure::Collection(Refusal::NoSuchProblem(*id).into()));
        }
        let outgoing: Vec<Outgoing> = problems
            .iter()
            .map(|problem| Outgoing {
                draft: &problem.draft,
                keys: &problem.keys,
            })
            .collect();
        let written = formats::write(&outgoing, format);
        match &args.output {
            Some(file) => write_new(file, &written.text)?,
            None => print(&written.text)?,
        }
        let left_out = written
            .warnings
            .iter()
            .filter(|warning| warning.left_out)
            .count();
        tell(args, &problems, &written.warnings, left_out)?;
        Ok(ExitCode::from(u8::from(left_out > 0)))
    })
}

/// Prints what the format of the file cannot represent and how many problems were written, as text or JSON; as JSON
/// only if the problems are written to a file and not to standard output.
fn tell(
    args: &Args,
    problems: &[Problem],
    warnings: &[Warning],
    left_out: usize,
) -> Result<(), Failure> {
    let (lang, json) = (args.collection.lang, args.collection.json);
    let mut by_what: BTreeMap<(bool, &str), (&Warning, Vec<i64>)> = BTreeMap::new();
    for warning in warnings {
        let key = (!warning.left_out, warning.what.as_str());
        let id = problems.get(warning.index).map_or(0, |problem| problem.id);
        let (_, ids) = by_what.entry(key).or_insert((warning, Vec::new()));
        ids.push(id);
    }
    let count = problems.len() - left_out;
    if json && args.output.is_some() {
        let lost = by_what.iter().map(|((held, what), (_, ids))| {
            serde_json::json!({"what": what, "left_out": !held, "problems": ids})
        });
        let lost: Vec<_> = lost.collect();
        let record = serde_json::json!({"written": count, "not_held": lost});
        print(&format!("{record}\n"))?;
        return Ok(());
    }
    for ((held, _), (warning, ids)) in &by_what {
        complain(&sentence(*held, warning.told.get(lang), ids, lang));
    }
    if let Some(file) = &args.output {
        let file = file.display();
        print(&(say!(lang, "export-problems", count, file) + "\n"))?;
    }
    Ok(())
}

/// Number of problems that a message lists by number.
const MOST_TOLD: usize = 5;

fn sentence(held: bool, what: &str, ids: &[i64], lang: Lang) -> String {
    let told: Vec<String> = ids.iter().take(MOST_TOLD).map(i64::to_string).collect();
    let mut told = told.join(", ");
    if ids.len() > MOST_TOLD {
        told += &format!("… ({})", ids.len());
    }
    let n = ids.len();
    if held {
        say!(lang, "export-format-cannot-hold", what, n, told)
    } else {
        say!(lang, "export-left-out", what, n, told)
    }
}
