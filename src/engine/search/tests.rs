//! Tests of one thread's parts: what counts as drawn, which nodes are given up, which moves are
//! left out.

mod picking;

use super::alphabeta::Candidate;
use super::node::{Node, Other, Window};
use super::picker::MovePicker;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::{Counter, Memory, Shared, Worker};
use super::{Control, Decision, Searcher, TranspositionTable, params};
use crate::eval::network::Network;
use crate::eval::{EvalKind, material};
use base::limits::Limits;
use games::Line;
use games::chess::{Move, Position, Square};
use std::sync::atomic::AtomicBool;

/// Lets `f` have a thread that is about to search the present position of a game.
fn with_worker<T>(game: &Line<Position>, f: impl FnOnce(&mut Worker<'_>, &Position) -> T) -> T {
    let table = TranspositionTable::new(1).expect("1 MB");
    let control = Control::new(false);
    let (nodes, tbhits) = ([Counter::default()], [Counter::default()]);
    let shared = Shared {
        table: &table,
        control: &control,
        over: AtomicBool::new(false),
        nodestime: None,
        budget: None,
        node_limit: u64::MAX,
        soft_node_limit: u64::MAX,
        max_depth: 64,
        forced: false,
        mate_limit: None,
        multipv: 1,
        eval: EvalKind::default(),
        network: Network::embedded(),
        tablebases: None,
        nodes: &nodes,
        tbhits: &tbhits,
        watched: &Counter::default(),
        report: None,
    };
    let mut memory = Memory::default();
    let mut worker = Worker::new(0, &shared, &mut memory, Vec::new(), game.past_keys());
    f(&mut worker, game.position())
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen, false).expect(fen)
}

fn find(position: &Position, uci: &str) -> Move {
    position.parse_move(uci).expect(uci)
}

/// Enters moves one after the other, `0000` being the null move; whether the last position is
/// drawn.
fn drawn_after(game: &Line<Position>, moves: &str) -> bool {
    with_worker(game, |worker, root| {
        let mut position = *root;
        for (ply, text) in moves.split_whitespace().enumerate() {
            position = match text {
                "0000" => worker.enter_null(&position, ply).0,
                _ => worker.enter(&position, find(&position, text), ply),
            };
        }
        worker.is_draw(&position)
    })
}

const ROOKS: &str = "4k2r/8/8/8/8/8/8/R3K3 w - - 10 40";

#[test]
fn a_position_that_comes_back_within_the_line_is_a_draw() {
    let game = Line::new(position(ROOKS));
    assert!(drawn_after(&game, "a1a2 h8h7 a2a1 h7h8"));
    assert!(drawn_after(&game, "a1a2 h8h7 a2a3 h7h8 a3a2 h8h7"));
    assert!(!drawn_after(&game, "a1a2 h8h7 a2a1 h7h6"));
    assert!(!drawn_after(&game, "a1a2 h8h7"));
}

#[test]
fn a_position_of_the_game_before_must_have_come_twice() {
    let mut game = Line::new(position(ROOKS));
    for text in ["a1a2", "h8h7", "a2a1", "h7h8"] {
        game.play(find(game.position(), text));
    }
    // After a2 it is the second time that the position is met, and only once within the line.
    assert!(!drawn_after(&game, "a1a2"));
    for text in ["a1a2", "h8h7", "a2a1", "h7h8"] {
        game.play(find(game.position(), text));
    }
    assert!(drawn_after(&game, "a1a2"));
}

#[test]
fn passing_twice_repeats_nothing() {
    let game = Line::new(position(ROOKS));
    // White's rook goes and returns while Black passes: no game could come to this.
    assert!(!drawn_after(&game, "a1a2 0000 a2a1 0000"));
    assert!(!drawn_after(&game, "0000 h8h7 0000 h7h8"));
    // Below a null move repetitions are real again.
    assert!(drawn_after(&game, "0000 h8h7 a1a2 h7h8 a2a1"));
}

#[test]
fn leaving_a_null_move_uncovers_what_came_before_it() {
    let game = Line::new(position(ROOKS));
    with_worker(&game, |worker, root| {
        let line = ["a1a2", "h8h7", "a2a1"].into_iter().enumerate();
        let before = line.fold(*root, |position, (ply, text)| {
            worker.enter(&position, find(&position, text), ply)
        });
        let (_, null) = worker.enter_null(&before, 3);
        worker.leave_null(null);
        let back = worker.enter(&before, find(&before, "h7h8"), 3);
        assert!(worker.is_draw(&back));
    });
}

