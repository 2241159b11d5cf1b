//! `atalaya play` as people type: spellings of moves, promotions, orders, leaving, records.

use crate::pipe;
use crate::uci::data::TempFile;
use std::process::Command;

fn play(args: &[&str], input: &str) -> String {
    run(&[&["play"], args].concat(), input).0
}

fn run(args: &[&str], input: &str) -> (String, Option<i32>) {
    pipe::run(
        Command::new(env!("CARGO_BIN_EXE_atalaya")).args(args),
        input,
    )
}

#[test]
fn moves_are_taken_in_every_usual_spelling() {
    let input = "e2-e4\ne7e5\nng1-f3\nNC6\nBc4\nbc5\n0-0\nNf6\nfen\n";
    let out = play(&["chess"], input);
    assert!(out.contains("White: O-O\n"), "{out}");
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5";
    assert!(out.contains(fen), "{out}");
    let input = "e4\ne5\nCf3\nCc6\nAb5\na6\nAxc6\ndxc6\no-o\nDd6\n";
    let out = play(&["chess", "--lang", "es"], input);
    assert!(
        out.contains("Blancas: Axc6\n") && out.contains("Negras: Dd6\n"),
        "{out}"
    );
    assert!(!out.contains("no es una jugada legal"), "{out}");
}

#[test]
fn a_promotion_is_asked_for() {
    let pawn = ["chess", "--fen", "3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1"];
    let out = play(&pawn, "e7e8\nN\n");
    assert!(
        out.contains("Promote to what? Q (queen), R (rook)"),
        "{out}"
    );
    assert!(
        out.contains("White: e8=N") && !out.contains("not a legal move"),
        "{out}"
    );
    let out = play(&[&pawn[..], &["--lang", "es"]].concat(), "exd8\ndama\n");
    assert!(
        out.contains("¿En qué se transforma?") && out.contains("Blancas: exd8=D+"),
        "{out}"
    );
    // Another move is as good an answer.
    let out = play(&pawn, "e8\nKf2\n");
    assert!(out.contains("White: Kf2"), "{out}");
}

#[test]
fn a_game_that_is_not_saved_is_left_after_a_question() {
    let out = play(&["chess"], "e4\nquit\nno\ne5\nquit\nmaybe\nyes\n");
    assert_eq!(out.matches("The game is not saved.").count(), 3, "{out}");
    assert!(out.contains("'maybe' is not yes, no or save."), "{out}");
    assert!(
        out.contains("Black: e5") && out.ends_with("The game is ended.\n"),
        "{out}"
    );
    let file = TempFile::new("left.json", None);
    let save = format!("e4\nsalir\nguardar {}\n", file.path());
    let out = play(&["chess", "--lang", "es"], &save);
    assert!(
        out.contains("Guardada en ") && out.ends_with("Partida terminada.\n"),
        "{out}"
    );
    let saved = std::fs::read_to_string(file.path()).expect("saved");
    assert!(saved.contains("e2e4"));
    for without in ["quit\n", "resign\n"] {
        assert!(
            !play(&["chess"], without).contains("not saved"),
            "{without}"
        );
    }
}

#[test]
fn the_board_is_turned_for_black_and_the_last_move_is_marked() {
    let out = play(&["chess", "--white", "easy", "--seed", "1"], "flip\n");
    let boards: Vec<&str> = out
        .lines()
        .filter(|line| line.trim_start().starts_with("h g f"))
        .collect();
    assert!(!boards.is_empty(), "{out}");
    assert!(out.contains("  a b c d e f g h\n8 "), "flipped back: {out}");
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let out = play(&["chess", "--fen", castle, "--pieces", "letters"], "0-0\n");
    assert!(out.contains("R[K]"), "where the king arrives: {out}");
    let out = play(&["chess", "--pieces", "letters"], "Nf3\n");
    assert!(
        out.contains("\n3 . . . .[N]. .\n") || out.contains("[N]"),
        "{out}"
    );
    assert!(out.contains("8 r n b q k b n r"), "{out}");
    let spanish = ["chess", "--pieces", "letters", "--lang", "es"];
    let out = play(&spanish, "Cf3\n");
    assert!(out.contains("8 t c a d r a c t"), "{out}");
    let out = play(&["kamisado"], "c1c6\n");
    assert!(
        out.contains("<>") && out.contains("!!"),
        "called tower and last move: {out}"
    );
}

