//! Sentences about files: each fault once, with one place, in the language of the session.

use super::atalaya;
use crate::pipe;

#[test]
fn what_is_left_out_of_many_openings_is_told_together_with_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n";
    std::fs::write(folder.path().join("many.epd"), start.repeat(50)).expect("written");
    let args = "match --engine builtin=random name=a --engine builtin=random name=b --openings file=many.epd \
                format=epd --maxmoves 2 --quiet";
    let args: Vec<&str> = args.split_whitespace().collect();
    let output = pipe::output(&mut atalaya(folder.path(), &args), "");
    let errors = String::from_utf8_lossy(&output.stderr);
    let told: Vec<&str> = errors.lines().collect();
    assert_eq!(told.len(), 5, "{errors}");
    assert!(
        told[0].contains("many.epd: line 1: the castling right K is dropped"),
        "{errors}"
    );
    assert!(
        told[3].ends_with("197 more such parts are dropped, of 50 lines in all"),
        "{errors}"
    );
    assert!(told[4].contains("--variant chess960"), "{errors}");
    let args = [&args[..], &["--variant", "chess960"]].concat();
    let output = pipe::output(&mut atalaya(folder.path(), &args), "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_spanish_session_is_warned_in_spanish() {
    let folder = tempfile::tempdir().expect("a folder");
    let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
    for (file, text) in [
        ("one.epd", format!("{fen} dm 2;\n")),
        ("one.pgn", format!("[FEN \"{fen}\"]\n\n1. d7 *\n")),
        ("two.pgn", "1. e4 *\n\n1. d4 *\n".to_owned()),
        (
            "one.csv",
            format!("a,{fen},d6d7 g8f8 d7d8q,900,80,90,100,x,,\n"),
        ),
    ] {
        std::fs::write(folder.path().join(file), text).expect("written");
    }
    let dropped = "se descarta el derecho de enroque q";
    for (args, said) in [
        (&["play", "chess", "--fen", fen][..], dropped),
        (&["play", "--load", "one.pgn"], dropped),
        (
            &["play", "--load", "one.pgn", "--ply", "9"],
            "la partida tiene 1 jugada",
        ),
        (&["analyse", "one.epd", "--nodes", "10"], dropped),
        (&["analyse", "--fen", fen, "--nodes", "10"], dropped),
        (&["analyse", "one.pgn", "--nodes", "10"], dropped),
        (
            &[
                "puzzle", "one.csv", "--rating", "0-3000", "--record", "own.json",
            ],
            dropped,
        ),
        (
            &[
                "puzzle", "one.csv", "--rating", "0-3", "--record", "own.json",
            ],
            "ningún problema de 0 a 3",
        ),
        (&["replay", "two.pgn"], "two.pgn tiene 2 partidas"),
        (
            &["replay", "two.pgn", "--number", "3"],
            "two.pgn tiene 2 partidas, y no 3",
        ),
    ] {
        let args = [args, &["--lang", "es"]].concat();
        let output = pipe::output(&mut atalaya(folder.path(), &args), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(said), "{args:?}: {errors}");
    }
}

#[cfg(feature = "collection")]
#[test]
fn a_line_that_is_no_puzzle_is_named_and_the_others_are_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = "own1,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,endgame,,\n";
    let bad = good.replace("a1a2", "a1a3");
    let mut text = [good, &bad, good].concat().into_bytes();
    text.extend(b"own\xff,x\n");
    std::fs::write(folder.path().join("some.csv"), text).expect("written");
    let args = [
        "puzzle", "some.csv", "--rating", "0-3000", "-n", "2", "--record", "own.json", "--plain",
    ];
    let output = pipe::output(&mut atalaya(folder.path(), &args), "f8\nRd1\nKf8\nf8\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    let told: Vec<&str> = errors.lines().collect();
    assert_eq!(told.len(), 2, "{errors}");
    assert!(
        told[0].starts_with("atalaya: some.csv: line 2: 'a1a3' is not a legal move"),
        "{errors}"
    );
    assert_eq!(told[1], "atalaya: some.csv: line 4: it is not UTF-8");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(feature = "collection")]
#[test]
fn an_import_names_one_place_and_the_editor_understands_spanish() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("problems.sqlite").display());
    let desk = crate::collection::shell::Shell::of("Ann", &database);
    let game = "[Event \"x\"]\n[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n\n1. Kf7 hello *\n";
    let file = desk.written("bad.pgn", game.as_bytes());
    let import = |more: &[&str]| {
        desk.run(
            &[&["problem", "import", &file, "--dry-run"], more].concat(),
            "",
        )
    };
    assert_eq!(
        import(&[]).err,
        format!("atalaya: {file}, line 4, column 8: 'hello' is not understood\n")
    );
    assert_eq!(
        import(&["--lang", "es"]).err,
        format!("atalaya: {file}, línea 4, columna 8: 'hello' no se entiende\n")
    );
    let record: serde_json::Value = serde_json::from_str(&import(&["--json"]).out).expect("JSON");
    let refused = &record["refused"][0];
    assert_eq!(
        (&refused["line"], &refused["column"]),
        (&4.into(), &8.into())
    );
    let lines = "pon Rb6 Th1\npon ra8\nalpaso e3\nsal\nquizás\nno\nmuestra\nsal\ns\n";
    let came = desk.run(&["problem", "edit", "--lang", "es", "--plain"], lines);
    assert_eq!(came.status, 0, "{}", came.err);
    assert!(
        came.out.contains("k7/8/1K6/8/8/8/8/7R w - - 0 1"),
        "{}",
        came.out
    );
    assert!(
        came.err
            .contains("ningún peón puede acabar de pasar por e3"),
        "{}",
        came.err
    );
    assert!(
        came.err.contains("'quizás' no es sí, no ni guardar."),
        "{}",
        came.err
    );
    let asked = came.out.matches("¿Salir de todas formas?").count();
    assert_eq!(asked, 3, "{}", came.out);
}
