//! Positions to begin from: ordinary, Chess960, composed, and random boards.

use games::chess::Position;
use rand::{Rng, RngExt};
use shakmaty::fen::Fen;
use shakmaty::{Board, Castles, CastlingMode, Chess, FromSetup, PositionError, Setup};

/// Positions chosen because rules meet in them: pins on en passant, castling through every kind
/// of obstacle, promotions with capture, double checks, endgames near mate and stalemate, odd
/// material, the fifty-move counter about to run out.
pub const ODD: [&str; 30] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
    "8/8/8/8/8/3k4/3p4/3K4 w - - 3 70",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 90 80",
    "8/8/8/8/8/k7/8/KQ6 w - - 0 1",
    "8/8/8/4k3/8/8/8/R3K3 w Q - 96 60",
    "8/8/2k5/8/8/3BK3/8/8 w - - 0 1",
    "8/4b3/2k5/8/8/3BK3/4P3/8 w - - 0 1",
    "5bk1/6p1/8/8/8/8/1P6/1KB5 w - - 0 1",
    "k7/8/1n6/8/8/6N1/8/7K w - - 0 1",
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1",
    "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
    "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1",
    "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
];

/// Castling rights that only Chess960 has, and some that lie between rooks.
pub const ODD_960: [&str; 10] = [
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
    "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1",
    "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1",
    "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
    "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w Q - 0 1",
    "4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1",
    "1r2k2r/8/8/8/8/8/8/RRR1K2R w CHbh - 0 1",
    "1rk4r/pp4pp/8/8/8/8/PP4PP/1RK4R w KQkq - 0 1",
];

/// A start position by its Scharnagl numbers (0 to 959) for each side; equal numbers make ordinary
/// Chess960, 518 the usual start, different ones "double" Chess960.
pub fn chess960(white: u32, black: u32) -> String {
    let home = |number: u32| {
        let board = Board::chess960(number).to_string();
        board.rsplit('/').next().unwrap_or_default().to_owned()
    };
    let (white, black) = (home(white), home(black).to_lowercase());
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// Kings and up to `most` other pieces on random squares, with random rights and counters, such
/// that the FEN reader accepts it. Half of them with a pawn that has just moved two squares past
/// another.
pub fn random_board(rng: &mut impl Rng, most: usize) -> String {
    loop {
        let mut board = [b'1'; 64];
        let mut below = |n: usize| rng.random_range(0..n);
        board[below(64)] = b'K';
        board[below(64)] = b'k';
        for _ in 0..=below(most) {
            let (piece, square) = (b"PPPPNBRQppppnbrq"[below(16)], below(64));
            let misplaced = piece.eq_ignore_ascii_case(&b'p') && !(8..56).contains(&square);
            if board[square] == b'1' && !misplaced {
                board[square] = piece;
            }
        }
        // Squares count from a8, as the FEN does.
        let white = below(2) == 0;
        let (turn, file) = (if white { 'w' } else { 'b' }, below(7));
        let mut ep = "-".to_owned();
        if below(2) == 0 {
            let (origin, step, ours, theirs) = if white {
                (8 + file, 8, b'P', b'p')
            } else {
                (48 + file, -8, b'p', b'P')
            };
            let square = |steps: isize| origin.wrapping_add_signed(step * steps);
            let scene = [
                (square(0), b'1'),
                (square(1), b'1'),
                (square(2), theirs),
                (square(2) + 1, ours),
            ];
            for (square, piece) in scene {
                // Now and then something is amiss, and the en-passant square is unusable.
                if below(8) > 0 {
                    board[square] = piece;
                }
            }
            let (file, rank) = ((b'a' + file as u8) as char, if white { 6 } else { 3 });
            ep = format!("{file}{rank}");
        }
        let ranks: Vec<_> = board.chunks(8).map(String::from_utf8_lossy).collect();
        let fen = format!("{} {turn} KQkq {ep} {} 50", ranks.join("/"), below(110));
        let fen = with_usable_rights(&fen);
        if Position::from_fen(&fen, true).is_ok() {
            return fen;
        }
    }
}

/// The same FEN as it is usually written, with those of its castling rights that a king and a rook
/// can have.
pub fn with_usable_rights(fen: &str) -> String {
    let mut setup = Fen::from_ascii(fen.as_bytes()).expect(fen).into_setup();
    let (Ok(castles) | Err(castles)) = Castles::from_setup(&setup, CastlingMode::Chess960);
    setup.castling_rights = castles.castling_rights();
    Fen::try_from_setup(setup).expect(fen).to_string()
}

/// shakmaty's own reading of a FEN, made to overlook the same oddities as ours.
pub fn shakmaty_reads(fen: &str, chess960: bool) -> Result<Chess, String> {
    let setup = Fen::from_ascii(fen.as_bytes())
        .map_err(|error| format!("{fen}: {error}"))?
        .into_setup();
    shakmaty_accepts(setup, CastlingMode::from_chess960(chess960))
        .map_err(|error| format!("shakmaty on FEN {fen}: {error}"))
}

/// shakmaty's position, whatever it may find improbable about it.
pub fn shakmaty_accepts(setup: Setup, mode: CastlingMode) -> Result<Chess, String> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .map_err(|error| error.to_string())
}
