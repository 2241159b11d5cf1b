//! `atalaya user` and `atalaya ranking`, driven as programs.

use crate::collection::shell::run_program;
use crate::databases::on_each_address;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Somebody at a machine: a database and a file of sessions.
pub struct Machine {
    pub folder: TempDir,
    address: String,
}

impl Machine {
    pub fn new(address: &str) -> Machine {
        Machine {
            folder: tempfile::tempdir().expect("a new folder"),
            address: address.to_owned(),
        }
    }

    fn sessions(&self) -> PathBuf {
        self.folder.path().join("deep/sessions.json")
    }

    /// Runs the program with lines on its standard input.
    pub fn run(&self, args: &[&str], lines: &str) -> Output {
        let output = run_program(&self.address, &self.sessions(), args, lines);
        for secret in lines.lines().filter(|line| !line.is_empty()) {
            for stream in [&output.stdout, &output.stderr] {
                let text = String::from_utf8_lossy(stream);
                assert!(!text.contains(secret), "{args:?} tells a password: {text}");
            }
        }
        output
    }

    /// Runs `user`; its exit status, what it prints, what it complains about.
    fn user(&self, args: &str, lines: &str) -> (i32, String, String) {
        let mut words = vec!["user"];
        words.extend(args.split(' '));
        if !lines.is_empty() {
            words.extend(["--password-fd", "0"]);
        }
        let output = self.run(&words, lines);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        let status = output.status.code().expect("no signal");
        (status, text(output.stdout), text(output.stderr))
    }

    /// The same, which succeeds.
    pub fn done(&self, args: &str, lines: &str) -> String {
        let (status, out, err) = self.user(args, lines);
        assert_eq!((status, err.as_str()), (0, ""), "{args}");
        out
    }

    /// The same, which is refused by a rule.
    fn refused(&self, args: &str, lines: &str) -> String {
        let (status, out, err) = self.user(args, lines);
        assert_eq!((status, out.as_str()), (1, ""), "{args} {err}");
        err
    }

