//! What has been learned about the static evaluation: how far it is off in positions like the one at hand.
//!
//! Positions are alike that have the same pawns, the same pieces of one side, or the same minor pieces. Where a search
//! has come to another score than the evaluation, each of these learns from the difference, and their weighted sum is
//! added to the evaluation of the next such position.

use super::params;
use crate::games::chess::{Color, Position};

/// Learned values stay within ± this.
const LIMIT: i32 = 1024;
/// Positions of one side to move that a table tells apart.
const SIZE: usize = 16_384;

/// `[pawns, White's pieces, Black's pieces, minor pieces][side to move, low bits of the key]`
pub struct Corrections(Vec<Box<[i16; 2 * SIZE]>>);

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections((0..4).map(|_| Box::new([0; 2 * SIZE])).collect())
    }
}

impl Corrections {
    /// The learned error of the static evaluation of positions like this one, in centipawns.
    pub fn value(&self, position: &Position) -> i32 {
        let values = slots(position).map(|(table, slot)| i32::from(self.0[table][slot]));
        let weights = [
            params::correction_pawns(),
            params::correction_pieces(),
            params::correction_pieces(),
            params::correction_minor(),
        ];
        let pairs = values.iter().zip(weights);
        pairs.map(|(value, weight)| value * weight).sum::<i32>() / 4096
    }

    /// Learns from the difference between a search result and the evaluation, in centipawns.
    pub fn learn(&mut self, position: &Position, depth: i32, difference: i32) {
        let step = params::correction_step();
        // Far beyond any step, and far from overflow.
        let weighted = (difference * depth).clamp(-(1 << 20), 1 << 20);
        let bonus = (weighted * params::correction_rate() / 1024).clamp(-step, step);
        for (table, slot) in slots(position) {
            let entry = &mut self.0[table][slot];
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
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
    use super::*;

    #[test]
    fn corrections_lean_towards_what_the_search_has_found() {
        let mut corrections = Corrections::default();
        let position = Position::start();
        assert_eq!(corrections.value(&position), 0);
        for _ in 0..50 {
            corrections.learn(&position, 8, 200);
        }
        assert!(corrections.value(&position) > 10);
    }
}
