//! Game records: PGN with tags, SAN, and `{+0.35/18 0.52s}` after every move.
//!
//! Written for any [`Contest`]: other games than chess put their own move text where SAN stands. There
//! is a tag for each seat, and a move number before each lap of moves. A game that counts
//! points has them as its result, by seat (`20-12-18-14`), and a tag `Places` (`1-4-2-3`).

use super::Contest;
use super::referee::{Effort, PlayedGame};
use crate::players::Score;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the tags say beyond the game itself.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    /// The name of the match.
    pub event: &'a str,
    /// From 1.
    pub round: String,
    /// By seat.
    pub names: Vec<&'a str>,
    /// `TimeControl` by seat.
    pub time_controls: Vec<String>,
}

/// Lines are broken before this column, as the PGN standard asks.
const WIDTH: usize = 80;

/// A finished game as PGN, with an empty line after it.
pub fn pgn<G: Contest>(game: &PlayedGame<G>, tags: &Tags) -> String {
    let mut out = tag_section(game, tags);
    out.push('\n');
    let mut column = 0;
    for token in movetext(game) {
        if column > 0 && column + 1 + token.chars().count() > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        column += token.chars().count();
        out.push_str(&token);
    }
    out.push_str("\n\n");
    out
}

fn tag_section<G: Contest>(game: &PlayedGame<G>, tags: &Tags) -> String {
    let start = game.line.start();
    let fen = start.text();
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    let seats = seats_in_order(start);
    tag("Event", tags.event);
    tag("Site", "?");
    tag("Date", &today());
    tag("Round", &tags.round);
    for &seat in &seats {
        tag(start.tag_name(seat), tags.names[seat]);
    }
    tag("Result", &result(game));
    if game.verdict.points.is_some() {
        tag("Places", &joined(&game.verdict.places));
    }
    if let Some(variant) = start.variant_tag() {
        tag("Variant", variant);
    }
    if !start.is_usual_start() || start.variant_tag().is_some() {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    tag("PlyCount", &game.line.moves().len().to_string());
    let controls = &tags.time_controls;
    match controls.iter().all(|control| *control == controls[0]) {
        true => tag("TimeControl", &controls[0]),
        false => {
            for &seat in &seats {
                let name = format!("{}TimeControl", start.tag_name(seat));
                tag(&name, &controls[seat]);
            }
        }
    }
    tag("Termination", game.verdict.termination.tag());
    out
}

/// The seats in the order of the tags: White first where there is one, else as they move.
fn seats_in_order<G: Contest>(start: &G) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..start.players()).collect();
    seats.rotate_left(start.white());
    seats
}

