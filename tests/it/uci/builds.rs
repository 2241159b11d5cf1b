//! The program on other machines: what it says of its build, and older processors.
//!
//! Processors are those of `qemu-x86_64` (Debian: qemu-user); a test says what it leaves out where there is none.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(super) const PROGRAM: &str = env!("CARGO_BIN_EXE_atalaya");

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

/// Runs a command; `None`, with a word about it, where there is no such program.
pub(super) fn run(program: &str, args: &[&str], lang: &str) -> Option<Output> {
    let output = Command::new(program)
        .args(args)
        .env("LC_ALL", lang)
        .stdin(Stdio::null())
        .output();
    if output.is_err() {
        let said = format!("left out: there is no {program}\n");
        std::io::stderr()
            .write_all(said.as_bytes())
            .expect("stderr");
    }
    output.ok()
}

fn signature(bench: &str) -> Option<&str> {
    bench.lines().last()?.split(' ').next()
}

#[test]
fn the_version_names_the_network_and_the_instructions_and_uci_says_the_same() {
    let version = run(PROGRAM, &["--version"], "C").expect("the program");
    let version = text(version.stdout);
    let version = version.trim_end().strip_prefix("atalaya ").expect("a name");
    let (number, rest) = version.split_once(" (").expect("details");
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    let (_, network) = rest.split_once("network ").expect("a network");
    let (network, isa) = network.split_once(", ").expect("instructions");
    assert!(
        network.len() == 8 && u32::from_str_radix(network, 16).is_ok(),
        "{version}"
    );
    let known = ["AVX-512)", "AVX2)", &format!("{})", std::env::consts::ARCH)];
    assert!(known.contains(&isa), "{version}");
    let (told, _) = crate::pipe::run(Command::new(PROGRAM).env("LC_ALL", "C"), "uci\nquit\n");
    assert!(
        told.starts_with(&format!("id name Atalaya {version}\n")),
        "{told}"
    );
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn every_processor_that_runs_it_visits_the_same_nodes_and_others_are_refused_in_a_sentence() {
    let here = text(
        run(PROGRAM, &["bench", "3"], "C")
            .expect("the program")
            .stdout,
    );
    let here = signature(&here).expect("nodes");
    let on = |processor: &str, args: &[&str], lang: &str| {
        let args = [&["-cpu", processor, PROGRAM][..], args].concat();
        run("qemu-x86_64", &args, lang)
    };
    for (processor, isa) in [("Nehalem", "x86_64)"), ("Haswell", "AVX2)")] {
        if cfg!(target_feature = "avx2") && processor == "Nehalem" {
            continue;
        }
        let Some(bench) = on(processor, &["bench", "3"], "C") else {
            return;
        };
        let bench = text(bench.stdout);
        assert_eq!(signature(&bench), Some(here), "{processor}: {bench}");
        let version = on(processor, &["--version"], "C").expect("as before");
        assert!(
            text(version.stdout).trim_end().ends_with(isa),
            "{processor}"
        );
    }
    if cfg!(not(target_feature = "sse4.2")) {
        return;
    }
    for (lang, sentence) in [
        (
            "C",
            "atalaya: this program was compiled for processors with ",
        ),
        (
            "es_ES.UTF-8",
            "atalaya: este programa se compiló para procesadores con ",
        ),
    ] {
        // The qemu of SSE3 without SSE4.
        let refused = on("core2duo", &["bench", "3"], lang).expect("as before");
        let told = text(refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        let told: Vec<&str> = told
            .lines()
            .filter(|line| !line.starts_with("qemu"))
            .collect();
        assert!(told.len() == 1 && told[0].starts_with(sentence), "{told:?}");
        assert!(
            told[0].contains("SSE4.") && refused.stdout.is_empty(),
            "{told:?}"
        );
    }
}
