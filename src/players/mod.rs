//! Whoever chooses a move.
//!
//! So far one player: [`ChessEngine`], the full searcher with its opening book.

mod book;
mod chess_engine;
mod lag;

pub use book::{Book, BookError};
pub use chess_engine::{ChessEngine, MAX_ELO, MIN_ELO};
