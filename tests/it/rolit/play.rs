//! `atalaya play rolit`: the terminal board, driven over its pipes.

use std::process::Command;

/// Plays with these arguments and lines of input; the output and the exit status.
fn play(arguments: &str, input: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command
        .args(["play", "rolit"])
        .args(arguments.split_whitespace());
    crate::pipe::run(&mut command, input)
}

#[test]
fn four_people_play_and_are_told_what_turned_and_who_has_how_much() {
    let (out, status) = play("", "f5\nF6\nquit\n");
    assert_eq!(status, Some(0));
    let start = "\x20  a   b   c   d   e   f   g   h
8  .   .   .   .   .   .   .   .
7  .   .   .   .   .   .   .   .
6  .   .   .   .   .   .   .   .
5  .   .   .   R   Y   .   .   .
4  .   .   .   B   G   .   .   .
3  .   .   .   .   .   .   .   .
2  .   .   .   .   .   .   .   .
1  .   .   .   .   .   .   .   .
";
    assert!(out.starts_with(start), "{out}");
    assert!(out.contains("Red (R) must capture."), "{out}");
    assert!(
        out.contains("Turn of Red (R). Enter a move (f5), text, help or quit: "),
        "{out}"
    );
    assert!(out.contains("Red (R): f5\n"), "{out}");
    assert!(out.contains("5  .   .   .   R  (R) [R]  .   .\n"), "{out}");
    assert!(out.contains("f5 turns 1: e5\n"), "{out}");
    assert!(
        out.contains("Balls: R 3, Y 0, G 1, B 1, empty cells 59\n"),
        "{out}"
    );
    // Yellow has no ball left, and no duty.
    assert!(
        out.contains("Yellow (Y): f6\n") && out.contains("f6 turns nothing."),
        "{out}"
    );
    assert!(out.trim_end().ends_with("The game is ended."), "{out}");
}

#[test]
fn the_legal_cells_are_marked_when_asked_for() {
    let (out, _) = play("", "moves\nquit\n");
    assert!(out.contains("5  .   .   .   R   Y   1   .   .\n"), "{out}");
    assert!(out.contains("3  .   .   .   1   .   1   .   .\n"), "{out}");
    assert!(
        out.contains("A number: a legal cell that turns so many balls"),
        "{out}"
    );
    let students = "--shape diamond --size small";
    let (out, _) = play(students, "e5\nmoves\nquit\n");
    assert!(out.contains("6      .   .   +   +   +   .   .\n"), "{out}");
    let (out, _) = play("--lang es", "jugadas\nsalir\n");
    assert!(out.contains("Un número: celda legal"), "{out}");
}

#[test]
fn a_refused_cell_is_explained_in_both_languages() {
    let official = [
        (
            "e3",
            "'e3' captures nothing, and red must capture: d3 does.",
            "rojo debe capturar: d3",
        ),
        (
            "d5",
            "'d5' is occupied by a red ball.",
            "en 'd5' ya hay una bola de color rojo.",
        ),
        (
            "i9",
            "'i9' is outside of the board, which ends at h8.",
            "que acaba en h8.",
        ),
        (
            "go",
            "'go' is not a cell",
            "'go' no es una celda: se espera",
        ),
    ];
    let circle = [
        (
            "a1",
            "'a1' is not a cell that can be played",
            "no es una celda de este tablero",
        ),
        (
            "e5\ne7",
            "'e7' touches no ball.",
            "'e7' no toca ninguna bola.",
        ),
    ];
    for (options, cases) in [("", &official[..]), ("--shape circle", &circle)] {
        for (input, english, spanish) in cases {
            for (lang, why, quit) in [("en", english, "quit"), ("es", spanish, "salir")] {
                let input = format!("{input}\n{quit}\n");
                let (out, status) = play(&format!("{options} --lang {lang}"), &input);
                assert!(status == Some(0) && out.contains(why), "{out}");
            }
        }
    }
}

#[test]
fn holes_are_blank_and_the_largest_board_reaches_q17() {
    let (out, _) = play("--shape circle --size small", "quit\n");
    assert!(
        out.contains("\n9              .   .   .\n8      .   .   .   .   .   .   .\n"),
        "{out}"
    );
    let (out, _) = play("--shape square --size large --players 10", "q17\nQ16\n");
    assert!(
        out.contains("Yellow (Y): q17") && out.contains("Red (R): q16"),
        "{out}"
    );
    let top = out.lines().next().expect("a line");
    assert!(
        top.starts_with("    a   b ") && top.ends_with("  q"),
        "{out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    assert!(
        out.contains("Balls: Y 1, R 1, G 0, L 0, O 0, K 0, P 0, B 0, W 0, E 0, empty"),
        "{out}"
    );
}

