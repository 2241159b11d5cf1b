//! The positions to learn from, in 32 bytes each, and how they are divided.

use super::outlook::Outlook;
use crate::datagen::game::white_view;
use crate::datagen::shards::{self, ShardError, Torn};
use base::mixing::splitmix;
use engine::eval::network::{Code, Codes, View};
use games::chess::{Color, Position, Role, Square};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::path::Path;

/// The most pieces of a position that can be learned from: those of ordinary chess.
pub const MAX_PIECES: usize = 32;

/// A position to learn from, as its mover sees it: his pieces are White's and his first rank is at the
/// bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sample {
    occupied: u64,
    /// Four bits for each occupied square, from a1 to h8: 8 for the opponent's, and the role from 0.
    pieces: [u8; MAX_PIECES / 2],
    /// The search's score in centipawns, from the mover's side.
    pub score: i16,
    /// Outcome of its game for the mover, as [`Outlook`] has it: expected points in 1/[`POINT`].
    pub outlook: u8,
}

/// Value of [`Sample::outlook`] that stands for one point, a certain win; half a point is 127, without rounding.
pub const POINT: u8 = 254;

impl Sample {
    /// A position with the search's score in centipawns and White's expected points, 0 to 1, from what became of
    /// its game; both from White's side. `None` with more than [`MAX_PIECES`] pieces.
    pub fn new(position: &Position, score: i32, outlook: f32) -> Option<Sample> {
        if position.occupied().count() > MAX_PIECES {
            return None;
        }
        let turn = position.turn();
        let flip = turn.fold_wb(0, 56);
        let points = (outlook.clamp(0.0, 1.0) * f32::from(POINT)).round() as u8;
        let mut sample = Sample {
            occupied: 0,
            pieces: [0; MAX_PIECES / 2],
            score: white_view(turn, score).clamp(-30_000, 30_000) as i16,
            outlook: turn.fold_wb(points, POINT - points),
        };
        let mut number = 0;
        for seen in 0..64 {
            let Some(piece) = position.piece_at(Square::new(seen ^ flip)) else {
                continue;
            };
            sample.occupied |= 1 << seen;
            let nibble = 8 * u8::from(piece.color != turn) + piece.role as u8 - 1;
            sample.pieces[number / 2] |= nibble << (4 * (number % 2));
            number += 1;
        }
        Some(sample)
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The pieces, the mover's as White's, and the squares of the mover's king and the opponent's.
    pub fn codes(&self) -> (Codes, [Square; 2]) {
        let mut codes = Codes::new();
        let mut kings = [Square::A1; 2];
        let mut rest = self.occupied;
        let mut number = 0;
        while rest != 0 {
            let square = Square::new(rest.trailing_zeros());
            rest &= rest - 1;
            let nibble = self.pieces[number / 2] >> (4 * (number % 2)) & 15;
            number += 1;
            let role = Role::ALL[usize::from(nibble & 7) % 6];
            let color = Color::from_white(nibble < 8);
            if role == Role::King {
                kings[color.fold_wb(0, 1)] = square;
            }
            codes.push(Code::new(color, role, square));
        }
        (codes, kings)
    }

    /// Appends the inputs that are on in the mover's view, then those in the opponent's.
    #[inline]
    pub fn push_inputs(&self, views: [&mut Vec<u16>; 2], king_buckets: usize) {
        let (codes, [own, opponent]) = self.codes();
        let seen = [
            View::new(Color::White, own, king_buckets),
            View::new(Color::Black, opponent, king_buckets),
        ];
        for (inputs, view) in views.into_iter().zip(seen) {
            inputs.extend(codes.iter().map(|code| view.input(*code)));
        }
    }
}

/// One game in so many is held out of the training.
const HELD_OUT: u64 = 50;
/// Positions, those held out kept apart.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// To learn from.
    pub training: Vec<Sample>,
    /// To see how well it has been learned: 2 % of the games.
    pub held_out: Vec<Sample>,
    /// Games read.
    pub games: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Torn ends of shards, which were left out.
    pub torn: Vec<Torn>,
    fingerprint: u64,
}