    /// The same, for which the input is bad.
    fn bad(&self, args: &str, lines: &str) -> String {
        let (status, out, err) = self.user(args, lines);
        assert_eq!((status, out.as_str()), (2, ""), "{args} {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        err
    }
}

const FIRST: &str = "first secret\n";

#[test]
fn a_life_at_the_command_line() {
    on_each_address(|address| {
        let here = Machine::new(address);
        let none = here.refused("whoami", "");
        assert_eq!(
            none,
            "atalaya: nobody is logged in: 'atalaya user login NAME'\n"
        );
        let out = here.done("add Ana", FIRST);
        assert_eq!(
            out,
            "Ana has signed up. To log in: atalaya user login 'Ana'\n"
        );
        assert_eq!(
            here.refused("add ANA", FIRST),
            "atalaya: the name 'ANA' is taken\n"
        );
        let told = here.refused("add m1 --lang es", FIRST);
        assert_eq!(told, "atalaya: el nombre 'm1' ya está en uso\n");
        here.refused("whoami", "");

        let told = here.refused("login Bea", FIRST);
        assert_eq!(told, "atalaya: there is no user called 'Bea'\n");
        let told = here.refused("login Ana", "other secret\n");
        assert_eq!(told, "atalaya: the password is wrong\n");
        here.refused("whoami", "");
        assert_eq!(here.done("login ana", FIRST), "Ana is logged in.\n");
        assert_eq!(here.done("whoami", ""), "Ana\n");
        let told = here.done("login ana --lang es", FIRST);
        assert_eq!(told, "Ana ha iniciado sesión.\n");

        // Another machine knows nothing of it.
        let there = Machine::new(address);
        there.refused("whoami", "");
        there.done("login Ana", FIRST);

        let told = here.refused("rename Eva Evo", FIRST);
        assert_eq!(told, "atalaya: the two new names are not the same\n");
        here.refused("rename M2 M2", FIRST);
        here.refused("rename Eva Eva", "other secret\n");
        let told = here.done("rename Eva Eva", FIRST);
        assert_eq!(told, "Ana is now called Eva.\n");
        assert_eq!(there.done("whoami", ""), "Eva\n");

        let told = here.refused("passwd", "first secret\nnewer secret\nlast secret\n");
        assert_eq!(told, "atalaya: the two new passwords are not the same\n");
        here.refused("passwd", "newer secret\nnewer secret\nnewer secret\n");
        let told = here.done("passwd", "first secret\nnewer secret\nnewer secret\n");
        assert_eq!(
            told,
            "Eva has another password; all other sessions have ended.\n"
        );
        assert_eq!(here.done("whoami", ""), "Eva\n");
        there.refused("whoami", "");
        there.refused("login Eva", FIRST);
        there.done("login Eva", "newer secret\n");

        assert_eq!(here.done("logout", ""), "Eva is logged out.\n");
        here.refused("logout", "");
        assert_eq!(there.done("whoami", ""), "Eva\n");
        here.done("login Eva", "newer secret\n");
        here.done("logout --everywhere", "");
        there.refused("whoami", "");

        there.done("login Eva", "newer secret\n");
        let told = there.refused("remove Ana", "newer secret\n");
        assert_eq!(
            told,
            "atalaya: 'Ana' is not the name of whoever is logged in\n"
        );
        there.refused("remove Eva", FIRST);
        let told = there.done("remove Eva", "newer secret\n");
        assert_eq!(told, "The account of Eva is gone.\n");
        there.refused("whoami", "");
        there.refused("login Eva", "newer secret\n");
        assert_eq!(there.done("list", "").lines().count(), 3);
    });
}

#[test]
fn bad_input_is_named_and_ends_with_status_two() {
    let folder = tempfile::tempdir().expect("a new folder");
    let here = Machine::new(&format!("sqlite:{}", folder.path().join("c.db").display()));
    for (args, lines, said) in [
        (
            "add Ana",
            "short\n",
            "the password must have at least 12 characters",
        ),
        (
            "add Ana --lang es",
            "short\n",
            "la contraseña debe tener al menos 12 caracteres",
        ),
        (
            "add a\u{202E}b",
            FIRST,
            "the name has the character U+202E, which cannot be seen",
        ),
        (
            "add a\u{7}b --lang es",
            FIRST,
            "el nombre tiene el carácter U+0007, que no se ve",
        ),
        ("add ---", FIRST, ""),
        (
            "add Ana --password-fd 99",
            "",
            "cannot read file descriptor 99: ",
        ),
        ("whoami --database x", "", "bad database 'x'"),
        (
            "login Ana --database sqlite:/dev/null/x",
            FIRST,
            "cannot open the database",
        ),
    ] {
        if said.is_empty() {
            let (status, out, _) = here.user(args, lines);
            assert_eq!((status, out.as_str()), (2, ""), "{args}");
        } else {
            let err = here.bad(args, lines);
            assert!(err.contains(said), "{args}: {err}");
        }
    }
    here.done("add Ana", FIRST);
    here.done("login Ana", FIRST);
    let err = here.bad("passwd", "first secret\nnewer secret\n");
    assert_eq!(
        err,
        "atalaya: no password: there is no line 3 of file descriptor 0\n"
    );
    let err = here.bad("rename Eva", FIRST);
    assert!(err.ends_with("expected NEW NEW\n"), "{err}");
    for args in [
        "list --page 0",
        "list --per-page 1001",
        "add",
        "rename",
        "passwd secret",
    ] {
        assert_eq!(here.user(args, "").0, 2, "{args}");
    }
    for args in [
        "--theme 0",
        "--theme 127",
        "--difficulty 0",
        "--difficulty 6",
        "--theme x",
    ] {
        let mut words = vec!["ranking"];
        words.extend(args.split(' '));
        assert_eq!(here.run(&words, "").status.code(), Some(2), "{args}");
    }
}

#[test]
fn json_is_for_programs_and_has_no_secrets() {
    let folder = tempfile::tempdir().expect("a new folder");
    let here = Machine::new(&format!("sqlite:{}", folder.path().join("c.db").display()));
    let json = |(status, out, err): (i32, String, String), expected| {
        assert_eq!((status, err.as_str()), (expected, ""), "{out}");
        serde_json::from_str::<Value>(&out).expect("JSON")
    };
    let added = json(here.user("add Ana --json", FIRST), 0);
    assert_eq!(added["user"]["name"], "Ana");
    assert_eq!(added["user"]["kind"], "person");
    assert_eq!(added["user"]["rating"], 1500.0);
    let taken = json(here.user("add ana --json --lang es", FIRST), 1);
    assert_eq!(taken["refused"], "name_taken");
    assert_eq!(taken["message"], "el nombre 'ana' ya está en uso");
    let login = json(here.user("login ana --json", FIRST), 0);
    let sessions = std::fs::read_to_string(here.sessions()).expect("a file");
    let sessions: Value = serde_json::from_str(&sessions).expect("JSON");
    let token = sessions.as_object().expect("an object").values().next();
    let token = token.and_then(Value::as_str).expect("a token");
    assert_eq!(token.len(), 64);
    assert!(!login.to_string().contains(token), "{login}");
    assert_eq!(
        json(here.user("whoami --json", ""), 0)["user"]["name"],
        "Ana"
    );
    let list = json(here.user("list --json --per-page 2 --page 2", ""), 0);
    assert_eq!(list["total"], 3);
    assert_eq!(list["users"][0]["name"], "M2");
    let output = here.run(&["ranking", "--theme", "3", "--json"], "");
    let ranking: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(ranking["theme"], 3);
    assert_eq!(ranking["users"], serde_json::json!([]));
}

#[cfg(unix)]
#[test]
fn the_file_of_sessions_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a new folder");
    let address = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    let mut here = Machine::new(&address("one.db"));
    let mode = |here: &Machine| {
        let metadata = std::fs::metadata(here.sessions()).expect("a file");
        metadata.permissions().mode() & 0o777
    };
    here.done("add Ana", FIRST);
    here.done("login Ana", FIRST);
    assert_eq!(mode(&here), 0o600);
    // One token for each database.
    here.address = address("two.db");
    here.refused("whoami", "");
    here.done("add Bea", FIRST);
    here.done("login Bea", FIRST);
    assert_eq!(mode(&here), 0o600);
    assert_eq!(here.done("whoami", ""), "Bea\n");
    here.address = address("../").replace("..", "./") + "one.db";
    assert_eq!(here.done("whoami", ""), "Ana\n");
    // Others may read it: it is not used.
    let readable = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(here.sessions(), readable).expect("allowed");
    let err = here.bad("whoami", "");
    assert!(err.contains("may be read by others"), "{err}");
    std::fs::write(here.sessions(), "{").expect("written");
    let private = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(here.sessions(), private).expect("allowed");
    let err = here.bad("whoami", "");
    assert!(err.contains("is no file of session tokens"), "{err}");
}

#[cfg(unix)]
#[test]
fn without_a_terminal_or_a_descriptor_nobody_is_asked() {
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().expect("a new folder");
    let here = Machine::new(&format!("sqlite:{}", folder.path().join("c.db").display()));
    // Away from the terminal of whoever runs the tests.
    let output = Command::new("setsid")
        .arg("--wait")
        .arg(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(["user", "add", "Ana"])
        .env("ATALAYA_DATABASE", &here.address)
        .process_group(0)
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        return crate::shared::left_out("there is no setsid");
    };
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.ends_with("expected --password-fd N\n"), "{err}");
    assert_eq!(here.done("list", "").lines().count(), 3);
}
