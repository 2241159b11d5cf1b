//! The built binary, spoken to over its pipes in UCI and UGI: options, positions, errors.

use crate::pipe::Engine;
use games::Game;
use games::rolit::{Color, Position, Rules, START};

/// Names and values of options.
pub type Options<'a> = &'a [(&'a str, &'a str)];

/// An engine that plays Rolit, with options set.
pub fn engine(options: Options) -> Engine {
    let mut engine = Engine::of("rolit");
    for (name, value) in options {
        engine.set(name, value);
    }
    engine.ask("");
    engine
}

/// The answer to `d` under a heading.
pub fn shown(board: &[String], heading: &str) -> String {
    let line = board.iter().find_map(|line| line.strip_prefix(heading));
    line.unwrap_or_else(|| panic!("no '{heading}' in {board:?}"))
        .to_owned()
}

#[test]
fn the_options_are_declared() {
    let mut engine = Engine::start();
    let heard = engine.ask("uci");
    for line in [
        "option name UCI_Variant type combo default chess var chess var kamisado var rolit",
        "option name RolitRules type combo default official var official var students",
        "option name RolitPlayers type spin default 4 min 2 max 10",
        "option name RolitTeams type string default <empty>",
        "option name RolitShape type combo default square var square var diamond var circle",
        "option name RolitSize type combo default small var small var medium var large",
    ] {
        assert!(heard.iter().any(|l| l == line), "{line}: {heard:?}");
    }
    // Who plays chess is told nothing about them.
    for option in [
        "RolitPlayers value 10",
        "RolitTeams value x",
        "RolitRules value students",
    ] {
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
    }
}

#[test]
fn the_variant_its_board_and_its_start_are_announced() {
    let mut engine = Engine::start();
    let heard = engine.ask("setoption name UCI_Variant value Rolit");
    let told = |files: usize, start: &str| {
        vec![format!(
            "info string variant rolit files {files} ranks {files} pocket 0 template rolit \
             startpos {start}"
        )]
    };
    assert_eq!(heard, told(8, START));
    let heard = engine.ask("setoption name RolitPlayers value 2");
    assert_eq!(heard, told(8, "8/8/8/3RY3/3BG3/8/8/8 R RG 1"));
    // The official game has no shape: nothing to be told.
    assert!(
        engine
            .ask("setoption name RolitSize value large")
            .is_empty()
    );
    let heard = engine.ask("setoption name RolitRules value students");
    let square = ["17"; 17].join("/");
    assert_eq!(heard, told(17, &format!("{square} Y YR 1 students")));
    // Moves from the old start are forgotten, a position of its own is kept.
    engine.say("position startpos moves f5 f4");
    engine.set("RolitShape", "diamond");
    assert!(shown(&engine.ask("d"), "Position: ").ends_with(" Y YR 1 students"));
    engine.say("position fen 3/1Y1/3 Y YR moves a1");
    engine.set("RolitShape", "circle");
    assert!(shown(&engine.ask("d"), "Position: ").starts_with("3/1Y1/Y2 R YR 2"));
    let heard = engine.ask("setoption name UCI_Variant value kamisado");
    assert!(heard[0].starts_with("info string variant kamisado files 8 "));
}

#[test]
fn perft_counts_are_those_of_the_specification() {
    let two = ("RolitPlayers", "2");
    let students = ("RolitRules", "students");
    let table: [(Options, &[u64]); 4] = [
        (&[], &[3, 20, 136, 1366, 7427, 44154]),
        (&[("RolitPlayers", "3")], &[3, 20, 136, 630, 3956, 27778]),
        (&[two], &[3, 24, 114, 649, 3220, 22138]),
        (&[students, two], &[81, 544, 5120, 60376]),
    ];
    for (options, counts) in table {
        let mut engine = engine(options);
        for (depth, count) in (1..).zip(counts) {
            engine.say(&format!("go perft {depth}"));
            let heard = engine.until("Nodes searched");
            assert_eq!(heard.last(), Some(&format!("Nodes searched: {count}")));
            let of_moves = heard.iter().filter_map(|line| line.split_once(": "));
            let divided: Vec<u64> = of_moves.filter_map(|(_, n)| n.parse().ok()).collect();
            let (total, moves) = divided.split_last().expect("a total");
            assert_eq!(moves.iter().sum::<u64>(), *total, "{options:?} {depth}");
            assert_eq!(moves.len() as u64, counts[0]);
        }
    }
    let mut engine = engine(&[]);
    engine.say("go perft 1");
    let heard = engine.until("Nodes searched");
    assert_eq!(heard[..3], ["d3: 1", "f3: 1", "f5: 1"]);
}

