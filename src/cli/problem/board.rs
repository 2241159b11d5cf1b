//! Drawing of a chess position at the terminal, in the same way as games are drawn.

use crate::cli::play::board::{Style, draw};
use games::chess::Position;
use games::{Line, Words};

/// Returns the board with its coordinates; the text ends with a newline.
pub(in crate::cli) fn drawn(position: &Position, style: Style) -> String {
    draw(&Words::board(&Line::new(*position)), style, &[])
}
