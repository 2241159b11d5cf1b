//! `atalaya problem edit`: an editor for composing at the terminal, piece by piece.
//!
//! A session reads commands, from a terminal or a pipe, until `quit` or the end of the input. The position on the board
//! need not be legal until it is verified or saved.
//!
//! | file | what it does |
//! |---|---|
//! | `commands` | tables of commands |
//! | `exchange` | problems from files and pasted text, and into files |
//! | `session` | the session, which obeys them |
//! | `solve` | solves the position on the board with any stipulation |

mod commands;
mod exchange;
mod session;
mod solve;

use super::terms_args::of_text;
use crate::cli::collection::CollectionArgs;
use crate::cli::play::look::Colors;
use crate::cli::prompt::Console;
use crate::cli::{CliResult, user, warned_in};
use problems::{Draft, Editor};
use session::Session;
use std::io::IsTerminal;
use store::{Error, Refusal};

#[derive(clap::Args)]
pub struct Args {
    /// A problem of your own that nobody has played [default: a new one]
    id: Option<i64>,
    /// Begin from this position
    #[arg(long, conflicts_with = "id")]
    fen: Option<String>,
    /// Begin with this number of moves
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        conflicts_with = "id",
        default_value_t = 2
    )]
    moves: u32,
    #[command(flatten)]
    colors: Colors,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem edit`. Exit status 1 if the input ended with unsaved changes, or the problem must not be
/// changed by this user.
pub(super) fn run(args: &Args) -> CliResult {
    let lang = args.collection.lang;
    let asked = of_text(&format!("#{}", args.moves), lang)?;
    let mut editor = Editor::new();
    let told = |error: problems::Error| error.text(lang);
    editor.set_moves(asked.moves()).map_err(told)?;
    if let Some(fen) = &args.fen {
        warned_in(lang, fen, editor.set_fen(fen).map_err(told)?);
    }
    editor.mark_saved();
    args.collection.run(async |collection| {
        if let Some(id) = args.id {
            let user = user::who(&args.collection, &collection).await?;
            let problem = collection.problems().get(id).await?;
            // Check now whether saving will be refused, before the user does any work.
            let refused = match () {
                () if problem.template => Some(Refusal::Template(id)),
                () if problem.owner != Some(user.id) => Some(Refusal::NotYours(id)),
                () if problem.played > 0 => Some(Refusal::AlreadyPlayed(id)),
                () => None,
            };
            if let Some(refusal) = refused {
                return Err(Error::Refused(refusal).into());
            }
            editor = Editor::of(Draft { ..problem.draft })?;
        }
        let console = Console::listen(!args.collection.json);
        let mut session = Session {
            editor,
            id: args.id,
            verified: None,
            args: &args.collection,
            style: args.colors.style(),
            collection: &collection,
            console: &console,
            at_terminal: std::io::stdin().is_terminal(),
            leaves: false,
            pasted: None,
        };
        session.run()
    })
}
