//! The expert and the exact search, each against a plain minimax that looks at everything.

use base::limits::{Clock, Limits};
use games::rolit::{Color, Position, Rules, Shape, Size};
use games::{Game, Line};
use players::rolit::Expert;
use players::{Failure, Player, Score, margin};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use solve::rolit::Solver;
use std::collections::HashMap;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn never(_: u64) -> bool {
    false
}

/// The final margin of `owner`'s side when it does its best and all others their worst.
fn minimax(here: &Position, owner: usize, memo: &mut HashMap<u64, i32>) -> i32 {
    if here.outcome().is_some() {
        return margin(here, owner).expect("Rolit counts points");
    }
    if let Some(value) = memo.get(&here.key()) {
        return *value;
    }
    let children = here.legal_moves().into_iter();
    let values = children.map(|m| minimax(&here.play(m), owner, memo));
    let value = if here.allied(here.turn(), owner) {
        values.max()
    } else {
        values.min()
    };
    let value = value.expect("an unfinished game has a move");
    memo.insert(here.key(), value);
    value
}

/// A position with so many empty cells, reached by random moves.
fn late(rng: &mut StdRng, start: Position, empties: u32) -> Position {
    let mut here = start;
    while here.empty_cells() > empties {
        here = here.play(*here.legal_moves().choose(rng).expect("a move"));
    }
    here
}

/// Starts of all kinds: two, three and four players, teams, both rules, small and wide boards.
fn starts() -> Vec<Position> {
    let official = ["RG", "BG", "RYG", "RYGB", "RYGB:RG/YB", "RYGB:RY/GB"];
    let mut starts: Vec<Position> = official
        .iter()
        .map(|players| Position::official_for(players).expect(players))
        .collect();
    for players in ["YR", "YRG", "YRGLOKPBWE", "YRGL:YG/RL"] {
        let small = Position::students_for(Shape::Diamond, Size::Small, players);
        starts.push(small.expect(players));
        let text = format!("5/5/2*2/5/5 Y {players} 1 students");
        starts.push(Position::parse(&text, Rules::Official).expect(&text));
    }
    starts
}

#[test]
fn the_exact_search_finds_what_plain_minimax_finds_for_two_three_and_four_players_and_teams() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut solver = Solver::new(1).expect("one megabyte");
    let mut decided = 0;
    for start in starts() {
        for round in 0..24 {
            let most = if start.rules() == Rules::Official {
                7
            } else {
                6
            };
            let here = late(&mut rng, start, 1 + round % most);
            let solution = solver.solve(&here, &mut never).expect("not stopped");
            let expected = minimax(&here, here.turn(), &mut HashMap::new());
            assert_eq!(solution.margin, expected, "{}", here.text());
            // The line is legal, goes to the end, and ends with the value.
            let mut end = here;
            for cell in &solution.line {
                assert!(end.is_legal(*cell), "{} {cell}", end.text());
                end = end.play(*cell);
            }
            assert!(end.is_full(), "{}", here.text());
            assert_eq!(margin(&end, here.turn()), Some(expected), "{}", here.text());
            decided += u32::from(expected != 0);
        }
    }
    assert!(decided > 200, "{decided}");
}

#[test]
fn four_by_four_from_nine_empty_cells_is_worth_what_plain_minimax_says() {
    let mut rng = StdRng::seed_from_u64(2);
    let mut solver = Solver::new(1).expect("one megabyte");
    let start = Position::parse("4/1RY1/1BG1/4 R RG 1", Rules::Official).expect("a position");
    for _ in 0..12 {
        let here = late(&mut rng, start, 9);
        let solution = solver.solve(&here, &mut never).expect("not stopped");
        let expected = minimax(&here, here.turn(), &mut HashMap::new());
        assert_eq!(solution.margin, expected, "{}", here.text());
    }
}

