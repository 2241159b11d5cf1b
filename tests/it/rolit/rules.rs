//! Every rule, in a position made for it.

use games::rolit::{Color, Position, Rules, START, Shape, Size};
use games::{Game, Line};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

fn position(text: &str) -> Position {
    Position::parse(text, Rules::Official).expect(text)
}

fn moves(text: &str) -> Vec<String> {
    let position = position(text);
    let moves = position.legal_moves();
    moves.iter().map(|m| position.move_text(*m)).collect()
}

/// The board after some moves, separated by blanks.
fn after(text: &str, moves: &str) -> Position {
    let mut position = position(text);
    for name in moves.split(' ') {
        let m = position.parse_move(name);
        position = position.play(m.unwrap_or_else(|error| panic!("{error}")));
    }
    position
}

fn board(text: &str, moves: &str) -> String {
    after(text, moves).board_text()
}

/// The seats that share the first place of a full board.
fn winners(text: &str) -> Vec<usize> {
    let position = position(text);
    let outcome = position.outcome().expect("the board is full");
    assert_eq!(outcome.reason, "board full");
    let seats = 0..position.players();
    seats.filter(|s| outcome.winners.contains(*s)).collect()
}

#[test]
fn red_begins_at_d3_f3_or_f5() {
    assert_eq!(moves(START), ["d3", "f3", "f5"]);
    // Rank 1 is the bottom: d5 red, e5 yellow, d4 blue, e4 green.
    let start = position(START);
    let owner = |name| start.owner(start.cells().into_iter().find(|c| c.to_string() == name)?);
    assert_eq!(owner("d5"), Some(Color::Red));
    assert_eq!(owner("e5"), Some(Color::Yellow));
    assert_eq!(owner("d4"), Some(Color::Blue));
    assert_eq!(owner("e4"), Some(Color::Green));
    assert_eq!(board(START, "d3"), "8/8/8/3RY3/3RG3/3R4/8/8");
    assert_eq!(board(START, "f3"), "8/8/8/3RY3/3BR3/5R2/8/8");
    assert_eq!(board(START, "f5"), "8/8/8/3RRR2/3BG3/8/8/8");
}

#[test]
fn a_run_may_mix_colours_and_stops_at_the_nearest_own_ball() {
    assert_eq!(board("RYGBRY2 R RYGB 1", "g1"), "RYGBRRR1");
    assert_eq!(board("1RYGBR2 Y RY 1", "g1"), "1RYYYYY1");
    // Yellow's own ball at c1 stops the run: a1 and b1 stay.
    assert_eq!(board("YRYRR3 Y RY 1", "f1"), "YRYYYY2");
}

#[test]
fn an_edge_an_empty_cell_and_a_hole_cut_a_run() {
    assert_eq!(board("RR5Y/8 Y YR 1 students", "c2"), "RRY4Y/8");
    assert_eq!(board("3RR1/6 Y YR 1 students", "c2"), "2YRR1/6");
    assert_eq!(board("Y1RR2/6 Y YR 1 students", "e2"), "Y1RRY1/6");
    assert_eq!(board("Y*RR2/6 Y YR 1 students", "e2"), "Y*RRY1/6");
    // Nothing wraps from one rank to the next, up or down.
    assert_eq!(board("6YR/1R6/8 Y YR 1 students", "a2"), "6YR/YR6/8");
    assert_eq!(board("8/1RR4R/RY6 Y YR 1 students", "a2"), "8/YRR4R/RY6");
    let wide = format!("17/{}/{} Y YR 1 students", "1RR13R", "RY15");
    assert_eq!(board(&wide, "a2"), "17/YRR13R/RY15");
}

#[test]
fn all_eight_directions_turn_at_once_and_turned_balls_turn_none() {
    let star = "Y2Y2Y/1R1G1B1/2RRR2/YRR1RRY/2RRR2/1R1R1R1/Y2Y2Y Y YRGB 1";
    let done = "Y2Y2Y/1Y1Y1Y1/2YYY2/YYYYYYY/2YYY2/1Y1Y1Y1/Y2Y2Y";
    assert_eq!(board(star, "d4"), done);
    assert!(position(star).must_capture());
    // b1 turns; it then encloses b2 together with b3, but a turned ball captures nothing.
    assert_eq!(board("1Y3/1R3/YR3 Y YR 1", "c1"), "1Y3/1R3/YYY2");
}

