//! Scores: centipawns from the side to move, with mates and tablebase wins at the ends.

use super::MAX_PLY;

/// Centipawns from the side to move. Mates count down from [`MATE`], tablebase wins from
/// [`TB_WIN`]; everything between −[`MAX_EVAL`] and [`MAX_EVAL`] is an evaluation.
pub type Score = i32;

/// Bound greater than every score.
pub const INFINITE: Score = 32_000;
/// "No score": outside the range of all scores.
pub const NONE: Score = 32_001;
/// Mate on the board, for the winner. Mate in `n` plies is worth `MATE - n`.
pub const MATE: Score = 31_000;
/// The least score that is a mate for the side to move.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// Score of a win by tablebase at the root; each ply from the root subtracts 1.
pub const TB_WIN: Score = 20_000;
/// The least score that is a proven win, by mate or tablebase.
pub const WIN_BOUND: Score = TB_WIN - MAX_PLY as Score;
/// The greatest evaluation that is not a proven win.
pub const MAX_EVAL: Score = 15_000;
/// Score of a draw.
pub const DRAW: Score = 0;

/// Returns the score of being mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns the score of mating `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns true if a score says that one side mates.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND && score.abs() <= MATE
}

/// Returns true if a score says that one side wins by force: mate or tablebase.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= WIN_BOUND
}

/// Returns the number of plies to the mate that a score announces; `None` if it announces none.
pub const fn plies_to_mate(score: Score) -> Option<usize> {
    if is_mate(score) {
        Some((MATE - score.abs()) as usize)
    } else {
        None
    }
}

/// Returns the number of moves to mate as UCI counts them: positive if the side to move mates, negative (or zero, for
/// mate on the board) if it is mated; `None` if the score is no mate.
pub const fn mate_moves(score: Score) -> Option<i32> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some((MATE - score + 1) / 2)
    } else {
        Some(-(MATE + score) / 2)
    }
}

/// Converts the score of a node `ply` plies from the root to the form in which the transposition table stores it:
/// distances to mate or to a tablebase win count from the node instead of the root.
#[inline(always)]
pub const fn to_table(score: Score, ply: usize) -> Score {
    if score >= WIN_BOUND {
        score + ply as Score
    } else if score <= -WIN_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// Converts a stored score back: the inverse of [`to_table`], at a node `ply` plies from the root whose fifty-move
/// counter is `halfmoves`. A mate or tablebase win that is farther off than the counter allows may come too late: its
/// score becomes the best one that counts as unproved.
#[inline(always)]
pub const fn from_table(score: Score, ply: usize, halfmoves: u32) -> Score {
    if score.abs() < WIN_BOUND {
        return score;
    }
    let best = if is_mate(score) { MATE } else { TB_WIN };
    let distance = best - score.abs();
    let sign = score.signum();
    if distance + halfmoves as Score > 100 {
        sign * (WIN_BOUND - 1)
    } else {
        score - sign * ply as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_and_distances_survive_the_table() {
        assert_eq!(mate_moves(mate_in(1)), Some(1));
        assert_eq!(mate_moves(mate_in(3)), Some(2));
        assert_eq!(mate_moves(mated_in(0)), Some(0));
        assert_eq!(mate_moves(mated_in(2)), Some(-1));
        assert_eq!(mate_moves(250), None);
        assert_eq!(mate_moves(TB_WIN), None);
        for score in [mate_in(7), mated_in(6), TB_WIN - 5, 5 - TB_WIN, 31, -420] {
            assert_eq!(from_table(to_table(score, 5), 5, 0), score);
        }
        assert_eq!(from_table(to_table(mate_in(7), 5), 3, 0), mate_in(5));
    }

    #[test]
    fn a_win_that_the_fifty_move_rule_may_forestall_is_none_any_more() {
        // Mate in 20 plies from the node, which lies 6 plies from the root.
        let stored = to_table(mate_in(26), 6);
        assert_eq!(from_table(stored, 6, 80), mate_in(26));
        assert_eq!(from_table(stored, 6, 81), WIN_BOUND - 1);
        assert_eq!(from_table(-stored, 6, 80), mated_in(26));
        assert_eq!(from_table(-stored, 6, 81), 1 - WIN_BOUND);
        // A tablebase win 30 plies from the node.
        let stored = to_table(TB_WIN - 36, 6);
        assert_eq!(from_table(stored, 6, 70), TB_WIN - 36);
        assert_eq!(from_table(-stored, 6, 70), 36 - TB_WIN);
        for score in [stored, -stored] {
            assert!(!is_decided(from_table(score, 6, 71)));
        }
        assert_eq!(from_table(250, 6, 99), 250);
    }
}
