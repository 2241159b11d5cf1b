//! One-shot use from the shell: `bench`, `eval`, `perft` and the commands for people.

use crate::uci::driver::{Engine, PATIENCE};
#[cfg(unix)]
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the program with arguments and without input, in English.
pub(super) fn atalaya(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

fn stdout(args: &[&str]) -> String {
    let output = atalaya(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The last line of a bench without its speed.
fn signature(text: &str) -> u64 {
    let last = text.trim_end().lines().last().unwrap_or_default();
    let words: Vec<_> = last.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("'{last}' is not 'N nodes M nps'");
    };
    assert!(nps.parse::<u64>().is_ok(), "{last}");
    nodes.parse().expect(last)
}

#[test]
fn bench_visits_the_same_nodes_every_time_and_everywhere() {
    let first = signature(&stdout(&["bench", "6"]));
    assert_eq!(signature(&stdout(&["bench", "6"])), first);
    // The options of a session do not matter to it.
    let mut engine = Engine::with(&[("Threads", "2"), ("Hash", "1"), ("Eval", "material")]);
    engine.go("depth 5");
    for _ in 0..2 {
        engine.say("bench 6");
        let line = engine.line();
        assert_eq!(signature(&line), first);
    }
    assert_ne!(signature(&stdout(&["bench", "5"])), first);
}

/// What `atalaya bench` says at its default depth. A commit that changes it says so in its last line.
const BENCH: u64 = 961_507;

#[test]
fn the_signature_of_bench_is_the_one_that_the_history_states() {
    assert_eq!(signature(&stdout(&["bench"])), BENCH);
}

#[test]
fn eval_explains_a_position_as_the_session_does() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for eval in ["classical", "material", "network"] {
        let shell = stdout(&["eval", "--fen", kiwipete, "--eval", eval]);
        let mut engine = Engine::with(&[("Eval", eval)]);
        engine.position(&format!("fen {kiwipete}"));
        engine.say("eval");
        let session = engine.until("Evaluation").join("\n") + "\n";
        assert_eq!(shell, session);
        assert!(shell.contains(&format!("Evaluation ({eval}): ")), "{shell}");
    }
    let start = stdout(&["eval"]);
    assert!(start.contains("Evaluation (network): "), "{start}");
    // From White's side, whoever is to move.
    let queen = |turn| {
        stdout(&[
            "eval",
            "--fen",
            &format!("4k3/8/8/8/8/8/8/3QK3 {turn} - - 0 1"),
        ])
    };
    let cp = |text: &str| -> i64 {
        let (_, rest) = text.split_once("): ").expect("an evaluation");
        rest.split(' ')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a number")
    };
    assert!(cp(&queen("w")) > 500 && cp(&queen("b")) > 500);
}

#[test]
fn eval_shows_both_evaluations_of_each_piece_side_by_side() {
    let text = stdout(&["eval", "--fen", "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    let lines: Vec<&str> = text.lines().collect();
    let row = lines
        .iter()
        .position(|line| line.starts_with('8'))
        .expect("the eighth rank");
    assert_eq!(lines[row].matches('q').count(), 2, "{text}");
    let worth: Vec<i32> = lines[row + 1]
        .split_whitespace()
        .map(|word| word.parse().expect("centipawns"))
        .collect();
    assert_eq!(worth.len(), 2, "a king has no worth: {text}");
    assert!(
        worth.iter().all(|worth| (300..3000).contains(worth)),
        "{text}"
    );
}

#[test]
fn bench_takes_an_evaluation_and_a_networks_file_is_read_or_refused() {
    let classical = signature(&stdout(&["bench", "5", "--eval", "classical"]));
    let network = signature(&stdout(&["bench", "5", "--eval", "network"]));
    assert_ne!(classical, network);
    let output = atalaya(&["eval", "--eval", "network", "--file", "/no/such.net"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("/no/such.net") && stderr.lines().count() == 1,
        "{stderr}"
    );
}

#[test]
fn bad_arguments_get_one_sentence_and_status_2() {
    for (args, named) in [
        (&["eval", "--fen", "nonsense"][..], "nonsense"),
        (&["eval", "--fen", ""], "empty"),
        (&["eval", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (&["eval", "--fen", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"], "'x'"),
    ] {
        let output = atalaya(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(named), "{stderr}");
    }
    for args in [
        &["eval", "--eval", "psychic"][..],
        &["bench", "0"],
        &["bench", "--eval", "psychic"],
        &["bench", "x"],
        &["nonsense"],
    ] {
        let output = atalaya(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{args:?}"
        );
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for args in [&["bench", "3"][..], &["eval"], &["perft", "3", "--divide"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .env("LC_ALL", "C")
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        drop(child.stdout.take());
        let mut stderr = String::new();
        let mut pipe = child.stderr.take().expect("piped");
        pipe.read_to_string(&mut stderr).expect("text");
        let status = child.wait().expect("it ends");
        assert!(
            status.success() && stderr.is_empty(),
            "{args:?}: {status} {stderr}"
        );
    }
}

#[test]
fn people_get_help_and_the_licence() {
    let mut engine = Engine::start();
    engine.say("help");
    let help = engine.ready().join("\n");
    for command in ["position", "go depth", "perft", "eval", "bench", "quit"] {
        assert!(help.contains(command), "{help}");
    }
    engine.say("license");
    assert!(
        engine
            .ready()
            .join("\n")
            .contains("GNU General Public License")
    );
    let text = stdout(&["--help"]);
    for command in ["perft", "bench", "eval"] {
        assert!(text.contains(command), "{text}");
    }
}

/// Waits for the end of a process; kills it and says no if that takes too long.
fn ends(child: &mut std::process::Child) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if child.try_wait().expect("a child").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("a child");
    false
}

#[test]
#[cfg(unix)]
fn what_would_take_days_ends_when_nobody_is_left_to_hear_of_it() {
    // No mate at all, so that the verification goes through everything.
    for line in [
        "verify 40",
        "go perft 12",
        "bench 50",
        "isready\nverify 100",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut input = child.stdin.take().expect("piped");
        writeln!(input, "{line}").expect("it listens");
        drop(input);
        drop(child.stdout.take());
        assert!(ends(&mut child), "{line}");
    }
}

#[test]
fn what_was_asked_before_the_end_of_input_is_answered_to_whoever_listens() {
    let mut engine = Engine::start();
    engine.say("go perft 4");
    engine.close_input();
    let (status, lines) = engine.end();
    assert!(status.success());
    assert!(
        lines.iter().any(|line| line == "Nodes searched: 197281"),
        "{lines:?}"
    );
}

#[test]
#[cfg(unix)]
fn a_person_at_a_terminal_is_shown_a_menu_and_a_pipe_is_not() {
    use crate::uci::terminal::Terminal;
    for (variables, lines) in [
        (("TERM", "xterm"), ["5", "isready"]),
        (("TERM", "dumb"), ["isready", "uci"]),
    ] {
        let mut terminal = Terminal::start(&[], &[variables]);
        terminal.wait_for("A number, a word, or quit:");
        terminal.say("nonsense");
        terminal.wait_for("'nonsense' is none of these.");
        for line in lines {
            terminal.say(line);
            terminal.wait_for(if line == "isready" {
                "readyok"
            } else {
                "uciok"
            });
        }
        terminal.say("quit");
        assert_eq!(terminal.status(), Some(0));
    }

    let mut engine = Engine::start();
    engine.silent_for(Duration::from_millis(200));
    engine.quiet();
}
