//! `atalaya problem list`: lists the problems that a filter selects, page by page.

use super::FilterArgs;
use super::by_theme::chosen;
use super::messages::state;
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::table::Table;
use crate::cli::{CliResult, broken_off, interrupt, print, user};
use base::{key, say};
use games::Lang;
use problems::{Filter, Problem};
use std::process::ExitCode;
use store::names::deleted_user;
use store::{Page, Store};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    /// Order of the list: number, moves, difficulty, pieces, played or changed; '-difficulty' for
    /// the most difficult first
    #[arg(
        long,
        value_name = "ORDER",
        default_value = "number",
        allow_hyphen_values = true,
        help_heading = "Page"
    )]
    order: String,
    /// Which page
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Page")]
    page: String,
    /// Problems of a page
    #[arg(long, value_name = "K", default_value = "20", help_heading = "Page")]
    per_page: String,
    /// Go on where a page ended, instead of --page: what its JSON has as 'next'
    #[arg(
        long,
        value_name = "PLACE",
        conflicts_with = "page",
        allow_hyphen_values = true,
        help_heading = "Page"
    )]
    after: Option<String>,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem list`.
pub(super) fn run(args: &Args) -> CliResult {
    args.collection.run(async |collection| {
        let mut filter = Filter::default();
        filter.set("order", &args.order)?;
        filter.set("page", &args.page)?;
        filter.set("per_page", &args.per_page)?;
        if let Some(after) = &args.after {
            filter.set("after", after)?;
        }
        args.filter.apply(&collection, &mut filter).await?;
        let viewer = user::who_if_any(&args.collection, &collection).await?;
        let viewer = viewer.map(|user| user.id);
        let is_themed = !args.filter.themes(args.collection.lang)?.is_empty();
        let page = if is_themed {
            by_theme(args, &collection, viewer, &filter).await?
        } else {
            collection.problems().list(viewer, &filter).await?
        };
        if args.collection.json {
            print(&format!("{}\n", serde_json::json!(page)))?;
        } else {
            print(&page_text(&page, &filter, is_themed, args.collection.lang))?;
        }
        if interrupt::stopped() {
            return Ok(broken_off(say!(
                args.collection.lang,
                "problems-incomplete"
            )));
        }
        Ok::<_, Failure>(ExitCode::SUCCESS)
    })
}

/// Returns a page of the problems that show the themes of the filter options; examines no more problems than the page
/// needs. `viewer` is the user on whom some criteria depend, `None` if nobody is logged in.
async fn by_theme(
    args: &Args,
    collection: &Store,
    viewer: Option<i64>,
    filter: &Filter,
) -> Result<Page, Failure> {
    if args.after.is_some() {
        let why = say!(args.collection.lang, "list-after-theme");
        return Err(Failure::Other(why.into()));
    }
    let before = (filter.page as usize - 1).saturating_mul(filter.per_page as usize);
    let end = before.saturating_add(filter.per_page as usize);
    // One more than the page holds, to see if there is a next page.
    let chosen = chosen(
        &args.filter,
        collection,
        viewer,
        filter,
        end.saturating_add(1),
        args.collection.lang,
    )
    .await?;
    let found = chosen.problems.len();
    let more = found > end || !chosen.complete;
    let problems = chosen.problems.into_iter().skip(before).take(end - before);
    Ok(Page {
        problems: problems.collect(),
        total: found.min(end) as u64,
        more,
        page: filter.page,
        per_page: filter.per_page,
        next: None,
    })
}

/// Largest number of characters of an author or a title in the table.
const WIDEST: usize = 32;

/// Shortens a text to the width of a column; an ellipsis replaces its end.
fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(WIDEST - 1).collect();
    format!("{}…", beginning.trim_end())
}

fn row(problem: &Problem, lang: Lang) -> [String; 8] {
    let draft = &problem.draft;
    let owner = match (&problem.owner_name, problem.template) {
        (Some(name), _) => cut(name),
        (None, true) => say!(lang, "list-template").to_owned(),
        (None, false) => cut(deleted_user(lang)),
    };
    let difficulty = match problem.band {
        0 => "-".to_owned(),
        band => band.to_string(),
    };
    let or_dash = |text: &str| match text {
        "" => "-".to_owned(),
        text => cut(text),
    };
    [
        problem.id.to_string(),
        draft.stipulation_text(),
        state(problem.state, lang).to_owned(),
        difficulty,
        format!("{}/{}", problem.solved, problem.played),
        owner,
        or_dash(&draft.author),
        or_dash(&draft.title),
    ]
}

/// Returns a page as a table, followed by a sentence on its place in the list. A list by theme (`is_themed`) can be
/// continued only by the number of a page, not by `--after`.
fn page_text(page: &Page, filter: &Filter, is_themed: bool, lang: Lang) -> String {
    if page.problems.is_empty() {
        let total = page.total;
        let text = match total {
            _ if page.more => say!(lang, "list-nothing-here-list-does").to_owned(),
            0 => say!(lang, "list-no-problems").to_owned(),
            _ => say!(lang, "list-nothing-here", total),
        };
        return text + "\n";
    }
    let mut table = Table::new(
        lang,
        [
            ('>', key!("table-number")),
            ('<', key!("table-task")),
            ('<', key!("table-state")),
            ('>', key!("table-difficulty")),
            ('>', key!("table-solved")),
            ('<', key!("table-owner")),
            ('<', key!("table-author")),
            ('<', key!("table-title")),
        ],
    );
    for problem in &page.problems {
        table.add(row(problem, lang));
    }
    let mut text = table.text();
    text.push('\n');
    text += &place(page, filter, is_themed, lang);
    text
}

/// Returns the place of a page in the list, such as `Problems 21 to 40 of 118; more with --page 3.` A list by theme
/// (`is_themed`) can be continued only by the number of a page.
fn place(page: &Page, filter: &Filter, is_themed: bool, lang: Lang) -> String {
    let shown = page.problems.len() as u64;
    let total = if page.more {
        say!(lang, "list-more-than", total = page.total)
    } else {
        page.total.to_string()
    };
    let whole = match filter.after {
        // With `--after` the number of problems before this page is unknown.
        Some(_) => say!(lang, "list-of", shown, total),
        None if shown == page.total && !page.more => {
            say!(lang, "list-problems", total)
        }
        None => {
            let first = u64::from(page.page - 1) * u64::from(page.per_page) + 1;
            let last = first + shown - 1;
            say!(lang, "list-problems-2", first, last, total)
        }
    };
    let more = match (&page.next, filter.after) {
        (None, _) if !(is_themed && page.more) => String::new(),
        (Some(next), Some(_)) => say!(lang, "list-more-after", next),
        _ => {
            let next = page.page + 1;
            say!(lang, "list-more-page", next)
        }
    };
    format!("{whole}{more}.\n")
}
