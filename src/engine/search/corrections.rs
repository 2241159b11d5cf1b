//! Learned corrections of the static evaluation: its average error in positions like the one at hand.
//!
//! Positions count as alike if they have the same pawns, the same pieces of one side, or the same minor pieces, or come
//! after the same moves: the last one, together with that two or four plies before it. If the score of a search differs
//! from the evaluation, the entries of each of these classes learn from the difference, and their weighted sum is added
//! to the evaluation of the next such position.

use super::history::{EarlierMoves, PIECE_TO, gravitate};
use super::params;
use base::memory::prefetch;
use games::chess::{Color, Position};

/// Greatest absolute value of a learned value.
const LIMIT: i32 = 1024;
/// Number of classes of positions in a table for each side to move.
const SIZE: usize = 16_384;

/// All that one thread has learned about errors of the evaluation.
pub struct Corrections {
    /// Learned errors in positions with the same pieces: `[pawns, White's pieces, Black's pieces, minor pieces][side to
    /// move, low bits of the key]`.
    alike: Vec<Box<[i16; 2 * SIZE]>>,
    /// Learned errors after the same moves: `[piece and target two or four plies ago][piece and target of the last
    /// move]`.
    after: Vec<[i16; PIECE_TO]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections {
            alike: (0..4).map(|_| Box::new([0; 2 * SIZE])).collect(),
            after: vec![[0; PIECE_TO]; PIECE_TO],
        }
    }
}

impl Corrections {
    /// Sets all learned errors to 0.
    pub fn forget(&mut self) {
        self.alike.iter_mut().for_each(|table| table.fill(0));
        self.after.as_flattened_mut().fill(0);
    }

    /// Returns the learned error of the static evaluation of positions like this one, after these moves, in centipawns.
    pub fn value(&self, position: &Position, earlier: &EarlierMoves) -> i32 {
        let values = slots(position).map(|(table, slot)| i32::from(self.alike[table][slot]));
        let weights = [
            params::correction_pawns(),
            params::correction_pieces(),
            params::correction_pieces(),
            params::correction_minor(),
        ];
        let pairs = values.iter().zip(weights);
        let alike = pairs.map(|(value, weight)| value * weight).sum::<i32>();
        let after = pairs_of(earlier).map(|(before, last)| i32::from(self.after[before][last]));
        (alike + after.sum::<i32>() * params::correction_moves()) / 4096
    }

    /// Prefetches what [`value`](Corrections::value) will read into the processor's cache.
    #[inline(always)]
    pub fn prefetch(&self, position: &Position, earlier: &EarlierMoves) {
        for (table, slot) in slots(position) {
            prefetch(&self.alike[table][slot]);
        }
        for (before, last) in pairs_of(earlier) {
            prefetch(&self.after[before][last]);
        }
    }

    /// Learns from the difference between a search result and the evaluation, in centipawns.
    pub fn learn(
        &mut self,
        position: &Position,
        earlier: &EarlierMoves,
        depth: i32,
        difference: i32,
    ) {
        let step = params::correction_step();
        // Greater than any step, and far from overflow.
        let weighted = (difference * depth).clamp(-(1 << 20), 1 << 20);
        let bonus = (weighted * params::correction_rate() / 1024).clamp(-step, step);
        for (table, slot) in slots(position) {
            gravitate::<LIMIT>(&mut self.alike[table][slot], bonus);
        }
        for (before, last) in pairs_of(earlier) {
            gravitate::<LIMIT>(&mut self.after[before][last], bonus);
        }
    }
}

/// Returns the index pairs of the moves two and four plies ago, each with that of the last move.
#[inline(always)]
fn pairs_of(earlier: &EarlierMoves) -> impl Iterator<Item = (usize, usize)> {
    let [last, two, four] = *earlier;
    let before = [two, four].into_iter().flatten();
    before.filter_map(move |before| Some((before.index(), last?.index())))
}

fn slots(position: &Position) -> [(usize, usize); 4] {
    let keys = position.keys();
    let side = position.turn() as usize * SIZE;
    let slot = |key: u64| side + (key as usize & (SIZE - 1));
    [
        (0, slot(keys.pawn())),
        (1, slot(keys.non_pawn(Color::White))),
        (2, slot(keys.non_pawn(Color::Black))),
        (3, slot(keys.minor())),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::history::PieceTo;
    use super::*;
    use games::chess::{Role, Square};

    #[test]
    fn corrections_lean_towards_what_the_search_has_found() {
        let mut corrections = Corrections::default();
        let (position, nothing) = (Position::start(), EarlierMoves::default());
        assert_eq!(corrections.value(&position, &nothing), 0);
        for _ in 0..50 {
            corrections.learn(&position, &nothing, 8, 200);
        }
        assert!(corrections.value(&position, &nothing) > 10);
    }

    #[test]
    fn what_is_learned_after_moves_is_known_after_the_same_moves_in_other_positions() {
        let knight = PieceTo::new(Color::Black, Role::Knight, Square::F6);
        let pawn = |to| Some(PieceTo::new(Color::White, Role::Pawn, to));
        let after = |two, four| [Some(knight), two, four];
        let learned = after(pawn(Square::E4), pawn(Square::D4));
        let mut corrections = Corrections::default();
        for _ in 0..50 {
            corrections.learn(&Position::start(), &learned, 8, -200);
        }
        // Nothing in common but the moves: neither pawns nor pieces nor the side to move.
        let elsewhere = "8/4k3/3p4/8/8/2B5/3K4/8 b - - 0 1";
        let elsewhere = Position::from_fen(elsewhere, false).expect("legal");
        let value = |earlier| corrections.value(&elsewhere, &earlier);
        assert!(value(learned) < -10);
        // One of the pairs is worth half of both; the last move alone, or none, nothing.
        let half = value(after(pawn(Square::E4), None));
        assert!((value(learned) - 2 * half).abs() <= 1, "{half}");
        assert_eq!(value(after(None, pawn(Square::D4))), half);
        assert_eq!(value(after(pawn(Square::H4), None)), 0);
        assert_eq!(value(after(None, None)), 0);
        let mut passed = learned;
        passed[0] = None;
        assert_eq!(value(passed), 0);
    }
}
