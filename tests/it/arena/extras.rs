//! Endgame tables as a judge, transcripts, processors, pictures, and results that do not pretend.

use crate::arena::support::{Folder, games, run, run_well};
use crate::shared;
use serde_json::Value;
use std::os::unix::fs::FileTypeExt;
use std::process::Command;

#[test]
fn games_end_when_endgame_tables_know_the_result() {
    let Some(tables) = shared::shared("syzygy") else {
        return;
    };
    let tables = tables.to_str().expect("UTF-8");
    let folder = Folder::new("tables");
    // A rook wins, two knights do not; the third is a pawn's ending, known as well.
    folder.write(
        "ends.epd",
        "4k3/8/8/8/8/8/8/R3K3 w - -\n4k3/8/8/8/8/8/8/1N2K1N1 w - -\n8/8/8/8/8/1k6/1P6/1K6 w - -\n",
    );
    let args = format!(
        "--engine name=a builtin=random --engine name=b builtin=random --rounds 3 --maxmoves 200 \
         --openings file=ends.epd --tb {tables} --pgn out.pgn --json out.json"
    );
    run_well(&folder, &args);
    let games = games(&folder.path("out.pgn"));
    assert_eq!(games.len(), 6);
    for (game, (result, reason)) in games.iter().zip([
        ("1-0", "win by endgame tables"),
        ("1-0", "win by endgame tables"),
        ("1/2-1/2", "draw by endgame tables"),
        ("1/2-1/2", "draw by endgame tables"),
    ]) {
        assert_eq!(game.tags["Result"], result);
        assert_eq!(game.tags["Termination"], "adjudication");
        assert!(folder.read("out.pgn").contains(reason), "{reason}");
    }
    // The tables know that one, too, before a move.
    assert!(games[..4].iter().all(|game| game.tags["PlyCount"] == "0"));

    // Two pieces a side are more than they are asked about.
    folder.write("four.epd", "4k3/4p3/8/8/8/8/8/R3K3 w - -\n");
    let few = args.replace("out.", "few.").replace("ends.epd", "four.epd");
    run_well(&folder, &format!("{few} --tbpieces 3 --seed 2"));
    let few = self::games(&folder.path("few.pgn"));
    assert!(few.iter().all(|game| game.tags["PlyCount"] != "0"));

    for (more, complaint) in [
        (
            "--tb no/such/folder",
            "--tb: cannot read tablebases from 'no/such/folder'",
        ),
        ("--tb .", "--tb: there are no endgame tables in '.'"),
        ("--tb . --variant kamisado", "--tb is for chess"),
        ("--tbpieces 3", "--tb <DIRS>"),
    ] {
        let args = format!("--engine name=a builtin=random --engine name=b builtin=random {more}");
        let output = run(&folder, &args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more}");
        assert!(stderr.contains(complaint), "{more}: {stderr}");
    }
}

#[test]
fn everything_that_is_said_in_a_game_is_in_its_own_file() {
    let folder = Folder::new("log");
    let cmd = env!("CARGO_BIN_EXE_atalaya");
    let args = format!(
        "--engine name=Ann cmd={cmd} nodes=200 --engine name=Bob builtin=greedy --rounds 2 \
         --maxmoves 4 --concurrency 2 --log said --json out.json"
    );
    run_well(&folder, &args);
    for (game, white, black) in [(1, "Ann", "Bob"), (2, "Bob", "Ann"), (3, "Ann", "Bob")] {
        let log = folder.read(&format!("said/{game:05}.log"));
        for expected in [
            format!("- White: {white}"),
            format!("- Black: {black}"),
            "> Ann: ucinewgame".to_owned(),
            "> Ann: position startpos".to_owned(),
            "< Ann: bestmove ".to_owned(),
            "- White plays ".to_owned(),
            "- Black plays ".to_owned(),
            "- over: draw by length".to_owned(),
        ] {
            assert!(
                log.contains(&expected),
                "game {game}: no '{expected}' in\n{log}"
            );
        }
        assert_eq!(log.matches("> Ann: go ").count(), 4, "{log}");
        assert_eq!(log.matches(" plays ").count(), 8, "{log}");
        let stamps = log.lines().map(|line| line[..10].trim().parse::<f64>());
        assert!(
            stamps.map(|stamp| stamp.expect("seconds")).is_sorted(),
            "{log}"
        );
    }
    assert!(folder.path("said/00004.log").exists());
    // Not over those of another match.
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("--log said: there are logs in it already"),
        "{stderr}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn engines_of_concurrent_games_are_bound_to_processors_of_their_own() {
    let folder = Folder::new("affinity");
    folder.script(
        "bound.sh",
        "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status >> cpus\nwhile read -r line; do\n  \
         case \"$line\" in\n    uci) echo uciok ;;\n    isready) echo readyok ;;\n    \
         go*) echo 'bestmove 0000' ;;\n    quit) exit 0 ;;\n  esac\ndone\n",
    );
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let allowed = status
        .lines()
        .find(|line| line.starts_with("Cpus_allowed_list"));
    let allowed = allowed
        .and_then(|line| line.split_whitespace().nth(1))
        .expect("a list");
    let first = allowed
        .split([',', '-'])
        .next()
        .expect("a processor")
        .to_owned();
    let args = format!(
        "--engine name=a cmd=./bound.sh nodes=1 --engine name=b builtin=random --rounds 1 \
         --affinity {first} --json out.json"
    );
    run_well(&folder, &args);
    let seen = folder.read("cpus");
    let bound = format!("Cpus_allowed_list:\t{first}\n");
    // Started once to see whether it can be, and once for its games.
    assert!(seen.ends_with(&bound), "{seen}");

    for (more, complaint) in [
        ("--affinity 60000", "processor 60000 is not among those"),
        (
            "--affinity x",
            "--affinity: 'x' is not a list of processors",
        ),
        (
            "--affinity --concurrency 1000",
            "need 1000 processors; there are",
        ),
    ] {
        let args = format!("--engine name=a builtin=random --engine name=b builtin=random {more}");
        let output = run(&folder, &args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more}");
        assert!(stderr.contains(complaint), "{more}: {stderr}");
    }
}

