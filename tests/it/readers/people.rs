//! Files that people use: ten thousand openings and some hundreds of puzzles, none of which may be refused, read as
//! python-chess reads them.

use super::python;
use crate::shared::shared;
use games::chess::Position;
use games::chess::epd::{EpdLine, lines};
use games::pgn::decoded;
use games::pgn::read::records;

/// Positions of EPD that are read of each file.
const OF_A_FILE: usize = 3500;

#[test]
fn ten_thousand_openings_are_read_as_python_chess_reads_them() {
    if let Some(path) = shared("openings/8moves_v3-first3000.pgn") {
        let bytes = std::fs::read(path).expect("a file");
        let text = decoded(&bytes).expect("a text");
        let mut ends = String::new();
        for (index, found) in records(&text).enumerate() {
            let mut found = found.unwrap_or_else(|error| panic!("game {}: {error}", index + 1));
            let (start, _) = found.start_of_chess().expect("a start").split();
            let line = found
                .play(start)
                .unwrap_or_else(|error| panic!("game {}: {error}", index + 1));
            ends += &format!("{}\n", line.position().fen());
        }
        assert_eq!(ends.lines().count(), 3000);
        let script = "import sys, io, chess.pgn\n\
            text = io.StringIO(sys.stdin.read())\n\
            while (game := chess.pgn.read_game(text)) is not None:\n    \
                assert not game.errors\n    \
                print(game.end().board().fen(en_passant='fen'))\n";
        if let Some(theirs) = python::run(script, &text) {
            assert_eq!(without_en_passant(&theirs), without_en_passant(&ends));
        }
    }
    for name in ["UHO_4060_v4-tenth.epd", "noob_2moves.epd"] {
        let Some(path) = shared(&format!("openings/{name}")) else {
            continue;
        };
        let text = std::fs::read_to_string(path).expect("a text");
        let few: Vec<&str> = lines(&text).map(|(_, line)| line).take(OF_A_FILE).collect();
        let read = |line: &&str| {
            let read = EpdLine::parse(line).position(false);
            let (position, dropped) = read
                .unwrap_or_else(|error| panic!("{name}: {line}: {error}"))
                .split();
            assert_eq!(dropped, [], "{name}: {line}");
            format!("{} {}\n", position.fen(), position.legal_moves().len())
        };
        let ours: String = few.iter().map(read).collect();
        let script = "import sys, chess\n\
            for line in sys.stdin.read().splitlines():\n    \
                board = chess.Board()\n    \
                (board.set_fen if len(line.split()) == 6 else board.set_epd)(line)\n    \
                print(board.fen(en_passant='fen'), board.legal_moves.count())\n";
        if let Some(theirs) = python::run(script, &few.join("\n")) {
            assert_eq!(
                without_en_passant(&theirs),
                without_en_passant(&ours),
                "{name}"
            );
        }
        assert_eq!(few.len(), OF_A_FILE);
    }
}

/// FENs without their fourth field, which is not written by all where nobody can take.
fn without_en_passant(fens: &str) -> Vec<String> {
    let fen = |line: &str| {
        let fields = line.split(' ').enumerate().filter(|(index, _)| *index != 3);
        fields.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
    };
    fens.lines().map(fen).collect()
}

#[cfg(feature = "collection")]
#[test]
fn puzzles_of_the_published_file_are_all_read() {
    for name in ["lichess_arnav_1000.csv", "lichess_chess4c.csv"] {
        let Some(path) = shared(&format!("puzzles/{name}")) else {
            continue;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let path = path.display().to_string();
        let args = [
            "puzzle", "--rating", "0-9999", "-n", "400", "--json", "--record", "own.json", &path,
        ];
        let mut command = super::atalaya(folder.path(), &args);
        let output = crate::pipe::output(&mut command, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), errors.as_ref()),
            (Some(0), ""),
            "{name}"
        );
    }
}

#[test]
fn the_usual_start_is_read_everywhere() {
    let fen = Position::start().fen();
    assert_eq!(
        EpdLine::parse(&fen)
            .position(false)
            .map(|read| read.split().0),
        Ok(Position::start())
    );
}