#[test]
fn a_position_is_shown_as_it_stands() {
    let mut engine = engine(&[]);
    engine.say("position startpos moves f5 e3");
    let board = engine.ask("d");
    let expected = Position::start();
    let expected = expected.play(expected.read_move("f5").expect("legal"));
    let expected = expected.play(expected.read_move("e3").expect("legal"));
    assert_eq!(shown(&board, "Position: "), expected.text());
    assert_eq!(shown(&board, "Key: "), format!("{:016X}", expected.key()));
    for line in [
        " 5  . . . R R R . .",
        " 4  . . . B G . . .",
        " 3  . . . . Y . . .",
    ] {
        assert!(board.iter().any(|l| l == line), "{line}: {board:?}");
    }
    // In the order of their turns.
    let first = board.iter().position(|line| line.starts_with("R red"));
    let first = first.expect("red is there");
    let counts = [
        "R red           3  (player 1)",
        "Y yellow        1  (player 2)",
        "G green         1  (player 3)",
        "B blue          1  (player 4)",
    ];
    assert_eq!(board[first..first + 4], counts);

    // The text form has spaces, and may name its rules.
    let circle = "***3***/*7*/*7*/9/4RB3/9/*7*/*7*/***3*** Y YRGL:YG/RL 3 students";
    engine.say(&format!("position fen {circle}"));
    let board = engine.ask("d");
    assert_eq!(shown(&board, "Position: "), circle);
    assert!(
        board.contains(&"B blue          1  (nobody's)".to_owned()),
        "{board:?}"
    );
    assert!(board.contains(&"L light blue    0  (player 4, team 2)".to_owned()));
    assert!(
        board.contains(&" 9        . . .      ".to_owned()),
        "{board:?}"
    );
    // A text that does not follows the option.
    let text = "3/1Y1/3 Y YR";
    for (rules, name) in [("students", " students"), ("official", "")] {
        engine.set("RolitRules", rules);
        engine.say(&format!("position fen {text}"));
        let board = engine.ask("d");
        assert_eq!(shown(&board, "Position: "), format!("{text} 1{name}"));
    }
}

#[test]
fn what_is_wrong_is_told_in_a_sentence_and_the_old_position_stays() {
    let mut engine = engine(&[]);
    engine.say("position startpos moves f5");
    let before = shown(&engine.ask("d"), "Position: ");
    for (bad, complaint) in [
        ("fen 8/8 R RG 1", "begins with balls on the board"),
        (
            "fen 8/8/8/3RY3/3BG3/8/8/8",
            "expected board, colour to move, players",
        ),
        ("fen 8/8/8/3RY3/3BG3/8/8/8 B RYG 1", "not among the players"),
        ("fen 8/8/8/3RY3/3BG3/8/8/8 R RYGBW 1", "W"),
        (
            "fen 8/8/8/3RY3/3BG3/8/8/8 R RYGB 1 pupils",
            "'pupils' is neither",
        ),
        ("fen R2***2 R RG 1", "do not hang together"),
        ("fen", "expected board"),
        (
            "startpos moves e3",
            "'e3' captures nothing, and red must capture: d3 does",
        ),
        ("startpos moves f5 f5", "'f5' is occupied by a red ball"),
        ("startpos moves d3 z9", "'z9'"),
        ("startpos moves 0000", "'0000' is not a cell"),
    ] {
        let heard = engine.ask(&format!("position {bad}"));
        assert_eq!(heard.len(), 1, "{bad}: {heard:?}");
        assert!(heard[0].starts_with("info string "), "{heard:?}");
        assert!(heard[0].ends_with("; the old position stays"), "{heard:?}");
        assert!(heard[0].contains(complaint), "{bad}: {heard:?}");
        assert_eq!(shown(&engine.ask("d"), "Position: "), before);
    }
    assert!(engine.ask("flip")[0].contains("flip is for chess"));
    assert!(engine.ask("verify 2")[0].contains("verify is for chess"));
    assert_eq!(shown(&engine.ask("d"), "Position: "), before);
}

