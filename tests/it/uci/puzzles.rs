//! `atalaya puzzle`: puzzles of our own in Lichess's form, solved, missed, chosen, and the rating kept.

use crate::pipe;
use crate::uci::data::TempFile;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// A back-rank mate after the opponent's move, with two mates; and a queen to be taken.
const PUZZLES: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
ours1,6k1/pq3ppp/8/8/8/8/6PP/1R1R2K1 b - - 0 1,b7b1 d1b1 a7a6 b1b8,1100,80,90,100,mate backRank,,
ours2,k7/8/8/3q4/8/8/8/K2R3r b - - 0 1,h1h8 d1d5,2400,80,90,100,hangingPiece,,
";

fn solve(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.env("LC_ALL", "C");
    let output = pipe::output(command.arg("puzzle").args(args), input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn a_solved_puzzle_raises_the_rating_a_missed_one_lowers_it_and_it_is_kept() {
    let file = TempFile::new("puzzles.csv", Some(PUZZLES.as_bytes()));
    let record = TempFile::new("puzzles.json", None);
    let own = ["--record", record.path()];
    let args = [
        &[file.path(), "--themes", "MATE", "--rating", "0-3000"][..],
        &own,
    ]
    .concat();
    let (out, _, status) = solve(&args, "xyz\nhint\nrxb1\nRb8#\n");
    assert_eq!(status, Some(0));
    assert!(out.contains("Qxb1. White to move."), "{out}");
    assert!(out.contains("'xyz' is not a legal move"), "{out}");
    assert!(out.contains("The piece on d1 moves."), "{out}");
    assert!(
        out.contains("a6. White to move.") && out.contains("Solved!"),
        "{out}"
    );
    assert!(
        out.contains("Puzzle ours1, rated 1100 (mate, backRank)."),
        "{out}"
    );
    assert!(out.contains("1 of 1 solved; rating 15"), "{out}");
    let kept = |path: &str| -> Value {
        serde_json::from_str(&std::fs::read_to_string(path).expect("kept")).expect("JSON")
    };
    let first = kept(record.path());
    assert!(
        first["rating"].as_f64() > Some(1500.0) && first["solved"] == 1,
        "{first}"
    );

    let (out, _, _) = solve(&[&args[..], &["--lang", "es"]].concat(), "Txb1\nTc1\n");
    assert!(out.contains("Tc1 no es.\nSolución: Tb8#\n"), "{out}");
    assert!(out.contains("Dxb1. Juegan las blancas."), "{out}");
    let second = kept(record.path());
    assert!(
        second["rating"].as_f64() < first["rating"].as_f64(),
        "{second}"
    );
    assert_eq!(
        (&second["played"], &second["solved"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn sessions_beside_one_another_all_count() {
    let file = TempFile::new("beside.csv", Some(PUZZLES.as_bytes()));
    let record = TempFile::new("beside.json", None);
    let args = |themes: &'static str| {
        let own = ["--record", record.path(), "--themes", themes];
        [&[file.path(), "--rating", "0-3000"][..], &own].concat()
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.env("LC_ALL", "C");
    let mut first = command
        .arg("puzzle")
        .args(args("mate"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut told = BufReader::new(first.stdout.take().expect("piped")).lines();
    let mut until = |text: &str| {
        let line = told.find(|line| line.as_ref().is_ok_and(|line| line.contains(text)));
        line.expect("told").expect("UTF-8")
    };
    until("White to move");
    // The first has read its rating and waits, while the second solves one.
    let (out, _, status) = solve(&args("hangingPiece"), "d1d5\n");
    assert!(
        status == Some(0) && out.contains("1 of 1 solved; rating 2"),
        "{out}"
    );
    let mut input = first.stdin.take().expect("piped");
    input.write_all(b"Rxb1\nRb8#\n").expect("it listens");
    drop(input);
    let (mine, summed) = (until("Your rating: "), until("1 of 1 solved; rating "));
    assert!(first.wait().expect("it ends").success());
    let kept = std::fs::read_to_string(record.path()).expect("kept");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!((&kept["played"], &kept["solved"]), (&2.into(), &2.into()));
    // It won its own few points on top of the other's many, and says both.
    let rating = format!("{:.0}", kept["rating"].as_f64().expect("a number"));
    assert!(summed.ends_with(&format!("rating {rating}")), "{summed}");
    assert!(mine.contains(&format!("Your rating: {rating} ")), "{mine}");
    assert!(kept["rating"].as_f64() > Some(2000.0), "{kept}");
}

#[test]
fn puzzles_are_chosen_by_theme_and_rating_and_told_as_json() {
    let file = TempFile::new("chosen.csv", Some(PUZZLES.as_bytes()));
    let record = TempFile::new("chosen.json", None);
    let args = [
        file.path(),
        "--rating",
        "2000-3000",
        "--json",
        "--record",
        record.path(),
    ];
    let (out, _, _) = solve(&args, "d1d5\n");
    let line: Value = serde_json::from_str(&out).expect("one line");
    assert_eq!(
        (&line["id"], &line["solved"]),
        (&"ours2".into(), &true.into())
    );
    assert_eq!(line["moves"], serde_json::json!(["d1d5"]));
    // Skipped and left ones do not count.
    let before = std::fs::read_to_string(record.path()).expect("kept");
    let all = [
        file.path(),
        "--rating",
        "0-3000",
        "--seed",
        "1",
        "--record",
        record.path(),
    ];
    let (out, _, status) = solve(&all, "skip\nquit\n");
    assert!(status == Some(0) && out.contains("0 of 0 solved"), "{out}");
    assert_eq!(
        std::fs::read_to_string(record.path()).expect("kept"),
        before
    );
}

#[test]
fn what_is_no_puzzle_is_named() {
    let record = TempFile::new("none.json", None);
    for (content, args, named, ends) in [
        (
            PUZZLES.replace("d1b1", "d1b2"),
            &["--rating", "0-3000"][..],
            "line 2: ",
            (1, 1),
        ),
        (
            "a,b\n".to_owned(),
            &[],
            "line 1: the line has 2 fields, and no ",
            (2, 2),
        ),
        (
            PUZZLES.to_owned(),
            &["--themes", "fork", "--rating", "0-9000"],
            "no puzzle rated 0 to 9000 with the themes fork",
            (2, 1),
        ),
    ] {
        let file = TempFile::new("none.csv", Some(content.as_bytes()));
        let args = [&[file.path(), "--record", record.path()][..], args].concat();
        let (_, told, status) = solve(&args, "");
        let (expected, lines) = ends;
        assert_eq!(status, Some(expected), "{told}");
        assert!(
            told.contains(named) && told.lines().count() == lines,
            "{told}"
        );
    }
    std::fs::write(record.path(), "not ours").expect("written");
    let file = TempFile::new("fine.csv", Some(PUZZLES.as_bytes()));
    let (_, told, status) = solve(&[file.path(), "--record", record.path()], "");
    assert!(
        status == Some(2) && told.contains("is no record of puzzles"),
        "{told}"
    );
    assert_eq!(
        std::fs::read_to_string(record.path()).expect("there"),
        "not ours"
    );
}

/// A mate that Bob allows and Ann gives.
const GAME: &str =
    "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

#[test]
fn puzzles_are_made_of_games_posed_when_they_are_due_and_written_for_anki() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (games, file, record) = (path("own.pgn"), path("own.csv"), path("own.json"));
    std::fs::write(&games, GAME).expect("written");
    let make = [
        "make", &games, "--nodes", "3000", "--player", "Ann", "--out", &file,
    ];
    let (out, why, status) = solve(&make, "");
    assert_eq!(status, Some(0), "{why}");
    assert!(out.contains(&format!("in {file}")), "{out}");
    let made = std::fs::read_to_string(&file).expect("made");
    let mate = made
        .lines()
        .find(|line| line.starts_with("g1p6,"))
        .expect("the mate");
    for part in [
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3,g8f6 h5f7,1500,350,",
        "opening mate mateIn1 ",
    ] {
        assert!(mate.contains(part), "{mate}");
    }
    assert_eq!(solve(&make, "").2, Some(2), "it is not written over");
    let eve = path("eve.csv");
    let nobody = ["make", &games, "--player", "Eve", "--out", &eve];
    let (_, why, status) = solve(&nobody, "");
    assert!(
        status == Some(2) && why.contains("no game of 'Eve'"),
        "{why}"
    );

    let args = [
        file.as_str(),
        "--themes",
        "mateIn1",
        "--repeat",
        "--record",
        &record,
        "--plain",
    ];
    let (out, _, _) = solve(&args, "Qxf7\n");
    assert!(
        out.contains("1 of 1 solved") && out.contains("due today"),
        "{out}"
    );
    // It is not due at once, but it is when its time has come.
    let (out, _, _) = solve(&args, "Qxf7\n");
    assert!(out.contains("0 of 0 solved"), "{out}");
    let cards = path("own.cards.json");
    let kept = std::fs::read_to_string(&cards).expect("kept");
    let mut json: Value = serde_json::from_str(&kept).expect("JSON");
    let card = json.as_object_mut().and_then(|all| all.values_mut().next());
    let card = card.expect("a card");
    assert_eq!(
        (&card["reps"], &card["lapses"]),
        (&1.into(), &0.into()),
        "{card}"
    );
    card["due"] = "2020-01-01T00:00:00Z".into();
    std::fs::write(&cards, json.to_string()).expect("written");
    let (out, _, _) = solve(&args, "Qxe5\n");
    assert!(out.contains("0 of 1 solved"), "{out}");

    let deck = path("deck.csv");
    let (out, why, _) = solve(&["anki", &file, "--out", &deck, "--lang", "es"], "");
    assert!(out.contains("tarjeta"), "{out}{why}");
    let deck = std::fs::read_to_string(deck).expect("written");
    assert!(deck.starts_with("#separator:Comma\n#html:true\n"), "{deck}");
    let card = deck
        .lines()
        .find(|line| line.starts_with("g1p6 "))
        .expect("a card");
    for part in [
        "\"<svg xmlns=\"\"http",
        "<br>Cf6. Juegan las blancas.",
        ",Dxf7#,",
        "mateIn1",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
}
