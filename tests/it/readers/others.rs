//! Every kind of PGN that the program writes, read by python-chess, with the same moves.

use super::{atalaya, python};
use crate::pipe;
use games::pgn::read::records;
use players::Registry;
use std::path::Path;

/// For each game how many moves its variations have, its result, and its moves in UCI's form.
const SCRIPT: &str = "\
import sys, io, chess.pgn
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    assert game.headers['Result'] in ('1-0', '0-1', '1/2-1/2', '*'), game.headers
    def count(node):
        return sum(1 + count(child) for child in node.variations)
    main = [move.uci() for move in game.mainline_moves()]
    print(' '.join([str(count(game) - len(main)), game.headers['Result']] + main))
";

/// The same as this program reads it.
fn ours(pgn: &str) -> String {
    let registry = Registry::standard();
    let mut told = String::new();
    for found in records(pgn) {
        let mut found = found.expect("a record");
        let read = rooms::game_of(&mut found, &registry).expect("a game");
        let (game, _) = read.split().0;
        let count = |moves: &[games::pgn::RecordedMove]| -> usize {
            fn all(moves: &[games::pgn::RecordedMove]) -> usize {
                let inner = |made: &games::pgn::RecordedMove| -> usize {
                    made.variations
                        .iter()
                        .map(|variation| all(&variation.moves))
                        .sum()
                };
                moves.iter().map(|made| 1 + inner(made)).sum()
            }
            all(moves)
        };
        let besides = count(&found.pgn.moves) - game.plies();
        let mut words = vec![besides.to_string(), found.pgn.result.clone()];
        words.extend(game.moves());
        told += &words.join(" ");
        told.push('\n');
    }
    told
}

fn compared(what: &str, pgn: &str, games: usize) {
    let expected = ours(pgn);
    assert_eq!(expected.lines().count(), games, "{what}: {pgn}");
    if let Some(theirs) = python::run(SCRIPT, pgn) {
        assert_eq!(theirs, expected, "{what}");
    }
}

fn written(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

/// Runs the program to a good end.
fn done(folder: &Path, args: &str, input: &str) {
    let args: Vec<&str> = args.split(' ').collect();
    let (said, status) = pipe::run(&mut atalaya(folder, &args), input);
    assert_eq!(status, Some(0), "{args:?}: {said}");
}

const RECORD: &str = "[Event \"The \\\"Lighthouse\\\" cup\"]\n[White \"C:\\\\games\\\\\"]\n[Black \"Peñíscola\"]\n[ECO \"C60\"]\n\n\
    {before} 1) e4! {[%clk 0:05:00] best} e5 $300 (1... c5 2. Nf3 (2. c3 d5 ; so\n 3. exd)) 2) Nf3 += Nc6 (=) 3) Bb5 Nf6 4) 00\n\n\
    Be7 ½ - ½\n";

#[test]
fn python_chess_reads_the_games_of_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("openings.pgn"), RECORD).expect("written");
    std::fs::write(
        folder.join("openings.epd"),
        "7k/4P3/5K2/8/8/8/8/6R1 w - - 3 40\n4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\nr3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9\n",
    )
    .expect("written");
    let engines =
        "--engine builtin=random name=a --engine builtin=random name=b --maxmoves 30 --quiet";
    for (name, options, games) in [
        ("plain.pgn", "--rounds 2", 4),
        ("pgn.pgn", "--openings file=openings.pgn format=pgn", 2),
        (
            "epd.pgn",
            "--openings file=openings.epd format=epd --rounds 3",
            6,
        ),
        ("chess960.pgn", "--variant chess960 --rounds 5", 10),
    ] {
        done(
            folder,
            &format!("match {engines} {options} --pgn {name}"),
            "",
        );
        compared(name, &written(folder, name), games);
    }
}

