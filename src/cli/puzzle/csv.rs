//! Puzzles in the form in which Lichess gives its own away: CSV with a line for each puzzle, whose columns are
//! `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`, or those that the first
//! line names, in its order.
//!
//! The file has millions of lines, so it is read as a stream, and of the puzzles that fit each is as
//! likely to be chosen as any other (reservoir sampling). Lines are split by `csv-core`, the part of the library `csv`
//! that knows no files: the rest of that library cannot tell the line of a record after empty lines.

use super::super::{CliError, warned};
use games::Read;
use games::chess::Position;
use rand::RngExt;
use rand::rngs::StdRng;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The columns that Lichess publishes, in its order.
const PUBLISHED: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// The columns that matter.
const NEEDED: [&str; 6] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Themes",
];

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
    let (mut lines, mut has_begun) = (Lines::new(), false);
    let mut chosen: Vec<(usize, String)> = Vec::new();
    let mut fitting = 0;
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| format!("cannot read {name}: {error}"))?;
        let number = index + 1;
        let wrong = |why| format!("{name}: line {number}: {why}");
        let line = match index {
            0 => line.trim_start_matches('\u{feff}').to_owned(),
            _ => line,
        };
        if line.trim().is_empty() {
            continue;
        }
        let is_first = !std::mem::replace(&mut has_begun, true);
        if is_first && lines.head(&line).map_err(wrong)? {
            continue;
        }
        if !lines.fits(&line, wanted).map_err(wrong)? {
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
        let read = lines
            .puzzle(line)
            .map_err(|why| format!("{place}: {why}"))?;
        Ok(warned(&place, read))
    };
    chosen.iter().map(read).collect()
}

fn number(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is no {what}"))
}

/// Splits lines, and knows which field is which.
struct Lines {
    splitter: csv_core::Reader,
    /// By the order of [`NEEDED`], the number of the field.
    places: [usize; NEEDED.len()],
    /// Number of columns, where the first line has named them.
    named: Option<usize>,
}

/// Fields of a line, without their quotation marks.
struct Fields {
    text: String,
    /// The end of each in the text.
    ends: Vec<usize>,
}

impl Fields {
    fn get(&self, place: usize) -> Option<&str> {
        let begin = match place.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        self.text.get(begin..*self.ends.get(place)?).map(str::trim)
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).filter_map(|place| self.get(place))
    }
}

impl Lines {
    /// Lines of the columns that are published.
    fn new() -> Lines {
        let place = |name| PUBLISHED.iter().position(|column| *column == name);
        Lines {
            splitter: csv_core::Reader::new(),
            places: NEEDED.map(|name| place(name).unwrap_or(usize::MAX)),
            named: None,
        }
    }

    /// Takes the columns that a line names. Returns false if it is a puzzle and names none.
    ///
    /// # Errors
    /// A sentence: a column that matters is missing, or there twice.
    fn head(&mut self, line: &str) -> Result<bool, String> {
        let fields = self.split(line)?;
        if !fields.all().any(|name| PUBLISHED.contains(&name)) {
            return Ok(false);
        }
        for (place, name) in self.places.iter_mut().zip(NEEDED) {
            let mut found = fields
                .all()
                .enumerate()
                .filter(|(_, column)| *column == name);
            let first = found.next();
            *place = first.ok_or_else(|| format!("there is no column {name}"))?.0;
            if found.next().is_some() {
                return Err(format!("there is more than one column {name}"));
            }
        }
        self.named = Some(fields.ends.len());
        Ok(true)
    }

