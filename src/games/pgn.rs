//! Game records: PGN for chess, and the same form for every other game.
//!
//! This module writes PGN; [`read`] reads it. [`Pgn`] is a record as text only: tags, moves with their comments, the
//! result. [`Pgn::of_line`] creates it from a game with [`Words`]; callers add further data (time controls,
//! adjudications, clock times in comments).
//!
//! Each seat has a tag, and each round of moves of all seats has a move number. In a game with points the result is
//! the points by seat (`20-12-18-14`), and a tag `Places` (`1-4-2-3`) is added.

pub mod letters;
pub mod read;
mod text;

pub(crate) use text::REPEATED;
pub use text::{decoded, standard_result, text_of};

use self::letters::Letters;
use super::{Game, Line, Outcome, Words};
use base::calendar::Date;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Final places and points of the seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Place of each seat, from 1. Seats with equal results share a place, and the places after it are skipped: 1, 1,
    /// 3.
    pub places: Vec<u8>,
    /// Points of each seat at the end; `None` if the game does not count points.
    pub points: Option<Vec<i32>>,
}

impl Ranking {
    /// Ranks the seats by `key`; the greatest key is first.
    pub fn by_key<G: Game, K: Ord>(game: &G, key: impl Fn(usize) -> K) -> Ranking {
        let seats = 0..game.players();
        let keys: Vec<K> = seats.clone().map(key).collect();
        let better = |key: &K| keys.iter().filter(|other| *other > key).count();
        Ranking {
            places: keys.iter().map(|key| better(key) as u8 + 1).collect(),
            points: seats.map(|seat| game.points(seat)).collect(),
        }
    }

    /// Ranks the seats by the rules of the game: by points if it counts them, and by the winners of the outcome.
    pub fn of_outcome<G: Game>(game: &G, outcome: &Outcome) -> Ranking {
        let key = |seat: usize| (game.points(seat), outcome.winners.contains(seat));
        Ranking::by_key(game, key)
    }

    /// Seat that alone has the first place; `None` for a draw and for a team.
    pub fn winner(&self) -> Option<usize> {
        let mut firsts = (0..self.places.len()).filter(|seat| self.places[*seat] == 1);
        firsts.next().filter(|_| firsts.next().is_none())
    }

    /// Result as text: the points by seat if the game counts them; the places by seat if there are more than two
    /// seats; else `1-0` if the seat `white` has won, `0-1` if the other one has, `1/2-1/2` for a draw.
    pub fn text(&self, white: usize) -> String {
        match (&self.points, self.winner()) {
            (Some(points), _) => joined(points),
            (None, _) if self.places.len() > 2 => joined(&self.places),
            (None, Some(seat)) if seat == white => "1-0".to_owned(),
            (None, Some(_)) => "0-1".to_owned(),
            (None, None) => "1/2-1/2".to_owned(),
        }
    }
}

/// Joins numbers by hyphens: `20-12-18-14`.
fn joined(numbers: &[impl ToString]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join("-")
}

/// Names of the seven tags that every record begins with, in the order of the PGN standard.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Values of the tags that every record begins with, except for the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Name of the event, `?` if unknown.
    pub event: String,
    /// Place where the game was played, `?` if unknown.
    pub site: String,
    /// Date of the game, in the form of [`date_tag`].
    pub date: String,
    /// Round or number of the game within the event, `-` if there are no rounds.
    pub round: String,
    /// Names of the players, by seat.
    pub names: Vec<String>,
}

impl Heading {
    /// Creates a heading without event and date.
    pub fn casual(names: Vec<String>) -> Heading {
        Heading {
            event: "Casual game".to_owned(),
            site: "?".to_owned(),
            date: "????.??.??".to_owned(),
            round: "-".to_owned(),
            names,
        }
    }
}

/// A recorded move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordedMove {
    /// Move as written by [`Words::move_name`]; without spaces.
    #[serde(rename = "move")]
    pub text: String,
    /// Numeric annotation glyphs (NAGs): 1 for `!`, 2 for `?`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u32>,
    /// Comment after the move, empty if there is none. Braces, which PGN cannot represent in comments, are written as
    /// bars.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Variations that replace this move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

/// A variation: moves that were not played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Variation {
    /// Comment before the first move; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// Moves of the variation.
    pub moves: Vec<RecordedMove>,
}

/// A game record. `Display` writes it as PGN, followed by an empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values of the tags, in the order in which they are written. Values may contain any text: quotes and
    /// backslashes are escaped, control characters become spaces.
    pub tags: Vec<(String, String)>,
    /// Number of seats: a move number covers one move of each.
    pub seats: usize,
    /// First move number, and the seat that moves first.
    pub first: (u32, usize),
    /// Moves, oldest first.
    pub moves: Vec<RecordedMove>,
    /// Comment on the whole game, written before the first move; empty if there is none.
    pub remark: String,
    /// Result, as in the tag `Result`: `1-0`, `20-44`, `*`.
    pub result: String,
}

/// Width of lines, in characters: lines are shorter, as the PGN standard demands.
const WIDTH: usize = 80;

