//! `atalaya play`: the terminal board, driven over its pipes.

use games::Game;
use games::kamisado::Match;
use games::pgn::read::records;
use players::Registry;
use std::process::Command;

/// Plays with these arguments and lines of input; the output and the exit status.
fn play(arguments: &[&str], input: &str, no_color: bool) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.arg("play").args(arguments);
    if no_color {
        command.env("NO_COLOR", "1");
    } else {
        command.env_remove("NO_COLOR");
    }
    crate::pipe::run(&mut command, input)
}

#[test]
fn two_people_play_the_sample_game_in_spanish() {
    let (out, status) = play(&["kamisado", "--lang", "es"], "c1c6\na8a7\nc6a8\n", false);
    assert_eq!(status, Some(0));
    assert!(
        out.contains("Turno de Negro (N). Introduzca jugada (a1c3)"),
        "{out}"
    );
    assert!(
        out.contains("Último color: Negro N (naranja), Blanco -"),
        "{out}"
    );
    assert!(
        out.contains("Último color: Negro N (naranja), Blanco R (rojo)"),
        "{out}"
    );
    assert!(
        out.contains("Blanco (B) mueve la torre de color naranja, en a8."),
        "{out}"
    );
    let end = "Gana Negro (N): ha llegado a la fila de origen contraria.\n";
    assert!(out.ends_with(end), "{out}");
}

#[test]
fn an_illegal_move_is_explained_and_asked_again() {
    let cases = [
        ("a1c9", "'a1c9' is not a move in the form c1c6."),
        ("a8a7", "'a8a7' is not legal: the tower on a8 is White's."),
        (
            "a1b3",
            "'a1b3' is not legal: towers move straight or diagonally forward.",
        ),
        ("0000", "'0000' is not legal: the zero move is only for"),
    ];
    for (text, why) in cases {
        let (out, _) = play(&["kamisado"], &format!("{text}\nquit\n"), false);
        assert!(out.contains(why), "{out}");
        assert_eq!(out.matches("Turn of Black (B).").count(), 2, "{out}");
        assert!(out.trim_end().ends_with("The game is ended."), "{out}");
    }
    let spanish = [
        ("a1c9", "'a1c9' no es una jugada de la forma c1c6."),
        (
            "a8a7",
            "'a8a7' no es legal: la torre de a8 es del contrario.",
        ),
        ("a1b3", "las torres avanzan en vertical o en diagonal."),
        ("a1a8", "la celda a8 está ocupada."),
        ("a3a4", "no hay torre en a3."),
        (
            "c1c6\nb8b7",
            "debe mover la torre de color naranja, en a8; la de b8 es azul.",
        ),
    ];
    for (text, why) in spanish {
        let (out, _) = play(
            &["kamisado", "--lang", "es"],
            &format!("{text}\nsalir\n"),
            false,
        );
        assert!(out.contains(why), "{out}");
    }
}

#[test]
fn texto_and_text_print_the_text_board_and_the_end_of_input_ends_the_game() {
    for word in ["texto", "text"] {
        let arguments = ["kamisado", "--color", "always"];
        let (out, status) = play(&arguments, &format!("{word}\n"), false);
        assert_eq!(status, Some(0));
        assert!(
            out.contains("8 N..N Z..Z P..P S..S A..A R..R V..V M..M\n  -BN- -BZ-"),
            "{out}"
        );
    }
    for word in ["salir", "quit"] {
        let (out, status) = play(&["kamisado"], &format!("{word}\nc1c6\n"), false);
        assert!(status == Some(0) && !out.contains("c1c6"), "{out}");
    }
}

#[test]
fn the_board_has_the_letters_of_the_language() {
    for (lang, squares, white, black, turn) in [
        (
            "en",
            "O..O B..B P..P K..K Y..Y R..R G..G N..N",
            "-WO- -WB- -WP- -WK- -WY- -WR- -WG- -WN-",
            "-BN- -BG- -BR- -BY- -BK- -BP- -BB- -BO-",
            "Turn of Black (B).",
        ),
        (
            "es",
            "N..N Z..Z P..P S..S A..A R..R V..V M..M",
            "-BN- -BZ- -BP- -BS- -BA- -BR- -BV- -BM-",
            "-NM- -NV- -NR- -NA- -NS- -NP- -NZ- -NN-",
            "Turno de Negro (N).",
        ),
    ] {
        let (out, _) = play(&["kamisado", "--plain", "--lang", lang], "", false);
        for part in [squares, white, black, turn] {
            assert!(out.contains(part), "{part} in {out}");
        }
    }
}

