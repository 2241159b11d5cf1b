//! The specification's cases, one by one.

use games::kamisado::{Color, Deadlock, Position, Side, color_of, square_of};
use games::{Game, Line, Outcome, Seats};

fn position(text: &str) -> Position {
    Position::parse(text).expect(text)
}

fn after(text: &str, moves: &str) -> Position {
    let mut line = Line::new(position(text));
    for text in moves.split_whitespace() {
        let m = line.position().read_move(text).expect(text);
        line.play(m);
    }
    *line.position()
}

fn moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|m| position.move_text(*m))
        .collect();
    texts.sort();
    texts
}

const START: &str = games::kamisado::START;
const BLACK_WINS: Seats = Seats::one(0);
const WHITE_WINS: Seats = Seats::one(1);

fn ended(winners: Seats, reason: &'static str) -> Option<Outcome> {
    Some(Outcome { winners, reason })
}

#[test]
fn every_tower_starts_at_home_on_its_own_colour() {
    let start = Position::start();
    for color in Color::ALL {
        for (side, row) in [(Side::Black, 0), (Side::White, 7)] {
            let square = start.square(side, color).expect("a tower");
            assert_eq!((square / 8, color_of(square)), (row, color));
            assert_eq!(start.tower_at(square), Some((side, color)));
        }
    }
    assert_eq!(start.side(), Side::Black);
    assert_eq!(position(START), start);
}

#[test]
fn on_the_first_ply_any_tower_moves_and_then_the_colour_of_the_target_square() {
    let start = Position::start();
    assert_eq!((start.required(), start.count_moves()), (None, 102));
    for m in start.legal_moves() {
        let child = start.play(m);
        assert_eq!(child.required(), Some(color_of(m.to)));
        let from = child.square(Side::White, color_of(m.to)).expect("a tower");
        assert!(child.legal_moves().iter().all(|reply| reply.from == from));
    }
}

#[test]
fn towers_move_straight_and_diagonally_forward_until_something_stands_there() {
    // The blue tower on c3: up to c6 (c7 is occupied), left to a5, right to e5 (f6 is occupied).
    let here = position("NZPSARVM/2n5/5r2/8/8/2z5/8/mv1asp2 b z 0");
    let texts = ["c3a5", "c3b4", "c3c4", "c3c5", "c3c6", "c3d4", "c3e5"];
    assert_eq!(here.count_moves(), texts.len());
    assert_eq!(moves(&here), texts);
}

#[test]
fn on_the_edge_there_are_two_directions_and_white_moves_down() {
    let start = Position::start();
    let a = moves(&start).iter().filter(|m| m.starts_with("a1")).count();
    assert_eq!(a, 6 + 6, "straight to a7, diagonally to g7");
    let white = after(START, "b1b2");
    for m in white.legal_moves() {
        assert!(m.to / 8 < m.from / 8);
    }
    // A tower one step from the goal on the a-file: a8 and b8.
    let corner = position("1ZPSARVM/m1N5/8/8/8/8/8/1vraspzn b m 0");
    assert_eq!(moves(&corner), ["a7a8"]);
}

#[test]
fn a_tower_before_three_occupied_squares_is_blocked_but_the_edge_alone_blocks_nobody() {
    let middle = position("NZPSARVM/2m5/8/8/8/8/8/1vraspzn b m 0");
    assert!(middle.is_blocked(Side::Black, Color::Brown));
    assert_eq!(moves(&middle), ["c7c7"]);
    let edge = position("NZPSARVM/m7/8/8/8/8/8/1vraspzn b m 0");
    assert!(edge.is_blocked(Side::Black, Color::Brown));
    let free = position("NZPSARVM/8/8/m7/8/8/8/1vraspzn b m 0");
    assert!(!free.is_blocked(Side::Black, Color::Brown));
    for color in Color::ALL {
        assert!(!Position::start().is_blocked(Side::Black, color));
    }
}

#[test]
fn the_zero_move_is_the_only_move_of_a_blocked_tower_and_passes_the_turn() {
    let blocked = position("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0");
    assert_eq!(moves(&blocked), ["a7a7"]);
    assert_eq!(blocked.read_move("0000"), blocked.read_move("a7a7"));
    let next = after("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0", "0000");
    assert_eq!(next.side(), Side::White);
    assert_eq!(
        next.required(),
        Some(color_of(square_of("a7").expect("a square")))
    );
    assert_eq!((next.ply(), next.after_zero()), (2, true));
    assert_eq!(next.outcome(), None, "White's red tower can move");
    assert_eq!(next.count_moves(), 11);
}

