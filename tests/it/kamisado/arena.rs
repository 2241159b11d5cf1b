//! Kamisado in `atalaya match`: built-in players and an engine behind UCI, and the record of the
//! games, which the game's own reader must understand.

use games::kamisado::Match;
use games::pgn::Pgn;
use games::pgn::read::records;
use players::Registry;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["match", "--variant", "kamisado", "--quiet"])
        .args(arguments)
        .output()
        .expect("the binary runs")
}

fn tag<'a>(pgn: &'a Pgn, name: &str) -> &'a str {
    pgn.value(name).unwrap_or("")
}

#[test]
fn the_prover_behind_uci_beats_a_greedy_player_and_the_records_agree_with_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let [pgn, json] = ["games.pgn", "match.json"].map(|name| folder.path().join(name));
    let binary = format!("cmd={}", env!("CARGO_BIN_EXE_atalaya"));
    let out = run(&[
        "--engine",
        "name=prover",
        &binary,
        "nodes=20000",
        "--engine",
        "builtin=greedy",
        "--rounds",
        "3",
        "--pgn",
        &pgn.to_string_lossy(),
        "--json",
        &json.to_string_lossy(),
    ]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let text = std::fs::read_to_string(&pgn).expect("a record");
    assert_eq!(records(&text).count(), 6);
    let mut won = 0;
    for found in records(&text) {
        let mut found = found.expect("read");
        let read = rooms::game_of(&mut found, &Registry::standard()).expect("a game");
        let ((game, _), _) = read.split();
        let line = game.native::<Match>().expect("Kamisado");
        let outcome = line.outcome().expect("a finished round is won by somebody");
        let (winner, result) = if outcome.winners.contains(0) {
            (tag(&found.pgn, "Black"), "0-1")
        } else {
            (tag(&found.pgn, "White"), "1-0")
        };
        assert_eq!(found.pgn.result, result);
        won += u32::from(winner == "prover");
    }
    assert_eq!(won, 6, "the prover looks further than one ply");
    let result = std::fs::read_to_string(&json).expect("a result");
    let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
    assert_eq!(result["players"][0]["wins"], 6);
}

#[test]
fn openings_are_positions_and_a_bad_one_is_named_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    let start = "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1";
    std::fs::write(&file, format!("# two\n{start}\nNZPSARVM/8\n")).expect("written");
    let openings = format!("file={}", file.display());
    let players = [
        "--engine",
        "builtin=random",
        "--engine",
        "name=r",
        "builtin=random",
    ];
    let out = run(&[&players[..], &["--openings", &openings]].concat());
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2));
    assert!(error.contains("line 3"), "{error}");
    std::fs::write(&file, start).expect("written");
    let out = run(&[&players[..], &["--openings", &openings, "--rounds", "50"]].concat());
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn builtins_play_by_themselves_and_an_engine_of_another_game_is_refused() {
    let out = run(&[
        "--engine",
        "builtin=atalaya",
        "depth=4",
        "--engine",
        "builtin=alphabeta",
        "depth=2",
        "--rounds",
        "2",
    ]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let out = run(&[
        "--engine",
        "cmd=/no/such/engine",
        "depth=1",
        "--engine",
        "builtin=random",
    ]);
    assert_eq!(out.status.code(), Some(2));
}
