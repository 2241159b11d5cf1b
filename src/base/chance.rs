//! Random values: seeds for when none is given, and unique names.

use rand::RngExt;

/// Returns a random seed. It is below 2³², because other programs that read it from a file may parse numbers as
/// floating point.
pub fn drawn_seed() -> u64 {
    rand::rng().random_range(0..1 << 32)
}

/// Returns a name that is unique and cannot be guessed: 32 hexadecimal digits.
pub fn unguessable() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}
