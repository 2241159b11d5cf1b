//! Puzzles in the format in which Lichess publishes its own: CSV with one line for each puzzle and the columns
//! `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`, or with the columns that
//! the first line names, in its order.
//!
//! The file has millions of lines. Therefore it is read as a stream, and of the puzzles that fit each is equally likely
//! to be chosen (reservoir sampling). Every invalid line is reported, even if it would not be chosen, and the other
//! lines are used. Lines are split by `csv-core`, the part of the library `csv` that does not read files, because the
//! rest of that library loses count of lines after empty ones.

use super::Puzzle;
use base::say;
use games::chess::Position;
use games::{Lang, Read};
use rand::RngExt;
use rand::rngs::StdRng;
use std::io::{BufRead, Error};

/// Columns that Lichess publishes, in its order.
pub const PUBLISHED: [&str; 10] = [
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

/// Columns that are used.
const NEEDED: [&str; 6] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Themes",
];

/// Criteria by which puzzles are chosen from a file in Lichess's form.
pub struct Criteria<'a> {
    /// Themes that a puzzle must have, all of them.
    pub themes: &'a [String],
    /// Least and greatest rating, both included.
    pub ratings: (u32, u32),
    /// Maximum number of puzzles.
    pub count: usize,
}

/// Reason why an input cannot be used at all.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be read.
    Unread(Error),
    /// The first line, with its number in the input, does not have the columns of puzzles, for this reason.
    Columns(usize, String),
}

/// Returns puzzles drawn at random from the lines of an input, each with the number of its line. `refuse` is called for
/// each invalid line, with its number and the reason.
///
/// # Errors
/// [`Failure`] if the input cannot be used at all.
pub fn drawn(
    input: impl BufRead,
    wanted: &Criteria,
    rng: &mut StdRng,
    lang: Lang,
    refuse: impl FnMut(usize, String),
) -> Result<Vec<(usize, Read<Puzzle>)>, Failure> {
    let mut chosen: Vec<(usize, Read<Puzzle>)> = Vec::new();
    let mut fitting = 0;
    each(input, wanted, lang, refuse, |number, puzzle| {
        fitting += 1;
        if chosen.len() < wanted.count {
            chosen.push((number, puzzle));
        } else if let Some(old) = chosen.get_mut(rng.random_range(0..fitting)) {
            *old = (number, puzzle);
        }
    })?;
    Ok(chosen)
}

/// Reads the lines of an input. `take` is called for each puzzle that fits, with the number of its line, and `refuse`
/// for each invalid line, with its number and the reason. The `count` of the criteria is ignored.
///
/// # Errors
/// [`Failure`] if the input cannot be used at all.
pub fn each(
    input: impl BufRead,
    wanted: &Criteria,
    lang: Lang,
    mut refuse: impl FnMut(usize, String),
    mut take: impl FnMut(usize, Read<Puzzle>),
) -> Result<(), Failure> {
    let (mut lines, mut has_begun) = (Lines::new(lang), false);
    for (index, bytes) in input.split(b'\n').enumerate() {
        let bytes = bytes.map_err(Failure::Unread)?;
        let number = index + 1;
        let read = match str::from_utf8(&bytes) {
            Ok(line) => {
                let line = line.strip_suffix('\r').unwrap_or(line);
                let line = match index {
                    0 => line.trim_start_matches('\u{feff}'),
                    _ => line,
                };
                if line.trim().is_empty() {
                    continue;
                }
                let is_first = !std::mem::replace(&mut has_begun, true);
                let wrong = |why| Failure::Columns(number, why);
                if is_first && lines.head(line).map_err(wrong)? {
                    continue;
                }
                lines.fitting(line, wanted)
            }
            Err(_) => Err(say!(lang, "csv-utf-8").to_owned()),
        };
        match read {
            Ok(Some(puzzle)) => take(number, puzzle),
            Ok(None) => {}
            Err(why) => refuse(number, why),
        }
    }
    Ok(())
}

fn number(text: &str, what: &str, lang: Lang) -> Result<u32, String> {
    text.parse()
        .map_err(|_| say!(lang, "csv-no-number", text, what))
}

/// Splits lines into fields, and knows the columns.
struct Lines {
    splitter: csv_core::Reader,
    /// Index of the field for each column of [`NEEDED`].
    places: [usize; NEEDED.len()],
    /// Number of columns that the first line has named; `None` if it has named none.
    named: Option<usize>,
    /// Language of the error messages.
    lang: Lang,
}

/// Fields of a line, without their quotation marks.
struct Fields {
    text: String,
    /// Index in the text at which each field ends.
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
    /// Creates a reader for the columns that Lichess publishes.
    fn new(lang: Lang) -> Lines {
        let place = |name| PUBLISHED.iter().position(|column| *column == name);
        Lines {
            splitter: csv_core::Reader::new(),
            places: NEEDED.map(|name| place(name).unwrap_or(usize::MAX)),
            named: None,
            lang,
        }
    }

    /// Reads the names of the columns from a line. Returns false if the line is a puzzle and does not name columns.
    ///
    /// # Errors
    /// A message, if a column that is used is missing or occurs twice.
    fn head(&mut self, line: &str) -> Result<bool, String> {
        let (fields, lang) = (self.split(line)?, self.lang);
        if !fields.all().any(|name| PUBLISHED.contains(&name)) {
            return Ok(false);
        }
        for (place, name) in self.places.iter_mut().zip(NEEDED) {
            let mut found = fields
                .all()
                .enumerate()
                .filter(|(_, column)| *column == name);
            let first = found.next();
            let none = || say!(lang, "csv-no-column", name);
            *place = first.ok_or_else(none)?.0;
            if found.next().is_some() {
                return Err(say!(lang, "csv-more-than-one-column", name));
            }
        }
        self.named = Some(fields.ends.len());
        Ok(true)
    }