#[test]
fn who_can_capture_must_and_who_cannot_plays_beside_a_ball() {
    assert_eq!(moves("YR3/5 Y YR 1"), ["c2"]);
    // Diagonal contact counts.
    assert_eq!(moves("R4/5/5 Y YR 1"), ["a2", "b2", "b3"]);
    assert_eq!(moves("R4/*4/5 Y YR 1"), ["b2", "b3"]);
    // In the students' rules there is no duty, and the first cube goes anywhere.
    assert_eq!(moves("YR3/5 Y YR 1 students").len(), 4);
    assert_eq!(moves("2*/3 Y YR 1 students").len(), 5);
}

#[test]
fn a_player_without_balls_plays_on_beside_the_others() {
    let text = "8/8/8/3RR3/3RG3/8/8/8 Y RYGB 1";
    assert_eq!(position(text).count(Color::Yellow), 0);
    assert_eq!(moves(text).len(), 12);
    assert_eq!(board(text, "f6"), "8/8/5Y2/3RR3/3RG3/8/8/8");
}

#[test]
fn nobody_ever_passes_and_the_last_lap_may_be_incomplete() {
    let mut rng = StdRng::seed_from_u64(5);
    for (players, size) in [("YR", Size::Small), ("YRGLOKPBWE", Size::Medium)] {
        let start = Position::students_for(Shape::Square, size, players).expect("a game");
        let cells = start.cells().len();
        let mut line = Line::new(start);
        let mut turns = vec![0; players.len()];
        while let Some(m) = line.position().legal_moves().choose(&mut rng) {
            turns[line.position().turn()] += 1;
            line.play(*m);
        }
        assert_eq!(line.moves().len(), cells);
        assert_eq!(usize::from(line.position().ply()), cells + 1);
        // 81 plies are 41 and 40; 169 are nine of 17 and one of 16.
        let last = cells % players.len();
        assert!(last > 0);
        for (seat, plies) in turns.into_iter().enumerate() {
            assert_eq!(plies, cells / players.len() + usize::from(seat < last));
        }
        assert!(line.outcome().is_some());
    }
}

#[test]
fn the_most_balls_win_and_equal_scores_share_the_first_place() {
    assert_eq!(winners("RRRG/YYGB R RYGB 1"), [0]);
    assert_eq!(winners("RRYG/YYGR Y RYGB 1"), [0, 1]);
    assert_eq!(winners("RRY/YGG/RYG R RYG 1"), [0, 1, 2]);
    assert_eq!(winners("RRGG/YYBB B RYGB 1"), [0, 1, 2, 3]);
    assert_eq!(winners("GGGG/YYRB R RYGB 1"), [2]);
    assert_eq!(winners("EE/WW/KK/LL/RY W RYWEKL 1 students"), [2, 3, 4, 5]);
}

#[test]
fn a_team_has_the_sum_of_its_members_and_wins_together() {
    let text = "RRRR/YYYG/BBBG B RYGB:RG/YB 1";
    let full = position(text);
    let points: Vec<_> = (0..4).map(|seat| full.points(seat)).collect();
    assert_eq!(points, [Some(6); 4]);
    assert_eq!(winners(text), [0, 1, 2, 3], "the teams are equal");
    // Red has most, but its team has not.
    assert_eq!(winners("RRRR/YYYG/BBBY B RYGB:RG/YB 1"), [1, 3]);
    assert_eq!(winners("RRRR/YYYG/BBBG B RYGB 1"), [0]);
    assert_eq!(winners("RRRRY/LLLGG R RYGL:R/YGL 1 students"), [1, 2, 3]);
    assert!(full.allied(0, 2) && full.allied(1, 3) && full.allied(1, 1));
    assert!(!full.allied(0, 1) && !full.allied(2, 3));
    assert_eq!((full.team(0), full.team(3)), (Some(0), Some(1)));
    let alone = position("RRRR/YYYG/BBBG B RYGB 1");
    assert!(!alone.allied(0, 2) && alone.team(0).is_none());
}

