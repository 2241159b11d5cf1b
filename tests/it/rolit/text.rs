//! Positions and moves as text: what is read, what is written, what is refused and how.

use games::rolit::{Color, MoveError, Position, PositionError, Rules, START, Shape, Size};
use games::{Game, Lang};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    Position::parse(text, Rules::Official).expect(text)
}

/// Why a text is refused.
fn refusal(text: &str) -> String {
    let error = Position::parse(text, Rules::Official).expect_err(text);
    let sentence = error.to_string();
    assert!(sentence.contains(text) && sentence.lines().count() == 1);
    match error {
        PositionError::Text { why, .. } | PositionError::Players { why, .. } => {
            assert_ne!(why.get(Lang::ES), why.get(Lang::EN), "{text}");
            why.to_string()
        }
    }
}

#[test]
fn a_text_is_written_as_it_was_read() {
    for text in [
        START,
        "8/8/8/3RY3/3BG3/8/8/8 B RYGB:RG/YB 17",
        "4/1RY1/1BG1/4 G GB 1",
        "9/9/9/9/9/9/9/9/9 Y YR 1 students",
        "****1****/***3***/**5**/*7*/9/*7*/**5**/***3***/****1**** E EL:E/L 1 students",
        "17/R15B/10*6 B RYGB 65535",
        "*1*/R1Y/*1* R RY 1",
        "Y Y YR 2 students",
    ] {
        assert_eq!(position(text).text(), text);
        assert_eq!(format!("{:?}", position(text)), format!("Position({text})"));
    }
}

#[test]
fn what_may_be_left_out_is_filled_in() {
    let short = "8/8/8/3RY3/3BG3/8/8/8 R RYGB";
    assert_eq!(position(short).text(), START);
    assert_eq!(position(&format!("  {short}  official ")).text(), START);
    let students = Position::parse(short, Rules::Students).expect("a position");
    assert_eq!(students.text(), format!("{START} students"));
    assert_eq!(students.rules(), Rules::Students);
    let named = Position::parse(&format!("{START} official"), Rules::Students);
    assert_eq!(named, Ok(position(START)));
    // Teams are written in the order of the seats.
    let teams = position("8/8/8/3RY3/3BG3/8/8/8 R RYGB:BY/GR 1");
    assert_eq!(teams.players_text(), "RYGB:RG/YB");
}