#[test]
fn the_fifty_move_rule_and_bare_kings_are_draws_but_mate_comes_first() {
    let drawn = |fen| drawn_after(&Line::new(position(fen)), "");
    assert!(drawn("4k2r/8/8/8/8/8/8/R3K3 w - - 100 90"));
    assert!(!drawn("4k2r/8/8/8/8/8/8/R3K3 w - - 99 90"));
    assert!(!drawn("R3k3/8/4K3/8/8/8/8/8 b - - 100 90"), "it is mate");
    assert!(drawn("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"));
}

fn facts<'p>(position: &'p Position, depth: i32, estimate: Score) -> Node<'p> {
    Node {
        position,
        ply: 3,
        depth,
        cut_node: true,
        in_check: false,
        excluded: Move::NONE,
        entry: None,
        table_move: Move::NONE,
        table_noisy: false,
        was_pv: false,
        correction: 0,
        raw: estimate,
        eval: estimate,
        estimate,
        improving: false,
    }
}

/// Returns the score with which a node below the root is pruned; `None` if it is not pruned.
fn pruned(fen: &str, depth: i32, estimate: Score, beta: Score) -> Option<Score> {
    let game = Line::new(position(fen));
    with_worker(&game, |worker, root| {
        let m = root.legal_moves()[0];
        worker.enter(root, m, 2);
        let window = Window {
            alpha: beta - 1,
            beta,
        };
        worker.prune_node(&facts(root, depth, estimate), window)
    })
}

const MIDDLEGAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

#[test]
fn an_evaluation_far_above_the_window_fails_high_without_a_search() {
    let score = pruned(MIDDLEGAME, 2, 900, 100).expect("far above");
    assert!((100..=900).contains(&score), "{score}");
    assert_eq!(pruned(MIDDLEGAME, 2, 120, 100), None, "too near");
    // Nothing is said about mates and endgame tables by an evaluation.
    assert_eq!(
        pruned(MIDDLEGAME, 2, 900, 100 - score::WIN_BOUND - 200),
        None
    );
}

#[test]
fn an_evaluation_far_below_the_window_is_left_to_quiescence() {
    let score = pruned(MIDDLEGAME, 1, -2000, 1500).expect("far below");
    assert!(score < 1500, "{score}");
    assert_eq!(
        pruned(MIDDLEGAME, 8, 1400, 1500),
        None,
        "deep enough to search"
    );
}

#[test]
fn passing_when_ahead_fails_high_unless_only_pawns_are_left() {
    let ahead = "r1bq1rk1/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
    let score = pruned(ahead, 12, 320, 100).expect("a piece ahead");
    assert!(score >= 100 && !score::is_decided(score), "{score}");
    assert_eq!(pruned(ahead, 12, 90, 100), None, "not ahead of the window");
    let pawns = "4k3/pppp4/8/8/8/8/PPPPPP2/4K3 w - - 0 1";
    assert_eq!(pruned(pawns, 12, 200, 100), None);
}

#[test]
fn an_evaluation_is_believed_the_less_the_more_it_was_wrong_and_the_more_if_the_opponent_erred() {
    let game = Line::new(position(MIDDLEGAME));
    with_worker(&game, |worker, root| {
        let child = worker.enter(root, root.legal_moves()[0], 2);
        let (alpha, beta, depth) = (99, 100, 2);
        let margin = params::rfp_margin() - params::rfp_unseen();
        let window = Window { alpha, beta };
        let mut gives_up = |above: Score, correction: Score, before: Score| {
            worker.frame(2).eval = before;
            let mut node = facts(&child, depth, beta + margin * depth + above);
            node.correction = correction;
            worker.prune_node(&node, window).is_some()
        };
        let far = 8 * 1024 / params::rfp_correction();
        let worse = -params::rfp_worsening();
        // Nothing is known of the position before.
        assert!(gives_up(0, 0, score::NONE) && !gives_up(-1, 0, score::NONE));
        for correction in [far, -far] {
            assert!(!gives_up(7, correction, score::NONE));
            assert!(gives_up(8, correction, score::NONE));
        }
        // The opponent thought itself far better off before its move, or as badly as it is.
        assert!(gives_up(worse, 0, 500) && !gives_up(worse - 1, 0, 500));
        assert!(!gives_up(-1, 0, -beta - margin * depth));
        // What the table knows of is given up by the whole margin only, and what was on a principal variation never.
        let known = Entry {
            best: Move::NONE,
            score: 0,
            eval: score::NONE,
            depth: 0,
            bound: Bound::None,
            was_pv: false,
        };
        worker.frame(2).eval = score::NONE;
        let mut gives_up = |above: Score, was_pv: bool| {
            let mut node = facts(&child, depth, beta + params::rfp_margin() * depth + above);
            (node.entry, node.was_pv) = (Some(known), was_pv);
            worker.prune_node(&node, window).is_some()
        };
        assert!(gives_up(0, false) && !gives_up(-1, false) && !gives_up(0, true));
    });
}

