//! Forced mates by their definition: plain recursion over shakmaty's legal moves, which shares nothing with the solver.

use shakmaty::{Chess, Position};

/// Returns true if the side to move forces mate in at most `n` moves.
pub fn mates(p: &Chess, n: u32, fifty: bool) -> bool {
    let drawn = fifty && p.halfmoves() >= 100;
    n > 0
        && !drawn
        && p.legal_moves()
            .into_iter()
            .any(|m| mates_with(p, m, n, fifty))
}

/// Returns true if the first move `m` forces mate in at most `n` moves.
pub fn mates_with(p: &Chess, m: shakmaty::Move, n: u32, fifty: bool) -> bool {
    let child = p.clone().play(m).expect("legal");
    let replies = child.legal_moves();
    if replies.is_empty() {
        return child.is_check();
    }
    let drawn = fifty && child.halfmoves() >= 100;
    n > 1
        && !drawn
        && replies
            .into_iter()
            .all(|r| mates(&child.clone().play(r).expect("legal"), n - 1, fifty))
}
