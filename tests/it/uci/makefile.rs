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
        "#!/bin/sh\necho \"$@\" >'{0}/asked'\necho \"$EVALFILE\" >'{0}/network'\nmkdir -p \"$CARGO_TARGET_DIR/release\"\n\
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
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    let engine = folder.join("Atalaya-1234ABCD");
    let exe = format!("EXE={}", engine.display());
    let asked = || fs::read_to_string(folder.join("asked")).expect("cargo was run");
    if let Some(output) = make(folder, &[&exe]) {
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
        let output = make(folder, &tuned).expect("as before");
        assert!(output.status.success(), "{output:?}");
        assert!(
            asked().ends_with("--no-default-features --features tune --bin atalaya\n"),
            "{}",
            asked()
        );

        fs::remove_file(&engine).expect("it was built again");
        let network = || fs::read_to_string(folder.join("network")).expect("cargo was run");
        assert_eq!(network(), "\n", "none is named");
        let output = make(folder, &["EVALFILE=some.net", &exe]).expect("as before");
        assert!(output.status.success(), "{output:?}");
        assert_eq!(network(), "some.net\n", "the build script gets its name");
    }
}

/// Stand-ins for the compiler, for cargo and for what merges counts, which write down what they are asked;
/// what cargo builds does so too, and says what `bench` says.
fn stand_ins(folder: &Path, built: &str) {
    let folder = folder.display();
    let log = format!("echo \"$(basename \"$0\") $@\" >>'{folder}/log'");
    let engine = format!("#!/bin/sh\n{log}\necho 12 nodes 34 nps\n");
    let scripts = [
        (
            "rustc",
            "[ \"$1\" = -vV ] && printf 'host: here\\nLLVM version: 99.1.2\\n' || dirname \"$0\""
                .to_owned(),
        ),
        (
            "cargo",
            format!(
                "{log}\nprintenv CARGO_ENCODED_RUSTFLAGS | tr '\\037' ' ' >>'{folder}/log'\n\
                 for last; do :; done\nmkdir -p \"$last/here/release\"\ncp '{folder}/engine' \"$last/here/release/atalaya\"\n\
                 {built}"
            ),
        ),
        ("profdata-99", format!("{log}\necho LLVM version 99.1.8")),
        ("profdata-98", "echo LLVM version 98.1.8".to_owned()),
    ];
    fs::write(format!("{folder}/engine"), engine).expect("a script");
    for (name, script) in scripts {
        fs::write(format!("{folder}/{name}"), format!("#!/bin/sh\n{script}\n")).expect("a script");
    }
    for name in ["engine", "rustc", "cargo", "profdata-99", "profdata-98"] {
        let path = format!("{folder}/{name}");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a script");
    }
}

/// Runs `make pgo` with the stand-ins.
fn make_pgo(folder: &Path, args: &[&str]) -> Option<Output> {
    let at = |name: &str| folder.join(name).display().to_string();
    let output = Command::new("make")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["pgo", &format!("CARGO={}", at("cargo"))])
        .arg(format!("RUSTC={}", at("rustc")))
        .arg(format!("PGO={}", at("pgo")))
        .arg(format!("EXE={}", at("Atalaya")))
        .args(args)
        .env_remove("MAKEFLAGS")
        .env_remove("RUSTFLAGS")
        .output();
    output.ok()
}

#[test]
fn make_pgo_counts_merges_and_builds_again() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    stand_ins(folder, "");
    let profdata = format!("LLVM_PROFDATA={}", folder.join("profdata-99").display());
    let Some(output) = make_pgo(folder, &["-n", &profdata]) else {
        let mut err = std::io::stderr();
        writeln!(err, "left out: make cannot be run").expect("stderr");
        return;
    };
    assert!(output.status.success(), "{output:?}");
    let steps = String::from_utf8(output.stdout).expect("UTF-8");
    let mut rest = steps.as_str();
    for step in [
        "-Cprofile-generate=",
        " bench",
        " perft 6",
        " mate ",
        " merge -o ",
        "-Cprofile-use=",
        " bench",
        "cp ",
    ] {
        let (_, after) = rest
            .split_once(step)
            .unwrap_or_else(|| panic!("no '{step}' in {rest}"));
        rest = after;
    }
    // Looking for the tool is all that has been done.
    let log = || fs::read_to_string(folder.join("log")).unwrap_or_default();
    assert!(
        !log().contains("cargo") && !log().contains("merge"),
        "{}",
        log()
    );

    let output = make_pgo(folder, &[&profdata]).expect("as before");
    assert!(output.status.success(), "{output:?}");
    assert!(folder.join("Atalaya").exists());
    let pgo = folder.join("pgo").display().to_string();
    let log = log();
    for line in [
        "build --release --locked --no-default-features --bin atalaya --target here --target-dir PGO/counting",
        "-C target-cpu=native -Cprofile-generate=PGO/counts\n",
        "merge -o PGO/counts.profdata PGO/counts\n",
        "-C target-cpu=native -Cprofile-use=PGO/counts.profdata\n",
    ] {
        assert!(log.contains(&line.replace("PGO", &pgo)), "{line}: {log}");
    }

    // A build that searches otherwise is not handed out.
    fs::remove_file(folder.join("Atalaya")).expect("it was built");
    let other = "case $last in *counted) sed -i 's/12 nodes/13 nodes/' \"$last/here/release/atalaya\";; esac";
    stand_ins(folder, other);
    let output = make_pgo(folder, &[&profdata]).expect("as before");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("the builds differ in the nodes of bench"),
        "{told}"
    );
    assert!(!folder.join("Atalaya").exists());
}

#[test]
fn make_pgo_without_a_fitting_llvm_profdata_is_refused_in_a_sentence() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    stand_ins(folder, "");
    let (old, none) = (folder.join("profdata-98"), folder.join("nobody"));
    for (tool, sentence) in [
        (
            Some(old),
            "profdata-98 is not an llvm-profdata that fits LLVM 99.1.2 of",
        ),
        (
            Some(none),
            "nobody is not an llvm-profdata that fits LLVM 99.1.2 of",
        ),
        (None, "there is no llvm-profdata that fits LLVM 99.1.2 of"),
    ] {
        let named = tool.map_or_else(String::new, |tool| tool.display().to_string());
        let Some(output) = make_pgo(folder, &[&format!("LLVM_PROFDATA={named}")]) else {
            let mut err = std::io::stderr();
            writeln!(err, "left out: make cannot be run").expect("stderr");
            return;
        };
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(
            told.contains(sentence) && told.contains("rustup component add llvm-tools"),
            "{told}"
        );
        assert!(!folder.join("log").exists(), "nothing is built");
    }
    // The toolchain's own is found without being named.
    let own = folder.join("lib/rustlib/here/bin");
    fs::create_dir_all(&own).expect("a folder");
    fs::copy(folder.join("profdata-99"), own.join("llvm-profdata")).expect("a copy");
    let output = make_pgo(folder, &["-n"]).expect("as before");
    let steps = String::from_utf8_lossy(&output.stdout);
    assert!(
        steps.contains("here/bin/llvm-profdata\" merge"),
        "{output:?}"
    );
}
