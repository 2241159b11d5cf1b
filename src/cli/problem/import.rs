//! `atalaya problem import`: reads problems from files of other programs into the collection.

use super::export::parse_format;
use super::messages::twins;
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::play::store::letters;
use crate::cli::{CliError, CliResult, complain, print, read_bytes, user, warned_in};
use base::say;
use games::pgn::letters::Letters;
use games::pgn::read::Reading;
use games::{Lang, Read};
use problems::Draft;
use problems::formats::{self, Format};
use solve::mate::MAX_MOVES;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Created, Error};

#[derive(clap::Args)]
pub struct Args {
    /// The file; '-' is the standard input
    file: PathBuf,
    /// epd, fen, pgn, popeye, yacpdb or json [default: what the file looks like]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    format: Option<Format>,
    /// In how many moves it is mate, for problems that do not say it
    #[arg(short = 'n', long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=MAX_MOVES as i64))]
    moves: Option<u32>,
    /// Letters of the pieces in a PGN file: a language (es, de, French …), or five letters from the king to the knight
    /// [default: what the file says, else KQRBN]
    #[arg(long, value_name = "LANGUAGE", value_parser = letters)]
    piece_letters: Option<&'static Letters>,
    /// A tag for all of them; may be given several times
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Only say what would be imported
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Part of a file that cannot be read as a problem, and the reason.
struct Bad {
    line: usize,
    column: Option<usize>,
    why: String,
}

/// Number of duplicates that are listed one by one.
const MOST_TOLD: usize = 10;

/// Runs `atalaya problem import`. Exit status: 0 if all problems were imported, 1 if some were refused and the rest
/// imported, 2 if none was imported or the database failed.
pub(super) fn run(args: &Args) -> CliResult {
    let bytes = read_bytes(&args.file, args.collection.lang)?;
    let format = args.format.unwrap_or_else(|| {
        let path = (args.file.as_os_str() != "-").then_some(args.file.as_path());
        Format::detect(path, &bytes)
    });
    let (file, lang) = (args.file.display(), args.collection.lang);
    let mut good: Vec<(usize, Draft)> = Vec::new();
    let mut bad: Vec<Bad> = Vec::new();
    let reading = Reading {
        lang,
        letters: args.piece_letters,
        option: Some("--piece-letters "),
    };
    if args.piece_letters.is_some() && format != Format::Pgn {
        let why = say!(lang, "import-piece-letters-games-pgn");
        return Err(why.into());
    }
    for entry in formats::read(&bytes, format, args.moves, reading) {
        let place = say!(lang, "import-place", file, line = entry.line);
        warned_in(lang, &place, Read::new((), entry.dropped));
        for note in &entry.notes {
            complain(&format!("{place}: {}", note.get(lang)));
        }
        let tagged = entry.draft.and_then(|mut draft| {
            draft.tags.extend(args.tag.iter().cloned());
            draft.checked().map_err(|error| error.localized())
        });
        match tagged {
            Ok(draft) => good.push((entry.line, draft)),
            Err(why) => bad.push(Bad {
                line: entry.line,
                column: entry.column,
                why: why.get(lang).to_owned(),
            }),
        }
    }
    if !args.collection.json {
        for Bad { line, column, why } in &bad {
            let place = match column {
                Some(column) => say!(lang, "import-place-and-column", file, line, column),
                None => say!(lang, "import-place", file, line),
            };
            complain(&format!("{place}: {why}"));
        }
    }
    let code = match (good.len(), bad.len()) {
        (0, _) => 2,
        (_, 0) => 0,
        _ => 1,
    };
    if good.is_empty() && bad.is_empty() {
        let format = format.word();
        let why = say!(lang, "import-holds-no-problems-read", file, format);
        return Err(why.into());
    }
    if args.dry_run || good.is_empty() {
        let lines: Vec<usize> = good.iter().map(|(line, _)| *line).collect();
        let told = if args.collection.json {
            record(&[], &lines, &bad, format)
        } else {
            summary(&lines, None, &bad, args.dry_run, lang)
        };
        print(&told)?;
        return Ok(ExitCode::from(code));
    }
    args.collection.run(async |collection| {
        let user = user::who(&args.collection, &collection).await?;
        let (lines, drafts): (Vec<usize>, Vec<Draft>) = good.into_iter().unzip();
        let mut created: Vec<Created> = Vec::new();
        let imported = collection
            .problems()
            .import_in_batches(user.id, drafts, |kept| created.extend(kept));
        if let Err(error) = imported.await {
            return Err(match created.last() {
                None => error.into(),
                Some(last) => {
                    let (count, line, of) = (created.len(), lines[created.len() - 1], lines.len());
                    let why = match &error {
                        Error::Database(error) => error.text(lang),
                        other => other.text(lang),
                    };
                    Failure::Other(CliError::from(say!(
                        lang,
                        "import-problems-were-imported-up",
                        file,
                        count,
                        of,
                        line,
                        id = last.id,
                        why
                    )))
                }
            });
        }
        if args.collection.json {
            let created: Vec<_> = created.iter().map(|c| (c.id, c.twins.clone())).collect();
            print(&record(&created, &lines, &bad, format))?;
            return Ok(ExitCode::from(code));
        }
        let known: Vec<_> = created
            .iter()
            .zip(&lines)
            .filter_map(|(created, line)| Some((created.id, line, twins(&created.twins, lang)?)))
            .collect();
        let mut text = String::new();
        for (id, line, sentence) in known.iter().take(MOST_TOLD) {
            text += &say!(lang, "import-known", id, line, sentence);
            text.push('\n');
        }
        if let Some(more @ 1..) = known.len().checked_sub(MOST_TOLD) {
            text += &say!(lang, "import-another-positions-were-already", more);
            text.push('\n');
        }
        let ids = created.first().zip(created.last());
        let ids = ids.map(|(first, last)| (first.id, last.id));
        text += &summary(&lines, ids, &bad, false, lang);
        print(&text)?;
        Ok(ExitCode::from(code))
    })
}

/// Returns the result as a JSON object: the problems imported and the parts refused.
fn record(created: &[(i64, Vec<i64>)], lines: &[usize], bad: &[Bad], format: Format) -> String {
    let good = lines.iter().enumerate().map(|(index, line)| {
        let kept = created.get(index);
        serde_json::json!({
            "line": line,
            "id": kept.map(|(id, _)| id),
            "twins": kept.map(|(_, twins)| twins),
        })
    });
    let bad = bad.iter().map(|Bad { line, column, why }| {
        serde_json::json!({"line": line, "column": column, "error": why})
    });
    let record = serde_json::json!({
        "format": format.word(),
        "imported": good.collect::<Vec<_>>(),
        "refused": bad.collect::<Vec<_>>(),
    });
    format!("{record}\n")
}

fn summary(
    good: &[usize],
    ids: Option<(i64, i64)>,
    bad: &[Bad],
    dry_run: bool,
    lang: Lang,
) -> String {
    let n = good.len();
    let problems = say!(lang, "import-good", n);
    let imported = if dry_run {
        say!(lang, "import-would-be", problems)
    } else {
        say!(lang, "import-done", problems, n)
    };
    let mut text = match ids {
        Some((id, last)) if id == last => say!(lang, "import-one", imported, id),
        Some((first, last)) => say!(lang, "import-several", imported, first, last),
        None => imported,
    };
    if !bad.is_empty() {
        text += "; ";
        text += &say!(lang, "import-refused", n = bad.len());
    }
    text + "\n"
}
