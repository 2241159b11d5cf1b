//! Searches and proofs of a page beside those of the program.

use super::*;
use engine::eval::network::EMBEDDED;
use serde_json::{Value, json};
use std::sync::Mutex;

fn thinker() -> Thinker {
    let mut thinker = Thinker::default();
    assert_eq!(thinker.answer(EMBEDDED, &|_| {}), "{}");
    thinker
}

fn ask(thinker: &mut Thinker, request: &Value) -> (Value, Vec<Value>) {
    let news = Mutex::new(Vec::new());
    let progress = |text: &str| {
        let mut news = news.lock().expect("one thread");
        news.push(serde_json::from_str(text).expect("JSON"));
    };
    let answer = thinker.answer(request.to_string().as_bytes(), &progress);
    let answer = serde_json::from_str(&answer).expect("JSON");
    (answer, news.into_inner().expect("one thread"))
}

#[test]
fn the_engine_of_a_page_is_the_engine_of_the_program() {
    let request = json!({ "do": "evaluate", "start": "", "moves": ["e2e4", "e7e5"], "nodes": 20_000, "lines": 2 });
    let (found, news) = ask(&mut thinker(), &request);
    let game = line("", false, &["e2e4".to_owned(), "e7e5".to_owned()]).expect("legal");
    let mut searcher = Searcher::new(MEMORY_MB).expect("memory");
    searcher.settings.multipv = 2;
    let control = engine::search::Control::new(false);
    let decision = searcher.decide(&game, &Limits::to_nodes(20_000), &control);
    let best = decision.best.map(|m| game.position().move_text(m));
    assert_eq!(found["best"].as_str(), best.as_deref());
    assert_eq!(found["nodes"], decision.nodes);
    assert_eq!(found["score"], decision.score);
    assert_eq!(found["others"].as_array().map(Vec::len), Some(1));
    assert!(
        news.iter()
            .any(|line| line["rank"] == 2 && line["depth"].as_u64() > Some(5))
    );
}

#[test]
fn a_mate_that_is_announced_is_proved_and_ends_the_search() {
    let start = "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0";
    let request = json!({ "do": "evaluate", "start": start, "moves": [], "time_ms": 60_000 });
    let (found, _) = ask(&mut thinker(), &request);
    assert_eq!(
        (&found["mate"], &found["best"]),
        (&json!(4), &json!("h6g7")),
        "{found}"
    );
}

#[test]
fn rounds_and_endings_are_solved_with_all_best_moves() {
    let mut thinker = Thinker::default();
    let round = "1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9";
    let request = json!({ "do": "solve", "game": "kamisado", "text": round, "time_ms": 60_000 });
    let (solved, _) = ask(&mut thinker, &request);
    let best: Vec<&str> = solved["best"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        best.contains(&solved["line"][0].as_str().expect("a line")),
        "{solved}"
    );
    let line = solved["line"].as_array().map(Vec::len);
    assert_eq!(
        solved["plies"].as_u64(),
        line.map(|plies| plies as u64),
        "{solved}"
    );
    let small = "4/1RY1/1BG1/4 R RG 1";
    let request = json!({ "do": "solve", "game": "rolit", "text": small, "time_ms": 60_000 });
    let (solved, _) = ask(&mut thinker, &request);
    assert_eq!(solved["margin"], json!([-2, -2]), "{solved}");
    assert!(
        solved["best"]
            .as_array()
            .is_some_and(|best| !best.is_empty()),
        "{solved}"
    );
    let early = json!({ "do": "solve", "game": "rolit", "text": "8/8/8/3RY3/3BG3/8/8/8 R RG 1", "time_ms": 100 });
    let (bounds, _) = ask(&mut thinker, &early);
    assert_eq!(
        (&bounds["margin"], &bounds["best"]),
        (&json!([-64, 64]), &json!([])),
        "{bounds}"
    );
}

#[test]
fn a_long_mate_is_found_beside_the_search() {
    let start = "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0";
    let mut thinker = Thinker::default();
    let ask_for = |start: &str, moves: Value| json!({ "do": "mate", "start": start, "moves": moves, "time_ms": 60_000 });
    let (found, _) = ask(&mut thinker, &ask_for(start, json!([])));
    assert!(
        found["mate"].as_i64().is_some_and(|n| (4..=6).contains(&n)),
        "{found}"
    );
    // After a move of the line the other side gets mated.
    let (found, _) = ask(&mut thinker, &ask_for(start, json!(["h6g7"])));
    assert!(
        found["mate"].as_i64().is_some_and(|n| (1..=5).contains(&n)),
        "{found}"
    );
    let hurry = json!({ "do": "mate", "start": "", "moves": [], "time_ms": 300 });
    assert_eq!(ask(&mut thinker, &hurry).0, Value::Null);
}

#[test]
fn all_best_moves_are_told_with_more_than_two_sides() {
    let mut thinker = Thinker::default();
    // The two moves are mirror images of each other.
    let small = "1YRY1 R RYG 1";
    let request = json!({ "do": "solve", "game": "rolit", "text": small, "time_ms": 60_000 });
    let (solved, _) = ask(&mut thinker, &request);
    let best = solved["best"].as_array().expect("moves");
    assert!(
        best.len() > 1 && best.contains(&solved["line"][0]),
        "{solved}"
    );
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let mut thinker = Thinker::default();
    for (request, word) in [
        (
            json!({ "do": "evaluate", "start": "", "moves": [] }),
            "network",
        ),
        (
            json!({ "do": "evaluate", "start": "", "moves": ["e2e5"] }),
            "e2e5",
        ),
        (
            json!({ "do": "solve", "game": "go", "text": "", "time_ms": 1 }),
            "go",
        ),
        (
            json!({ "do": "solve", "game": "kamisado", "text": "", "rules": "odd", "time_ms": 1 }),
            "'odd'",
        ),
        (
            json!({ "do": "solve", "game": "rolit", "text": "", "rules": "odd", "time_ms": 1 }),
            "odd",
        ),
        (json!({ "do": "dance" }), "dance"),
    ] {
        let (answer, _) = ask(&mut thinker, &request);
        let why = answer["refused"].as_str().unwrap_or_default();
        assert!(why.contains(word), "{answer}");
    }
    let damaged = thinker.answer(&EMBEDDED[..1000], &|_| {});
    assert!(damaged.contains("refused"), "{damaged}");
}
