//! `atalaya completions` and `atalaya man`: what a shell completes and what `man` shows, made of the
//! command line's own declarations.

use super::{Cli, CliResult, print};
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `atalaya completions`.
#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Arguments of `atalaya man`.
#[derive(clap::Args)]
pub struct Man {
    /// Write a page for the program and one for each command to this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Prints the completions of a shell.
///
/// # Errors
/// Nowhere to print to.
pub fn completions(args: &Completions) -> CliResult {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "atalaya", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page, or writes all pages.
///
/// # Errors
/// A folder that cannot be written to, or nowhere to print to.
pub fn man(args: &Man) -> CliResult {
    match &args.dir {
        Some(dir) => {
            let cannot = |error| format!("cannot write to {}: {error}", dir.display());
            std::fs::create_dir_all(dir).map_err(cannot)?;
            clap_mangen::generate_to(Cli::command(), dir).map_err(cannot)?;
        }
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut text)?;
            print(&String::from_utf8_lossy(&text))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
