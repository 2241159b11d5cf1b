//! `datagen` and `train`: bars at a terminal, lines in a pipe, and an end in good order by Ctrl-C.

use crate::pipe::press_ctrl_c;
use crate::uci::terminal::Terminal;
use engine::eval::network::{EMBEDDED, Weights};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder of its own, gone in the end.
struct Folder(TempDir);

impl Folder {
    fn new(name: &str) -> Folder {
        let prefix = format!("atalaya-{name}-");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
        Folder(folder.expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// Runs at a terminal until a bar with this unit and this note is there, then presses Ctrl-C and waits for what is
/// said last. The exit status.
fn until_there_is_a_bar(args: &[&str], unit: &str, note: &str, last: &str) -> Option<i32> {
    let variables = [("TERM", "xterm")];
    let mut terminal = Terminal::start(args, &variables);
    terminal.wait_for(&format!(" {unit}, "));
    terminal.wait_for(" left ");
    // It is drawn over.
    terminal.wait_for("\r");
    if !note.is_empty() {
        terminal.wait_for(note);
    }
    press_ctrl_c(terminal.child());
    terminal.wait_for(last);
    terminal.status()
}

/// Runs with pipes for longer than a bar is waited for, then presses Ctrl-C. What it has told.
fn in_a_pipe(args: &[&str], variables: &[(&str, &str)]) -> (String, Option<i32>) {
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(args)
        .envs(variables.iter().copied())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut told = String::new();
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut is_stopped = false;
    while lines.read_line(&mut told).expect("UTF-8") > 0 {
        if !is_stopped && started.elapsed() > Duration::from_secs(3) {
            press_ctrl_c(&child);
            is_stopped = true;
        }
    }
    (told, child.wait().expect("it ends").code())
}

const PLAY: [&str; 5] = ["datagen", "--nodes", "50", "--games", "30000"];
const SELFPLAY: [&str; 6] = ["train", "selfplay", "--nodes", "1", "--games", "30000"];

#[test]
fn games_for_the_network_have_a_bar_at_a_terminal_and_lines_in_a_pipe() {
    let folder = Folder::new("training-games");
    let (first, second) = (folder.path("first"), folder.path("second"));
    let args = [&PLAY[..], &["--out", &first]].concat();
    let status = until_there_is_a_bar(&args, "games", " positions", " of 30000 games; ");
    assert_eq!(status, Some(130));
    let args = [&PLAY[..], &["--out", &second]].concat();
    let (told, status) = in_a_pipe(&args, &[("TERM", "xterm")]);
    assert_eq!(status, Some(130), "{told}");
    assert!(!told.contains(['\r', '\x1b']), "{told:?}");
    assert!(told.lines().count() > 1, "{told}");
    let mut lines = told.lines();
    let first = lines.next().expect("lines");
    assert!(first.starts_with("played by network "), "{told}");
    for line in lines {
        assert!(line.contains(" of 30000 games; "), "{told}");
    }
}

#[test]
fn games_say_in_their_shard_who_played_them() {
    let folder = Folder::new("training-players");
    let played_by = |out: &str, named: &[&str]| {
        let out = folder.path(out);
        let args = ["datagen", "--nodes", "20", "--games", "1", "--out", &out];
        let done = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(args)
            .args(named)
            .output()
            .expect("the binary runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        let shard = std::fs::read(format!("{out}/seed-1-nodes-20-00000.games"));
        let shard = String::from_utf8_lossy(&shard.unwrap_or_default()).into_owned();
        (done.status.success(), told, shard)
    };
    let mut weights = Weights::from_bytes(EMBEDDED).expect("the program's own");
    let embedded = format!(" network {:016x}\"", weights.hash());
    weights.scale += 1;
    let changed = format!(" network {:016x}\"", weights.hash());
    assert_ne!(embedded, changed);
    let other = folder.path("other.net");
    std::fs::write(&other, weights.to_bytes()).expect("room");
    for (out, named, player) in [
        ("network", &[][..], embedded.as_str()),
        ("other", &["--net", &other], &changed),
        ("classical", &["--eval", "classical"], " classical\""),
    ] {
        let (success, told, shard) = played_by(out, named);
        assert!(success && shard.contains(player), "{out}: {told}{shard:?}");
    }
    let (success, told, shard) = played_by("both", &["--eval", "classical", "--net", &other]);
    assert!(!success && shard.is_empty(), "{told}");
    assert!(
        told.contains("other.net: --eval classical has no network"),
        "{told}"
    );
}

#[test]
fn selfplay_has_a_bar_at_a_terminal_and_lines_in_a_pipe() {
    let folder = Folder::new("training-selfplay");
    let (first, second) = (folder.path("first"), folder.path("second"));
    let args = [&SELFPLAY[..], &["--out", &first]].concat();
    let status = until_there_is_a_bar(&args, "games", "", "broken off after ");
    assert_eq!(status, Some(130));
    let args = [&SELFPLAY[..], &["--out", &second]].concat();
    let (told, status) = in_a_pipe(&args, &[("TERM", "xterm")]);
    assert_eq!(status, Some(130), "{told}");
    assert!(!told.contains(['\r', '\x1b']), "{told:?}");
    assert!(told.starts_with("500 of 30000 games\n"), "{told}");
    let last = told.lines().last().expect("lines");
    assert!(last.starts_with("atalaya: broken off after "), "{told}");
}

#[test]
fn a_training_has_a_bar_at_a_terminal_and_lines_in_a_pipe() {
    let folder = Folder::new("training-network");
    let games = folder.path("games");
    let played = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["datagen", "--nodes", "20", "--games", "40", "--out", &games])
        .output()
        .expect("the binary runs");
    assert!(played.status.success(), "{played:?}");
    let train = |out: &str| -> Vec<String> {
        let all = [
            "train",
            "network",
            "--data",
            &games,
            "--out",
            out,
            "--hidden",
            "32",
            "--epochs",
            "20000",
            "--patience",
            "20000",
        ];
        all.map(str::to_owned).to_vec()
    };
    let (first, second) = (folder.path("first.net"), folder.path("second.net"));
    let args = train(&first);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let status = until_there_is_a_bar(&args, "positions", " positions/s", "broken off after ");
    assert_eq!(status, Some(130));
    let args = train(&second);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (told, status) = in_a_pipe(&args, &[("TERM", "xterm")]);
    assert_eq!(status, Some(130), "{told}");
    assert!(!told.contains(['\r', '\x1b']), "{told:?}");
    let epochs = told.lines().filter(|line| line.starts_with("epoch "));
    assert!(epochs.count() > 1, "{told}");
}

#[test]
fn a_training_is_told_how_far_ahead_of_a_position_its_game_counts() {
    let folder = Folder::new("training-horizon");
    let games = folder.path("games");
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(args)
            .output()
            .expect("the binary runs")
    };
    let played = run(&["datagen", "--nodes", "20", "--games", "60", "--out", &games]);
    assert!(played.status.success(), "{played:?}");
    let train = |name: &str, named: &[&str]| {
        let out = folder.path(name);
        let args = ["train", "network", "--data", &games, "--out", &out];
        let done = run(&[&args, &["--hidden", "32", "--epochs", "1"][..], named].concat());
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        let record = std::fs::read_to_string(format!("{out}.json")).unwrap_or_default();
        let record: serde_json::Value = serde_json::from_str(&record).unwrap_or_default();
        (done.status.success(), told, record)
    };
    let horizon = |record: &serde_json::Value| record["plan"]["horizon"].clone();
    let (success, told, usual) = train("usual", &[]);
    assert!(success && horizon(&usual) == 8.0, "{told}{usual}");
    let (success, told, result) = train("result", &["--horizon", "inf"]);
    assert!(success && horizon(&result).is_null(), "{told}{result}");
    assert_ne!(usual["fingerprint"], result["fingerprint"]);
    for wrong in ["0.5", "-3", "soon", "NaN"] {
        let (success, told, _) = train("wrong", &[&format!("--horizon={wrong}")]);
        let expected = "expected a number of plies, at least 1, or inf";
        assert!(!success && told.contains(expected), "{wrong}: {told}");
    }
}

/// Runs to the end: the exit status, and what was told.
fn run(args: &[&str]) -> (Option<i32>, String) {
    let (status, _, told) = run_for_all(args);
    (status, told)
}

#[test]
fn a_small_network_is_refused_before_its_games_are_played_and_not_after() {
    let folder = Folder::new("training-small");
    let small = folder.path("");
    let games = folder.path("games");
    let train = |count: &str| run(&["train", "small", "--dir", &small, "--games", count]);
    let played = || std::fs::read(format!("{games}/seed-1-nodes-1000-00000.games")).ok();
    std::fs::write(folder.path("small.net"), "").expect("room");
    let (status, told) = train("1");
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("small.net exists already"), "{told}");
    assert_eq!(played(), None);
    std::fs::remove_file(folder.path("small.net")).expect("there");
    // A training that was broken off has its games, and no others.
    let args = ["--eval", "classical", "--nodes", "1000", "--games", "1"];
    let (status, told) = run(&[&["datagen", "--out", &games][..], &args].concat());
    assert_eq!(status, Some(0), "{told}");
    let before = played();
    assert!(before.is_some());
    std::fs::write(folder.path("small.net.checkpoint"), "").expect("room");
    let (status, told) = train("2");
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("--games 1, or remove the file"), "{told}");
    assert_eq!(played(), before);
    let (_, told) = train("1");
    assert!(told.contains("not the state of a training"), "{told}");
}

