//! Games as files, in a form like chess's PGN: tags in brackets, among them
//! `[Variant "Kamisado"]`, then numbered moves and the result.
//!
//! A number stands before each pair of plies, as in chess; moves are as in
//! [`Match::move_text`](crate::Game::move_text), and for a zero move `0000` is read, too. The
//! results are `1-0` if White has won, `0-1` if Black has, `*` if the game is not over.

use super::{Deadlock, Match, MatchMove, START};
use crate::pgn::{Heading, Pgn};
use crate::{Game, Line};

/// A game and its tags.
#[derive(Clone, Debug)]
pub struct Record {
    /// Names and values, in the order of the file, without those that the game itself tells
    /// (`Variant`, `Deadlock`, `Match`, `SetUp`, `FEN`, `Result`).
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Line<Match>,
}

/// Why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It is a record of another game, or does not say of which.
    #[error("this is no game of Kamisado: there is no line [Variant \"Kamisado\"]")]
    Variant,
    /// A line in brackets is not a tag.
    #[error("'{0}' is not a tag like [White \"Ann\"]")]
    Tag(String),
    /// A tag of the game's own has an impossible value.
    #[error("the tag {0} cannot be '{1}'")]
    Value(&'static str, String),
    /// The start position is none.
    #[error("{0}")]
    Position(String),
    /// A move is illegal.
    #[error("ply {ply}: {why}")]
    Move {
        /// Which, from 1.
        ply: usize,
        /// The sentence of the rules.
        why: String,
    },
    /// The result does not fit the moves.
    #[error("the result is given as {given}, but the moves end in {found}")]
    Result {
        /// As in the file.
        given: String,
        /// As the moves have it.
        found: &'static str,
    },
}

impl Record {
    /// The result as it is written.
    pub fn result(&self) -> &'static str {
        match self.game.outcome() {
            None => "*",
            Some(outcome) if outcome.winners.contains(0) => "0-1",
            Some(_) => "1-0",
        }
    }

    /// The game as text, ending in an empty line.
    pub fn to_text(&self) -> String {
        let mut pgn = Pgn::of_line(&self.game, &Heading::casual(Vec::new()), None);
        pgn.result = self.result().to_owned();
        pgn.tags = self.tags.clone();
        pgn.begin_at(self.game.start());
        pgn.tag("Result", self.result());
        pgn.to_string()
    }

    /// Reads one game.
    ///
    /// # Errors
    /// [`RecordError`] names the tag or the ply.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut tags = Vec::new();
        let mut words = Vec::new();
        let text = without_comments(text);
        for line in text.lines().map(str::trim) {
            match line.strip_prefix('[') {
                Some(_) => tags.push(parse_tag(line)?),
                None => words.extend(line.split_whitespace()),
            }
        }
        let mut take = |name: &str| {
            let at = tags
                .iter()
                .position(|(n, _): &(String, String)| n == name)?;
            Some(tags.remove(at).1)
        };
        if !take("Variant").is_some_and(|v| v.eq_ignore_ascii_case("kamisado")) {
            return Err(RecordError::Variant);
        }
        let deadlock = match take("Deadlock").as_deref() {
            None | Some("mutual") => Deadlock::Mutual,
            Some("cycle") => Deadlock::Cycle,
            Some(other) => return Err(RecordError::Value("Deadlock", other.to_owned())),
        };
        let target = take("Match").unwrap_or_else(|| "1".to_owned());
        let known = target.parse().ok().filter(|t| super::TARGETS.contains(t));
        let target = known.ok_or(RecordError::Value("Match", target))?;
        let start = take("FEN").unwrap_or_else(|| START.to_owned());
        let start = Match::parse(&start, target, deadlock)
            .map_err(|error| RecordError::Position(error.to_string()))?;
        let _ = take("SetUp");
        let given = take("Result");
        let mut game = Line::new(start);
        // `0000` is a zero move.
        let is_number = |word: &str| {
            let digits = word.trim_end_matches('.');
            let is_move = digits == word && digits.starts_with('0');
            !is_move && digits.bytes().all(|b| b.is_ascii_digit())
        };
        let results = ["1-0", "0-1", "*"];
        for word in words
            .into_iter()
            .filter(|w| !is_number(w) && !results.contains(w))
        {
            let ply = game.moves().len() + 1;
            let m: MatchMove = game.position().parse_move(word).map_err(|error| {
                let why = error.to_string();
                RecordError::Move { ply, why }
            })?;
            game.play(m);
        }
        let record = Record { tags, game };
        match given {
            // Who resigns or oversteps the time loses too; only a finished game must agree.
            Some(given) if record.result() != "*" && given != record.result() => {
                let found = record.result();
                Err(RecordError::Result { given, found })
            }
            _ => Ok(record),
        }
    }
}

