//! Arithmetic coding of small numbers.
//!
//! Writing and reading a block are one function, generic over a [`Coder`]: a [`Writer`] writes the symbols that it is
//! given, a [`Reader`] ignores them and returns those that were written. Both therefore see the same models in the same
//! states. The range coder itself is that of the crate `constriction`.

use constriction::BitArray;
use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};
use constriction::stream::queue::{DefaultRangeDecoder, DefaultRangeEncoder};
use constriction::stream::{Decode, Encode};
use std::borrow::Borrow;

/// Number of bits of a probability: the shares of a model's symbols add up to [`WHOLE`].
const PRECISION: usize = 15;
/// Sum of the shares of all symbols of a model.
pub const WHOLE: u32 = 1 << PRECISION;
/// Number of symbols of an [`Adaptive`] model, which are numbered from 0.
pub const SYMBOLS: usize = 16;

/// Error for bytes that a [`Writer`] cannot have written, and for symbols that a model does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it does not decode")]
pub struct Damaged;

/// Probabilities of some symbols, which are numbered from 0: the probability of each is its share of [`WHOLE`].
pub trait Model {
    /// Returns the sum of the shares of all lower symbols, and the symbol's own share, at least 1; `None` if there is
    /// no such symbol.
    fn interval(&self, symbol: usize) -> Option<(u32, u32)>;
    /// Returns the symbol whose interval contains a number below [`WHOLE`], with the two numbers that describe its
    /// interval.
    fn find(&self, at: u32) -> (usize, u32, u32);
}

/// A writer or a reader of symbols.
pub trait Coder {
    /// Writes the symbol, or reads a symbol and ignores the argument. Returns the symbol written or read.
    ///
    /// # Errors
    /// [`Damaged`] if the data are damaged, when reading, or if the model has no such symbol.
    fn code(&mut self, model: &impl Model, symbol: usize) -> Result<usize, Damaged>;

    /// Codes a symbol below [`SYMBOLS`] as [`code`](Coder::code) does, and adapts the model to it. Returns the symbol.
    ///
    /// # Errors
    /// As [`Coder::code`].
    #[inline(always)]
    fn learn(&mut self, model: &mut Adaptive, symbol: usize) -> Result<usize, Damaged> {
        let symbol = self.code(model, symbol)?;
        model.learn(symbol);
        Ok(symbol)
    }

    /// Codes a number below `count`, at most 2¹⁵, where all numbers are equally likely. Returns the number.
    ///
    /// # Errors
    /// As [`Coder::code`].
    #[inline(always)]
    fn uniform(&mut self, count: usize, number: usize) -> Result<usize, Damaged> {
        self.code(&Uniform(count as u32), number)
    }
}

/// Model of [`SYMBOLS`] symbols that adapts to the symbols coded so far: quickly at first, then slowly.
#[derive(Clone, Copy, Debug)]
pub struct Adaptive {
    /// For each symbol the sum of the shares of all lower symbols.
    below: [i16; SYMBOLS],
    learned: u16,
}

/// Least and greatest right shift by which a model is moved towards a symbol.
const RATES: [u32; 2] = [2, 7];

impl Default for Adaptive {
    /// Creates a model for which all symbols are equally likely.
    fn default() -> Adaptive {
        let share = WHOLE as usize / SYMBOLS;
        Adaptive {
            below: std::array::from_fn(|symbol| (symbol * share) as i16),
            learned: 0,
        }
    }
}

impl Adaptive {
    /// Creates a model in the state after the symbol `symbol` has been coded `times` times and nothing else.
    pub fn expecting(symbol: usize, times: usize) -> Adaptive {
        let mut model = Adaptive::default();
        (0..times).for_each(|_| model.learn(symbol));
        model
    }

    /// Moves the shares towards a symbol. Every share remains at least 1.
    #[inline(always)]
    fn learn(&mut self, symbol: usize) {
        let [first, last] = RATES;
        // The shares are averages over all symbols at first, then over about the last 128.
        let rate = ((u32::from(self.learned) + (1 << first)).ilog2()).min(last);
        self.learned = self.learned.saturating_add(1);
        let top = WHOLE as i32 - SYMBOLS as i32;
        for (number, below) in self.below.iter_mut().enumerate() {
            let goal = number as i32 + if number > symbol { top } else { 0 };
            *below += ((goal - i32::from(*below)) >> rate) as i16;
        }
    }
}

impl Model for Adaptive {
    #[inline(always)]
    fn interval(&self, symbol: usize) -> Option<(u32, u32)> {
        let below = *self.below.get(symbol)? as u32;
        let next = self
            .below
            .get(symbol + 1)
            .map_or(WHOLE, |next| *next as u32);
        Some((below, next - below))
    }

    #[inline(always)]
    fn find(&self, at: u32) -> (usize, u32, u32) {
        let reached = |below: &&i16| **below <= at as i16;
        let symbol = self.below.iter().filter(reached).count().max(1) - 1;
        // Every symbol has an interval.
        let (below, share) = self.interval(symbol).unwrap_or((0, 1));
        (symbol, below, share)
    }
}

/// Model of the numbers below a bound, all of them equally likely.
#[derive(Clone, Copy)]
struct Uniform(u32);

impl Model for Uniform {
    #[inline(always)]
    fn interval(&self, symbol: usize) -> Option<(u32, u32)> {
        let Uniform(count) = *self;
        let number = u32::try_from(symbol)
            .ok()
            .filter(|number| *number < count)?;
        let at = |number: u32| number * WHOLE / count;
        Some((at(number), at(number + 1) - at(number)))
    }

    #[inline(always)]
    fn find(&self, at: u32) -> (usize, u32, u32) {
        let symbol = ((at + 1) * self.0).div_ceil(WHOLE) as usize - 1;
        let (below, share) = self.interval(symbol).unwrap_or((0, 1));
        (symbol, below, share)
    }
}

