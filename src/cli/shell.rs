//! `atalaya completions` and `atalaya man`: shell completions and manual pages, generated from the declaration of the
//! command line.
//!
//! | file | contents |
//! |---|---|
//! | `values` | possible values of options, for completion |
//! | `manual` | examples and exit statuses of the manual pages |

mod manual;
mod values;

use super::{Cli, CliResult, language, print};
use base::say;
use clap::CommandFactory;
use clap_complete::Shell;
use players::Registry;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
pub struct Man {
    /// Write a page for the program and one for each command to this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Prints the completions of a shell.
///
/// # Errors
/// Standard output that cannot be written.
pub fn completions(args: &Completions, registry: &Registry) -> CliResult {
    let mut command = values::with_values(Cli::command(), registry);
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "atalaya", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of the program, or writes the pages of all commands to a folder.
///
/// # Errors
/// A folder or standard output that cannot be written.
pub fn man(args: &Man) -> CliResult {
    // Only the version number, so that the page is the same on every machine.
    let mut command = Cli::command()
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true);
    command.build();
    match &args.dir {
        Some(dir) => {
            let lang = language::current();
            let path = dir.display();
            let cannot = |error| say!(lang, "man-cannot-write", path = path, error);
            std::fs::create_dir_all(dir).map_err(cannot)?;
            manual::write(command, dir).map_err(cannot)?;
        }
        None => print(&manual::page(command)?)?,
    }
    Ok(ExitCode::SUCCESS)
}