#[test]
fn the_zero_move_is_never_legal_for_a_tower_that_can_move() {
    let start = Position::start();
    for text in ["0000", "a1a1"] {
        let error = start.read_move(text).expect_err("a free tower");
        assert!(error.to_string().contains("zero move"), "{error}");
    }
    let white = after(START, "b1b2");
    let own = white.legal_moves()[0].from;
    assert!(!white.is_legal(games::kamisado::Move { from: own, to: own }));
}

#[test]
fn the_sample_game_is_won_on_the_home_row() {
    let end = after(START, "c1c6 a8a7 c6a8");
    assert_eq!(end.outcome(), ended(BLACK_WINS, "home row"));
    assert_eq!((end.side(), end.count_moves()), (Side::White, 0));
    let error = end.read_move("b8b7").expect_err("over");
    assert!(error.to_string().contains("the round is over"));
}

#[test]
fn reaching_home_wins_before_any_deadlock_is_looked_for() {
    // Black's brown tower reaches a8; White's orange tower, which would have to answer, is blocked.
    let end = after("1ZPSARVM/m1N5/1vraspzn/8/8/8/8/8 b m 0", "a7a8");
    assert_eq!(end.required(), Some(Color::Orange));
    assert!(end.is_blocked(Side::White, Color::Orange));
    assert_eq!(end.outcome(), ended(BLACK_WINS, "home row"));
}

const BEFORE_DEADLOCK: &str = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";

#[test]
fn two_blocked_towers_end_the_game_and_the_last_real_mover_loses() {
    let zero = after(BEFORE_DEADLOCK, "g1g7");
    assert_eq!(moves(&zero), ["h8h8"]);
    let end = after(BEFORE_DEADLOCK, "g1g7 h8h8");
    assert_eq!(end.side(), Side::Black);
    assert_eq!(end.required(), Some(Color::Brown));
    assert_eq!(end.outcome(), ended(WHITE_WINS, "deadlock"));
    assert_eq!(end.count_moves(), 0, "no second zero move");
}

#[test]
fn a_move_that_blocks_both_sides_is_suicide() {
    let here = position(BEFORE_DEADLOCK);
    let suicide = here.read_move("g1g7").expect("legal");
    let child = here.play(suicide);
    assert_eq!(
        child.outcome(),
        None,
        "it shows only after White's zero move"
    );
    let end = child.play(child.zero_move().expect("forced"));
    assert!(end.outcome().is_some_and(|o| !o.winners.contains(0)));
}

#[test]
fn deadlock_is_judged_with_the_colours_after_the_zero_move() {
    // Black's brown tower on a7 is blocked, and brown is what the zero move answers. But a7 is
    // red, and White's red tower is free: no deadlock, although brown towers are blocked.
    let text = "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0";
    let end = after(text, "a7a7");
    assert!(end.is_blocked(Side::Black, Color::Brown));
    assert_eq!(end.outcome(), None);
}

#[test]
fn the_flag_tells_a_forced_zero_move_from_a_finished_game() {
    let text = "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m";
    let forced = position(&format!("{text} 0 9"));
    let over = position(&format!("{text} 1 9"));
    assert_eq!((forced.count_moves(), forced.outcome()), (1, None));
    assert_eq!(over.count_moves(), 0);
    assert_eq!(over.outcome(), ended(WHITE_WINS, "deadlock"));
    assert_ne!(forced, over);
    assert_ne!(forced.key(), over.key());
}

#[test]
fn under_the_cycle_rule_zero_moves_go_on_until_a_tower_is_free() {
    let over = position("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 1 9");
    // Brown on a7 is blocked; a7 is red, and White's red tower can move.
    let goes_on = over.with_deadlock(Deadlock::Cycle);
    assert_eq!(goes_on.outcome(), None);
    assert_eq!(moves(&goes_on), ["a7a7"]);
    let next = goes_on.play(goes_on.legal_moves()[0]);
    assert_eq!((next.outcome(), next.count_moves()), (None, 11));
}

