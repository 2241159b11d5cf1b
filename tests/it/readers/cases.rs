//! Situations from public bug reports of other chess programs, one file each: the file, the command, and what it says.

use super::atalaya;
use crate::pipe;

const GAME: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
const MATE: &str = "[White \"Ana\"]\n[Black \"Bruno\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Re8# 1-0\n";
const COLUMNS: &str =
    "PuzzleId,Themes,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,GameUrl,OpeningTags\n";

/// A row: the file's name and text, the command without the file, its input, a line that it prints, and its status.
type Row<'a> = (&'a str, String, &'a str, &'a str, &'a str, i32);

#[test]
fn files_that_other_programs_get_wrong_are_read_or_refused_by_name() {
    let replay = "replay --all --plain";
    let openings = "match --engine builtin=random name=a --engine builtin=random name=b --maxmoves 4 --quiet \
                    --pgn x.pgn --openings format=pgn file=";
    let positions = openings.replace("format=pgn", "format=epd");
    let puzzle = "puzzle --rating 0-3000 -n 1 --json --plain --record own.json";
    let popeye = "stipulation --hash 16 --input";
    let moves = |moves: &str| format!("[Event \"?\"]\n[Result \"*\"]\n\n{moves} *\n");
    let asked = |text: &str| format!("BeginProblem\nStipulation #1\n{text}\nEndProblem\n");
    let rows: Vec<Row> = vec![
        (
            "rights.epd",
            "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - dm 2;\n".into(),
            "mate --epd",
            "",
            "line 1: known 2: mate 2, least",
            0,
        ),
        (
            "remark.pgn",
            format!("[Event \"x\"]\n{{ board four }}\n[Site \"?\"]\n[Result \"1-0\"]\n\n{GAME}"),
            replay,
            "",
            "White wins (checkmate).",
            0,
        ),
        (
            "semicolon.pgn",
            format!("[Event \"x\"]\n; board 4\n{MATE}"),
            replay,
            "",
            "White wins (checkmate).",
            0,
        ),
        (
            "percent.pgn",
            format!("% a pairing program\n[Event \"x\"]\n% board 4\n{MATE}"),
            replay,
            "",
            "White wins (checkmate).",
            0,
        ),
        (
            "word.pgn",
            moves("1. d4 d5 2. c4 hello e6"),
            openings,
            "",
            "atalaya: word.pgn, game 1: line 4, column 16: 'hello' is not understood",
            2,
        ),
        (
            "antichess.pgn",
            "[Variant \"Antichess\"]\n\n1. e3 e6 *\n".into(),
            openings,
            "",
            "atalaya: antichess.pgn, game 1: line 1, column 1: the variant 'Antichess' is not chess",
            2,
        ),
        (
            "quotes.pgn",
            format!(
                "[Event \"The \"Lighthouse\" cup\"]\n[Black \"C:\\games\\\"]\n[Result \"1-0\"]\n\n{GAME}"
            ),
            replay,
            "",
            "White wins (checkmate).",
            0,
        ),
        (
            "castling.inp",
            asked("Option NoCastling a1h1\nPieces White Ke1 Rh1 Ra7 Bb5 Bb3\n Black Kf8"),
            popeye,
            "",
            "Cooked: 2 keys",
            1,
        ),
        (
            "passant.inp",
            asked("Option EnPassant g7g6g5\nPieces White Kf7 Ph5 Bb2\n Black Kh7 Pg5 Ph6"),
            popeye,
            "",
            "   1.h5*g6 ep. # !",
            0,
        ),
        (
            "short.inp",
            "begin\nstip #1\nopti var setp try\npieces white Kg6 Ra1\n black Kg8\nend\n".into(),
            popeye,
            "",
            "   1.Ra1-a8 # !",
            0,
        ),
        (
            "twin.inp",
            asked("Pieces White Kg6 Ra1\n Black Kg8\nTwin Add White Qa1"),
            popeye,
            "",
            "atalaya: twin.inp: line 5: White's Qa1 takes the place of White's Ra1",
            1,
        ),
        (
            "to_play.inp",
            asked("Option WhiteToPlay\nPieces White Kf6 Ra1\n Black Kh8").replace("#1", "h#2"),
            popeye,
            "",
            "  1...Kf6-g6 2.Kh8-g8 Ra1-a8 #",
            0,
        ),
        (
            "counters.epd",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 12; fmvn 34;\n".into(),
            &positions,
            "",
            "",
            0,
        ),
        (
            "null.pgn",
            moves("1. e4 -- 2. d4 Z0 3. Nf3"),
            replay,
            "",
            "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 2 3",
            0,
        ),
        (
            "dots.pgn",
            moves("1. e4 {best} 1… e5 2. Nf3 2… Nc6"),
            replay,
            "",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            0,
        ),
        (
            "figurines.pgn",
            moves("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6"),
            replay,
            "",
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
            0,
        ),
        (
            "marks.pgn",
            moves("1. e4 e5 2. Nf3 Nc6 += 3. Bb5 a6 4. Bxc6 N dxc6 5. O-O D"),
            replay,
            "",
            "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5",
            0,
        ),
        (
            "nag.pgn",
            moves("1. e4 $256 e5 2. Nf3 $1000 Nc6"),
            replay,
            "",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            0,
        ),
        (
            "passant.pgn",
            moves("1. e4 a6 2. e5 d5 3. exd6 ep cxd6 4. d4"),
            replay,
            "",
            "rnbqkbnr/1p2pppp/p2p4/8/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 4",
            0,
        ),
        (
            "columns.csv",
            format!(
                "{COLUMNS}mk1,endgame short,6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1,a1a2 g8f8 g1d1,900,80,90,100,,\n"
            ),
            puzzle,
            "g8f8\n",
            "\"id\":\"mk1\"",
            0,
        ),
        (
            "quotes.csv",
            format!(
                "{COLUMNS}mk2,\"endgame short\",\"6k1/5ppp/8/8/8/8/r7/K5R1 w - - 0 1\",\"a1a2 g8f8 g1d1\",900,80,90,100,,\n"
            ),
            puzzle,
            "g8f8\n",
            "\"id\":\"mk2\"",
            0,
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let mut bad = Vec::new();
    for (name, text, command, input, shown, status) in rows {
        std::fs::write(folder.path().join(name), text).expect("written");
        // A file stands in a word of its own, or after an equals sign.
        let space = if command.ends_with('=') { "" } else { " " };
        let line = format!("{command}{space}{name}");
        let words: Vec<&str> = line.split_whitespace().collect();
        let (said, code) = pipe::run(&mut atalaya(folder.path(), &words), input);
        let is_there = said.lines().any(|line| line.contains(shown)) || shown.is_empty();
        if !is_there || code != Some(status) {
            bad.push(format!("{name}: {code:?}: {said}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let pgn = std::fs::read_to_string(folder.path().join("x.pgn")).expect("games");
    assert!(pgn.contains("KQkq - 12 34\"]"), "{pgn}");
}
