//! Positions that show each theme, and positions that do not, from the file `positions.txt` beside this one.

use super::{Found, Theme, of_lines, of_selfmate, of_solution};
use crate::mate::{Extent, Inquiry, Options, Solver};
use crate::stipulation::{self, Line};
use base::word::Word;
use games::chess::Position;

const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/themes/positions.txt");

/// A line of the file: a position, a length or a game line by line, and the themes it shows and does not show.
struct Case {
    fen: String,
    task: String,
    has: Vec<Theme>,
    lacks: Vec<Theme>,
}

fn cases() -> Vec<Case> {
    let text = std::fs::read_to_string(POSITIONS).expect("the file of positions");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('%') && !line.is_empty());
    let cases = lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [fen, task, has, lacks] = fields[..] else {
            panic!("four fields: {line}");
        };
        let themes = |text: &str| -> Vec<Theme> {
            let words = text.split_whitespace();
            words
                .map(|word| Theme::of_word(word).expect(word))
                .collect()
        };
        Case {
            fen: fen.to_owned(),
            task: task.to_owned(),
            has: themes(has),
            lacks: themes(lacks),
        }
    });
    cases.collect()
}

/// The themes of a mate in N (`#2`), or of lines of help play in UCI's form, separated by `;`.
fn found(case: &Case) -> Vec<Found> {
    let p = Position::from_fen(&case.fen, false).expect(&case.fen);
    if case.task.starts_with("s#") {
        return selfmate(&p, &case.task);
    }
    let Some(moves) = case.task.strip_prefix('#') else {
        let lines = case.task.split(';').map(|line| {
            let mut at = p;
            let moves = line.split_whitespace().map(|word| {
                let m = at.parse_move(word).expect(word);
                at = at.play(m);
                m
            });
            Line {
                moves: moves.collect(),
                ends: Vec::new(),
                intro: 0,
            }
        });
        let lines: Vec<Line> = lines.collect();
        let whole = lines[0].moves.len() % 2 == 0;
        let mated = if whole { p.turn() } else { p.turn().other() };
        return of_lines(&p, mated, &lines);
    };
    let inquiry = Inquiry {
        solution: Some(Extent {
            tries: true,
            set_play: true,
        }),
        ..Inquiry::new(moves.parse().expect("a length"))
    };
    let options = Options {
        hash_mb: 16,
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("16 MB");
    let answer = solver
        .inquire(&p, inquiry, None, |_| {})
        .expect("an inquiry");
    let solution = answer.solution.expect("asked for").expect("short");
    of_solution(&p, &solution)
}

/// The themes of a selfmate, with set play and tries.
fn selfmate(p: &Position, task: &str) -> Vec<Found> {
    let inquiry = stipulation::Inquiry {
        set_play: true,
        tries: 1,
        threats: true,
        variations: true,
        ..stipulation::Inquiry::new(task.parse().expect(task))
    };
    let mut solver = stipulation::Solver::new(16).expect("16 MB");
    let answer = solver.inquire(p, &inquiry, None, |_| {});
    of_selfmate(p, &answer.parts[0].solution)
}

#[test]
fn positions_show_their_themes_and_no_others() {
    let mut faults = Vec::new();
    for case in cases() {
        let found = found(&case);
        let has = |theme: &Theme| found.iter().any(|found| found.theme == *theme);
        let missing: Vec<_> = case.has.iter().filter(|theme| !has(theme)).collect();
        let extra: Vec<_> = case.lacks.iter().filter(|theme| has(theme)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            let (fen, task) = (&case.fen, &case.task);
            let mut text = format!("{fen} {task}: lacks {missing:?}, has {extra:?}");
            for found in found {
                text += &format!("\n    {}: {}", found.theme.word(), found.shown.join(", "));
            }
            faults.push(text);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_book_defines_every_theme() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/themes.md");
    let page = std::fs::read_to_string(page).expect("the book's page");
    for theme in Theme::ALL {
        let row = format!("| `{}` | ", theme.word());
        assert_eq!(page.matches(&row).count(), 1, "{theme:?}");
    }
}

#[test]
fn each_theme_has_two_positions_that_show_it_and_two_that_do_not() {
    let cases = cases();
    for theme in Theme::ALL {
        let shown = cases.iter().filter(|case| case.has.contains(&theme));
        let missing = cases.iter().filter(|case| case.lacks.contains(&theme));
        let counts = (shown.count(), missing.count());
        assert!(counts.0 >= 2 && counts.1 >= 2, "{theme:?}: {counts:?}");
    }
}
