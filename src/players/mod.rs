//! Whoever chooses a move.
//!
//! [`ChessEngine`] is the full chess searcher with its opening book; [`kamisado`] has the player
//! that proves its moves.

mod book;
mod chess_engine;
pub mod kamisado;
mod lag;

pub use book::{Book, BookError};
pub use chess_engine::{ChessEngine, MAX_ELO, MIN_ELO};
