//! Random small positions for oracles, the same on every machine.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

/// Numbers that are the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// A random legal position of few pieces, the hunted king near the edge: half of all positions
/// then have something to find. Castling rights and en passant come up where the pieces allow.
pub fn random_position(random: &mut Random) -> Option<Chess> {
    let mut board = [None; 64];
    let mut put = |square: usize, piece: char| {
        if board[square].is_some() {
            return false;
        }
        board[square] = Some(piece);
        true
    };
    let corner = [
        0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31, 39, 47, 55, 56, 57, 58, 60, 62, 63,
    ];
    let white_turn = random.below(2) == 0;
    let swap = |c: char| match (white_turn, c.is_ascii_uppercase()) {
        (true, _) => c,
        (false, true) => c.to_ascii_lowercase(),
        (false, false) => c.to_ascii_uppercase(),
    };
    put(corner[random.below(corner.len())], swap('k'));
    let castler = random.below(8) == 0;
    let home = if white_turn { 0 } else { 56 };
    if castler {
        if !put(home + 4, swap('K')) || !put(home + [0, 7][random.below(2)], swap('R')) {
            return None;
        }
    } else if !put(random.below(64), swap('K')) {
        return None;
    }
    // Two pawns abreast on the rank where one may have to take the other in passing.
    if random.below(4) == 0 {
        let square = if white_turn { 32 } else { 24 } + random.below(7);
        let ours = random.below(2);
        put(square + ours, swap('P'));
        put(square + 1 - ours, swap('p'));
    }
    for _ in 0..2 + random.below(3) {
        let piece = ['Q', 'R', 'R', 'B', 'N', 'P', 'P'][random.below(7)];
        let square = if piece == 'P' {
            8 + random.below(48)
        } else {
            random.below(64)
        };
        put(square, swap(piece));
    }
    for _ in 0..random.below(4) {
        let piece = ['q', 'r', 'b', 'n', 'p', 'p', 'p'][random.below(7)];
        let square = if piece == 'p' {
            8 + random.below(48)
        } else {
            random.below(64)
        };
        put(square, swap(piece));
    }
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row = String::new();
        for file in 0..8 {
            match board[rank * 8 + file] {
                Some(piece) => row.push(piece),
                None => row.push('1'),
            }
        }
        rows.push(row);
    }
    let turn = if white_turn { 'w' } else { 'b' };
    let castling = match (castler, white_turn) {
        (false, _) => "-",
        (true, true) => {
            if board[home] == Some('R') {
                "Q"
            } else {
                "K"
            }
        }
        (true, false) => {
            if board[home] == Some('r') {
                "q"
            } else {
                "k"
            }
        }
    };
    // A double step of the side that waits may have been the last move.
    let mut ep = "-".to_owned();
    let (pawn_rank, pawn, step) = if white_turn {
        (4, 'p', 8i32)
    } else {
        (3, 'P', -8)
    };
    for file in 0..8 {
        let square = pawn_rank * 8 + file;
        let passed = (square as i32 + step) as usize;
        let origin = (square as i32 + 2 * step) as usize;
        let free = board[passed].is_none() && board[origin].is_none();
        if board[square] == Some(pawn) && free && random.below(4) > 0 {
            let file = (b'a' + file as u8) as char;
            ep = format!("{file}{}", passed / 8 + 1);
        }
    }
    let fen = format!("{} {turn} {castling} {ep} 0 1", rows.join("/"));
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

pub fn fen_of(p: &Chess) -> String {
    Fen::from_position(p, EnPassantMode::Legal).to_string()
}