#[test]
fn colours_are_drawn_where_they_are_wanted_and_no_color_is_honoured() {
    let colored = |arguments: &[&str], no_color| play(arguments, "", no_color).0.contains('\x1b');
    // The output is a pipe, no terminal.
    assert!(!colored(&["kamisado"], false));
    assert!(!colored(&["kamisado"], true));
    assert!(colored(&["kamisado", "--color", "always"], false));
    assert!(!colored(&["kamisado", "--color", "never"], false));
    let (out, _) = play(&["kamisado", "--color", "always"], "", false);
    // Orange (208) for a8 and for the tower there, and the letters all the same.
    assert!(out.contains("\x1b[38;5;0;48;5;208mO..O\x1b[0m"), "{out}");
    assert!(out.contains("\x1b[38;5;0;48;5;208mWO\x1b[0m"), "{out}");
}

#[test]
fn blocks_and_deadlocks_are_announced() {
    let near = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";
    let (out, _) = play(
        &["kamisado", "--lang", "es", "--fen", near],
        "g1g7\n",
        false,
    );
    assert!(
        out.contains("¡Bloqueo! La torre de color marrón de Blanco (B), en h8"),
        "{out}"
    );
    assert!(
        out.contains("Blanco (B): h8h8"),
        "the zero move is made at once: {out}"
    );
    assert!(
        out.contains("¡Bloqueo mutuo!") && out.contains("gana Blanco (B)"),
        "{out}"
    );
    let (out, _) = play(&["kamisado", "--fen", near], "g1g7\n", false);
    assert!(
        out.contains("Blocked! The brown tower of White (W) on h8"),
        "{out}"
    );
    assert!(
        out.contains("Deadlock!") && out.ends_with("White (W) wins.\n"),
        "{out}"
    );
}