#[test]
fn the_value_of_a_position_does_not_depend_on_the_size_of_the_table_or_what_is_in_it() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut used = Solver::new(2).expect("two megabytes");
    for start in starts().into_iter().take(6) {
        let here = late(&mut rng, start, 9);
        let fresh = Solver::new(1)
            .expect("one megabyte")
            .solve(&here, &mut never);
        let again = [used.solve(&here, &mut never), used.solve(&here, &mut never)];
        for solution in again {
            assert_eq!(
                solution.map(|s| s.margin),
                fresh.clone().map(|s| s.margin),
                "{}",
                here.text()
            );
        }
    }
}

#[test]
fn a_stopped_solver_says_so_and_gives_bounds_that_hold() {
    let mut rng = StdRng::seed_from_u64(4);
    for budget in [0, 2000, 20_000] {
        let here = late(&mut rng, Position::official_for("RG").expect("start"), 12);
        let mut stop = |nodes| nodes >= budget;
        let exact = Solver::new(1).expect("room").solve(&here, &mut never);
        let exact = exact.expect("not stopped").margin;
        match Solver::new(1).expect("room").solve(&here, &mut stop) {
            Ok(solution) => assert_eq!(solution.margin, exact),
            Err(aborted) => {
                assert!(aborted.nodes <= budget + 1024, "{aborted}");
                assert!(
                    aborted.at_least <= exact && exact <= aborted.at_most,
                    "{aborted}"
                );
            }
        }
    }
}

fn expert() -> Expert {
    Expert::new(4).expect("four megabytes")
}

#[test]
fn the_expert_plays_legal_moves_to_the_end_of_games_of_every_kind() {
    let stop = AtomicBool::new(false);
    let mut starts = starts();
    let large = Position::students_for(Shape::Square, Size::Large, "YRGLOKPBWE");
    starts.push(large.expect("the largest game"));
    for start in starts {
        let limits = Limits {
            nodes: Some(if start.cells().len() > 64 { 50 } else { 400 }),
            ..Limits::default()
        };
        let mut player = expert();
        player.new_game(&start, &stop).expect("nothing to fail");
        let mut line = Line::new(start);
        while line.position().outcome().is_none() {
            let here = line.position();
            let choice = player.choose(&line, &limits, &stop).expect("a move");
            assert!(here.is_legal(choice.chosen), "{}", here.text());
            let mut pv = *here;
            for text in &choice.report.pv {
                pv = pv.play(pv.parse_move(text).expect("a legal line"));
            }
            assert_eq!(choice.report.pv.first(), Some(&choice.chosen.to_string()));
            line.play(choice.chosen);
        }
        let over = player.choose(&line, &limits, &stop);
        assert!(matches!(over, Err(Failure::IllegalMove(_))));
    }
}

#[test]
fn the_last_cells_are_played_perfectly() {
    let stop = AtomicBool::new(false);
    let mut rng = StdRng::seed_from_u64(5);
    for players in ["RG", "RYG", "RYGB:RG/YB"] {
        let start = Position::official_for(players).expect(players);
        for _ in 0..10 {
            let here = late(&mut rng, start, 7);
            let limits = Limits {
                nodes: Some(1_000_000),
                ..Limits::default()
            };
            let choice = expert().choose(&Line::new(here), &limits, &stop);
            let choice = choice.expect("a move");
            let mut memo = HashMap::new();
            let value = minimax(&here, here.turn(), &mut memo);
            let child = here.play(choice.chosen);
            assert_eq!(minimax(&child, here.turn(), &mut memo), value);
            if here.legal_moves().len() > 1 {
                let score = Some(Score::Centipawns(100 * value));
                assert_eq!(choice.report.score, score, "{}", here.text());
            }
        }
    }
}

