//! Slips on the command line are answered with what was meant, and `-q` with results alone.

use super::shell::atalaya;

/// The refusal of a command line.
fn refused(args: &[&str]) -> String {
    let output = atalaya(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

const BOARD: &str = "6k1/5ppp/8/8/8/8/8/K3R3";

#[test]
fn a_fen_without_quotes_is_shown_with_them() {
    let tip = format!("tip: a FEN is one argument, in quotes: \"{BOARD} w - - 0 1\"\n");
    let fields = [BOARD, "w", "-", "-", "0", "1"];
    for command in [
        &["perft", "2", "--fen"][..],
        &["mate", "1", "--fen"],
        &["analyse", "--fen"],
    ] {
        let told = refused(&[command, &fields].concat());
        assert!(told.contains(&tip), "{command:?}: {told}");
    }
    let told = refused(&[&["diagram"], &fields[..]].concat());
    assert!(told.contains(&tip), "{told}");
    let joined = format!("--fen={BOARD}");
    let told = refused(&["perft", "2", &joined, "w", "-", "-"]);
    assert!(
        told.contains(&format!("in quotes: \"{BOARD} w - -\"\n")),
        "{told}"
    );
    // Another slip is not taken for this one.
    let quoted = format!("{BOARD} w - - 0 1");
    let told = refused(&["perft", "2", "--fen", &quoted, "more"]);
    assert!(!told.contains("quotes"), "{told}");
}

#[test]
fn startpos_is_told_to_be_no_fen() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for command in [
        &["perft", "1", "--fen", "startpos"][..],
        &["eval", "--fen", "startpos"],
        &["mate", "1", "--fen", "startpos"],
        &["diagram", "startpos"],
    ] {
        let told = refused(command);
        let sentence = format!(
            "atalaya: 'startpos' is a word of UCI and no FEN: leave it out for the start position, whose FEN is '{start}'\n"
        );
        assert_eq!(told, sentence, "{command:?}");
    }
}

#[test]
fn analyze_is_analyse_and_uci_needs_no_command() {
    let fen = format!("{BOARD} w - - 0 1");
    let output = atalaya(&["analyze", "--fen", &fen, "--nodes", "500"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Mate in 1"));
    let told = refused(&["uci"]);
    assert!(
        told.contains("without a command the program speaks UCI"),
        "{told}"
    );
}

#[test]
fn letters_for_a_number_are_told_how_numbers_are_written() {
    for args in [
        &["perft", "five"][..],
        &["analyse", "-", "--threads", "two"],
        &["perft", "2", "--hash", "1G"],
    ] {
        let told = refused(args);
        assert!(
            told.contains("tip: a whole number is written in digits, such as 5\n"),
            "{told}"
        );
    }
    let told = refused(&["perft", "999"]);
    assert!(!told.contains("tip:"), "a number beyond its bounds: {told}");
}

#[cfg(feature = "server")]
#[test]
fn a_port_alone_is_told_its_addresses() {
    for port in ["8080", ":8080"] {
        let told = refused(&["serve", "--listen", port]);
        let sentence = "a port needs an address: 127.0.0.1:8080 for this machine alone, 0.0.0.0:8080 for others too";
        assert!(told.contains(sentence), "{told}");
    }
    let told = refused(&["serve", "--listen", "here"]);
    assert!(told.contains("such as 127.0.0.1:8080"), "{told}");
}

#[test]
fn quiet_is_an_option_of_every_command() {
    for args in [
        &["-q", "perft", "2"][..],
        &["perft", "2", "--quiet"],
        &["bench", "2", "-q"],
    ] {
        let output = atalaya(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(
            !output.stdout.is_empty() && output.stderr.is_empty(),
            "{args:?}"
        );
    }
}
