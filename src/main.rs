//! The binary: passes the command line to [`atalaya::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    atalaya::cli::main()
}
