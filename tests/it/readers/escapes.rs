//! Text of others with characters that a terminal obeys, shown harmlessly by every command that prints it.

use super::atalaya;
use crate::pipe;

/// The beginning of an escape sequence in one character, and an override of the direction of writing: what a PGN file
/// may hold, too.
const SPELL: &str = "a\u{9b}31mb\u{202e}c";

/// The same with escape sequences.
const ESCAPES: &str = "a\u{1b}]0;title\u{7}\u{1b}[31mb\u{9b}31m\u{202e}c";

/// Characters that a terminal obeys.
fn obeyed(text: &str) -> String {
    let is_obeyed = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(is_obeyed).collect()
}

const FEN: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";

#[test]
fn no_command_prints_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = |name: &str, moves: &str| {
        format!(
            "[Event \"{SPELL}\"]\n[White \"{SPELL}\"]\n[Black \"{name}\"]\n\n1. e4 {{{SPELL}}} {moves} *\n"
        )
    };
    let puzzle = format!(
        "{ESCAPES},6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,{ESCAPES},,\n\
         {ESCAPES},{ESCAPES},a1a2,900,80,90,100,,,\n"
    );
    let popeye = format!(
        "BeginProblem\nTitle {SPELL}\nAuthor {SPELL}\nPieces White Kb6 Rh1 Black Ka8\nStipulation #1\nEndProblem\n"
    );
    for (file, text) in [
        ("game.pgn", game("Bob", "e5 2. Qh5 Ke7 3. Qxe5#")),
        ("names.pgn", game(SPELL, "e5")),
        ("word.pgn", game("Bob", SPELL)),
        ("escape.pgn", game("Bob", ESCAPES)),
        (
            "ids.epd",
            format!("{FEN} bm Kf7; dm 2; id \"{ESCAPES}\";\n"),
        ),
        ("spell.epd", format!("{FEN} dm 2; id \"{SPELL}\";\n")),
        (
            "words.epd",
            format!("{FEN} bm {ESCAPES}; id \"{ESCAPES}\";\n"),
        ),
        ("board.epd", format!("{ESCAPES} w - -;\n")),
        (
            "rights.epd",
            format!(
                "{FEN} {SPELL};\n{} bm Kf7; id \"{ESCAPES}\";\n",
                FEN.replace("w - -", "w K -")
            ),
        ),
        ("puzzles.csv", puzzle),
        ("problem.inp", popeye),
        (
            "broken.inp",
            format!("BeginProblem\nPieces White {SPELL}\nStipulation {SPELL}\nEndProblem\n"),
        ),
    ] {
        std::fs::write(folder.join(file), text).expect("written");
    }
    let engine = format!("name={SPELL}");
    let other = format!("builtin={ESCAPES}");
    let fen = format!("{ESCAPES} w - -");
    let mut bad = Vec::new();
    // Each says something of the text, and enough of it to see that it comes.
    for (args, input, shown) in [
        (
            &["analyse", "game.pgn", "--nodes", "100"][..],
            "",
            "\\u{202e}",
        ),
        (&["analyse", "word.pgn"], "", "\\u{9b}"),
        (&["analyse", "spell.epd", "--nodes", "100"], "", "\\u{9b}"),
        (&["analyse", "--fen", &fen], "", "\\u{1b}"),
        // What one command reads, the other reads.
        (&["analyse", "ids.epd", "--nodes", "100"], "", "\\u{1b}"),
        // JSON has escapes of its own.
        (
            &["analyse", "game.pgn", "--nodes", "100", "--json"],
            "",
            "\\u202e",
        ),
        (
            &["analyse", "ids.epd", "--nodes", "100", "--json"],
            "",
            "\\u009b",
        ),
        (
            &["suite", "ids.epd", "--nodes", "100", "--json"],
            "",
            "\\u009b",
        ),
        (&["mate", "--epd", "ids.epd", "--json"], "", "\"mate_in\":2"),
        (&["stipulation", "--input", "problem.inp", "--json"], "", ""),
        (&["suite", "ids.epd", "--nodes", "100"], "", "\\u{1b}"),
        (&["suite", "words.epd"], "", "\\u{1b}"),
        (&["suite", "rights.epd", "--nodes", "100"], "", "\\u{1b}"),
        (&["mate", "--epd", "ids.epd"], "", ""),
        (&["mate", "--epd", "board.epd", "--max", "2"], "", "\\u{1b}"),
        (&["mate", "2", "--fen", &fen], "", "\\u{1b}"),
        (&["perft", "--suite", "board.epd"], "", "\\u{1b}"),
        (&["eval", "--fen", &fen], "", "\\u{1b}"),
        (
            &["replay", "--all", "--plain", "names.pgn"],
            "",
            "\\u{202e}",
        ),
        (&["replay", "--all", "--plain", "word.pgn"], "", "\\u{9b}"),
        (&["replay", "--all", "--plain", "escape.pgn"], "", "0x1b"),
        (
            &["play", "--load", "names.pgn", "--plain"],
            "moves\nresign\n",
            "\\u{202e}",
        ),
        (
            &["play", "--load", "names.pgn", "--plain"],
            "\u{9b}31m\nquit\n",
            "\\u{9b}",
        ),
        (&["play", "chess", "--fen", &fen], "", "\\u{1b}"),
        (
            &[
                "puzzle",
                "puzzles.csv",
                "--rating",
                "0-3000",
                "--plain",
                "--record",
                "own.json",
            ],
            "g8f8\n\u{1b}[31m\nsolution\n",
            "\\u{1b}",
        ),
        (
            &[
                "match",
                "--engine",
                "builtin=random",
                &engine,
                "--engine",
                "builtin=random",
                "name=b",
                "--maxmoves",
                "3",
            ],
            "",
            "\\u{202e}",
        ),
        (
            &["match", "--engine", &other, "--engine", "builtin=random"],
            "",
            "\\u{1b}",
        ),
        (
            &[
                "match",
                "--engine",
                "builtin=random",
                "name=a",
                "--engine",
                "builtin=random",
                "name=b",
                "--openings",
                "file=word.pgn",
            ],
            "",
            "\\u{9b}",
        ),
        (&["stipulation", "--input", "problem.inp"], "", "\\u{9b}"),
        (&["stipulation", "--input", "broken.inp"], "", "\\u{9b}"),
        (&["diagram", &fen], "", "\\u{1b}"),
        (&["perft", SPELL], "", "\\u{9b}"),
        (&[SPELL], "", "\\u{202e}"),
    ] {
        let (said, _) = pipe::run(&mut atalaya(folder, args), input);
        if !obeyed(&said).is_empty() || !said.contains(shown) {
            bad.push(format!("{args:?}: {said:?}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[cfg(feature = "collection")]
#[test]
fn problems_are_listed_and_shown_harmlessly() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("problems.sqlite").display());
    let desk = crate::collection::shell::Shell::of("Ann", &database);
    let override_ = SPELL.replace('\u{9b}', "");
    let line = |title: &str| {
        format!("{FEN} dm 2; id \"{title}\"; c0 \"Author: {override_}\"; c1 \"{title}\";\n")
    };
    let good = desk.written("good.epd", line(&override_).as_bytes());
    let bad = desk.written("bad.epd", line(ESCAPES).as_bytes());
    let refused = desk.run(&["problem", "import", &bad], "");
    assert_eq!(obeyed(&refused.err), "", "{}", refused.err);
    assert!(
        refused.status == 2 && refused.err.contains("control character"),
        "{}",
        refused.err
    );
    let record = desk.done(&["problem", "import", &good, "--json"], "");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let id = record["imported"][0]["id"].to_string();
    for (args, input) in [
        (&["problem", "list", "--mine"][..], ""),
        (&["problem", "show", &id, "--plain"], ""),
        (&["problem", "show", &id, "--json"], ""),
        (&["problem", "list", "--mine", "--json"], ""),
        (&["problem", "export", "--mine", "--format", "json"], ""),
        (
            &["problem", "edit", &id, "--plain"],
            "show\nput \u{9b}\n\u{9b}31m\nquit\n",
        ),
        (&["problem", "export", "--mine", "--format", "fen"], ""),
    ] {
        let came = desk.run(args, input);
        assert_eq!(obeyed(&came.err), "", "{args:?}");
        assert_eq!(obeyed(&came.out), "", "{args:?}");
        let seen = args.contains(&"fen") || came.out.contains("\\u{202e}");
        let is_json = args.contains(&"--json") || args.contains(&"json");
        if is_json {
            // The same text for whoever reads it as JSON.
            let record: serde_json::Value = serde_json::from_str(&came.out).expect("JSON");
            let text = record.to_string();
            assert!(text.contains(&override_), "{args:?}: {}", came.out);
        } else {
            assert!(seen, "{args:?}: {} {}", came.out, came.err);
        }
    }
}