#[test]
fn a_damaged_text_is_refused_by_a_sentence_that_names_the_damage() {
    let cases = [
        ("", "expected board, colour to move, players"),
        (
            "8/8/8/3RY3/3BG3/8/8/8",
            "expected board, colour to move, players",
        ),
        (
            "8/8 R RY 1 students x y",
            "expected board, colour to move, players",
        ),
        (
            "RY R RY 1 house",
            "'house' is neither official nor students",
        ),
        (
            "8/8/8/3RY3/3BG2/8/8/8 R RYGB 1",
            "rank 4 has 7 cells where rank 8 has 8",
        ),
        (
            "8/8/8/3RY3/3BG3/8/9/8 R RYGB 1",
            "rank 2 has 9 cells where rank 8 has 8",
        ),
        ("8//8 R RYGB 1", "rank 2: it is empty"),
        ("8/8/ R RYGB 1", "rank 1: it is empty"),
        (
            "8/8/3XY3 R RY 1",
            "rank 1: 'X' is neither a colour, nor a number, nor *",
        ),
        ("8/8/3rY3 R RY 1", "rank 1: 'r' is neither"),
        ("8/8/3éY3 R RY 1", "rank 1: 'é' is neither"),
        ("RY0/3 R RY 1", "'0' is not a number from 1 to 17"),
        ("RY01/3 R RY 1", "'01' is not a number from 1 to 17"),
        ("RY18 R RY 1", "'18' is not a number from 1 to 17"),
        (
            "RY99999999999999999999999 R RY 1",
            "is not a number from 1 to 17",
        ),
        ("RY16 R RY 1", "expected at most 17 cells in 'RY16'"),
        (
            "1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/R R RY 1",
            "expected at most 17 ranks, found 18",
        ),
        ("**/** R RY 1", "no playable cell"),
        (
            "R*Y R RY 1",
            "do not hang together: no way leads from a1 to c1",
        ),
        ("R**/**Y R RY 1", "its playable cells do not hang together"),
        (
            "9/*********/9 Y YR 1 students",
            "its playable cells do not hang together",
        ),
        (
            "RY1 B RY 1",
            "the colour to move, B, is not among the players RY",
        ),
        ("RY1 - RY 1", "the colour to move, '-', is no colour"),
        ("RY1 RY RY 1", "the colour to move, 'RY', is no colour"),
        ("RY1 R R 1", "expected 2 to 4 players, found 1"),
        ("RY1 R RYR 1", "red (R) is among the players twice"),
        ("RY1 R RX 1", "'X' in the players 'RX' is no colour"),
        ("RY1 R RK 1", "not black (K)"),
        ("RYK R RY 1", "R, Y, G and B balls only, not black (K)"),
        (
            "8/8 R RY 1",
            "the official game begins with balls on the board",
        ),
        (
            "RY1 R RYGB: 1",
            "expected two teams such as RG/YB in '', found 1",
        ),
        ("RY1 R RYGB:RYGB 1", "found 1"),
        ("RY1 R RYGB:RG/Y/B 1", "found 3"),
        ("RY1 R RYGB:RYGB/ 1", "a team in 'RYGB/' is empty"),
        ("RY1 R RYGB:RG/Y 1", "blue (B) is in neither team of 'RG/Y'"),
        (
            "RY1 R RYGB:RG/YBR 1",
            "red (R) is in the teams twice of 'RG/YBR'",
        ),
        ("RY1 R RYGB:RRG/YB 1", "red (R) is in the teams twice"),
        (
            "RY1 R RYG:RG/YB 1",
            "'B' in the teams 'RG/YB' is not one of the players",
        ),
        ("RY1 R RYG:RG/Y:B 1", "':' in the teams"),
        (
            "RY1 R RY one",
            "the ply, 'one', is not a number from 1 to 65535",
        ),
        ("RY1 R RY 0", "the ply, '0', is not a number"),
        ("RY1 R RY -1", "the ply, '-1', is not a number"),
        ("RY1 R RY +1", "the ply, '+1', is not a number"),
        ("RY1 R RY 65536", "the ply, '65536', is not a number"),
    ];
    for (text, expected) in cases {
        let why = refusal(text);
        assert!(why.contains(expected), "{text}: {why}");
    }
}

#[test]
fn players_who_cannot_play_are_refused_when_a_game_is_set_up() {
    use Color::{Black, Green, Red, Yellow};
    let official = |colors: &[Color]| Position::official(colors).map(|p| p.text());
    assert!(official(&[Red, Green]).is_ok());
    for colors in [&[][..], &[Red], &[Red, Red], &[Red, Black]] {
        let error = official(colors).expect_err("refused").to_string();
        let letters: String = colors.iter().map(|c| c.letter()).collect();
        assert!(
            error.starts_with(&format!("'{letters}' are not players of Rolit: ")),
            "{error}"
        );
    }
    let students = |colors: &[Color], teams| {
        Position::students(Shape::Circle, Size::Small, colors, teams).map_err(|e| e.to_string())
    };
    assert!(students(&Color::ALL, None).is_ok());
    assert!(students(&[Red, Yellow, Black], Some("RY/K")).is_ok());
    let error = students(&[Red, Yellow, Black], Some("RY/")).expect_err("refused");
    assert_eq!(
        error,
        "'RYK:RY/' are not players of Rolit: a team in 'RY/' is empty"
    );
    assert!(students(&[Yellow], None).is_err());
    assert!(students(&[Yellow, Red, Yellow], None).is_err());
}

