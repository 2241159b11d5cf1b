//! `atalaya match` as the built binary, driven from outside: whole matches here, engines that
//! crash, stall and cheat and bad input in `engines`, engines that talk without end or outlive their
//! match in `processes`, games of more than two seats in `places` and `rolit`.
//!
//! The engines are small shell scripts, so that nothing but the toolchain and `sh` is needed.
#![cfg(unix)]

mod engines;
mod extras;
mod places;
mod processes;
mod rolit;
mod statistics;
mod support;

use serde_json::Value;
use shakmaty::Position;
use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{Folder, command, games, run, run_well};

#[test]
fn a_match_of_builtins_adds_up_and_its_games_are_legal() {
    let folder = Folder::new("builtins");
    let args = "--engine builtin=greedy --engine builtin=random --rounds 30 --concurrency 2 \
                --seed 5 --pgn out.pgn --json out.json";
    run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(result["games"], 60);
    assert_eq!(result["sprt"], Value::Null);
    let [greedy, random] = [&result["players"][0], &result["players"][1]];
    let number = |player: &Value, key: &str| player[key].as_f64().expect(key);
    assert_eq!(number(greedy, "wins"), number(random, "losses"));
    assert_eq!(number(greedy, "points") + number(random, "points"), 60.0);
    assert!(number(greedy, "elo") > 0.0 && number(greedy, "elo_error") > 0.0);
    assert!(number(greedy, "los") > 0.99);
    for key in ["crashes", "time_losses", "illegal_moves"] {
        assert_eq!(number(greedy, key), 0.0);
    }
    let pairs = result["pentanomial"].as_array().expect("five counts");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 30);

    let games = games(&folder.path("out.pgn"));
    assert_eq!(games.len(), 60);
    let mut points = 0.0;
    for game in &games {
        let result = game.tags["Result"].as_str();
        let white = match result {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        };
        points += if game.tags["White"] == "greedy" {
            white
        } else {
            1.0 - white
        };
        // Mate is on the board if and only if somebody has won: nothing is adjudicated here.
        assert_eq!(game.position.is_checkmate(), result != "1/2-1/2");
        assert_eq!(game.tags["Termination"], "normal");
    }
    assert_eq!(points, number(greedy, "points"));
    assert!(
        !folder.path("out.pgn.journal").exists(),
        "a finished match needs no journal"
    );
}

#[test]
fn the_seed_decides_the_games_and_the_number_of_threads_does_not() {
    let folder = Folder::new("seed");
    let play = |name: &str, more: &str| {
        let args = format!(
            "--engine builtin=random --engine builtin=greedy --rounds 10 --quiet \
             --maxmoves 30 --pgn {name} {more}"
        );
        run_well(&folder, &args);
        // Thinking times differ; everything else is the same, in some order.
        let text = folder.read(name);
        let mut games: Vec<String> = games(&folder.path(name))
            .iter()
            .map(|game| format!("{} {:?}", game.tags["Round"], game.position))
            .collect();
        assert!(text.contains("draw by length"));
        games.sort();
        games
    };
    let one = play("one.pgn", "--seed 3 --concurrency 1");
    assert_eq!(one.len(), 20);
    assert_eq!(one, play("three.pgn", "--seed 3 --concurrency 3"));
    assert_ne!(one, play("other.pgn", "--seed 4"));
}

