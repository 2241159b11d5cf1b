//! `atalaya problem`: commands on chess problems of the collection.
//!
//! | file | command |
//! |---|---|
//! | `new` | stores a new problem |
//! | `show` | shows a problem with its board and all that is known of it |
//! | `list` | lists problems by a filter, page by page |
//! | `similar` | finds problems that resemble a position |
//! | `verify` | has problems verified by a job |
//! | `delete`, `copy` | deletes an own problem, copies any problem to oneself |
//! | `edit` | edits a problem in a session at the terminal |
//! | `import`, `export` | read and write files of other programs |
//! | `compose` | has the program compose problems |
//! | `search` | searches for pieces that, added to a position, make it a sound problem |
//! | `improve` | searches for changes that make a sound problem better |
//! | `play` | plays a game over a problem |
//! | `filter_args` | the options that select problems, for all commands that take several |
//! | `by_theme` | problems by the themes of their solutions |
//! | `board` | drawing of a position |
//! | `messages` | messages of these commands in all languages |

mod board;
mod by_theme;
mod compose;
mod copy;
mod delete;
mod edit;
mod export;
mod filter_args;
mod import;
mod improve;
mod list;
mod messages;
mod new;
mod play;
mod search;
mod show;
mod similar;
mod terms_args;
mod verify;

pub(in crate::cli) use filter_args::FilterArgs;

use super::CliResult;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Keep a new problem: a position, and in how many moves it is mate
    New(Box<new::Args>),
    /// Show a problem: its board, and all that is known of it
    Show(show::Args),
    /// Verify problems: is there a mate in N, what is the least N, by which keys?
    Verify(verify::Args),
    /// Compose or change a problem at the terminal, piece by piece
    Edit(edit::Args),
    /// List problems: without a filter, your own and the templates you have not played
    List(Box<list::Args>),
    /// Find problems that are like a position: mirrored, turned, shifted, with other men; what is different is named
    Similar(Box<similar::Args>),
    /// Delete a problem of your own that nobody has played
    Delete(delete::Args),
    /// Copy a problem, a template or anybody's, to be your own
    Copy(copy::Args),
    /// Read problems from a file: EPD, FEN, PGN, Popeye, YACPDB or JSON
    Import(import::Args),
    /// Write problems to a file: EPD, FEN, PGN, Popeye, YACPDB or JSON
    Export(Box<export::Args>),
    /// Play a problem: attack or defend it, against a machine or a second person
    Play(Box<play::Args>),
    /// Have the program compose problems
    Compose(Box<compose::Args>),
    /// Look for changes after which a sound problem is still sound, and better: fewer men, fewer duals, a better key
    Improve(improve::Args),
}

/// Runs `atalaya problem`.
///
/// # Errors
/// An error as a sentence; refusals of the collection are printed instead.
pub fn run(args: &Args) -> CliResult {
    match &args.action {
        Action::New(args) => new::run(args),
        Action::Show(args) => show::run(args),
        Action::List(args) => list::run(args),
        Action::Similar(args) => similar::run(args),
        Action::Delete(args) => delete::run(args),
        Action::Copy(args) => copy::run(args),
        Action::Verify(args) => verify::run(args),
        Action::Edit(args) => edit::run(args),
        Action::Play(args) => play::run(args),
        Action::Import(args) => import::run(args),
        Action::Export(args) => export::run(args),
        Action::Compose(args) => compose::run(args),
        Action::Improve(args) => improve::run(args),
    }
}
