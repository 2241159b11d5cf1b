//! `atalaya match` as the built binary, driven from outside: whole matches, engines that crash,
//! stall and cheat, bad input, kills and resumption.
//!
//! The engines are small shell scripts, so that nothing but the toolchain and `sh` is needed.
#![cfg(unix)]

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A temporary folder that goes away with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("atalaya-arena-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        path
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(folder: &Folder, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command
        .arg("match")
        .args(args.split_whitespace())
        .current_dir(&folder.0)
        .stdin(Stdio::null());
    command
}

fn run(folder: &Folder, args: &str) -> Output {
    command(folder, args).output().expect("the binary runs")
}

fn run_well(folder: &Folder, args: &str) -> Output {
    let output = run(folder, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {stderr}");
    output
}

/// A game as an independent reader sees it.
#[derive(Debug, Clone, Default)]
struct Game {
    tags: HashMap<String, String>,
    position: Chess,
    plies: usize,
    error: Option<String>,
}

struct GameReader;

impl Visitor for GameReader {
    type Tags = HashMap<String, String>;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Self::Tags> {
        ControlFlow::Continue(HashMap::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Game, Game> {
        let mode = CastlingMode::from_chess960(tags.contains_key("Variant"));
        let fen = tags.get("FEN").map(|fen| fen.parse::<Fen>().expect("a FEN"));
        let position = fen.map_or(Chess::default(), |fen| fen.into_position(mode).expect("legal"));
        ControlFlow::Continue(Game {
            tags,
            position,
            ..Game::default()
        })
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        match san.san.to_move(&game.position) {
            Ok(m) => {
                game.position.play_unchecked(m);
                game.plies += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                game.error = Some(format!("{san}: {error}"));
                ControlFlow::Break(game.clone())
            }
        }
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

fn games(path: &Path) -> Vec<Game> {
    let file = std::fs::File::open(path).expect("a PGN file");
    let mut reader = Reader::new(std::io::BufReader::new(file));
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut GameReader).expect("readable") {
        assert_eq!(game.error, None, "{:?}", game.tags);
        assert_eq!(game.tags["PlyCount"], game.plies.to_string());
        games.push(game);
    }
    games
}

#[test]
fn a_match_of_builtins_adds_up_and_its_games_are_legal() {
    let folder = Folder::new("builtins");
    let args = "--engine builtin=greedy --engine builtin=random --rounds 30 --concurrency 2 \
                --seed 5 --pgn out.pgn --json out.json";
    run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(result["games"], 60);
    assert_eq!(result["sprt"], Value::Null);
    let [greedy, random] = [&result["players"][0], &result["players"][1]];
    let number = |player: &Value, key: &str| player[key].as_f64().expect(key);
    assert_eq!(number(greedy, "wins"), number(random, "losses"));
    assert_eq!(number(greedy, "points") + number(random, "points"), 60.0);
    assert!(number(greedy, "elo") > 0.0 && number(greedy, "elo_error") > 0.0);
    assert!(number(greedy, "los") > 0.99);
    for key in ["crashes", "time_losses", "illegal_moves"] {
        assert_eq!(number(greedy, key), 0.0);
    }
    let pairs = result["pentanomial"].as_array().expect("five counts");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 30);

    let games = games(&folder.path("out.pgn"));
    assert_eq!(games.len(), 60);
    let mut points = 0.0;
    for game in &games {
        let result = game.tags["Result"].as_str();
        let white = match result {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        };
        points += if game.tags["White"] == "greedy" { white } else { 1.0 - white };
        // Mate is on the board if and only if somebody has won: nothing is adjudicated here.
        assert_eq!(game.position.is_checkmate(), result != "1/2-1/2");
        assert_eq!(game.tags["Termination"], "normal");
    }
    assert_eq!(points, number(greedy, "points"));
    assert!(!folder.path("out.pgn.journal").exists(), "a finished match needs no journal");
}

#[test]
fn the_seed_decides_the_games_and_the_number_of_threads_does_not() {
    let folder = Folder::new("seed");
    let play = |name: &str, more: &str| {
        let args = format!(
            "--engine builtin=random --engine builtin=greedy --rounds 10 --quiet \
             --maxmoves 30 --pgn {name} {more}"
        );
        run_well(&folder, &args);
        // Thinking times differ; everything else is the same, in some order.
        let text = folder.read(name);
        let mut games: Vec<String> = games(&folder.path(name))
            .iter()
            .map(|game| format!("{} {:?}", game.tags["Round"], game.position))
            .collect();
        assert!(text.contains("draw by length"));
        games.sort();
        games
    };
    let one = play("one.pgn", "--seed 3 --concurrency 1");
    assert_eq!(one.len(), 20);
    assert_eq!(one, play("three.pgn", "--seed 3 --concurrency 3"));
    assert_ne!(one, play("other.pgn", "--seed 4"));
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let folder = Folder::new("openings");
    folder.write(
        "openings.epd",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
         # a comment\n\
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";\n",
    );
    folder.write("openings.pgn", "1. d4 d5 2. c4 e6 *\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n");
    let engines = "--engine builtin=greedy --engine builtin=random --maxmoves 5 --rounds 4";
    let epd = format!("{engines} --openings file=openings.epd order=random plies=8 --pgn epd.pgn");
    run_well(&folder, &epd);
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for game in games(&folder.path("epd.pgn")) {
        let key = (game.tags["FEN"].clone(), game.tags["White"].clone());
        *seen.entry(key).or_default() += 1;
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(seen.values().all(|count| *count == 2));

    let pgn = format!("{engines} --openings file=openings.pgn plies=3 --pgn pgn.pgn");
    run_well(&folder, &pgn);
    let text = folder.read("pgn.pgn");
    assert_eq!(text.matches("1. d4 {book} d5 {book} 2. c4 {book}").count(), 4);
    assert_eq!(text.matches("1. e4 {book} c5 {book} 2. Nf3 {book}").count(), 4);
    assert_eq!(text.matches("{book}").count(), 8 * 3, "cut after three plies");
}

#[test]
fn chess960_games_are_read_by_another_program() {
    let folder = Folder::new("960");
    let args = "--engine builtin=greedy --engine builtin=random --rounds 20 --variant chess960 \
                --pgn out.pgn --quiet";
    run_well(&folder, args);
    let games = games(&folder.path("out.pgn"));
    assert_eq!(games.len(), 40);
    assert!(games.iter().all(|game| game.tags["Variant"] == "Chess960"));
}

#[test]
fn a_round_robin_and_a_gauntlet_play_the_right_games() {
    let folder = Folder::new("many");
    let engines = "--engine builtin=greedy --engine builtin=random --engine builtin=minimax \
                   depth=1 --maxmoves 3 --quiet --rounds 2";
    run_well(&folder, &format!("{engines} --json robin.json"));
    run_well(&folder, &format!("{engines} --tournament gauntlet --json gauntlet.json"));
    let games = |name: &str| -> Vec<u64> {
        let result = folder.json(name);
        let players = result["players"].as_array().expect("players");
        let sum = |p: &Value| ["wins", "draws", "losses"].map(|k| p[k].as_u64()).iter().flatten().sum();
        players.iter().map(sum).collect()
    };
    assert_eq!(games("robin.json"), [8, 8, 8]);
    assert_eq!(games("gauntlet.json"), [8, 4, 4]);
}

#[test]
fn the_sequential_test_stops_the_match() {
    let folder = Folder::new("sprt");
    let args = "--engine builtin=greedy --engine builtin=random --sprt elo0=0 elo1=50 \
                --concurrency 2 --json - --quiet";
    let output = run_well(&folder, args);
    let result: Value = serde_json::from_slice(&output.stdout).expect("nothing but JSON");
    let sprt = &result["sprt"];
    assert_eq!(sprt["verdict"], "H1");
    assert!(sprt["llr"].as_f64() >= sprt["upper"].as_f64());
    assert!((sprt["lower"].as_f64().expect("a bound") + 2.944).abs() < 0.001);
    let games = result["games"].as_u64().expect("games");
    assert!((10..2000).contains(&games), "{games}");
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
        ("crash", "crashes", "abandoned", "exit status: 3; stderr: segmentation fault, sort of"),
        ("stall", "crashes", "stalled connection", "gave no answer"),
        ("illegal", "illegal_moves", "rules infraction", "answered 'e2e5', which is not a legal"),
        ("garbage", "illegal_moves", "rules infraction", "answered '(nothing)', which is not a"),
        ("late", "time_losses", "time forfeit", "answered only after"),
    ] {
        let args = format!(
            "--engine name=bad cmd=./failing.sh arg={how} movetime=50 stderr=bad.log \
             --engine builtin=random --rounds 1 --pgn {how}.pgn --json {how}.json"
        );
        let output = run_well(&folder, &args);
        let result = folder.json(&format!("{how}.json"));
        let bad = &result["players"][0];
        assert_eq!((&bad["losses"], &bad[key]), (&2.into(), &2.into()), "{how}: {result}");
        assert_eq!(result["players"][1]["wins"], 2);
        let text = folder.read(&format!("{how}.pgn"));
        // Line breaks may fall anywhere in a comment.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.matches(&format!("[Termination \"{tag}\"]")).count(), 2, "{text}");
        assert_eq!(text.matches(reason).count(), 2, "{text}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("game 1: bad "), "{how}: {stderr}");
    }
    assert_eq!(folder.read("bad.log").lines().count(), 2, "standard error is kept");
    // The stalled engine was killed with the process it had started.
    let stalled = folder.read("stalled");
    assert_eq!(stalled.lines().count(), 2);
    for pid in stalled.lines() {
        let alive = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
        assert!(!alive.expect("kill runs").success(), "process {pid} is still there");
    }
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
    let status = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).status();
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
        let last = log.lines().rfind(|line| line.starts_with("go") || *line == "ponderhit");
        match mode {
            "right" => assert_eq!(log.matches("\nponderhit\n").count(), 1, "{last:?} {log}"),
            _ => assert!(log.contains("\nstop\nposition startpos moves f2f3 e7e5\ngo wtime"), "{log}"),
        }
    }
}

#[test]
fn bad_input_is_one_sentence_and_changes_no_file() {
    let folder = Folder::new("bad");
    folder.script("silent.sh", "#!/bin/sh\nwhile read -r line; do :; done\n");
    folder.script("ends.sh", "#!/bin/sh\necho 'no license' >&2\nexit 1\n");
    folder.script("failing.sh", FAILING);
    folder.write("empty.epd", "# nothing\n");
    folder.write("bad.epd", "8/8/8 w - -\n");
    folder.write("out.pgn", "precious\n");
    folder.write("out.json", "precious\n");
    let two = "--engine builtin=greedy --engine builtin=random";
    let a = "--engine builtin=greedy --engine name=A depth=1";
    let cases = [
        (format!("{a} cmd=./missing"), "engine 'A': cannot start './missing': No such file"),
        (format!("{a} cmd=./silent.sh startup=0.2"), "engine 'A': it did not say 'uciok' within 0.2 s"),
        (format!("{a} cmd=./ends.sh"), "engine 'A': it ended before 'uciok' (exit status: 1; stderr: no license)"),
        (format!("{a} cmd=./failing.sh option.Hash=1"), "engine 'A' has no option 'Hash'"),
        (format!("{a} cmd=./failing.sh dir=nowhere"), "'nowhere' is not a directory"),
        (format!("{a} cmd=./failing.sh --variant chess960"), "engine 'A' does not play chess960"),
        (format!("{a} cmd=x builtin=random"), "--engine 'A': cmd and builtin contradict each other"),
        (a.to_owned(), "--engine 'A': neither cmd nor builtin"),
        (format!("{a} builtin=deepblue"), "builtin=deepblue is not random"),
        (format!("{a} builtin=minimax colour=red"), "--engine 'A' has no key 'colour'"),
        (format!("{a} builtin=minimax depth=2"), "'depth' is given twice"),
        (format!("{a} builtin=minimax hello"), "'hello' is not of the form key=value"),
        ("--engine builtin=greedy --engine name=A cmd=./failing.sh".to_owned(), "no time control"),
        ("--engine builtin=greedy".to_owned(), "needs two --engine groups or more, not 1"),
        ("--engine builtin=greedy --engine builtin=greedy".to_owned(), "two engines are called 'greedy'"),
        (format!("{two} --each tc=1+1 movetime=5"), "--each: tc and movetime contradict"),
        (format!("{two} --each tc=abc"), "--each: tc: 'abc' is not a time control"),
        (format!("{two} --each depth=0"), "depth=0 is not a number from 1 to 1000"),
        (format!("{two} --openings file=none.epd"), "cannot read none.epd"),
        (format!("{two} --openings file=empty.epd"), "empty.epd holds no opening"),
        (format!("{two} --openings file=bad.epd"), "bad.epd, line 1: the FEN's board"),
        (format!("{two} --openings order=random"), "--openings: file is needed"),
        (format!("{two} --openings file=out.pgn format=xml"), "format=xml is not epd or pgn"),
        (format!("{two} --sprt elo0=5 elo1=0"), "--sprt: elo0=5 is not below elo1=0"),
        (format!("{two} --sprt elo0=0"), "--sprt: elo0 and elo1 are both needed"),
        (format!("{two} --sprt elo0=0 elo1=5 alpha=2"), "alpha=2 is not between 0 and 1"),
        (format!("{two} --engine builtin=minimax --sprt elo0=0 elo1=5"), "compares two engines, not 3"),
        (format!("{two} --rounds 0"), "--rounds 0 is not a number"),
        (format!("{two} --games 3"), "--games 3 is neither 1 nor 2"),
        (format!("{two} --problems bad.epd --rounds 3"), "--rounds and --problems contradict"),
        (format!("{two} --problems bad.epd"), "bad.epd holds no problem"),
        (format!("{two} -k 3"), "-k needs --problems"),
        (format!("{two} --mate 5-2 --problems bad.epd"), "--mate '5-2' is neither"),
        (format!("{two} --variant shogi"), "variant 'shogi' is neither"),
        (format!("{two} --each variant=chess960 --variant standard"), "two variants"),
        (format!("{two} --tournament swiss"), "--tournament 'swiss' is neither"),
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

/// Starts a match that takes a while and waits until some games are on disk.
fn start_long_match(folder: &Folder, args: &str) -> Child {
    let mut command = command(folder, args);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    let begun = Instant::now();
    while folder.read("out.pgn.journal").lines().count() < 4 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
        assert_eq!(child.try_wait().expect("a child"), None, "it has ended already");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

const LONG: &str = "--engine builtin=minimax depth=2 --engine builtin=alphabeta depth=3 \
                    --rounds 12 --concurrency 2 --maxmoves 40 --pgn out.pgn --json out.json";

#[test]
fn a_killed_match_is_resumed_without_losing_or_repeating_a_game() {
    let folder = Folder::new("resume");
    let mut child = start_long_match(&folder, LONG);
    child.kill().expect("killed");
    let _ = child.wait();
    let kept = folder.read("out.pgn.journal").lines().count() - 1;
    assert!(kept < 24, "the match was over before it was killed");
    let refused = run(&folder, LONG);
    assert_eq!(refused.status.code(), Some(2), "an unfinished match is not overwritten");
    let other = run(&folder, &format!("{LONG} --resume --draw score=5"));
    assert_eq!(other.status.code(), Some(2), "another match is not resumed");

    run_well(&folder, &format!("{LONG} --resume"));
    assert_eq!(folder.json("out.json")["games"], 24);
    let mut rounds: Vec<String> = games(&folder.path("out.pgn"))
        .iter()
        .map(|game| game.tags["Round"].clone())
        .collect();
    assert_eq!(rounds.len(), 24);
    rounds.sort();
    rounds.dedup();
    assert_eq!(rounds.len(), 24, "no game is there twice");
    assert!(!folder.path("out.pgn.journal").exists());
}

#[test]
fn ctrl_c_prints_the_table_and_keeps_the_journal() {
    let folder = Folder::new("ctrl-c");
    let child = start_long_match(&folder, LONG);
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.starts_with("Player"), "{stdout}");
    let result = folder.json("out.json");
    assert_eq!(result["finished"], false);
    let in_journal = folder.read("out.pgn.journal").lines().count() as u64 - 1;
    assert_eq!(result["games"].as_u64(), Some(in_journal));
    run_well(&folder, &format!("{LONG} --resume --quiet"));
    assert_eq!(folder.json("out.json")["games"], 24);
}

#[test]
fn a_match_over_problems_names_the_better_player() {
    let folder = Folder::new("problems");
    // Mates in one and two that need no other knowledge than the rules.
    folder.write(
        "mates.epd",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n\
         7k/8/8/8/8/8/R7/1R4K1 w - - dm 2;\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n\
         7k/R7/8/8/8/8/8/1R4K1 b - - dm -1;\n\
         8/8/8/8/8/8/5k2/3q3K w - - dm 9;\n",
    );
    let args = "--problems mates.epd --mate 1-2 --engine name=M1 builtin=alphabeta \
                --engine name=M2 builtin=random --each movetime=200 --concurrency 2 \
                --json out.json --pgn out.pgn";
    let output = run_well(&folder, args);
    let result = folder.json("out.json");
    assert_eq!(result["problems"], 4);
    let [first, second] = [&result["players"][0], &result["players"][1]];
    assert_eq!((&first["name"], &first["solved"]), (&"M1".into(), &4.into()), "{result}");
    assert!(first["mean_time_ms"].as_f64() < Some(200.0), "{result}");
    assert!(first["median_time_ms"].as_f64().is_some() && first["mean_nodes"].as_f64() > Some(1.0));
    let solved = second["solved"].as_u64().expect("a count");
    let failed = second["failures"].as_object().expect("kinds");
    let failed: u64 = failed.values().filter_map(Value::as_u64).sum();
    assert_eq!(solved + failed, 4, "{result}");
    assert!(solved < 4, "chance has solved everything: {result}");
    let p = 2f64.powi(solved as i32 - 3).min(1.0);
    assert_eq!(result["p_value"].as_f64(), Some(p), "{result}");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("M1 solved more: paired test p ="), "{stdout}");
    assert_eq!(games(&folder.path("out.pgn")).len(), 8);
}

#[test]
fn shared_problems_are_solved_by_a_searching_player() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mate/mate-in-2-odd.epd");
    if !path.exists() {
        println!("left out: {} is not there", path.display());
        return;
    }
    let folder = Folder::new("shared");
    let args = format!(
        "--problems {} -k 10 --seed 2 --engine name=M1 builtin=alphabeta depth=3 \
         --engine name=M2 builtin=minimax depth=1 --concurrency 2 --json -  --quiet",
        path.display()
    );
    let output = run_well(&folder, &args);
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // Three plies see every mate in two.
    assert_eq!(result["players"][0]["solved"], 10, "{result}");
    assert!(result["players"][1]["solved"].as_u64() < Some(10));
}
