//! Places: who is first, who shares, who is last, as the referee of the library sees it.

use arena::adjudication::Rules;
use arena::clock::Pace;
use arena::referee::{PlayedGame, Termination, play};
use games::rolit::{self, Cell, Position};
use games::{Game, Line};
use players::{Choice, Failure, Player, Report, Request};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn position(text: &str) -> Position {
    Position::parse(text, rolit::Rules::Students).expect(text)
}

/// Plays the first legal move, `moves` times, and then something illegal.
struct First {
    moves: usize,
}

impl Player<Position> for First {
    fn answer(&mut self, request: &Request<Position>) -> Result<Choice<Cell>, Failure> {
        self.moves = match self.moves.checked_sub(1) {
            Some(left) => left,
            None => return Err(Failure::IllegalMove("z0".to_owned())),
        };
        Ok(Choice {
            chosen: request.game.position().legal_moves()[0],
            reply: None,
            elapsed: Duration::ZERO,
            report: Report::default(),
        })
    }
}

/// A game in which the seats make at most so many moves.
fn referee(start: Position, moves: &[usize]) -> PlayedGame<Position> {
    let mut players: Vec<First> = moves.iter().map(|&moves| First { moves }).collect();
    let seated = players.iter_mut().map(|p| p as &mut dyn Player<Position>);
    let paces = vec![Pace::default(); moves.len()];
    let stop = AtomicBool::new(false);
    let line = Line::new(start);
    let game = play(line, seated.collect(), &paces, Rules::default(), &stop);
    game.expect("nobody stops it")
}

#[test]
fn equal_points_share_a_place_and_the_next_places_are_left_out() {
    for (board, players, places, is_shared) in [
        ("RRRR/YYYG/GGBW", "RYGB", [1, 2, 2, 4], false),
        ("RRRY/YYGG/GBBW", "RYGB", [1, 1, 1, 4], true),
        ("RRYY/GGBB", "RYGB", [1, 1, 1, 1], true),
        ("RRRY/YYGB", "RYGB", [1, 1, 3, 3], true),
        ("RYYG/GGBB", "RYGB", [4, 2, 1, 2], false),
        // White has no player and never ranks, although it has most.
        ("WWWW/RYYG", "RYGB", [2, 1, 2, 4], false),
        // Two teams: 5 against 3, and 4 against 4.
        ("RRRY/GGBB", "RYGB:RG/YB", [1, 3, 1, 3], false),
        ("RRRY/GBBB", "RYGB:RG/YB", [1, 1, 1, 1], true),
    ] {
        let text = format!("{board} R {players} 13");
        let verdict = referee(position(&text), &[9; 4]).verdict;
        assert_eq!(verdict.ranking.places, places, "{text}");
        assert_eq!(verdict.is_shared, is_shared, "{text}");
        assert_eq!(verdict.termination, Termination::Normal);
        let points = verdict.ranking.points.expect("Rolit counts points");
        assert!(points.iter().all(|points| *points <= 5), "{points:?}");
    }
}

#[test]
fn whoever_fails_is_last_and_the_others_are_ranked_by_their_points() {
    // Red has most, Green one ball, and Blue and Yellow two each.
    let board = "RRRR/YYGB/B3";
    for (players, failing, places) in [
        ("RYGB", 0, [4, 1, 3, 1]),
        ("RYGB", 2, [1, 2, 4, 2]),
        // A team fails together: Red and Green have more than the others.
        ("RYGB:RG/YB", 2, [3, 1, 3, 1]),
        ("RYGB:RG/YB", 1, [1, 3, 1, 3]),
    ] {
        let letter = players.chars().nth(failing).expect("a seat");
        let start = position(&format!("{board} {letter} {players} 9"));
        let mut moves = [9; 4];
        moves[failing] = 0;
        let game = referee(start, &moves);
        assert_eq!(game.verdict.ranking.places, places, "{players} {failing}");
        assert_eq!(game.verdict.blamed, Some(failing));
        assert_eq!(game.verdict.termination, Termination::IllegalMove);
        assert!(!game.line.position().legal_moves().is_empty());
    }
    // Between two, the opponent wins whatever it has.
    let start = position("RRRR/RRG1 R RG 8");
    let verdict = referee(start, &[0, 9]).verdict;
    assert_eq!(
        (verdict.ranking.winner(), verdict.is_shared),
        (Some(1), false)
    );
    assert_eq!(verdict.ranking.points, Some(vec![6, 1]));
}

#[test]
fn a_failure_in_the_middle_leaves_the_game_as_it_stands() {
    let game = referee(Position::start(), &[9, 9, 3, 9]);
    assert_eq!(game.line.moves().len(), 4 * 3 + 2);
    let here = game.line.position();
    let points: Vec<i32> = (0..4).filter_map(|seat| here.points(seat)).collect();
    assert_eq!(game.verdict.ranking.points.as_ref(), Some(&points));
    assert_eq!(game.verdict.ranking.places[2], 4);
    assert_eq!(points.iter().sum::<i32>(), 4 + 14);
}
