//! What a game that was added to the registry must be able to do.

use super::PLAYS;
use super::connect_four::Position;
use atalaya::games::{Game, Line, Variant};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A test with its name.
type Case = (&'static str, fn());

pub const ALL: &[Case] = &[
    ("its_positions_are_read_back", its_positions_are_read_back),
    ("it_is_named_among_the_games", it_is_named_among_the_games),
    (
        "its_move_sequences_are_counted",
        its_move_sequences_are_counted,
    ),
    ("it_is_played_in_a_match", it_is_played_in_a_match),
    ("its_rules_are_kept_over_uci", its_rules_are_kept_over_uci),
    ("an_engine_plays_it_over_uci", an_engine_plays_it_over_uci),
    (
        "it_is_played_saved_loaded_and_replayed",
        it_is_played_saved_loaded_and_replayed,
    ),
];

/// The program with the fourth game.
fn program() -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.env(PLAYS, "1");
    command
}

/// What it says to these arguments and lines of input, errors last, and its exit status.
fn run(arguments: &str, input: &str) -> (String, Option<i32>) {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut pipe = child.stdin.take().expect("piped");
    // It may be over before everything is read.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (text.into_owned(), output.status.code())
}

/// A new folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("atalaya-fourth-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir(&path).expect("a folder");
    path
}

/// The game of these moves.
fn played(moves: &[&str]) -> Line<Position> {
    let mut line = Line::new(Position::start());
    for text in moves {
        line.play(line.position().parse_move(text).expect(text));
    }
    line
}

fn its_positions_are_read_back() {
    for moves in ["", "d", "d d d d d d", "a b c d e f g"] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let text = played(&moves).position().text();
        let read = Position::from_text(&text).expect("its own text");
        assert_eq!(read.text(), text);
    }
    assert!(Position::from_text("Y....../......./......./......./......./....... Y").is_err());
    assert!(played(&["d"; 6]).position().parse_move("d").is_err());
}

fn it_is_named_among_the_games() {
    let (out, status) = run("perft 1 --variant draughts", "");
    let expected = "'draughts' is not a game: expected chess, kamisado, rolit or connect4";
    assert!(out.contains(expected), "{out}");
    assert_eq!(status, Some(2));
}

fn its_move_sequences_are_counted() {
    // No file is full before the seventh disc, and no row of four complete before it.
    for (options, nodes) in [
        ("perft 4 --variant connect4", 7_u64.pow(4)),
        ("perft 7 --variant connect4", 7_u64.pow(7) - 7),
        (
            "perft 7 --variant connect4 --threads 2 --hash 1",
            7_u64.pow(7) - 7,
        ),
    ] {
        let (out, status) = run(options, "");
        assert_eq!(status, Some(0), "{out}");
        assert!(out.contains(&format!("Nodes: {nodes}\n")), "{out}");
    }
    let nearly = "......./......./......./YYY..../RRR..../RYR.... Y";
    let mut command = program();
    command.args([
        "perft",
        "2",
        "--variant",
        "connect4",
        "--divide",
        "--fen",
        nearly,
    ]);
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    // Yellow's d is no row: it falls to the ground.
    assert!(text.contains("d: "), "{text}");
    let (out, status) = run("perft 2 --variant connect4 --points 3", "");
    assert_eq!(status, Some(2), "{out}");
    assert!(
        out.contains("--points is for kamisado, not for connect4"),
        "{out}"
    );
}

