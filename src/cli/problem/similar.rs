//! `atalaya problem similar`: finds problems of the collection that resemble a position, to judge its originality.

use super::FilterArgs;
use super::by_theme::chosen;
use super::messages::localized_men;
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::{CliResult, broken_off, print, user, warned_in};
use base::say;
use games::Lang;
use games::chess::Position;
use problems::{Diagram, Draft, Filter, Likeness, Problem, Stipulation, likeness};
use serde_json::json;
use std::cmp::Reverse;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The position
    #[arg(
        value_name = "FEN",
        required_unless_present = "id",
        conflicts_with = "id"
    )]
    fen: Option<String>,
    /// A problem of the collection instead
    #[arg(long, value_name = "ID")]
    id: Option<i64>,
    /// Likeness from which on problems are told: of a hundred men, those that stand alike
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100))]
    least: u32,
    /// Only problems with the same men, wherever they stand
    #[arg(long)]
    same_men: bool,
    /// Number of problems to print, the most similar first
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem similar`. Exit status 1 if no similar problem is found.
pub(super) fn run(args: &Args) -> CliResult {
    let lang = args.collection.lang;
    args.collection.run(async |collection| {
        let draft = match (&args.fen, args.id) {
            (Some(fen), _) => {
                // The number of moves has no part in the comparison. Any position that FEN can express is compared.
                let as_is = || Draft::new(fen, Stipulation::Mate(1));
                Position::read_fen(fen, false).map_or_else(
                    |_| as_is(),
                    |read| Draft {
                        fen: warned_in(lang, fen, read).fen(),
                        ..as_is()
                    },
                )
            }
            (None, id) => collection.problems().get(id.unwrap_or_default()).await?.draft,
        };
        let given = Diagram::of(&draft)?;
        let mut filter = Filter::default();
        args.filter.apply(&collection, &mut filter).await?;
        // Without any filter option the whole collection is searched.
        filter.all |= !filter.chooses();
        let viewer = user::who_if_any(&args.collection, &collection).await?;
        let viewer = viewer.map(|user| user.id);
        let chosen = chosen(&args.filter, &collection, viewer, &filter, usize::MAX, lang).await?;
        let mut found = Vec::new();
        for problem in chosen.problems.iter().filter(|problem| args.id != Some(problem.id)) {
            let like = likeness(&given, &Diagram::of(&problem.draft)?);
            if like.percent >= args.least && (like.same_men || !args.same_men) {
                found.push((like, problem));
            }
        }
        found.sort_by_key(|(like, problem)| {
            (Reverse((like.percent, like.same_men)), like.moved.len(), problem.id)
        });
        let shown = &found[..found.len().min(args.count as usize)];
        if args.collection.json {
            let records = shown.iter().map(|(like, problem)| {
                json!({"id": problem.id, "stipulation": problem.draft.stipulation, "fen": problem.draft.fen, "likeness": like})
            });
            let records: Vec<_> = records.collect();
            print(&format!("{}\n", json!({"similar": records, "found": found.len(), "complete": chosen.complete})))?;
        } else {
            print(&result_text(shown, found.len(), args))?;
        }
        if !chosen.complete {
            return Ok(broken_off(say!(lang, "problems-incomplete")));
        }
        Ok::<_, Failure>(ExitCode::from(u8::from(found.is_empty())))
    })
}

fn result_text(shown: &[(Likeness, &Problem)], found: usize, args: &Args) -> String {
    let lang = args.collection.lang;
    if shown.is_empty() {
        let least = args.least;
        return format!("{}\n", say!(lang, "similar-none", least));
    }
    let mut text = String::new();
    for (like, problem) in shown {
        let draft = &problem.draft;
        let (id, percent, task) = (problem.id, like.percent, draft.stipulation.to_string());
        text += &say!(lang, "similar-problem", percent, id, task);
        let words = [&draft.author, &draft.title]
            .into_iter()
            .filter(|word| !word.is_empty());
        for word in words {
            text += &format!(", {}", base::text::harmless(word));
        }
        text += &format!("\n   {}\n   {}\n", draft.fen, differences(like, lang));
    }
    let printed = shown.len();
    text += &format!("\n{}\n", say!(lang, "similar-count", found, printed));
    text
}

/// Describes the transformation that leads to the other position, and the differences that remain.
fn differences(like: &Likeness, lang: Lang) -> String {
    let mut parts = Vec::new();
    if like.turned {
        parts.push(say!(lang, "similar-turned").to_owned());
    }
    if (like.files, like.ranks) != (0, 0) {
        let (files, ranks) = (format!("{:+}", like.files), format!("{:+}", like.ranks));
        parts.push(say!(lang, "similar-shifted", files, ranks));
    }
    for (kind, men) in [
        ("moved", &like.moved),
        ("missing", &like.missing),
        ("added", &like.added),
    ] {
        if !men.is_empty() {
            let men = localized_men(men, lang);
            parts.push(say!(lang, "similar-men", kind, men));
        }
    }
    if like.percent < 100 && like.same_men {
        parts.push(say!(lang, "similar-same-men").to_owned());
    }
    if parts.is_empty() {
        say!(lang, "similar-same").to_owned()
    } else {
        parts.join("; ")
    }
}
