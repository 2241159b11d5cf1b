//! `atalaya problem delete`: deletes a problem of the user who is logged in, if nobody has played it.

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

/// Runs `atalaya problem delete`.
pub(super) fn run(args: &Args) -> CliResult {
    args.collection.run(async |collection| {
        let user = user::who(&args.collection, &collection).await?;
        let id = args.id;
        collection.problems().delete(user.id, id).await?;
        if args.collection.json {
            print(&format!("{}\n", serde_json::json!({"deleted": id})))?;
        } else {
            let text = say!(args.collection.lang, "delete-problem-deleted", id) + "\n";
            print(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}
