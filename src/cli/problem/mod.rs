//! `atalaya problem`: the problem collection's problems.
//!
//! | file | command |
//! |---|---|
//! | `new` | keep a new problem |
//! | `show` | a problem with its board and all that is known of it |
//! | `list` | problems by a filter, page by page |
//! | `similar` | those that are like a position |
//! | `verify` | its verdict, by a job |
//! | `delete`, `copy` | one's own away, anybody's to oneself |
//! | `edit` | a session at the terminal: the board piece by piece |
//! | `import`, `export` | files of other programs |
//! | `compose` | composed by the program |
//! | `search` | men that make sound problems of a position |
//! | `improve` | changes that make a sound problem better |
//! | `play` | a game over a problem |
//! | `filter_args` | the options that choose problems, for all commands that take several |
//! | `by_theme` | problems by the themes of their solutions |
//! | `board` | a position drawn |
//! | `messages` | messages of these commands in both languages |

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

/// Arguments of `atalaya problem`.
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
/// What went wrong, as a sentence.
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
