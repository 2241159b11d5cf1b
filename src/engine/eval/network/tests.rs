//! Tests of properties that hold for every network: on one with random weights, and on the one that is part of the
//! program.

use super::*;
use games::chess::{Move, MoveKind, Role, Square};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// The hash of the embedded file. It changes with every network; the lab book in `book/` tells of each.
const EMBEDDED_HASH: u64 = 0x7dac_4cc8_9eea_ce89;

fn random_weights(hidden: usize, king_buckets: usize, buckets: usize) -> Weights {
    let mut rng = StdRng::seed_from_u64(hidden as u64);
    let mut weights = Weights::zero(hidden, king_buckets, buckets, 400);
    let first = weights.first.iter_mut().chain(&mut weights.first_bias);
    first.for_each(|weight| *weight = rng.random_range(-90..=90));
    let output = weights.output.iter_mut();
    output.for_each(|weight| *weight = rng.random_range(-60..=60));
    let bias = weights.output_bias.iter_mut();
    bias.for_each(|bias| *bias = rng.random_range(-9000..=9000));
    weights
}

fn networks() -> Vec<Arc<Network>> {
    let random = [(64, 1, 1), (128, 4, 8), (256, 2, 1)];
    let random = random.map(|(hidden, king_buckets, buckets)| {
        Arc::new(Network::new(&random_weights(hidden, king_buckets, buckets)))
    });
    random
        .into_iter()
        .chain([Network::embedded().clone()])
        .collect()
}

/// Start positions of ordinary chess and of Chess960, and some where castling, en passant and promotion are near.
fn starts() -> Vec<Position> {
    let ordinary = [
        games::chess::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];
    let chess960 = [
        "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
        "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1",
        "1r3k1r/8/8/8/8/8/8/1R3K1R b KQkq - 0 1",
    ];
    let read = |chess960| move |fen: &str| Position::from_fen(fen, chess960).expect("legal");
    let ordinary = ordinary.into_iter().map(read(false));
    ordinary
        .chain(chess960.into_iter().map(read(true)))
        .collect()
}

/// Castling, en passant and promotions first, so that random games have them often.
fn choose(position: &Position, rng: &mut StdRng) -> Option<Move> {
    let moves = position.legal_moves();
    let special: Vec<Move> = moves
        .iter()
        .filter(|m| m.kind() != MoveKind::Normal)
        .copied()
        .collect();
    if !special.is_empty() && rng.random_bool(0.5) {
        return Some(special[rng.random_range(0..special.len())]);
    }
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
}

/// Positions along random games, each with the move made there.
fn random_positions(count: usize) -> Vec<Position> {
    let mut rng = StdRng::seed_from_u64(5);
    let mut found = Vec::new();
    for start in starts().iter().cycle() {
        let mut position = *start;
        for _ in 0..60 {
            found.push(position);
            let Some(m) = choose(&position, &mut rng) else {
                break;
            };
            position = position.play(m);
        }
        if found.len() >= count {
            break;
        }
    }
    found
}

#[test]
fn incremental_is_from_scratch_along_random_games_with_every_kind_of_move() {
    let mut rng = StdRng::seed_from_u64(3);
    for network in networks() {
        let mut kinds = HashSet::new();
        let mut accumulators = Accumulators::new(network.clone(), 8);
        for game in 0..24 {
            let starts = starts();
            let mut line = vec![starts[game % starts.len()]];
            accumulators.reset();
            for _ in 0..120 {
                let position = *line.last().expect("never empty");
                // Not at every ply, so that several moves wait; and back again, as a search goes.
                if rng.random_bool(0.6) {
                    let expected = network.evaluate(&position);
                    assert_eq!(accumulators.evaluate(&position), expected, "{position:?}");
                }
                if line.len() > 3 && rng.random_bool(0.2) {
                    for _ in 0..rng.random_range(1..=3) {
                        line.pop();
                        accumulators.pop();
                    }
                    continue;
                }
                if !position.in_check() && rng.random_bool(0.1) {
                    accumulators.push_null();
                    line.push(position.pass());
                    kinds.insert("null".to_owned());
                    continue;
                }
                let Some(m) = choose(&position, &mut rng) else {
                    break;
                };
                kinds.insert(match m.kind() {
                    MoveKind::Promotion(_) if position.is_capture(m) => {
                        "capture and promotion".to_owned()
                    }
                    MoveKind::Promotion(_) => "promotion".to_owned(),
                    MoveKind::Castle => format!("castling, 960 {}", position.is_chess960()),
                    kind => format!("{kind:?}, capture {}", position.is_capture(m)),
                });
                accumulators.push(&position, m);
                line.push(position.play(m));
            }
        }
        assert_eq!(kinds.len(), 8, "{kinds:?}");
    }
}

