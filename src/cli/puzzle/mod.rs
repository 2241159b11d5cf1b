//! `atalaya puzzle`: puzzles from a file in the CSV form that Lichess publishes, solved at the terminal. A file keeps
//! the user's rating (Glicko-2).
//!
//! Module `choose` reads puzzle files, `solving` poses one puzzle, `repeat` schedules repetitions, `import` loads
//! puzzles into the database of a site, `make` makes puzzles from games, and `anki` makes cards from puzzles. A puzzle
//! begins with a move of the opponent, which is shown; then every move of the solver must be that of the solution,
//! except that any mate is as good as another.
//!
//! Exit status: 0 success, 1 if some lines of the file are not puzzles, 2 bad input, 130 if interrupted by Ctrl-C; the
//! results up to then are kept.

mod anki;
mod choose;
mod import;
mod make;
mod repeat;
mod solving;

use super::files::cannot_write;
use super::play::look::Look;
use super::prompt::{self, Console, Program as _};
use super::{CliError, CliResult, interrupt, language, print};
use base::files::{self, Turn};
use base::parsing::told_by_serde;
use base::say;
use base::text::harmless;
use choose::{Chosen, choose};
use games::Lang;
use problems::puzzle::csv::Criteria;
use problems::puzzle::{Puzzle, after_attempt};
use problems::rating::Rating;
use rand::SeedableRng;
use rand::rngs::StdRng;
use repeat::Cards;
use serde::{Deserialize, Serialize};
use solving::{Solved, Solving};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Maximum difference between one's own rating and that of a puzzle where no range is given, in rating points.
const NEAR: f64 = 200.0;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Puzzles in Lichess's form: PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,…
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Only puzzles of all these themes, such as mateIn2,endgame
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<String>,
    /// Only puzzles with ratings from LOW to HIGH [default: within 200 of one's own]
    #[arg(long, value_name = "LOW-HIGH", value_parser = range)]
    rating: Option<(u32, u32)>,
    /// How many
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    number: u32,
    /// Seed of the random choices [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Only puzzles that are due: those missed soon again, those solved later and later (FSRS); then new ones, of all
    /// ratings if none are given
    #[arg(long)]
    repeat: bool,
    /// Where one's own rating is kept [default: a file in this user's data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one JSON object for each puzzle
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: Look,
}

// Something else than solving puzzles.
#[derive(clap::Subcommand)]
enum Action {
    /// Make puzzles from games: where one move is clearly best, after a mistake or before one
    Make(make::Args),
    /// Write puzzles as cards for Anki
    Anki(anki::Args),
    /// Load puzzles into the database of a site
    Import(import::Args),
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let pair = text.split_once('-').and_then(|(low, high)| {
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low <= high).then_some((low, high))
    });
    pair.ok_or_else(|| say!(language::current(), "puzzle-range").to_owned())
}

/// Rating of the person who solves puzzles, as the record file holds it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    rating: f64,
    deviation: f64,
    volatility: f64,
    played: u64,
    solved: u64,
}

impl Own {
    const NEW: Own = Own {
        rating: Rating::NEW.rating,
        deviation: Rating::NEW.deviation,
        volatility: Rating::NEW.volatility,
        played: 0,
        solved: 0,
    };

    fn read(path: &Path, lang: Lang) -> Result<Own, CliError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Own::NEW),
            Err(error) => {
                let path = path.display();
                let why = say!(lang, "play-cannot-read", name = path, error);
                return Err(why.into());
            }
        };
        let own: Result<Own, _> = serde_json::from_str(&text);
        own.map_err(|error| {
            let (path, why) = (path.display(), told_by_serde(&error.to_string()));
            let why = say!(lang, "file-no-puzzles", path, why = why.get(lang));
            why.into()
        })
    }

    /// Reads the record file, applies `change` to it, and writes the result; a missing file counts as a new rating.
    /// Returns the record before and after the change. The file is read again each time because another session may
    /// have written to it; sessions wait for one another where the system can lock files.
    ///
    /// # Errors
    /// The file cannot be read or written, or is not a record.
    fn update(
        path: &Path,
        lang: Lang,
        change: impl FnOnce(Own) -> Own,
    ) -> Result<(Own, Own), CliError> {
        let cannot = |error: std::io::Error| cannot_write(path, &error, lang);
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(cannot)?;
        }
        let _turn = Turn::wait(path).ok();
        let before = Own::read(path, lang)?;
        let after = change(before);
        let text = serde_json::to_string_pretty(&after)? + "\n";
        files::replace(path, text.as_bytes()).map_err(cannot)?;
        Ok((before, after))
    }

    fn after(self, puzzle: &Puzzle, solved: bool) -> Own {
        let own = Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        };
        let (new, _) = after_attempt(own, puzzle.strength(), solved);
        Own {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            played: self.played + 1,
            solved: self.solved + u64::from(solved),
        }
    }
}

/// Result of one puzzle, as `--json` prints it.
#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    rating: u32,
    themes: &'a [String],
    solved: bool,
    /// Moves that the user has typed, without those of the opponent.
    moves: &'a [String],
    solution: &'a [String],
    own_rating: f64,
    own_deviation: f64,
}

