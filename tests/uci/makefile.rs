//! The Makefile, as OpenBench's clients run it. The compiler is a stand-in that leaves the program under test where
//! cargo would, because a release build takes minutes.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// Runs make as the client does; `None`, with a word about it, where there is no make.
fn make(folder: &Path, args: &[&str]) -> Option<Output> {
    let cargo = folder.join("cargo.sh");
    let script = format!(
        "#!/bin/sh\necho \"$@\" >'{0}/asked'\nmkdir -p \"$CARGO_TARGET_DIR/release\"\n\
         cp '{1}' \"$CARGO_TARGET_DIR/release/atalaya\"\n",
        folder.display(),
        env!("CARGO_BIN_EXE_atalaya"),
    );
    fs::write(&cargo, script).expect("a script");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("a script");
    let output = Command::new("make")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-j", "CC=cargo"])
        .arg(format!("CARGO={}", cargo.display()))
        .args(args)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("MAKEFLAGS")
        .output();
    match output {
        Ok(output) => Some(output),
        Err(why) => {
            let mut err = std::io::stderr();
            writeln!(err, "left out: make cannot be run ({why})").expect("stderr");
            None
        }
    }
}

#[test]
fn make_builds_the_lean_engine_and_leaves_it_under_the_name_that_is_asked_for() {
    let folder = std::env::temp_dir().join(format!("atalaya-{}-make", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let engine = folder.join("Atalaya-1234ABCD");
    let exe = format!("EXE={}", engine.display());
    let asked = || fs::read_to_string(folder.join("asked")).expect("cargo was run");
    if let Some(output) = make(&folder, &[&exe]) {
        assert!(output.status.success(), "{output:?}");
        let lean = "build --release --locked --no-default-features --bin atalaya\n";
        assert_eq!(asked(), lean);
        let bench = Command::new(&engine).args(["bench", "1"]).output();
        let said = bench.expect("it was built").stdout;
        let said = String::from_utf8(said).expect("UTF-8");
        let last: Vec<&str> = said
            .lines()
            .last()
            .expect("a line")
            .split_whitespace()
            .collect();
        assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{said}");

        fs::remove_file(&engine).expect("it was there");
        let tuned = ["FEATURES=--no-default-features --features tune", &exe];
        let output = make(&folder, &tuned).expect("as before");
        assert!(output.status.success(), "{output:?}");
        assert!(
            asked().ends_with("--no-default-features --features tune --bin atalaya\n"),
            "{}",
            asked()
        );

        fs::remove_file(&engine).expect("it was built again");
        let output = make(&folder, &["EVALFILE=some.net", &exe]).expect("as before");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && told.contains("EVALFILE=some.net: networks are given by"),
            "{output:?}"
        );
        assert!(!engine.exists(), "nothing is built");
    }
    fs::remove_dir_all(&folder).expect("it was made here");
}
