//! Chooses the network that becomes part of the program: the file named by the environment variable `EVALFILE`, or
//! `atalaya.net`. A relative path starts at the root folder of the workspace, where the Makefile is. A file that is no
//! network is refused before anything else is compiled.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[allow(dead_code, reason = "the build only reads and checks the file")]
#[path = "eval/network/format.rs"]
mod format;

use format::NetworkError;

fn main() -> ExitCode {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = std::env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let network: PathBuf = match &named {
        Some(name) => engine.join("../..").join(name),
        None => engine.join("eval/network/atalaya.net"),
    };
    println!("cargo::rerun-if-changed={}", network.display());
    if let Err(error) = format::Weights::read(&network) {
        let given = if named.is_some() { "EVALFILE: " } else { "" };
        let fault = match error {
            NetworkError::Read { path, error } => {
                format!("cannot read {}: {error}", path.display())
            }
            NetworkError::Format { path, error } => {
                // The whole sentence is in the catalogue, which a build script cannot read.
                let path = path.display();
                format!(
                    "{path} is not a network that this program can use; the check that fails: {error:?}"
                )
            }
        };
        eprintln!("atalaya: {given}{fault}");
        return ExitCode::from(2);
    }
    println!("cargo::rustc-env=ATALAYA_NETWORK={}", network.display());
    ExitCode::SUCCESS
}