#[test]
fn machines_of_any_level_play_and_a_person_gets_hints_and_takes_back() {
    let (out, status) = play(&["kamisado", "--black", "2", "--white", "0"], "", false);
    assert_eq!(status, Some(0));
    assert!(out.contains(" wins: ") || out.contains("Deadlock"), "{out}");
    for game in ["kamisado", "chess"] {
        // What chance decides follows from the seed.
        let seats = ["--black", "difícil", "--white", "easy", "--seed", "1"];
        let (out, status) = play(&[&[game], &seats[..]].concat(), "", false);
        assert_eq!(status, Some(0), "{out}");
        // Both have played, and the end is told of a game that ended at the board.
        let [white, black] = match game {
            "chess" => ["White: ", "Black: "],
            _ => ["White (W): ", "Black (B): "],
        };
        let plies = |side: &str| out.lines().filter(|line| line.starts_with(side)).count();
        assert!(
            plies(white) > 1 && plies(black).abs_diff(plies(white)) <= 1,
            "{out}"
        );
        let end = out.lines().last().expect("an end");
        let ends = ["Deadlock! ", "White ", "Black ", "A draw ("];
        assert!(ends.iter().any(|start| end.starts_with(start)), "{end}");
        assert!(end.contains(" wins") || end.contains("draw"), "{end}");
    }
    let input = "hint\nc1c6\nundo\nundo\nquit\n";
    let (out, _) = play(&["kamisado", "--white", "1"], input, false);
    let hint = out
        .split("Hint: ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let hint = hint.expect("a hint");
    let start = games::kamisado::Match::start();
    assert!(start.parse_move(hint).is_ok(), "{hint}");
    assert!(out.contains("There is nothing to undo."), "{out}");
    for (name, level) in [("--white", "11"), ("--black", "robot")] {
        let (out, status) = play(&["kamisado", name, level], "", false);
        assert!(
            status == Some(2)
                && out.contains("easy, medium, hard, expert, or a level from 0 to 10"),
            "{out}"
        );
    }
}

#[test]
fn after_a_push_the_last_colour_is_the_one_that_the_pusher_answers() {
    let fen = "1ZPSARVM/8/8/3N4/3m+4/8/8/1vraspzn b m 0 9";
    let (out, _) = play(
        &["kamisado", "--points", "3", "--fen", fen],
        "d4d5\n",
        false,
    );
    let news = "Last colour: Black orange, White red\n";
    let (_, after) = out.split_once(news).unwrap_or_else(|| panic!("{out}"));
    assert!(
        after.contains("Black (B) moves the red tower, on c1."),
        "{out}"
    );
}

#[test]
fn a_match_asks_how_to_regroup_and_is_saved_as_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.pgn").display().to_string();
    let input = format!("c1c6\na8a7\nc6a8\nup\nleft\nsave {file}\nsave {file}\nquit\n");
    let (out, _) = play(&["kamisado", "--points", "3"], &input, false);
    assert!(
        out.contains("Black (B) wins the round (home row)."),
        "{out}"
    );
    assert!(out.contains("Answer left or right."), "{out}");
    assert!(out.contains("Points: Black 1, White 0, to 3"), "{out}");
    let told = format!("Saved as {file}");
    assert_eq!(out.matches(&told).count(), 2, "its own file: {out}");
    let text = std::fs::read_to_string(&file).expect("saved");
    let mut found = records(&text).next().expect("a record").expect("read");
    let read = rooms::game_of(&mut found, &Registry::standard()).expect("a game");
    let ((game, _), _) = read.split();
    let line = game.native::<Match>().expect("Kamisado");
    assert!(text.contains("[Variant \"Kamisado\"]"));
    assert_eq!(line.moves().len(), 4);
    assert!(line.position().text().ends_with(" 3 1:0"));
}

#[test]
fn chess_takes_san_and_uci_and_saves_a_pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chess.pgn").display().to_string();
    let input = format!("e2e4\ne5\nBc4\nNc6\nKe3\nQh5\nundo\nQf3\nNd4\nsave {file}\nQxf7#\n");
    let (out, status) = play(&["chess"], &input, false);
    assert_eq!(status, Some(0));
    assert!(out.contains("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"), "{out}");
    assert!(out.contains("'Ke3' is not a legal move"), "{out}");
    assert!(out.ends_with("White wins (checkmate).\n"), "{out}");
    let text = std::fs::read_to_string(&file).expect("saved");
    assert!(
        text.contains("[Result \"*\"]\n")
            && text.ends_with("]\n\n1. e4 e5 2. Bc4 Nc6 3. Qf3 Nd4 *\n\n"),
        "{text}"
    );
}

#[test]
fn chess_against_a_machine_has_hints_and_speaks_spanish() {
    let arguments = ["chess", "--black", "3", "--movetime", "50", "--lang", "es"];
    let (out, status) = play(&arguments, "pista\ne4\nxyz\nsalir\n", false);
    assert_eq!(status, Some(0));
    assert!(out.contains("Turno de Blancas."), "{out}");
    assert!(out.contains("Pista: ") && out.contains("Negras: "), "{out}");
    assert!(out.contains("'xyz' no es una jugada legal"), "{out}");
    let (out, status) = play(&["chess", "--fen", "nonsense"], "", false);
    assert!(status == Some(2) && out.lines().count() == 1, "{out}");
}

#[test]
fn the_legal_moves_are_listed_when_asked_for() {
    let (out, _) = play(&["chess"], "moves\nquit\n", false);
    assert!(out.contains("Na3 Nc3 Nf3 Nh3 a3 b3 "), "{out}");
    let (out, _) = play(&["kamisado"], "c1c6\nmoves\nquit\n", false);
    // The orange tower: straight, and diagonally until the tower that has just moved.
    assert!(
        out.contains(" a8b7 a8a7 a8a6 a8a5 a8a4 a8a3 a8a2\n"),
        "{out}"
    );
}
