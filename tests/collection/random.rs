//! Random positions, for tests and benchmarks that need many.

use games::chess::Position;
use rand::RngExt;
use rand::rngs::StdRng;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Setup, Square};

/// A legal position of both kings and 1 to 12 other men, without castling rights.
pub fn position(random: &mut StdRng) -> Position {
    loop {
        if let Ok(position) = Position::from_setup(&setup(random), false) {
            return position;
        }
    }
}

fn setup(random: &mut StdRng) -> Setup {
    let mut board = Board::empty();
    let others = random.random_range(1..=12);
    for i in 0..others + 2 {
        let color = Color::from_white(if i < 2 { i == 0 } else { random.random() });
        let role = match i {
            0 | 1 => Role::King,
            _ => Role::ALL[random.random_range(0..5)],
        };
        let (low, high) = match role {
            Role::Pawn => (8, 56),
            _ => (0, 64),
        };
        let square = Square::new(random.random_range(low..high));
        // An occupied square stays as it is; without a king there is no position.
        if (board.occupied() & Bitboard::from(square)).is_empty() {
            board.set_piece_at(square, Piece { color, role });
        }
    }
    Setup {
        board,
        turn: Color::from_white(random.random()),
        ..Setup::empty()
    }
}
