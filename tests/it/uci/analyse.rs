//! `atalaya analyse`: games and positions, told, as JSON, and as PGN that other readers read.

use crate::uci::data::TempFile;
use games::chess::Position;
use games::pgn::read::records;
use pgn_reader::{RawComment, Reader, SanPlus, Skip, Visitor};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::{Command, Output, Stdio};

/// White hangs its queen, and Black mates with what was given; with comments, marks and a variation.
const GAME: &str = "[Event \"Ours\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n\
    1. e4 e5 2. Qh5 {[%eval 9.99] early} Nc6 3. Qxf7+?? $10 (3. Bc4 g6) 3... Kxf7 4. f3 Qh4+ 5. g3 Qf6 \
    6. a3 Nd4 7. a4 Nxf3+ 8. Nxf3 Qxf3 9. Rg1 Bc5 10. h4 Bxg1 11. d3 d6 12. b3 Bg4 13. c3 Qd1# 0-1\n\n";

fn analyse(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .arg("analyse")
        .args(args)
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The same through shakmaty's own reader: SAN and comments, variations too.
#[derive(Default)]
struct Theirs {
    moves: Vec<String>,
    comments: Vec<String>,
    variations: usize,
    depth: usize,
}

impl Visitor for Theirs {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        if self.depth == 0 {
            self.moves.push(san.to_string());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment) -> ControlFlow<()> {
        let text = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        self.comments.push(text);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        (self.variations, self.depth) = (self.variations + 1, self.depth + 1);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.depth -= 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

#[test]
fn a_game_is_annotated_and_every_reader_reads_it_again() {
    let file = TempFile::new("analysed.pgn", Some(GAME.as_bytes()));
    let output = analyse(&[file.path(), "--nodes", "8000", "--pgn", "-"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));

    let found: Vec<_> = records(&out).collect();
    let [Ok(found)] = found.as_slice() else {
        panic!("{out}")
    };
    let mut found = found.clone();
    let line = found.play(Position::start()).expect("legal");
    let pgn = found.pgn;
    assert!(line.position().is_checkmate() && line.moves().len() == 26);
    let queen = &pgn.moves[4];
    assert_eq!(
        (queen.text.as_str(), queen.nags.as_slice()),
        ("Qxf7+", &[4, 10][..])
    );
    assert!(queen.comment.starts_with("[%eval -"), "{queen:?}");
    assert!(queen.comment.contains("was best."), "{queen:?}");
    assert_eq!(
        queen.variations.len(),
        2,
        "the book's and the better one: {queen:?}"
    );
    assert_eq!(
        queen.variations[0].moves[0].text, "Bc4",
        "what stood there stays first"
    );
    let early = &pgn.moves[2].comment;
    assert!(
        early.ends_with(" early") && !early.contains("9.99"),
        "{early}"
    );
    assert!(
        pgn.moves
            .iter()
            .any(|m| m.comment.contains("Mate in ") && m.comment.contains(", proved.")),
        "{out}"
    );
    assert_eq!(
        pgn.value("Opening"),
        Some("King's Pawn Game: Wayward Queen Attack")
    );
    assert!(
        pgn.value("Annotator")
            .is_some_and(|by| by.starts_with("Atalaya "))
    );
    let accuracy: f64 = pgn
        .value("WhiteAccuracy")
        .expect("a tag")
        .parse()
        .expect("a number");
    let black: f64 = pgn
        .value("BlackAccuracy")
        .expect("a tag")
        .parse()
        .expect("a number");
    assert!(accuracy < black, "{accuracy} {black}");
    // Variations are legal where they stand.
    for (ply, made) in pgn.moves.iter().enumerate() {
        for variation in &made.variations {
            let mut here = *line.at_ply(ply).position();
            for m in &variation.moves {
                let legal = here
                    .legal_moves()
                    .into_iter()
                    .find(|l| here.san(*l) == m.text);
                here = here.play(legal.unwrap_or_else(|| panic!("{} in {out}", m.text)));
            }
        }
    }

    let mut reader = Reader::new(std::io::Cursor::new(out.as_bytes()));
    let mut theirs = Theirs::default();
    assert!(reader.read_game(&mut theirs).expect("readable").is_some());
    let ours: Vec<&str> = pgn.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(theirs.moves, ours);
    assert!(theirs.variations >= 2);
    let evals = theirs
        .comments
        .iter()
        .filter(|c| c.starts_with("[%eval "))
        .count();
    assert!(evals >= 25, "one for each move but the mate: {evals}");
    assert!(!reader.has_more().expect("readable"));

    python_chess_reads(&out);
}

/// Left out, by name, where python-chess is not installed.
fn python_chess_reads(pgn: &str) {
    let script = "import sys, chess.pgn\n\
        game = chess.pgn.read_game(sys.stdin)\n\
        assert not game.errors, game.errors\n\
        nodes = list(game.mainline())\n\
        assert all(node.eval() is not None for node in nodes[:-1]), 'evaluations'\n\
        assert nodes[-1].board().is_checkmate()\n\
        assert 4 in nodes[4].nags\n\
        print(len(nodes))\n";
    if let Some(plies) = crate::readers::python::run(script, pgn) {
        assert_eq!(plies.trim(), "26");
    }
}

#[test]
fn a_game_is_told_in_a_screenful_in_both_languages_and_drawn() {
    let file = TempFile::new("told.pgn", Some(GAME.as_bytes()));
    let svg = TempFile::new("told.svg", None);
    let args = [file.path(), "--nodes", "8000", "--svg", svg.path()];
    let out = text(&analyse(&args).stdout);
    assert!(
        out.starts_with("Ann - Bob, 0-1: King's Pawn Game: Wayward Queen Attack\n\n+ |"),
        "{out}"
    );
    assert!(out.contains("\n3. Qxf7+??  "), "{out}");
    assert!(
        out.contains("\nWhite: accuracy ") && out.contains(" blunder"),
        "{out}"
    );
    let drawn = std::fs::read_to_string(svg.path()).expect("written");
    assert!(
        drawn.contains("<polygon") && drawn.contains("Qxf7+??"),
        "{drawn}"
    );
    let again = analyse(&args);
    assert_eq!(again.status.code(), Some(2), "it is not written over");
    let spanish = analyse(&[file.path(), "--nodes", "2000", "--lang", "es"]);
    let out = text(&spanish.stdout);
    assert!(
        out.contains("\nBlancas: precisión ") && out.contains(", mejor "),
        "{out}"
    );
    // The name of the opening, in the title, is English.
    let (_, told) = out.split_once('\n').expect("a title");
    assert!(
        told.contains("\n3. Dxf7+??  ") && !told.contains(" Q"),
        "{out}"
    );
    // What other programs read has the letters that they read.
    let args = ["--nodes", "2000", "--lang", "es", "--pgn", "-"];
    let out = text(&analyse(&[&[file.path()], &args[..]].concat()).stdout);
    assert!(
        out.contains("3. Qxf7+ $4 ") && !out.contains("Dxf7"),
        "{out}"
    );
    // But a sentence is Spanish as a whole.
    let best = out
        .lines()
        .find_map(|line| line.split_once("Lo mejor era "))
        .expect("a best move")
        .1;
    assert!(!best.starts_with(['N', 'B', 'Q', 'K']), "{best}");
    let fen = ["--fen", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1"];
    let out = text(&analyse(&[&fen, &args[..4]].concat()).stdout);
    assert!(out.contains("#1  Tb8#"), "{out}");
    let out = text(&analyse(&[&fen, &args[..4], &["--json"]].concat()).stdout);
    assert!(out.contains("\"best_name\":\"Rb8#\""), "{out}");
}

#[test]
fn json_has_a_line_for_each_position_and_one_for_each_game() {
    let file = TempFile::new("json.pgn", Some([GAME, GAME].concat().as_bytes()));
    let output = analyse(&[file.path(), "--depth", "2", "--json"]);
    let lines: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(lines.len(), 2 * (27 + 1));
    assert_eq!(
        (&lines[0]["ply"], &lines[0]["move"]),
        (&0.into(), &Value::Null)
    );
    assert_eq!(lines[5]["move"], "Qxf7+");
    assert_eq!(lines[5]["judgement"], "blunder");
    assert_eq!(lines[26]["mate"], 0);
    let whole = &lines[27];
    assert_eq!(
        (&whole["tags"]["White"], &whole["positions"]),
        (&"Ann".into(), &27.into())
    );
    assert!(whole["white"]["blunders"].as_u64() > Some(0));
    assert_eq!(lines[28]["game"], 2);
}

#[test]
fn positions_are_read_as_fen_and_epd_from_a_file_an_argument_or_a_pipe() {
    let epd = "6k1/5ppp/8/8/8/8/8/KR6 w - - id \"back rank\";\n7k/5K2/8/8/8/8/8/6R1 b - - 3 40\n";
    let file = TempFile::new("positions.epd", Some(epd.as_bytes()));
    let output = analyse(&[file.path(), "--nodes", "5000", "--multipv", "2", "--json"]);
    let lines: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["id"], &lines[0]["mate"]),
        (&"back rank".into(), &1.into())
    );
    assert_eq!(lines[0]["best_name"], "Rb8#");
    assert_eq!(lines[0]["others"].as_array().map(Vec::len), Some(1));
    // White mates, though it is Black's turn.
    assert_eq!(lines[1]["mate"], 1);

    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(["analyse", "-", "--depth", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(epd.as_bytes()).expect("it listens");
    drop(pipe);
    let out = text(&child.wait_with_output().expect("it ends").stdout);
    assert!(
        out.starts_with("back rank\n6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1\n"),
        "{out}"
    );
    assert!(out.contains("Mate in 1 by White, proved"), "{out}");
    let fen = [
        "--fen",
        "7k/5K2/8/8/8/8/8/6R1 b - - 3 40",
        "--depth",
        "3",
        "--lang",
        "es",
    ];
    let out = text(&analyse(&fen).stdout);
    assert!(
        out.contains("Mate en 1 de las blancas, demostrado"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_read_is_named_and_the_other_games_are_analysed() {
    let bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"Kamisado\"]\n\n1. c1c6 *\n\n";
    let file = TempFile::new("some.pgn", Some([bad, GAME].concat().as_bytes()));
    let output = analyse(&[file.path(), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains("left out: game 1, line 3, column 13: 'Ke3'"),
        "{told}"
    );
    assert!(
        told.contains("game 2, line 5, column 1: Kamisado is not chess"),
        "{told}"
    );
    assert!(text(&output.stdout).starts_with("Ann - Bob"));
    for (content, args, named) in [
        (bad, &["--depth", "1"][..], "Ke3"),
        ("", &[], "holds nothing"),
        ("; only a comment\n", &[], "holds no game"),
        ("8/8/8/8/8/8/8/8 w - -\n", &[], "line 1"),
        (
            "8/8/8 w - -\n",
            &[],
            "line 1: the FEN's board '8/8/8' has 3 ranks",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/KR6 w - -\n",
            &["--pgn", "-"],
            "--pgn is for games",
        ),
        (GAME, &["--option", "Hush=1"], "Hush"),
        (GAME, &["--hash", "9", "--option", "Hash=8"], "say the same"),
    ] {
        let file = TempFile::new("bad.pgn", Some(content.as_bytes()));
        let output = analyse(&[&[file.path()], args].concat());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(named) && told.lines().count() == 1, "{told}");
    }
    let output = analyse(&["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 rubbish"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("rubbish"));
}

#[cfg(unix)]
#[test]
fn broken_off_it_keeps_the_games_and_the_moves_that_were_analysed() {
    let file = TempFile::new("long.pgn", Some([GAME, GAME].concat().as_bytes()));
    let kept = TempFile::new("kept.pgn", None);
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args([
            "analyse",
            file.path(),
            "--nodes",
            "2000000",
            "--pgn",
            kept.path(),
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // It has begun when its file is there; nothing else is to be heard of it.
    let started = std::time::Instant::now();
    while !std::path::Path::new(kept.path()).exists() {
        assert!(started.elapsed().as_secs() < 60, "it does not begin");
        std::thread::yield_now();
    }
    crate::pipe::press_ctrl_c(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut told = String::new();
    let errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors
        .lines()
        .map_while(Result::ok)
        .for_each(|line| told += &line);
    assert!(told.contains("broken off after 0 of 2 games"), "{told}");
    let written = std::fs::read_to_string(kept.path()).expect("kept");
    for found in records(&written) {
        let line = found.expect("whole").play(Position::start());
        assert_eq!(line.expect("legal").moves().len(), 24);
    }
}

#[cfg(unix)]
#[test]
fn broken_off_it_says_how_many_positions_it_has_told() {
    // The first is told at once; to look at the others for the first time takes a while.
    let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - -\n";
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n".to_owned() + &queens.repeat(2000);
    let file = TempFile::new("many.epd", Some(text.as_bytes()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(["analyse", file.path(), "--depth", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    crate::pipe::press_ctrl_c(&child);
    let count = 1 + lines.map_while(Result::ok).count();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut told = String::new();
    let mut errors = child.stderr.take().expect("a pipe");
    errors.read_to_string(&mut told).expect("UTF-8");
    let expected = format!("broken off after {count} of 2001 positions");
    assert!(told.contains(&expected), "{told}");
}

/// Ann mates Bob with each colour, both times after a move that allows it.
const TWO: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"Bob\"]\n[Black \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn a_report_tells_of_each_player_and_many_games_at_a_time_are_told_in_order() {
    let file = TempFile::new("report.pgn", Some(TWO.as_bytes()));
    let json = |jobs: &str| {
        // The solver beside the search has a time of its own.
        let alone = ["--option", "Mate Watch=off"];
        let args = [file.path(), "--nodes", "3000", "--jobs", jobs, "--json"];
        let args = [&args[..], &alone].concat();
        text(&analyse(&args).stdout)
    };
    let one = json("1");
    assert_eq!(one.lines().count(), 8 + 1 + 5 + 1, "{one}");
    assert_eq!(json("2"), one);
    let args = [file.path(), "--nodes", "3000", "--jobs", "2", "--report"];
    let told = text(&analyse(&args).stdout);
    let bob = told.split("Bob (2 games): ").nth(1).expect("Bob");
    let bob = bob.split("\n\n").next().expect("Bob");
    assert!(
        bob.contains("mistakes and blunders: mate allowed 2"),
        "{told}"
    );
    assert!(
        bob.contains("\n  opening: accuracy") && bob.contains("\n  endgame: no moves"),
        "{told}"
    );
    let args = [&args[..], &["--json"]].concat();
    let lines = text(&analyse(&args).stdout);
    let players: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let bob = players.iter().find(|player| player["player"] == "Bob");
    let bob = bob.expect("Bob");
    assert_eq!(
        (&bob["games"], &bob["mistakes"]["allowed_mate"]),
        (&2.into(), &2.into()),
        "{bob}"
    );
    assert_eq!(bob["all"]["moves"], 3 + 2);
}

#[test]
fn evaluations_are_kept_by_position_and_an_analysis_goes_on_with_them() {
    let file = TempFile::new("kept.pgn", Some(TWO.as_bytes()));
    let cache = TempFile::new("kept.jsonl", None);
    let args = [
        file.path(),
        "--nodes",
        "3000",
        "--json",
        "--cache",
        cache.path(),
    ];
    let kept = || std::fs::read_to_string(cache.path()).expect("kept");
    let first = text(&analyse(&args).stdout);
    let whole = kept();
    // The head, and each position once but the last ones: the start is common to both games.
    assert_eq!(whole.lines().count(), 1 + 7 + 3, "{whole}");
    assert_eq!(text(&analyse(&args).stdout), first);
    assert_eq!(kept(), whole);
    // Other limits would give other evaluations.
    let other = [file.path(), "--nodes", "3001", "--cache", cache.path()];
    let refused = analyse(&other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("with nodes 3001"),
        "{refused:?}"
    );
    // A line that was cut off is looked at again.
    std::fs::write(cache.path(), &whole[..whole.len() - 20]).expect("written");
    let again = analyse(&args);
    assert_eq!(again.status.code(), Some(0));
    assert!(
        text(&again.stderr).contains("the last line is cut off"),
        "{again:?}"
    );
    assert_eq!(kept().lines().count(), whole.lines().count());
    let foreign = TempFile::new("foreign.jsonl", Some(b"1. e4\n"));
    let refused = analyse(&[file.path(), "--cache", foreign.path()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("is no file of evaluations"),
        "{refused:?}"
    );
}

#[test]
fn shared_evaluations_do_not_depend_on_the_order_of_the_games() {
    let [one, other] = [
        "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 *\n\n",
        "[White \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 *\n\n",
    ];
    let run = |games: String| {
        let file = TempFile::new("ordered.pgn", Some(games.as_bytes()));
        let cache = TempFile::new("ordered.jsonl", None);
        let (file, cache) = (file.path(), cache.path());
        let out = analyse(&[file, "--nodes", "3000", "--json", "--cache", cache]);
        let lines: Vec<serde_json::Value> = text(&out.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect();
        // Position by position, without the number of the game.
        let mut found: Vec<String> = lines
            .iter()
            .filter(|line| line["fen"].is_string())
            .map(|line| {
                format!(
                    "{} {} {} {}",
                    line["fen"], line["score"], line["line"], line["loss"]
                )
            })
            .collect();
        found.sort();
        found
    };
    let ordered = run(format!("{one}{other}"));
    assert_eq!(ordered.len(), 2 * 13);
    assert_eq!(run(format!("{other}{one}")), ordered);
}