#[test]
fn colours_without_a_player_are_captured_but_never_rank() {
    assert_eq!(
        board("8/8/8/3RY3/3BG3/8/8/8 R RG 1", "d3"),
        "8/8/8/3RY3/3RG3/3R4/8/8"
    );
    assert_eq!(winners("BBBB/BBBR/YYYY/RRGG R RG 1"), [0]);
    assert_eq!(winners("BBBB/YYYY/RRGG G RG 1"), [0, 1]);
    assert_eq!(
        winners("BB/YY R RG 1"),
        [0, 1],
        "none for both is equal too"
    );
    let two = position("8/8/8/3RY3/3BG3/8/8/8 R RG 1");
    assert_eq!((two.count(Color::Blue), two.players()), (1, 2));
    assert_eq!([two.points(0), two.points(1)], [Some(1), Some(1)]);
}

#[test]
fn the_seats_go_round_in_the_order_given() {
    let here = after("8/8/8/3RY3/3BG3/8/8/8 G GBR 1", "c4 d3");
    assert_eq!(
        (here.color_to_move(), here.turn(), here.ply()),
        (Color::Red, 2, 3)
    );
    let again = here.play(here.legal_moves()[0]);
    assert_eq!((again.color_to_move(), again.turn()), (Color::Green, 0));
}

#[test]
fn a_board_of_one_cell_is_a_game_too() {
    let start = position("1 Y YR 1 students");
    assert_eq!(start.count_moves(), 1);
    assert_eq!(winners(&start.play(start.legal_moves()[0]).text()), [0]);
}

#[test]
fn captured_by_counts_what_a_move_would_turn() {
    let start = position(START);
    let name = |name: &str| start.cells().into_iter().find(|c| c.to_string() == name);
    for (cell, balls) in [("d3", 1), ("f5", 1), ("c3", 0), ("d5", 0), ("e6", 0)] {
        assert_eq!(
            start.captured_by(name(cell).expect("a cell")),
            balls,
            "{cell}"
        );
    }
}

#[test]
fn equal_positions_have_equal_keys_and_different_ones_different() {
    // The same balls by another order of moves.
    let one = after("3/3/3 Y YR 1 students", "a1 a2 b2 c3");
    let other = after("3/3/3 Y YR 1 students", "b2 a2 a1 c3");
    assert_eq!((one, one.key()), (other, other.key()));
    // The ply does not enter; everything else does.
    let texts = [
        START,
        "8/8/8/3RY3/3BG3/8/8/8 Y RYGB 1",
        "8/8/8/3RY3/3BG3/8/8/8 R RYG 1",
        "8/8/8/3RY3/3BG3/8/8/8 R RGYB 1",
        "8/8/8/3RY3/3BG3/8/8/8 R RYGB:RY/GB 1",
        "8/8/8/3RY3/3BG3/8/8/8 R RYGB:RG/YB 1",
        "8/8/8/3RY3/3BG3/8/8/8 R RYGB 1 students",
        "8/8/3RY3/3BG3/8/8/8 R RYGB 1",
        "8/8/8/3RY3/3BG3/8/8 R RYGB 1",
        "8/8/8/3RY3/3BG3/8/8/7* R RYGB 1",
        "9/9/9/3RY4/3BG4/9/9/9 R RYGB 1",
        "8/8/8/8/3RY3/3BG3/8/8/8 R RYGB 1",
    ];
    let mut keys: Vec<u64> = texts.iter().map(|text| position(text).key()).collect();
    let later = position(&START.replace(" 1", " 7"));
    assert_eq!(later.key(), keys[0]);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn keys_tell_the_positions_of_many_games_apart() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut seen: HashMap<u64, String> = HashMap::new();
    let starts = [
        position(START),
        position("8/8/8/3RY3/3BG3/8/8/8 R RG 1"),
        position("3/3/3 Y YR 1 students"),
        Position::students_for(Shape::Circle, Size::Small, "YRG").expect("a game"),
        Position::students_for(Shape::Square, Size::Large, "YRGLOKPBWE").expect("a game"),
    ];
    for _ in 0..400 {
        let mut here = starts[rng.random_range(0..starts.len())];
        while let Some(m) = here.legal_moves().choose(&mut rng) {
            let board = format!(
                "{} {:?} {}",
                here.board_text(),
                here.color_to_move(),
                here.players_text()
            );
            if let Some(other) = seen.insert(here.key(), board.clone()) {
                assert_eq!(other, board);
            }
            here = here.play(*m);
        }
    }
    assert!(seen.len() > 20_000, "{}", seen.len());
}
