//! The built binary, spoken to over its pipes in UCI and UGI.

use crate::pipe::{Engine, after, best};
use games::kamisado::{Match, Position, Rules, START};
use games::{Game, Line};

#[test]
fn guis_that_know_only_chess_notice_nothing() {
    let mut engine = Engine::start();
    let heard = engine.ask("uci");
    let variant = heard.iter().find(|line| line.contains("UCI_Variant"));
    let expected =
        "option name UCI_Variant type combo default chess var chess var kamisado var rolit";
    assert_eq!(variant.map(String::as_str), Some(expected));
    for line in [
        "option name KamisadoDeadlock type combo default mutual var mutual var cycle",
        "option name KamisadoTowers type combo default all var all var some",
        "option name KamisadoMatch type combo default 1 var 1 var 3 var 7 var 15",
    ] {
        assert!(heard.iter().any(|l| l == line), "{line}");
    }
    engine.say("position startpos moves e2e4");
    assert!(best(&engine.go("go depth 1")).len() >= 4);
    // Saying it again changes nothing, and nothing is announced.
    assert!(
        engine
            .ask("setoption name UCI_Variant value chess")
            .is_empty()
    );
}

#[test]
fn a_change_of_variant_is_announced_in_both_directions() {
    let mut engine = Engine::start();
    let heard = engine.ask("setoption name uci_variant value KAMISADO");
    let expected = format!(
        "info string variant kamisado files 8 ranks 8 pocket 0 template kamisado startpos {START}"
    );
    assert_eq!(heard, [expected]);
    let heard = engine.ask("setoption name UCI_Variant value chess");
    assert!(
        heard[0].starts_with("info string variant chess files 8 ranks 8"),
        "{heard:?}"
    );
    engine.say("position startpos moves e2e4 e7e5");
    assert!(
        engine
            .ask("d")
            .iter()
            .any(|line| line.contains("e6") || line.contains("4p3"))
    );
}

#[test]
fn a_proved_win_comes_with_the_whole_line() {
    let mut engine = Engine::of("kamisado");
    engine.say("position startpos moves b1b7");
    let heard = engine.go("go depth 40");
    let info = &heard[heard.len() - 2];
    assert_eq!(after(info, "mate")[0], "-8", "{info}");
    let pv = after(info, "pv");
    assert_eq!(pv.len(), 16);
    assert_eq!(pv[0], best(&heard));
    let mut line = Line::new(Match::start());
    for text in std::iter::once("b1b7").chain(pv) {
        line.play(line.position().parse_move(text).expect(text));
    }
    assert!(line.outcome().expect("over").winners.contains(0));
}

