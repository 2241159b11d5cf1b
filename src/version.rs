//! Full version text of this build: version number, commit, network and instruction set.

use engine::eval::network::embedded_hash;
use engine::eval::network::simd::Isa;
use std::sync::LazyLock;

/// Returns the full version text, such as `0.2.0 (1a2b3c4d, network 0123abcd, AVX2)`.
///
/// The commit is the value that the environment variable `ATALAYA_COMMIT` had during compilation (the Makefile sets
/// it); if it was unset or empty, the text names no commit. The network is the embedded one, identified by the first
/// half of its hash. The instruction set is the one with which the network is evaluated on this processor.
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

/// Returns the part of the version text that can affect search results: version number, commit and network.
pub fn without_processor() -> &'static str {
    let full = full();
    full.rsplit_once(", ").map_or(full, |(version, _)| version)
}
