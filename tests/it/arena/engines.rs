//! Engines that fail, an engine that ponders, and input that is refused.

use crate::arena::support::{Folder, ends_soon, games, run, run_well};
use std::process::Command;

/// An engine that answers each question twice, with the only legal moves of a game of few moves.
const TWICE: &str = "#!/bin/sh
while read -r line; do
  case \"$line\" in
    uci) echo 'id name twice'; echo uciok ;;
    isready) echo readyok ;;
    position*'e7e5 g1f3 b8c6') move=f1b5 ;;
    position*e7e5) move=g1f3 ;;
    position*) move=e2e4 ;;
    go*) printf 'bestmove %s\\nbestmove %s\\n' $move $move ;;
    quit) exit 0 ;;
  esac
done
";

/// An engine that answers `1. e4 e5 2. Nf3 Nc6`, a moment after it was asked.
const REPLIES: &str = "#!/bin/sh
while read -r line; do
  case \"$line\" in
    uci) echo 'id name replies'; echo uciok ;;
    isready) echo readyok ;;
    position*g1f3) move=b8c6 ;;
    position*) move=e7e5 ;;
    go*) sleep 0.2; echo bestmove $move ;;
    quit) exit 0 ;;
  esac
done
";

#[test]
fn a_second_answer_to_a_question_is_no_answer_to_the_next_one() {
    let folder = Folder::new("twice");
    folder.script("twice.sh", TWICE);
    folder.script("replies.sh", REPLIES);
    let args = "--engine name=twice cmd=./twice.sh movetime=5000 \
                --engine name=replies cmd=./replies.sh movetime=5000 \
                --games 1 --maxmoves 2 --pgn twice.pgn --json twice.json";
    run_well(&folder, args);
    let result = folder.json("twice.json");
    assert_eq!(result["players"][0]["illegal_moves"], 0, "{result}");
    let text = folder.read("twice.pgn");
    assert!(text.contains("Nf3") && text.contains("Nc6"), "{text}");
}

/// An engine that does everything right until it is asked for a move.
const FAILING: &str = "#!/bin/sh
while read -r line; do
  case \"$line\" in
    uci) echo 'id name failing'; echo uciok ;;
    isready) echo readyok ;;
    stop) [ \"$1\" = late ] && echo 'bestmove e2e4' ;;
    go*)
      case \"$1\" in
        crash) echo 'segmentation fault, sort of' >&2; exit 3 ;;
        stall) sleep 1000 & echo $! >> stalled; wait ;;
        illegal) echo 'bestmove e2e5' ;;
        garbage) echo 'bestmove' ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
";

#[test]
fn engines_that_fail_lose_the_game_and_the_match_goes_on() {
    let folder = Folder::new("failing");
    folder.script("failing.sh", FAILING);
    for (how, key, tag, reason) in [
        (
            "crash",
            "crashes",
            "abandoned",
            "exit status: 3; stderr: segmentation fault, sort of",
        ),
        ("stall", "crashes", "stalled connection", "gave no answer"),
        (
            "illegal",
            "illegal_moves",
            "rules infraction",
            "answered 'e2e5', which is not a legal",
        ),
        (
            "garbage",
            "illegal_moves",
            "rules infraction",
            "answered '(nothing)', which is not a",
        ),
        ("late", "time_losses", "time forfeit", "answered only after"),
    ] {
        let args = format!(
            "--engine name=bad cmd=./failing.sh arg={how} movetime=50 stderr=bad.log \
             --engine builtin=random --rounds 1 --pgn {how}.pgn --json {how}.json"
        );
        let output = run_well(&folder, &args);
        let result = folder.json(&format!("{how}.json"));
        let bad = &result["players"][0];
        assert_eq!(
            (&bad["losses"], &bad[key]),
            (&2.into(), &2.into()),
            "{how}: {result}"
        );
        assert_eq!(result["players"][1]["wins"], 2);
        let text = folder.read(&format!("{how}.pgn"));
        // Line breaks may fall anywhere in a comment.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            text.matches(&format!("[Termination \"{tag}\"]")).count(),
            2,
            "{text}"
        );
        assert_eq!(text.matches(reason).count(), 2, "{text}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("game 1: bad "), "{how}: {stderr}");
        // The remedy for late answers is said once, and only where it is one.
        let remedies = stderr.matches("give --each timemargin=50").count();
        assert_eq!(remedies, usize::from(how == "late"), "{how}: {stderr}");
    }
    assert_eq!(
        folder.read("bad.log").lines().count(),
        2,
        "standard error is kept"
    );
    // The stalled engine was killed with the process it had started.
    let stalled = folder.read("stalled");
    assert_eq!(stalled.lines().count(), 2);
    for pid in stalled.lines() {
        assert!(ends_soon(pid), "process {pid} is still there");
    }
}