#[test]
fn every_instruction_set_gives_the_same_evaluation() {
    let weights = Weights::from_bytes(EMBEDDED).expect("the embedded network");
    let here = Isa::ALL.into_iter().filter(|isa| isa.is_here());
    let networks: Vec<Network> = here
        .map(|isa| Network::with_isa(&weights, isa).expect("is here"))
        .collect();
    for position in random_positions(500) {
        let scores: HashSet<i32> = networks.iter().map(|n| n.evaluate(&position)).collect();
        assert_eq!(scores.len(), 1, "{position:?}");
    }
}

/// The pieces after a change to each of their squares, and to their colours if wanted; castling rights and
/// en passant, which no network sees, are dropped.
fn transformed(position: &Position, square: impl Fn(usize) -> usize, flip: bool) -> Position {
    let mut board = [[None; 8]; 8];
    for from in position.occupied() {
        let piece = position.piece_at(from).expect("occupied");
        let color = if flip {
            piece.color.other()
        } else {
            piece.color
        };
        let to = square(from as usize);
        board[to / 8][to % 8] = Some(piece.role.of(color).char());
    }
    let ranks = board.iter().rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for piece in rank.iter().chain([&Some('/')]) {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(*piece);
                }
            }
        }
        text.pop();
        text
    });
    let turn = if flip {
        position.turn().other()
    } else {
        position.turn()
    };
    let fen = format!(
        "{} {} - - 0 1",
        ranks.collect::<Vec<_>>().join("/"),
        turn.char()
    );
    Position::from_fen(&fen, false).expect(&fen)
}

#[test]
fn colours_exchanged_or_left_and_right_the_mover_has_the_same() {
    for network in networks() {
        for position in random_positions(300) {
            let score = network.evaluate(&position);
            let flipped = transformed(&position, |square| square ^ 56, true);
            assert_eq!(network.evaluate(&flipped), score, "{position:?}");
            let mirrored = transformed(&position, |square| square ^ 7, false);
            assert_eq!(network.evaluate(&mirrored), score, "{position:?}");
        }
    }
}

#[test]
fn a_board_full_of_pieces_overflows_nothing() {
    let mut weights = Weights::zero(32, 1, 1, 400);
    weights.first.fill(MAX_FIRST);
    weights.first_bias.fill(MAX_FIRST);
    weights.output.fill(100);
    let network = Network::new(&weights);
    let fen = "kQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1";
    let Ok(position) = Position::from_fen(fen, false) else {
        // The side that has moved stands in check; the same without that.
        let pieces: Codes = Square::ALL
            .map(|at| Code::new(Color::White, Role::Queen, at))
            .into();
        let score = network.evaluate_pieces(&Position::start(), &pieces);
        assert_eq!(score, 400 * 64 * 100 / 64);
        return;
    };
    assert_eq!(network.evaluate(&position), 400 * 64 * 100 / 64);
}

#[test]
fn buckets_share_the_numbers_of_pieces() {
    assert!((0..=64).all(|pieces| bucket(pieces, 1) == 0));
    let buckets: Vec<usize> = (2..=32).map(|pieces| bucket(pieces, 8)).collect();
    assert!(buckets.is_sorted());
    assert_eq!((buckets[0], buckets[30]), (0, 7));
    for wanted in 0..8 {
        let share = buckets.iter().filter(|bucket| **bucket == wanted).count();
        assert!((3..=5).contains(&share), "bucket {wanted}: {share}");
    }
}

#[test]
fn without_its_queen_a_side_is_lost_and_its_opponent_has_won() {
    let network = Network::embedded();
    for fen in [
        games::chess::START_FEN,
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10",
    ] {
        let position = Position::from_fen(fen, false).expect("legal");
        let before = network.evaluate(&position);
        assert!(before.abs() < 200, "{fen}: {before}");
        for color in Color::ALL {
            let queen = position
                .pieces(color, Role::Queen)
                .first()
                .expect("a queen");
            let after = network.evaluate(&position.without(queen).expect("no king"));
            let loss = if color == position.turn() {
                before - after
            } else {
                after - before
            };
            assert!(
                (400..3000).contains(&loss),
                "{fen} without {color:?}: {before} to {after}"
            );
            let sign = if color == position.turn() { -1 } else { 1 };
            assert_eq!(after.signum(), sign, "{fen} without {color:?}");
        }
    }
}

#[test]
fn the_embedded_file_is_the_one_that_the_lab_book_tells_of() {
    let network = Network::embedded();
    assert!(EMBEDDED.len() < 4_000_000);
    assert_eq!(network.hash(), EMBEDDED_HASH, "{:#018x}", network.hash());
    let weights = Weights::from_bytes(EMBEDDED).expect("undamaged");
    assert_eq!(weights.hash(), EMBEDDED_HASH);
}
