//! The fairy board without conditions is that of chess.

use super::{Board, Condition, Conditions, Subject};
use crate::stipulation::{Extent, Inquiry, Progress, Solver};
use games::chess::Position;

fn board(fen: &str, conditions: &[Condition]) -> Board {
    let p = Position::from_fen(fen, false).expect(fen);
    Board::of(&p.to_setup(), conditions.iter().copied().collect())
}

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = board.legal_moves().into_iter();
    match depth {
        1 => moves.len() as u64,
        _ => moves.map(|m| perft(&board.play(m), depth - 1)).sum(),
    }
}

/// Castling through, out of and into check, all promotions, en passant with pins.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

#[test]
fn without_conditions_there_are_as_many_games_as_in_chess() {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    for fen in POSITIONS {
        let parsed: Fen = fen.parse().expect(fen);
        let chess: Chess = parsed.into_position(CastlingMode::Standard).expect(fen);
        let depth = 3;
        assert_eq!(
            perft(&board(fen, &[]), depth),
            shakmaty::perft(&chess, depth),
            "{fen}"
        );
    }
}

#[test]
fn without_conditions_the_solutions_are_those_of_the_fast_solver() {
    let mut solver = Solver::new(4).expect("memory");
    let mut solutions = 0;
    for (asked, fen) in [
        ("h#2", "8/5Nb1/4K3/8/R1p3k1/8/8/7B b - - 0 1"),
        ("h=2", "8/8/8/8/8/1k6/p7/K6Q b - - 0 1"),
        ("h#1.5", "7k/5K2/8/8/8/8/8/6R1 w - - 0 1"),
        ("#2", "8/8/8/8/8/1K6/7R/k7 w - - 0 1"),
        ("s#2", "8/8/8/8/8/5k2/7r/6QK w - - 0 1"),
        ("r#2", "8/8/8/8/8/5k2/7r/6QK w - - 0 1"),
        ("semi-r#2", "8/8/8/8/8/5k2/7r/6QK w - - 0 1"),
        ("ser-#3", "k7/8/8/2K5/8/8/8/7R w - - 0 1"),
        ("ser-h#3", "8/8/8/8/8/2k5/8/K6Q b - - 0 1"),
        ("ser-s#3", "8/8/8/8/8/5k2/7r/6QK w - - 0 1"),
        ("ser-r#3", "8/8/8/8/8/5k2/7r/6QK w - - 0 1"),
    ] {
        let p = Position::from_fen(fen, false).expect(fen);
        let mut inquiry = Inquiry::new(asked.parse().expect(asked));
        inquiry.set_play =
            inquiry.stipulation.set_play().is_some() || inquiry.stipulation.is_battle();
        if inquiry.stipulation.is_battle() {
            (inquiry.threats, inquiry.variations, inquiry.tries) = (true, true, 2);
        }
        let subjects = [Subject::Chess(p), Subject::Fairy(Box::new(board(fen, &[])))];
        let [mut fast, mut slow] = subjects.map(|subject| {
            let outcome = solver.solve_any(&subject, &inquiry, None, |_| {});
            outcome.summaries.into_iter().next().expect("a part")
        });
        for summary in [&mut fast, &mut slow] {
            for texts in [
                &mut summary.texts,
                &mut summary.set_texts,
                &mut summary.tries,
            ] {
                texts.sort();
            }
            // Its order is that of the moves.
            let mut lines: Vec<&str> = summary.tree.lines().collect();
            lines.sort();
            summary.tree = lines.join("\n");
        }
        assert_eq!(fast, slow, "{asked} {fen}");
        solutions += fast.count;
    }
    assert!(solutions > 20, "{solutions}");
}