#[test]
fn depth_nodes_clocks_and_the_stop_flag_are_respected() {
    let stop = AtomicBool::new(false);
    let line = Line::new(Position::official_for("RYGB").expect("start"));
    for depth in 1..=4 {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let choice = expert().choose(&line, &limits, &stop).expect("a move");
        assert_eq!(choice.report.depth, Some(depth));
    }
    for nodes in [1, 1000, 30_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let choice = expert().choose(&line, &limits, &stop).expect("a move");
        assert!(choice.report.nodes <= Some(nodes + 512), "{choice:?}");
    }
    let tight = Clock {
        remaining: Duration::from_millis(40),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let mut limits = Limits::default();
    limits.clocks[0] = Some(tight);
    let choice = expert().choose(&line, &limits, &stop).expect("a move");
    assert!(choice.report.nodes < Some(10_000_000), "{choice:?}");
    let set = AtomicBool::new(true);
    let long = Limits {
        movetime: Some(Duration::from_secs(3600)),
        ..Limits::default()
    };
    let stopped = expert().choose(&line, &long, &set);
    assert_eq!(stopped.map(|c| c.chosen), Err(Failure::Interrupted));
}

#[test]
fn under_a_limit_of_nodes_or_depth_the_same_games_get_the_same_moves() {
    let stop = AtomicBool::new(false);
    let limits = [
        Limits {
            nodes: Some(3000),
            ..Limits::default()
        },
        Limits {
            depth: Some(3),
            ..Limits::default()
        },
    ];
    for limits in limits {
        let play = |player: &mut Expert| {
            let start = Position::official(&[Color::Red, Color::Green]).expect("start");
            player.new_game(&start, &stop).expect("nothing to fail");
            let mut line = Line::new(start);
            while line.position().outcome().is_none() {
                let choice = player.choose(&line, &limits, &stop).expect("a move");
                line.play(choice.chosen);
            }
            line.position().text()
        };
        let mut player = expert();
        let first = play(&mut player);
        assert_eq!(first, play(&mut player));
        assert_eq!(first, play(&mut expert()));
    }
}

fn solve(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("solve")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_line_prints_the_value_and_a_line_that_leads_to_it() {
    let fen = "4/1RY1/1BG1/4 R RG 1";
    let (status, out, err) = solve(&["rolit", "--fen", fen, "--json", "--hash", "16"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let mut here = Position::parse(fen, Rules::Official).expect("a position");
    for cell in json["line"].as_array().expect("a line") {
        let cell = here
            .parse_move(cell.as_str().expect("text"))
            .expect("legal");
        here = here.play(cell);
    }
    assert!(here.is_full());
    let value = margin(&here, 0).expect("points");
    assert_eq!(json["margin"], value);
    let (status, out, _) = solve(&["--variant", "rolit", "--fen", fen, "--hash", "16"]);
    assert_eq!(status, Some(0));
    let verdict = match value {
        0 => "best play ends in a draw:".to_owned(),
        1.. => format!("red wins by {value} balls:"),
        _ => format!("red loses by {} balls:", -value),
    };
    assert!(out.starts_with(&verdict), "{out}");
}

#[test]
fn the_command_line_gives_up_in_time_and_refuses_what_it_cannot_do() {
    let start = "8/8/8/3RY3/3BG3/8/8/8 R RG 1";
    let (status, out, _) = solve(&["rolit", "--fen", start, "--time", "0", "--hash", "1"]);
    assert_eq!(status, Some(1));
    let expected = "Not solved in time: red's margin is from -64 to +64\n";
    assert!(out.starts_with(expected), "{out}");
    for (arguments, complaint) in [
        (&["rolit"][..], "needs --fen"),
        (&["rolit", "--fen", "8/8 R RG"], "8/8"),
        (
            &["rolit", "--fen", start, "--all-first-moves"],
            "--all-first-moves is for kamisado",
        ),
        (
            &["rolit", "--fen", start, "--towers", "some"],
            "--towers is for kamisado",
        ),
        (&["kamisado", "--time", "3"], "--time is for rolit"),
    ] {
        let (status, out, err) = solve(arguments);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(complaint), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}
