//! Refusals of a Spanish session: nothing in them is English, whatever is refused.

use super::atalaya;
use crate::pipe;

#[test]
fn positions_options_and_files_are_refused_in_spanish() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [
        ("cut.json", "{"),
        ("strange.json", "{\"x\": 1}"),
        ("type.json", "{\"version\": \"x\"}"),
        (
            "start.json",
            "{\"version\": 2, \"variant\": \"kamisado\", \"start\": \"xyz\", \"players\": [], \"moves\": []}",
        ),
        (
            "few.json",
            "{\"version\": 2, \"variant\": \"chess\", \"start\": \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\", \"players\": [], \"moves\": []}",
        ),
        (
            "kamisado.pgn",
            "[Variant \"Kamisado\"]\n[FEN \"xyz\"]\n\n1. a1a2 *\n",
        ),
        (
            "rolit.pgn",
            "[Variant \"Rolit\"]\n[FEN \"8/8 X RYGB\"]\n\n1. a1 *\n",
        ),
        ("dutch.pgn", "1. e4 e5 2. Pc3 Pc6 *\n"),
        ("empty.epd", "\n"),
        ("own.json", "{\"rating\": \"x\"}"),
    ] {
        std::fs::write(folder.path().join(file), text).expect("written");
    }
    let board = "NZPSARVM/8/8/8/8/8/8/mvraspzn";
    let kamisado = |rest: &str| format!("{board} {rest}");
    for (args, said) in [
        (
            vec!["play", "chess", "--fen", "xyz w - - 0 1"],
            "el tablero de la FEN, 'xyz', tiene 1 fila y no 8",
        ),
        (
            vec!["play", "kamisado", "--fen", "xyz"],
            "'xyz' no es una posición de Kamisado: se esperaba tablero",
        ),
        (
            vec!["play", "kamisado", "--fen", &kamisado("x - 0")],
            "el turno debe ser b o w, y no 'x'",
        ),
        (
            vec!["play", "kamisado", "--fen", &kamisado("b Z 0")],
            "le toca al negro, y el color 'Z' debe ir en minúscula",
        ),
        (
            vec!["play", "kamisado", "--fen", &kamisado("b - 0 1 3 5:0")],
            "el encuentro ha acabado, pero su última ronda no",
        ),
        (
            vec!["play", "kamisado", "--points", "9"],
            "--points '9': kamisado tiene 1, 3, 7 o 15",
        ),
        (
            vec!["play", "rolit", "--fen", "8/8 X RYGB"],
            "el color que mueve, 'X', no es un color",
        ),
        (
            vec!["play", "rolit", "--fen", "8/7 R RYGB"],
            "la fila 1 tiene 7 celdas, y la fila 2 8",
        ),
        (
            vec!["play", "foo"],
            "'foo' no es un juego: se esperaba chess, kamisado o rolit",
        ),
        (
            vec!["play", "chess", "--option", "x"],
            "--option x: se esperaba un nombre y un valor",
        ),
        (
            vec!["play", "chess", "--points", "3"],
            "--points es para kamisado, y no para chess",
        ),
        (
            vec!["problem", "compose", "--moves", "9"],
            "no se componen mates en 9, solo de 1 a 6",
        ),
        (
            vec!["problem", "list", "--moves", "x"],
            "este filtro no vale: moves 'x': se esperaba",
        ),
        (vec!["analyse", "-"], "la entrada estándar no contiene nada"),
        (
            vec!["play", "rolit", "--players", "99"],
            "--players '99': con las reglas official hay de 2 a 4 jugadores",
        ),
        (
            vec!["play", "rolit", "--players", "RR"],
            "rojo (R) está dos veces entre los jugadores",
        ),
        (
            vec!["play", "--load", "cut.json"],
            "línea 1: el fichero se corta aquí (el texto se acaba dentro de un objeto)",
        ),
        (
            vec!["replay", "strange.json"],
            "línea 1: esto no es una partida guardada (el campo 'x' no se conoce: se esperaba uno de 'version', ",
        ),
        (
            vec!["replay", "type.json"],
            "(se esperaba un número entero, y hay el texto \"x\")",
        ),
        (
            vec!["replay", "start.json"],
            "'xyz' no es una posición de Kamisado",
        ),
        (
            vec!["replay", "few.json"],
            "se esperaban 2 jugadores, como en la posición inicial, y hay 0",
        ),
        (
            vec!["replay", "kamisado.pgn"],
            "la posición inicial no vale ('xyz' no es una posición de Kamisado: ",
        ),
        (
            vec!["replay", "rolit.pgn"],
            "la posición inicial no vale ('8/8 X RYGB' no es una posición de Rolit: el color que mueve",
        ),
        (vec!["replay", "none.json"], "no se puede leer none.json"),
        (vec!["analyse", "empty.epd"], "empty.epd no contiene nada"),
        (
            vec!["puzzle", "kamisado.pgn", "--record", "own.json"],
            "own.json no es un registro de problemas: línea 1, columna 14: se esperaba un número, y hay el texto \"x\"",
        ),
    ] {
        if !cfg!(feature = "collection") && ["problem", "puzzle"].contains(&args[0]) {
            continue;
        }
        let args = [&args[..], &["--lang", "es"]].concat();
        let mut command = atalaya(folder.path(), &args);
        command.env("ATALAYA_DATABASE", "sqlite:problems.sqlite");
        let output = pipe::output(&mut command, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(said), "{args:?}: {errors}");
    }
}

