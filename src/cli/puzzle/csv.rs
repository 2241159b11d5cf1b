//! Puzzles in the form in which Lichess gives its own away: lines of `PuzzleId,FEN,Moves,Rating,
//! RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`, of which the first eight matter.
//!
//! The file has millions of lines, so it is read as a stream, and of the puzzles that fit each is as
//! likely to be chosen as any other (reservoir sampling).

use super::super::{CliError, warned};
use games::Read;
use games::chess::Position;
use rand::RngExt;
use rand::rngs::StdRng;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// `00sHx`.
    pub id: String,
    /// Before the opponent's move.
    pub start: Position,
    /// In UCI's form: the opponent's first, then the solver's and the opponent's in turn.
    pub moves: Vec<String>,
    /// On Glicko-2's scale.
    pub rating: u32,
    /// Rating deviation: uncertainty of the rating, on the same scale.
    pub deviation: u32,
    /// `mateIn2`, `fork`.
    pub themes: Vec<String>,
}

/// Criteria for choosing puzzles.
pub struct Wanted<'a> {
    /// All of these.
    pub themes: &'a [String],
    /// From and to.
    pub ratings: (u32, u32),
    /// At most so many.
    pub count: usize,
}

/// Chooses puzzles of a file by lot.
///
/// # Errors
/// A sentence that names the file, and the line that is no puzzle.
pub fn choose(path: &Path, wanted: &Wanted, rng: &mut StdRng) -> Result<Vec<Puzzle>, CliError> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let mut chosen: Vec<(usize, String)> = Vec::new();
    let mut fitting = 0;
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| format!("cannot read {name}: {error}"))?;
        let number = index + 1;
        let line = match index {
            0 => line.trim_start_matches('\u{feff}').to_owned(),
            _ => line,
        };
        if line.trim().is_empty() || (index == 0 && line.starts_with("PuzzleId,")) {
            continue;
        }
        let fits = fits(&line, wanted).map_err(|why| format!("{name}: line {number}: {why}"))?;
        if !fits {
            continue;
        }
        fitting += 1;
        if chosen.len() < wanted.count {
            chosen.push((number, line));
        } else {
            let place = rng.random_range(0..fitting);
            if let Some(old) = chosen.get_mut(place) {
                *old = (number, line);
            }
        }
    }
    let read = |(number, line): &(usize, String)| {
        let place = format!("{name}: line {number}");
        let read = puzzle(line).map_err(|why| format!("{place}: {why}"))?;
        Ok(warned(&place, read))
    };
    chosen.iter().map(read).collect()
}

/// The fields that matter; nothing in them needs quotes.
fn fields(line: &str) -> Result<[&str; 8], String> {
    if line.contains('"') {
        return Err("a puzzle has no quotation marks".to_owned());
    }
    let mut fields = line.split(',').map(str::trim);
    let mut all = [""; 8];
    for field in &mut all {
        *field = fields.next().ok_or(
            "a puzzle has eight fields or more: PuzzleId,FEN,Moves,Rating,RatingDeviation,\
             Popularity,NbPlays,Themes",
        )?;
    }
    Ok(all)
}

fn number(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is no {what}"))
}

fn fits(line: &str, wanted: &Wanted) -> Result<bool, String> {
    let [_, _, _, rating, _, _, _, themes] = fields(line)?;
    let rating = number(rating, "rating")?;
    let (low, high) = wanted.ratings;
    let has = |theme: &String| {
        let mut known = themes.split_whitespace();
        known.any(|known| known.eq_ignore_ascii_case(theme))
    };
    Ok((low..=high).contains(&rating) && wanted.themes.iter().all(has))
}

/// Reads a line whole, moves and all.
fn puzzle(line: &str) -> Result<Read<Puzzle>, String> {
    let [id, fen, moves, rating, deviation, _, _, themes] = fields(line)?;
    let read = Position::read_fen(fen, false).map_err(|error| error.to_string())?;
    let (start, dropped) = read.split();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let mut here = start;
    for text in &moves {
        let m = here.parse_move(text).map_err(|error| error.to_string())?;
        here = here.play(m);
    }
    if moves.len() < 2 {
        return Err("a puzzle has the opponent's move and at least one of the solver's".to_owned());
    }
    let words = themes.split_whitespace().map(str::to_owned);
    let puzzle = Puzzle {
        id: id.to_owned(),
        start,
        moves,
        rating: number(rating, "rating")?,
        deviation: number(deviation, "rating's deviation")?,
        themes: words.collect(),
    };
    Ok(Read::new(puzzle, dropped))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "own1,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,endgame short,,";

    #[test]
    fn a_line_is_read_whole_or_its_fault_is_named() {
        let (puzzle, _) = puzzle(LINE).expect("a puzzle").split();
        assert_eq!(
            (puzzle.id.as_str(), puzzle.rating, puzzle.moves.len()),
            ("own1", 900, 3)
        );
        for (line, named) in [
            (LINE.replace("a1a2", "a1a3"), "a1a3"),
            (LINE.replace("900", "many"), "'many'"),
            (LINE.replace("6k1/", "6k2/"), "6k2"),
            (LINE.replace("a1a2 g8f8 g1d1", "a1a2"), "at least one"),
            ("a,b,c".to_owned(), "eight fields"),
        ] {
            let why = super::puzzle(&line).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let text = format!("\u{feff}PuzzleId,FEN,Moves,Rating\n{LINE}\n");
        std::fs::write(&file, text).expect("written");
        let all = Wanted {
            themes: &[],
            ratings: (0, 3000),
            count: 1,
        };
        let chosen = choose(file.path(), &all, &mut rand::SeedableRng::seed_from_u64(1));
        assert_eq!(chosen.expect("a puzzle").len(), 1);
        let wanted = |themes: &'static [String], ratings| Wanted {
            themes,
            ratings,
            count: 1,
        };
        assert_eq!(fits(LINE, &wanted(&[], (800, 1000))), Ok(true));
        assert_eq!(fits(LINE, &wanted(&[], (901, 1000))), Ok(false));
        let themes = vec!["endgame".to_owned(), "fork".to_owned()].leak();
        assert_eq!(fits(LINE, &wanted(themes, (0, 3000))), Ok(false));
        assert_eq!(fits(LINE, &wanted(&themes[..1], (0, 3000))), Ok(true));
    }
}