#[test]
fn scales_and_chances_are_found_in_a_folder_and_its_torn_ends_are_told() {
    let folder = Folder::new("training-scale");
    let games = folder.path("games");
    let (status, told) = run(&["datagen", "--nodes", "20", "--games", "20", "--out", &games]);
    assert_eq!(status, Some(0), "{told}");
    let shard = format!("{games}/seed-1-nodes-20-00000.games");
    let mut bytes = std::fs::read(&shard).expect("there");
    // So begins a game of which no more has been written.
    bytes.extend([200, 0, 0]);
    std::fs::write(&shard, bytes).expect("room");
    let (network, out) = (folder.path("own.net"), folder.path("new.net"));
    std::fs::write(&network, EMBEDDED).expect("room");
    let rescale = [
        "train", "rescale", &network, "--data", &games, "--out", &out,
    ];
    let wdl = ["train", "wdl", "--data", &games];
    let manifest = ["datagen", "--manifest", "--out", &games];
    for args in [&rescale[..], &wdl, &manifest] {
        let (status, told) = run(args);
        assert_eq!(status, Some(0), "{args:?}: {told}");
        assert!(
            told.contains("left out the last 3 bytes"),
            "{args:?}: {told}"
        );
    }
    assert!(Weights::from_bytes(&std::fs::read(out).expect("written")).is_ok());
}

