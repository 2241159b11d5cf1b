//! `atalaya genfens`: positions from which games can begin, in the form that OpenBench requests.
//!
//! OpenBench runs `./engine "genfens N seed S book FILE EXTRA" "quit"`, with the whole command in one argument;
//! [`unpacked`] splits it into several.

use super::{CliError, CliResult, LeftOut, broken_off, interrupt, language, print};
use arena::genfens::{Generator, MOST};
use arena::openings::Openings;
use base::say;
use games::Lang;
use games::chess::Position;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// Number of positions
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Words, each with its value: 'seed N' for the chances [default: 1], 'book FILE' for an opening file (EPD, PGN; one with FRC, 960
    /// or FISCHER in its name is of Chess960) or 'book None', 'plies N' for the random plies [default: 1 to 4, without a book 8 or 9],
    /// 'most CP' for the greatest advantage in centipawns [default: 300]
    #[arg(value_name = "WORD VALUE")]
    words: Vec<String>,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Splits the first argument of a command line into words if it is a whole `genfens` command, as OpenBench gives it,
/// and removes `quit` arguments after it. Any other command line is returned unchanged. The first element of `args` is
/// the program's name.
pub fn unpacked(args: Vec<OsString>) -> Vec<OsString> {
    let Some(words) = args.get(1).and_then(|arg| arg.to_str()) else {
        return args;
    };
    if !words.starts_with("genfens ") {
        return args;
    }
    let behind = args.iter().skip(2).filter(|arg| *arg != "quit");
    let words = words.split_whitespace().map(OsString::from);
    let name = args.iter().take(1).cloned();
    name.chain(words).chain(behind.cloned()).collect()
}

/// Parsed words after the number of positions.
struct Words<'a> {
    seed: u64,
    book: Option<&'a Path>,
    plies: Option<usize>,
    most: i32,
}

impl Words<'_> {
    /// Parses words that come in pairs: a name and its value.
    ///
    /// # Errors
    /// A sentence that names the bad word.
    fn read(words: &[String], lang: Lang) -> Result<Words<'_>, CliError> {
        let mut read = Words {
            seed: 1,
            book: None,
            plies: None,
            most: MOST,
        };
        for pair in words.chunks(2) {
            let [word, value] = pair else {
                return Err(say!(lang, "genfens-no-value", word = pair[0]).into());
            };
            let wrong = |least, most| say!(lang, "genfens-number", word, value, least, most).into();
            match word.as_str() {
                "seed" => {
                    let seed = value.parse();
                    read.seed = seed.map_err(|_| say!(lang, "genfens-seed", word, value))?;
                }
                "book" if value.eq_ignore_ascii_case("none") => read.book = None,
                "book" => read.book = Some(Path::new(value)),
                "plies" => match value.parse() {
                    Ok(plies @ 0..=1000) => read.plies = Some(plies),
                    _ => return Err(wrong(0, 1000)),
                },
                "most" => match value.parse() {
                    Ok(most @ 1..=100_000) => read.most = most,
                    _ => return Err(wrong(1, 100_000)),
                },
                _ => return Err(say!(lang, "genfens-unknown", word).into()),
            }
        }
        Ok(read)
    }
}

/// Runs the subcommand.
///
/// # Errors
/// A bad word, a book that cannot be read, or fewer positions than requested.
pub fn run(args: &Args) -> CliResult {
    let words = Words::read(&args.words, args.lang)?;
    let openings = match words.book {
        Some(path) => read(path, args.lang)?,
        None => Openings::at(Position::start()),
    };
    let mut generator = Generator::new(&openings, words.plies, words.most, words.seed)
        .map_err(|error| error.text(args.lang))?;
    interrupt::flag();
    for count in 0..args.count {
        if interrupt::stopped() {
            return Ok(broken_off(&say!(args.lang, "genfens-broken-off", count)));
        }
        let drawn = generator.draw();
        let fen = drawn.map_err(|error| error.text(args.lang))?.fen();
        print(&format!("info string genfens {fen}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a book of openings, PGN or EPD by its name. As in OpenBench, the openings are those of Chess960 if the name
/// contains `FRC`, `960` or `FISCHER`.
fn read(path: &Path, lang: Lang) -> Result<Openings<Position>, CliError> {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_uppercase();
    let chess960 = ["FRC", "960", "FISCHER"]
        .iter()
        .any(|word| name.contains(word));
    let is_pgn = name.ends_with(".PGN");
    let mut left_out = LeftOut::of(path, if is_pgn { "game" } else { "line" }, "");
    let read = if is_pgn {
        Openings::from_pgn(path, None, chess960, None, left_out.tell())
    } else {
        Openings::from_epd(path, chess960, left_out.tell())
    };
    let read = read.map_err(|error| error.text(lang))?;
    left_out.report();
    Ok(read)
}
