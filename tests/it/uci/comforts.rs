//! What makes a shell comfortable: completions, the manual page, JSON, and no bars in pipes.

use super::shell::atalaya;
use serde_json::Value;
use std::process::Command;

fn stdout(args: &[&str]) -> String {
    let output = atalaya(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[cfg(feature = "shell")]
#[test]
fn completions_and_the_manual_page_know_every_command() {
    let help = stdout(&["--help"]);
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.split_whitespace()
                .next()
                .filter(|_| line.starts_with("  ") && !line.starts_with("   "))
        })
        .collect();
    assert!(
        commands.contains(&"analyse") && commands.len() > 12,
        "{commands:?}"
    );
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("multipv"), "{shell}");
    }
    // Bash itself takes the script and completes by it.
    let script = stdout(&["completions", "bash"]);
    let ask = "\nCOMP_WORDS=(atalaya ana); COMP_CWORD=1; _atalaya atalaya ana atalaya; echo \"${COMPREPLY[@]}\"\n";
    let bash = Command::new("bash").args(["-c", &(script + ask)]).output();
    if let Ok(bash) = bash {
        assert_eq!(String::from_utf8_lossy(&bash.stdout), "analyse\n");
    }
    let page = stdout(&["man"]);
    assert!(page.contains(".TH") && page.contains("analyse"), "{page}");
    for part in [
        ".SH EXAMPLES\n",
        "atalaya perft 5 \\-\\-divide\n",
        ".SH EXIT STATUS\n",
        "\\fB130\\fR",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("man");
    stdout(&["man", "--dir", folder.to_str().expect("UTF-8")]);
    let page =
        std::fs::read_to_string(folder.join("atalaya-analyse.1")).expect("a page of its own");
    assert!(page.contains("multipv"), "{page}");
    assert!(
        page.contains(".SH EXAMPLES\n") && !page.contains("bench"),
        "its own examples: {page}"
    );
    assert!(page.contains(".SH EXIT STATUS\n"), "{page}");
    let page = std::fs::read_to_string(folder.join("atalaya-problem-play.1")).expect("a page");
    assert!(
        !page.contains(".SH EXAMPLES\n"),
        "those of 'play' are not its own: {page}"
    );
}

/// Returns the completions of bash for the words of a command line, of which the last has been begun.
#[cfg(feature = "shell")]
fn completed(words: &[&str]) -> Option<Vec<String>> {
    let script = stdout(&["completions", "bash"]);
    let last = words.len() - 1;
    let line = words
        .iter()
        .map(|word| format!("'{word}'"))
        .collect::<Vec<_>>()
        .join(" ");
    let ask = format!(
        "\nCOMP_WORDS=({line}); COMP_CWORD={last}; _atalaya atalaya '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words[last],
        words[last - 1],
    );
    let bash = Command::new("bash")
        .args(["-c", &(script + &ask)])
        .output()
        .ok()?;
    let found = String::from_utf8(bash.stdout).expect("UTF-8");
    Some(found.lines().map(str::to_owned).collect())
}

#[cfg(feature = "shell")]
#[test]
fn values_of_options_are_completed() {
    for (words, expected) in [
        (
            &["atalaya", "perft", "--variant", ""][..],
            &["chess", "kamisado", "rolit"][..],
        ),
        (
            &["atalaya", "play", "chess", "--black", ""],
            &["human", "easy", "medium", "hard", "expert"],
        ),
        (
            &["atalaya", "play", "chess", "--level", "e"],
            &["easy", "expert"],
        ),
        (&["atalaya", "bench", "--eval", "net"], &["network"]),
        (&["atalaya", "match", "--variant", "chess9"], &["chess960"]),
        (&["atalaya", "match", "--tournament", "g"], &["gauntlet"]),
        (
            &["atalaya", "match", "--engine", "builtin=al"],
            &["builtin=alphabeta"],
        ),
        (&["atalaya", "diagram", "--shape", "d"], &["diamond"]),
        #[cfg(feature = "collection")]
        (&["atalaya", "jobs", "--state", "w"], &["waiting"]),
        #[cfg(feature = "collection")]
        (
            &["atalaya", "problem", "export", "--format", "y"],
            &["yacpdb"],
        ),
        #[cfg(feature = "collection")]
        (
            &["atalaya", "problem", "list", "--state", "v"],
            &["verified"],
        ),
    ] {
        let Some(found) = completed(words) else {
            return;
        };
        assert_eq!(found, expected, "{words:?}");
    }
}