#[test]
fn scores_are_never_zero_and_every_bestmove_has_a_line_before_it() {
    let mut engine = Engine::of("kamisado");
    let mut line = Line::new(Position::start());
    let mut texts = Vec::new();
    while line.outcome().is_none() {
        let moves = if texts.is_empty() {
            String::new()
        } else {
            format!(" moves {}", texts.join(" "))
        };
        engine.say(&format!("position startpos{moves}"));
        let limit = [
            "go depth 5",
            "go nodes 500",
            "go movetime 20",
            "go wtime 500 btime 500",
        ];
        let heard = engine.go(limit[texts.len() % limit.len()]);
        assert!(heard.len() > 1, "{heard:?}");
        for info in &heard[..heard.len() - 1] {
            assert!(!info.contains("score cp 0 "), "{info}");
            let mut here = *line.position();
            for text in after(info, "pv") {
                here = here.play(here.read_move(text).expect("a legal line"));
            }
        }
        let info = &heard[heard.len() - 2];
        assert_eq!(after(info, "pv")[0], best(&heard));
        let m = line
            .position()
            .read_move(best(&heard))
            .expect("a legal move");
        texts.push(best(&heard).to_owned());
        line.play(m);
    }
    engine.say(&format!("position startpos moves {}", texts.join(" ")));
    let heard = engine.go("go depth 3");
    assert_eq!(heard, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn a_forced_zero_move_is_found_and_0000_is_understood() {
    let mut engine = Engine::of("kamisado");
    let blocked = "position fen NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0 7";
    engine.say(blocked);
    assert_eq!(best(&engine.go("go depth 4")), "a7a7");
    engine.say(&format!("{blocked} moves 0000"));
    let board = engine.ask("d");
    let text = "Position: NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn w R 1 8";
    assert!(board.iter().any(|line| line == text), "{board:?}");
    // Not where the zero move is illegal: the old position stays.
    let heard = engine.ask("position startpos moves 0000");
    assert!(heard[0].contains("'0000' is not legal"), "{heard:?}");
    assert!(engine.ask("d").iter().any(|line| line == text));
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = Engine::of("kamisado");
    for position in [
        "startpos moves c1c6 a8a7 c6a8",
        "fen NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 1 9",
    ] {
        engine.say(&format!("position {position}"));
        let heard = engine.go("go depth 9");
        assert_eq!(heard, ["info depth 0 score mate 0", "bestmove (none)"]);
    }
}

#[test]
fn infinite_waits_for_stop_and_mate_and_searchmoves_are_obeyed() {
    let mut engine = Engine::of("kamisado");
    engine.say("position startpos moves b1h7");
    engine.say("go infinite");
    assert!(
        engine
            .ask("isready")
            .iter()
            .all(|line| !line.starts_with("bestmove"))
    );
    assert_eq!(best(&engine.go("stop")).len(), 4);

    engine.say("position startpos moves b1b7");
    let heard = engine.go("go mate 3");
    assert!(
        !heard.iter().any(|line| line.contains("mate")),
        "not so soon: {heard:?}"
    );
    engine.say("position startpos moves b1h7");
    let heard = engine.go("go mate 3");
    assert!(
        heard.iter().any(|line| line.contains("score mate 2 ")),
        "{heard:?}"
    );

    engine.say("position startpos");
    assert_eq!(best(&engine.go("go depth 4 searchmoves a1a2")), "a1a2");
    engine.say("go ponder wtime 1000 btime 1000");
    assert_eq!(best(&engine.go("ponderhit")).len(), 4);
}

#[test]
fn perft_and_the_board_are_kamisados() {
    let mut engine = Engine::of("kamisado");
    engine.say("go perft 3");
    let heard = engine.until("Nodes searched");
    assert_eq!(
        heard.last().map(String::as_str),
        Some("Nodes searched: 11182")
    );
    engine.say("position startpos moves c1c6 a8a7");
    let board = engine.ask("d");
    assert!(board.contains(&"6 V..V S..S N..N R..R P..P M..M A..A Z..Z".to_owned()));
    assert!(board.contains(&"  ---- ---- -NR- ---- ---- ---- ---- ----".to_owned()));
    assert!(
        board.contains(&"Last colour of Black (N): N".to_owned()),
        "{board:?}"
    );
    assert!(
        board.contains(&"Last colour of White (B): R".to_owned()),
        "{board:?}"
    );
}

#[test]
fn bad_positions_and_moves_are_told_and_the_old_position_stays() {
    let mut engine = Engine::of("kamisado");
    engine.say("position startpos moves c1c6");
    for bad in [
        "position fen 8/8 b - 0 1",
        "position startpos moves c1c6 a8a8",
        "position startpos moves e2e5x",
    ] {
        let heard = engine.ask(bad);
        assert!(
            heard.len() == 1 && heard[0].starts_with("info string "),
            "{heard:?}"
        );
    }
    assert!(engine.ask("d").iter().any(|line| line.contains(" w N 0 2")));
}

#[test]
fn a_variant_blind_runner_can_host_it_by_ugi() {
    let mut engine = Engine::start();
    engine.say("ugi");
    engine.until("ugiok");
    engine.say("setoption name UCI_Variant value kamisado");
    engine.say("uginewgame");
    let mut answer = |position: &str, question: &str| {
        engine.say(&format!("position {position}"));
        let heard = engine.ask(&format!("query {question}"));
        heard.last().expect("an answer").clone()
    };
    assert_eq!(answer("startpos", "p1turn"), "response true");
    assert_eq!(answer("startpos", "gameover"), "response false");
    assert_eq!(answer("startpos", "result"), "response none");
    assert_eq!(answer("startpos moves c1c6", "p1turn"), "response false");
    let won = "startpos moves c1c6 a8a7 c6a8";
    assert_eq!(answer(won, "gameover"), "response true");
    assert_eq!(answer(won, "result"), "response p1win");
    let lost = "fen NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 1 9";
    assert_eq!(answer(lost, "result"), "response p2win");
    assert!(answer("startpos", "weather").contains("unknown question 'weather'"));
    engine.say("position startpos");
    let heard = engine.go("go p1time 300 p2time 300 p1inc 0 p2inc 0");
    assert!(best(&heard).len() == 4);
    // And chess answers too.
    engine.say("setoption name UCI_Variant value chess");
    engine.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        engine.ask("query result").last().map(String::as_str),
        Some("response p2win")
    );
}

#[test]
fn the_options_change_the_rules() {
    let mut engine = Engine::of("kamisado");
    let over = "fen NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 1 9";
    engine.say(&format!("position {over}"));
    assert_eq!(engine.ask("query gameover"), ["response true"]);
    engine.say("setoption name KamisadoDeadlock value cycle");
    assert_eq!(engine.ask("query gameover"), ["response false"]);

    let heard = engine.ask("setoption name KamisadoMatch value 3");
    assert!(heard[0].ends_with(" b - 0 1 3 0:0"), "{heard:?}");
    let won = "position startpos moves c1c6 a8a7 c6a8";
    engine.say(won);
    assert_eq!(engine.ask("query gameover"), ["response false"]);
    let fill = best(&engine.go("go depth 3")).to_owned();
    assert!(fill == "left" || fill == "right");
    engine.say(&format!("{won} {fill}"));
    let board = engine.ask("d");
    let position = board
        .iter()
        .find(|line| line.starts_with("Position: "))
        .expect("there");
    assert!(
        position.contains("r+") && position.ends_with(" w - 0 5 3 1:0"),
        "{position}"
    );
    let heard = engine.go("go movetime 50");
    let text = position.trim_start_matches("Position: ");
    let next = Match::parse(text, 1, Rules::default()).expect("our own text");
    assert!(next.parse_move(best(&heard)).is_ok());
}

#[test]
fn a_limited_strength_still_plays_legal_moves() {
    let mut engine = Engine::of("kamisado");
    engine.say("setoption name UCI_LimitStrength value true");
    for elo in [600, 900, 1500, 2500] {
        engine.say(&format!("setoption name UCI_Elo value {elo}"));
        engine.say("position startpos moves b1b4");
        let heard = engine.go("go movetime 100");
        let here = Position::start();
        let here = here.play(here.read_move("b1b4").expect("legal"));
        assert!(here.read_move(best(&heard)).is_ok(), "{heard:?}");
    }
}
