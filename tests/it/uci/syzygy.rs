//! Endgame tables: results against shakmaty's own probing, and won endings converted.

use crate::uci::answer::Score;
use crate::uci::board::Board;
use crate::uci::data;
use crate::uci::driver::Engine;
use shakmaty::{CastlingMode, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};

/// The tables by shakmaty and an engine that has them, or `None` without the shared data.
fn tables() -> Option<(Tablebase<shakmaty::Chess>, String)> {
    let path = data::shared("syzygy")?;
    let mut tables = Tablebase::new();
    tables.add_directory(&path).expect("it exists");
    Some((tables, path.to_str().expect("UTF-8").to_owned()))
}

fn engine(path: &str, options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::with(options);
    engine.set("SyzygyPath", path);
    let said = engine.ready();
    assert!(said[0].starts_with("info string found "), "{said:?}");
    engine
}

/// −1, 0, 1 from the side to move, as the game ends under the fifty-move rule.
fn result(tables: &Tablebase<shakmaty::Chess>, board: &Board) -> i32 {
    match tables.probe_wdl(&board.chess).expect("a table") {
        AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => 1,
        AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => -1,
        _ => 0,
    }
}

/// Wins, draws and losses with three and four men.
const FEW: [&str; 22] = [
    "8/8/8/8/8/4k3/8/R3K3 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
    "8/8/8/8/4k3/8/4p3/4K3 b - - 0 1",
    "7k/7P/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
    "8/8/8/3k4/8/8/8/KBN5 b - - 0 1",
    "8/8/8/3k4/8/8/8/KNN5 w - - 0 1",
    "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
    "8/8/3r4/3k4/8/8/8/KQ6 w - - 0 1",
    "8/8/8/3k4/3r4/8/8/KQ6 b - - 0 1",
    "8/8/3b4/3k4/8/8/8/KR6 w - - 0 1",
    "8/8/3n4/3k4/8/8/8/KR6 w - - 0 1",
    "8/8/3q4/3k4/8/8/8/KQ6 w - - 0 1",
    "8/8/8/8/1p6/1k6/8/1K5R w - - 0 1",
    "8/6pk/8/8/8/8/8/KQ6 b - - 0 1",
    "8/8/8/8/8/2k5/2p5/K3Q3 b - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "8/1P6/8/8/8/8/1p6/K6k w - - 0 1",
    "8/8/8/8/3kp3/8/3P4/3K4 w - - 0 1",
    "3k4/3P4/3K4/8/8/8/8/8 b - - 0 1",
];

#[test]
fn few_men_get_the_tables_result_and_a_move_that_keeps_it() {
    let Some((tables, path)) = tables() else {
        return;
    };
    for options in [&[][..], &[("MultiPV", "3")], &[("Threads", "2")]] {
        let mut engine = engine(&path, options);
        for fen in FEW {
            engine.position(&format!("fen {fen}"));
            let expected = result(&tables, &engine.board);
            for arguments in ["depth 1", "depth 7", "movetime 10", "wtime 200 btime 200"] {
                let search = engine.go(arguments);
                if search.best == "(none)" {
                    continue;
                }
                let last = search.last();
                assert!(last.tbhits > 0, "{fen}: {last:?}");
                let told = match last.score {
                    Score::Mate(n) => n.signum() as i32,
                    Score::Cp(cp) if cp.abs() < 5000 => 0,
                    Score::Cp(cp) => cp.signum() as i32,
                };
                assert_eq!(told, expected, "{fen} go {arguments}: {last:?}");
                let mut after = engine.board.clone();
                after.play_text(&search.best);
                let kept = match after.over() {
                    Some("mate") => 1,
                    Some(_) => 0,
                    None => -result(&tables, &after),
                };
                assert_eq!(kept, expected, "{fen}: {} throws it away", search.best);
            }
        }
    }
}

#[test]
fn the_tables_are_probed_within_the_tree() {
    let Some((_, path)) = tables() else {
        return;
    };
    let mut engine = engine(&path, &[]);
    // Five men: the root is in no table, but every exchange leads into one; some plies deeper than needed, for which ply is a matter
    // of the search.
    engine.position("fen 8/8/3p4/3k4/8/3P4/3K4/3R4 w - - 0 1");
    let search = engine.go("depth 22");
    assert!(search.last().tbhits > 0, "{:?}", search.last());
    assert!(
        matches!(search.last().score, Score::Cp(19_000..) | Score::Mate(1..)),
        "the pawn falls, and the ending is won: {:?}",
        search.last()
    );
    engine.set("SyzygyPath", "<empty>");
    engine.quiet();
    assert_eq!(engine.go("depth 8").last().tbhits, 0);
}