#[test]
fn rules_fit_a_screen_in_both_languages_and_positions_are_valued() {
    for game in ["chess", "kamisado", "rolit"] {
        let (start, _) = run(&["play", game], "");
        for (lang, word) in [("en", "rules"), ("es", "reglas")] {
            let out = play(&[game, "--lang", lang], &format!("{word}\n"));
            let before = start.lines().count();
            let rules = out.lines().count() - before;
            assert!(
                (10..=22).contains(&rules),
                "{game} {lang}: {rules} lines\n{out}"
            );
            let longest = out
                .lines()
                .filter(|l| !l.contains(": ") || l.starts_with(' '));
            assert!(
                longest.map(|l| l.chars().count()).max() <= Some(96),
                "{out}"
            );
        }
    }
    let queen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let out = play(
        &["chess", "--fen", queen, "--movetime", "50"],
        "eval\nbar\nKd2\n",
    );
    assert!(
        out.contains("White +") || out.contains("White wins ["),
        "{out}"
    );
    assert!(
        out.matches("[####").count() >= 2,
        "asked for, and as a bar: {out}"
    );
    let out = play(&["chess", "--lang", "es"], "abandonar\n");
    assert!(out.contains("victoria de Negras"), "{out}");
}

#[test]
fn records_go_in_and_out_for_every_game() {
    for (args, moves) in [
        (&["chess"][..], "e4\ne5\nNf3\n"),
        (
            &["chess", "--fen", "6k1/5ppp/8/8/8/8/8/KR6 b - - 0 9"],
            "h6\nRb8\n",
        ),
        (&["kamisado", "--points", "3"], "c1c6\na8a7\n"),
        (&["kamisado", "--rules", "cycle"], "c1c6\na8a7\n"),
        (&["rolit", "--players", "3"], "f5\nf6\n"),
        (
            &[
                "rolit", "--shape", "circle", "--size", "small", "--teams", "RG/YB",
            ],
            "e5\ne6\n",
        ),
    ] {
        let [pgn, json, back] =
            ["r.pgn", "r.json", "back.pgn"].map(|name| TempFile::new(name, None));
        let saved = play(&[args, &["--save", pgn.path()]].concat(), moves);
        assert!(saved.contains("Saved as"), "{args:?}: {saved}");
        let (told, status) = run(&["replay", pgn.path(), "--save", json.path()], "");
        assert_eq!(status, Some(0), "{args:?}: {told}");
        let (told, status) = run(&["replay", json.path(), "--save", back.path()], "");
        assert_eq!(status, Some(0), "{args:?}: {told}");
        let [first, second] =
            [&pgn, &back].map(|f| std::fs::read_to_string(f.path()).expect("there"));
        assert_eq!(first, second, "{args:?}");
        let plies = moves.lines().count();
        let (all, _) = run(&["replay", pgn.path(), "--all"], "");
        assert!(all.contains(&format!("Ply {plies} of {plies}")), "{all}");
        let on = play(&["--load", pgn.path(), "--ply", "1"], "fen\n");
        assert!(on.contains("Turn of "), "{on}");
    }
}