#[test]
fn bench_and_eval_speak_json() {
    let bench: Value = serde_json::from_str(&stdout(&["bench", "4", "--json"])).expect("JSON");
    let positions = bench["positions"].as_array().expect("a list");
    let sum: u64 = positions.iter().filter_map(|p| p["nodes"].as_u64()).sum();
    assert_eq!((Some(sum), positions.len()), (bench["nodes"].as_u64(), 40));
    let text = stdout(&["bench", "4"]);
    let last = text.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words.as_slice(), [nodes, "nodes", nps, "nps"]
        if nodes.parse() == Ok(sum) && nps.parse::<u64>().is_ok()),
        "{last}"
    );
    let queen = "3qk3/8/8/8/8/8/8/4K3 b - - 0 1";
    let eval: Value =
        serde_json::from_str(&stdout(&["eval", "--fen", queen, "--json"])).expect("JSON");
    assert!(eval["score"].as_i64() < Some(-300), "{eval}");
    assert_eq!(
        eval["scores"]["material"].as_i64().map(i64::signum),
        Some(-1),
        "{eval}"
    );
    // What the table shows of each piece.
    let pieces = eval["pieces"].as_array().expect("a list");
    let squares: Vec<_> = pieces
        .iter()
        .map(|piece| (&piece["square"], &piece["piece"]))
        .collect();
    assert_eq!(
        serde_json::json!(squares),
        serde_json::json!([["e1", "K"], ["d8", "q"], ["e8", "k"]])
    );
    let table = stdout(&["eval", "--fen", queen, "--eval", "classical"]);
    for kind in ["classical", "network"] {
        let worth = pieces[1][kind].as_i64().expect("a queen");
        assert!(
            worth > 300 && table.contains(&format!(" {worth}")),
            "{worth}: {table}"
        );
        assert!(pieces[0][kind].is_null(), "a king has no worth");
    }
    for term in eval["terms"].as_array().expect("a list") {
        let row = format!(
            "{:<20} {:>6} {:>6}\n",
            term["term"].as_str().expect("a name"),
            term["mg"].as_i64().expect("centipawns"),
            term["eg"].as_i64().expect("centipawns")
        );
        assert!(table.contains(&row), "{row}: {table}");
    }
}

#[test]
fn mating_lines_have_numbers() {
    let mate = |fen: &str| stdout(&["mate", "2", "--fen", fen, "--hash", "16"]);
    let out = mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert!(out.contains("\nLine: 1. Ra6 "), "{out}");
    assert!(out.contains(" 2. "), "{out}");
    let out = mate("r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1");
    assert!(out.contains("\nLine: 1... Ra3 "), "{out}");
}

#[test]
fn positions_without_a_length_are_solved_up_to_a_maximum() {
    let lines = "kbK5/pp6/1P6/8/8/8/8/R7 w - - id \"two\";\n6k1/8/8/8/8/8/8/K7 w - -\n";
    let file = crate::uci::data::TempFile::new("max.epd", Some(lines.as_bytes()));
    let output = atalaya(&["mate", "--epd", file.path(), "--max", "3", "--hash", "16"]);
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        out.contains("line 1: mate 2, least; ") && out.contains("line 2: no_mate"),
        "{out}"
    );
    assert!(
        output.stderr.is_empty(),
        "no bar in a pipe: {:?}",
        output.stderr
    );
    let output = atalaya(&["mate", "--epd", file.path(), "--hash", "16"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("--max N"), "{told}");
}

/// Waits until a process has a handler for Ctrl-C.
#[cfg(target_os = "linux")]
fn hears_interrupts(id: u32) {
    let path = format!("/proc/{id}/status");
    let started = std::time::Instant::now();
    loop {
        let status = std::fs::read_to_string(&path).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(caught.unwrap_or("0").trim(), 16);
        // SIGINT is signal 2.
        if mask.is_ok_and(|mask| mask & 0b10 != 0) {
            return;
        }
        assert!(started.elapsed().as_secs() < 60, "no handler");
        std::thread::yield_now();
    }
}