#[test]
fn no_position_of_more_pieces_than_the_limit_is_looked_up_at_the_root_or_in_the_tree() {
    let Some((_, path)) = tables() else {
        return;
    };
    let hits = |limit: &str, fen: &str| {
        let mut engine = engine(&path, &[("SyzygyProbeLimit", limit)]);
        engine.position(&format!("fen {fen}"));
        let search = engine.go("depth 8");
        let in_time = engine.go("movetime 20");
        assert_eq!(search.last().tbhits > 0, in_time.last().tbhits > 0, "{fen}");
        search.last().tbhits
    };
    // Four men, so that the tables know the root; every capture leads to three.
    let four = "8/8/3r4/3k4/8/8/8/KQ6 w - - 0 1";
    assert!(hits("7", four) > 0 && hits("4", four) > 0);
    assert!(hits("3", four) > 0, "the tree has positions of three");
    assert_eq!((hits("2", four), hits("0", four)), (0, 0));
    // Five men: none of them is at the root, and no capture leaves three at once.
    let five = "8/8/3p4/3k4/8/3P4/3K4/3R4 w - - 0 1";
    assert!(hits("4", five) > 0);
    assert_eq!(hits("2", five), 0);

    // It may be said before the path or after it, at any time.
    let mut engine = Engine::with(&[]);
    for (name, value, knows) in [
        ("SyzygyProbeLimit", "3", false),
        ("SyzygyPath", path.as_str(), false),
        ("SyzygyProbeLimit", "4", true),
        ("SyzygyProbeLimit", "0", false),
        ("SyzygyProbeLimit", "9", true),
    ] {
        engine.set(name, value);
        engine.ready();
        engine.position("fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
        // The root alone is looked up before the first move is made.
        let known = engine.go("depth 1").last().tbhits > 0;
        assert_eq!(known, knows, "{name} {value}");
    }
}

#[test]
fn an_exchange_into_a_drawn_ending_is_worth_a_draw_however_much_material_is_left() {
    let Some((tables, path)) = tables() else {
        return;
    };
    let mut engine = engine(&path, &[]);
    // Five men. White's one legal move takes the rook, and two knights do not mate.
    let root = "fen 8/8/8/1N6/8/r6N/2k5/K7 w - - 0 1";
    let mut taken = Board::parse(root, false);
    taken.play_text("b5a3");
    assert_eq!(result(&tables, &taken), 0, "not drawn at all");
    for depth in [2, 3, 5, 8] {
        engine.quiet();
        engine.position(root);
        let search = engine.go(&format!("depth {depth}"));
        let last = search.last();
        assert_eq!(last.score, Score::Cp(0), "{last:?}");
        assert!(last.nodes < 50, "the table settles it: {last:?}");
    }
}

#[test]
fn mates_near_the_tables_keep_their_whole_lines() {
    let Some((_, path)) = tables() else {
        return;
    };
    for options in [
        &[][..],
        &[("MultiPV", "4")],
        &[("Threads", "2"), ("MultiPV", "2")],
    ] {
        let mut engine = engine(&path, options);
        for fen in [
            "k7/8/1K6/8/8/8/8/7R w - - 0 1",
            "8/8/8/8/8/1k6/8/K6r w - - 0 1",
            "7k/8/5K2/8/8/8/P7/6R1 w - - 0 1",
            "3k4/3P4/3K4/8/8/8/7p/8 w - - 0 1",
            "8/8/8/8/8/k1K5/p7/7R b - - 0 1",
            "6k1/8/5KP1/8/8/8/8/1q6 w - - 0 1",
            "8/5P2/7k/8/5K2/8/8/7r w - - 0 1",
        ] {
            engine.position(&format!("fen {fen}"));
            for depth in [1, 3, 6, 10] {
                engine.go(&format!("depth {depth}"));
            }
        }
    }
}

#[test]
fn a_winner_promotes_instead_of_waiting_until_it_has_to() {
    let Some((_, path)) = tables() else {
        return;
    };
    let mut engine = engine(&path, &[]);
    for (fen, best) in [
        ("8/P7/8/8/8/1k6/8/K7 w - - 0 1", "a7a8q"),
        ("8/8/8/8/8/1k6/p7/7K b - - 0 1", "a2a1q"),
    ] {
        engine.quiet();
        engine.position(&format!("fen {fen}"));
        for arguments in ["depth 1", "depth 6", "movetime 20"] {
            assert_eq!(engine.go(arguments).best, best, "{fen} go {arguments}");
        }
    }
}

/// Plays both sides until the game is over; the reason, and the plies played.
fn play_out(engine: &mut Engine, fen: &str, arguments: &str) -> (&'static str, usize) {
    let mut board = Board::parse(&format!("fen {fen}"), false);
    let mut moves = String::new();
    for ply in 0..240 {
        if let Some(end) = board.over() {
            return (end, ply);
        }
        engine.position(&format!("fen {fen} moves{moves}"));
        let best = engine.go(arguments).best;
        board.play_text(&best);
        moves += &format!(" {best}");
    }
    ("nothing", 240)
}

#[test]
fn difficult_wins_are_converted_within_the_fifty_move_rule() {
    let Some((tables, path)) = tables() else {
        return;
    };
    let mut engine = engine(&path, &[]);
    for fen in [
        // Knight and bishop, from a wrong corner and from the middle.
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        // Queen against rook.
        "8/8/3r4/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/3r4/8/1Q6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        // Some moves have been made already.
        "8/8/8/3k4/8/8/8/KBN5 w - - 20 40",
    ] {
        let board = Board::parse(&format!("fen {fen}"), false);
        assert_eq!(result(&tables, &board), 1, "{fen}: not won at all");
        assert_eq!(board.mode, CastlingMode::Standard);
        let (end, plies) = play_out(&mut engine, fen, "nodes 300");
        assert_eq!(end, "mate", "{fen}: {end} after {plies} plies");
    }
}

#[test]
fn a_won_position_that_has_occurred_before_is_not_shuffled() {
    let Some((tables, path)) = tables() else {
        return;
    };
    let mut engine = engine(&path, &[]);
    // Both sides have wandered to and fro; the next visit to the same place would be a draw.
    let moves = "a1a2 d5e5 a2a1 e5d5 a1a2 d5e5 a2a1 e5d5";
    let start = "8/8/8/3k4/8/8/8/K5QR w - - 0 1";
    engine.position(&format!("fen {start} moves {moves}"));
    let search = engine.go("depth 6");
    let mut after = engine.board.clone();
    after.play_text(&search.best);
    assert!(after.over().is_none_or(|end| end == "mate"));
    assert!(after.chess.legal_moves().is_empty() || result(&tables, &after) == -1);
}