#[test]
fn python_chess_reads_games_that_are_played_replayed_and_analysed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("record.pgn"), RECORD).expect("written");
    for (name, args, input) in [
        (
            "played.pgn",
            "play chess --save played.pgn",
            "e4\ne5\nNf3\nresign\n",
        ),
        (
            "clock.pgn",
            "play chess --clock 5+3 --save clock.pgn",
            "e4\ne5\nquit\n",
        ),
        (
            "position.pgn",
            "play chess --fen 3r2k1/4P3/8/8/8/8/6K1/8_w_-_-_4_70 --save position.pgn",
            "exd8=Q\nKh7\nquit\n",
        ),
        (
            "chess960.pgn",
            "play chess --rules chess960 --fen nqbrkbrn/pppppppp/8/8/8/8/PPPPPPPP/NQBRKBRN_w_GDgd_-_0_1 --save chess960.pgn",
            "g3\ng6\nBg2\nBg7\nO-O\nquit\n",
        ),
        (
            "on.pgn",
            "play --load record.pgn --save on.pgn",
            "d4\nexd4\nquit\n",
        ),
        (
            "same.pgn",
            "play --load record.pgn --save same.pgn",
            "quit\n",
        ),
        (
            "back.pgn",
            "play --load record.pgn --ply 3 --save back.pgn",
            "d6\nquit\n",
        ),
        ("replayed.pgn", "replay record.pgn --save replayed.pgn", ""),
        (
            "saved.json",
            "play chess --save saved.json",
            "d4\nNf6\nquit\n",
        ),
        ("restored.pgn", "replay saved.json --save restored.pgn", ""),
        (
            "analysed.pgn",
            "analyse record.pgn --nodes 200 --pgn analysed.pgn",
            "",
        ),
    ] {
        let words: Vec<String> = args.split(' ').map(|word| word.replace('_', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (said, status) = pipe::run(&mut atalaya(folder, &words), input);
        assert_eq!(status, Some(0), "{args}: {said}");
        if name.ends_with(".pgn") {
            compared(name, &written(folder, name), 1);
        }
    }
    // Nothing that the record says is lost.
    let [record, same, on, back] =
        ["replayed.pgn", "same.pgn", "on.pgn", "back.pgn"].map(|name| written(folder, name));
    let moves = |pgn: &str| pgn.split_once("\n\n").expect("moves").1.to_owned();
    assert_eq!(moves(&same), moves(&record));
    for pgn in [&same, &on, &back] {
        for kept in [
            "[ECO \"C60\"]",
            "cup\"]",
            "[White \"C:",
            "{before}",
            "best}",
            "$300 (1... c5",
        ] {
            assert!(pgn.contains(kept), "{kept}: {pgn}");
        }
    }
    // The seven tags first, in the order of the standard.
    for pgn in [&same, &on, &back] {
        let names = pgn
            .lines()
            .map_while(|line| line.strip_prefix('[')?.split(' ').next());
        let names: Vec<&str> = names.take(7).collect();
        let seven = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        assert_eq!(names, seven, "{pgn}");
    }
    assert!(
        same.contains("[Result \"1/2-1/2\"]") && on.contains("[Result \"*\"]"),
        "{on}"
    );
    assert!(on.contains("5. d4 exd4") && !back.contains("(=)"), "{back}");
}

#[cfg(feature = "collection")]
#[test]
fn python_chess_reads_problems() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("problems.sqlite").display());
    let desk = crate::collection::shell::Shell::of("Ann", &database);
    let file = desk.written(
        "problems.pgn",
        b"[Event \"One\"]\n[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[SetUp \"1\"]\n\n\
          1. Kf7 {a key} (1. Rg2? Kh7) Kh7 2. Rh1# 1-0\n\n\
          [Event \"Two\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R w - - 5 30\"]\n[SetUp \"1\"]\n\n1. Rh8# *\n",
    );
    desk.done(&["problem", "import", &file], "");
    let pgn = desk.done(&["problem", "export", "--mine", "--format", "pgn"], "");
    compared("problems", &pgn, 2);
}
