//! Popeye's own answers, where the shared data are: every line of help play and series, every key.
//!
//! Two things about the file, which the tests say aloud and hold it to:
//!
//! - Four problems `h=2.5` have solutions that belong to other positions: their moves cannot be made.
//! - Keys that give check are not in it, although plain recursion finds that they solve; other keys are all
//!   there.

use crate::shared;
use crate::stipulations::plain::{self, Aim, Battle};
use games::chess::Position;
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

/// A FEN, a stipulation, and Popeye's solutions.
type Golden = (&'static str, &'static str, &'static [&'static str]);

/// Series-reflexmates of random positions, as Popeye 4.104 solves them: twelve in which the series could go on
/// after the other side can mate, and eight others.
const SERIES_REFLEX: [Golden; 20] = [
    (
        "8/8/8/5kp1/N3b3/P7/q7/5K2 w - - 0 1",
        "ser-r#2",
        &[
            "1.Kf1-g1 Qa2-g2 #",
            "1.Sa4-b6 2.Kf1-g1 Qa2-g2 #",
            "1.Sa4-c3 2.Kf1-g1 Qa2-g2 #",
            "1.Sa4-c5 2.Kf1-g1 Qa2-g2 #",
        ],
    ),
    (
        "1n6/8/8/2kB4/P6P/8/K3r3/4q3 w - - 0 1",
        "ser-r#2",
        &["1.Ka2-a3 Qe1-b4 #", "1.Ka2-b3 Qe1-b4 #"],
    ),
    (
        "8/8/3r4/6P1/8/2kp4/K7/1r6 w - - 0 1",
        "ser-r#2",
        &[
            "1.Ka2-a3 Rb1-a1 #",
            "1.Ka2-a3 Rd6-a6 #",
            "1.g5-g6 2.Ka2-a3 Rb1-a1 #",
            "1.g5-g6 2.Ka2-a3 Rd6-a6 #",
        ],
    ),
    (
        "1q3K2/7n/2kP1r2/4P3/8/3N4/3R3n/8 w - - 0 1",
        "ser-r#3",
        &["1.Kf8-e7 Qb8-f8 #", "1.Kf8-g7 2.Rd2*h2 3.Rh2*h7 Qb8-f8 #"],
    ),
    (
        "5b2/8/r7/K7/6pk/8/7B/Rb6 w - - 0 1",
        "ser-r#2",
        &["1.Ka5-b5 Bb1-d3 #"],
    ),
    (
        "8/5b2/4k3/8/bN1q4/1P6/1Q3r1K/8 w - - 0 1",
        "ser-r#2",
        &["1.Kh2-g1 2.Kg1-h1 Qd4-d1 #", "1.Kh2-h1 Qd4-d1 #"],
    ),
    (
        "7K/8/1P5q/1P6/b7/3k4/3b4/3R2R1 w - - 0 1",
        "ser-r#2",
        &["1.Kh8-g8 Ba4-b3 #"],
    ),
    (
        "8/8/1r1B4/7b/8/8/k5p1/5K1r w - - 0 1",
        "ser-r#2",
        &["1.Kf1-f2 g2-g1=Q #"],
    ),
    (
        "1K6/q3P3/8/1n6/8/3N3p/6k1/8 w - - 0 1",
        "ser-r#3",
        &["1.Kb8-c8 Qa7-c7 #"],
    ),
    (
        "8/8/2b5/7P/6n1/2P4q/8/k4K2 w - - 0 1",
        "ser-r#2",
        &["1.Kf1-g1 Qh3-g2 #", "1.Kf1-g1 Qh3-h1 #"],
    ),
    (
        "rK6/8/1k6/7N/1p6/8/7P/6q1 w - - 0 1",
        "ser-r#2",
        &["1.Kb8*a8 Qg1-g8 #"],
    ),
    (
        "8/4k3/3n3K/5P2/8/3rr3/6r1/8 w - - 0 1",
        "ser-r#3",
        &["1.Kh6-h5 Re3-h3 #", "1.Kh6-h7 Re3-h3 #"],
    ),
    (
        "6B1/3r1Rq1/8/5P2/5k2/8/r7/6K1 w - - 0 1",
        "ser-r#2",
        &[
            "1.Kg1-f1 Qg7-a1 #",
            "1.Kg1-f1 Rd7-d1 #",
            "1.Kg1-h1 Qg7-a1 #",
            "1.Kg1-h1 Qg7-g2 #",
            "1.Kg1-h1 Rd7-d1 #",
            "1.Rf7*g7 Rd7-d1 #",
        ],
    ),
    (
        "8/8/1p2rP2/8/3r3P/2kq1R2/8/1K6 w - - 0 1",
        "ser-r#3",
        &[
            "1.Kb1-a1 Rd4-a4 #",
            "1.Kb1-a2 Rd4-a4 #",
            "1.Kb1-c1 Re6-e1 #",
        ],
    ),
    (
        "8/1n6/7K/8/8/b7/P1b1r3/1k6 w - - 0 1",
        "ser-r=3",
        &[
            "1.Kh6-g7 2.Kg7-g8 3.Kg8-h8 Re2-g2 =",
            "1.Kh6-g7 2.Kg7-h8 Re2-g2 =",
        ],
    ),
    (
        "8/8/1r2r3/2k5/8/2P3q1/8/7K w - - 0 1",
        "ser-r#2",
        &["1.c3-c4 Rb6-b1 #", "1.c3-c4 Re6-e1 #", "1.c3-c4 Re6-h6 #"],
    ),
    (
        "1k6/2q5/3P4/3P4/8/1p6/5P2/1K6 w - - 0 1",
        "ser-r#1",
        &["1.Kb1-a1 Qc7-c1 #"],
    ),
    (
        "1Kb5/2q5/4k3/8/2P5/8/8/8 w - - 0 1",
        "ser-r#2",
        &["1.Kb8-a8 Qc7-b7 #"],
    ),
    (
        "3k4/5B1P/8/8/4nP2/8/1p2P3/1K6 w - - 0 1",
        "ser-r#2",
        &["1.Kb1-c2 2.Kc2-d1 b2-b1=Q #"],
    ),
    (
        "8/1b6/8/K5q1/2P1QP2/2k5/8/8 w - - 0 1",
        "ser-r#2",
        &["1.Ka5-a4 2.Ka4-a3 Qg5-a5 #"],
    ),
];

/// The lines of a series that ends in several ways, each on its own as Popeye writes them.
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

#[test]
fn a_series_reflexmate_is_over_as_soon_as_the_other_side_can_mate() {
    let mut solver = Solver::new(4).expect("memory");
    for (fen, stipulation, solutions) in SERIES_REFLEX {
        let row = Row {
            fen: fen.to_owned(),
            stipulation: stipulation.parse().expect(stipulation),
            solutions: solutions.iter().copied().map(str::to_owned).collect(),
        };
        let texts = ask(&mut solver, &row).texts();
        let found: BTreeSet<String> = texts.iter().flat_map(|text| endings(text)).collect();
        assert_eq!(found, row.solutions, "{fen} {stipulation}");
    }
}