#[test]
fn late_answers_without_a_clock_are_a_matter_of_patience() {
    let folder = Folder::new("patience");
    folder.script("failing.sh", FAILING);
    let output = run_well(
        &folder,
        "--engine name=bad cmd=./failing.sh arg=late nodes=9 stall=0.1 --engine builtin=random \
         --rounds 1 --json out.json",
    );
    assert_eq!(folder.json("out.json")["players"][0]["time_losses"], 2);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let remedy = "an answer is waited for 0.1 s: give --each stall= more";
    assert_eq!(stderr.matches(remedy).count(), 1, "{stderr}");
    assert!(!stderr.contains("timemargin"), "{stderr}");
}

#[test]
fn an_engine_is_called_by_the_name_it_was_given() {
    let folder = Folder::new("called");
    let tells = FAILING.replacen('\n', "\nbasename \"$0\" >> called\n", 1);
    folder.script("one-of-many.sh", &tells);
    std::os::unix::fs::symlink("one-of-many.sh", folder.path("link.sh")).expect("a link");
    run_well(
        &folder,
        "--engine name=bad cmd=./link.sh arg=illegal --engine builtin=random --each nodes=9 --rounds 1",
    );
    let called = folder.read("called");
    assert!(!called.is_empty());
    assert!(called.lines().all(|name| name == "link.sh"), "{called}");
}

#[test]
fn two_hundred_crashes_leak_no_file() {
    let folder = Folder::new("leak");
    folder.script("failing.sh", FAILING);
    let script = format!(
        "ulimit -n 40; exec {} match --engine name=bad cmd=./failing.sh arg=crash depth=1 \
         --engine builtin=random --rounds 100 --concurrency 2 --quiet --json out.json",
        env!("CARGO_BIN_EXE_atalaya")
    );
    let status = Command::new("sh")
        .args(["-c", &script])
        .current_dir(&folder.0)
        .status();
    assert!(status.expect("sh runs").success());
    let result = folder.json("out.json");
    assert_eq!(result["players"][0]["crashes"], 200);
    let reasons = &result["players"][1]["wins"];
    assert_eq!(reasons, 200);
}

/// An engine that plays fool's mate with both colours and ponders: it expects the right reply to
/// its first move with `right`, a wrong one otherwise. What it is told goes to a log.
const PONDERING: &str = "#!/bin/sh
mode=$1
game='f2f3 e7e5 g2g4 d8h4'
answer() {
  set -- $game
  shift $n
  reply=$2
  [ $mode = right ] || reply=a7a6
  echo \"bestmove $1 ponder $reply\"
}
while read -r line; do
  echo \"$line\" >> $mode.log
  case \"$line\" in
    uci) echo 'option name Ponder type check default false'; echo uciok ;;
    isready) echo readyok ;;
    position*) set -- $line; shift 2; [ \"$1\" = moves ] && shift; n=$# ;;
    'go ponder'*) ;;
    go*|ponderhit|stop) answer ;;
    quit) exit 0 ;;
  esac
done
";