#[test]
fn under_the_cycle_rule_a_chain_that_repeats_is_a_deadlock() {
    let end = after(BEFORE_DEADLOCK, "g1g7 h8h8");
    // Brown a7 answers red: the red tower on f5 is free, so the published game goes on.
    assert_eq!(end.with_deadlock(Deadlock::Cycle).outcome(), None);
    // All towers face each other on rows 7 and 8: nobody can ever move again.
    let wall = "NZPSARVM/mvraspzn/8/8/8/8/8/8 w N 1 30";
    let walled = position(wall).with_deadlock(Deadlock::Cycle);
    assert_eq!(walled.outcome(), ended(BLACK_WINS, "deadlock"));
    assert_eq!(position(wall).outcome(), ended(BLACK_WINS, "deadlock"));
}

#[test]
fn there_are_no_draws_and_no_endless_games() {
    // Each step climbs at least one row and zero moves never come in pairs.
    assert_eq!(Position::start().repetitions(), None);
    assert_eq!(Position::start().reversible_plies(), 0);
}

#[test]
fn sumo_towers_move_less_far_and_push() {
    let here = position("NZPSARVM/8/8/8/3m+4/8/8/1vraspzn b m 0");
    let far = here
        .legal_moves()
        .iter()
        .map(|m| m.to / 8 - m.from / 8)
        .max();
    assert_eq!(
        far,
        Some(3),
        "up to row 7: row 8 is within its five squares, but full"
    );
    for (plus, reach) in [("+", 5), ("++", 3), ("+++", 1)] {
        let here = position(&format!("NZPSARVM/8/8/8/8/8/8/m{plus}vraspzn b m 0"));
        let far = here
            .legal_moves()
            .iter()
            .map(|m| m.to / 8 - m.from / 8)
            .max();
        assert_eq!(far, Some(reach), "{plus}");
    }
    // White's orange tower stands right before it and is pushed to d6: Black moves again.
    let text = "1ZPSARVM/8/8/3N4/3m+4/8/8/1vraspzn b m 0 7";
    let push = position(text).read_move("d4d5").expect("a push");
    let next = position(text).play(push);
    assert_eq!(next.square(Side::White, Color::Orange), square_of("d6"));
    assert_eq!(next.square(Side::Black, Color::Brown), square_of("d5"));
    assert_eq!(
        (next.side(), next.after_zero(), next.ply()),
        (Side::Black, true, 8)
    );
    assert_eq!(
        next.required(),
        Some(color_of(square_of("d6").expect("d6")))
    );
}

#[test]
fn only_lower_enemy_towers_with_room_behind_them_are_pushed() {
    let cases = [
        (
            "1ZPSARVM/8/8/3N4/3m4/8/8/1vraspzn b m 0",
            false,
            "a plain tower pushes nobody",
        ),
        (
            "1ZPSARVM/8/8/3N+4/3m+4/8/8/1vraspzn b m 0",
            false,
            "not of equal rank",
        ),
        (
            "1ZPSARVM/8/8/3N+4/3m++4/8/8/1vraspzn b m 0",
            true,
            "a double pushes a single",
        ),
        (
            "NZP1ARVM/8/3S4/3v4/3m+4/8/8/2raspzn b m 0",
            false,
            "no own towers",
        ),
        (
            "1ZP1ARVM/8/3S4/3N4/3m+4/8/8/1vraspzn b m 0",
            false,
            "a sumo pushes only one",
        ),
        (
            "1ZP1ARVM/8/3S4/3N4/3m++4/8/8/1vraspzn b m 0",
            true,
            "a double pushes two",
        ),
        (
            "NZPSARVM/3m+4/8/8/8/8/8/1vraspzn b m 0",
            false,
            "nobody is pushed off the board",
        ),
        (
            "NZ1SARVM/8/8/3vP3/3m+4/8/8/2raspzn b m 0",
            false,
            "never diagonally",
        ),
    ];
    for (text, can, why) in cases {
        let here = position(text);
        let pushes = here
            .legal_moves()
            .iter()
            .any(|m| here.tower_at(m.to).is_some() && !m.is_zero());
        assert_eq!(pushes, can, "{why}");
    }
}

#[test]
fn a_sumo_that_can_push_is_not_blocked() {
    // Steps are barred on all three squares; with rank 1 the tower can still push straight ahead.
    let plain = position("1Z1SA1VM/8/2RNP3/3m4/8/8/8/1vraspzn b m 0");
    let sumo = position("1Z1SA1VM/8/2RNP3/3m+4/8/8/8/1vraspzn b m 0");
    assert_eq!(moves(&plain), ["d5d5"]);
    assert_eq!(moves(&sumo), ["d5d6"]);
}
