//! `atalaya diagram`: a position of any game as a picture.

use super::start::StartArgs;
use super::{CliResult, print, write_new};
use games::{Lang, svg};
use players::Registry;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `atalaya diagram`.
#[derive(clap::Args)]
pub struct Args {
    /// The position, in the game's own text form [default: the start]
    position: Option<String>,
    /// The game: chess, kamisado or rolit
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    #[command(flatten)]
    start: StartArgs,
    /// The new file of the picture, or - for the standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    svg: PathBuf,
    /// Seen from the other side
    #[arg(long)]
    turned: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// A text that is no position of the game, a file that is there already or cannot be written.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    let entry = registry.find(&args.variant)?;
    let game = args
        .start
        .begin(registry, entry, args.position.as_deref(), Lang::EN)?;
    let drawn = svg::diagram(&game.board(), args.turned);
    if args.svg == Path::new("-") {
        print(&drawn)?
    } else {
        write_new(&args.svg, &drawn)?
    }
    Ok(ExitCode::SUCCESS)
}