#[test]
fn a_pondering_engine_is_told_whether_its_guess_was_right() {
    let folder = Folder::new("ponder");
    folder.script("pondering.sh", PONDERING);
    for mode in ["right", "wrong"] {
        let args = format!(
            "--engine name=a cmd=./pondering.sh arg={mode} --engine name=b cmd=./pondering.sh \
             arg=other --each tc=5 ponder=true --games 1 --quiet --pgn {mode}.pgn"
        );
        run_well(&folder, &args);
        let game = &games(&folder.path(&format!("{mode}.pgn")))[0];
        assert_eq!((game.tags["Result"].as_str(), game.plies), ("0-1", 4));
        assert_eq!(game.tags["Termination"], "normal");
        let log = folder.read(&format!("{mode}.log"));
        assert!(log.contains("setoption name Ponder value true"), "{log}");
        let guess = if mode == "right" { "e7e5" } else { "a7a6" };
        let expected = format!("position startpos moves f2f3 {guess}\ngo ponder wtime");
        assert!(log.contains(&expected), "{log}");
        let last = log
            .lines()
            .rfind(|line| line.starts_with("go") || *line == "ponderhit");
        match mode {
            "right" => assert_eq!(log.matches("\nponderhit\n").count(), 1, "{last:?} {log}"),
            _ => assert!(
                log.contains("\nstop\nposition startpos moves f2f3 e7e5\ngo wtime"),
                "{log}"
            ),
        }
    }
}

