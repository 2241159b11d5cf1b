//! The prover against a plain minimax, certificates against a checker, and both in the binary.

use crate::kamisado::random::reduced_start;
use games::Game;
use games::kamisado::{Deadlock, Position, START, Towers};
use oracles::minimax::{late_position, minimax};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use solve::kamisado::check::{CheckError, check};
use solve::kamisado::{Certificate, Prover, START_CERTIFICATE, Unknown, Value, certify};
use std::collections::HashMap;
use std::process::Command;

pub fn never(_: u64) -> bool {
    false
}

/// Solves late positions both ways; returns how many were compared and the longest distance.
fn compare(seed: u64, start: impl Fn(&mut StdRng) -> Position) -> (u32, u8) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut prover = Prover::new(16).expect("16 MB");
    let (mut compared, mut longest) = (0, 0);
    for _ in 0..120 {
        let start = start(&mut rng);
        let here = late_position(&mut rng, start, 12);
        let Some(value) = minimax(&here, &mut HashMap::new(), 40_000) else {
            continue;
        };
        let solution = prover.solve(&here, &mut never).expect("never stopped");
        assert_eq!(solution.value, value, "{}", here.text());
        assert_eq!(solution.line.len(), usize::from(value.plies()));
        let mut end = here;
        for m in &solution.line {
            assert!(end.is_legal(*m), "{}", here.text());
            end = end.play(*m);
        }
        let outcome = end.outcome().expect("the line goes to the end");
        assert_eq!(outcome.winners.contains(here.turn()), value.is_win());
        compared += 1;
        longest = longest.max(value.plies());
    }
    (compared, longest)
}

#[test]
fn values_and_distances_are_those_of_a_plain_minimax() {
    let (compared, longest) = compare(1, |_| Position::start());
    assert!(compared > 50 && longest > 8, "{compared}, {longest}");
}

#[test]
fn the_same_under_the_cycle_rule() {
    let (compared, longest) = compare(2, |_| Position::start().with_deadlock(Deadlock::Cycle));
    assert!(compared > 50 && longest > 8, "{compared}, {longest}");
}

#[test]
fn the_same_with_sumo_towers() {
    let text = |plus: [&str; 4]| {
        let [a, b, c, d] = plus;
        format!("N{a}ZPS{b}ARVM/8/8/8/8/8/8/mv{c}rasp{d}zn b - 0 1")
    };
    let (compared, longest) = compare(3, |rng| {
        let mut plus = || ["", "+", "++", "+++"][rng.random_range(0..4)];
        let text = text([plus(), plus(), plus(), plus()]);
        Position::parse(&text).expect("legal")
    });
    assert!(compared > 50 && longest > 4, "{compared}, {longest}");
}

#[test]
fn the_same_with_fewer_towers() {
    for deadlock in [Deadlock::Mutual, Deadlock::Cycle] {
        let (compared, longest) = compare(4, |rng| {
            let absent = [0.2, 0.5, 0.7][rng.random_range(0..3)];
            let text = reduced_start(rng, absent);
            let start = Position::parse_with(&text, Towers::Some).expect("legal");
            start.with_deadlock(deadlock)
        });
        assert!(compared > 50 && longest > 6, "{compared}, {longest}");
    }
}

#[test]
fn the_first_player_wins_in_17_plies_and_b1b7_is_one_of_the_moves() {
    let mut prover = Prover::new(64).expect("64 MB");
    let start = Position::start();
    let solution = prover.solve(&start, &mut never).expect("not stopped");
    assert_eq!(solution.value, Value::Win(17));
    let b1b7 = start.play(start.read_move("b1b7").expect("legal"));
    let solution = prover.solve(&b1b7, &mut never).expect("not stopped");
    assert_eq!(solution.value, Value::Loss(16));
}

#[test]
fn a_stopped_search_says_that_it_does_not_know() {
    let mut prover = Prover::new(1).expect("1 MB");
    let aborted = prover.solve(&Position::start(), &mut |_| true);
    assert!(aborted.is_err());
    // And what it has learnt before is still right.
    let mut asked = 0;
    let _ = prover.solve(&Position::start(), &mut |_| {
        asked += 1;
        asked > 20
    });
    let sample = Position::parse("1ZPSARVM/m1N5/8/8/8/8/8/1vraspzn b m 0").expect("legal");
    let value = prover.solve(&sample, &mut never).map(|s| s.value);
    assert_eq!(value, Ok(Value::Win(1)));
}

