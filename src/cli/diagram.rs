//! `atalaya diagram`: a diagram of a position of any game, as a picture or for LaTeX.

use super::language;
use super::start::StartArgs;
use super::{CliError, CliResult, print, write_new};
use base::say;
#[cfg(feature = "shell")]
use games::png;
use games::{AnyGame, Lang, svg};
use players::Registry;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// The position, in the game's own text form [default: the start]
    position: Option<String>,
    /// The game: chess, kamisado or rolit
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    #[command(flatten)]
    start: StartArgs,
    /// Write an SVG to this new file, or to the standard output if it is '-' [default: -, without another file]
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG to this new file
    #[cfg(feature = "shell")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG, in pixels
    #[cfg(feature = "shell")]
    #[arg(long, value_name = "N", default_value_t = 816, requires = "png",
          value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
    /// Chess: write a command of the LaTeX package chessboard to this new file, or to the standard output if it is '-'
    #[arg(long, value_name = "FILE")]
    latex: Option<PathBuf>,
    /// Seen from the other side
    #[arg(long)]
    turned: bool,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Runs the subcommand.
///
/// # Errors
/// A text that is not a position of the game, a file that exists or cannot be written, or no fonts for a PNG.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    let entry = registry.find(&args.variant);
    let entry = entry.map_err(|error| error.text(args.lang))?;
    let game = args
        .start
        .begin(registry, entry, args.position.as_deref(), args.lang)?;
    if let Some(path) = &args.latex {
        put(path, &latex(&game, args.turned, args.lang)?)?;
    }
    let drawn = svg::diagram(&game.board(), args.turned, args.lang);
    #[cfg(feature = "shell")]
    let others = args.latex.is_some() || args.png.is_some();
    #[cfg(not(feature = "shell"))]
    let others = args.latex.is_some();
    #[cfg(feature = "shell")]
    if let Some(path) = &args.png {
        let wide = (game.board().files * svg::CELL + 2 * svg::MARGIN) as f32;
        if !png::has_fonts() {
            return Err(say!(args.lang, "diagram-no-fonts").into());
        }
        let picture =
            png::of_svg(&drawn, args.width as f32 / wide).map_err(|error| error.text(args.lang))?;
        super::files::write_new_bytes(path, &picture)?;
    }
    match &args.svg {
        Some(path) => put(path, &drawn)?,
        None if !others => print(&drawn)?,
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a text to a new file, or to standard output if `path` is `-`.
fn put(path: &Path, text: &str) -> Result<(), CliError> {
    if path == Path::new("-") {
        print(text)
    } else {
        write_new(path, text)
    }
}

/// Returns a chess position as a command of the LaTeX package `chessboard`; an error for other games.
fn latex(game: &AnyGame, turned: bool, lang: Lang) -> Result<String, CliError> {
    if game.variant() != "chess" {
        return Err(say!(lang, "diagram-latex-chess", game = game.title(lang)).into());
    }
    let inverse = if turned { ", inverse" } else { "" };
    let fen = game.text();
    Ok(format!(
        "% In the preamble: \\usepackage{{chessboard}}\n\\chessboard[setfen={{{fen}}}{inverse}]\n"
    ))
}