    /// The fields that matter, in the order of [`NEEDED`].
    fn needed<'f>(&self, fields: &'f Fields) -> Result<[&'f str; NEEDED.len()], String> {
        let count = fields.ends.len();
        if let Some(named) = self.named.filter(|named| count > *named) {
            return Err(format!(
                "there are {count} fields, and the first line names {named}"
            ));
        }
        let mut needed = [""; NEEDED.len()];
        for ((field, place), name) in needed.iter_mut().zip(self.places).zip(NEEDED) {
            let found = fields.get(place);
            *field = found.ok_or_else(|| format!("the line has {count} fields, and no {name}"))?;
        }
        Ok(needed)
    }

    fn split(&mut self, line: &str) -> Result<Fields, String> {
        if line.matches('"').count() % 2 == 1 {
            return Err("a quotation mark has no partner".to_owned());
        }
        let mut text = vec![0; line.len() + 1];
        let mut ends = vec![0; line.matches(',').count() + 2];
        self.splitter.reset();
        let input = line.as_bytes();
        let (_, read, written, known) = self.splitter.read_record(input, &mut text, &mut ends);
        if read < input.len() {
            return Err("there is a carriage return within the line".to_owned());
        }
        // An empty input says that the record is over.
        let rest = (&mut text[written..], &mut ends[known..]);
        let (_, _, more, last) = self.splitter.read_record(&[], rest.0, rest.1);
        text.truncate(written + more);
        ends.truncate(known + last);
        let text = String::from_utf8(text).map_err(|error| error.to_string())?;
        Ok(Fields { text, ends })
    }

    fn fits(&mut self, line: &str, wanted: &Wanted) -> Result<bool, String> {
        let fields = self.split(line)?;
        let [_, _, _, rating, _, themes] = self.needed(&fields)?;
        let rating = number(rating, "rating")?;
        let (low, high) = wanted.ratings;
        let has = |theme: &String| {
            let mut known = themes.split_whitespace();
            known.any(|known| known.eq_ignore_ascii_case(theme))
        };
        Ok((low..=high).contains(&rating) && wanted.themes.iter().all(has))
    }

    /// Reads a line whole, moves and all.
    fn puzzle(&mut self, line: &str) -> Result<Read<Puzzle>, String> {
        let fields = self.split(line)?;
        let [id, fen, moves, rating, deviation, themes] = self.needed(&fields)?;
        let read = Position::read_fen(fen, false).map_err(|error| error.to_string())?;
        let (start, dropped) = read.split();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let mut here = start;
        for text in &moves {
            let m = here.parse_move(text).map_err(|error| error.to_string())?;
            here = here.play(m);
        }
        if moves.len() < 2 {
            return Err(
                "a puzzle has the opponent's move and at least one of the solver's".to_owned(),
            );
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const LINE: &str =
        "own1,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,endgame short,,";

    /// All puzzles of a file.
    fn all(text: &str) -> Result<Vec<Puzzle>, String> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("written");
        let wanted = Wanted {
            themes: &[],
            ratings: (0, 3000),
            count: 9,
        };
        let mut rng = rand::SeedableRng::seed_from_u64(1);
        choose(file.path(), &wanted, &mut rng).map_err(|error| error.to_string())
    }

    /// The only puzzle of a file.
    fn only(text: &str) -> Puzzle {
        let mut puzzles = all(text).expect("puzzles");
        assert_eq!(puzzles.len(), 1, "{text}");
        puzzles.remove(0)
    }

    #[test]
    fn a_line_is_read_whole_or_its_fault_is_named() {
        let (puzzle, _) = Lines::new().puzzle(LINE).expect("a puzzle").split();
        assert_eq!(
            (puzzle.id.as_str(), puzzle.rating, puzzle.moves.len()),
            ("own1", 900, 3)
        );
        for (line, named) in [
            (LINE.replace("a1a2", "a1a3"), "a1a3"),
            (LINE.replace("900", "many"), "'many'"),
            (LINE.replace("6k1/", "6k2/"), "6k2"),
            (LINE.replace("a1a2 g8f8 g1d1", "a1a2"), "at least one"),
            ("a,b,c".to_owned(), "the line has 3 fields, and no Rating"),
            (LINE.replace("own1", "own\"1"), "no partner"),
            (LINE.replace("80,", "80,\r"), "carriage return"),
        ] {
            let why = Lines::new().puzzle(&line).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
        let wanted = |themes: &'static [String], ratings| Wanted {
            themes,
            ratings,
            count: 1,
        };
        let fits = |wanted| Lines::new().fits(LINE, &wanted);
        assert_eq!(fits(wanted(&[], (800, 1000))), Ok(true));
        assert_eq!(fits(wanted(&[], (901, 1000))), Ok(false));
        let themes = vec!["endgame".to_owned(), "fork".to_owned()].leak();
        assert_eq!(fits(wanted(themes, (0, 3000))), Ok(false));
        assert_eq!(fits(wanted(&themes[..1], (0, 3000))), Ok(true));
    }

    #[test]
    fn columns_are_the_published_ones_or_those_that_the_first_line_names() {
        let published = PUBLISHED.join(",");
        let puzzle = only(LINE);
        assert_eq!(puzzle.themes, ["endgame", "short"]);
        for text in [
            format!("{published}\n{LINE}\n"),
            format!("\u{feff}\r\n{published}\r\n\r\n{LINE}\r\n"),
            // Another order, and a column more.
            "Themes, Rating,PuzzleId,FEN,Mine,Moves,RatingDeviation\n\
             endgame short,900,own1,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,,a1a2 g8f8 g1d1,80\n"
                .to_owned(),
        ] {
            assert_eq!(only(&text), puzzle, "{text}");
        }
        for (text, named) in [
            (
                published.replace("Moves,", ""),
                "line 1: there is no column Moves",
            ),
            (
                format!("FEN,{published}"),
                "line 1: there is more than one column FEN",
            ),
            (
                format!("{published}\n\n\n{LINE},1\n"),
                "line 4: there are 11 fields, and the first line names 10",
            ),
            (
                format!("{LINE}\n\nmany,x"),
                "line 3: the line has 2 fields, and no Moves",
            ),
        ] {
            let why = all(&text).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
    }

    #[test]
    fn columns_in_another_order_and_fields_in_quotes_are_read() {
        let columns = "PuzzleId,Themes,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,GameUrl,OpeningTags\n\
             mk001,endgame short,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,,\n";
        let quotes = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
             mk002,\"6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1\",\"a1a2 g8f8 g1d1\",900,80,90,100,\"endgame short\",,\n";
        for (text, id) in [(columns, "mk001"), (quotes, "mk002")] {
            let wanted = Puzzle {
                id: id.to_owned(),
                ..only(LINE)
            };
            assert_eq!(only(text), wanted);
        }
        // A comma and a quotation mark within quotes.
        let text = LINE.replace("own1", "\"a, \"\"b\"\"\"");
        assert_eq!(only(&text).id, "a, \"b\"");
    }
}
