//! Moves, scores and whole games over UCI, judged by the rules and by slow second opinions.

use crate::pipe::{Engine, after, best};
use crate::rolit::uci::{engine, shown};
use games::rolit::{Cell, Position, Rules, Shape, Size};
use games::{Game, Line};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::process::Command;

/// Options and the start they describe, the students' and the official ones, with and without teams.
fn set_ups() -> Vec<(Vec<(&'static str, &'static str)>, Position)> {
    let students = ("RolitRules", "students");
    let official = |players| Position::official_for(players).expect(players);
    let board = |shape, size, players| {
        Position::students_for(shape, size, players).unwrap_or_else(|e| panic!("{e}"))
    };
    vec![
        (vec![], official("RYGB")),
        (vec![("RolitPlayers", "3")], official("RYG")),
        (vec![("RolitPlayers", "2")], official("RG")),
        (vec![("RolitTeams", "RG/YB")], official("RYGB:RG/YB")),
        (
            vec![students, ("RolitPlayers", "2")],
            board(Shape::Square, Size::Small, "YR"),
        ),
        (
            vec![students, ("RolitShape", "diamond")],
            board(Shape::Diamond, Size::Small, "YRGL"),
        ),
        (
            vec![
                students,
                ("RolitShape", "circle"),
                ("RolitSize", "large"),
                ("RolitPlayers", "10"),
                ("RolitTeams", "YGOPW/RLKBE"),
            ],
            board(Shape::Circle, Size::Large, "YRGLOKPBWE:YGOPW/RLKBE"),
        ),
        (
            vec![students, ("RolitSize", "medium"), ("RolitPlayers", "5")],
            board(Shape::Square, Size::Medium, "YRGLO"),
        ),
    ]
}

/// A game of random moves that stops with so many cells empty.
fn random_game(start: Position, empty: u32, rng: &mut StdRng) -> Line<Position> {
    let mut line = Line::new(start);
    while line.position().empty_cells() > empty {
        let moves = line.position().legal_moves();
        line.play(*moves.choose(rng).expect("not over"));
    }
    line
}

/// What is said behind `position`.
fn words(line: &Line<Position>) -> String {
    let moves: Vec<String> = line.moves().iter().map(Cell::to_string).collect();
    if moves.is_empty() {
        "startpos".to_owned()
    } else {
        format!("startpos moves {}", moves.join(" "))
    }
}

/// The balls of the mover's team less those of the best rival, counted in the text of the board.
fn margin_in_text(position: &Position, seat: usize) -> i32 {
    let text = position.text();
    let board = text.split(' ').next().expect("a board");
    let of_team = |seat: usize| -> i32 {
        let members = position.colors().iter().enumerate();
        let members = members.filter(|(other, _)| position.allied(*other, seat));
        let letters: Vec<char> = members.map(|(_, color)| color.letter()).collect();
        board.chars().filter(|c| letters.contains(c)).count() as i32
    };
    let rivals = (0..position.players()).filter(|other| !position.allied(*other, seat));
    of_team(seat) - rivals.map(of_team).max().expect("rivals")
}

/// The lines with a score.
fn scores(heard: &[String]) -> Vec<&str> {
    let lines = heard[..heard.len() - 1].iter().map(String::as_str);
    lines
        .filter(|line| !line.starts_with("info string "))
        .collect()
}

/// The last score, in centipawns.
fn score(heard: &[String]) -> i32 {
    let infos = scores(heard);
    let last = infos.last().expect("a score");
    after(last, "cp")[0].parse().expect("a number")
}

/// Judges a finished `go`: lines of legal moves, scores in centipawns only, the last line's first
/// move played. Returns it.
fn judged(heard: &[String], position: &Position) -> Cell {
    let infos = scores(heard);
    for info in &infos {
        assert!(info.starts_with("info depth "), "{info}");
        assert!(after(info, "cp")[0].parse::<i32>().is_ok(), "{info}");
        assert!(!info.contains("mate") && !info.contains("wdl"), "{info}");
        let mut here = *position;
        for text in after(info, "pv") {
            here = here.play(here.read_move(text).expect(info));
        }
    }
    let last = infos.last().expect("a score");
    assert_eq!(after(last, "pv")[0], best(heard), "{heard:?}");
    let chosen = position.read_move(best(heard)).expect("a legal move");
    let answer = heard.last().expect("a bestmove");
    if let Some(reply) = after(answer, "ponder").first() {
        let child = position.play(chosen);
        assert!(child.read_move(reply).is_ok(), "{answer}");
    }
    chosen
}