#[test]
fn a_finished_round_and_a_forced_zero_move_have_values_too() {
    let mut prover = Prover::new(1).expect("1 MB");
    let mut value = |text: &str| {
        let position = Position::parse(text).expect(text);
        prover.solve(&position, &mut never).map(|s| s.value)
    };
    let over = "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 1 9";
    assert_eq!(value(over), Ok(Value::Loss(0)));
    // White's zero move h8h8 ends the round in White's favour.
    let suicide = "NZ1SA1VM/mv4zn/8/2P2R2/8/8/8/2rasp2 w M 0 9";
    assert_eq!(value(suicide), Ok(Value::Win(1)));
}

fn stored() -> Certificate {
    Certificate::parse(START_CERTIFICATE).expect("a certificate")
}

#[test]
fn the_stored_certificate_proves_that_black_wins_from_the_start() {
    let certificate = stored();
    assert_eq!(certificate.position.text(), START);
    assert!(certificate.wins);
    let checked = check(&certificate).expect("it holds");
    assert_eq!((checked.plies, certificate.plies), (17, 17));
    assert_eq!(checked.positions, certificate.lines.len());
    assert!(checked.positions <= 455, "{}", checked.positions);
    assert_eq!(certificate.to_text(), START_CERTIFICATE);
}

#[test]
fn no_changed_certificate_passes() {
    let good = stored();
    let states: Vec<String> = good.lines.keys().cloned().collect();
    for (index, state) in states.iter().enumerate() {
        let mut without_line = good.clone();
        without_line.lines.remove(state);
        assert!(matches!(
            check(&without_line),
            Err(CheckError::Missing { .. })
        ));

        let mut without_reply = good.clone();
        let line = without_reply.lines.get_mut(state).expect("there");
        line.remove(index % line.len());
        assert!(matches!(
            check(&without_reply),
            Err(CheckError::Uncovered { .. })
        ));

        let mut without_answer = good.clone();
        let line = without_answer.lines.get_mut(state).expect("there");
        let count = line.len();
        line[index % count].1.clear();
        assert!(matches!(
            check(&without_answer),
            Err(CheckError::Turn { .. })
        ));

        let mut illegal = good.clone();
        let line = illegal.lines.get_mut(state).expect("there");
        line[index % count].1 = vec!["a1a1".to_owned()];
        assert!(check(&illegal).is_err());
    }
    // A second answer to one reply, even an illegal one, is not passed over.
    for answer in ["a1a1", "c1c6"] {
        let mut twice = good.clone();
        let line = twice.lines.get_mut(&states[0]).expect("there");
        let reply = line[0].0.clone();
        line.push((reply.clone(), vec![answer.to_owned()]));
        let error = check(&twice).expect_err("two answers").to_string();
        assert_eq!(
            error,
            format!("the reply {reply} in {} is given twice", states[0])
        );
    }
    let mut short = good.clone();
    short.plies = 15;
    assert!(matches!(
        check(&short),
        Err(CheckError::TooLong {
            claimed: 15,
            found: 17
        })
    ));
    let mut other_side = good.clone();
    other_side.wins = false;
    assert!(check(&other_side).is_err());
    let mut more = good.clone();
    let line = good.lines[&states[0]].clone();
    more.lines.insert("8/8 b - 0".to_owned(), line);
    assert!(matches!(check(&more), Err(CheckError::Unreached { .. })));
}

