//! Matches of Rolit through the built binary: two seats, four, teams, levels; their records.

use crate::arena::support::{Folder, run, run_well};
use crate::arena::wait_for_games;
use games::rolit::{Position, Rules};
use games::{Game, Line};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A game record: tags, and moves without numbers, comments and result.
struct Record {
    tags: HashMap<String, String>,
    moves: Vec<String>,
    books: usize,
}

fn records(text: &str) -> Vec<Record> {
    let parts = text.split("[Event ").skip(1);
    parts
        .map(|part| record(&format!("[Event {part}")))
        .collect()
}

fn record(text: &str) -> Record {
    let (head, body) = text.split_once("\n\n").expect("tags and moves");
    let tag = |line: &str| {
        let (name, value) = line[1..].split_once(" \"").expect("a tag");
        (name.to_owned(), value.trim_end_matches("\"]").to_owned())
    };
    let tags: HashMap<String, String> = head.lines().map(tag).collect();
    let mut outside = String::new();
    let mut depth = 0;
    for letter in body.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => outside.push(letter),
            _ => {}
        }
    }
    let words = outside.split_whitespace();
    let result = words.clone().next_back();
    assert_eq!(result, Some(tags["Result"].as_str()));
    let moves = words.filter(|word| !word.ends_with('.') && Some(*word) != result);
    Record {
        moves: moves.map(str::to_owned).collect(),
        books: body.matches("{book}").count(),
        tags,
    }
}

/// Plays a record by the rules and holds its result against the board.
fn replay(record: &Record) -> Position {
    let start = record.tags.get("FEN").map_or(Position::start(), |text| {
        Position::parse(text, Rules::Official).expect(text)
    });
    let mut line = Line::new(start);
    for text in &record.moves {
        let m = line.position().parse_move(text).expect("a legal move");
        line.play(m);
    }
    let end = *line.position();
    assert_eq!(record.tags["PlyCount"], record.moves.len().to_string());
    assert!(line.outcome().is_some());
    let points: Vec<i32> = (0..end.players()).filter_map(|s| end.points(s)).collect();
    let joined = |numbers: Vec<String>| numbers.join("-");
    let text = joined(points.iter().map(i32::to_string).collect());
    assert_eq!(record.tags["Result"], text);
    let place = |own: &i32| (1 + points.iter().filter(|p| *p > own).count()).to_string();
    assert_eq!(
        record.tags["Places"],
        joined(points.iter().map(place).collect())
    );
    end
}

fn sum(values: &Value, key: &str) -> f64 {
    let values = values.as_array().expect("a list").iter();
    values.map(|value| value[key].as_f64().expect(key)).sum()
}