/// A mate in 3 with few men and many changes.
#[cfg(target_os = "linux")]
const ECHO: &str = "k7/1r6/2Q4n/8/8/5R2/8/2n4K w - - 0 1";

#[cfg(target_os = "linux")]
#[test]
fn long_work_ends_in_good_order_when_it_is_broken_off() {
    use std::io::Read;
    use std::process::Stdio;
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for args in [
        &["perft", "12"][..],
        &["mate", "20", "--fen", fen, "--hash", "16"],
        &["bench", "40"],
        &[
            "problem",
            "improve",
            ECHO,
            "-n",
            "3",
            "--nodes",
            "100000000",
        ],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .env("LC_ALL", "C")
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        hears_interrupts(child.id());
        crate::pipe::press_ctrl_c(&child);
        let status = child.wait().expect("it ends");
        let mut told = String::new();
        let mut errors = child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut told).expect("UTF-8");
        assert_eq!(status.code(), Some(130), "{args:?}: {told}");
        assert!(
            told.starts_with("atalaya: broken off after "),
            "{args:?}: {told}"
        );
        assert_eq!(told.lines().count(), 1, "no bar: {told}");
    }
}

/// As OpenBench's client reads it: ASCII, everything but letters and digits taken for blanks, the last line that
/// has a number before `nodes`, and before `nps`.
#[test]
fn the_last_line_of_bench_is_what_openbench_reads() {
    let said = stdout(&["bench", "4"]);
    assert!(said.is_ascii());
    let blank = |c: char| if c.is_ascii_alphanumeric() { c } else { ' ' };
    let last: String = said
        .trim_end()
        .lines()
        .last()
        .expect("a line")
        .chars()
        .map(blank)
        .collect();
    let words: Vec<&str> = last.split_whitespace().collect();
    let before = |word: &str| {
        let at = words.iter().position(|w| *w == word).expect(word);
        words[at - 1].parse::<u64>().expect("a number")
    };
    let json: Value = serde_json::from_str(&stdout(&["bench", "4", "--json"])).expect("JSON");
    assert_eq!(Some(before("nodes")), json["nodes"].as_u64());
    assert!(before("nps") > 0);
    // Nothing later, and nothing on the standard error that is read with it.
    assert!(atalaya(&["bench", "4"]).stderr.is_empty());
}

#[test]
fn positions_of_every_game_are_drawn_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.svg");
    let file = file.to_str().expect("UTF-8");
    let drawn = stdout(&["diagram", "k7/8/8/8/8/8/PP6/K7 w - - 0 1"]);
    assert!(
        drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"),
        "{drawn}"
    );
    // Each piece has a body and its lines.
    assert_eq!(drawn.matches("<path ").count(), 2 * 4);
    assert_ne!(
        drawn,
        stdout(&["diagram", "k7/8/8/8/8/8/PP6/K7 w - - 0 1", "--turned"])
    );
    assert_eq!(
        stdout(&["diagram", "--variant", "rolit", "--svg", file]),
        ""
    );
    let rolit = std::fs::read_to_string(file).expect("written");
    assert_eq!(rolit.matches("<circle ").count(), 2 * 4);
    // In the reader's letters: the brown towers of both sides.
    for (lang, letter) in [("en", ">N</text>"), ("es", ">M</text>")] {
        let drawn = stdout(&["diagram", "--variant", "kamisado", "--lang", lang]);
        assert_eq!(drawn.matches(letter).count(), 2, "{drawn}");
    }
    assert_eq!(
        stdout(&[
            "diagram",
            "k7/8/8/8/8/8/PP6/K7 w - - 0 1",
            "--turned",
            "--latex",
            "-"
        ]),
        "% In the preamble: \\usepackage{chessboard}\n\
         \\chessboard[setfen={k7/8/8/8/8/8/PP6/K7 w - - 0 1}, inverse]\n"
    );
    for (args, complaint) in [
        (&["diagram", "nonsense"][..], "nonsense"),
        (
            &["diagram", "--variant", "rolit", "--latex", "-"],
            "--latex is for chess, and this is Rolit",
        ),
        (&["diagram", "--variant", "go"], "'go' is not a game"),
        (&["diagram", "--svg", file], "board.svg"),
    ] {
        let refused = atalaya(args);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(told.contains(complaint), "{args:?}: {told}");
    }
}