fn it_is_played_in_a_match() {
    let folder = folder("match");
    let (pgn, json) = (folder.join("games.pgn"), folder.join("match.json"));
    let arguments = format!(
        "match --variant connect4 --engine builtin=random --engine builtin=hard \
         --openings plies=2 --rounds 3 --seed 5 --pgn {} --json {}",
        pgn.display(),
        json.display()
    );
    let (out, status) = run(&arguments, "");
    assert_eq!(status, Some(0), "{out}");
    let records = std::fs::read_to_string(&pgn).expect("records");
    let games: Vec<&str> = records.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 6, "{records}");
    for game in games {
        for tag in ["[Variant \"Connect Four\"]", "[Yellow \"", "[Red \""] {
            assert!(game.contains(tag), "{game}");
        }
        let (_, movetext) = game.split_once("\n\n").expect("moves");
        let mut bare = String::new();
        let mut depth = 0;
        for letter in movetext.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ if depth == 0 => bare.push(letter),
                _ => {}
            }
        }
        let words: Vec<&str> = bare
            .split_whitespace()
            .filter(|w| !w.ends_with('.'))
            .collect();
        let (result, moves) = words.split_last().expect("a result");
        let outcome = played(moves).outcome().expect("played to its end");
        let expected = match (outcome.winners.contains(0), outcome.winners.contains(1)) {
            (true, true) => "1/2-1/2",
            (true, false) => "1-0",
            _ => "0-1",
        };
        assert_eq!(*result, expected, "{game}");
    }
    let result = std::fs::read_to_string(&json).expect("the result");
    assert!(result.contains("\"hard\""), "{result}");
    std::fs::remove_dir_all(&folder).expect("there");
}

fn its_rules_are_kept_over_uci() {
    let input = "uci\nsetoption name UCI_Variant value connect4\nposition startpos moves d d e e f f\n\
                 d\nposition startpos moves d h\nquery gameover\n\
                 position startpos moves d d e e f f g\nquery result\nquit\n";
    let (out, status) = run("", input);
    assert_eq!(status, Some(0), "{out}");
    for part in [
        "option name UCI_Variant type combo default chess var chess var kamisado var rolit var connect4",
        "variant connect4 files 7 ranks 6",
        "......./......./......./......./...RRR./...YYY. Y",
        "'h' is not an open file from a to g; the old position stays",
        "response false",
        "response p1win",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
}

fn an_engine_plays_it_over_uci() {
    // Three in a row, open at both ends: Yellow wins at once.
    let position =
        "setoption name UCI_Variant value connect4\nposition startpos moves d d e e c a\n";
    let (out, status) = run("", &format!("{position}go depth 3\nquit\n"));
    assert_eq!(status, Some(0), "{out}");
    assert!(
        out.contains("bestmove b") || out.contains("bestmove f"),
        "{out}"
    );
    assert!(out.contains("score mate 1"), "{out}");
    // And as a process in a match against a player of this one.
    let program = std::env::current_exe().expect("this binary");
    let program = program.display();
    let arguments = format!(
        "match --variant connect4 --engine cmd={program} name=other depth=4 \
         --engine builtin=random --rounds 2"
    );
    let (out, status) = run(&arguments, "");
    assert_eq!(status, Some(0), "{out}");
    assert!(
        !out.contains("illegal") && !out.contains("disconnected"),
        "{out}"
    );
    assert!(out.contains("other"), "{out}");
}

fn it_is_played_saved_loaded_and_replayed() {
    let folder = folder("play");
    let file = folder.join("game.json");
    let file = file.display();
    let (out, status) = run(
        &format!("play connect4 --save {file}"),
        "d\nh\nd\ne\nquit\n",
    );
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("'h' is not"), "{out}");
    let (out, status) = run(&format!("play --load {file}"), "e\nf\nf\ng\n");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("Yellow wins (four in a row)."), "{out}");
    let (out, status) = run(&format!("replay {file} --all"), "");
    assert_eq!(status, Some(0), "{out}");
    assert_eq!(out.matches(" of 7").count(), 8, "{out}");
    assert!(
        out.contains("......./......./......./......./...RRR./...YYYY R"),
        "{out}"
    );
    let machines = "play connect4 --machines all:hard --lang es";
    let (out, status) = run(machines, "");
    assert_eq!(status, Some(0), "{out}");
    let ends = ["Gana Amarillo", "Gana Rojo", "Tablas"];
    assert!(ends.iter().any(|end| out.contains(end)), "{out}");
    std::fs::remove_dir_all(&folder).expect("there");
}