#[test]
fn bad_input_is_one_sentence_and_changes_no_file() {
    let folder = Folder::new("bad");
    folder.script("silent.sh", "#!/bin/sh\nwhile read -r line; do :; done\n");
    folder.script("ends.sh", "#!/bin/sh\necho 'no license' >&2\nexit 1\n");
    folder.script("failing.sh", FAILING);
    folder.script(
        "spin.sh",
        "#!/bin/sh\nwhile read -r line; do case $line in \
         uci) echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok;; \
         isready) echo readyok;; quit) exit;; esac; done\n",
    );
    folder.write("empty.epd", "# nothing\n");
    folder.write("one.epd", "4k3/8/8/8/8/8/8/4K2R w - -\n");
    folder.write("noise.pgn", "\u{7f7}\0\u{1}[\"");
    folder.write("letter.txt", "Dear Ann,\n\nno game today.\n");
    folder.write("bad.epd", "8/8/8 w - -\n");
    folder.write("out.pgn", "precious\n");
    folder.write("out.json", "precious\n");
    let two = "--engine builtin=greedy --engine builtin=random";
    let a = "--engine builtin=greedy --engine name=A depth=1";
    let cases = [
        (
            format!("{a} cmd=./missing"),
            "engine 'A': cannot start './missing': No such file",
        ),
        (
            format!("{a} cmd=./silent.sh startup=0.2"),
            "engine 'A': it did not say 'uciok' within 0.2 s",
        ),
        (
            format!("{a} cmd=./ends.sh"),
            "engine 'A': it ended before 'uciok' (exit status: 1; stderr: no license)",
        ),
        (
            format!("{a} cmd=./failing.sh option.Hash=1"),
            "engine 'A' has no option 'Hash'",
        ),
        (
            format!("{a} cmd=./spin.sh option.Hash=65"),
            "engine 'A': option Hash cannot be '65'; expected a number from 1 to 64",
        ),
        (
            format!("{a} cmd=./spin.sh --each option.hash=many"),
            "engine 'A': option hash cannot be 'many'; expected a number from 1 to 64",
        ),
        (
            format!("{a} cmd=./failing.sh dir=nowhere"),
            "'nowhere' is not a directory",
        ),
        (
            format!("{a} cmd=./failing.sh --variant chess960"),
            "engine 'A' does not play chess960",
        ),
        (
            format!("{a} cmd=x builtin=random"),
            "--engine 'A': cmd and builtin contradict each other",
        ),
        (a.to_owned(), "--engine 'A': neither cmd nor builtin"),
        (
            format!("{a} builtin=random --engine builtin=random name="),
            "--engine number 3: name= is empty",
        ),
        (
            format!("{a} builtin=deepblue"),
            "builtin=deepblue is not random",
        ),
        (
            format!("{a} builtin=minimax colour=red"),
            "--engine 'A' has no key 'colour'",
        ),
        (
            format!("{a} builtin=minimax depth=2"),
            "'depth' is given twice",
        ),
        (
            format!("{a} builtin=minimax hello"),
            "'hello' is not of the form key=value",
        ),
        (
            "--engine builtin=greedy --engine name=A cmd=./failing.sh".to_owned(),
            "no time control",
        ),
        (
            "--engine builtin=greedy".to_owned(),
            "needs two --engine groups or more, not 1",
        ),
        (
            "--engine builtin=greedy --engine builtin=greedy".to_owned(),
            "two engines are called 'greedy'",
        ),
        (
            format!("{two} --each tc=1+1 movetime=5"),
            "--each: tc and movetime contradict",
        ),
        (
            format!("{two} --each tc=abc"),
            "--each: tc: 'abc' is not a time control",
        ),
        (
            format!("{two} --each depth=0"),
            "depth=0 is not a number from 1 to 1000",
        ),
        (
            format!("{two} --openings file=none.epd"),
            "cannot read none.epd",
        ),
        (
            format!("{two} --openings file=empty.epd"),
            "empty.epd holds no opening",
        ),
        (
            format!("{two} --openings file=bad.epd"),
            "bad.epd, line 1: the FEN's board",
        ),
        (
            format!("{two} --openings file=noise.pgn"),
            "noise.pgn is not a PGN file: it holds a byte 0x00",
        ),
        (
            format!("{two} --openings file=letter.txt format=pgn"),
            "letter.txt, game 1: line 1, column 1: ",
        ),
        (
            format!("{two} --openings file=one.epd plies=8"),
            "--openings: plies cuts the games of a PGN file",
        ),
        (
            format!("{two} --variant chess960 --openings order=sequential"),
            "--openings: without a file, the start positions are drawn at random",
        ),
        (
            format!("{two} --variant kamisado --draw movenumber=1 score=5"),
            "--draw: no game of Kamisado is drawn",
        ),
        (
            format!("{two} --openings order=random"),
            "--openings: file is needed",
        ),
        (
            format!("{two} --openings file=out.pgn format=xml"),
            "format=xml is not epd or pgn",
        ),
        (
            format!("{two} --sprt elo0=5 elo1=0"),
            "--sprt: elo0=5 is not below elo1=0",
        ),
        (
            format!("{two} --sprt elo0=0"),
            "--sprt: elo0 and elo1 are both needed",
        ),
        (
            format!("{two} --sprt elo0=0 elo1=5 alpha=2"),
            "alpha=2 is not between 0 and 1",
        ),
        (
            format!("{two} --engine builtin=minimax --sprt elo0=0 elo1=5"),
            "compares two engines, not 3",
        ),
        (format!("{two} --rounds 0"), "--rounds 0 is not a number"),
        (format!("{two} --games 3"), "--games 3 is neither 1 nor 2"),
        (
            format!("{two} --problems bad.epd --rounds 3"),
            "--rounds and --problems contradict",
        ),
        (
            format!("{two} --problems bad.epd"),
            "bad.epd holds no problem",
        ),
        (format!("{two} -k 3"), "-k needs --problems"),
        (
            format!("{two} --mate 5-2 --problems bad.epd"),
            "--mate '5-2' is neither",
        ),
        (
            format!("{two} --variant shogi"),
            "'shogi' is not a game: expected chess, kamisado or rolit",
        ),
        (
            format!("{two} --each variant=chess960 --variant standard"),
            "two variants",
        ),
        (
            format!("{two} --tournament swiss"),
            "--tournament 'swiss' is neither",
        ),
    ];
    for (args, complaint) in cases {
        let args = format!("{args} --pgn out.pgn --json out.json");
        let output = run(&folder, &args);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(stderr.contains(complaint), "{args}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args}: {stderr}");
        assert!(output.stdout.is_empty(), "{args}");
    }
    let output = run(&folder, &format!("{two} --pgn nowhere/out.pgn"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.read("out.pgn"), "precious\n");
    assert_eq!(folder.read("out.json"), "precious\n");
    assert!(!folder.path("out.pgn.journal").exists());
}