#[test]
#[cfg(feature = "shell")]
fn a_diagram_is_a_png_of_the_width_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let drawn = |fen: &str, name: &str| {
        let path = file(name);
        let output = atalaya(&["diagram", fen, "--png", &path, "--width", "300"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        if told.contains("has no fonts") {
            crate::shared::left_out("this system has no fonts");
            return None;
        }
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{told}"
        );
        Some(std::fs::read(path).expect("written"))
    };
    let Some(one) = drawn("k7/8/8/8/8/8/PP6/K7 w - - 0 1", "one.png") else {
        return;
    };
    // Signature and header: width and height.
    assert_eq!(one[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(one[16..24], [0, 0, 1, 44, 0, 0, 1, 44]);
    let other = drawn("k7/8/8/8/8/8/8/K7 w - - 0 1", "other.png").expect("fonts");
    assert_ne!(one, other);
    let again = atalaya(&["diagram", "--png", &file("one.png")]);
    assert_eq!(again.status.code(), Some(2), "it is not written over");
}

#[test]
fn a_game_is_an_animated_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("game.pgn");
    std::fs::write(&pgn, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n").expect("written");
    let (pgn, svg) = (pgn.to_str().expect("UTF-8"), folder.path().join("game.svg"));
    let svg = svg.to_str().expect("UTF-8");
    let args = [
        "replay",
        pgn,
        "--svg",
        svg,
        "--seconds",
        "2",
        "--lang",
        "es",
    ];
    assert_eq!(stdout(&args), "");
    let drawn = std::fs::read_to_string(svg).expect("written");
    // Eight positions, and the last for three times as long.
    for part in [
        "dur=\"20s\"",
        ">1. Blancas: e4</text>",
        ">7. Blancas: Dxf7#</text>",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    assert_eq!(
        atalaya(&args).status.code(),
        Some(2),
        "it is not written over"
    );
    let refused = atalaya(&["replay", pgn, "--svg", "x.svg", "--seconds", "0"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_file_called_by_a_dash_is_the_standard_input_and_is_named_so() {
    let line = "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm #1; c0 \"Re8=10\";\n";
    let run = |args: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command.env("LC_ALL", "C");
        crate::pipe::run(command.args(args), input)
    };
    let (told, status) = run(&["mate", "--epd", "-", "--hash", "16"], line);
    assert_eq!(status, Some(0), "{told}");
    assert!(
        told.starts_with("line 1: known 1: mate 1, least; "),
        "{told}"
    );
    let (told, status) = run(&["suite", "-", "--nodes", "500"], line);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("1 of 1 solved"), "{told}");
    let (told, _) = run(&["analyse", "-", "--nodes", "500"], line);
    assert!(told.contains("Mate in 1 by White, proved"), "{told}");
    for args in [
        &["mate", "--epd", "-"][..],
        &["suite", "-"],
        &["analyse", "-"],
    ] {
        let (told, status) = run(args, "8/8 w - - bm #1;\n");
        assert_eq!(status, Some(2), "{told}");
        let begins = "atalaya: the standard input: line 1: ";
        assert!(told.starts_with(begins), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn one_of_a_kind_is_not_called_many() {
    let fen = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let told = stdout(&["mate", "2", "--fen", fen, "--keys", "--hash", "16"]);
    assert!(
        told.contains("Short: 1 first move mates in fewer than 2\n"),
        "{told}"
    );
    let line = format!("{} bm #1;\n", &fen[..fen.len() - 4]);
    let file = crate::uci::data::TempFile::new("one.epd", Some(line.as_bytes()));
    let told = stdout(&["mate", "--epd", file.path(), "--hash", "16"]);
    assert!(told.contains("; 1 node, "), "{told}");
}
