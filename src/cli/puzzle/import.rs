//! `atalaya puzzle import`: imports puzzles from a file in Lichess's CSV form into the database of a site.

use super::super::collection::{CollectionArgs, Failure, wait};
use super::super::{CliError, CliResult, print};
use super::choose;
use super::range;
use base::say;
use problems::puzzle::Puzzle;
use problems::puzzle::csv::Criteria;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{NewPuzzle, PuzzleSource, Store};

/// Number of puzzles that are stored at a time.
const AT_ONCE: usize = 1000;

#[derive(clap::Args)]
pub struct Args {
    /// Puzzles in Lichess's form
    file: PathBuf,
    /// Only puzzles of all these themes, such as mateIn2,endgame
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<String>,
    /// Only puzzles with ratings from LOW to HIGH
    #[arg(long, value_name = "LOW-HIGH", value_parser = range)]
    rating: Option<(u32, u32)>,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs the subcommand. Puzzles that the database already has are not changed. Exit status 1 if some lines of the file
/// are not puzzles.
///
/// # Errors
/// A file that cannot be read, or a database that cannot be used.
pub fn run(args: &Args) -> CliResult {
    args.collection.run(async |store| import(args, &store))
}

fn import(args: &Args, store: &Store) -> Result<ExitCode, Failure> {
    let lang = args.collection.lang;
    let wanted = Criteria {
        themes: &args.themes,
        ratings: args.rating.unwrap_or((0, u32::MAX)),
        count: usize::MAX,
    };
    let (mut read, mut new) = (0_u64, 0);
    let mut waiting = Vec::with_capacity(AT_ONCE);
    let mut write = |waiting: &mut Vec<NewPuzzle>| -> Result<(), Failure> {
        new += wait(store.puzzles().take_in(waiting))?;
        waiting.clear();
        Ok(())
    };
    let refused = choose::all(&args.file, &wanted, lang, |puzzle| {
        read += 1;
        waiting.push(new_puzzle(puzzle)?);
        if waiting.len() < AT_ONCE {
            return Ok(());
        }
        write(&mut waiting)
    })?;
    write(&mut waiting)?;
    let known = read - new;
    if args.collection.json {
        let told = serde_json::json!({"new": new, "known": known, "refused": refused});
        print(&format!("{told}\n"))?;
    } else {
        print(&(say!(lang, "puzzle-imported", new, known) + "\n"))?;
    }
    Ok(ExitCode::from(u8::from(refused > 0)))
}

/// Converts a puzzle to the form in which the database stores it.
fn new_puzzle(puzzle: Puzzle) -> Result<NewPuzzle, CliError> {
    let fen = puzzle.start.fen();
    let first = puzzle.moves.first().ok_or("a puzzle without moves")?;
    Ok(NewPuzzle {
        key: NewPuzzle::key_of(&fen, first, None),
        source: PuzzleSource::File,
        rating: puzzle.strength(),
        moves: puzzle.moves,
        mate: None,
        themes: puzzle.themes,
        owner: None,
        maker: String::new(),
        origin: puzzle.id,
        fen,
    })
}
