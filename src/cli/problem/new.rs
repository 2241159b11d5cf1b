//! `atalaya problem new`: stores a new problem in the collection.

use super::messages::twins;
use super::terms_args::{StipulationArgs, TermsArgs};
use crate::cli::collection::CollectionArgs;
use crate::cli::{CliResult, print, user, warned_in};
use base::say;
use problems::Draft;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The position; the side to move begins
    #[arg(long, requires = "task")]
    fen: String,
    #[command(flatten)]
    stipulation: StipulationArgs,
    #[command(flatten)]
    terms: TermsArgs,
    /// Author of the problem
    #[arg(long, default_value = "")]
    author: String,
    /// Its title
    #[arg(long, default_value = "")]
    title: String,
    /// Where it was printed
    #[arg(long, default_value = "")]
    source: String,
    /// A word to find it by; may be given several times
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem new`.
pub(super) fn run(args: &Args) -> CliResult {
    let lang = args.collection.lang;
    let stipulation = args.stipulation.stipulation(lang)?;
    let read = match Draft::read_on(&args.fen, stipulation, args.terms.terms()) {
        Ok(read) => read,
        Err(error) => return args.collection.failed(error),
    };
    let draft = Draft {
        author: args.author.clone(),
        title: args.title.clone(),
        source: args.source.clone(),
        tags: args.tag.clone(),
        ..warned_in(lang, &args.fen, read)
    };
    // A draft that cannot be stored is refused before a login is required.
    let draft = match draft.checked() {
        Ok(draft) => draft,
        Err(error) => return args.collection.failed(error),
    };
    args.collection.run(async |collection| {
        let user = user::who(&args.collection, &collection).await?;
        let created = collection.problems().create(user.id, draft).await?;
        if args.collection.json {
            print(&format!("{}\n", serde_json::json!(created)))?;
            return Ok(ExitCode::SUCCESS);
        }
        let (id, lang) = (created.id, args.collection.lang);
        let mut text = say!(lang, "new-problem-kept-as-draft", id) + "\n";
        if let Some(sentence) = twins(&created.twins, lang) {
            text += &sentence;
            text.push('\n');
        }
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    })
}
