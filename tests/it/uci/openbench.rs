//! The command `genfens`, which OpenBench's client runs besides `make` and `bench`. The client itself runs in `drivers`, where it is there.

use super::shell::atalaya;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::collections::HashSet;

/// The positions that are printed, each line as the client reads it.
fn genfens(args: &[&str]) -> Vec<String> {
    let output = atalaya(args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let fen = |line: &str| line.strip_prefix("info string genfens ").map(str::to_owned);
    let fens = text.lines().map(|line| fen(line).expect(line));
    fens.collect()
}

fn position(fen: &str, mode: CastlingMode) -> Chess {
    let read: Fen = fen.parse().expect(fen);
    read.into_position(mode).expect(fen)
}

#[test]
fn openings_are_made_for_openbench_the_same_by_one_seed() {
    // As the client asks: the command is one argument, and another one ends the session.
    let fens = genfens(&["genfens 12 seed 2147483647 book None ", "quit"]);
    assert_eq!(fens.len(), 12);
    assert_eq!(fens, genfens(&["genfens", "12", "seed", "2147483647"]));
    let others = genfens(&["genfens 12 seed 5 book none", "quit"]);
    let all: HashSet<&String> = fens.iter().chain(&others).collect();
    assert_eq!(all.len(), 24);
    for fen in all {
        let position = position(fen, CastlingMode::Standard);
        assert!(!position.is_game_over(), "{fen}");
        assert_eq!(position.fullmoves().get(), 5, "after 8 or 9 plies: {fen}");
    }
}

#[test]
fn openings_follow_a_book_also_one_of_chess960() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let epd = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3;\n";
    let epd = file("lines.epd", epd);
    let fens = genfens(&[&format!("genfens 2 seed 3 book {epd} plies 1"), "quit"]);
    for fen in &fens {
        assert!(fen.contains(" b ") && fen.ends_with(" 3"), "{fen}");
    }
    let pgn = file("lines.pgn", "1. d4 d5 2. c4 *\n");
    let fens = genfens(&["genfens", "1", "book", &pgn, "plies", "0"]);
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(fens, [fen]);
    // The client tells by the name which books are of Chess960.
    let start = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\n";
    let book = file("3moves_FRC.epd", start);
    for fen in genfens(&["genfens", "4", "book", &book]) {
        let castles = position(&fen, CastlingMode::Chess960)
            .castles()
            .castling_rights();
        assert!(castles.count() > 0, "{fen}");
    }
}

#[test]
fn what_genfens_cannot_do_is_said_in_a_sentence() {
    let lost = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lost.epd");
    std::fs::write(&path, lost).expect("written");
    let lost = path.to_str().expect("UTF-8");
    for (words, complaint) in [
        ("3 seed x", "genfens: seed 'x' is not a whole number"),
        ("3 seed", "genfens: 'seed' has no value"),
        (
            "3 plies 1001",
            "plies '1001' is not a number from 0 to 1000",
        ),
        ("3 most 0", "most '0' is not a number from 1 to 100000"),
        (
            "3 dfrc true",
            "genfens: 'dfrc' is not understood; expected seed, book, plies or most",
        ),
        ("3 book /no/such.epd", "/no/such.epd"),
        (
            &format!("3 book {lost} plies 0"),
            "no more than 0 different positions were found within 300 centipawns",
        ),
    ] {
        let output = atalaya(&[&format!("genfens {words}"), "quit"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {told}");
        assert!(
            told.contains(complaint) && told.lines().count() == 1,
            "{told}"
        );
    }
}