#[test]
fn a_match_of_four_seats_adds_up_by_player_and_by_seat() {
    let folder = Folder::new("rolit");
    let args = "--variant rolit --engine name=a builtin=greedy --engine name=b builtin=random \
                --engine name=c builtin=random --engine name=d builtin=random --rounds 25 \
                --openings plies=6 seed=4 --concurrency 2 --pgn out.pgn --json out.json";
    let output = run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(
        (&result["games"], &result["seats"]),
        (&100.into(), &4.into())
    );
    assert_eq!(result["finished"], true);
    assert_eq!(result["sprt"], Value::Null);
    let players = &result["players"];
    assert_eq!(sum(players, "results"), 400.0);
    assert_eq!(sum(&result["by_seat"], "results"), 400.0);
    // 64 balls a game, all of them somebody's.
    let mean = sum(&result["by_seat"], "average_points");
    assert!((mean - 64.0).abs() < 1e-9, "{mean}");
    let mut first_places = 0.0;
    for (index, player) in players.as_array().expect("players").iter().enumerate() {
        assert_eq!(player["results"], 100);
        assert_eq!(player["elo"], Value::Null);
        let seats = player["by_seat"].as_array().expect("seats");
        assert!(seats.iter().all(|seat| seat["results"] == 25), "{player}");
        for key in ["firsts_outright", "firsts_shared"] {
            assert_eq!(
                sum(&player["by_seat"], key),
                player[key].as_f64().expect(key)
            );
        }
        let places = player["places"].as_array().expect("places").iter();
        let places: Vec<f64> = places.filter_map(Value::as_f64).collect();
        assert_eq!((places.len(), places.iter().sum::<f64>()), (4, 100.0));
        let firsts =
            sum(&player["by_seat"], "firsts_outright") + sum(&player["by_seat"], "firsts_shared");
        assert_eq!(places[0], firsts);
        let share = &player["first_share"];
        assert_eq!(share["share"].as_f64(), Some(firsts / 100.0));
        assert!(share["low"].as_f64() < share["share"].as_f64());
        assert!(share["share"].as_f64() < share["high"].as_f64());
        first_places += firsts;
        if index == 0 {
            assert!(
                share["low"].as_f64() > Some(0.25),
                "greedy beats chance: {player}"
            );
        }
    }
    assert!(first_places >= 100.0);

    // Each opening is played four times, and everyone has it from every seat.
    let records = records(&folder.read("out.pgn"));
    assert_eq!(records.len(), 100);
    let colors = ["Red", "Yellow", "Green", "Blue"];
    let mut openings: HashMap<String, HashSet<(usize, String)>> = HashMap::new();
    let mut wins: HashMap<String, u64> = HashMap::new();
    for record in &records {
        assert_eq!(
            (record.tags["Variant"].as_str(), record.books),
            ("Rolit", 6)
        );
        replay(record);
        let round = record.tags["Round"].split('.').next().expect("a round");
        let key = format!("{round} {}", record.moves[..6].join(" "));
        let places: Vec<&str> = record.tags["Places"].split('-').collect();
        let alone = places.iter().filter(|place| **place == "1").count() == 1;
        for (seat, color) in colors.into_iter().enumerate() {
            let name = record.tags[color].clone();
            if alone && places[seat] == "1" {
                *wins.entry(name.clone()).or_default() += 1;
            }
            openings
                .entry(key.clone())
                .or_default()
                .insert((seat, name));
        }
    }
    assert_eq!(openings.len(), 25);
    assert!(openings.values().all(|seats| seats.len() == 16));
    for player in players.as_array().expect("players") {
        let name = player["name"].as_str().expect("a name");
        let won = wins.get(name).copied().unwrap_or(0);
        assert_eq!(player["firsts_outright"], won, "{name}");
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    for part in [
        "Player  Played  Won  Shared  2nd  3rd  4th",
        "By seat",
        "all players\n  1 Red ",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
}

#[test]
fn one_against_three_of_a_kind_is_one_engine_that_takes_three_seats() {
    let folder = Folder::new("three");
    let args = "--variant rolit --rules students --shape circle --players 4 --teams YG/RL \
                --engine builtin=greedy --engine builtin=random seats=3 --rounds 5 \
                --json out.json --pgn out.pgn --quiet";
    run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(result["games"], 20);
    let [greedy, random] = [&result["players"][0], &result["players"][1]];
    assert_eq!(
        (&greedy["results"], &random["results"]),
        (&20.into(), &60.into())
    );
    for seat in 0..4 {
        assert_eq!(greedy["by_seat"][seat]["results"], 5);
        assert_eq!(random["by_seat"][seat]["results"], 15);
    }
    for record in records(&folder.read("out.pgn")) {
        let end = replay(&record);
        assert_eq!(end.cells().len(), 61);
        let places: Vec<&str> = record.tags["Places"].split('-').collect();
        assert_eq!(
            (places[0], places[1]),
            (places[2], places[3]),
            "teams share"
        );
    }
}

#[test]
fn levels_take_seats_and_the_higher_ones_come_in_first() {
    let folder = Folder::new("levels");
    let args = "--variant rolit --engine builtin=easy --engine builtin=medium \
                --engine builtin=hard --engine builtin=expert depth=2 --rounds 6 \
                --openings plies=4 --concurrency 2 --json out.json --quiet";
    run_well(&folder, args);
    let result = folder.json("out.json");
    let place = |player: usize| result["players"][player]["average_place"].as_f64();
    assert!(place(2) < place(0) && place(1) < place(0), "{result}");
    assert!(place(3) < place(0), "{result}");
}

#[test]
fn two_seats_of_rolit_have_elo_and_a_table_by_seat() {
    let folder = Folder::new("two-rolit");
    let args = "--variant rolit --engine builtin=greedy --engine builtin=random --rounds 20 \
                --openings plies=4 --json out.json --pgn out.pgn";
    let output = run_well(&folder, args);
    let result = folder.json("out.json");
    let greedy = &result["players"][0];
    assert!(greedy["elo"].as_f64() > Some(0.0), "{greedy}");
    let seats = result["by_seat"].as_array().expect("two seats");
    assert_eq!(seats[0]["firsts_outright"], result["white"]["wins"]);
    assert_eq!(seats[1]["firsts_outright"], result["white"]["losses"]);
    // Yellow and Blue have no player; their balls stay or are taken.
    let mean = sum(&result["by_seat"], "average_points");
    assert!((60.0..=64.0).contains(&mean), "{mean}");
    for record in records(&folder.read("out.pgn")) {
        assert_eq!(record.tags["Round"].split('.').count(), 2);
        assert!(record.tags.contains_key("Red") && record.tags.contains_key("Green"));
        replay(&record);
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    for part in ["Elo (95 %)", "Pairs of greedy", "By seat", "  2 Green"] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
}

#[test]
fn a_killed_match_of_four_seats_ends_with_the_same_table() {
    let folder = Folder::new("rolit-resume");
    let args = "--variant rolit --engine name=a builtin=greedy --engine name=b builtin=random \
                --engine name=c builtin=greedy --engine name=d builtin=random --rounds 150 \
                --openings plies=3 --concurrency 2";
    run_well(&folder, &format!("{args} --quiet --json whole.json"));
    let args = format!("{args} --pgn out.pgn --json out.json");
    let mut child = wait_for_games(&folder, &args);
    child.kill().expect("killed");
    let _ = child.wait();
    let kept = folder.read("out.pgn.journal").lines().count() - 1;
    assert!(kept < 600, "the match was over before it was killed");
    run_well(&folder, &format!("{args} --resume --quiet"));
    // Thinking times differ from run to run.
    let timeless = |name: &str| {
        let mut result = folder.json(name);
        result["elapsed_s"] = Value::Null;
        for player in result["players"].as_array_mut().expect("players") {
            player["time_ms"] = Value::Null;
        }
        result
    };
    assert_eq!(timeless("out.json"), timeless("whole.json"));
    assert_eq!(records(&folder.read("out.pgn")).len(), 600);
}

#[test]
fn positions_from_a_file_are_openings_and_must_seat_as_many() {
    let folder = Folder::new("rolit-file");
    let plain = "3/1R1/3 Y YRG 2";
    folder.write(
        "three.txt",
        &format!("# students\n{plain}\n3/3/2G R YRG 3 students\n"),
    );
    let engines = "--variant rolit --rules students --engine name=a builtin=random \
                   --engine name=b builtin=random --engine name=c builtin=random";
    let file = "--openings file=three.txt";
    run_well(
        &folder,
        &format!("{engines} {file} --rounds 2 --pgn out.pgn"),
    );
    let records_read = records(&folder.read("out.pgn"));
    let starts: Vec<&str> = records_read
        .iter()
        .map(|r| r.tags["FEN"].as_str())
        .collect();
    assert!(
        starts[..3]
            .iter()
            .all(|text| *text == format!("{plain} students"))
    );
    assert_eq!(starts[3..], ["3/3/2G R YRG 3 students"; 3]);
    records_read.iter().for_each(|record| {
        replay(record);
    });
    let text = folder.read("out.pgn");
    // Red is second: the record begins in the middle of a lap.
    assert!(text.contains("1... ") && text.contains(" 2. "), "{text}");

    folder.write("mixed.txt", &format!("{plain}\n3/1R1/3 Y YRGL 2\n"));
    let output = run(&folder, &format!("{engines} --openings file=mixed.txt"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("positions for 3 and for 4 players"),
        "{stderr}"
    );
}

#[test]
fn what_cannot_be_played_is_refused_in_one_sentence() {
    let folder = Folder::new("rolit-bad");
    folder.write("file.txt", "3/1R1/3 Y YRG 2\n");
    folder.script(
        "checkers.sh",
        "#!/bin/sh\necho option name UCI_Variant type combo default chess var chess var checkers\n\
         echo uciok\nwhile read -r line; do [ \"$line\" = isready ] && echo readyok; done\n",
    );
    let two = "--variant rolit --engine builtin=greedy --engine builtin=random";
    let four =
        "--variant rolit --players 4 --engine builtin=greedy --engine builtin=random seats=3";
    let cases = [
        (
            format!("{two} --players 4"),
            "give 2 more --engine groups, or let one take several seats, as in '--engine name=random … seats=3'",
        ),
        (
            format!("{two} seats=3 --players 2"),
            "seats=3 is for games of more than two seats",
        ),
        (
            format!("{two} seats=11"),
            "seats=11 is not a number from 1 to 10",
        ),
        (
            format!("{four} --draw score=5"),
            "--draw is for games of two seats; these have 4",
        ),
        (
            format!("{four} --resign score=5"),
            "--resign is for games of two seats",
        ),
        (
            format!("{four} --maxmoves 5"),
            "--maxmoves is for games of two seats",
        ),
        (
            format!("{four} --sprt elo0=0 elo1=5"),
            "--sprt is for games of two seats",
        ),
        (format!("{four} --games 2"), "--games 2 is neither 1 nor 4"),
        (
            format!("{two} --players 5"),
            "--players '5': the official rules have 2 to 4 players",
        ),
        (format!("{two} --players RX"), "RX"),
        (format!("{two} --teams RG"), "RG"),
        (
            format!("{two} --rules official --shape circle"),
            "--shape 'circle': this is for students' rules",
        ),
        (format!("{two} --fen nonsense"), "'nonsense'"),
        (
            format!("{two} --players 2 --openings file=file.txt"),
            "--openings: file and --players contradict each other",
        ),
        (
            format!("{two} --openings order=random"),
            "--openings: file is needed",
        ),
        (
            format!("{two} --engine builtin=expert"),
            "no time control: give it tc, movetime, nodes or depth",
        ),
        (
            format!("{two} --engine builtin=wise"),
            "builtin=wise is not random, greedy, minimax, alphabeta, atalaya, prover, easy, medium, hard, expert, \
             or a level from 0 to 10",
        ),
        (
            "--engine builtin=greedy --engine builtin=random --players 2".to_owned(),
            "--players is for rolit, not for chess",
        ),
        (
            "--engine builtin=greedy --engine builtin=random --problems x.epd --teams RG/YB"
                .to_owned(),
            "--teams is for rolit, not for chess",
        ),
        (
            "--engine builtin=greedy --engine builtin=random --fen x".to_owned(),
            "--fen is for other games",
        ),
    ];
    for (args, complaint) in cases {
        let output = run(&folder, &format!("{args} --json out.json"));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(stderr.contains(complaint), "{args}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args}: {stderr}");
    }
    assert!(!folder.path("out.json").exists() && !folder.path("out.json.journal").exists());
}

/// Offers Rolit, plays d3 whatever happens, and logs what it is told.
const ALWAYS_D3: &str = "#!/bin/sh
while read -r line; do
  echo \"$line\" >> told.log
  case \"$line\" in
    uci) echo 'option name UCI_Variant type combo default chess var chess var rolit'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'bestmove d3' ;;
    quit) exit 0 ;;
  esac
done
";

#[test]
fn an_engine_behind_uci_is_told_its_own_clock_and_is_last_when_it_fails() {
    let folder = Folder::new("rolit-uci");
    folder.script("d3.sh", ALWAYS_D3);
    let args = "--variant rolit --engine cmd=./d3.sh tc=5+1 --engine builtin=easy seats=3 \
                --games 1 --pgn out.pgn --json out.json";
    let output = run_well(&folder, args);
    let told = folder.read("told.log");
    for line in [
        "setoption name UCI_Variant value rolit",
        "position startpos\ngo wtime 5000 btime 5000 winc 1000 binc 1000",
        "position startpos moves d3 ",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let result = folder.json("out.json");
    let engine = &result["players"][0];
    assert_eq!(
        (&engine["illegal_moves"], &engine["places"][3]),
        (&1.into(), &1.into())
    );
    assert_eq!(result["players"][1]["illegal_moves"], 0);
    assert_eq!(result["players"][1]["places"][3], 0);
    let records = records(&folder.read("out.pgn"));
    assert_eq!(records[0].tags["Termination"], "rules infraction");
    assert!(records[0].tags["Places"].starts_with("4-"));
    assert_eq!(records[0].tags["RedTimeControl"], "5+1");
    assert_eq!(records[0].moves.len(), 4, "a lap is legal");
    let text = folder.read("out.pgn");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("Red: answered 'd3', which is not a legal move"),
        "{text}"
    );
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("game 1: d3.sh answered 'd3'"), "{stderr}");
}