#[test]
fn what_is_no_certificate_is_named() {
    let text = START_CERTIFICATE;
    let cases = [
        (String::new(), "this is no certificate"),
        (
            text.replace("certificate 1", "certificate 2"),
            "this is no certificate",
        ),
        (
            text.replace("position NZPSARVM", "position NZPSARVX"),
            "'X' is not a tower",
        ),
        (
            text.replace("position ", "place "),
            "'position …' is missing",
        ),
        (text.replace("deadlock mutual", "deadlock maybe"), "'maybe'"),
        (text.replace("wins 17", "draws 17"), "'draws 17'"),
        (text.replace("wins 17", "wins many"), "'wins many'"),
        (format!("{text}nonsense\n"), "'nonsense'"),
        (format!("{text}8/8 b - 0: ;\n"), "'8/8 b - 0: ;'"),
        (
            format!("{text}{}\n", text.lines().last().unwrap_or_default()),
            "two lines",
        ),
    ];
    for (text, why) in cases {
        let error = Certificate::parse(&text).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn certificates_are_built_for_wins_losses_and_sumo_rounds_and_hold() {
    let mut rng = StdRng::seed_from_u64(4);
    let mut prover = Prover::new(16).expect("16 MB");
    let mut met = [0; 2];
    for round in 0..36 {
        let start = match round % 4 {
            0 => Position::start(),
            1 => Position::start().with_deadlock(Deadlock::Cycle),
            2 => {
                let text = reduced_start(&mut rng, 0.4);
                Position::parse_with(&text, Towers::Some).expect("legal")
            }
            _ => Position::parse("N+ZPS++ARVM/8/8/8/8/8/8/mv+rasp+++zn b - 0 1").expect("legal"),
        };
        let here = late_position(&mut rng, start, 10);
        let certificate = certify(&mut prover, &here, &mut never).expect("not stopped");
        let checked = check(&certificate).unwrap_or_else(|e| panic!("{}: {e}", here.text()));
        assert!(checked.plies <= certificate.plies);
        let again = Certificate::parse(&certificate.to_text()).expect("our own text");
        assert_eq!(again, certificate);
        met[usize::from(certificate.wins)] += 1;
    }
    assert!(met[0] > 5 && met[1] > 5, "{met:?}");
}

#[test]
fn the_building_of_a_certificate_can_be_stopped() {
    let mut rng = StdRng::seed_from_u64(4);
    let mut prover = Prover::new(16).expect("16 MB");
    let mut stopped = 0;
    for _ in 0..12 {
        let here = late_position(&mut rng, Position::start(), 12);
        // The value is known, so what is left to do is the proof.
        prover.solve(&here, &mut never).expect("not stopped");
        match certify(&mut prover, &here, &mut |_| true) {
            Ok(certificate) => assert!(check(&certificate).is_ok(), "{}", here.text()),
            Err(why) => {
                assert!(matches!(why, Unknown::Stopped { .. }), "{why}");
                stopped += 1;
            }
        }
    }
    assert!(
        stopped > 2,
        "{stopped} of 12 were long enough to be stopped"
    );
}

fn atalaya(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(arguments)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

const LATE: &str = "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0 7";

#[test]
fn the_binary_solves_writes_a_certificate_once_and_checks_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.cert");
    let file = path.to_string_lossy().into_owned();
    let arguments = [
        "solve",
        "kamisado",
        "--fen",
        LATE,
        "--json",
        "--certificate",
        &file,
    ];
    let (out, err, status) = atalaya(&arguments);
    assert_eq!(status, Some(0), "{err}");
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["best"], "a7a7");
    assert!(json["winner"] == "black" || json["winner"] == "white");
    for number in ["plies", "nodes", "time_ms"] {
        assert!(json[number].is_u64(), "{out}");
    }
    let (out, _, status) = atalaya(&["solve", "--check", &file]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("The proof holds: "), "{out}");
    let (_, err, status) = atalaya(&arguments);
    assert_eq!(status, Some(2), "an existing file is not written over");
    assert!(err.contains(&file), "{err}");

    let text = std::fs::read_to_string(&path).expect("the certificate");
    let cut: Vec<&str> = text.lines().collect();
    std::fs::write(&path, cut[..cut.len() - 1].join("\n")).expect("writable");
    let (out, _, status) = atalaya(&["solve", "--check", &file]);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.starts_with("The proof does not hold: "), "{out}");
}

#[test]
fn all_first_moves_are_listed_with_their_values() {
    let arguments = [
        "solve",
        "kamisado",
        "--fen",
        LATE,
        "--all-first-moves",
        "--json",
    ];
    let (out, _, status) = atalaya(&arguments);
    assert_eq!(status, Some(0));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(1));
    assert_eq!(json[0]["move"], "a7a7");
    let (one, _, _) = atalaya(&["solve", "kamisado", "--fen", LATE, "--json"]);
    let one: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(one["plies"], json[0]["plies"], "distances count the move");
    assert_eq!(one["winner"], json[0]["winner"]);
}

#[test]
fn bad_input_is_one_sentence_and_status_2() {
    for arguments in [
        &["solve", "kamisado", "--fen", "8/8 b - 0 1"][..],
        &["solve", "--check", "/no/such/file"],
        &["solve", "--check", "Cargo.toml"],
        &["solve", "kamisado", "--hash", "99999999999"],
        &["solve", "kamisado", "--certificate", "Cargo.toml"],
        &["solve", "kamisado", "--certificate", "/no/such/folder/x"],
    ] {
        let (out, err, status) = atalaya(arguments);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{arguments:?}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    let (_, _, status) = atalaya(&["solve"]);
    assert_eq!(status, Some(2));
}
