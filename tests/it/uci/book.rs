//! Opening books in Polyglot's format.

use crate::uci::board::Board;
use crate::uci::data::{self, TempFile};
use crate::uci::driver::Engine;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position as _, Role};
use std::collections::{BTreeMap, HashSet};

fn key(board: &Board) -> u64 {
    let Zobrist64(key) = board.chess.zobrist_hash(EnPassantMode::PseudoLegal);
    key
}

/// A move in Polyglot's 16 bits.
fn bits(m: Move) -> u16 {
    let (from, to) = match m {
        Move::Castle { king, rook } => (king, rook),
        other => (other.from().expect("on the board"), other.to()),
    };
    let role = match m.promotion() {
        None => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(_) => 4,
    };
    to as u16 | (from as u16) << 6 | role << 12
}

/// The bytes of a book.
fn polyglot(lines: &[(&str, &str, u16)]) -> Vec<u8> {
    let mut entries: Vec<_> = lines
        .iter()
        .map(|(position, text, weight)| {
            let board = Board::parse(position, false);
            let m = board.legal(text).expect(text);
            (key(&board), bits(m), *weight)
        })
        .collect();
    entries.sort_unstable();
    let mut bytes = Vec::new();
    for (key, bits, weight) in entries {
        bytes.extend(key.to_be_bytes());
        bytes.extend(bits.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes
}

const CASTLING: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn moves_come_from_the_book_when_asked_for_and_not_otherwise() {
    let book = polyglot(&[
        ("startpos", "a2a3", 1),
        ("startpos moves a2a3", "h7h5", 7),
        (CASTLING, "e1c1", 1),
        ("startpos moves e2e4 a7a6 e4e5 d7d5", "e5d6", 1),
        ("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", 1),
        ("startpos moves g2g4", "a7a5", 0),
    ]);
    let file = TempFile::new("own.bin", Some(&book));
    let mut engine = Engine::with(&[("BookFile", file.path())]);
    assert_ne!(engine.go("depth 6").best, "a2a3", "off by default");
    engine.set("OwnBook", "true");
    engine.quiet();
    for (position, best) in [
        ("startpos", "a2a3"),
        ("startpos moves a2a3", "h7h5"),
        (CASTLING, "e1c1"),
        ("startpos moves e2e4 a7a6 e4e5 d7d5", "e5d6"),
        ("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"),
    ] {
        engine.position(position);
        for arguments in ["depth 3", "movetime 50", "wtime 9000 btime 9000", "nodes 1"] {
            assert_eq!(engine.go(arguments).best, best, "{position}");
        }
    }
    // searchmoves and analysis want their own answer; a weight of zero is no recommendation.
    engine.position("startpos");
    assert_eq!(engine.go("depth 2 searchmoves e2e4").best, "e2e4");
    engine.set("UCI_AnalyseMode", "true");
    assert_ne!(engine.go("depth 6").best, "a2a3");
    engine.set("UCI_AnalyseMode", "false");
    engine.position("startpos moves g2g4");
    assert_ne!(engine.go("depth 6").best, "a7a5");
    // In the other spelling of castling.
    engine.set("UCI_Chess960", "true");
    engine.position(CASTLING);
    assert_eq!(engine.go("depth 3").best, "e1a1");
}

/// The key of a position whose pawn on e5 stands ready to take on d6, though it is pinned.
#[test]
fn a_book_is_followed_after_a_double_step_past_a_pinned_pawn() {
    let entry = [
        0x7D, 0xDD, 0x0E, 0xEF, 0xBF, 0xC8, 0x43, 0x5A, 0x01, 0x0D, 0, 10, 0, 0, 0, 0,
    ];
    let file = TempFile::new("pinned.bin", Some(&entry));
    let mut engine = Engine::with(&[("BookFile", file.path()), ("OwnBook", "true")]);
    for position in [
        "fen 4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "fen 4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5",
    ] {
        engine.position(position);
        assert_eq!(engine.go("depth 8").best, "e1f2", "{position}");
    }
}

#[test]
fn a_missing_or_broken_book_is_named_and_the_engine_plays_on() {
    let broken = TempFile::new("broken.bin", Some(&[7; 33]));
    let empty = TempFile::new("empty.bin", Some(&[]));
    for path in ["/no/such/book.bin", broken.path(), empty.path()] {
        let mut engine = Engine::with(&[("BookFile", path), ("OwnBook", "true")]);
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("info string ") && said[0].contains(path),
            "{said:?}"
        );
        engine.go("depth 5");
    }
    // OwnBook without a book.
    let mut engine = Engine::with(&[("OwnBook", "true")]);
    engine.go("depth 5");
    // Bytes that are no legal moves.
    let noise: Vec<u8> = (0..1600_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let file = TempFile::new("noise.bin", Some(&noise));
    let mut engine = Engine::with(&[("BookFile", file.path()), ("OwnBook", "true")]);
    engine.go("depth 5");
}

#[test]
fn a_real_book_is_followed_move_by_move() {
    let Some(path) = data::shared("polyglot/performance.bin") else {
        return;
    };
    let bytes = std::fs::read(&path).expect("it exists");
    let mut entries: BTreeMap<u64, HashSet<u16>> = BTreeMap::new();
    for entry in bytes.chunks_exact(16) {
        let key = u64::from_be_bytes(entry[..8].try_into().expect("8 bytes"));
        let bits = u16::from_be_bytes([entry[8], entry[9]]);
        entries.entry(key).or_default().insert(bits);
    }
    let path = path.to_str().expect("UTF-8").to_owned();
    let mut engine = Engine::with(&[("BookFile", &path), ("OwnBook", "true")]);
    engine.quiet();
    let mut asked = 0;
    for _ in 0..6 {
        let mut moves = String::new();
        for _ in 0..24 {
            engine.position(&format!("startpos moves{moves}"));
            let Some(known) = entries.get(&key(&engine.board)) else {
                break;
            };
            let best = engine.go("depth 1").best;
            let m = engine.board.legal(&best).expect("judged");
            assert!(
                known.contains(&bits(m)),
                "{best} is not in the book after {moves}"
            );
            asked += 1;
            moves += &format!(" {best}");
        }
    }
    assert!(asked > 30, "only {asked} positions in book");
}