#[test]
fn options_that_contradict_each_other_are_told_and_obeyed_once_they_agree() {
    let mut engine = engine(&[]);
    let heard = engine.ask("setoption name RolitPlayers value 6");
    let expected = "info string RolitPlayers '6': the official rules have 2 to 4 players; \
                    the old position stays";
    assert_eq!(heard, [expected]);
    assert_eq!(shown(&engine.ask("d"), "Position: "), START);
    assert_eq!(engine.ask("position startpos"), [expected]);
    let heard = engine.ask("setoption name RolitRules value students");
    assert!(heard[0].ends_with(" Y YRGLOK 1 students"), "{heard:?}");
    for (teams, complaint) in [
        ("YRG", "expected two teams"),
        ("YRG/LO", "K"),
        ("YRG/LOX", "X"),
    ] {
        let heard = engine.ask(&format!("setoption name RolitTeams value {teams}"));
        assert!(heard[0].contains(complaint), "{heard:?}");
        assert!(heard[0].ends_with("; the old position stays"), "{heard:?}");
    }
    let heard = engine.ask("setoption name RolitTeams value YRG/LOK");
    assert!(
        heard[0].ends_with(" Y YRGLOK:YRG/LOK 1 students"),
        "{heard:?}"
    );
    let heard = engine.ask("setoption name RolitTeams value <empty>");
    assert!(heard[0].ends_with(" Y YRGLOK 1 students"), "{heard:?}");
}

#[test]
fn a_variant_blind_runner_learns_who_is_to_move_and_who_has_won() {
    let mut engine = engine(&[]);
    let mut answer = |position: &str, question: &str| {
        engine.say(&format!("position {position}"));
        engine
            .ask(&format!("query {question}"))
            .pop()
            .expect("an answer")
    };
    assert_eq!(answer("startpos", "p1turn"), "response true");
    assert_eq!(answer("startpos moves f5", "p1turn"), "response false");
    assert_eq!(answer("startpos", "gameover"), "response false");
    assert_eq!(answer("startpos", "result"), "response none");
    for (position, result) in [
        ("fen RRY/GGY/GBR R RYGB 10", "draw"),
        ("fen RGY/GGY/GBR R RYGB 10", "p3win"),
        ("fen RGY/GGY/GBR R RYGB:RY/GB 10", "p3win"),
        ("fen RRY/GGY/GBR R RYGB:RY/GB 10", "p1win"),
        ("fen RRB/GGY/GBY R RYGB:RB/YG 10", "p2win"),
        ("fen RR/GB R RYGB:RG/YB 10", "p1win"),
        ("fen RY/GB R RYGB:RG/YB 10", "draw"),
    ] {
        assert_eq!(answer(position, "gameover"), "response true", "{position}");
        assert_eq!(
            answer(position, "result"),
            format!("response {result}"),
            "{position}"
        );
    }
}

#[test]
fn chess_and_kamisado_are_as_they_were_left() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.set("UCI_Variant", "rolit");
    engine.say("position startpos moves f5");
    engine.go("go depth 5");
    engine.set("UCI_Variant", "kamisado");
    engine.say("position startpos moves c1c6");
    engine.go("go depth 3");
    engine.set("UCI_Variant", "chess");
    assert!(shown(&engine.ask("d"), "Fen: ").starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
    engine.set("UCI_Variant", "rolit");
    assert!(shown(&engine.ask("d"), "Position: ").ends_with(" Y RYGB 2"));
    engine.set("UCI_Variant", "kamisado");
    assert!(shown(&engine.ask("d"), "Position: ").ends_with(" w N 0 2"));
    engine.ask("setoption name UCI_Variant value chess");
    let heard = engine.go("go depth 6");
    let again = {
        let mut fresh = Engine::start();
        fresh.say("position startpos moves e2e4");
        fresh.go("go depth 6")
    };
    let timeless = |heard: &[String]| -> Vec<String> {
        let untimed = heard.iter().map(|line| {
            let words = line.split(' ').collect::<Vec<_>>();
            let timed = |i: usize| i > 0 && ["nps", "time"].contains(&words[i - 1]);
            let kept = (0..words.len()).filter(|i| !timed(*i)).map(|i| words[i]);
            kept.collect::<Vec<_>>().join(" ")
        });
        untimed.collect()
    };
    assert_eq!(timeless(&heard), timeless(&again));
}

#[test]
fn colours_and_rules_are_those_of_the_options() {
    // What the start of every number of players looks like, by the library.
    for (rules, name) in [(Rules::Official, "official"), (Rules::Students, "students")] {
        let mut engine = engine(&[("RolitRules", name)]);
        for players in 2..=rules.most_players() {
            engine.set("RolitPlayers", &players.to_string());
            let text = shown(&engine.ask("d"), "Position: ");
            let start = Position::parse(&text, Rules::Official).expect("ours");
            assert_eq!((start.rules(), start.players()), (rules, players), "{text}");
            let colors = start.colors();
            assert_eq!(start.color_to_move(), colors[0]);
            let first = if rules == Rules::Official {
                Color::Red
            } else {
                Color::Yellow
            };
            assert_eq!(colors[0], first);
        }
    }
}