/// Runs the subcommand.
///
/// # Errors
/// A file that cannot be read or is damaged, no puzzle that meets the criteria, a record that cannot be written, or
/// standard output that cannot be written.
pub fn run(args: &Args) -> CliResult {
    let lang = args.look.lang;
    match &args.action {
        Some(Action::Make(args)) => return make::run(args),
        Some(Action::Anki(args)) => return anki::run(args),
        Some(Action::Import(args)) => return import::run(args),
        None => {}
    }
    // clap ensures that a file is given.
    let file = args.file.as_deref().unwrap_or(Path::new(""));
    let record = match &args.record {
        Some(path) => path.clone(),
        None => usual_record()?,
    };
    // Written before the first puzzle, to find out early if the place cannot be written to.
    let (_, mut own) = Own::update(&record, lang, |own| own)?;
    let near = |rating: f64| rating.clamp(0.0, 10_000.0) as u32;
    let usual = if args.repeat {
        (0, u32::MAX)
    } else {
        (near(own.rating - NEAR), near(own.rating + NEAR))
    };
    let ratings = args.rating.unwrap_or(usual);
    let number = args.number as usize;
    let mut rng = match args.seed {
        Some(seed) => StdRng::seed_from_u64(seed),
        None => rand::make_rng(),
    };
    let wanted = Criteria {
        themes: &args.themes,
        ratings,
        count: if args.repeat { usize::MAX } else { number },
    };
    let Chosen {
        mut puzzles,
        refused,
    } = choose(file, &wanted, &mut rng, lang)?;
    if puzzles.is_empty() {
        let ((low, high), file) = (ratings, file.display());
        let themes = match args.themes.join(", ") {
            themes if themes.is_empty() => themes,
            themes => format!(" {}", say!(lang, "puzzle-themes", themes)),
        };
        let why = say!(lang, "puzzle-no-puzzle-rated", file, low, high, themes);
        return Err(why.into());
    }
    let cards = repeat::beside(&record);
    if args.repeat {
        puzzles = Cards::read(&cards, lang)?.due(puzzles);
        puzzles.truncate(number);
    }
    let console = Console::listen(!args.json);
    let (mut done, mut right) = (0, 0);
    let mut broken_off = false;
    for puzzle in &puzzles {
        let mut solving = Solving::new(puzzle, args.look, args.json)?;
        solving.draw()?;
        let ended = prompt::run(&mut solving, &console)?;
        if args.repeat {
            repeat::keep(&cards, puzzle, (&ended, solving.hinted()), lang)?;
        }
        let solved = match ended {
            Solved::Yes => true,
            Solved::No => false,
            Solved::Skipped => continue,
            Solved::Left => break,
            Solved::Interrupted => {
                broken_off = true;
                break;
            }
        };
        let (before, after) = Own::update(&record, lang, |own| own.after(puzzle, solved))?;
        own = after;
        done += 1;
        right += usize::from(solved);
        if args.json {
            let record = Record {
                id: &puzzle.id,
                rating: puzzle.rating,
                themes: &puzzle.themes,
                solved,
                moves: solving.typed(),
                solution: &puzzle.moves[1..],
                own_rating: own.rating,
                own_deviation: own.deviation,
            };
            print(&(serde_json::to_string(&record)? + "\n"))?;
        } else {
            print(&result_text(puzzle, before.rating, own, lang))?;
        }
    }
    if !args.json {
        print(&summed(done, right, own, lang))?;
        if let (true, Some(n)) = (args.repeat, Cards::read(&cards, lang)?.days()) {
            print(&(say!(lang, "puzzle-next-due", n) + "\n"))?;
        }
    }
    if broken_off {
        Ok(ExitCode::from(interrupt::BROKEN_OFF))
    } else {
        Ok(ExitCode::from(u8::from(refused > 0)))
    }
}

fn result_text(puzzle: &Puzzle, before: f64, own: Own, lang: Lang) -> String {
    let change = own.rating - before;
    let (rating, deviation) = (own.rating, own.deviation);
    let (id, themes) = (harmless(&puzzle.id), puzzle.themes.join(", "));
    let themes = harmless(&themes);
    say!(
        lang,
        "puzzle-puzzle-rated-your-rating",
        id,
        rating = puzzle.rating,
        themes,
        rating2 = format_args!("{rating:.0}"),
        deviation = format_args!("{deviation:.0}"),
        change = format_args!("{change:+.0}")
    ) + "\n\n"
}

fn summed(done: usize, right: usize, own: Own, lang: Lang) -> String {
    let rating = own.rating;
    say!(
        lang,
        "puzzle-solved-rating",
        right,
        done,
        rating = format_args!("{rating:.0}")
    ) + "\n"
}

/// Returns the default path of the record file, in the user's data folder.
///
/// # Errors
/// The user has no home folder.
fn usual_record() -> Result<PathBuf, CliError> {
    match directories::ProjectDirs::from("", "", "atalaya") {
        Some(folders) => Ok(folders.data_dir().join("puzzles.json")),
        None => Err(say!(language::current(), "puzzle-no-home").into()),
    }
}