#[test]
fn nobody_passes_right_after_a_pass() {
    let game = Line::new(position(MIDDLEGAME));
    with_worker(&game, |worker, root| {
        let (child, _null) = worker.enter_null(root, 2);
        let window = Window { alpha: -1, beta: 0 };
        assert_eq!(worker.prune_node(&facts(&child, 12, 100), window), None);
        assert_eq!(worker.nodes, 1, "nothing has been searched");
    });
}

/// Returns true if a move with such a history, reduced by two plies, is not worth its search at a depth, where alpha is
/// so far above an even evaluation.
fn hopeless(fen: &str, m: (Square, Square), depth: i32, history: i32, alpha: Score) -> bool {
    let position = position(fen);
    let moves = position.legal_moves();
    let named = moves.iter().find(|known| (known.from(), known.to()) == m);
    let m = *named.expect("legal");
    let candidate = Candidate {
        m,
        quiet: !position.is_capture(m),
        history,
        number: 2,
        reduction: 2048,
    };
    let mut picker = MovePicker::new(Move::NONE, [Move::NONE; 2], None);
    facts(&position, depth, 0).is_hopeless(&candidate, &mut picker, alpha)
}

#[test]
fn a_quiet_move_with_a_bad_history_is_left_out_where_another_may_still_reach_alpha() {
    let reach = |plies| params::futility_base() + params::futility_margin() * plies;
    let ply = 1024 * 1024 / params::futility_history() + 1;
    let (fen, m) = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", (Square::E2, Square::E3));
    assert!(!hopeless(fen, m, 6, 0, reach(4) - 1));
    assert!(hopeless(fen, m, 6, 0, reach(4)));
    assert!(hopeless(fen, m, 6, -ply, reach(4) - 1));
    assert!(!hopeless(fen, m, 6, -ply, reach(3) - 1));
}

#[test]
fn a_capture_that_has_been_worth_much_may_lose_more() {
    // The rook takes a pawn that a pawn guards: 400 less.
    let (fen, m) = (
        "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1",
        (Square::D1, Square::D6),
    );
    let depth = 399 / params::see_noisy_margin();
    let missing = 400 - depth * params::see_noisy_margin();
    let enough = (missing + 1) * 1024 / params::see_history();
    assert!(enough < 16_384);
    assert!(hopeless(fen, m, depth, 0, 0));
    assert!(hopeless(fen, m, depth, -enough, 0));
    assert!(!hopeless(fen, m, depth, enough, 0));
}

#[test]
fn a_singular_test_knows_that_its_node_was_on_a_principal_variation() {
    let game = Line::new(position(MIDDLEGAME));
    with_worker(&game, |worker, root| {
        for was_pv in [true, false] {
            worker.frame(3).was_pv = was_pv;
            worker.frame(3).excluded = root.legal_moves()[0];
            let node = worker.look_up::<Other>(root, false, 5, 3, true);
            assert_eq!((node.was_pv, node.entry), (was_pv, None));
        }
    });
}

#[test]
fn near_the_fifty_move_rule_quiescence_believes_no_score_of_the_table() {
    for (halfmoves, believed) in [(89, true), (90, false)] {
        let fen = format!("4k2q/8/8/8/8/8/8/4K2R w - - {halfmoves} 90");
        with_worker(&Line::new(position(&fen)), |worker, root| {
            let entry = Entry {
                best: Move::NONE,
                score: -777,
                eval: 0,
                depth: 9,
                bound: Bound::Upper,
                was_pv: false,
            };
            worker.shared.table.store(root.key(), 2, entry);
            // The queen hangs, which the entry does not know.
            let score = worker.quiescence::<false>(root, -700, -699, 2);
            assert_eq!(score == -777, believed, "at {halfmoves}: {score}");
        });
    }
}

#[test]
fn quiescence_comes_to_an_end_among_sixteen_queens_a_side() {
    let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    with_worker(&Line::new(position(queens)), |worker, root| {
        for m in root.legal_moves() {
            let child = worker.enter(root, m, 0);
            worker.quiescence::<true>(&child, -score::INFINITE, score::INFINITE, 1);
            worker.leave();
        }
        assert!(worker.nodes < 200_000, "{} nodes", worker.nodes);
    });
}