/// Adapter from a model to the trait of the crate `constriction`.
struct Bridge<'a, M>(&'a M);

type Probability = u16;
type NonZero = <Probability as BitArray>::NonZero;

impl<M> EntropyModel<PRECISION> for Bridge<'_, M> {
    type Symbol = usize;
    type Probability = Probability;
}

impl<M: Model> EncoderModel<PRECISION> for Bridge<'_, M> {
    #[inline(always)]
    fn left_cumulative_and_probability(
        &self,
        symbol: impl Borrow<usize>,
    ) -> Option<(Probability, NonZero)> {
        let (below, share) = self.0.interval(*symbol.borrow())?;
        Some((below as Probability, (share as Probability).into_nonzero()?))
    }
}

impl<M: Model> DecoderModel<PRECISION> for Bridge<'_, M> {
    #[inline(always)]
    fn quantile_function(&self, quantile: Probability) -> (usize, Probability, NonZero) {
        let (symbol, below, share) = self.0.find(u32::from(quantile));
        let share = (share as Probability).into_nonzero();
        (symbol, below as Probability, share.unwrap_or(NonZero::MIN))
    }
}

/// Coder that converts symbols to bytes.
#[derive(Debug, Default)]
pub struct Writer(DefaultRangeEncoder);

impl Writer {
    /// Returns the bytes; their number is a multiple of four.
    pub fn finish(self) -> Vec<u8> {
        let Ok(words) = self.0.into_compressed();
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

impl Coder for Writer {
    #[inline(always)]
    fn code(&mut self, model: &impl Model, symbol: usize) -> Result<usize, Damaged> {
        let coded = self.0.encode_symbol(symbol, Bridge(model));
        coded.map(|()| symbol).map_err(|_| Damaged)
    }
}

/// Coder that converts bytes back to symbols.
#[derive(Debug)]
pub struct Reader(DefaultRangeDecoder);

impl Reader {
    /// Creates a reader of bytes that a [`Writer`] has written.
    ///
    /// # Errors
    /// [`Damaged`] if the length is not a multiple of four bytes.
    pub fn new(bytes: &[u8]) -> Result<Reader, Damaged> {
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(Damaged);
        }
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        DefaultRangeDecoder::from_compressed(words)
            .map(Reader)
            .map_err(|_| Damaged)
    }
}

impl Coder for Reader {
    #[inline(always)]
    fn code(&mut self, model: &impl Model, _: usize) -> Result<usize, Damaged> {
        self.0.decode_symbol(Bridge(model)).map_err(|_| Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the number of bits that symbols below 16 take with one adaptive model, after reading them back as a
    /// check.
    fn bits(symbols: &[usize]) -> f64 {
        let mut writer = Writer::default();
        let mut model = Adaptive::default();
        for symbol in symbols {
            writer.learn(&mut model, *symbol).expect("a symbol");
        }
        let bytes = writer.finish();
        let (mut reader, mut model) = (
            Reader::new(&bytes).expect("whole words"),
            Adaptive::default(),
        );
        for symbol in symbols {
            assert_eq!(reader.learn(&mut model, 0), Ok(*symbol));
        }
        bytes.len() as f64 * 8.0
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            numbers in prop::collection::vec((1usize..=32768, any::<prop::sample::Index>(), 0usize..16), 0..300),
        ) {
            let mut writer = Writer::default();
            let mut model = Adaptive::expecting(3, 40);
            for (count, number, symbol) in &numbers {
                writer.uniform(*count, number.index(*count)).expect("below the count");
                writer.learn(&mut model, *symbol).expect("a symbol");
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes).expect("whole words");
            let mut model = Adaptive::expecting(3, 40);
            for (count, number, symbol) in &numbers {
                prop_assert_eq!(reader.uniform(*count, 0), Ok(number.index(*count)));
                prop_assert_eq!(reader.learn(&mut model, 0), Ok(*symbol));
            }
        }

        #[test]
        fn intervals_tile_the_whole_after_any_lessons(lessons in prop::collection::vec(0usize..16, 0..2000)) {
            let mut model = Adaptive::default();
            lessons.iter().for_each(|symbol| model.learn(*symbol));
            let mut end = 0;
            for symbol in 0..SYMBOLS {
                let (below, share) = model.interval(symbol).expect("a symbol");
                prop_assert_eq!(below, end);
                prop_assert!(share >= 1);
                let found = (symbol, below, share);
                prop_assert_eq!([model.find(below), model.find(below + share - 1)], [found; 2]);
                end = below + share;
            }
            prop_assert_eq!(end, WHOLE);
        }
    }

    #[test]
    fn a_model_comes_near_the_entropy_of_what_it_codes() {
        // A geometric sequence: symbol n follows n trailing zeros, two bits of entropy.
        let symbols: Vec<usize> = (1..=20_000usize)
            .map(|n| (n.wrapping_mul(0x9e37_79b9) >> 7).trailing_zeros().min(15) as usize)
            .collect();
        let each = bits(&symbols) / symbols.len() as f64;
        assert!((1.9..2.1).contains(&each), "{each}");
        assert!(
            bits(&[7; 10_000]) < 120.0,
            "what is always the same costs nearly nothing"
        );
    }

    #[test]
    fn no_symbol_that_is_not_there_is_written_and_no_part_of_a_word_read() {
        let mut writer = Writer::default();
        assert_eq!(writer.uniform(5, 5), Err(Damaged));
        assert_eq!(
            writer.learn(&mut Adaptive::default(), SYMBOLS),
            Err(Damaged)
        );
        assert!(Reader::new(&[1, 2, 3]).is_err());
    }
}
