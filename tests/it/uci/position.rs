//! `position`: what is set up, and what is refused without losing the old position.

use crate::uci::driver::Engine;
use shakmaty::{CastlingMode, Position as _};

/// The line of `d` that begins with a word.
fn shown(engine: &mut Engine, word: &str) -> String {
    engine.say("d");
    let line = engine.expect(word);
    engine.ready();
    line[word.len()..].trim().to_owned()
}

fn fen(engine: &mut Engine) -> String {
    shown(engine, "Fen:")
}

#[test]
fn positions_are_set_up_as_shakmaty_sets_them_up() {
    let mut engine = Engine::start();
    for text in [
        "startpos",
        "startpos moves",
        "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
        "startpos moves e2e4 d7d5 e4d5 e7e5",
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
        "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 17 40 moves e2e4 h4g3",
        "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8n h8g8",
        "fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
    ] {
        engine.position(text);
        let expected = engine.board.fen();
        assert_eq!(fen(&mut engine), expected, "{text}");
    }
}

#[test]
fn four_fields_are_enough_and_a_useless_en_passant_square_is_cleaned() {
    let mut engine = Engine::start();
    for (given, expected) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R b K - 7",
            "4k3/8/8/8/8/8/8/4K2R b K - 7 1",
        ),
        // No black pawn can take.
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        ),
        // Nobody has just moved there.
        (
            "4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ),
    ] {
        engine.say(&format!("position fen {given}"));
        assert_eq!(fen(&mut engine), expected);
        engine.position(&format!("fen {expected}"));
        engine.go("depth 4");
    }
}

#[test]
fn a_bad_position_or_move_is_reported_and_no_move_of_the_old_one_follows() {
    let mut engine = Engine::start();
    let good = "startpos moves e2e4 e7e5";
    engine.position(good);
    let before = fen(&mut engine);
    for bad in [
        "position",
        "position fen",
        "position fen nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
        "position fen 4k3/8/8/9/8/8/8/4K3 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/K6P w - - 0 1",
        "position fen kR6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/K7 w - - 0 1 junk",
        "position fen k7/8/8/8/8/8/8/K7 w - - -1 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 e7e5 0000",
        "position startpos moves e2e4 hello",
        "position startpos moves e7e5",
        "position startpos moves é",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8k",
    ] {
        engine.say(bad);
        let lines = engine.ready();
        assert_eq!(lines.len(), 1, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{bad}: {lines:?}");
        assert_eq!(fen(&mut engine), before, "{bad}");
        engine.say("go depth 5");
        let lines = engine.until("bestmove");
        assert!(
            lines[0].contains("the last position was refused"),
            "{bad}: {lines:?}"
        );
        assert_eq!(lines[1..], ["bestmove 0000"], "{bad}");
    }
    // Not before `stop`, where none may come before it.
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        engine.say(go);
        assert_eq!(engine.ready().len(), 1, "{go}");
        engine.say("stop");
        assert_eq!(engine.until("bestmove"), ["bestmove 0000"], "{go}");
    }
    engine.position(good);
    engine.go("depth 5");
}

#[test]
fn castling_may_be_written_either_way_where_that_is_clear() {
    let rooks = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    for chess960 in ["false", "true"] {
        let mut engine = Engine::with(&[("UCI_Chess960", chess960)]);
        for (a, b) in [("e1g1 e8c8", "e1h1 e8a8"), ("e1c1 e8g8", "e1a1 e8h8")] {
            engine.say(&format!("position {rooks} {a}"));
            let first = fen(&mut engine);
            engine.say(&format!("position {rooks} {b}"));
            assert_eq!(fen(&mut engine), first);
            assert!(first.contains(" w - - 2 2"), "{first}");
        }
    }
}

#[test]
fn chess960_castles_are_written_king_takes_rook_in_every_answer() {
    // The only sensible move is to castle out of the attack; both spellings must be understood.
    let mut engine = Engine::with(&[("UCI_Chess960", "true")]);
    for (fen, castle) in [
        ("4k3/8/8/8/8/8/6PP/r3K2R w H - 0 1", None),
        ("k7/8/8/8/8/8/7P/4K2R w K - 0 1", Some("e1h1")),
        ("k7/8/8/8/8/8/8/1R2K3 w B - 0 1", Some("e1b1")),
        ("k7/8/8/8/8/8/8/5KR1 w G - 0 1", Some("f1g1")),
    ] {
        engine.position(&format!("fen {fen}"));
        engine.go("depth 6");
        let Some(castle) = castle else { continue };
        let search = engine.go(&format!("depth 6 searchmoves {castle}"));
        // f1g1 as a king step is blocked by the rook, so here the text can only mean castling.
        assert_eq!(search.best, castle, "{fen}");
    }
    let mut engine = Engine::start();
    engine.position("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for spelling in ["e1g1", "e1h1"] {
        let search = engine.go(&format!("depth 6 searchmoves {spelling}"));
        assert_eq!(search.best, "e1g1", "{spelling}");
    }
}

