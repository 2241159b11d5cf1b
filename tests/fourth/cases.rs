//! What a game that was added to the registry must be able to do.

use super::connect_four::Position;
use super::{PANICS, PLAYS, pipe};
use games::{Game, Line, Settings, Variant};
use players::{Entry, Registry, Seat};
use rooms::{Effect, Event, Options, Player, Room};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    (
        "it_is_played_in_a_room_that_is_restored",
        it_is_played_in_a_room_that_is_restored,
    ),
    (
        "clocks_draws_and_records_are_its_own_too",
        clocks_draws_and_records_are_its_own_too,
    ),
    (
        "a_panic_in_any_thread_ends_the_process",
        a_panic_in_any_thread_ends_the_process,
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
    pipe::run(program().args(arguments.split_whitespace()), input)
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
    let folder = tempfile::tempdir().expect("a folder");
    let [pgn, json] = ["games.pgn", "match.json"].map(|name| folder.path().join(name));
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
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
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
}

fn it_is_played_in_a_room_that_is_restored() {
    let registry = Registry::standard().with(Entry::of::<Position>());
    let entry = registry.find("connect4").expect("added");
    let begun = entry.begin(&Settings::default(), None).expect("the start");
    let game = begun.split().0;
    let options = Options {
        clock: "1+1".parse().expect("a clock"),
        ..Options::default()
    };
    let player = |name: &str| Player {
        name: name.to_owned(),
        seat: Seat::Person,
    };
    let players = vec![player("Ann"), player("Bob")];
    let (mut room, _) = Room::seated(game, options, players, Duration::ZERO).expect("free");
    let made = |seat: usize, text: &str| Event::Move {
        seat,
        text: text.to_owned(),
        lag: Duration::ZERO,
    };
    for (ply, text) in ["d", "d", "e", "e", "f", "f"].into_iter().enumerate() {
        let now = Duration::from_secs(ply as u64);
        let effects = room.apply(made(ply % 2, text), now).expect("legal");
        assert!(matches!(&effects[0], Effect::Moved { name, .. } if name == text));
        // Saved and restored after every move.
        let text = room.to_json().expect("text");
        room = Room::parse(text.as_bytes(), &registry).expect("its own text");
        assert_eq!(room.to_json().expect("text"), text);
    }
    let unknown = Room::parse(
        room.to_json().expect("text").as_bytes(),
        &Registry::standard(),
    );
    let error = unknown.expect_err("not in that list").to_string();
    assert!(error.contains("'connect4' is not a game"), "{error}");
    let refusal = room
        .apply(made(0, "h"), Duration::from_secs(6))
        .expect_err("no file");
    assert!(refusal.to_string().contains("'h'"), "{refusal}");
    room.apply(made(0, "g"), Duration::from_secs(6))
        .expect("legal");
    let verdict = room.verdict().expect("four in a row");
    assert_eq!(
        (verdict.winners.as_slice(), verdict.reason),
        (&[0][..], "four in a row")
    );
    let pgn = room.pgn().to_string();
    assert!(
        pgn.contains("[Yellow \"Ann\"]") && pgn.contains("[Result \"1-0\"]"),
        "{pgn}"
    );
}

fn clocks_draws_and_records_are_its_own_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, pgn] = ["game.json", "game.pgn"].map(|name| folder.path().join(name));
    let (file, pgn) = (file.display(), pgn.display());
    let input = format!("d\nclock\nundo\ndraw\nc\ndecline\nd\nsave {pgn}\nresign\n");
    let (out, status) = run(&format!("play connect4 --clock 5+3 --save {file}"), &input);
    assert_eq!(status, Some(0), "{out}");
    for part in [
        "Clocks: Yellow 5:0",
        "Yellow offers a draw. Red: accept or decline? ",
        "Red declines the draw.",
        "Yellow resigns: Red wins.",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let record = std::fs::read_to_string(folder.path().join("game.pgn")).expect("saved");
    for part in [
        "[Variant \"Connect Four\"]",
        "[TimeControl \"300+3\"]",
        "1. c {[%clk 0:0",
    ] {
        assert!(record.contains(part), "{part} is not in\n{record}");
    }
    let (out, status) = run(&format!("replay {file} --ply 2"), "");
    assert_eq!(status, Some(0), "{out}");
    assert!(
        out.trim_end().ends_with("Yellow resigns: Red wins."),
        "{out}"
    );
    // A machine answers by what it thinks: three in a row win with the next disc.
    for (moves, machine, told) in [
        ("f a f b g c g", "yellow", "A draw by agreement."),
        ("f b f c g d", "red", "Red declines the draw."),
    ] {
        let moves: Vec<&str> = moves.split(' ').collect();
        let position = played(&moves).position().text();
        let mut command = program();
        command.args([
            "play",
            "connect4",
            "--machines",
            machine,
            "--fen",
            &position,
        ]);
        let (out, status) = pipe::run(&mut command, "draw\nquit\n");
        assert!(status == Some(0) && out.contains(told), "{out}");
    }
}

/// Without the hook of the command line the UCI loop would wait for input, and go on without the thread.
fn a_panic_in_any_thread_ends_the_process() {
    let mut child = program()
        .env(PANICS, "on purpose")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Open to the end: the program must not end because its input does.
    let input = child.stdin.take();
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break Some(status);
        }
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().expect("a child");
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    drop(input);
    let mut said = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut said).expect("text");
    let status = ended.expect("the process went on without the thread");
    assert!(
        !status.success() && said.contains("on purpose"),
        "{status} {said}"
    );
}
