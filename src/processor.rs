//! The start-up check: the processor has the instructions that the program was compiled to use.
//!
//! Without it an older processor meets an instruction that it does not know, and the system ends the program by a
//! signal (`SIGILL`), without a word. The check is the first thing that [`main`](crate::cli::main) does, and must not use
//! such an instruction itself. So the texts are constants instead of messages of the catalogue, numbers are whole,
//! and this package is compiled without optimisation, which would put numbers into wide registers.

/// Words of the processor that say which instructions it has, in the order of [`FIRST`], [`SEVENTH`] and [`EXTENDED`].
type Words = [u32; 3];

/// Index of the word `ecx` of leaf 1 of CPUID.
const FIRST: usize = 0;
/// Index of the word `ebx` of leaf 7.
const SEVENTH: usize = 1;
/// Index of the word `ecx` of leaf 0x80000001.
const EXTENDED: usize = 2;

/// An instruction set: its name, true if the program was compiled to use it, the index of the word that tells of it, and
/// the bits that are set where the processor has it and the system allows it.
type Set = (&'static str, bool, usize, u32);

/// Bit of the word [`FIRST`]: the system keeps the registers of AVX when it changes from one program to another.
const OSXSAVE: u32 = 1 << 27;

/// Instruction sets that compilers use where they may, the oldest first.
const SETS: [Set; 18] = [
    ("SSE3", cfg!(target_feature = "sse3"), FIRST, 1),
    ("SSSE3", cfg!(target_feature = "ssse3"), FIRST, 1 << 9),
    ("SSE4.1", cfg!(target_feature = "sse4.1"), FIRST, 1 << 19),
    ("SSE4.2", cfg!(target_feature = "sse4.2"), FIRST, 1 << 20),
    ("POPCNT", cfg!(target_feature = "popcnt"), FIRST, 1 << 23),
    ("MOVBE", cfg!(target_feature = "movbe"), FIRST, 1 << 22),
    ("LZCNT", cfg!(target_feature = "lzcnt"), EXTENDED, 1 << 5),
    ("BMI1", cfg!(target_feature = "bmi1"), SEVENTH, 1 << 3),
    ("BMI2", cfg!(target_feature = "bmi2"), SEVENTH, 1 << 8),
    (
        "AVX",
        cfg!(target_feature = "avx"),
        FIRST,
        1 << 28 | OSXSAVE,
    ),
    ("F16C", cfg!(target_feature = "f16c"), FIRST, 1 << 29),
    ("FMA", cfg!(target_feature = "fma"), FIRST, 1 << 12),
    ("AVX2", cfg!(target_feature = "avx2"), SEVENTH, 1 << 5),
    (
        "AVX-512F",
        cfg!(target_feature = "avx512f"),
        SEVENTH,
        1 << 16,
    ),
    (
        "AVX-512DQ",
        cfg!(target_feature = "avx512dq"),
        SEVENTH,
        1 << 17,
    ),
    (
        "AVX-512CD",
        cfg!(target_feature = "avx512cd"),
        SEVENTH,
        1 << 28,
    ),
    (
        "AVX-512BW",
        cfg!(target_feature = "avx512bw"),
        SEVENTH,
        1 << 30,
    ),
    (
        "AVX-512VL",
        cfg!(target_feature = "avx512vl"),
        SEVENTH,
        1 << 31,
    ),
];

/// Returns the name of the oldest instruction set in `sets` that the program was compiled to use and a processor with
/// the words `words` lacks; `None` if it lacks none.
fn missing(sets: &[Set], words: Words) -> Option<&'static str> {
    for (name, used, word, bits) in sets {
        if *used && words[*word] & bits != *bits {
            return Some(name);
        }
    }
    None
}

/// Returns the words of this processor, read by the instruction CPUID.
#[cfg(target_arch = "x86_64")]
fn words() -> Words {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let seventh = match __cpuid(0).eax {
        ..7 => 0,
        _ => __cpuid_count(7, 0).ebx,
    };
    let extended = match __cpuid(0x8000_0000).eax {
        ..=0x8000_0000 => 0,
        _ => __cpuid(0x8000_0001).ecx,
    };
    [__cpuid(1).ecx, seventh, extended]
}

/// Returns words without bits: for processors of other kinds nothing is compiled that some of them lack.
#[cfg(not(target_arch = "x86_64"))]
fn words() -> Words {
    [u32::MAX; 3]
}

/// Returns true if this processor has all that the program was compiled to use. If not, says so in a sentence.
pub fn suffices() -> bool {
    use std::io::Write;
    let Some(name) = missing(&SETS, words()) else {
        return true;
    };
    let [before, after] = if is_spanish() {
        [
            "atalaya: este programa se compiló para procesadores con ",
            ", y este no lo tiene: use uno compilado para procesadores más antiguos \
             (RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release)\n",
        ]
    } else {
        [
            "atalaya: this program was compiled for processors with ",
            ", which this one lacks: take one compiled for older processors \
             (RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release)\n",
        ]
    };
    let mut err = std::io::stderr();
    for text in [before, name, after] {
        // Nobody may listen.
        let _ = err.write_all(text.as_bytes());
    }
    false
}

/// Returns true if the locale is a Spanish one.
fn is_spanish() -> bool {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        match std::env::var_os(name) {
            Some(locale) if !locale.is_empty() => {
                return locale.as_encoded_bytes().starts_with(b"es");
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Words = [0; 3];

    #[test]
    fn the_oldest_instruction_set_that_is_used_and_missing_is_named() {
        let with = |names: &[&str]| {
            SETS.map(|(name, _, word, bits)| (name, names.contains(&name), word, bits))
        };
        let old = [1 | 1 << 9, 0, 0];
        assert_eq!(missing(&with(&[]), NOTHING), None);
        assert_eq!(missing(&with(&["SSE3", "SSSE3"]), old), None);
        assert_eq!(
            missing(&with(&["AVX2", "SSE4.2", "SSE3"]), old),
            Some("SSE4.2")
        );
        assert_eq!(missing(&with(&["LZCNT"]), old), Some("LZCNT"));
        // The processor has AVX, the system does not keep its registers.
        let forgetful = [1 << 28, 0, 0];
        assert_eq!(missing(&with(&["AVX"]), forgetful), Some("AVX"));
    }

    #[test]
    fn this_processor_runs_these_tests() {
        assert_eq!(missing(&SETS, words()), None);
    }
}