    /// Returns the fields that are used, in the order of [`NEEDED`].
    fn needed<'f>(&self, fields: &'f Fields) -> Result<[&'f str; NEEDED.len()], String> {
        let (count, lang) = (fields.ends.len(), self.lang);
        if let Some(named) = self.named.filter(|named| count > *named) {
            return Err(say!(lang, "csv-fields-first-line-names", count, named));
        }
        let mut needed = [""; NEEDED.len()];
        for ((field, place), name) in needed.iter_mut().zip(self.places).zip(NEEDED) {
            let found = fields.get(place);
            *field = found.ok_or_else(|| say!(lang, "csv-line-fields-no", count, name))?;
        }
        Ok(needed)
    }

    fn split(&mut self, line: &str) -> Result<Fields, String> {
        if line.matches('"').count() % 2 == 1 {
            let why = say!(self.lang, "csv-quotation-mark-no-partner");
            return Err(why.to_owned());
        }
        let mut text = vec![0; line.len() + 1];
        let mut ends = vec![0; line.matches(',').count() + 2];
        self.splitter.reset();
        let input = line.as_bytes();
        let (_, read, written, known) = self.splitter.read_record(input, &mut text, &mut ends);
        if read < input.len() {
            let why = say!(self.lang, "csv-carriage-return-within-line");
            return Err(why.to_owned());
        }
        // An empty input marks the end of the record.
        let rest = (&mut text[written..], &mut ends[known..]);
        let (_, _, more, last) = self.splitter.read_record(&[], rest.0, rest.1);
        text.truncate(written + more);
        ends.truncate(known + last);
        let text = String::from_utf8(text).map_err(|error| error.to_string())?;
        Ok(Fields { text, ends })
    }

    /// Parses a line completely, with all moves, if the puzzle fits the criteria; returns `None` if it does not.
    ///
    /// # Errors
    /// A message with the reason why the line is invalid. Of a puzzle that does not fit, only the rating is checked.
    fn fitting(&mut self, line: &str, wanted: &Criteria) -> Result<Option<Read<Puzzle>>, String> {
        let (fields, lang) = (self.split(line)?, self.lang);
        let [id, fen, moves, rating, deviation, themes] = self.needed(&fields)?;
        let rating = number(rating, "Rating", lang)?;
        let (low, high) = wanted.ratings;
        let has = |theme: &String| {
            let mut known = themes.split_whitespace();
            known.any(|known| known.eq_ignore_ascii_case(theme))
        };
        if !(low..=high).contains(&rating) || !wanted.themes.iter().all(has) {
            return Ok(None);
        }
        let deviation = number(deviation, "RatingDeviation", lang)?;
        let read = Position::read_fen(fen, false).map_err(|error| error.text(lang))?;
        let (start, dropped) = read.split();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let mut here = start;
        for text in &moves {
            let m = here.parse_move(text).map_err(|error| error.text(lang))?;
            here = here.play(m);
        }
        if moves.len() < 2 {
            let why = say!(lang, "csv-puzzle-opponents-move-least");
            return Err(why.to_owned());
        }
        let words = themes.split_whitespace().map(str::to_owned);
        let puzzle = Puzzle {
            id: id.to_owned(),
            start,
            moves,
            rating,
            deviation,
            themes: words.collect(),
        };
        Ok(Some(Read::new(puzzle, dropped)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "own1,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,endgame short,,";

    /// All puzzles of a text.
    fn all(text: &str) -> Result<Vec<Puzzle>, String> {
        let wanted = Criteria {
            themes: &[],
            ratings: (0, 3000),
            count: 9,
        };
        let (mut rng, mut refused) = (rand::SeedableRng::seed_from_u64(1), 0);
        let chosen = drawn(text.as_bytes(), &wanted, &mut rng, Lang::EN, |_, _| {
            refused += 1;
        });
        let chosen = chosen.map_err(|failure| match failure {
            Failure::Unread(error) => error.to_string(),
            Failure::Columns(number, why) => format!("line {number}: {why}"),
        })?;
        match refused {
            0 => Ok(chosen.into_iter().map(|(_, read)| read.split().0).collect()),
            refused => Err(format!("{refused} refused of {}", refused + chosen.len())),
        }
    }

    /// The only puzzle of a file.
    fn only(text: &str) -> Puzzle {
        let mut puzzles = all(text).expect("puzzles");
        assert_eq!(puzzles.len(), 1, "{text}");
        puzzles.remove(0)
    }

    #[test]
    fn a_line_is_read_whole_or_its_fault_is_named() {
        let wanted = |themes: &'static [String], ratings| Criteria {
            themes,
            ratings,
            count: 1,
        };
        let read = |line: &str, wanted: Criteria| Lines::new(Lang::EN).fitting(line, &wanted);
        let any = || wanted(&[], (0, 3000));
        let (puzzle, _) = read(LINE, any())
            .expect("a puzzle")
            .expect("wanted")
            .split();
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
            let why = read(&line, any()).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
        let fits = |wanted| read(LINE, wanted).map(|puzzle| puzzle.is_some());
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
                format!("{published}\n\n\n{LINE},1\n{LINE}\n"),
                "1 refused of 2",
            ),
            (format!("{LINE}\n\nmany,x"), "1 refused of 2"),
            (
                format!("{LINE}\n{}\n", LINE.replace("a1a2", "a1a3")),
                "1 refused of 2",
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