/// Counters are read as fields and as operations, whatever other operations stand there; a right that cannot be is
/// dropped, and said with its line.
#[test]
fn openings_of_epd_have_their_counters_and_no_impossible_rights() {
    let folder = Folder::new("counters");
    folder.write(
        "openings.epd",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 12; fmvn 34;\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - acd 20; noop; ce -3; c0 \"a; b\"; c9 \"\"; fmvn 7; pv Ke2 Ke7;\n\
         r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9\n\
         r5k1/8/8/8/8/8/8/4K2R w Kq -\n",
    );
    let args = "--engine builtin=random name=a --engine builtin=random name=b --maxmoves 4 --rounds 4 \
                --openings file=openings.epd format=epd --pgn out.pgn";
    let output = run(&folder, args);
    assert!(output.status.success(), "{output:?}");
    let mut fens: Vec<String> = games(&folder.path("out.pgn"))
        .into_iter()
        .map(|game| game.tags["FEN"].clone())
        .collect();
    fens.dedup();
    assert_eq!(
        fens,
        [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 7",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9",
            "r5k1/8/8/8/8/8/8/4K2R w K - 0 1",
        ]
    );
    let said = String::from_utf8_lossy(&output.stderr);
    let dropped = "atalaya: openings.epd: line 4: the castling right q is dropped";
    assert!(said.contains(dropped), "{said}");
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let folder = Folder::new("openings");
    folder.write(
        "openings.epd",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
         # a comment\n\
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";\n",
    );
    folder.write(
        "openings.pgn",
        "1. d4 d5 2. c4 e6 *\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n",
    );
    let engines = "--engine builtin=greedy --engine builtin=random --maxmoves 5 --rounds 4";
    let epd = format!("{engines} --openings file=openings.epd order=random --pgn epd.pgn");
    run_well(&folder, &epd);
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for game in games(&folder.path("epd.pgn")) {
        let key = (game.tags["FEN"].clone(), game.tags["White"].clone());
        *seen.entry(key).or_default() += 1;
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(seen.values().all(|count| *count == 2));

    let pgn = format!("{engines} --openings file=openings.pgn plies=3 --pgn pgn.pgn");
    run_well(&folder, &pgn);
    let text = folder.read("pgn.pgn");
    assert_eq!(
        text.matches("1. d4 {book} d5 {book} 2. c4 {book}").count(),
        4
    );
    assert_eq!(
        text.matches("1. e4 {book} c5 {book} 2. Nf3 {book}").count(),
        4
    );
    assert_eq!(
        text.matches("{book}").count(),
        8 * 3,
        "cut after three plies"
    );
}

#[test]
fn chess960_games_are_read_by_another_program() {
    let folder = Folder::new("960");
    let args = "--engine builtin=greedy --engine builtin=random --rounds 20 --variant chess960 \
                --pgn out.pgn --quiet";
    run_well(&folder, args);
    let games = games(&folder.path("out.pgn"));
    assert_eq!(games.len(), 40);
    assert!(games.iter().all(|game| game.tags["Variant"] == "Chess960"));
}

#[test]
fn without_a_file_random_plies_follow_the_start_of_chess_and_of_chess960() {
    let folder = Folder::new("plies");
    for variant in ["standard", "chess960"] {
        let args = format!(
            "--engine builtin=greedy --engine builtin=random --rounds 3 --variant {variant} \
             --openings plies=8 --maxmoves 6 --pgn {variant}.pgn --quiet"
        );
        run_well(&folder, &args);
        let text = folder.read(&format!("{variant}.pgn"));
        assert_eq!(text.matches("{book}").count(), 6 * 8, "{text}");
        let moves: Vec<&str> = text.split("\n\n").skip(1).step_by(2).collect();
        assert_eq!(games(&folder.path(&format!("{variant}.pgn"))).len(), 6);
        assert_eq!(moves.len(), 6);
    }
}

#[test]
fn a_round_robin_and_a_gauntlet_play_the_right_games() {
    let folder = Folder::new("many");
    let engines = "--engine builtin=greedy --engine builtin=random --engine builtin=minimax \
                   depth=1 --maxmoves 3 --quiet --rounds 2";
    run_well(&folder, &format!("{engines} --json robin.json"));
    run_well(
        &folder,
        &format!("{engines} --tournament gauntlet --json gauntlet.json"),
    );
    let games = |name: &str| -> Vec<u64> {
        let result = folder.json(name);
        let players = result["players"].as_array().expect("players");
        let sum = |p: &Value| {
            ["wins", "draws", "losses"]
                .map(|k| p[k].as_u64())
                .iter()
                .flatten()
                .sum()
        };
        players.iter().map(sum).collect()
    };
    assert_eq!(games("robin.json"), [8, 8, 8]);
    assert_eq!(games("gauntlet.json"), [8, 4, 4]);
}

#[test]
fn the_sequential_test_stops_the_match() {
    let folder = Folder::new("sprt");
    let args = "--engine builtin=greedy --engine builtin=random --sprt elo0=0 elo1=50 \
                --concurrency 2 --json - --quiet";
    let output = run_well(&folder, args);
    let result: Value = serde_json::from_slice(&output.stdout).expect("nothing but JSON");
    let sprt = &result["sprt"];
    assert_eq!(sprt["verdict"], "H1");
    assert!(sprt["llr"].as_f64() >= sprt["upper"].as_f64());
    assert!((sprt["lower"].as_f64().expect("a bound") + 2.944).abs() < 0.001);
    let games = result["games"].as_u64().expect("games");
    assert!((10..2000).contains(&games), "{games}");
}

/// Starts a match that takes a while, with --pgn out.pgn, and waits until some games are on disk.
fn wait_for_games(folder: &Folder, args: &str) -> Child {
    let mut command = command(folder, args);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let begun = Instant::now();
    while folder.read("out.pgn.journal").lines().count() < 4 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
        assert_eq!(
            child.try_wait().expect("a child"),
            None,
            "it has ended already"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

const LONG: &str = "--engine builtin=minimax depth=2 --engine builtin=alphabeta depth=3 \
                    --rounds 12 --concurrency 2 --maxmoves 40 --pgn out.pgn --json out.json";

#[test]
fn a_killed_match_is_resumed_without_losing_or_repeating_a_game() {
    let folder = Folder::new("resume");
    let mut child = wait_for_games(&folder, LONG);
    child.kill().expect("killed");
    let _ = child.wait();
    let kept = folder.read("out.pgn.journal").lines().count() - 1;
    assert!(kept < 24, "the match was over before it was killed");
    let journal = folder.read("out.pgn.journal");
    let (whole, _) = journal
        .rsplit_once('\n')
        .expect("lines, the last perhaps torn");
    let last = whole.lines().last().expect("a game");
    let (_, last) = last.split_once(' ').expect("a checksum");
    let before = serde_json::from_str::<serde_json::Value>(last).expect("JSON")["at_ms"].as_u64();
    let before = before.expect("the time of the match") as f64 / 1e3;
    assert!(before > 0.0);
    let refused = run(&folder, LONG);
    assert_eq!(
        refused.status.code(),
        Some(2),
        "an unfinished match is not overwritten"
    );
    let other = run(&folder, &format!("{LONG} --resume --draw score=5"));
    assert_eq!(other.status.code(), Some(2), "another match is not resumed");
    let other = run(&folder, &format!("{LONG} --resume --sprt elo0=0 elo1=5"));
    assert_eq!(other.status.code(), Some(2), "nor one with a test");

    let begun = Instant::now();
    run_well(&folder, &format!("{LONG} --resume"));
    assert_eq!(folder.json("out.json")["games"], 24);
    let whole = folder.json("out.json")["elapsed_s"]
        .as_f64()
        .expect("seconds");
    let since = begun.elapsed().as_secs_f64();
    assert!(
        before < whole && whole <= before + since,
        "{before} and {since} make {whole}"
    );
    let mut rounds: Vec<String> = games(&folder.path("out.pgn"))
        .iter()
        .map(|game| game.tags["Round"].clone())
        .collect();
    assert_eq!(rounds.len(), 24);
    rounds.sort();
    rounds.dedup();
    assert_eq!(rounds.len(), 24, "no game is there twice");
    assert!(!folder.path("out.pgn.journal").exists());
}

#[test]
fn files_that_something_else_has_changed_are_not_resumed_and_not_touched() {
    let folder = Folder::new("changed");
    let mut child = wait_for_games(&folder, LONG);
    child.kill().expect("killed");
    let _ = child.wait();
    let resume = format!("{LONG} --resume --quiet");
    let [journal, pgn] = ["out.pgn.journal", "out.pgn"].map(|name| folder.read(name));
    let refused = |why: &str| {
        let files = ["out.pgn.journal", "out.pgn"].map(|name| folder.read(name));
        let output = run(&folder, &resume);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        let after = ["out.pgn.journal", "out.pgn"].map(|name| folder.read(name));
        assert_eq!(files, after);
    };
    // The kill may have come before the last game's record; what is appended is no part of it.
    folder.write("out.pgn", &format!("{pgn}1. e4 e5 *\n\n"));
    refused("something else has written to it");
    folder.write("out.pgn", &pgn);
    folder.write(
        "out.pgn.journal",
        &journal.replacen("\"places\":[1", "\"places\":[2", 1),
    );
    refused("has been changed");
    let _ = std::fs::remove_file(folder.path("out.pgn.journal"));
    refused("is not there, but out.pgn has games");
    // With the games gone the journal brings them back.
    folder.write("out.pgn.journal", &journal);
    let _ = std::fs::remove_file(folder.path("out.pgn"));
    run_well(&folder, &resume);
    assert_eq!(games(&folder.path("out.pgn")).len(), 24);
    assert_eq!(folder.json("out.json")["games"], 24);
}

#[test]
fn ctrl_c_prints_the_table_and_keeps_the_journal() {
    let folder = Folder::new("ctrl-c");
    let child = wait_for_games(&folder, LONG);
    let pid = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.starts_with("Player"), "{stdout}");
    let result = folder.json("out.json");
    assert_eq!(result["finished"], false);
    let in_journal = folder.read("out.pgn.journal").lines().count() as u64 - 1;
    assert_eq!(result["games"].as_u64(), Some(in_journal));
    run_well(&folder, &format!("{LONG} --resume --quiet"));
    assert_eq!(folder.json("out.json")["games"], 24);
}

#[test]
fn a_match_over_problems_names_the_better_player() {
    let folder = Folder::new("problems");
    // Mates in one and two that need no other knowledge than the rules.
    folder.write(
        "mates.epd",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n\
         7k/8/8/8/8/8/R7/1R4K1 w - - dm 2;\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n\
         7k/R7/8/8/8/8/8/1R4K1 b - - dm -1;\n\
         8/8/8/8/8/8/5k2/3q3K w - - dm 9;\n",
    );
    let args = "--problems mates.epd --mate 1-2 --engine name=M1 builtin=alphabeta \
                --engine name=M2 builtin=random --each depth=3 --concurrency 2 \
                --json out.json --pgn out.pgn";
    let output = run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(result["problems"], 4);
    let [first, second] = [&result["players"][0], &result["players"][1]];
    assert_eq!(
        (&first["name"], &first["solved"]),
        (&"M1".into(), &4.into()),
        "{result}"
    );
    assert!(first["mean_time_ms"].as_f64() > Some(0.0), "{result}");
    assert!(first["median_time_ms"].as_f64().is_some() && first["mean_nodes"].as_f64() > Some(1.0));
    let solved = second["solved"].as_u64().expect("a count");
    let failed = second["failures"].as_object().expect("kinds");
    let failed: u64 = failed.values().filter_map(Value::as_u64).sum();
    assert_eq!(solved + failed, 4, "{result}");
    assert!(solved < 4, "chance has solved everything: {result}");
    let p = 2f64.powi(solved as i32 - 3).min(1.0);
    assert_eq!(result["p_value"].as_f64(), Some(p), "{result}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        stdout.contains("M1 solved more: paired test p ="),
        "{stdout}"
    );
    assert_eq!(games(&folder.path("out.pgn")).len(), 8);
}

#[test]
fn shared_problems_are_solved_by_a_searching_player() {
    let Some(path) = crate::shared::shared("mate/mate-in-2-odd.epd") else {
        return;
    };
    let folder = Folder::new("shared");
    let args = format!(
        "--problems {} -k 10 --seed 2 --engine name=M1 builtin=alphabeta depth=3 \
         --engine name=M2 builtin=minimax depth=1 --concurrency 2 --json -  --quiet",
        path.display()
    );
    let output = run_well(&folder, &args);
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // Three plies see every mate in two.
    assert_eq!(result["players"][0]["solved"], 10, "{result}");
    assert!(result["players"][1]["solved"].as_u64() < Some(10));
}

#[test]
fn a_match_is_not_resumed_by_other_rules() {
    let folder = Folder::new("rules");
    let args = "--variant kamisado --engine builtin=minimax depth=3 --engine builtin=alphabeta depth=4 \
                --rounds 500 --quiet --pgn out.pgn";
    let mut child = wait_for_games(&folder, &format!("{args} --deadlock mutual"));
    child.kill().expect("killed");
    let _ = child.wait();
    let other = run(&folder, &format!("{args} --deadlock cycle --resume"));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(2), "{said}");
    assert!(said.contains("options"), "{said}");
}

#[test]
fn a_finished_match_is_not_played_again_in_the_name_of_resuming() {
    let folder = Folder::new("finished");
    let args = "--engine builtin=random --engine builtin=greedy --rounds 1 --maxmoves 10 --quiet --json r.json";
    run_well(&folder, args);
    let result = folder.read("r.json");
    let again = run(&folder, &format!("{args} --resume"));
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert_eq!(again.status.code(), Some(2), "{said}");
    assert!(said.contains("r.json has a result"), "{said}");
    assert_eq!(folder.read("r.json"), result);
}

#[test]
fn games_begin_on_a_line_of_their_own() {
    for args in ["", " --json r.json"] {
        let folder = Folder::new("lines");
        folder.write("out.pgn", "[Event \"mine\"]\n\n1. e4 *");
        let first =
            "--engine builtin=random --engine builtin=greedy --rounds 1 --maxmoves 10 --quiet";
        run_well(&folder, &format!("{first} --pgn out.pgn{args}"));
        let text = folder.read("out.pgn");
        assert!(
            text.starts_with("[Event \"mine\"]\n\n1. e4 *\n\n[Event "),
            "{text}"
        );
        assert_eq!(text.matches("\n\n[Event ").count(), 2, "{text}");
    }
}
