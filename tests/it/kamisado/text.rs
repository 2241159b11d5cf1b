//! Positions, moves and boards as text: what is written, what is refused and how.

use games::kamisado::{Color, Position, START, Side, Towers, square_of};
use games::{Game, Line};

fn refused(text: &str) -> String {
    match Position::parse(text) {
        Ok(_) => panic!("'{text}' should be refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn texts_are_read_back_and_the_ply_may_be_left_out() {
    for text in [
        START,
        "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0 7",
        "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0 9",
        "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn w R 1 8",
        "NZPSARVM/8/8/8/3m++4/8/8/1v+raspzn+++ b m 0 7",
    ] {
        assert_eq!(Position::parse(text).expect(text).text(), text);
    }
    let short = Position::parse("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0").expect("four fields");
    assert_eq!(short.ply(), 1);
}

#[test]
fn with_fewer_towers_a_missing_colour_lets_any_tower_move_and_who_cannot_has_lost() {
    let read = |text: &str| Position::parse_with(text, Towers::Some);
    for text in [
        "N7/8/8/8/8/8/8/mv6 b - 0 1",
        "N7/8/8/8/8/8/m7/1v6 w - 0 2",
        "8/8/8/3N4/3m+4/8/8/8 b m 1 9",
        START,
    ] {
        assert_eq!(read(text).expect(text).to_text(), text);
    }
    // Black's brown tower goes to a pink square, but White has no pink tower.
    let start = read("N7/8/8/8/8/8/8/mv6 b - 0 1").expect("legal");
    assert_eq!(start.square(Side::White, Color::Pink), None);
    assert_eq!(start.towers(), Towers::Some);
    let next = start.play(start.read_move("a1a5").expect("legal"));
    assert_eq!(next.to_text(), "N7/8/8/m7/8/8/8/1v6 w - 0 2");
    assert!(next.is_legal(next.read_move("a8d5").expect("any tower")));
    // Black's brown tower goes to a brown square, and White has no brown tower. With the green tower on h7 White's only
    // tower is blocked, with the green tower on h6 it is not.
    let after = |text: &str| {
        let here = read(text).expect(text);
        here.play(here.read_move("g5g7").expect("legal"))
    };
    let free = after("7N/8/7v/6m1/8/8/8/8 b m 0 5");
    assert!(!free.is_over() && free.legal_moves().len() == 1);
    let blocked = after("7N/7v/8/6m1/8/8/8/8 b m 0 5");
    assert!(blocked.is_over() && blocked.legal_moves().is_empty());
    let outcome = blocked.outcome().expect("over");
    assert!(outcome.winners.contains(0) && outcome.reason == "deadlock");
    assert_eq!(read(&blocked.to_text()), Ok(blocked));
    for (text, why) in [
        ("8/8/8/8/8/8/8/mv6 b - 0 1", "White has no tower"),
        ("N7/8/8/8/8/8/8/8 w N 0 1", "Black has no tower"),
        (
            "N7/8/8/8/8/8/8/mv6 b z 0 1",
            "Black must move its blue tower, but has none: write - where any tower may move",
        ),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn the_zero_flag_and_the_ply_follow_the_game() {
    let mut line =
        Line::new(Position::parse("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0 7").expect("legal"));
    line.play(line.position().legal_moves()[0]);
    assert_eq!(
        line.position().text(),
        "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn w R 1 8"
    );
}

#[test]
fn what_is_no_position_is_refused_in_one_sentence_that_says_why() {
    let cases = [
        ("", "found 0 fields"),
        ("8/8 b - 0", "has 2 ranks"),
        ("NZPSARVM/8/8/8/8/8/8/mvraspzn b -", "found 3 fields"),
        ("NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1 x", "found 6 fields"),
        (
            "NZPSARVX/8/8/8/8/8/8/mvraspzn b - 0 1",
            "'X' is not a tower",
        ),
        (
            "NZPSARV/8/8/8/8/8/8/mvraspzn b - 0 1",
            "rank 8 has 7 squares",
        ),
        (
            "NZPSARVM1/8/8/8/8/8/8/mvraspzn b - 0 1",
            "rank 8 has 9 squares",
        ),
        ("NZPSARVMN/8/8/8/8/8/8/mvraspzn b - 0 1", "more than 8"),
        (
            "NZPSARVN/8/8/8/8/8/8/mvraspzn b - 0 1",
            "White has two orange towers",
        ),
        (
            "NZPSARV1/8/8/8/8/8/8/mvraspzn b - 0 1",
            "White has no brown tower",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspz1 b - 0 1",
            "Black has no orange tower",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn x - 0 1",
            "must be b or w, not 'x'",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b q 0 1",
            "'q' is not a colour",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b mm 0 1",
            "'mm' is not a colour",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b M 0 1",
            "'M' must be in lower case",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn w m 0 1",
            "'m' must be in upper case",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 2 1",
            "flag must be 0 or 1, not '2'",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 1 1",
            "after a zero move one colour",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 0",
            "ply must be from 1",
        ),
        (
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 99999",
            "ply must be from 1",
        ),
        (
            "8/8/8/8/8/8/NZPSARVM/mvraspzn b - 0 1",
            "all eight towers of Black are blocked",
        ),
        ("mZPSARV1/8/8/8/8/8/8/Mvraspzn1 b - 0 1", "rank 1 has 9"),
        (
            "mZPSARVN/8/8/8/8/8/8/Mvraspzn b v 0 1",
            "towers stand on both goal rows",
        ),
        (
            "mZPSARVM/N7/8/8/8/8/8/1vraspzn b v 0 1",
            "Black has reached the goal row",
        ),
        (
            "N++++ZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1",
            "at most three +",
        ),
        (
            "+NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1",
            "a + without a tower",
        ),
    ];
    for (text, why) in cases {
        let error = refused(text);
        assert!(error.contains(why), "'{text}': {error}");
        assert!(
            error.contains(&format!("'{text}'")) && !error.contains('\n'),
            "{error}"
        );
    }
}

#[test]
fn a_finished_position_is_a_position() {
    let won = Position::parse("mZPSARVM/N7/8/8/8/8/8/1vraspzn w N 0 9").expect("Black has won");
    assert!(won.is_over() && won.legal_moves().is_empty());
}

#[test]
fn an_illegal_move_is_explained() {
    let start = Position::parse(START).expect("the start");
    let blocked = Position::parse("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0").expect("legal");
    let brown = Position::parse("NZPSARVM/8/8/3n4/8/8/m7/1vraspz1 b m 0").expect("legal");
    let cases = [
        (&start, "a1", "is not a move in the form c1c6"),
        (&start, "a1a", "is not a move"),
        (&start, "añb1", "is not a move"),
        (&start, "a1a2a3", "is not a move"),
        (&start, "i1i2", "is not a move"),
        (&start, "a8a7", "the tower on a8 is White's"),
        (&start, "a3a4", "a3 is empty"),
        (&start, "a1a8", "a8 is occupied"),
        (&start, "a1b3", "straight or diagonally forward"),
        (&start, "a1b1", "straight or diagonally forward"),
        (&blocked, "b1b2", "brown must move, from a7; b1 is green"),
        (
            &blocked,
            "a7b8",
            "the tower is blocked, and a7a7 is the only move",
        ),
        (&brown, "a2d5", "d5 is occupied"),
        (&brown, "a2e6", "a tower stands in the way to e6"),
        (&brown, "a2f7", "a tower stands in the way to f7"),
        (&brown, "a2a1", "straight or diagonally forward"),
        (&brown, "a2a2", "zero move"),
    ];
    for (position, text, why) in cases {
        let error = position.read_move(text).expect_err(text).to_string();
        assert!(
            error.contains(why) && error.contains(&format!("'{text}'")),
            "{error}"
        );
    }
    let near = brown.read_move("a2c4").expect("in front of d5");
    assert_eq!(Position::step_text(near), "a2c4");
    let sumo = Position::parse("NZPSARVM/8/8/8/8/8/8/m++vraspzn b m 0").expect("legal");
    let error = sumo.read_move("a1a5").expect_err("four squares");
    assert!(error.to_string().contains("at most 3 squares"), "{error}");
    assert!(start.read_move("C1C6").is_ok(), "case does not matter");
}

#[test]
fn the_text_board_is_the_assignments() {
    let board = Position::start().board();
    let lines: Vec<_> = board.lines().collect();
    assert_eq!(lines.len(), 1 + 8 * 3);
    assert_eq!(lines[0], "   a    b    c    d    e    f    g    h");
    assert_eq!(lines[1], "8 N..N Z..Z P..P S..S A..A R..R V..V M..M");
    assert_eq!(lines[2], "  -BN- -BZ- -BP- -BS- -BA- -BR- -BV- -BM-");
    assert_eq!(lines[3], lines[1].replacen('8', " ", 1));
    assert_eq!(lines[4], "7 R..R N..N S..S V..V Z..Z A..A M..M P..P");
    assert_eq!(lines[5], "  ---- ---- ---- ---- ---- ---- ---- ----");
    assert_eq!(lines[22], "1 M..M V..V R..R A..A S..S P..P Z..Z N..N");
    assert_eq!(lines[23], "  -NM- -NV- -NR- -NA- -NS- -NP- -NZ- -NN-");
    let sumo = Position::parse("NZPSARVM/8/8/8/8/8/8/m++vraspzn b m 0").expect("legal");
    assert!(sumo.board().contains("  2NM- -NV-"));
}

#[test]
fn a_square_is_told_in_words_counted_from_a8() {
    let start = Position::start();
    let words = |name| start.square_in_words(square_of(name).expect("a square"));
    assert_eq!(words("a8"), "[0][0] Color: N Turno: B Torre: N");
    assert_eq!(words("c4"), "[4][2] Color: V Turno: - Torre: -");
    assert_eq!(words("h1"), "[7][7] Color: N Turno: N Torre: N");
    // The specification's example: White's orange tower on c4.
    let moved = Position::parse("1ZPSARVM/8/8/8/2N5/8/8/mvraspzn b v 0").expect("legal");
    let words = moved.square_in_words(square_of("c4").expect("a square"));
    assert_eq!(words, "[4][2] Color: V Turno: B Torre: N");
}
