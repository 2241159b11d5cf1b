//! Somebody at the command line: a database, a file of sessions, and the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A user of the program, logged in.
pub struct Shell {
    pub folder: TempDir,
    address: String,
}

/// What a command came to.
pub struct Came {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Shell {
    /// Somebody who has signed up and logged in.
    pub fn of(name: &str, address: &str) -> Shell {
        let desk = Shell {
            folder: tempfile::tempdir().expect("a new folder"),
            address: address.to_owned(),
        };
        for action in ["add", "login"] {
            let came = desk.run(
                &["user", action, name, "--password-fd", "0"],
                "a long secret\n",
            );
            assert_eq!(came.status, 0, "{}", came.err);
        }
        desk
    }

    /// A file in the desk's own folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same with something in it, as an argument.
    pub fn written(&self, name: &str, text: &[u8]) -> String {
        let path = self.file(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    /// Runs the program with lines on its standard input.
    pub fn run(&self, args: &[&str], lines: &str) -> Came {
        let output = run_program(&self.address, &self.file("sessions.json"), args, lines);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Came {
            status: output.status.code().expect("no signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The same, which succeeds without complaint; what it prints.
    pub fn done(&self, args: &[&str], lines: &str) -> String {
        let came = self.run(args, lines);
        assert_eq!((came.status, came.err.as_str()), (0, ""), "{args:?}");
        came.out
    }
}

/// Runs the program with a database, a file of sessions, and lines on its standard input.
pub fn run_program(address: &str, sessions: &Path, args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(args)
        .env("ATALAYA_DATABASE", address)
        .env("ATALAYA_SESSION_FILE", sessions)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    // Whoever refuses early does not read.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}
