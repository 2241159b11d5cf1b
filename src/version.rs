//! The version in full: version, commit, network and instruction set of this build.

use engine::eval::network::embedded_hash;
use engine::eval::network::simd::Isa;
use std::sync::LazyLock;

/// Returns the version in full, such as `0.2.0 (1a2b3c4d, network 0123abcd, AVX2)`.
///
/// The commit is what `ATALAYA_COMMIT` held when the program was compiled, which the Makefile sees to; without it there is
/// none. The network is the one that is part of the program, by the first half of its hash; the instruction set is the
/// one that it is evaluated with on this processor.
pub fn full() -> &'static str {
    static FULL: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = option_env!("ATALAYA_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit
            .map(|commit| format!("{commit}, "))
            .unwrap_or_default();
        let network = embedded_hash() >> 32;
        let isa = Isa::best().name();
        format!("{version} ({commit}network {network:08x}, {isa})")
    });
    &FULL
}

/// Returns what results of searches depend on: version, commit and network.
pub fn without_processor() -> &'static str {
    let full = full();
    full.rsplit_once(", ").map_or(full, |(version, _)| version)
}