#[cfg(feature = "collection")]
#[test]
fn problems_that_are_none_are_refused_in_spanish() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("problems.sqlite").display());
    let desk = crate::collection::shell::Shell::of("Ann", &database);
    let fen = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    let pieces = "BeginProblem\nPieces White Kf6 Rg1 Black Kh8\n";
    for (file, text, said) in [
        (
            "a.pgn",
            format!("[FEN \"{fen}\"]\n[Stipulation \"#0\"]\n\n*\n"),
            "no hay ningún enunciado '#0': se esperaba '#N' con N de 1 a 126",
        ),
        (
            "b.pgn",
            format!("[FEN \"{fen}\"]\n[Event \"a\"]\n[Event \"b\"]\n\n*\n"),
            "la etiqueta Event está dos veces: 'a' y 'b'",
        ),
        (
            "c.pgn",
            "[Event \"x\"]\n\n1. e4 *\n".to_owned(),
            "la partida no tiene etiqueta FEN",
        ),
        (
            "d.pgn",
            format!("[FEN \"{fen}\"]\n[Event \"h#2\"]\n\n*\n"),
            "no es un mate directo",
        ),
        (
            "e.pgn",
            "[FEN \"xyz\"]\n\n*\n".to_owned(),
            "la posición inicial no vale (el tablero de la FEN, 'xyz', tiene 1 fila y no 8)",
        ),
        (
            "a.epd",
            "xyz dm 2;\n".to_owned(),
            "el tablero de la FEN, 'xyz', tiene 1 fila y no 8",
        ),
        (
            "b.epd",
            format!("{} dm 0;\n", &fen[..fen.len() - 4]),
            "'dm 0' no es un mate en 1 a 126 jugadas",
        ),
        (
            "c.epd",
            format!("{} dm 2; dm 3;\n", &fen[..fen.len() - 4]),
            "'dm 3' no es el mate en 2",
        ),
        (
            "d.epd",
            format!("{} dm 2; bm Qa1;\n", &fen[..fen.len() - 4]),
            "'Qa1' no es una jugada legal en",
        ),
        (
            "a.fen",
            format!("{fen}\n"),
            "no se dice en cuántas jugadas hay mate",
        ),
        (
            "a.json",
            "{".to_owned(),
            "línea 1, columna 1: el texto se acaba dentro de un objeto",
        ),
        (
            "b.json",
            "[{\"x\": 1}]".to_owned(),
            "el campo 'x' no se conoce: se esperaba uno de 'fen'",
        ),
        (
            "c.json",
            format!("{{\"fen\": \"{fen}\", \"stipulation\": \"#0\"}}"),
            "no hay ningún enunciado '#0'",
        ),
        (
            "d.json",
            format!("{{\"fen\": \"{fen}\", \"stipulation\": \"#2\", \"title\": \"a\\u0001\"}}"),
            "el título 'a\\u{1}' tiene un carácter de control (U+0001)",
        ),
        (
            "a.yaml",
            "algebraic:\n  white: [Kf6, Rg1]\n  black: [Kh8]\nstipulation: \"zz\"\n".to_owned(),
            "no hay ningún enunciado 'zz'",
        ),
        ("b.yaml", "- foo: [\n".to_owned(), "no es YAML"),
        (
            "a.inp",
            "BeginProblem\nPieces White Kz6\nStipulation #2\nEndProblem\n".to_owned(),
            "'Kz6': 'z6' no es una casilla",
        ),
        (
            "b.inp",
            format!("{pieces}Stipulation #2\nCondition Sentinelles\nEndProblem\n"),
            "la condición Sentinelles no se entiende",
        ),
        (
            "c.inp",
            format!("{pieces}Stipulation #2\nOption Foo\nEndProblem\n"),
            "la opción 'Foo' no se entiende",
        ),
        (
            "d.inp",
            format!("{pieces}Stipulation #2\nTwin Move a1\nEndProblem\n"),
            "a 'Move' le falta dos casillas",
        ),
        (
            "e.inp",
            format!("{pieces}Stipulation #2\nPieces Black MOb1\nEndProblem\n"),
            "MO es la pieza 'moa', que no se entiende",
        ),
        (
            "f.inp",
            "hello\n".to_owned(),
            "'hello' está fuera de un problema",
        ),
    ] {
        let path = desk.written(file, text.as_bytes());
        let came = desk.run(
            &["problem", "import", &path, "--lang", "es", "--dry-run"],
            "",
        );
        assert!(came.err.contains(said), "{file}: {}", came.err);
        let english = desk.run(&["problem", "import", &path, "--dry-run"], "");
        assert_ne!(english.err, came.err, "{file}");
    }
    // A piece on a square where another stands already takes its place, as in Popeye.
    let text = format!("{pieces}Pieces Black Qg1\nStipulation #2\nEndProblem\n");
    let path = desk.written("two.inp", text.as_bytes());
    let came = desk.run(
        &["problem", "import", &path, "--lang", "es", "--dry-run"],
        "",
    );
    assert_eq!(came.status, 0, "{}", came.err);
    assert!(
        came.err
            .ends_with("línea 1: Qg1 de las negras ocupa el lugar de Rg1 de las blancas\n"),
        "{}",
        came.err
    );
}
