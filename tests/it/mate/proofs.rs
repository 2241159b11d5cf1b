//! Certificates: written, checked, refused.

use super::{ROOK_WAITS, complaint, mate, status, text};
use crate::scratch::TempFile;
use games::chess::Position;
use solve::mate::{Allowance, CertificateError, Claim, Options, Solver};
use std::sync::atomic::AtomicBool;

#[test]
fn a_certificate_is_written_once_checked_and_refused_when_tampered_with() {
    for (n, fen, claim) in [
        ("2", ROOK_WAITS, "mates in at most 2"),
        ("1", ROOK_WAITS, "does not mate in 1"),
        (
            "-1",
            "k7/8/1K6/8/8/8/8/6R1 b - - 0 1",
            "is mated in at most 1",
        ),
    ] {
        let file = TempFile::new(&format!("certificate{n}"), None);
        mate(&[n, "--fen", fen, "--certificate", file.path()]);
        let checked = mate(&["--check", file.path()]);
        assert_eq!(status(&checked), 0, "{}", text(&checked));
        assert!(text(&checked).contains(claim), "{}", text(&checked));
        let again = mate(&[n, "--fen", fen, "--certificate", file.path()]);
        assert_eq!(status(&again), 2, "an existing file is left alone");
    }
    let file = TempFile::new("tampered", None);
    mate(&["2", "--fen", ROOK_WAITS, "--certificate", file.path()]);
    let proof = std::fs::read_to_string(file.path()).expect("written");
    assert!(proof.contains("a 2 c6c7 "), "{proof}");
    std::fs::write(file.path(), proof.replace("a 2 c6c7 ", "a 2 b1b2 ")).expect("written");
    assert_eq!(status(&mate(&["--check", file.path()])), 1);
    let (code, said) = super::json(&["--check", file.path()]);
    assert_eq!((code, &said["valid"]), (1, &false.into()), "{said}");
    assert!(said["error"].is_string(), "{said}");
    std::fs::write(file.path(), proof.replace("claim", "clam")).expect("written");
    assert_eq!(status(&mate(&["--check", file.path()])), 2);
}

#[test]
fn what_is_proved_by_the_fifty_move_rule_is_told_with_it() {
    let file = TempFile::new("fifty", None);
    let fen = "7k/8/8/8/8/8/1R6/R3K3 w - - 98 80";
    mate(&["4", "--fen", fen, "--fifty", "--certificate", file.path()]);
    let checked = text(&mate(&["--check", file.path()]));
    let told = "does not mate in 4, the fifty-move rule counted\n";
    assert!(checked.contains(told), "{checked}");
    let (code, said) = super::json(&["--check", file.path()]);
    assert_eq!((code, &said["rules"]), (0, &"fifty".into()), "{said}");
}

#[test]
fn a_certificate_of_another_version_or_of_too_many_moves_is_refused() {
    let file = TempFile::new("version", None);
    mate(&["2", "--fen", ROOK_WAITS, "--certificate", file.path()]);
    let proof = std::fs::read_to_string(file.path()).expect("written");
    let later = proof.replace("certificate 1\n", "certificate 17 of another form\n");
    assert_ne!(later, proof);
    std::fs::write(file.path(), later).expect("written");
    assert!(complaint(&mate(&["--check", file.path()])).contains("certificate 17"));
    // 271 moves are more than shakmaty's list holds.
    let queens = TempFile::new("queens", None);
    let fen = "KQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5RB/BQQQQQBk w - - 0 1";
    assert_eq!(
        status(&mate(&["1", "--fen", fen, "--certificate", queens.path()])),
        0
    );
    let checked = mate(&["--check", queens.path()]);
    assert_eq!(status(&checked), 1, "{checked:?}");
    assert!(text(&checked).contains("more moves than the checker has room for"));
}

#[test]
fn a_certificate_that_the_limits_forbid_does_not_take_the_verdict_with_it() {
    let file = TempFile::new("limits", None);
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let free = text(&mate(&["3", "--fen", fen]));
    let nodes = free
        .split("Nodes: ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let nodes: u64 = nodes.expect("nodes").parse().expect("a number");
    let few = (nodes + 100).to_string();
    let output = mate(&[
        "3",
        "--fen",
        fen,
        "--nodes",
        &few,
        "--certificate",
        file.path(),
    ]);
    assert_eq!(status(&output), 2, "{output:?}");
    assert!(
        text(&output).contains("No mate in 3 moves: proved"),
        "{output:?}"
    );
}

#[test]
fn a_line_that_the_proof_does_not_need_is_refused_by_name() {
    let mate_proof = (
        ["2", "--fen", ROOK_WAITS],
        "a 2 c6b6 k7/8/2K5/8/8/8/8/1R6 w - -",
    );
    let none = (
        ["3", "--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1"],
        "d 2 a8a7 k7/8/8/8/8/8/8/2K5 b - -",
    );
    for (question, line) in [mate_proof, none] {
        let file = TempFile::new("unreached", None);
        mate(&[&question[..], &["--certificate", file.path()]].concat());
        let proof = std::fs::read_to_string(file.path()).expect("written");
        let count = proof.lines().count() + 1;
        std::fs::write(file.path(), format!("{proof}{line}\n")).expect("written");
        let output = mate(&["--check", file.path()]);
        assert_eq!(status(&output), 1);
        let said = format!("line {count} of the certificate, '{line}', is never reached");
        assert!(text(&output).contains(&said), "{}", text(&output));
    }
}

#[test]
fn a_certificate_that_cannot_be_written_is_refused_before_the_work() {
    let file = TempFile::new("early", None);
    std::fs::write(file.path(), "mine").expect("written");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let folder = "/no/such/folder/proof";
    for (path, why) in [(file.path(), "there already"), (folder, "its folder")] {
        // With the work done first this would be undecided, and status 3.
        let asked = [
            "9",
            "--fen",
            start,
            "--nodes",
            "3000",
            "--certificate",
            path,
        ];
        let said = complaint(&mate(&asked));
        assert!(said.contains(path) && said.contains(why), "{said}");
    }
    assert_eq!(std::fs::read_to_string(file.path()).expect("there"), "mine");
}

#[test]
fn the_writing_of_a_certificate_ends_when_it_is_told_to() {
    let options = Options {
        hash_mb: 16,
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("16 MB");
    let stop = AtomicBool::new(true);
    let limits = Allowance {
        stop: Some(&stop),
        ..Allowance::default()
    };
    let (start, claim) = (Position::start(), Claim::NoMate(5));
    let stopped = solver.certificate(&start, claim, limits);
    assert!(matches!(stopped, Err(CertificateError::Stopped)));
    let proof = solver.certificate(&start, claim, Allowance::default());
    assert!(proof.expect("true").contains("claim none 5"));
}