#[test]
fn how_a_match_went_is_drawn_from_the_run_and_from_its_json() {
    let folder = Folder::new("plot");
    let args = "--engine name=A builtin=greedy --engine name=B builtin=random --rounds 12 --maxmoves 30 \
                --sprt elo0=0 elo1=5 --json out.json --plot out.svg";
    run_well(&folder, args);
    let drawn = folder.read("out.svg");
    for expected in [
        "A - B: Elo",
        "LLR, Elo 0 against 5",
        ">games</text>",
        ">Elo, with its 95 % band</text>",
        ">log-likelihood ratio</text>",
        "<polyline",
        "<polygon",
    ] {
        assert!(drawn.contains(expected), "no '{expected}' in\n{drawn}");
    }
    let course = folder.json("out.json")["course"].clone();
    let points = course.as_array().expect("a list");
    let games = points
        .iter()
        .map(|point| point["games"].as_u64().expect("games"));
    assert_eq!(games.clone().next(), Some(2));
    assert!(games.is_sorted());
    assert!(points.iter().all(|point| point["llr"].is_f64()), "{course}");

    let plot = |file: &str, svg: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(["plot", file, "--svg", svg])
            .current_dir(&folder.0)
            .output()
            .expect("the binary runs")
    };
    assert!(plot("out.json", "again.svg").status.success());
    assert_eq!(folder.read("again.svg"), drawn);
    folder.write("other.json", "{\"a\": 1}");
    let refused = plot("other.json", "other.svg");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("other.json is not what"));
}

#[test]
fn a_picture_that_cannot_be_written_costs_the_match_nothing() {
    let folder = Folder::new("unwritable");
    let args = "--engine name=A builtin=greedy --engine name=B builtin=random --rounds 1 --maxmoves 2 --json out.json";
    let run = |more: &str| {
        let words = ["match", args, more].join(" ");
        std::process::Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(words.split_whitespace())
            .current_dir(&folder.0)
            .output()
            .expect("the binary runs")
    };
    // Seen before the first game.
    let refused = run("--plot /proc/x.svg");
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        why.starts_with("atalaya: cannot write /proc/x.svg: "),
        "{why}"
    );
    assert!(refused.stdout.is_empty() && !folder.path("out.json").exists());
    // Or only when it is drawn: whatever is written to this file is one byte too many.
    let full = run("--plot /dev/full");
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    let table = String::from_utf8_lossy(&full.stdout);
    assert!(table.contains("First to move: 0 wins, 2 draws"), "{table}");
    assert_eq!(folder.json("out.json")["games"], 2);
}

#[test]
fn two_games_say_nothing_of_how_sure_their_result_is() {
    let folder = Folder::new("few");
    // The first to move mates in one: one win each.
    folder.write("mate.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n");
    let args = "--engine name=a builtin=alphabeta depth=2 --engine name=b builtin=alphabeta depth=2 \
                --rounds 1 --openings file=mate.epd --json out.json";
    let output = run_well(&folder, args);
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(
        table.contains("+0.0 ± ?") && !table.contains("± 0.0"),
        "{table}"
    );
    let result = folder.json("out.json");
    for player in result["players"].as_array().expect("two") {
        let sure = [&player["elo_error"], &player["los"]];
        assert_eq!(sure, [&Value::Null; 2], "{player}");
    }
    assert_eq!(result["course"][0]["error"], Value::Null);
}

#[test]
fn a_result_goes_through_a_pipe_which_stays() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("result");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).expect("read")
    });
    let args =
        "--engine name=a builtin=random --engine name=b builtin=random --rounds 1 --json result";
    run_well(&folder, args);
    let kind = pipe.metadata().expect("there").file_type();
    assert!(kind.is_fifo(), "{kind:?}");
    let result: Value = serde_json::from_slice(&reader.join().expect("no panic")).expect("JSON");
    assert_eq!(result["games"], 2);
    let names = std::fs::read_dir(&folder.0).expect("a folder").count();
    assert_eq!(names, 1, "nothing beside it");
}

#[test]
fn a_result_goes_through_links_and_those_that_lead_nowhere_are_refused_before_the_first_game() {
    let folder = Folder::new("links");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.path(name)).expect("linked");
    };
    link("later.json", "ahead");
    link("none/later.json", "astray");
    link("round", "round");
    let args = "--engine name=a builtin=random --engine name=b builtin=random --rounds 1 --json ";
    for (name, why) in [
        ("astray", "its folder is missing"),
        ("round", "symbolic links"),
    ] {
        let refused = run(&folder, &format!("{args}{name}"));
        assert_eq!(refused.status.code(), Some(2));
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(
            told.starts_with(&format!("atalaya: cannot write {name}: ")) && told.contains(why),
            "{told}"
        );
        assert!(refused.stdout.is_empty(), "{refused:?}");
    }
    run_well(&folder, &format!("{args}ahead"));
    assert!(folder.path("ahead").is_symlink());
    assert_eq!(folder.json("later.json")["games"], 2);
}
