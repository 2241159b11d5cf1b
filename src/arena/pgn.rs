//! PGN text of a match's games: their tags, and a comment like `{+0.35/18 0.52s}` after every move.

use super::referee::{Effort, PlayedGame};
use games::Words;
use games::pgn::{Heading, Pgn, date_tag, seats_in_order};
use players::Score;
use std::fmt::Write;
use std::time::SystemTime;

/// Values of the tags that are not taken from the game itself.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    /// Name of the match.
    pub event: &'a str,
    /// Number of the round, from 1; that of an attack has two parts, as in `3.1`.
    pub round: String,
    /// Names of the players, by seat.
    pub names: Vec<&'a str>,
    /// Values of the tag `TimeControl`, by seat.
    pub time_controls: Vec<String>,
}

/// Returns the PGN text of a finished game, followed by an empty line.
pub fn pgn<G: Words>(game: &PlayedGame<G>, tags: &Tags) -> String {
    let heading = Heading {
        event: tags.event.to_owned(),
        site: "?".to_owned(),
        date: date_tag(SystemTime::now()),
        round: tags.round.clone(),
        names: tags.names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let start = game.line.start();
    let mut pgn = Pgn::of_line(&game.line, &heading, Some(&game.verdict.ranking));
    let controls = &tags.time_controls;
    if controls.iter().all(|control| *control == controls[0]) {
        pgn.tag("TimeControl", &controls[0])
    } else {
        for seat in seats_in_order(start) {
            let name = format!("{}TimeControl", start.tag_name(seat));
            pgn.tag(&name, &controls[seat]);
        }
    }
    pgn.tag("Termination", game.verdict.termination.tag());
    let opening = game.line.moves().len() - game.efforts.len();
    for (ply, recorded) in pgn.moves.iter_mut().enumerate() {
        recorded.comment = match ply.checked_sub(opening) {
            None => "book".to_owned(),
            Some(index) => annotation(&game.efforts[index]),
        };
    }
    pgn.remark_last(&reason(game));
    pgn.to_string()
}

/// Returns the comment on a move, such as `+0.35/18 0.52s`: score in pawns from the mover's point of view, depth,
/// seconds.
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

/// Returns the reason for the end of a game, with the tag name of the seat to blame for it, if any.
fn reason<G: Words>(game: &PlayedGame<G>) -> String {
    let text = &game.verdict.reason;
    match game.verdict.blamed {
        Some(seat) => format!("{}: {text}", game.line.start().tag_name(seat)),
        None => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::referee::{Termination, Verdict};
    use super::*;
    use games::Line;
    use games::chess::Position;
    use games::pgn::Ranking;
    use players::Report;
    use std::time::Duration;

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
                ranking: Ranking {
                    places: vec![1, 2],
                    points: None,
                },
                is_shared: false,
                blamed: None,
                termination: Termination::Normal,
                reason: "checkmate".to_owned(),
                failure: None,
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
