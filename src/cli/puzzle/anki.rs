//! `atalaya puzzle anki`: writes puzzles as cards for Anki, into a CSV file that Anki imports. The front of a card
//! shows the board and who is to move, the back the solution.

use super::super::play::look::Look;
use super::super::{CliError, CliResult, print, refuse_existing, write_new};
use super::choose::choose;
use super::make::row;
use base::say;
use base::text::escaped_xml;
use games::chess::{Color, Position, localized};
use games::{Lang, Line, Words, svg};
use problems::puzzle::Puzzle;
use problems::puzzle::csv::Criteria;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// Puzzles in Lichess's form
    file: PathBuf,
    /// The new file of cards
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Only puzzles of all these themes, such as mateIn2,endgame
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<String>,
    /// At most so many, drawn by lot
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    number: u32,
    #[command(flatten)]
    look: Look,
}

/// Runs the subcommand. Exit status 1 if some lines of the file are not puzzles.
///
/// # Errors
/// A file that cannot be read or written.
pub fn run(args: &Args) -> CliResult {
    let lang = args.look.lang;
    refuse_existing(&args.out)?;
    let wanted = Criteria {
        themes: &args.themes,
        ratings: (0, u32::MAX),
        count: args.number as usize,
    };
    let mut rng = StdRng::seed_from_u64(0);
    let chosen = choose(&args.file, &wanted, &mut rng, lang)?;
    let mut out = "#separator:Comma\n#html:true\n#tags column:4\n#guid column:1\n".to_owned();
    for puzzle in &chosen.puzzles {
        out += &card(puzzle, lang)?;
    }
    write_new(&args.out, &out)?;
    let file = args.out.display();
    let n = chosen.puzzles.len();
    print(&(say!(lang, "puzzle-anki-made", n, file) + "\n"))?;
    Ok(ExitCode::from(u8::from(chosen.refused > 0)))
}

/// Returns the fields of a card: its name, front, back and tags.
fn card(puzzle: &Puzzle, lang: Lang) -> Result<String, CliError> {
    let mut line = Line::new(puzzle.start);
    let mut names = Vec::new();
    for text in &puzzle.moves {
        let m = line.position().parse_move(text)?;
        names.push(localized(&line.position().san(m), lang));
        line.play(m);
    }
    let start = line.at_ply(1);
    let turn = start.position().turn();
    let board = svg::diagram(&Position::board(&start), turn == Color::Black, lang);
    let moves = match turn {
        Color::White => say!(lang, "puzzle-white-move"),
        Color::Black => say!(lang, "puzzle-black-move"),
    };
    let (first, solution) = names.split_first().ok_or("a puzzle without moves")?;
    let front = format!("{board}<br>{}. {moves}.", escaped_xml(first));
    let solution = escaped_xml(&solution.join(" "));
    let tags = puzzle.themes.join(" ");
    let id = format!("{} {}", puzzle.id, puzzle.start.fen());
    Ok(row(&[id, front.replace('\n', ""), solution, tags]))
}
