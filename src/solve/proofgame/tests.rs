//! Tests of what men need, on random games.

use super::*;
use crate::chance::Chance;
use games::chess::START_FEN;

fn position(fen: &str) -> Position {
    Position::from_fen(fen, false).expect(fen)
}

/// Start positions: the usual one, pawns about to be promoted, castling and en passant soon, few men.
const STARTS: [&str; 4] = [
    START_FEN,
    "r3k2r/PPPp1p2/8/4P3/4p3/8/pppP1P2/R3K2R w KQkq - 0 1",
    "4k3/1P1p4/8/2P5/5p2/8/4P1p1/R3K2R w KQ - 0 1",
    "k7/pp6/8/8/8/8/6PP/1N2B2K w - - 0 1",
];

#[test]
fn no_game_that_was_played_is_called_impossible() {
    let mut chance = Chance::new(48);
    let (mut tight, mut all) = (0, 0);
    for game in 0..600 {
        let start = position(STARTS[game % STARTS.len()]);
        let mut line = vec![start];
        let mut moves = Vec::new();
        for _ in 0..6 + game % 31 {
            let p = line[line.len() - 1];
            let legal = p.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = chance.of(&legal);
            moves.push(m);
            line.push(p.play(m));
        }
        let end = line[line.len() - 1];
        let plan = Plan::new(&start, &end);
        assert!(plan.is_reached(&end));
        for (index, p) in line.iter().enumerate() {
            let left = moves.len() - index;
            let shown = || format!("{} to {} in {left}", p.fen(), end.fen());
            assert!(plan.allows(p, left as u32), "{}", shown());
            if let Some(&m) = moves.get(index) {
                assert!(!plan.forbids(m), "{m:?} {}", shown());
            }
            all += 1;
            tight += usize::from(left >= 2 && !plan.allows(p, left as u32 - 2));
        }
    }
    // Lines of random moves waste few of them.
    assert!(tight * 4 > all, "{tight} of {all}");
}

/// The least number of half-moves that a plan allows from the initial position.
fn least(goal: &str) -> Option<u32> {
    let (start, goal) = (Position::start(), position(goal));
    let plan = Plan::new(&start, &goal);
    let odd = u32::from(goal.turn().is_black());
    (0..20)
        .map(|n| 2 * n + odd)
        .find(|&n| plan.allows(&start, n))
}

#[test]
fn moves_are_counted_past_men_that_stay_and_for_all_men_together() {
    assert_eq!(least(START_FEN), Some(0));
    // Castling moves two men at once.
    let castled = "rnbqk1nr/ppppbppp/8/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 0 1";
    assert_eq!(least(castled), Some(7));
    // A pawn that goes to another file needs something to take.
    let doubled = "rnbqkb1r/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(least(doubled), Some(2));
    let nothing_taken = "rnbqkbnr/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(least(nothing_taken), None);
    // The bishop cannot leave between its pawns.
    let outside = "rnbqkbnr/pppppppp/8/8/5B2/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1";
    assert_eq!(least(outside), None);
}

#[test]
fn men_that_are_shut_in_stay() {
    let start = Position::start();
    let goal = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let fixed = Plan::new(&start, &goal).ways.fixed;
    // King and queen might change places.
    let ranks =
        Bitboard::from_rank(shakmaty::Rank::Second) | Bitboard::from_rank(shakmaty::Rank::Seventh);
    let shut_in = [Square::C1, Square::F1, Square::C8, Square::F8];
    let shut_in: Bitboard = shut_in.into_iter().collect();
    assert_eq!(fixed, ranks | shut_in);
    // With a right to castle king and rook stay, and so does the queen beside the king.
    let with_right = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Q - 0 1");
    let more = Bitboard::from_square(Square::A1) | Square::E1 | Square::D1;
    assert_eq!(
        Plan::new(&start, &with_right).ways.fixed,
        ranks | shut_in | more
    );
}
