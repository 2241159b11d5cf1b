//! `atalaya problem copy`: copies a problem of any user to the user who is logged in.

use crate::cli::collection::CollectionArgs;
use crate::cli::{CliResult, print, user};
use base::say;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The problem's number
    id: i64,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem copy`.
pub(super) fn run(args: &Args) -> CliResult {
    args.collection.run(async |collection| {
        let user = user::who(&args.collection, &collection).await?;
        let created = collection.problems().copy(user.id, args.id).await?;
        if args.collection.json {
            print(&format!("{}\n", serde_json::json!(created)))?;
        } else {
            let (new, old) = (created.id, args.id);
            let text = say!(args.collection.lang, "copy-problem-copy-problem", new, old) + "\n";
            print(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}
