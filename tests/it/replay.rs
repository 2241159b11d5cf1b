//! Saved games: what `atalaya play` writes, `--load` goes on with and `atalaya replay` steps through.

use ::rooms::Room;
use games::{Game, rolit};
use players::Registry;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

mod damaged;
mod rooms;

/// A folder of a test's own.
struct Folder(TempDir);

impl Folder {
    fn new(name: &str) -> Folder {
        let prefix = format!("atalaya-{name}-");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
        Folder(folder.expect("a new folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn spawn(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .env("LC_ALL", "C")
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs")
    }

    /// Runs the binary here with lines of input; the output and the exit status.
    fn run(&self, arguments: &str, input: &str) -> (String, Option<i32>) {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        self.run_words(&words, input)
    }

    fn run_words(&self, arguments: &[&str], input: &str) -> (String, Option<i32>) {
        let mut child = self.spawn(arguments);
        let mut pipe = child.stdin.take().expect("piped");
        let input = input.to_owned();
        // The game may be over before everything is read.
        let feeder = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("it ends");
        let _ = feeder.join().expect("no panic");
        let text = String::from_utf8_lossy(&output.stdout);
        let text = text + String::from_utf8_lossy(&output.stderr);
        (text.into_owned(), output.status.code())
    }
}

fn read(path: &Path) -> Room {
    let bytes = std::fs::read(path).expect("it was saved");
    Room::parse(&bytes, &Registry::standard()).expect("a saved game")
}

/// The blocks of a replay: each from its title on.
fn blocks(out: &str) -> Vec<String> {
    const PROMPT: &str = "[n]ext, [b]ack, [g N] to ply N, [s]tart, [e]nd, [q]uit: ";
    let out = out.replace(PROMPT, "");
    let mut blocks: Vec<String> = Vec::new();
    for line in out.lines() {
        match (line.starts_with("Ply "), blocks.last_mut()) {
            (false, Some(block)) => *block += &format!("{line}\n"),
            _ => blocks.push(format!("{line}\n")),
        }
    }
    for block in &mut blocks {
        block.truncate(block.trim_end().len());
    }
    blocks
}

/// A game of four machines in two teams.
const TEAMS: &str = "play rolit --players 4 --machines R:easy,Y,G:easy,B --level medium \
                     --shape circle --size small --teams RG/YB";

#[test]
fn a_game_of_teams_replays_forwards_and_backwards_through_the_same_positions() {
    let folder = Folder::new("teams");
    let (out, status) = folder.run(&format!("{TEAMS} --save game.json"), "");
    assert!(
        status == Some(0) && out.ends_with("Saved as game.json\n"),
        "{out}"
    );
    let saved = read(&folder.file("game.json"));
    assert_eq!(saved.game().plies(), 61);
    let (all, status) = folder.run("replay game.json --all", "");
    assert_eq!(status, Some(0), "{all}");
    let all = blocks(&all);
    assert_eq!(all.len(), 62);

    // The rules themselves, move by move.
    let line = saved.game().native::<rolit::Position>().expect("Rolit");
    let mut here = *line.start();
    for (ply, block) in all.iter().enumerate() {
        let mut lines = block.lines();
        let title = lines.next().expect("a title");
        assert!(title.starts_with(&format!("Ply {ply} of 61")), "{block}");
        assert_eq!(lines.next(), Some(here.text().as_str()));
        if let Some(m) = line.moves().get(ply) {
            here = here.play(*m);
        }
    }
    assert_eq!(here.outcome(), saved.game().outcome());
    let teams = saved.game().outcome().expect("over").winners;
    let end = all[61].lines().last().expect("the ending");
    match (teams.contains(0), teams.contains(1)) {
        (true, false) => assert!(end.starts_with("Team RG wins, "), "{end}"),
        (false, true) => assert!(end.starts_with("Team YB wins, "), "{end}"),
        _ => assert!(end.starts_with("The teams RG and YB draw, "), "{end}"),
    }

    let input = "n\n".repeat(31) + &"\n".repeat(30) + "n\n" + &"b\n".repeat(62) + "q\n";
    let (out, status) = folder.run("replay game.json", &input);
    assert_eq!(status, Some(0));
    assert!(out.contains("The game ends at ply 61.\n") && out.contains("This is the start.\n"));
    let out = out.replace("The game ends at ply 61.\n", "");
    let seen = blocks(&out.replace("This is the start.\n", ""));
    assert_eq!(seen[..62], all[..]);
    assert!(seen[62..].iter().eq(all[..61].iter().rev()));

    let (out, _) = folder.run("replay game.json", "e\ng 17\ng 62\ng x\nz\ns\n");
    for why in [
        "The game ends at ply 61.\n",
        "'x' is not a number from 0 to 61.\n",
        "'z' is not n, b, g N, s, e or q.\n",
    ] {
        assert!(out.contains(why), "{out}");
    }
    let out: Vec<&str> = out.lines().filter(|line| !line.ends_with('.')).collect();
    let expected = [0, 61, 17, 0].map(|ply: usize| all[ply].clone());
    let kept = |block: &String| block.lines().filter(|l| !l.ends_with('.')).count();
    let seen = blocks(&out.join("\n"));
    assert_eq!(seen.len(), 4);
    for (seen, expected) in seen.iter().zip(&expected) {
        assert_eq!(seen.lines().count(), kept(expected), "{seen}");
        assert_eq!(seen.lines().nth(1), expected.lines().nth(1));
    }
    let (out, _) = folder.run("replay game.json --ply 17", "");
    assert_eq!(blocks(&out), [all[17].clone()]);
    let (out, status) = folder.run("replay game.json --ply 62", "");
    assert!(
        status == Some(2) && out.contains("the game has 61 plies"),
        "{out}"
    );
    let (out, _) = folder.run("replay game.json --ply 61 --lang es --color always", "");
    assert!(
        out.starts_with("Jugada 61 de 61. Rojo (R): ") && out.contains("\x1b["),
        "{out}"
    );
}

#[test]
fn a_game_left_half_way_goes_on_to_the_same_end() {
    let folder = Folder::new("half");
    folder.run(&format!("{TEAMS} --seed 5 --save whole.json"), "");
    let whole = read(&folder.file("whole.json"));
    // The same game, cut after twenty moves by hand.
    let mut half: serde_json::Value =
        serde_json::from_str(&whole.to_json().expect("text")).expect("JSON");
    half["moves"].as_array_mut().expect("moves").truncate(20);
    half["spent"].as_array_mut().expect("times").truncate(20);
    half.as_object_mut().expect("an object").remove("result");
    std::fs::write(folder.file("half.json"), half.to_string()).expect("written");
    let (out, status) = folder.run("play --load half.json", "");
    assert!(
        status == Some(0) && out.ends_with("Saved as half.json\n"),
        "{out}"
    );
    // All is the same but for the times.
    let text = |name: &str| std::fs::read_to_string(folder.file(name)).expect("there");
    let saved = |name: &str| {
        let mut saved: serde_json::Value = serde_json::from_str(&text(name)).expect("JSON");
        let object = saved.as_object_mut().expect("an object");
        for time in ["now", "spent", "turn"] {
            object.remove(time);
        }
        saved
    };
    assert_eq!(saved("half.json"), saved("whole.json"));
    // A finished game is only shown.
    let (out, status) = folder.run("play --load whole.json --save copy.json", "");
    assert!(status == Some(0) && out.contains("eam"), "{out}");
    assert_eq!(text("copy.json"), text("whole.json"));
    let (out, status) = folder.run("play chess --load whole.json", "");
    assert!(
        status == Some(2) && out.contains("is a game of rolit, not of chess"),
        "{out}"
    );
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(child), Signal::INT).expect("it still runs");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_a_game_that_goes_on_to_the_same_end() {
    let folder = Folder::new("ctrl-c");
    // A pipe that nobody reads stops the game long before its 289 plies.
    let options = "play rolit --shape square --size large --players 3 --seed 9 --machines all:easy";
    let words = |file: &'static str| {
        let words = options.split_whitespace();
        words.chain(["--save", file]).collect::<Vec<_>>()
    };
    let mut child = folder.spawn(&words("game.json"));
    let mut out = child.stdout.take().expect("piped");
    let mut begun = [0];
    out.read_exact(&mut begun).expect("the board");
    interrupt(&child);
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).expect("it ends");
    let status = child.wait().expect("it ends");
    let rest = String::from_utf8_lossy(&rest);
    assert_eq!(status.code(), Some(130), "{rest}");
    assert!(rest.ends_with("Saved as game.json\n"), "{rest}");
    let plies = read(&folder.file("game.json")).game().plies();
    assert!(plies < 289, "{plies}");
    let (out, status) = folder.run("play --load game.json", "");
    assert!(
        status == Some(0) && out.contains("empty cells 0\n"),
        "{out}"
    );
    let (_, status) = folder.run_words(&words("whole.json"), "");
    assert_eq!(status, Some(0));
    let text = |name: &str| std::fs::read_to_string(folder.file(name)).expect("there");
    assert_eq!(text("game.json"), text("whole.json"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_the_prompt_saves_under_a_free_name() {
    let folder = Folder::new("prompt");
    for number in 1..=2 {
        let mut child = folder.spawn(&["play", "chess"]);
        let mut input = child.stdin.take().expect("piped");
        input.write_all(b"e4\n").expect("it listens");
        let mut out = child.stdout.take().expect("piped");
        let mut seen = String::new();
        while !seen.contains("Turn of Black") {
            let mut bytes = [0; 256];
            let count = out.read(&mut bytes).expect("it speaks");
            assert!(count > 0, "{seen}");
            seen += &String::from_utf8_lossy(&bytes[..count]);
        }
        interrupt(&child);
        out.read_to_string(&mut seen).expect("it ends");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let name = format!("atalaya-chess-{number}.json");
        assert!(seen.ends_with(&format!("Saved as {name}\n")), "{seen}");
        assert_eq!(read(&folder.file(&name)).game().moves(), ["e2e4"]);
        drop(input);
    }
    // Where no move was made there is nothing to keep; and a machine stops thinking.
    let arguments = [
        "play",
        "chess",
        "--white",
        "expert",
        "--movetime",
        "3600000",
    ];
    let mut child = folder.spawn(&arguments);
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("the board");
    interrupt(&child);
    out.read_to_end(&mut Vec::new()).expect("it ends");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(std::fs::read_dir(&folder.0).expect("there").count(), 2);
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_the_program_at_once() {
    let folder = Folder::new("second");
    // The game waits for a reader who never comes, and cannot hear the first.
    let options = "play rolit --shape square --size large --machines all:easy";
    let words: Vec<&str> = options.split_whitespace().collect();
    let mut child = folder.spawn(&words);
    let out = child.stdout.as_mut().expect("piped");
    out.read_exact(&mut [0]).expect("the board");
    let status = loop {
        if let Some(status) = child.try_wait().expect("it runs") {
            break status;
        }
        interrupt(&child);
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(status.code(), Some(130));
}

#[test]
fn games_of_all_variants_are_saved_and_replayed() {
    let folder = Folder::new("variants");
    let cases = [
        ("chess", "--white easy --black medium"),
        (
            "chess",
            "--machines all:2 --movetime 20 --fen 4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
        ),
        (
            "kamisado",
            "--machines all:hard --points 3 --deadlock cycle",
        ),
        ("kamisado", "--black 1 --white 0"),
        ("rolit", "--machines all:hard --players RB"),
    ];
    for (index, (game, options)) in cases.into_iter().enumerate() {
        let file = format!("{index}.json");
        let arguments = format!("play {game} {options} --save {file}");
        let words: Vec<String> = arguments.split(' ').map(|w| w.replace('_', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (out, status) = folder.run_words(&words, "");
        assert_eq!(status, Some(0), "{out}");
        let saved = read(&folder.file(&file));
        assert_eq!(saved.game().variant(), game);
        assert!(saved.game().outcome().is_some(), "{out}");
        let (out, status) = folder.run(&format!("replay {file} --all"), "");
        assert_eq!(status, Some(0), "{out}");
        let blocks = blocks(&out);
        let mut again = saved.game().clone();
        again.back_to(0);
        assert_eq!(blocks.len(), saved.game().plies() + 1);
        for (ply, block) in blocks.iter().enumerate() {
            assert_eq!(block.lines().nth(1), Some(again.text().as_str()));
            if let Some(text) = saved.game().moves().get(ply) {
                again.play(text).expect("legal");
            }
        }
    }
    let cycle = std::fs::read_to_string(folder.file("2.json")).expect("there");
    assert!(
        cycle.contains("\"rules\": \"cycle\"") && cycle.contains(" 3 0:0\""),
        "{cycle}"
    );
}

#[test]
fn files_of_others_are_never_replaced_unless_forced() {
    let folder = Folder::new("force");
    let theirs = folder.file("theirs.json");
    std::fs::write(&theirs, "precious").expect("written");
    let (out, status) = folder.run("play chess --save theirs.json", "e4\nquit\n");
    assert_eq!(status, Some(2));
    assert!(
        out.contains("Cannot write theirs.json: it exists and is not this game's"),
        "{out}"
    );
    let input = "e4\nsave theirs.json\nsave\nsave mine.json\ne5\nsave mine.json\nquit\n";
    let (out, status) = folder.run("play chess", input);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("Cannot write theirs.json"), "{out}");
    assert!(out.contains("The file's name is missing."), "{out}");
    assert_eq!(out.matches("Saved as mine.json\n").count(), 2, "{out}");
    assert_eq!(
        read(&folder.file("mine.json")).game().moves(),
        ["e2e4", "e7e5"]
    );
    assert_eq!(std::fs::read_to_string(&theirs).expect("there"), "precious");
    let (_, status) = folder.run("play chess --save theirs.json --force", "d4\nquit\n");
    assert_eq!(status, Some(0));
    assert_eq!(read(&theirs).game().moves(), ["d2d4"]);
    // Loaded, it is the game's own; and a copy leaves it alone.
    folder.run("play --load theirs.json", "d5\nquit\n");
    assert_eq!(read(&theirs).game().moves(), ["d2d4", "d7d5"]);
    folder.run("play --load theirs.json --save copy.json", "c4\nquit\n");
    assert_eq!(read(&theirs).game().plies(), 2);
    assert_eq!(read(&folder.file("copy.json")).game().plies(), 3);
    let (out, _) = folder.run("play rolit", "f5\nsave game.pgn\nquit\n");
    assert!(out.contains("Saved as game.pgn"), "{out}");
    let (out, _) = folder.run("play chess --lang es", "guardar game.pgn\nsalir\n");
    let why =
        "No se puede escribir game.pgn: ya existe y no es de esta partida (--force lo reemplaza)\n";
    assert!(out.contains(why), "{out}");
    // A file that can no longer be written does not lose the game.
    let input = "play chess --save sub/game.json";
    std::fs::create_dir(folder.file("sub")).expect("new");
    let mut child = folder.spawn(&input.split(' ').collect::<Vec<_>>());
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("the board");
    std::fs::remove_dir_all(folder.file("sub")).expect("there");
    let mut pipe = child.stdin.take().expect("piped");
    pipe.write_all(b"e4\nquit\n").expect("it listens");
    drop(pipe);
    out.read_to_end(&mut Vec::new()).expect("it ends");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("sub/game.json") && error.contains("atalaya-chess-1.json"),
        "{error}"
    );
    assert_eq!(read(&folder.file("atalaya-chess-1.json")).game().plies(), 1);
}

#[test]
fn a_record_that_is_saved_again_loses_nothing() {
    let folder = Folder::new("again");
    let text = "[Event \"A\"]\n[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 1-0\n\n";
    std::fs::write(folder.file("a.pgn"), text).expect("written");
    let (said, code) = folder.run("replay a.pgn --save b.pgn", "");
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let again = std::fs::read_to_string(folder.file("b.pgn")).expect("saved");
    assert_eq!(again, text);
    // A saved game says how a result came about, which nobody knows here.
    let (said, code) = folder.run("replay a.pgn --save c.json", "");
    assert_eq!(code, Some(0));
    assert!(said.contains("the result 1-0 is not saved"), "{said}");
    assert_eq!(read(&folder.file("c.json")).game().plies(), 3);
}

#[test]
fn a_record_in_other_letters_is_saved_in_english_ones_and_says_so() {
    let folder = Folder::new("letters");
    for (tag, code) in [
        ("PieceLetters", "es"),
        ("Language", "Spanish"),
        ("PieceLetters", "fr"),
    ] {
        // In English letters `Rd1` is the rook's move, in Spanish and French the king's.
        let record = format!(
            "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n[{tag} \"{code}\"]\n\n1. Td1 *\n"
        );
        std::fs::write(folder.file("a.pgn"), record).expect("a file");
        for (number, command) in ["replay a.pgn --save", "play --load a.pgn --save"]
            .into_iter()
            .enumerate()
        {
            let saved = format!("{tag}-{code}-{number}.pgn");
            let (said, code) = folder.run(&format!("{command} {saved}"), "quit\n");
            assert_eq!(code, Some(0), "{said}");
            let text = std::fs::read_to_string(folder.file(&saved)).expect("a record");
            assert!(
                text.contains("[PieceLetters \"en\"]") && text.contains("1. Rd1"),
                "{text}"
            );
            let (shown, _) = folder.run(&format!("replay {saved} --ply 1"), "");
            assert!(shown.contains("3RK3"), "{shown}");
        }
    }
}

#[test]
fn a_result_that_the_rules_contradict_is_told_and_said_not_to_be_saved() {
    let folder = Folder::new("contradicted");
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    for (result, told) in [("1-0", true), ("1/2-1/2", false)] {
        let text = format!("[Result \"{result}\"]\n\n{moves} {result}\n");
        std::fs::write(folder.file("a.pgn"), text).expect("written");
        let (said, _) = folder.run("replay a.pgn --ply 8", "");
        assert!(said.contains("threefold repetition"), "{said}");
        assert_eq!(said.contains("The record says: 1-0"), told, "{said}");
        // Nobody is called by a question mark.
        assert!(said.starts_with("Ply 8 of 8. Black: Ng8\n"), "{said}");
        let (said, code) = folder.run(&format!("replay a.pgn --save {}.json", told), "");
        assert_eq!(code, Some(0));
        let why = "the result 1-0 is not saved: by the rules the moves end in 1/2-1/2";
        assert_eq!(said.contains(why), told, "{said}");
    }
    let (said, _) = folder.run("replay true.json --ply 8", "");
    assert!(said.starts_with("Ply 8 of 8. Black: Ng8\n"), "{said}");
    let (said, _) = folder.run("replay a.pgn --lang es --save b.pgn", "");
    assert_eq!(said, "");
}

#[test]
fn a_game_that_is_taken_back_and_played_otherwise_is_not_the_saved_one() {
    let folder = Folder::new("otherwise");
    let input = "e4\nsave x.json\nundo\nd4\nquit\nno\nquit\nyes\n";
    let (said, code) = folder.run("play chess", input);
    assert_eq!(
        said.matches("The game is not saved. Leave it?").count(),
        2,
        "{said}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn levels_by_number_go_on_as_they_would_have() {
    let folder = Folder::new("numbered");
    for level in ["0", "2"] {
        let name = format!("r{level}.json");
        let all = format!("play rolit --machines all:{level} --seed 5 --save {name}");
        assert_eq!(folder.run(&all, "").1, Some(0));
        let whole = read(&folder.file(&name)).game().moves();
        let text = std::fs::read_to_string(folder.file(&name)).expect("saved");
        let mut half: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let moves = half["moves"].as_array_mut().expect("moves");
        moves.truncate(6);
        half["spent"].as_array_mut().expect("times").truncate(6);
        half.as_object_mut().expect("an object").remove("result");
        std::fs::write(folder.file("half.json"), half.to_string()).expect("written");
        let (said, code) = folder.run("play --load half.json --save again.json --force", "");
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(
            read(&folder.file("again.json")).game().moves(),
            whole,
            "level {level}"
        );
    }
}

#[test]
fn a_game_that_went_on_after_a_draw_nobody_claimed_is_saved_and_loaded() {
    let folder = Folder::new("unclaimed");
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. d4 1-0\n";
    std::fs::write(folder.file("a.pgn"), text).expect("written");
    assert_eq!(folder.run("replay a.pgn --save b.json", "").1, Some(0));
    let (said, code) = folder.run("replay b.json --ply 11", "");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(": d4\n"), "{said}");
    // After a mate nothing goes on.
    let saved = std::fs::read_to_string(folder.file("b.json")).expect("saved");
    let moves = "\"f2f3\", \"e7e5\", \"g2g4\", \"d8h4\", \"e2e4\"";
    let (before, after) = saved.split_once("\"moves\": [").expect("moves");
    let (_, after) = after.split_once(']').expect("their end");
    let mated = format!("{before}\"moves\": [{moves}]{after}");
    std::fs::write(folder.file("c.json"), mated).expect("written");
    let (said, code) = folder.run("replay c.json --ply 0", "");
    assert!(
        code == Some(2) && said.contains("move 5") && said.contains("e2e4"),
        "{said}"
    );
}