#[test]
fn a_refused_move_names_the_rule() {
    let refused = |text: &str, m: &str| position(text).read_move(m).expect_err(m).to_string();
    assert_eq!(
        refused(START, "5f"),
        "'5f' is not a cell: expected a file and a rank, such as f5"
    );
    for m in ["", "f", "F5", "f5 ", "f05", "f5x", "pass"] {
        assert!(
            matches!(position(START).read_move(m), Err(MoveError::Form(_))),
            "{m}"
        );
    }
    assert_eq!(
        refused(START, "i5"),
        "'i5' is outside of the board, which ends at h8"
    );
    assert_eq!(
        refused(START, "a9"),
        "'a9' is outside of the board, which ends at h8"
    );
    assert_eq!(
        refused(START, "z99"),
        "'z99' is outside of the board, which ends at h8"
    );
    assert_eq!(refused(START, "d5"), "'d5' is occupied by a red ball");
    assert_eq!(
        refused(START, "e3"),
        "'e3' captures nothing, and red must capture: d3 does"
    );
    assert_eq!(
        refused(START, "a1"),
        "'a1' captures nothing, and red must capture: d3 does"
    );
    let apart = "R3/4 Y RY 1";
    assert_eq!(refused(apart, "d1"), "'d1' touches no ball");
    let students = "YR3/5 Y YR 1 students";
    assert_eq!(refused(students, "e1"), "'e1' touches no ball");
    assert_eq!(
        refused("R*1/3 Y RY 1", "b2"),
        "'b2' is not a cell that can be played on this board"
    );
    assert_eq!(
        refused("RY/YR Y RY 1", "a1"),
        "'a1' comes too late: the board is full"
    );
    let last = Position::students_for(Shape::Square, Size::Large, "YR").expect("a game");
    let m = last.parse_move("q17").expect("a legal first move");
    assert_eq!((last.move_text(m), m.index()), ("q17".into(), 288));
}

/// A text that may or may not be a position: fields of roughly the right letters.
fn nearly() -> impl Strategy<Value = String> {
    "[1-9RYGBK*/]{1,24} [RYGB] [RYGBK]{1,4}(:[RYGB]{1,2}/[RYGB]{1,2})? [0-9]{0,3}( students)?"
}

/// Rows of the same length.
fn board() -> impl Strategy<Value = String> {
    (1_usize..=17, 1_usize..=17).prop_flat_map(|(width, height)| {
        let cell = prop::sample::select(b"RYGB***......".to_vec());
        let row = prop::collection::vec(cell, width).prop_map(|cells| {
            let (mut row, mut empty) = (String::new(), 0);
            for cell in cells.into_iter().chain([b'/']) {
                match cell {
                    b'.' => empty += 1,
                    _ => {
                        if empty > 0 {
                            row += &empty.to_string();
                        }
                        empty = 0;
                        row.push(char::from(cell));
                    }
                }
            }
            row
        });
        let rows = prop::collection::vec(row, height);
        rows.prop_map(|rows| rows.concat().trim_end_matches('/').to_owned())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,40}") {
        let _ = Position::parse(&text, Rules::Official);
        let _ = position(START).read_move(&text);
    }

    #[test]
    fn what_is_read_is_written_and_read_back_the_same(text in nearly()) {
        if let Ok(position) = Position::parse(&text, Rules::Official) {
            let written = position.text();
            prop_assert_eq!(Position::parse(&written, Rules::Students).is_ok(), true);
            prop_assert_eq!(Position::parse(&written, Rules::Official), Ok(position));
        }
    }

    #[test]
    fn a_board_that_hangs_together_is_written_as_it_was_read(
        board in board(), players in "(RY|GB:B/G|YRBG:YR/BG|BGR)", ply: u16,
    ) {
        let rules = if ply % 2 == 0 { " students" } else { "" };
        let turn = players.chars().nth(usize::from(ply) % 2).filter(|c| *c != ':');
        let mover = turn.unwrap_or('R');
        // The first team is that of the first player.
        let players = players.replace("B/G", "G/B");
        let text = format!("{board} {mover} {players} {}{rules}", ply.max(1));
        match Position::parse(&text, Rules::Official) {
            Ok(position) => {
                prop_assert_eq!(position.text(), &text[..]);
                prop_assert_eq!(position.key(), Position::parse(&text, Rules::Official).expect("again").key());
            }
            Err(PositionError::Text { why, .. }) => prop_assert!(
                ["hang together", "no playable", "with balls"].iter().any(|said| why.to_string().contains(said)),
                "{}: {}", text, why
            ),
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}