/// The text without what stands in braces outside of tags.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        if !inside && line.trim_start().starts_with('[') {
            out += line;
        } else {
            for letter in line.chars() {
                match letter {
                    '{' => inside = true,
                    '}' => inside = false,
                    _ if !inside => out.push(letter),
                    _ => {}
                }
            }
        }
        out.push('\n');
    }
    out
}

fn parse_tag(line: &str) -> Result<(String, String), RecordError> {
    let wrong = || RecordError::Tag(line.to_owned());
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    let (name, value) = inner.and_then(|l| l.split_once(' ')).ok_or_else(wrong)?;
    let value = value
        .trim()
        .strip_prefix('"')
        .and_then(|v| v.strip_suffix('"'));
    let value = value.ok_or_else(wrong)?;
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::super::Position;
    use super::*;

    fn record(moves: &str) -> Record {
        let mut game = Line::new(Match::start());
        for text in moves.split_whitespace() {
            let m = game.position().parse_move(text).expect(text);
            game.play(m);
        }
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Record {
            tags: vec![tag("White", "Ann \"the tower\""), tag("Black", "a\\b")],
            game,
        }
    }

    #[test]
    fn a_game_is_written_and_read_back() {
        let sample = record("c1c6 a8a7 c6a8");
        let text = sample.to_text();
        assert!(
            text.contains("[Variant \"Kamisado\"]\n[Result \"0-1\"]\n\n1. c1c6 a8a7 2. c6a8 0-1\n")
        );
        let again = Record::parse(&text).expect("our own text");
        assert_eq!(again.tags, sample.tags);
        assert_eq!(again.game.moves(), sample.game.moves());
        assert_eq!(again.to_text(), text);
    }

    #[test]
    fn a_match_under_other_rules_is_read_back() {
        let round = Position::start().with_deadlock(Deadlock::Cycle);
        let mut game = Line::new(Match::new(round, 3));
        for text in "c1c6 a8a7 c6a8 left".split(' ') {
            let m = game.position().parse_move(text).expect(text);
            game.play(m);
        }
        let text = Record {
            tags: Vec::new(),
            game: game.clone(),
        }
        .to_text();
        let again = Record::parse(&text).expect("our own text");
        assert_eq!(again.game.position(), game.position());
        let mut game = Line::new(*game.position());
        game.play(game.position().legal_moves()[0]);
        let text = Record {
            tags: Vec::new(),
            game: game.clone(),
        }
        .to_text();
        let again = Record::parse(&text).expect("our own text");
        assert_eq!(again.game.position(), game.position());
    }

    #[test]
    fn zeros_are_the_zero_move_where_it_is_legal_and_no_number() {
        let blocked = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";
        let tags = format!("[Variant \"Kamisado\"]\n[FEN \"{blocked}\"]\n\n");
        let read = Record::parse(&format!("{tags}1. g1g7 0000 1-0\n")).expect("legal");
        assert_eq!(read.game.move_texts(), ["g1g7", "h8h8"]);
        assert_eq!(read.result(), "1-0");
        let early = format!("{tags}1. 0000 *\n");
        let error = Record::parse(&early).expect_err("a free tower").to_string();
        assert!(error.starts_with("ply 1: '0000' is not legal"), "{error}");
        // Numbers are read with and without dots.
        let text = record("c1c6 a8a7 c6a8").to_text();
        let bare = text.replace("1. c1c6", "1 c1c6").replace("2. ", "2... ");
        let read = Record::parse(&bare).expect("the same game");
        assert_eq!(read.to_text(), text);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = record("c1c6 a8a7 c6a8").to_text();
        let cases = [
            (text.replace("Kamisado", "Atomic"), "no game of Kamisado"),
            (text.replace("a8a7", "a8a8"), "ply 2: 'a8a8' is not legal"),
            (
                text.replace("[Result \"0-1\"]", "[Result \"1-0\"]"),
                "given as 1-0",
            ),
            (
                text.replace("[Result \"0-1\"]", "[Result 0-1]"),
                "'[Result 0-1]' is not a tag",
            ),
            (
                text.replace("[Result", "[Match \"4\"]\n[Result"),
                "Match cannot be '4'",
            ),
            (
                text.replace("[Result", "[FEN \"8/8 b\"]\n[Result"),
                "'8/8 b' is not a Kamisado",
            ),
        ];
        for (text, why) in cases {
            let error = Record::parse(&text).expect_err(why).to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
