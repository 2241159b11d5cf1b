//! Random values, drawn anew each time: seeds where nobody gives one, and names that nobody else has.

use rand::RngExt;

/// Draws the seed where nobody gives one. It is below 2³², because other programs that read the file may count in
/// floating point.
pub fn drawn_seed() -> u64 {
    rand::rng().random_range(0..1 << 32)
}

/// A name that nobody guesses and nothing else has: 32 hexadecimal digits.
pub fn unguessable() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}
