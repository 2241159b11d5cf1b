//! A position drawn at the terminal, as games are.

use crate::cli::play::board::{Style, draw};
use games::chess::Position;
use games::{Line, Words};

/// The board with its coordinates; ends with a line's end.
pub(in crate::cli) fn drawn(position: &Position, style: Style) -> String {
    draw(&Words::board(&Line::new(*position)), style, &[])
}
