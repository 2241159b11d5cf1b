//! Packages and archives of the program, tried with dpkg; a test says what it leaves out where there is none.

use super::builds::{PROGRAM, run, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A script of the folder `deploy`; `None` where one of the programs that it needs is not there.
fn deploy(script: &str, needs: &[&str]) -> Option<Command> {
    for program in needs {
        run(program, &["--version"], "C")?;
    }
    let mut command = Command::new(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("deploy")
            .join(script),
    );
    command
        .envs([("LC_ALL", "C"), ("LEVEL", "0")])
        .stdin(Stdio::null());
    Some(command)
}

#[test]
fn a_debian_package_is_installed_runs_and_leaves_nothing() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    let needs = ["dpkg", "dpkg-deb", "objdump", "gzip"];
    let Some(mut deb) = deploy("deb", &needs) else {
        return;
    };
    let version = env!("CARGO_PKG_VERSION");
    let made = deb
        .args([PROGRAM, version])
        .arg(folder)
        .output()
        .expect("a shell");
    assert!(made.status.success(), "{made:?}");
    let package = folder.join(text(made.stdout).trim_end());
    let listed = run(
        "dpkg-deb",
        &["--contents", package.to_str().expect("UTF-8")],
        "C",
    );
    let listed = text(listed.expect("as before").stdout);
    for file in [
        "./usr/bin/atalaya\n",
        "./usr/share/man/man1/atalaya-match.1.gz\n",
        "./usr/share/bash-completion/completions/atalaya\n",
        "./usr/lib/systemd/system/atalaya.service\n",
        "./usr/share/doc/atalaya/copyright\n",
    ] {
        assert!(listed.contains(file), "{file}: {listed}");
    }
    let mut test = deploy("deb-test", &[]).expect("a script");
    let tried = test.arg(&package).output().expect("a shell");
    assert!(tried.status.success(), "{tried:?}");
    assert!(text(tried.stdout).ends_with(": installed, run and removed\n"));
    // A package of another version is noticed.
    let mut deb = deploy("deb", &needs).expect("as before");
    let made = deb
        .args([PROGRAM, "9.9.9"])
        .arg(folder)
        .output()
        .expect("a shell");
    let mut test = deploy("deb-test", &[]).expect("a script");
    let tried = test.arg(folder.join(text(made.stdout).trim_end())).output();
    let tried = tried.expect("a shell");
    assert_eq!(tried.status.code(), Some(1), "{tried:?}");
    assert!(text(tried.stderr).contains("it is not version 9.9.9"));
}

/// A stand-in for cargo, which leaves a program where it would be built.
#[cfg(target_arch = "x86_64")]
fn stand_in(folder: &Path, program: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("cargo");
    let script = format!(
        "#!/bin/sh\nfor last; do :; done\necho \"$* $ATALAYA_COMMIT\" >>'{0}/asked'\n\
         mkdir -p '{0}/target/'$last/release\ncp '{program}' '{0}/target/'$last/release/atalaya\n",
        folder.display(),
    );
    fs::write(&path, script).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script");
    path.display().to_string()
}

#[test]
#[cfg(target_arch = "x86_64")]
fn a_release_has_archives_a_package_and_their_checksums() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    let needs = ["dpkg-deb", "objdump", "tar", "strip", "sha256sum"];
    let Some(mut release) = deploy("release", &needs) else {
        return;
    };
    let release = release
        .arg("x86_64-unknown-linux-gnu")
        .env("CARGO", stand_in(folder, PROGRAM))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("DIST", folder.join("dist"))
        .env("ATALAYA_COMMIT", "1a2b3c4d")
        .output()
        .expect("a shell");
    assert!(release.status.success(), "{release:?}");
    let asked = fs::read_to_string(folder.join("asked")).expect("cargo was run");
    let asked_for =
        "build --release --locked --bin atalaya --target x86_64-unknown-linux-gnu 1a2b3c4d\n";
    assert_eq!(asked, asked_for);
    let name = format!("atalaya-{}-linux-x86_64", env!("CARGO_PKG_VERSION"));
    let dist = folder.join("dist");
    let checked = Command::new("sha256sum")
        .args(["--check", "SHA256SUMS"])
        .current_dir(&dist)
        .output()
        .expect("as before");
    let checked_names = text(checked.stdout);
    assert!(checked.status.success(), "{checked_names}");
    assert_eq!(checked_names.lines().count(), 2, "{checked_names}");
    assert!(
        checked_names.contains(&format!("{name}.tar.gz: OK")),
        "{checked_names}"
    );
    let archive = dist.join(format!("{name}.tar.gz"));
    let unpacked = Command::new("tar")
        .arg("-xzf")
        .arg(archive)
        .arg("-C")
        .arg(folder)
        .status();
    assert!(unpacked.expect("as before").success());
    let program = folder.join(&name).join("atalaya");
    let told = run(program.to_str().expect("UTF-8"), &["--version"], "C").expect("a program");
    assert!(text(told.stdout).starts_with(&format!("atalaya {} (", env!("CARGO_PKG_VERSION"))));

    // Nothing is handed out of a program that says something else.
    let broken = folder.join("broken");
    fs::write(&broken, "no program").expect("a file");
    let mut release = deploy("release", &[]).expect("a script");
    let release = release
        .arg("x86_64-unknown-linux-gnu")
        .env("CARGO", stand_in(folder, broken.to_str().expect("UTF-8")))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("DIST", folder.join("other"))
        .output()
        .expect("a shell");
    assert!(!release.status.success(), "{release:?}");
    assert!(!folder.join("other/SHA256SUMS").exists());
}
