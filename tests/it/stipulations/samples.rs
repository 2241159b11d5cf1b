//! Random problems of kinds that other files have few of, for Popeye to answer: `golden/samples.inp`.
//!
//! ```text
//! cargo test --release --workspace --test it golden_samples -- --ignored
//! POPEYE=path/to/py cargo test --release --workspace --test it golden -- --ignored
//! ```
//!
//! The first command makes the file, always the same one from the same rules; each of its problems has from 1 to 20
//! solutions, found within few positions. The second command has Popeye answer them.
#![cfg(feature = "collection")]

use crate::stipulations::golden::path;
use oracles::positions::{Random, random_position};
use problems::formats::popeye_problems;
use shakmaty::{Bitboard, Board, Color, Piece, Position as _, Role, Square};
use solve::stipulation::{Extent, Solver};

/// Number of problems of each kind.
const EACH: usize = 20;

/// Kinds of problems: name; stipulations, with `zS` for the aim of a random square; words that follow.
const KINDS: [[&str; 3]; 28] = [
    ["#=", "h#=1 h#=1.5 #=2 ser-#=2", ""],
    ["==", "h==1 h==1.5 ser-==2", "Option NoWK NoBK"],
    ["!=", "h!=1 h!=1.5 ser-!=2 ser-h!=1", ""],
    ["+", "h+1 h+1.5 +2 s+2 ser-h+1", ""],
    ["x", "hx1 hx1.5 x2 sx2 ser-hx1", ""],
    ["00", "h001.5 h001 ser-002 002", ""],
    ["z", "hzS1.5 hzS2 ser-zS2 zS2 ser-hzS2", ""],
    ["ct", "hct1.5 hct2 ser-ct2 ct2 ser-hct1", ""],
    ["##", "h##1 h##1.5 ser-##2 ##2 ser-h##1", ""],
    ["##!", "h##!1 h##!1.5 s##!1 ser-h##!1", ""],
    ["s#", "s#1 s#2", ""],
    ["r#", "r#1 r#2", ""],
    ["semi-r#", "semi-r#1 semi-r#2", ""],
    ["hs#", "hs#1.5 hs#2", "Condition BlackMaximummer"],
    ["hs+", "hs+1.5", ""],
    ["exact-#", "exact-#2 exact-=2 exact-+2 exact-x2", ""],
    ["exact-s", "exact-s#2 exact-s+2", ""],
    ["exact-r", "exact-r#2 exact-r+2 exact-rx2", ""],
    [
        "exact-semi-r",
        "exact-semi-r#2 exact-semi-r+2 exact-semi-rx2",
        "",
    ],
    [
        "->",
        "1->ser-#2 2->ser-#2 1->ser-h#2 1->ser-s#2 1->ser-r#2",
        "",
    ],
    ["set play", "h#2 h#1.5 ser-h#2 #2 s#2", "Option SetPlay"],
    ["tries", "#2 s#2 r#2 semi-r#2 =2", "Option Try"],
    ["defences", "#2 s#2 x2 exact-#2", "Option Defence 2"],
    ["duplex", "h#1.5 h#2 #2 ser-#2", "Option Duplex"],
    [
        "no white king",
        "h=1.5 hx1.5 ser-#2 =2 h#1.5",
        "Option NoWK",
    ],
    ["no black king", "h=1.5 hx1.5 ser-x2 =2 +2", "Option NoBK"],
    ["twins", "h#1.5 h#2 #2 ser-h#2 s#2", "Twin Move"],
    ["zero positions", "h#1.5 h#2 #2 ser-#2", "ZeroPosition Move"],
];

/// A random one of some squares.
fn any(random: &mut Random, squares: Bitboard) -> Square {
    let squares: Vec<Square> = squares.into_iter().collect();
    squares[random.below(squares.len())]
}

/// The men of a board in the words of an input file.
fn men(board: &Board) -> String {
    let mut text = "Pieces".to_owned();
    for color in Color::ALL {
        text += color.fold_wb(" White", " Black");
        for square in board.by_color(color) {
            let role = board.role_at(square).map_or('?', Role::upper_char);
            let letter = if role == 'N' { 'S' } else { role };
            text += &format!(" {letter}{square}");
        }
    }
    text
}

