//! The file format of a network: a header of 30 bytes, then the weights, all little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ATALAYAN` |
//! | 2 | version of the format: 2, or 1, which has no field for king buckets because it has only one |
//! | 2 | hidden units of each view, one of [`HIDDEN_SIZES`] |
//! | 2 | output buckets, 1 to 8 |
//! | 2 | quantisation of the first layer, 255 |
//! | 2 | quantisation of the output layer, 64 |
//! | 2 | scale in centipawns, 1 to 4000 |
//! | 2 | king buckets, 2 to 4; not in version 1 |
//! | 8 | hash: FNV-1a, 64 bits, of everything else |
//! | 2 × king buckets × 768 × hidden | weights of the first layer, by king bucket and input, then by unit |
//! | 2 × hidden | biases of the first layer |
//! | 2 × hidden × buckets | weights of the output, one byte each: by bucket, own view before opponent's, by unit |
//! | 4 × buckets | biases of the output layer |
//!
//! This file is also compiled into the build script of the crate, which checks the network that becomes part of the
//! program. So it must not use anything else of the crate.

use std::io;
use std::path::{Path, PathBuf};

/// Number of inputs of a view in each king bucket.
pub const INPUTS: usize = 768;
/// The greatest number of king buckets.
pub const MAX_KING_BUCKETS: usize = 4;
/// The numbers of hidden units for which there are kernels.
pub const HIDDEN_SIZES: [usize; 5] = [32, 64, 128, 256, 512];
/// The greatest number of output buckets.
pub const MAX_BUCKETS: usize = 8;
/// The integer that stands for 1.0 in the first layer.
pub const QA: i32 = 255;
/// The integer that stands for 1.0 in the output layer.
pub const QB: i32 = 64;
/// The greatest absolute value of weights and biases of the first layer: the sum of a bias and 64 pieces then fits into
/// 16 bits.
pub const MAX_FIRST: i16 = 504;
/// The greatest absolute value of weights of the output layer: the product with an activation then fits into 16 bits.
pub const MAX_OUTPUT: i8 = 127;

const MAGIC: &[u8; 8] = b"ATALAYAN";
/// The latest version of the format.
pub(super) const VERSION: u16 = 2;
/// Offset of the hash in version 1 and of the king buckets in version 2, in bytes.
const END: usize = 20;
const HASH: usize = 8;

/// Returns the offset in bytes of the hash in a version of the format.
fn hash_at(version: u16) -> usize {
    if version == 1 { END } else { END + 2 }
}

/// The quantised weights of a network, as its file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Number of hidden units of each view.
    pub hidden: usize,
    /// Number of first layers (king buckets), chosen by the square of the own king, 1 to [`MAX_KING_BUCKETS`].
    pub king_buckets: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Number of centipawns that an output of 1.0 stands for.
    pub scale: u16,
    /// Weights of the first layer, `[king_buckets][INPUTS][hidden]`, in 1/[`QA`].
    pub first: Vec<i16>,
    /// Biases of the first layer, `[hidden]`, in 1/[`QA`].
    pub first_bias: Vec<i16>,
    /// Weights of the output layer, `[buckets][2][hidden]`, in 1/[`QB`].
    pub output: Vec<i8>,
    /// Biases of the output layer, `[buckets]`, in 1/([`QA`] × [`QB`]).
    pub output_bias: Vec<i32>,
}

/// Reason why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The file does not begin with `ATALAYAN`.
    Magic,
    /// The file has a version that this program does not know.
    Version(u16),
    /// A field of the header is out of range.
    Field {
        /// Name of the field, in the messages `network-field`.
        field: &'static str,
        /// Value that the header holds.
        value: u16,
        /// Values that are accepted.
        expected: String,
    },
    /// The file is too short or too long.
    Length {
        /// Number of bytes of the file.
        found: usize,
        /// Number of bytes according to its header.
        expected: usize,
    },
    /// The hash in the header is not that of the content: the file is damaged.
    Hash {
        /// Hash of the content.
        found: u64,
        /// Hash in the header.
        expected: u64,
    },
    /// Weights are so large that sums could overflow: `first` for one of the first layer, `output` for one of the
    /// output layer, `sum` for the sum of those of the output layer.
    Range(&'static str),
}

/// Reason why a network could not be read from a file.
#[derive(Debug)]
pub enum NetworkError {
    /// The file cannot be read.
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error reported by the system.
        error: io::Error,
    },
    /// The file is not a network.
    Format {
        /// Path of the file.
        path: PathBuf,
        /// Reason why it is not.
        error: FormatError,
    },
}

