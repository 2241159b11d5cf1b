//! `atalaya ranking`: users, people and machines, by points.

use super::collection::{CollectionArgs, Failure};
use super::table::{Pages, Table, kind_word};
use super::{CliResult, print};
use base::{key, say};
use serde_json::json;
use solve::mate::MAX_MOVES;
use std::process::ExitCode;
use store::{RankingOf, Store};

#[derive(clap::Args)]
pub struct Args {
    /// Only games over mates in N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MOVES)))]
    theme: Option<u32>,
    /// Only games over problems of this difficulty, from 1 (easy) to 5
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u8).range(1..=5))]
    difficulty: Option<u8>,
    #[command(flatten)]
    pages: Pages,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// A sentence if the ranking cannot be read.
pub fn run(args: &Args) -> CliResult {
    args.collection
        .run(async |collection| show(args, &collection).await)
}

async fn show(args: &Args, collection: &Store) -> Result<ExitCode, Failure> {
    let of = RankingOf {
        moves: args.theme,
        band: args.difficulty,
    };
    let (offset, limit) = args.pages.range();
    let ranking = collection.plays().ranking(of, offset, limit).await?;
    if args.collection.json {
        let mut list = args.pages.json(ranking.total);
        list["theme"] = json!(args.theme);
        list["difficulty"] = json!(args.difficulty);
        list["users"] = json!(ranking.users);
        print(&format!("{list}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let lang = args.collection.lang;
    if ranking.total == 0 {
        print(&format!(
            "{}\n",
            say!(lang, "ranking-nobody-played-such-game")
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(
        lang,
        [
            ('>', key!("table-place")),
            ('<', key!("table-name")),
            ('<', key!("table-kind")),
            ('>', key!("table-points")),
            ('>', key!("table-games")),
            ('>', key!("table-won")),
            ('>', key!("table-streak")),
            ('>', key!("table-rating")),
            ('<', key!("table-deviation")),
        ],
    );
    for user in ranking.users {
        table.add([
            user.place.to_string(),
            user.name,
            kind_word(user.kind, lang).to_owned(),
            user.points.to_string(),
            user.games.to_string(),
            user.wins.to_string(),
            user.streak.to_string(),
            format!("{:.0}", user.rating.rating),
            format!("± {:.0}", user.rating.deviation),
        ]);
    }
    print(&(table.text() + &args.pages.line(ranking.total, lang)))?;
    Ok(ExitCode::SUCCESS)
}