#[test]
fn shards_are_written_anew_and_the_weights_of_packing_fitted_to_them() {
    let folder = Folder::new("training-packing");
    let (games, new, weights) = (
        folder.path("games"),
        folder.path("new"),
        folder.path("weights"),
    );
    let openings = folder.path("openings.epd");
    std::fs::write(&openings, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\n").expect("room");
    let play = [
        "datagen",
        "--nodes",
        "20",
        "--games",
        "30",
        "--openings",
        &openings,
    ];
    let (status, told) = run(&[&play[..], &["--out", &games]].concat());
    assert_eq!(status, Some(0), "{told}");
    let (status, told) = run(&["datagen", "--convert", &games, "--out", &new]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("30 games, "), "{told}");
    let bytes = |folder: &str| {
        std::fs::read(format!("{folder}/seed-1-nodes-20-00000.games")).expect("there")
    };
    assert_eq!(bytes(&games), bytes(&new));
    assert!(String::from_utf8_lossy(&bytes(&new)).contains("\"openings\":[\"openings.epd\"]"));
    let (status, told) = run(&["datagen", "--fit", &weights, "--out", &games]);
    assert_eq!(status, Some(0), "{told}");
    assert!(
        told.contains("pass 3: ") && told.contains("30 games, "),
        "{told}"
    );
    assert_eq!(std::fs::metadata(&weights).expect("written").len(), 8192);
    let (status, told) = run(&["datagen", "--convert", &folder.path("none"), "--out", &new]);
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("none: "), "{told}");
}