impl DataSet {
    /// Reads the shards of a folder until there are `limit` positions. A torn end, which a shard that is being
    /// written may have, is left out. `outlook` says what is made of a game's course.
    ///
    /// # Errors
    /// [`ShardError`]: a shard cannot be read or is damaged.
    pub fn read(folder: &Path, limit: usize, outlook: Outlook) -> Result<DataSet, ShardError> {
        let mut data = DataSet::default();
        'shards: for path in shards::list(folder)? {
            data.bytes += std::fs::metadata(&path).map_or(0, |file| file.len());
            let mut games = shards::Reader::open(&path)?;
            for game in &mut games {
                let game = game?;
                let outlooks = outlook.of(&game);
                let samples = game.samples().filter_map(|(ply, sample)| {
                    let outlook = *outlooks.get(ply)?;
                    Sample::new(&sample.position, sample.score, outlook)
                });
                data.add_game(samples);
                if data.len() >= limit {
                    break 'shards;
                }
            }
            data.torn.extend(games.torn());
        }
        Ok(data)
    }

    /// Adds the positions of one game.
    pub fn add_game(&mut self, samples: impl Iterator<Item = Sample>) {
        // By its number and not by its place among those of today, so that more data does not bring a
        // game from one side to the other.
        let held_out = splitmix(self.games).is_multiple_of(HELD_OUT);
        self.games += 1;
        let fingerprint = &mut self.fingerprint;
        let samples = samples.inspect(|sample| {
            let judged = sample.score as u64 ^ u64::from(sample.outlook) << 32;
            *fingerprint = splitmix(*fingerprint ^ sample.occupied ^ judged);
        });
        if held_out {
            self.held_out.extend(samples);
        } else {
            self.training.extend(samples);
        }
    }

    /// Positions in all.
    pub fn len(&self) -> usize {
        self.training.len() + self.held_out.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number that other data would not have.
    pub fn fingerprint(&self) -> u64 {
        splitmix(self.fingerprint ^ self.len() as u64)
    }

    /// The order in which an epoch sees the training positions: all of them shuffled, by the seed.
    pub fn order(&self, seed: u64, epoch: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.training.len() as u32).collect();
        let mut rng = StdRng::seed_from_u64(splitmix(seed ^ (epoch as u64) << 32));
        order.shuffle(&mut rng);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::network::{MAX_KING_BUCKETS, codes};
    use std::collections::BTreeSet;

    #[test]
    fn a_sample_has_the_inputs_that_the_network_sees_in_the_position() {
        for fen in [
            games::chess::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "2k5/8/8/8/8/8/8/4KQ2 w - - 0 1",
        ] {
            let position = Position::from_fen(fen, false).expect("legal");
            let sample = Sample::new(&position, 35, 1.0).expect("few pieces");
            let turn = position.turn();
            for king_buckets in 1..=MAX_KING_BUCKETS {
                let mut views = [Vec::new(), Vec::new()];
                let [own, opponent] = &mut views;
                sample.push_inputs([own, opponent], king_buckets);
                for (inputs, color) in views.iter().zip([turn, turn.other()]) {
                    let view = View::of(&position, color, king_buckets);
                    let expected: BTreeSet<u16> = codes(&position)
                        .iter()
                        .map(|code| view.input(*code))
                        .collect();
                    assert_eq!(
                        inputs.iter().copied().collect::<BTreeSet<_>>(),
                        expected,
                        "{fen}"
                    );
                    assert_eq!(inputs.len(), sample.count());
                }
            }
            assert_eq!(i32::from(sample.score), turn.fold_wb(35, -35));
            assert_eq!(sample.outlook, turn.fold_wb(POINT, 0));
        }
    }

    #[test]
    fn two_in_a_hundred_games_are_held_out_and_every_epoch_has_its_own_order() {
        let sample = Sample::new(&Position::start(), 0, 0.5).expect("few pieces");
        let mut data = DataSet::default();
        for _ in 0..20_000 {
            data.add_game([sample].into_iter());
        }
        assert!(
            (300..500).contains(&data.held_out.len()),
            "{}",
            data.held_out.len()
        );
        let orders = [data.order(1, 0), data.order(1, 1), data.order(2, 0)];
        assert_ne!(orders[0], orders[1]);
        assert_ne!(orders[0], orders[2]);
        assert_eq!(orders[0], data.order(1, 0));
        for mut order in orders {
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..data.training.len() as u32));
        }
    }
}
