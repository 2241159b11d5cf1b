//! Static exchange evaluation against a second implementation that shares nothing with it: a
//! mailbox, attackers found by walking, captures played on a copy of the board, values from a
//! recursion instead of a threshold.
//!
//! Both leave pins and promotions inside the exchange out. Of several attackers of the same role
//! the one on the lowest square captures first, which matters where one of them hides another
//! piece.

use games::chess::{
    Color, Move, MoveKind, Piece, Position, Role, START_FEN, Square, exchange_value,
};
use oracles::starts::{ODD, ODD_960, random_board};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

type Board = [Option<Piece>; 64];

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

/// The square `file` files and `rank` ranks on, if it is on the board.
fn step(square: usize, (file, rank): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + file, square as i32 / 8 + rank);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn attacks(board: &Board, from: usize, target: usize) -> bool {
    let Some(piece) = board[from] else {
        return false;
    };
    let leaps = |steps: &[(i32, i32)]| steps.iter().any(|s| step(from, *s) == Some(target));
    let slides = |steps: &[(i32, i32)]| {
        steps.iter().any(|direction| {
            let mut square = from;
            while let Some(next) = step(square, *direction) {
                if next == target {
                    return true;
                }
                if board[next].is_some() {
                    return false;
                }
                square = next;
            }
            false
        })
    };
    let forward = if piece.color.is_white() { 1 } else { -1 };
    match piece.role {
        Role::Pawn => leaps(&[(-1, forward), (1, forward)]),
        Role::Knight => leaps(&LEAPS),
        Role::King => leaps(&STRAIGHT) || leaps(&DIAGONAL),
        Role::Bishop => slides(&DIAGONAL),
        Role::Rook => slides(&STRAIGHT),
        Role::Queen => slides(&DIAGONAL) || slides(&STRAIGHT),
    }
}

/// The least valuable piece of a colour that attacks a square, the lowest of them.
fn least_attacker(board: &Board, color: Color, target: usize) -> Option<usize> {
    let ours = |from: &usize| board[*from].is_some_and(|piece| piece.color == color);
    (0..64)
        .filter(|from| ours(from) && attacks(board, *from, target))
        .min_by_key(|from| board[*from].map(|piece| piece.role))
}

/// What `color` gains at best by capturing on `target`, or by leaving it alone.
fn recapture(board: &Board, color: Color, target: usize) -> i32 {
    let Some(from) = least_attacker(board, color, target) else {
        return 0;
    };
    let prey = board[target].map_or(0, |piece| exchange_value(piece.role));
    let mut next = *board;
    next[target] = next[from].take();
    let king = board[from].is_some_and(|piece| piece.role == Role::King);
    if king && least_attacker(&next, color.other(), target).is_some() {
        return 0;
    }
    (prey - recapture(&next, color.other(), target)).max(0)
}

/// What a legal move gains once everybody has recaptured as long as it pays.
fn slow_exchange(position: &Position, m: Move) -> i32 {
    let mut board: Board = [None; 64];
    for square in Square::ALL {
        board[square as usize] = position.piece_at(square);
    }
    let (from, to) = (m.from() as usize, m.to() as usize);
    let mut gain = board[to].map_or(0, |piece| exchange_value(piece.role));
    match m.kind() {
        MoveKind::Castle => return 0,
        MoveKind::EnPassant => {
            gain = exchange_value(Role::Pawn);
            board[from / 8 * 8 + to % 8] = None;
        }
        MoveKind::Promotion(role) => {
            gain += exchange_value(role) - exchange_value(Role::Pawn);
            board[from] = Some(role.of(position.turn()));
        }
        MoveKind::Normal => {}
    }
    board[to] = board[from].take();
    gain - recapture(&board, position.turn().other(), to)
}

/// Asks for the exact value, its neighbours, and thresholds all over the range.
fn check(position: &Position, rng: &mut Xoshiro256PlusPlus) -> usize {
    let moves = position.legal_moves();
    for m in &moves {
        let value = slow_exchange(position, *m);
        let anywhere = rng.random_range(-2500..2500);
        for threshold in [value, value + 1, value - 1, 0, 1, anywhere, -30_000, 30_000] {
            let says = position.see_at_least(*m, threshold);
            let fen = position.fen();
            assert_eq!(
                says,
                value >= threshold,
                "{m:?} is worth {value}, asked for {threshold}, in FEN {fen}"
            );
        }
    }
    moves.len()
}

#[test]
fn exchanges_are_worth_what_the_slow_recursion_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut asked = 0;
    for (fens, chess960) in [
        (&ODD[..], false),
        (&ODD_960[..], true),
        (&[START_FEN], false),
    ] {
        for fen in fens {
            for _ in 0..4 {
                let mut position = Position::from_fen(fen, chess960).expect(fen);
                for _ in 0..40 {
                    asked += check(&position, &mut rng);
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[rng.random_range(0..moves.len())]);
                }
            }
        }
    }
    for board in 0..2000 {
        let fen = random_board(&mut rng, [6, 20, 50][board % 3]);
        asked += check(&Position::from_fen(&fen, true).expect(&fen), &mut rng);
    }
    assert!(asked > 50_000, "only {asked} moves were asked about");
}

#[test]
fn textbook_exchanges_have_their_known_values() {
    let (pawn, knight) = (exchange_value(Role::Pawn), exchange_value(Role::Knight));
    let (rook, queen) = (exchange_value(Role::Rook), exchange_value(Role::Queen));
    for (fen, text, value) in [
        // chessprogramming.org's two examples: a pawn for nothing, and a knight for a pawn.
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            pawn,
        ),
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            pawn - knight,
        ),
        // The king may take what nobody defends, and not what a rook behind the rook defends.
        ("8/8/4r3/4k3/4R3/8/8/K7 b - - 0 1", "e5e4", rook),
        ("4r3/8/8/2K1r3/8/5N2/8/7k w - - 0 1", "f3e5", rook - knight),
        // En passant, then recaptured; a promotion that is taken; a quiet move into a pawn.
        ("4k3/2p5/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", pawn),
        ("4k3/5p2/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 0),
        ("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -pawn),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", queen - pawn),
        ("4k3/8/3p4/8/2N5/8/8/4K3 w - - 0 1", "c4e5", -knight),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    ] {
        let position = Position::from_fen(fen, false).expect(fen);
        let m = position.parse_move(text).expect(text);
        assert_eq!(
            slow_exchange(&position, m),
            value,
            "the oracle on {text} in {fen}"
        );
        assert!(position.see_at_least(m, value), "{text} in {fen}");
        assert!(!position.see_at_least(m, value + 1), "{text} in {fen}");
    }
}