#[test]
fn weights_of_rolit_need_a_game_and_a_node() {
    let folder = Folder::new("training-rolit");
    let out = folder.path("weights");
    let train = |given: &[&str]| run(&[&["train", "rolit", "--out", &out][..], given].concat());
    for option in ["--games", "--nodes", "--jobs"] {
        let (status, told) = train(&[option, "0"]);
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains("0 is not in 1.."), "{told}");
    }
    assert!(!folder.0.path().join("weights").exists());
    let (status, told) = train(&["--fen", "R4 R RG 1", "--games", "3", "--nodes", "20"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(folder.0.path().join("weights").exists());
}

#[cfg(not(feature = "tune"))]
#[test]
fn an_engine_whose_numbers_are_fixed_is_not_tuned() {
    let folder = Folder::new("training-spsa");
    let (dir, openings) = (folder.path("run"), folder.path("openings.epd"));
    std::fs::write(&openings, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").expect("room");
    let engine = env!("CARGO_BIN_EXE_atalaya");
    let (status, told) = run(&[
        "train",
        "spsa",
        "--pairs",
        "1",
        "--dir",
        &dir,
        "--openings",
        &openings,
        "--engine",
        engine,
    ]);
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("the engine has no option '"), "{told}");
    assert!(!folder.0.path().join("run").exists());
}

#[test]
fn factors_are_asked_by_the_same_games_and_an_experiment_is_gone_on_with() {
    let folder = Folder::new("training-factors");
    let openings = folder.path("openings.epd");
    let (bishops, rooks) = (
        "4k1bb/8/8/8/8/8/8/4K1BB w - -",
        "4k2r/8/8/8/8/8/8/4K2R w - -",
    );
    std::fs::write(&openings, format!("{bishops}\n{rooks}\n")).expect("room");
    let dir = folder.path("experiment");
    let ask = |factors: &[&str]| {
        let args = ["train", "factors", "--dir", &dir, "--openings", &openings];
        let mut args = [&args[..], &["--pairs", "3", "--nodes", "20"]].concat();
        for factor in factors {
            args.extend(["--factor", factor]);
        }
        run_for_all(&args)
    };
    let both = ["MultiPV=2", "Move Overhead=30"];
    let (status, told, _) = ask(&both);
    assert_eq!(status, Some(0), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "3 of 3 pairs", "{told}");
    assert!(both.iter().all(|factor| told.contains(factor)), "{told}");
    // What has been played is not played again.
    let kept = std::fs::read(folder.path("experiment/factors.json")).expect("kept");
    assert_eq!(ask(&both).1, told);
    assert_eq!(
        std::fs::read(folder.path("experiment/factors.json")).expect("kept"),
        kept
    );
    for (factors, said) in [
        (&["MultiPV=2"][..], "begun with other settings"),
        (
            &["MultiPV=0"],
            "the engine's option MultiPV cannot be '0'; expected a number",
        ),
        (&["Depth=3"], "the engine has no option 'Depth'"),
        (
            &["MultiPV=2", "multipv=3"],
            "--factor multipv is given twice",
        ),
        (&["MultiPV"], "expected an option and its value"),
        (&[], "--factor"),
    ] {
        let (status, _, told) = ask(factors);
        assert!(
            status == Some(2) && told.contains(said),
            "{factors:?}: {told}"
        );
    }
}

/// Runs to the end: the exit status, and what was said on both outputs.
fn run_for_all(args: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(args)
        .output()
        .expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}