#[test]
fn a_record_of_another_program_is_replayed_whole_and_kept_as_a_saved_game() {
    let game = r#"[Event "The "Lighthouse" cup"]
{ the only game }
[Black "C:\games\"]

1. e4 -- 2. ♘f3 += Z0 $300

3. Bc4 3… e5 N *
"#;
    let file = TempFile::new("other.pgn", Some(game.as_bytes()));
    let [json, back] = ["other.json", "back.pgn"].map(|name| TempFile::new(name, None));
    let (all, status) = run(&["replay", file.path(), "--all"], "");
    assert!(
        status == Some(0) && all.contains("Ply 6 of 6.") && all.contains(": e5\n"),
        "{all}"
    );
    assert!(
        all.contains("Ply 2 of 6.") && all.contains(": --\n"),
        "{all}"
    );
    let (told, status) = run(&["replay", file.path(), "--save", back.path()], "");
    assert_eq!(status, Some(0), "{told}");
    let written = std::fs::read_to_string(back.path()).expect("there");
    let moves = "{the only game} 1. e4 -- 2. Nf3 $14 -- $300 3. Bc4 e5 $146 *";
    assert!(written.contains(moves), "{written}");
    assert!(
        written.contains(r#"[Event "The \"Lighthouse\" cup"]"#),
        "{written}"
    );
    let (told, status) = run(&["replay", file.path(), "--save", json.path()], "");
    assert_eq!(status, Some(0), "{told}");
    let (all, status) = run(&["replay", json.path(), "--all"], "");
    assert!(status == Some(0) && all.contains("Ply 6 of 6."), "{all}");
    let spanish = TempFile::new("spanish.pgn", Some(b"1. e4 e5 2. Cf3 hola *\n"));
    let args = [
        "replay",
        spanish.path(),
        "--lang",
        "es",
        "--piece-letters",
        "es",
    ];
    let (told, status) = run(&args, "");
    let named = "partida 1, línea 1, columna 17: 'hola' no se entiende";
    assert!(status == Some(2) && told.contains(named), "{told}");
    let (told, _) = run(&["replay", spanish.path(), "--piece-letters", "xx"], "");
    assert!(told.contains("'xx' is no language"), "{told}");
}

#[test]
fn a_game_of_many_is_chosen_and_gone_on_with_against_a_machine() {
    let games =
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n\n[White \"Cyd\"]\n\n1. d4 d5 2. c4 *\n";
    let file = TempFile::new("many.pgn", Some(games.as_bytes()));
    let out = play(&["--load", file.path()], "");
    assert!(
        out.contains("has 2 games: say which, by --number N"),
        "{out}"
    );
    let two = ["--load", file.path(), "--number", "2", "--ply", "2"];
    let out = play(&[&two[..], &["--black", "easy"]].concat(), "c4\n");
    assert!(
        out.contains("Turn of White, Cyd.") && out.contains("White, Cyd: c4"),
        "{out}"
    );
    let (out, status) = run(&["play", "--load", file.path(), "--number", "3"], "");
    assert!(
        status == Some(2) && out.contains("has 2 games, and not 3"),
        "{out}"
    );
    let (out, status) = run(&["replay", file.path(), "--number", "1", "--ply", "2"], "");
    assert!(
        status == Some(0) && out.ends_with("1-0\n\n"),
        "the result stands: {out}"
    );
    let (out, _) = run(
        &["play", "--load", file.path(), "--number", "1", "--ply", "9"],
        "",
    );
    assert!(out.contains("the game has 2 plies"), "{out}");
}

#[test]
fn the_language_is_that_of_the_locale_unless_an_option_says_another() {
    let file = TempFile::new("locale.pgn", Some(b"1. e4 e5 *\n"));
    let told = |args: &[&str], locale: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command.envs(locale.iter().copied()).args(args);
        pipe::run(&mut command, "").0
    };
    for (args, es, en) in [
        (&["play", "chess"][..], "Turno de Blancas", "Turn of White"),
        (&["replay", file.path()], "[n] adelante", "[n]ext"),
    ] {
        for (locale, is_spanish) in [
            (&[][..], false),
            (&[("LANG", "C.UTF-8")], false),
            (&[("LANG", "es_ES.UTF-8")], true),
            (&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "POSIX")], false),
            (&[("LANG", "en_GB.UTF-8"), ("LC_MESSAGES", "es_AR")], true),
            (&[("LC_MESSAGES", "es_AR"), ("LC_ALL", "C")], false),
            (&[("LANG", "es_ES.UTF-8"), ("LC_ALL", "")], true),
        ] {
            let out = told(args, locale);
            assert!(
                out.contains(if is_spanish { es } else { en }),
                "{locale:?} {out}"
            );
            for (lang, text) in [("es", es), ("en", en)] {
                let out = told(&[args, &["--lang", lang]].concat(), locale);
                assert!(out.contains(text), "{lang} {locale:?} {out}");
            }
        }
    }
}

#[test]
fn help_lists_every_command_with_its_names() {
    let out = play(&["chess"], "help\n");
    for line in [
        "quit, exit  ends the game\n",
        "save F      saves the game as file F",
        "flip        the board from the other side\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    let out = play(&["chess", "--lang", "es"], "?\n");
    assert!(
        out.contains("abandonar, rendirse  da la partida por perdida\n"),
        "{out}"
    );
    let out = play(&["chess"], "undo 3\n");
    assert!(
        out.contains("'undo' takes nothing after it: '3' is too much."),
        "{out}"
    );
}