#[test]
fn every_move_is_legal_in_every_set_up() {
    let mut rng = StdRng::seed_from_u64(7);
    for (options, start) in set_ups() {
        let mut engine = engine(&options);
        let board = engine.ask("d");
        assert_eq!(shown(&board, "Position: "), start.text(), "{options:?}");
        let cells = start.empty_cells();
        for empty in [cells, cells * 3 / 4, cells / 3, 9, 2, 1] {
            let line = random_game(start, empty, &mut rng);
            for limit in [
                "depth 3",
                "nodes 2000",
                "movetime 30",
                "wtime 900 btime 900 winc 5",
            ] {
                engine.say(&format!("position {}", words(&line)));
                judged(&engine.go(&format!("go {limit}")), line.position());
            }
        }
    }
}

#[test]
fn the_score_is_the_movers_balls_less_those_of_its_best_rival() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut signs = [false; 2];
    for (options, start) in set_ups() {
        let mut engine = engine(&options);
        for _ in 0..3 {
            let line = random_game(start, 1, &mut rng);
            let here = line.position();
            let [last] = here.legal_moves()[..] else {
                panic!("one cell is empty");
            };
            let margin = margin_in_text(&here.play(last), here.turn());
            signs[usize::from(margin > 0)] = true;
            engine.say(&format!("position {}", words(&line)));
            let heard = engine.go("go depth 1");
            assert_eq!(score(&heard), 100 * margin, "{heard:?}");
            assert_eq!(best(&heard), last.to_string());
            // And when the game is over, from the view of whose turn it would be.
            engine.say(&format!("position {} {last}", words(&line)));
            let over = here.play(last);
            let margin = 100 * margin_in_text(&over, over.turn());
            let heard = engine.go("go depth 1");
            assert_eq!(
                heard,
                [
                    format!("info depth 0 score cp {margin}"),
                    "bestmove (none)".to_owned()
                ]
            );
            let eval = engine.ask("eval");
            assert!(
                eval[1].starts_with(&format!("Evaluation: {margin} cp")),
                "{eval:?}"
            );
        }
    }
    assert_eq!(signs, [true, true], "both signs have occurred");
}

#[test]
fn the_last_plies_are_searched_to_their_end() {
    // A slow second opinion: the mover does its best, all others their worst.
    fn worth(here: &Position, owner: usize) -> i32 {
        if here.empty_cells() == 0 {
            return margin_in_text(here, owner);
        }
        let values = here
            .legal_moves()
            .into_iter()
            .map(|m| worth(&here.play(m), owner));
        if here.allied(here.turn(), owner) {
            values.max().expect("moves")
        } else {
            values.min().expect("moves")
        }
    }
    let mut rng = StdRng::seed_from_u64(11);
    for (options, start) in set_ups() {
        let mut engine = engine(&options);
        let line = random_game(start, 5, &mut rng);
        let here = line.position();
        engine.say(&format!("position {}", words(&line)));
        let heard = engine.go("go depth 5");
        let margin = worth(here, here.turn());
        assert_eq!(score(&heard), 100 * margin, "{options:?} {heard:?}");
        let mover = here.color_to_move().name();
        let remark =
            format!("info string searched to the end: {mover} is sure of a margin of {margin:+}");
        assert_eq!(heard[heard.len() - 2], remark);
        let chosen = judged(&heard, here);
        assert_eq!(worth(&here.play(chosen), here.turn()), margin);
        // Of one move only, its own value is told.
        let moves = here.legal_moves();
        let only = moves.last().expect("moves");
        let heard = engine.go(&format!("go depth 5 searchmoves {only}"));
        assert_eq!(best(&heard), only.to_string());
        assert_eq!(score(&heard), 100 * worth(&here.play(*only), here.turn()));
    }
}

#[test]
fn games_are_played_to_the_end() {
    for options in [
        vec![],
        vec![
            ("RolitRules", "students"),
            ("RolitShape", "diamond"),
            ("RolitPlayers", "3"),
        ],
    ] {
        let mut engine = engine(&options);
        let start =
            Position::parse(&shown(&engine.ask("d"), "Position: "), Rules::Official).expect("ours");
        let mut line = Line::new(start);
        engine.say("ucinewgame");
        while line.outcome().is_none() {
            engine.say(&format!("position {}", words(&line)));
            let limits = ["depth 2", "nodes 300", "movetime 5", "wtime 300 btime 300"];
            let heard = engine.go(&format!("go {}", limits[line.moves().len() % 4]));
            line.play(judged(&heard, line.position()));
        }
        engine.say(&format!("position {}", words(&line)));
        assert_eq!(best(&engine.go("go movetime 10")), "(none)");
        let winners = line.outcome().expect("over").winners;
        let first = (0..start.players())
            .find(|seat| winners.contains(*seat))
            .expect("a winner");
        let expected = match winners.count() {
            1 => format!("response p{}win", first + 1),
            _ => "response draw".to_owned(),
        };
        assert_eq!(engine.ask("query result"), [expected]);
        let board = engine.ask("d");
        let color = start.colors()[first].name();
        let end = shown(&board, "Game over: board full; first: ");
        assert!(end.starts_with(color), "{end}");
    }
}

