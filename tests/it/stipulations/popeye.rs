//! Popeye's own answers, where the shared data are: every line of help play and series, every key.
//!
//! Two things about the file, which the tests say aloud and hold it to:
//!
//! - Four problems `h=2.5` have solutions that belong to other positions: their moves cannot be made.
//! - Keys that give check are not in it, although plain recursion finds that they solve; other keys are all
//!   there.

use crate::shared;
use games::chess::Position;
use oracles::stipulations::{self as plain, Aim, Battle};
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use solve::mate::long_algebraic;
use solve::stipulation::{Inquiry, Part, Play, Solver, Stipulation};
use std::collections::BTreeSet;

struct Row {
    fen: String,
    stipulation: Stipulation,
    solutions: BTreeSet<String>,
}

fn rows() -> Option<Vec<Row>> {
    let path = shared::shared("stipulations/popeye-4.104.txt")?;
    let text = std::fs::read_to_string(path).expect("a text");
    let rows = text.lines().map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [fen, stipulation, count, solutions] = fields[..] else {
            panic!("{line}");
        };
        let solutions = solutions.split(" ; ").filter(|text| !text.is_empty());
        let solutions: BTreeSet<String> = solutions.map(str::to_owned).collect();
        assert_eq!(
            solutions.len(),
            count.parse::<usize>().expect("a number"),
            "{line}"
        );
        Row {
            fen: fen.to_owned(),
            stipulation: stipulation.parse().expect(stipulation),
            solutions,
        }
    });
    Some(rows.collect())
}

fn ask(solver: &mut Solver, row: &Row) -> Part {
    let position = Position::from_fen(&row.fen, false).expect(&row.fen);
    let inquiry = Inquiry::new(row.stipulation);
    solver
        .inquire(&position, &inquiry, None, |_| {})
        .parts
        .remove(0)
}

/// Whether a solution can be played from the position; of a series its first move.
fn belongs(row: &Row, solution: &str) -> bool {
    let mut p = Position::from_fen(&row.fen, false).expect(&row.fen);
    let words = solution
        .split(' ')
        .filter(|word| !["+", "#", "="].contains(word));
    for word in words.take(if row.stipulation.is_series() {
        1
    } else {
        usize::MAX
    }) {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = word.trim_start_matches('.');
        let moves = p.legal_moves().into_iter();
        let mut named = moves.filter(|&m| long_algebraic(&p, m) == word);
        match named.next() {
            Some(m) => p = p.play(m),
            None => return false,
        }
    }
    true
}

#[test]
fn popeyes_lines_are_found_and_no_other() {
    let Some(rows) = rows() else { return };
    let mut solver = Solver::new(16).expect("memory");
    let (mut compared, mut lines, mut strangers) = (0, 0, Vec::new());
    for row in rows.iter().filter(|row| !row.stipulation.is_battle()) {
        let found: BTreeSet<String> = ask(&mut solver, row).texts().into_iter().collect();
        if row.solutions.iter().all(|solution| belongs(row, solution)) {
            assert_eq!(found, row.solutions, "{} {}", row.fen, row.stipulation);
            compared += 1;
            lines += found.len();
        } else {
            strangers.push((row, found));
        }
    }
    assert!(
        compared > 80 && lines > 200,
        "{compared} problems, {lines} lines"
    );
    assert_eq!(strangers.len(), 4);
    for (row, _) in &strangers {
        assert_eq!(row.stipulation.to_string(), "h=2.5", "{}", row.fen);
    }
    // What we find for one of them is what the file says of another.
    let elsewhere = strangers.iter().filter(|(_, found)| {
        !found.is_empty() && strangers.iter().any(|(row, _)| row.solutions == *found)
    });
    assert_eq!(elsewhere.count(), 1);
}

#[test]
fn popeyes_keys_are_found_and_no_other_but_some_that_give_check() {
    let Some(rows) = rows() else { return };
    let mut solver = Solver::new(16).expect("memory");
    let (mut compared, mut keys, mut checks) = (0, 0, 0);
    for row in rows.iter().filter(|row| row.stipulation.is_battle()) {
        let part = ask(&mut solver, row);
        let texts = part.texts().into_iter();
        let (checking, quiet): (BTreeSet<String>, BTreeSet<String>) =
            texts.partition(|text| text.ends_with(" +"));
        assert_eq!(quiet, row.solutions, "{} {}", row.fen, row.stipulation);
        compared += 1;
        keys += quiet.len();
        for key in &part.solution.keys {
            let p = &part.position;
            if !p.gives_check(key.m) {
                continue;
            }
            checks += 1;
            let chess: Fen = row.fen.parse().expect("a FEN");
            let chess = chess.into_position(CastlingMode::Standard).expect("legal");
            // They are all in reflexmates.
            assert_eq!(row.stipulation.play(), Play::Reflex);
            let moves = row.stipulation.moves();
            let first = p.move_text(key.m);
            let holds = plain::is_key(&chess, &first, moves, Aim::Mate, Battle::Reflex);
            assert!(holds, "{} {first}", row.fen);
        }
        assert!(checks >= checking.len());
    }
    assert!(
        compared > 70 && keys > 60,
        "{compared} problems, {keys} keys"
    );
    assert_eq!(checks, 7);
}

/// The lines of a series that ends in several ways, each on its own as Popeye writes them.
#[cfg(feature = "collection")]
pub fn endings(text: &str) -> Vec<String> {
    let mut ends = text.split(" / ");
    let first = ends.next().unwrap_or_default();
    let words: Vec<&str> = first.split(' ').collect();
    let is_move = |word: &&str| word.contains(['-', '*']);
    let last = words.iter().rposition(is_move).expect("a move");
    let moves = words[..last].join(" ");
    let mut lines = vec![first.to_owned()];
    lines.extend(ends.map(|end| format!("{moves} {end}")));
    lines
}