#[test]
fn colours_repeat_the_letters() {
    let (out, _) = play("--color always", "");
    assert!(
        out.contains("\x1b[38;5;15;48;5;160m R \x1b[0m\x1b[38;5;0;48;5;226m Y \x1b[0m"),
        "{out}"
    );
    for options in ["--color never", "--plain", ""] {
        assert!(!play(options, "").0.contains('\x1b'), "{options}");
    }
}

#[test]
fn machines_of_all_levels_play_to_the_end_and_one_seed_gives_one_game() {
    let options = "--players 4 --machines R,Y:easy,G:medium,B --level hard --shape circle \
                   --size small --teams RG/YB";
    let game = |seed: u8| play(&format!("{options} --seed {seed}"), "");
    let (out, status) = game(1);
    assert_eq!(status, Some(0), "{out}");
    assert_eq!(out.matches(" (R): ").count(), 16, "{out}");
    assert_eq!(out.matches(" (B): ").count(), 15, "{out}");
    let end = out.lines().last().expect("a line");
    assert!(
        end.starts_with("Team ") || end.starts_with("The teams RG and YB draw"),
        "{out}"
    );
    let teams = out.lines().filter(|line| line.starts_with("Teams: RG "));
    assert_eq!(teams.count(), 62, "{out}");
    assert_eq!(game(1).0, out);
    assert_ne!(game(2).0, out);
    // Numbered levels, and every level of the official game.
    for options in [
        "--players 2 --machines R:0,G:2",
        "--machines all:expert --movetime 5",
    ] {
        let (out, status) = play(options, "");
        assert!(
            status == Some(0) && out.contains("empty cells 0\n"),
            "{out}"
        );
    }
}

#[test]
fn a_person_plays_with_machines_takes_back_and_gets_hints() {
    let options = "--shape diamond --machines R --level easy --names Ann,Bot --movetime 20";
    let (out, status) = play(options, "undo\nhint\ne5\nundo\nmoves\nquit\n");
    assert_eq!(status, Some(0));
    assert!(out.contains("Turn of Yellow (Y), Ann."), "{out}");
    assert!(out.contains("There is nothing to undo."), "{out}");
    assert!(out.contains("Hint: "), "{out}");
    assert_eq!(out.matches("Red (R), Bot: ").count(), 1, "{out}");
    // The board is empty again: all 41 cells are legal.
    assert_eq!(out.matches('+').count(), 41 + 1, "{out}");
}

#[test]
fn ties_and_teams_are_told() {
    let ends = [
        ("RR1 Y YR 3", "c1\n", "Red (R) wins with 2 balls.\n"),
        (
            "RR1Y Y YR 3",
            "c1\n",
            "Yellow (Y) and Red (R) share the first place with 2 balls each.\n",
        ),
        (
            "RRYYB1 B RYB 3",
            "f1\n",
            "and Blue (B) share the first place with 2 balls each.\n",
        ),
        ("RRYYB1 B RYGB:RB/YG 3", "f1\n", "Team RB wins, 4 to 2.\n"),
        (
            "RRY1 Y RY:R/Y 3",
            "d1\n",
            "The teams R and Y draw, 2 to 2.\n",
        ),
    ];
    for (position, input, end) in ends {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command.args(["play", "rolit", "--fen", position]);
        let (out, _) = crate::pipe::run(&mut command, input);
        assert!(out.ends_with(end), "{out}");
    }
}

#[test]
fn options_that_cannot_be_are_refused_in_one_line() {
    for (options, why) in [
        ("--players 11 --shape square", "--players '11': "),
        (
            "--players 4 --machines L",
            "'L' is not one of the players R, Y, G, B",
        ),
        (
            "--players 3 --teams RG/YB",
            "--teams 'RG/YB': these are 4 players, not 3",
        ),
        (
            "--rules official --shape circle",
            "--shape 'circle': this is for students' rules",
        ),
        (
            "--white 3",
            "--white and --black are for games of White and Black; rolit has --machines",
        ),
        ("--points 3", "--points is for kamisado, not for rolit"),
        (
            "--save no/such/folder/game.json",
            "Cannot write no/such/folder/game.json: ",
        ),
    ] {
        let (out, status) = play(options, "");
        assert!(status == Some(2) && out.contains(why), "{out}");
        assert_eq!(out.lines().count(), 1, "{out}");
    }
}