#[test]
fn chess960_games_from_odd_corners_are_legal_throughout() {
    let mut engine = Engine::with(&[("UCI_Chess960", "true")]);
    for start in [
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    ] {
        let mut moves = String::new();
        for _ in 0..12 {
            engine.position(&format!("fen {start} moves{moves}"));
            assert_eq!(engine.board.mode, CastlingMode::Chess960);
            let best = engine.go("nodes 2000").best;
            moves += &format!(" {best}");
        }
        assert!(!engine.board.chess.legal_moves().is_empty());
    }
}

#[test]
fn d_tells_the_key_the_checkers_and_the_end_of_the_game() {
    let mut engine = Engine::start();
    engine.position("startpos");
    let start = shown(&mut engine, "Key:");
    engine.position("startpos moves g1f3 g8f6 f3g1 f6g8");
    assert_eq!(shown(&mut engine, "Key:"), start);
    assert_eq!(shown(&mut engine, "Checkers:"), "");
    engine.position("startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(shown(&mut engine, "Checkers:"), "h4");
    assert!(shown(&mut engine, "Game over:").contains("mate"));
    engine.position("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert!(shown(&mut engine, "Game over:").contains("threefold"));
}

#[test]
fn flip_gives_the_move_to_the_other_side() {
    let mut engine = Engine::start();
    engine.position("startpos");
    engine.say("flip");
    assert!(fen(&mut engine).contains(" b KQkq "));
    // It would leave a king in check: refused.
    engine.position("fen k6R/8/8/8/8/8/8/K7 b - - 0 1");
    engine.say("flip");
    assert_eq!(engine.ready().len(), 1);
    assert_eq!(fen(&mut engine), "k6R/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn a_chess960_position_keeps_its_castling_rights_without_the_option() {
    let mut engine = Engine::start();
    let board = "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w";
    engine.say(&format!("position fen {board} HEhe - 1 9"));
    assert_eq!(fen(&mut engine), format!("{board} HEhe - 1 9"));
    engine.say("go perft 2");
    assert_eq!(engine.expect("Nodes searched:"), "Nodes searched: 807");
}

#[test]
fn castling_rights_that_nobody_can_have_are_named() {
    let mut engine = Engine::start();
    engine.say("position fen 4k3/8/8/8/8/8/8/R3K3 w HA - 0 1");
    let said = engine.ready();
    assert!(said[0].contains("castle with a rook on h1"), "{said:?}");
}

#[test]
fn a_right_without_its_king_at_home_is_dropped_and_said_and_castling_is_written_as_usual() {
    let mut engine = Engine::start();
    engine.say("position fen r5k1/8/8/8/8/8/8/4K2R w Kq - 0 1");
    let dropped =
        "info string the castling right q is dropped: it needs a king on e8 and a rook on a8";
    assert_eq!(engine.ready(), [dropped]);
    assert_eq!(fen(&mut engine), "r5k1/8/8/8/8/8/8/4K2R w K - 0 1");
    engine.position("fen r5k1/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(engine.go("depth 6 searchmoves e1g1").best, "e1g1");
    // The same rights in Chess960 are all usable.
    engine.set("UCI_Chess960", "true");
    engine.say("position fen r5k1/8/8/8/8/8/8/4K2R w Kq - 0 1");
    assert_eq!(fen(&mut engine), "r5k1/8/8/8/8/8/8/4K2R w Ha - 0 1");
}

#[test]
fn the_position_is_read_again_when_the_rules_change() {
    let mut engine = Engine::start();
    engine.set("UCI_Chess960", "true");
    engine.say("position fen r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1");
    assert_eq!(fen(&mut engine), "r5k1/8/3P2K1/8/8/8/1B6/3R4 w a - 0 1");
    engine.say("setoption name UCI_Chess960 value false");
    let said = engine.ready();
    let dropped = |line: &String| line.contains("the castling right q is dropped");
    assert!(said.iter().any(dropped), "{said:?}");
    assert_eq!(fen(&mut engine), "r5k1/8/3P2K1/8/8/8/1B6/3R4 w - - 0 1");
    engine.set("UCI_Chess960", "true");
    assert_eq!(fen(&mut engine), "r5k1/8/3P2K1/8/8/8/1B6/3R4 w a - 0 1");
    // Castling written as king takes rook cannot be read again in standard chess: the position stays.
    engine.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    let before = fen(&mut engine);
    engine.set("UCI_Chess960", "false");
    assert_eq!(fen(&mut engine).split(' ').next(), before.split(' ').next());
}

#[test]
fn a_mate_that_only_castling_of_chess960_would_stop_is_found() {
    let mut engine = Engine::start();
    engine.say("position fen r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1");
    assert_eq!(engine.ready().len(), 1);
    engine.position("fen r5k1/8/3P2K1/8/8/8/1B6/3R4 w - - 0 1");
    assert_eq!(engine.go("mate 2").best, "d1h1");
}

#[test]
fn an_en_passant_square_that_no_pawn_has_passed_is_dropped_and_said() {
    let mut engine = Engine::start();
    engine.say("position fen 4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1");
    let said = engine.ready();
    assert!(
        said[0].contains("the en-passant square d3 is dropped"),
        "{said:?}"
    );
}