/// Rows of conditions, position, a move as Popeye 4.104 writes it.
#[test]
fn a_move_is_written_with_its_effects_as_popeye_writes_them() {
    let fen = "5n2/6P1/2r5/3p3k/1N6/2p5/3P4/3K4 w - - 0 1";
    for (condition, text) in [
        (Condition::Circe, "d2*c3[+bPc7]"),
        (Condition::Circe, "Sb4*c6[+bRa8]"),
        (Condition::Circe, "g7*f8=Q[+bSb8]"),
        (Condition::AntiCirce, "d2*c3[wPc3->c2]"),
        (Condition::AntiCirce, "Sb4*d5[wSd5->b1]"),
        (Condition::AntiCirce, "g7*f8=R[wRf8->a1]"),
        (Condition::Andernach, "Sb4*d5=b"),
        (Condition::Andernach, "g7*f8=Q=b"),
        (Condition::TakeAndMake, "d2*c3-c2"),
        (Condition::TakeAndMake, "Sb4*c6-f6"),
        (Condition::TakeAndMake, "g7*f8-d7"),
    ] {
        let board = board(fen, &[condition]);
        let moves = board.legal_moves().into_iter();
        let texts: Vec<String> = moves.map(|m| board.text(m)).collect();
        assert!(texts.iter().any(|one| one == text), "{text}: {texts:?}");
    }
    // On its square of the initial array stands a king.
    let anti = board(fen, &[Condition::AntiCirce]);
    let queens = anti.legal_moves().into_iter().map(|m| anti.text(m));
    assert_eq!(queens.filter(|text| text.starts_with("g7*f8=Q")).count(), 0);
}

#[test]
fn a_longest_mover_has_only_its_longest_moves() {
    let fen = "8/8/8/6k1/8/8/8/K6Q w - - 0 1";
    let all = board(fen, &[]).legal_moves().len();
    let board = board(fen, &[Condition::WhiteMaximummer]);
    let texts: Vec<String> = board
        .legal_moves()
        .into_iter()
        .map(|m| board.text(m))
        .collect();
    assert_eq!(texts, ["Qh1-a8"]);
    assert!(all > 20);
    assert!(Conditions::default().is_empty());
}

/// Position without conditions, condition, stipulation.
const SHARED: [(&str, Condition, &str); 6] = [
    (
        "8/8/3k4/8/2p5/1P3K2/8/7R b - - 0 1",
        Condition::Circe,
        "h#2",
    ),
    ("8/8/8/8/8/1k6/p7/K6Q b - - 0 1", Condition::Madrasi, "h=2"),
    ("8/8/8/8/8/5k2/7r/6QK w - - 0 1", Condition::Koeko, "hs#2"),
    (
        "7k/5K2/8/8/8/8/8/6R1 w - - 0 1",
        Condition::AntiCirce,
        "pser-#2",
    ),
    (
        "k7/2p5/1K6/8/8/8/8/7R w - - 0 1",
        Condition::TakeAndMake,
        "#2",
    ),
    ("8/8/8/8/8/5k2/7r/6QK w - - 0 1", Condition::Isardam, "r#2"),
];

fn on_threads(threads: usize, inquiry: &Inquiry, subject: &Subject) -> super::Outcome {
    let solver = Solver::new(4).expect("memory");
    solver
        .on_threads(threads)
        .solve_any(subject, inquiry, None, |_| {})
}

#[test]
fn several_threads_find_the_same_solutions_in_the_same_order() {
    let mut solutions = 0;
    for (fen, condition, asked) in SHARED {
        let subject = Subject::Fairy(Box::new(board(fen, &[condition])));
        let mut inquiry = Inquiry::new(asked.parse().expect(asked));
        for most in [None, Some(2)] {
            inquiry.most = most;
            let [one, three] =
                [1, 3].map(|threads| on_threads(threads, &inquiry, &subject).summaries);
            assert_eq!(one, three, "{asked} {fen}");
            solutions += one[0].count;
        }
    }
    assert!(solutions > 20, "{solutions}");
}

#[test]
fn a_search_that_is_cut_short_on_several_threads_says_so_and_tells_how_far_it_is() {
    let (fen, condition, asked) = SHARED[0];
    let subject = Subject::Fairy(Box::new(board(fen, &[condition])));
    let mut inquiry = Inquiry::new(asked.parse().expect(asked));
    inquiry.nodes = Some(100);
    let cut = on_threads(3, &inquiry, &subject);
    assert_eq!(cut.summaries[0].extent, Extent::Stopped);
    assert_eq!(cut.record.parts[0].incomplete, Some("limits"));
    inquiry.nodes = None;
    let (mut last, mut pairs) = (0, 0);
    let solver = Solver::new(4).expect("memory");
    let mut hear = |progress| {
        if let Progress::Done { done, of, .. } = progress {
            assert!((last..=of).contains(&done));
            (last, pairs) = (done, of);
        }
    };
    solver
        .on_threads(3)
        .solve_any(&subject, &inquiry, None, &mut hear);
    let firsts = board(fen, &[condition]).legal_moves().len();
    assert!(last == pairs && pairs > 2 * firsts, "{last} of {pairs}");
}
