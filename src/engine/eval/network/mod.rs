//! The neural network that evaluates positions, trained on games of the engine against itself.
//!
//! Each side sees the board in its own [view](View): 768 inputs, one for each piece on each square, of which as many
//! are on as there are pieces. The first layer, with the same weights for both views, turns them into *hidden units*;
//! their sums in a view are its *accumulator*. Each unit is clipped to 0..1 and squared (SCReLU), and a weighted sum
//! over the units of the mover's view and of the opponent's is the evaluation. There may be several such sums (output
//! buckets), chosen by the number of pieces, and several first layers (king buckets), chosen by the square of the own
//! king.
//!
//! [`Network`] evaluates positions, [`Weights`] is the content of its file. [`Accumulators`] follows a search from
//! position to position, because a move changes few inputs. [`simd`] contains the arithmetic. All numbers are integers,
//! so every machine computes the same evaluation.

mod accumulators;
mod faults;
mod features;
mod format;
pub mod simd;
#[cfg(test)]
mod tests;

pub use accumulators::Accumulators;
pub use features::{Code, Codes, View, codes};
pub use format::{
    FormatError, HIDDEN_SIZES, INPUTS, MAX_BUCKETS, MAX_FIRST, MAX_KING_BUCKETS, MAX_OUTPUT,
    NetworkError, QA, QB, Weights, sizes,
};

use games::chess::{Color, Position};
use simd::{Block, Isa, Kernels, LANES};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The file of the network that is part of the program: `atalaya.net`, or the file named by `EVALFILE` when the program
/// was compiled (`build.rs`).
pub static EMBEDDED: &[u8] = include_bytes!(env!("ATALAYA_NETWORK"));

/// Returns the hash of the network that is part of the program.
pub fn embedded_hash() -> u64 {
    format::stated_hash(EMBEDDED).unwrap_or_default()
}

/// A network ready to evaluate, with the arithmetic for this processor.
pub struct Network {
    kernels: Kernels,
    king_buckets: usize,
    rows: Vec<Block>,
    bias: Vec<Block>,
    output: Vec<Block>,
    output_bias: Vec<i32>,
    scale: u16,
    hash: u64,
}

impl Network {
    /// Returns the network that is part of the program.
    pub fn embedded() -> &'static Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            // The build script has checked the file.
            let weights = Weights::from_undamaged_bytes(EMBEDDED);
            let weights = weights.unwrap_or_else(|error| unreachable!("the embedded net: {error}"));
            let network = Network::build(&weights, Isa::best(), embedded_hash());
            Arc::new(network.unwrap_or_else(|| unreachable!("its width is a known one")))
        });
        &NETWORK
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read, is damaged, or is not a network.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        Ok(Network::new(&Weights::read(path)?))
    }

    /// Creates a network with the fastest arithmetic of this processor.
    ///
    /// # Panics
    /// If the weights have a number of hidden units that is not in [`HIDDEN_SIZES`]; those from a file never have.
    pub fn new(weights: &Weights) -> Network {
        match Network::with_isa(weights, Isa::best()) {
            Some(network) => network,
            None => panic!("no kernels for {} hidden units", weights.hidden),
        }
    }

    /// Creates a network with the arithmetic of an instruction set; `None` if this processor does not have it.
    pub fn with_isa(weights: &Weights, isa: Isa) -> Option<Network> {
        Network::build(weights, isa, weights.hash())
    }

    /// Creates a network from weights whose hash is known; `None` as for [`with_isa`](Network::with_isa).
    fn build(weights: &Weights, isa: Isa, hash: u64) -> Option<Network> {
        let blocks = |numbers: &[i16]| -> Vec<Block> {
            numbers
                .as_chunks::<LANES>()
                .0
                .iter()
                .map(|c| Block(*c))
                .collect()
        };
        let output: Vec<i16> = weights.output.iter().map(|w| i16::from(*w)).collect();
        Some(Network {
            kernels: Kernels::new(isa, weights.hidden)?,
            king_buckets: weights.king_buckets,
            rows: blocks(&weights.first),
            bias: blocks(&weights.first_bias),
            output: blocks(&output),
            output_bias: weights.output_bias.clone(),
            scale: weights.scale,
            hash,
        })
    }

    /// Returns the number of hidden units of each view.
    pub fn hidden(&self) -> usize {
        self.kernels.blocks() * LANES
    }

    /// Returns the number of first layers (king buckets), chosen by the square of the own king.
    pub fn king_buckets(&self) -> usize {
        self.king_buckets
    }

    /// Returns the number of output buckets.
    pub fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// Returns the number of centipawns that an output of 1.0 stands for.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// Returns the hash in the header of the network's file.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the evaluation in centipawns from the side to move, computed from the board alone. In a search,
    /// [`Accumulators`] computes the same number faster.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_pieces(position, &codes(position))
    }

    /// Returns the evaluation with `pieces` instead of the pieces on the board; the kings' squares and the side to move
    /// are those of `position`.
    pub fn evaluate_pieces(&self, position: &Position, pieces: &Codes) -> i32 {
        let mut units = [[Block::ZERO; MAX_ROW]; 2];
        let blocks = self.kernels.blocks();
        let turn = position.turn();
        for (units, color) in units.iter_mut().zip([turn, turn.other()]) {
            let view = View::of(position, color, self.king_buckets);
            let inputs = pieces.iter().map(|code| view.input(*code));
            let inputs: arrayvec::ArrayVec<u16, 64> = inputs.collect();
            self.kernels
                .apply(&self.rows, &self.bias, &mut units[..blocks], &inputs, &[]);
        }
        self.output(&units[0][..blocks], &units[1][..blocks], pieces.len())
    }

    /// Returns the evaluation in centipawns from the mover's accumulator and the opponent's, with `pieces` pieces on
    /// the board.
    #[inline(always)]
    fn output(&self, own: &[Block], opponent: &[Block], pieces: usize) -> i32 {
        let bucket = bucket(pieces, self.buckets());
        let row = 2 * self.kernels.blocks();
        let weights = &self.output[bucket * row..(bucket + 1) * row];
        let sum = i64::from(self.kernels.output(own, opponent, weights));
        let one = i64::from(QA) * i64::from(QA) * i64::from(QB);
        let sum = sum + i64::from(self.output_bias[bucket]) * i64::from(QA);
        (sum * i64::from(self.scale) / one) as i32
    }
}

/// Greatest number of blocks in a row.
const MAX_ROW: usize = HIDDEN_SIZES[HIDDEN_SIZES.len() - 1] / LANES;

/// Returns the output bucket for a number of pieces, kings included: the range of 2 to 32 is divided into equal parts,
/// the fewest pieces first.
#[inline(always)]
pub fn bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(2) * buckets / 31).min(buckets - 1)
}

/// Returns the index of a colour in arrays of views.
#[inline(always)]
fn side(color: Color) -> usize {
    color as usize
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({} hidden, {:016x})", self.hidden(), self.hash)
    }
}