#[test]
fn the_simple_machine_is_paid_for_a_check() {
    let mut searcher = Searcher::new(1).expect("1 MB");
    searcher.settings.eval = EvalKind::Material;
    let game = Line::new(position("k7/8/8/8/8/8/4P3/4K2R w - - 0 1"));
    let decision = searcher.go(&game, &Limits::to_depth(1), &Control::new(false), &|_| {});
    assert_eq!(decision.best, Some(find(game.position(), "h1h8")));
    // The material fades a little, as the fifty-move rule draws near.
    let paid = decision.score - 600;
    assert!((1..=material::CHECK_BONUS).contains(&paid), "{decision:?}");
}

#[test]
fn a_search_without_reports_decides_alike_and_a_searcher_that_forgot_like_a_new_one() {
    let limits = Limits {
        nodes: Some(5000),
        ..Limits::default()
    };
    let mut kept = [(); 2].map(|()| Searcher::new(1).expect("1 MB"));
    for fen in [
        MIDDLEGAME,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        MIDDLEGAME,
    ] {
        let mut game = Line::new(position(fen));
        for _ in 0..6 {
            let control = Control::new(false);
            let told = kept[0].go(&game, &limits, &control, &|_| {});
            let silent = kept[1].decide(&game, &limits, &Control::new(false));
            let facts = |decision: &Decision| {
                let Decision {
                    best,
                    score,
                    bound,
                    nodes,
                    depth,
                    ..
                } = *decision;
                (best, score, bound, nodes, depth)
            };
            assert_eq!(facts(&silent), facts(&told), "{fen}");
            game.play(told.best.expect("a move"));
        }
        kept.iter_mut().for_each(Searcher::new_game);
        let new = Searcher::new(1)
            .expect("1 MB")
            .decide(&game, &limits, &Control::new(false));
        let forgot = kept[1].decide(&game, &limits, &Control::new(false));
        assert_eq!((forgot.best, forgot.nodes), (new.best, new.nodes), "{fen}");
        kept.iter_mut().for_each(Searcher::new_game);
    }
}

#[test]
fn a_late_move_is_reduced_more_where_little_is_to_be_expected() {
    let root = position(MIDDLEGAME);
    let m = find(&root, "h2h3");
    let child = root.play(m);
    let candidate = Candidate {
        m,
        quiet: true,
        history: 0,
        number: 9,
        reduction: 3 * 1024,
    };
    let node = facts(&root, 12, 0);
    let depth = |node: &Node<'_>, cutoffs| node.reduced_depth(&candidate, &child, 11, cutoffs);
    let plain = depth(&node, 0);
    assert_eq!(depth(&node, 99), plain - 1, "cousins are cut off");
    let capture = Node {
        table_noisy: true,
        ..node
    };
    assert_eq!(depth(&capture, 0), plain - 1, "the table's move captures");
    let unsure = Node {
        correction: -90,
        ..node
    };
    assert!(depth(&unsure, 0) > plain, "the evaluation was off");
    let faded = Node { raw: 600, ..node };
    assert_eq!(
        depth(&faded, 0),
        plain,
        "the fifty-move counter says nothing of that"
    );
}

#[test]
fn a_node_looks_back_at_the_reduction_that_led_to_it() {
    let game = Line::new(position(MIDDLEGAME));
    with_worker(&game, |worker, root| {
        let child = worker.enter(root, find(root, "h2h3"), 2);
        let mut depth = |reduced, before, eval| {
            worker.frame(2).reduced = reduced;
            worker.frame(2).eval = before;
            let mut node = facts(&child, 6, eval);
            worker.look_back::<Other>(&mut node);
            node.depth
        };
        assert_eq!(depth(0, 30, -300), 6, "it was not reduced");
        assert_eq!(depth(3, 30, -30), 7, "the mover does no worse than before");
        assert_eq!(depth(2, 30, -30), 6);
        assert_eq!(depth(2, 120, 120), 5, "the mover has lost much");
        assert_eq!(
            depth(2, score::NONE, 120),
            6,
            "nothing is known of the node before"
        );
    });
}

#[test]
fn a_node_that_ends_by_its_evaluation_leaves_it_in_the_table() {
    let game = Line::new(position(MIDDLEGAME));
    with_worker(&game, |worker, root| {
        let child = worker.enter(root, find(root, "h2h3"), 2);
        assert_eq!(worker.shared.probe(&child, 3), None);
        let score = worker.quiescence::<false>(&child, -3000, -2999, 3);
        assert!(score > -2999);
        let entry = worker.shared.probe(&child, 3).expect("it is kept");
        assert_eq!((entry.bound, entry.best), (Bound::None, Move::NONE));
        assert_eq!(entry.eval, worker.evaluate(&child));
    });
}
