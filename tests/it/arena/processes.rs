//! Engines that talk without end, leave children behind, or heed nothing: none of them holds a match
//! up, fills its memory, or outlives it.

use crate::arena::support::{Folder, Running, ends_soon, lines_of, run_well};
use std::process::Command;

/// An engine that does not stop talking, in one way or another.
const TALKING: &str = "#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go)
      echo $$ >> pids
      case $1 in
        chat) while :; do echo 'info depth 1 score cp 1 pv e2e4'; sleep 0.01; done ;;
        flood) yes 'info depth 1 score cp 1 pv e2e4' ;;
        endless) tr '\\0' x </dev/zero ;;
      esac ;;
    quit) exit ;;
  esac
done
";

#[test]
fn a_signal_ends_a_match_while_an_engine_talks() {
    for how in ["chat", "flood", "endless"] {
        for signal in ["-INT", "-TERM"] {
            let folder = Folder::new(&format!("talk-{how}{signal}"));
            folder.script("talking.sh", TALKING);
            let args = format!(
                "--engine name=talks cmd=./talking.sh arg={how} movetime=600000 \
                 --engine builtin=random --rounds 5 --json out.json"
            );
            let mut running = Running::start(&folder, &args);
            let pids = lines_of(&folder, "pids");
            running.signal(signal);
            assert_eq!(running.ends_within(10), Some(130), "{how} {signal}");
            assert!(ends_soon(&pids[0]), "{how} {signal}");
        }
    }
}

#[test]
fn an_engine_that_floods_its_output_is_stopped_in_time_and_fills_no_memory() {
    for (how, words) in [
        ("flood", "gave no answer within"),
        ("endless", "its output has a line of more than 65536 bytes"),
    ] {
        let folder = Folder::new(&format!("flood-{how}"));
        folder.script("talking.sh", TALKING);
        // With three gigabytes of addresses a queue without bounds ends the match.
        let script = format!(
            "ulimit -v 3000000; exec {} match --engine name=talks cmd=./talking.sh arg={how} \
             movetime=100 --engine builtin=random --rounds 1 --quiet --pgn out.pgn --json out.json",
            env!("CARGO_BIN_EXE_atalaya")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(&folder.0);
        let mut running = Running(command.spawn().expect("sh runs"));
        assert_eq!(running.ends_within(60), Some(0), "{how}");
        let result = folder.json("out.json");
        assert_eq!(result["players"][0]["crashes"], 2, "{how}: {result}");
        let text = folder.read("out.pgn");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.matches(words).count(), 2, "{text}");
        for pid in lines_of(&folder, "pids") {
            assert!(ends_soon(&pid), "{how}");
        }
    }
}

#[test]
fn what_an_engine_leaves_behind_ends_with_it() {
    let folder = Folder::new("behind");
    folder.script(
        "leaves.sh",
        "#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) exit 1 ;;
    ucinewgame) sleep 1000 & echo $! >> pids ;;
    quit) sleep 1000 & echo $! >> pids; exit ;;
  esac
done
",
    );
    let args = "--engine name=leaves cmd=./leaves.sh depth=1 --engine builtin=random --rounds 1 \
                --quiet --json out.json";
    run_well(&folder, args);
    let pids = lines_of(&folder, "pids");
    // The rehearsal's, and those of two games, whose crash is noticed though the pipe stays open.
    assert!(pids.len() >= 3, "{pids:?}");
    assert_eq!(folder.json("out.json")["players"][0]["crashes"], 2);
    assert_eq!(folder.json("out.json")["players"][0]["stalls"], 0);
    for pid in pids {
        assert!(ends_soon(&pid), "process {pid} is still there");
    }
}

#[test]
fn engines_that_heed_nothing_end_with_a_match_that_is_interrupted_while_they_start() {
    for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"]] {
        let folder = Folder::new(&format!("deaf-{}", signals.join("")));
        folder.script(
            "deaf.sh",
            "#!/bin/sh\necho $$ >> pids\ntrap '' INT TERM HUP PIPE\nwhile :; do sleep 1; done\n",
        );
        let args = "--engine name=deaf cmd=./deaf.sh depth=1 startup=600 --engine builtin=random \
                    --quiet --json out.json";
        let mut running = Running::start(&folder, args);
        let pids = lines_of(&folder, "pids");
        for signal in signals {
            running.signal(signal);
        }
        assert_eq!(running.ends_within(10), Some(130), "{signals:?}");
        assert!(ends_soon(&pids[0]), "{signals:?}");
        assert!(!folder.path("out.json.journal").exists());
    }
}