/// Move numbers, moves, comments and the result, as words that may be broken between lines.
fn movetext<G: Contest>(game: &PlayedGame<G>) -> Vec<String> {
    let moves = game.line.moves();
    let opening = moves.len() - game.efforts.len();
    let mut position = game.line.start().clone();
    let (mut number, mut seat) = (position.move_number(), position.turn());
    let mut words = Vec::new();
    for (ply, &m) in moves.iter().enumerate() {
        match (seat, ply) {
            (0, _) => words.push(format!("{number}.")),
            (_, 0) => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(position.move_name(m));
        let mut comment = match ply.checked_sub(opening) {
            None => "book".to_owned(),
            Some(index) => annotation(&game.efforts[index]),
        };
        if ply + 1 == moves.len() {
            let _ = write!(comment, ", {}", reason(game));
        }
        push_comment(&mut words, &comment);
        position = position.play(m);
        seat += 1;
        if seat == position.players() {
            (number, seat) = (number + 1, 0);
        }
    }
    if moves.is_empty() {
        push_comment(&mut words, &reason(game));
    }
    words.push(result(game));
    words
}

fn push_comment(words: &mut Vec<String>, comment: &str) {
    let start = words.len();
    words.extend(comment.split_whitespace().map(str::to_owned));
    if let Some(first) = words.get_mut(start) {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
}

/// `+0.35/18 0.52s`: score in pawns from the mover's point of view, depth, seconds.
fn annotation(effort: &Effort) -> String {
    let mut out = String::new();
    match effort.report.score {
        Some(Score::Centipawns(cp)) => {
            let _ = write!(out, "{:+.2}", f64::from(cp) / 100.0);
        }
        Some(Score::Mate(moves)) => {
            let sign = if moves > 0 { '+' } else { '-' };
            let _ = write!(out, "{sign}M{}", moves.unsigned_abs());
        }
        None => {}
    }
    if let (Some(depth), false) = (effort.report.depth, out.is_empty()) {
        let _ = write!(out, "/{depth}");
    }
    let space = if out.is_empty() { "" } else { " " };
    let _ = write!(out, "{space}{:.3}s", effort.elapsed.as_secs_f64());
    out
}

/// The points by seat where the game counts them. Else `1-0` if White has won, `0-1` if Black has.
fn result<G: Contest>(game: &PlayedGame<G>) -> String {
    match (&game.verdict.points, game.verdict.winner()) {
        (Some(points), _) => joined(points),
        (None, Some(seat)) if seat == game.line.start().white() => "1-0".to_owned(),
        (None, Some(_)) => "0-1".to_owned(),
        (None, None) => "1/2-1/2".to_owned(),
    }
}

/// `20-12-18-14`.
fn joined(numbers: &[impl ToString]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join("-")
}

/// How the game ended and whose doing it was, without the braces that a comment must not hold.
fn reason<G: Contest>(game: &PlayedGame<G>) -> String {
    let text = game.verdict.reason.replace(['{', '}'], "|");
    match game.verdict.blamed {
        Some(seat) => format!("{}: {text}", game.line.start().tag_name(seat)),
        None => text,
    }
}

/// Today's date in UTC, as the `Date` tag wants it.
fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let (year, month, day) = civil_date(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The Gregorian date of a day counted from 1970-01-01 (after Howard Hinnant's "chrono-compatible
/// low-level date algorithms": years begin in March, so that the leap day comes last).
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::super::referee::{Termination, Verdict};
    use super::*;
    use crate::games::Line;
    use crate::games::chess::Position;
    use crate::players::Report;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_777), (2026, 11, 20));
    }

    #[test]
    fn a_game_is_written_with_tags_san_and_comments() {
        let fen = "6k1/5ppp/8/8/8/8/r7/1R4K1 b - - 3 31";
        let mut line = Line::new(Position::from_fen(fen, false).expect("legal"));
        for m in ["a2a7", "b1b8"] {
            line.play(line.position().parse_move(m).expect(m));
        }
        let effort = Effort {
            elapsed: Duration::from_millis(520),
            report: Report {
                score: Some(Score::Mate(1)),
                depth: Some(18),
                ..Report::default()
            },
        };
        let game = PlayedGame {
            line,
            efforts: vec![effort],
            verdict: Verdict {
                places: vec![1, 2],
                is_shared: false,
                points: None,
                blamed: None,
                termination: Termination::Normal,
                reason: "checkmate".to_owned(),
            },
        };
        let tags = Tags {
            event: "a \"test\"",
            round: "1.1".to_owned(),
            names: vec!["A", "B"],
            time_controls: vec!["8+0.08".to_owned(), "-".to_owned()],
        };
        let text = pgn(&game, &tags);
        assert!(text.starts_with("[Event \"a \\\"test\\\"\"]\n"), "{text}");
        for part in [
            "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/r7/1R4K1 b - - 3 31\"]",
            "[PlyCount \"2\"]\n[WhiteTimeControl \"8+0.08\"]\n[BlackTimeControl \"-\"]",
            "\n\n31... Ra7 {book} 32. Rb8# {+M1/18 0.520s, checkmate} 1-0\n\n",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