/// A random problem of a kind, as lines of an input file; `None` if the position is none.
fn problem(random: &mut Random, [name, stipulations, words]: [&str; 3]) -> Option<String> {
    let mut board = random_position(random)?.board().clone();
    for color in Color::ALL {
        let option = color.fold_wb("NoWK", "NoBK");
        let king = board.king_of(color).filter(|_| words.contains(option));
        if let Some(king) = king {
            board.discard_piece_at(king);
        }
    }
    match name {
        // Some aims are reached by few men, or pawns that can block each other, or strong men of both sides.
        "==" => {
            board = Board::empty();
            for _ in 0..1 + random.below(3) {
                let (file, rank) = (random.below(8), 1 + random.below(3));
                let white = (rank * 8 + file) as u32;
                let black = white + 8 * (1 + random.below(3)) as u32;
                board.set_piece_at(Square::new(white), Color::White.pawn());
                board.set_piece_at(Square::new(black), Color::Black.pawn());
            }
        }
        "!=" => {
            while board.occupied().count() > 4 {
                let man = any(random, board.occupied() & !board.kings());
                board.discard_piece_at(man);
            }
        }
        "##" | "##!" | "s#" | "exact-s" => {
            for _ in 0..2 + random.below(4) {
                let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight][random.below(4)];
                let color = Color::ALL[random.below(2)];
                let square = any(random, !board.occupied());
                board.set_piece_at(square, Piece { color, role });
            }
        }
        _ => {}
    }
    let stipulations: Vec<&str> = stipulations.split(' ').collect();
    let stipulation = stipulations[random.below(stipulations.len())];
    let aim = format!("z{}", any(random, !board.occupied()));
    let stipulation = stipulation.replace("zS", &aim);
    let mut words = words.to_owned();
    let mut change = || {
        let from = any(random, board.occupied());
        format!("{from} {}", any(random, !board.occupied()))
    };
    if words.ends_with("Move") {
        words += &format!(" {}", change());
    }
    if words.starts_with("Zero") {
        words += &format!("\nTwin Move {}", change());
    }
    let mut text = format!("{}\nStipulation {stipulation}\n", men(&board));
    if !words.is_empty() {
        text += &format!("{words}\n");
    }
    Some(text)
}

/// Checks that a problem, twins and all, is read without a remark and has few solutions that are soon found.
fn is_fit(solver: &mut Solver, text: &str) -> bool {
    let file = popeye_problems(format!("BeginProblem\n{text}EndProblem\n").as_bytes());
    let mut problems = file.problems.into_iter();
    file.notes.is_empty()
        && problems.all(|problem| {
            let Ok(problem) = problem else { return false };
            let mut inquiry = problem.inquiry;
            let is_fast = inquiry.stipulation.is_ordinary();
            inquiry.nodes = Some(if is_fast { 20_000 } else { 2_000 });
            let outcome = solver.solve_any(&problem.subject, &inquiry, None, |_| {});
            outcome.summaries.iter().all(|part| {
                let wanted =
                    !inquiry.set_play || part.stipulation.is_battle() || !part.set_texts.is_empty();
                let lines = part.count + part.set_texts.len() + part.tries.len();
                let is_short = part.texts.iter().all(|text| text.len() < 200);
                let all = part.extent == Extent::All && !part.no_set_play;
                all && wanted && is_short && (1..=20).contains(&lines)
            })
        })
}

#[test]
#[ignore = "makes a file of problems: see the top of samples.rs"]
fn golden_samples() {
    let mut solver = Solver::new(4).expect("memory");
    let mut problems = Vec::new();
    for (seed, kind) in KINDS.into_iter().enumerate() {
        let mut random = Random(seed as u64);
        let (mut found, mut drawn) = (0, 0);
        while found < EACH {
            drawn += 1;
            assert!(drawn < 1_000_000, "{}: {found} found", kind[0]);
            let Some(text) = problem(&mut random, kind) else {
                continue;
            };
            if is_fit(&mut solver, &text) {
                problems.push(text);
                found += 1;
            }
        }
        println!("{}: {found} of {drawn}", kind[0]);
    }
    let text = format!(
        "BeginProblem\n{}EndProblem\n",
        problems.join("NextProblem\n")
    );
    std::fs::write(path("samples.inp"), text).expect("written");
}

#[test]
fn each_kind_of_the_samples_has_twenty_problems() {
    let text = std::fs::read_to_string(path("samples.inp")).expect("the samples");
    for [name, stipulations, words] in KINDS {
        let is_one = |problem: &&str| {
            let mut of_problem = problem.split_whitespace();
            let word = of_problem.find(|&word| word == "Stipulation");
            let word = word.and(of_problem.next()).expect("a stipulation");
            let fits = |&kind: &&str| match kind.split_once("zS") {
                Some((play, moves)) => {
                    let target = word
                        .strip_prefix(play)
                        .and_then(|rest| rest.strip_prefix('z'));
                    target.is_some_and(|rest| rest.get(2..) == Some(moves))
                }
                None => word == kind,
            };
            stipulations.split(' ').any(|kind| fits(&kind)) && problem.contains(words)
        };
        let count = text.split("NextProblem").filter(is_one).count();
        assert!(count >= EACH, "{name}: {count}");
    }
}
