//! The built program, driven: on a database of its own, with a session file of its own.

use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// The program on one database, as one user of the machine.
pub struct Program {
    address: String,
    folder: TempDir,
}

impl Program {
    pub fn new(address: &str) -> Program {
        Program {
            address: address.to_owned(),
            folder: tempfile::tempdir().expect("a new folder"),
        }
    }

    /// The same with somebody signed up and logged in.
    pub fn with_user(address: &str, name: &str) -> Program {
        let program = Program::new(address);
        for action in ["add", "login"] {
            let mut child = program
                .command(&["user", action, name, "--password-fd", "0"])
                .stdin(Stdio::piped())
                .spawn()
                .expect("it starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin
                .write_all(b"correct horse battery\n")
                .expect("it reads");
            drop(stdin);
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{action}: {output:?}");
        }
        program
    }

    /// A file of its own.
    pub fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// The program with these arguments; what it says is kept.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command.env("LC_ALL", "C");
        command
            .args(args)
            .env("ATALAYA_DATABASE", &self.address)
            .env("ATALAYA_SESSION_FILE", self.file("sessions.json"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn start(&self, args: &[&str]) -> Child {
        self.command(args).spawn().expect("it starts")
    }

    /// Runs it to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it starts")
    }

    /// Runs it to a good end, and returns what it says, a JSON value for each line.
    pub fn json(&self, args: &[&str]) -> Vec<Value> {
        let output = self.run(&[args, &["--json"]].concat());
        assert!(output.status.success(), "{args:?}: {output:?}");
        json_lines(&output.stdout)
    }

    /// Keeps a new problem, and returns its number.
    pub fn new_problem(&self, fen: &str, moves: u32) -> i64 {
        let moves = moves.to_string();
        let created = self.json(&["problem", "new", "--fen", fen, "-n", &moves]);
        created[0]["id"].as_i64().expect("a number")
    }
}

/// The whole lines of what a program said, as JSON.
pub fn json_lines(stdout: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(stdout);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let value = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    whole.lines().map(value).collect()
}

/// The standard output as text.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