/// Returns the FNV-1a hash of a file without its field for the hash, which begins at offset `at`.
fn hash(bytes: &[u8], at: usize) -> u64 {
    let relevant = bytes[..at].iter().chain(&bytes[at + HASH..]);
    relevant.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Returns the hash in the header of a file, without checking it; `None` if the file has no complete header.
pub fn stated_hash(bytes: &[u8]) -> Option<u64> {
    let version = u16::from_le_bytes(*bytes.get(MAGIC.len()..)?.first_chunk()?);
    let stated = bytes.get(hash_at(version)..)?.first_chunk()?;
    Some(u64::from_le_bytes(*stated))
}

impl Weights {
    /// Creates a network with all weights and biases 0.
    pub fn zero(hidden: usize, king_buckets: usize, buckets: usize, scale: u16) -> Weights {
        Weights {
            hidden,
            king_buckets,
            buckets,
            scale,
            first: vec![0; king_buckets * INPUTS * hidden],
            first_bias: vec![0; hidden],
            output: vec![0; buckets * 2 * hidden],
            output_bias: vec![0; buckets],
        }
    }

    /// Returns the least version of the format that can express the weights.
    fn version(&self) -> u16 {
        if self.king_buckets == 1 { 1 } else { VERSION }
    }

    /// Returns the content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let version = self.version();
        let fields = [
            version,
            self.hidden as u16,
            self.buckets as u16,
            QA as u16,
            QB as u16,
            self.scale,
        ];
        bytes.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
        if version > 1 {
            bytes.extend((self.king_buckets as u16).to_le_bytes());
        }
        let at = bytes.len();
        bytes.extend([0; HASH]);
        let first = self.first.iter().chain(&self.first_bias);
        bytes.extend(first.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output.iter().map(|weight| *weight as u8));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let hash = hash(&bytes, at);
        bytes[at..at + HASH].copy_from_slice(&hash.to_le_bytes());
        bytes
    }

    /// Parses the content of a file.
    ///
    /// # Errors
    /// [`FormatError`] if it is not a network, is damaged, or has weights whose sums would overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, FormatError> {
        Weights::parse(bytes, true)
    }

    /// Parses the content of a file whose hash has been checked before.
    ///
    /// # Errors
    /// [`FormatError`] if it is not a network, or has weights whose sums would overflow.
    pub fn from_undamaged_bytes(bytes: &[u8]) -> Result<Weights, FormatError> {
        Weights::parse(bytes, false)
    }

    fn parse(bytes: &[u8], checks_hash: bool) -> Result<Weights, FormatError> {
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if bytes.len() < hash_at(1) + HASH || !bytes.starts_with(MAGIC) {
            return Err(FormatError::Magic);
        }
        let version = short(8);
        if !(1..=VERSION).contains(&version) {
            return Err(FormatError::Version(version));
        }
        let at = hash_at(version);
        let header = at + HASH;
        if bytes.len() < header {
            return Err(FormatError::Magic);
        }
        let check = |at, field, valid: bool, expected: &str| {
            let error = FormatError::Field {
                field,
                value: short(at),
                expected: expected.to_owned(),
            };
            if valid { Ok(()) } else { Err(error) }
        };
        let (hidden, buckets) = (usize::from(short(10)), usize::from(short(12)));
        let known = HIDDEN_SIZES.contains(&hidden);
        check(10, "hidden", known, &sizes())?;
        check(
            12,
            "buckets",
            (1..=MAX_BUCKETS).contains(&buckets),
            "1 to 8",
        )?;
        check(14, "first", short(14) == QA as u16, "255")?;
        check(16, "output", short(16) == QB as u16, "64")?;
        let scale = short(18);
        check(18, "scale", (1..=4000).contains(&scale), "1 to 4000")?;
        let mut king_buckets = 1;
        if version > 1 {
            king_buckets = usize::from(short(END));
            let known = (2..=MAX_KING_BUCKETS).contains(&king_buckets);
            check(END, "king-buckets", known, "2 to 4")?;
        }

        let first_bytes = 2 * (king_buckets * INPUTS + 1) * hidden;
        let output_bytes = 2 * hidden * buckets;
        let expected = header + first_bytes + output_bytes + 4 * buckets;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(FormatError::Length { found, expected });
        }
        if checks_hash {
            let (found, expected) = (hash(bytes, at), stated_hash(bytes).unwrap_or_default());
            if found != expected {
                return Err(FormatError::Hash { found, expected });
            }
        }
        let (first, rest) = bytes[header..].split_at(first_bytes);
        let (output, biases) = rest.split_at(output_bytes);
        let words = first.as_chunks::<2>().0.iter();
        let mut first: Vec<i16> = words.map(|word| i16::from_le_bytes(*word)).collect();
        let first_bias = first.split_off(king_buckets * INPUTS * hidden);
        let biases = biases.as_chunks::<4>().0.iter();
        let weights = Weights {
            hidden,
            king_buckets,
            buckets,
            scale,
            first,
            first_bias,
            output: output.iter().map(|byte| *byte as i8).collect(),
            output_bias: biases.map(|word| i32::from_le_bytes(*word)).collect(),
        };
        weights.check_range()?;
        Ok(weights)
    }

    /// Checks that the weights are so small that no position can make a sum overflow.
    ///
    /// # Errors
    /// [`FormatError::Range`] names the limit that is exceeded.
    fn check_range(&self) -> Result<(), FormatError> {
        let fits = |weight: &i16| weight.abs_diff(0) <= MAX_FIRST as u16;
        if !self.first.iter().chain(&self.first_bias).all(fits) {
            return Err(FormatError::Range("first"));
        }
        for bucket in self.output.chunks(2 * self.hidden) {
            if bucket.contains(&i8::MIN) {
                return Err(FormatError::Range("output"));
            }
            let sum = |positive: bool| -> i64 {
                let of_sign = bucket.iter().filter(|weight| (**weight > 0) == positive);
                of_sign.map(|weight| i64::from(*weight).abs()).sum()
            };
            let greatest = sum(true).max(sum(false)) * i64::from(QA * QA);
            if greatest > i64::from(i32::MAX) {
                return Err(FormatError::Range("sum"));
            }
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read or is not a network.
    pub fn read(path: &Path) -> Result<Weights, NetworkError> {
        let bytes = std::fs::read(path).map_err(|error| NetworkError::Read {
            path: path.to_owned(),
            error,
        })?;
        Weights::from_bytes(&bytes).map_err(|error| NetworkError::Format {
            path: path.to_owned(),
            error,
        })
    }

    /// Returns the hash of the weights, as it stands in the header of their file.
    pub fn hash(&self) -> u64 {
        hash(&self.to_bytes(), hash_at(self.version()))
    }
}

/// Returns the accepted numbers of hidden units as a text for messages.
pub fn sizes() -> String {
    HIDDEN_SIZES.map(|size| size.to_string()).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Weights {
        example_of(1)
    }

    fn example_of(king_buckets: usize) -> Weights {
        let mut weights = Weights::zero(32, king_buckets, 2, 400);
        weights.first[32 * INPUTS * king_buckets - 1] = 33;
        weights.first[5] = -504;
        weights.first_bias[31] = 77;
        weights.output[1] = -127;
        weights.output_bias[1] = -70_000;
        weights
    }

    #[test]
    fn a_file_gives_back_what_was_written() {
        for king_buckets in 1..=MAX_KING_BUCKETS {
            let weights = example_of(king_buckets);
            let bytes = weights.to_bytes();
            assert_eq!(Weights::from_bytes(&bytes), Ok(weights.clone()));
            let at = if king_buckets == 1 { 20 } else { 22 };
            assert_eq!(bytes[at..at + HASH], weights.hash().to_le_bytes());
            assert_eq!(stated_hash(&bytes), Some(weights.hash()));
            assert_eq!(stated_hash(&bytes[..at + HASH - 1]), None);
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_of_the_header_is_noticed() {
        for king_buckets in [1, 3] {
            let bytes = example_of(king_buckets).to_bytes();
            for len in (0..40).chain([bytes.len() - 1]) {
                assert!(Weights::from_bytes(&bytes[..len]).is_err(), "{len}");
            }
            for at in (0..30).chain((30..bytes.len()).step_by(997)) {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                assert!(Weights::from_bytes(&changed).is_err(), "byte {at}");
            }
            let mut longer = bytes.clone();
            longer.push(0);
            assert!(Weights::from_bytes(&longer).is_err());
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_a_sentence() {
        let said = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = example().to_bytes();
            change(&mut bytes);
            Weights::from_bytes(&bytes).expect_err("wrong").to_string()
        };
        assert_eq!(
            said(&|bytes| bytes[8] = 9),
            "it is of version 9 of the format; this program reads versions 1 and 2"
        );
        assert_eq!(
            said(&|bytes| bytes[10] = 33),
            "its header says hidden units 33; expected 32, 64, 128, 256, 512"
        );
        let mut bytes = example_of(2).to_bytes();
        bytes[20] = 5;
        assert_eq!(
            Weights::from_bytes(&bytes).map_err(|e| e.to_string()),
            Err("its header says king buckets 5; expected 2 to 4".to_owned())
        );
        assert!(said(&|bytes| bytes[400] ^= 4).starts_with("it is damaged"));
        assert!(said(&|bytes| bytes.truncate(300)).starts_with("it has 300 bytes"));
    }

    #[test]
    fn weights_whose_sums_would_overflow_are_refused() {
        let refused = |change: &dyn Fn(&mut Weights)| {
            let mut weights = Weights::zero(512, 1, 1, 400);
            change(&mut weights);
            let read = Weights::from_bytes(&weights.to_bytes());
            matches!(read, Err(FormatError::Range(_)))
        };
        assert!(!refused(&|_| ()));
        assert!(refused(&|weights| weights.first[9] = 505));
        assert!(refused(&|weights| weights.first_bias[9] = i16::MIN));
        assert!(refused(&|weights| weights.output[9] = i8::MIN));
        assert!(refused(&|weights| weights.output.fill(127)));
    }
}