impl Pgn {
    /// Creates the record of a game. `ranking` is `None` while it is in progress. `heading` must have a name for each
    /// seat.
    pub fn of_line<G: Words>(line: &Line<G>, heading: &Heading, ranking: Option<&Ranking>) -> Pgn {
        let start = line.start();
        let result = ranking.map_or("*".to_owned(), |ranking| ranking.text(start.white()));
        let mut pgn = Pgn {
            tags: Vec::new(),
            seats: start.players(),
            first: (start.move_number(), start.turn()),
            moves: Vec::with_capacity(line.moves().len()),
            remark: String::new(),
            result: result.clone(),
        };
        pgn.tag("Event", &heading.event);
        pgn.tag("Site", &heading.site);
        pgn.tag("Date", &heading.date);
        pgn.tag("Round", &heading.round);
        for seat in seats_in_order(start) {
            let name = heading.names.get(seat).map_or("?", String::as_str);
            pgn.tag(start.tag_name(seat), name);
        }
        pgn.tag("Result", &result);
        if let Some(Ranking {
            places,
            points: Some(_),
        }) = ranking
        {
            pgn.tag("Places", &joined(places));
        }
        pgn.begin_at(start);
        let mut here = start.clone();
        for &m in line.moves() {
            pgn.moves.push(RecordedMove {
                text: here.move_name(m),
                ..RecordedMove::default()
            });
            here = here.play(m);
        }
        pgn.tag("PlyCount", &line.moves().len().to_string());
        pgn
    }

    /// Appends a tag.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.to_owned(), value.to_owned()));
    }

    /// Moves the seven standard tags to the front, in the order of the PGN standard; the order of the others is kept.
    pub fn sort_tags(&mut self) {
        let place = |(name, _): &(String, String)| {
            let place = ROSTER.iter().position(|known| known == name);
            place.unwrap_or(ROSTER.len())
        };
        self.tags.sort_by_key(place);
    }

    /// Appends the tags that state the game and its rules, and the start position unless it is the usual one.
    pub fn begin_at<G: Words>(&mut self, start: &G) {
        for (name, value) in start.rule_tags() {
            self.tag(name, &value);
        }
        if start.needs_fen() {
            self.tag("SetUp", "1");
            self.tag("FEN", &start.text());
        }
    }

    /// Appends a text to the comment of the last move, or to the comment on the game if it has no moves.
    pub fn remark_last(&mut self, text: &str) {
        let place = match self.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.remark,
        };
        if !place.is_empty() {
            place.push_str(", ");
        }
        place.push_str(text);
    }

    /// Tokens of the move text (move numbers, moves, comments, result), between which lines may be broken.
    fn movetext(&self) -> Vec<String> {
        let mut words = Vec::new();
        self.push_moves(&mut words, self.first, &self.remark, &self.moves);
        words.push(self.result.clone());
        words
    }

    /// Appends the tokens of the game's moves or of a variation.
    fn push_moves(
        &self,
        words: &mut Vec<String>,
        first: (u32, usize),
        remark: &str,
        moves: &[RecordedMove],
    ) {
        let (mut number, mut seat) = first;
        push_comment(words, remark);
        for (ply, m) in moves.iter().enumerate() {
            match (seat, ply) {
                (0, _) => words.push(format!("{number}.")),
                (_, 0) => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(m.text.clone());
            words.extend(m.nags.iter().map(|nag| format!("${nag}")));
            push_comment(words, &m.comment);
            for variation in &m.variations {
                let start = words.len();
                let here = (number, seat);
                self.push_moves(words, here, &variation.remark, &variation.moves);
                match words.get_mut(start) {
                    Some(first) => first.insert(0, '('),
                    None => words.push("(".to_owned()),
                }
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
            }
            seat += 1;
            if seat >= self.seats {
                (number, seat) = (number.saturating_add(1), 0);
            }
        }
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '\\' | '"' => write!(f, "\\{letter}")?,
            letter if letter.is_control() => f.write_char(' ')?,
            letter => f.write_char(letter)?,
        }
    }
    f.write_str("\"]\n")
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Moves are always written with English piece letters, so a tag that names other letters must not be kept.
        let mut says_letters = false;
        for (name, value) in &self.tags {
            let is_foreign = |letters: &Letters| letters.code != "en";
            let names_letters = name == "PieceLetters"
                || (name == "Language" && Letters::find(value).is_some_and(is_foreign));
            if names_letters && !says_letters {
                write_tag(f, "PieceLetters", "en")?;
                says_letters = true;
            }
            if name != "PieceLetters" {
                write_tag(f, name, value)?;
            }
        }
        f.write_char('\n')?;
        let mut column = 0;
        for word in self.movetext() {
            let letters = word.chars().count();
            // A line that begins with a percent sign would be ignored by readers.
            if column > 0 && column + 1 + letters >= WIDTH && !word.starts_with('%') {
                f.write_char('\n')?;
                column = 0;
            } else if column > 0 {
                f.write_char(' ')?;
                column += 1;
            }
            column += letters;
            f.write_str(&word)?;
        }
        f.write_str("\n\n")
    }
}

/// Seats in the order of their tags: White first, then in the order of play.
pub fn seats_in_order<G: Game>(start: &G) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..start.players()).collect();
    seats.rotate_left(start.white());
    seats
}

fn push_comment(words: &mut Vec<String>, comment: &str) {
    let start = words.len();
    let comment = comment.replace(['{', '}'], "|");
    let comment = comment.split(|c: char| c.is_whitespace() || c.is_control());
    for word in comment.filter(|word| !word.is_empty()) {
        // Commands such as `[%eval 0.35]` are not broken between lines, because some readers do not support that.
        match words.last_mut().filter(|_| word.ends_with(']')) {
            Some(last) if last.starts_with("[%") && !last.ends_with(']') => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    if words.len() == start {
        return;
    }
    words[start].insert(0, '{');
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
}

/// Returns the day of `time` in UTC, in the form of the tag `Date`: `2026.11.20`.
pub fn date_tag(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let ms = i64::try_from(since.as_millis()).unwrap_or_default();
    Date::at(ms).to_string().replace('-', ".")
}

#[cfg(test)]
mod tests;
