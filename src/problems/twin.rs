//! When two problems are the same problem.

use crate::games::chess::Position;

/// A text that is the same for positions that are the same problem.
pub fn twin_key(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}