#[test]
fn a_limited_strength_still_plays_legal_moves_and_says_what_they_are_worth() {
    let mut engine = engine(&[("UCI_LimitStrength", "true")]);
    let mut rng = StdRng::seed_from_u64(1);
    for elo in (600..=2500).step_by(200).chain([2500]) {
        engine.set("UCI_Elo", &elo.to_string());
        let line = random_game(Position::start(), rng.random_range(1..60), &mut rng);
        engine.say(&format!("position {}", words(&line)));
        for limit in ["movetime 60", "depth 3", "nodes 1000"] {
            judged(&engine.go(&format!("go {limit}")), line.position());
        }
    }
    // The weakest is not the strongest.
    engine.set("UCI_Elo", "600");
    engine.say("position startpos");
    let chosen = |engine: &mut Engine| best(&engine.go("go depth 4")).to_owned();
    let first: Vec<String> = (0..30).map(|_| chosen(&mut engine)).collect();
    assert!(first.iter().any(|m| *m != first[0]), "{first:?}");
}

#[test]
fn two_processes_play_a_match_of_four_seats() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let engine = env!("CARGO_BIN_EXE_atalaya");
    let output = Command::new(engine)
        .args(
            "match --variant rolit --rounds 1 --each tc=2+0.05 --quiet --json out.json".split(' '),
        )
        .args([
            "--pgn",
            "out.pgn",
            "--engine",
            &format!("cmd={engine}"),
            "name=A",
            "seats=2",
        ])
        .args(["--engine", &format!("cmd={engine}"), "name=B", "nodes=500"])
        .args(["--engine", "name=C", "builtin=random"])
        .current_dir(&folder)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{output:?}");
    let result = std::fs::read_to_string(folder.path().join("out.json")).expect("a result");
    let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
    assert_eq!(result["finished"], true, "{result}");
    let players = result["players"].as_array().expect("players");
    assert_eq!(players.len(), 3);
    for player in players {
        for fault in ["crashes", "time_losses", "illegal_moves"] {
            assert_eq!(player[fault], 0, "{result}");
        }
    }
    let games = std::fs::read_to_string(folder.path().join("out.pgn")).expect("games");
    assert_eq!(
        games.matches("[Termination \"normal\"]").count(),
        4,
        "{games}"
    );
}

#[test]
fn a_search_without_end_waits_for_stop_and_the_engine_answers_meanwhile() {
    let mut engine = engine(&[]);
    let mut rng = StdRng::seed_from_u64(5);
    // One position to think about, one that is soon solved, one with a single move.
    for empty in [60, 6, 1] {
        let line = random_game(Position::start(), empty, &mut rng);
        engine.say(&format!("position {}", words(&line)));
        for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
            engine.say(go);
            let heard = engine.ask("");
            assert!(
                heard.iter().all(|line| !line.starts_with("bestmove")),
                "{heard:?}"
            );
            engine.say("stop");
            let rest = engine.until("bestmove");
            assert!(line.position().read_move(best(&rest)).is_ok(), "{rest:?}");
        }
        engine.say("go ponder p1time 300 p2time 300 p3time 300 p4time 300");
        let heard = engine.go("ponderhit");
        assert!(line.position().read_move(best(&heard)).is_ok(), "{heard:?}");
    }
    engine.say("position startpos");
    engine.say("go perft 20");
    engine.say("stop");
    engine.until("info string perft was stopped");
    for cell in ["d3", "f3", "f5"] {
        let heard = engine.go(&format!("go depth 4 searchmoves {cell}"));
        assert_eq!(best(&heard), cell);
    }
    let heard = engine.go("go depth 2 searchmoves e3 f5");
    assert!(
        heard[0].contains("'e3' captures nothing, and red must capture"),
        "{heard:?}"
    );
    assert_eq!(best(&heard), "f5");
}
