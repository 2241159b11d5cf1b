//! Every stipulation on random small positions, against plain enumeration; direct mates against the prover
//! of mates in N.

use crate::plain::{self, Aim, Battle, End, Lines};
use crate::positions::{Random, fen_of, random_position};
use atalaya::games::chess::{Move, Position};
use atalaya::solve::mate::{self, Allowance};
use atalaya::solve::stipulation::{Extent, Inquiry, Line, Part, Solver};
use shakmaty::{Chess, Position as _};
use std::collections::BTreeMap;

/// Asks the solver for everything it knows.
fn ask(solver: &mut Solver, fen: &str, stipulation: &str) -> Part {
    let position = Position::from_fen(fen, false).expect(fen);
    let stipulation = stipulation.parse().expect(stipulation);
    let mut inquiry = Inquiry::new(stipulation);
    inquiry.tries = stipulation.is_battle();
    inquiry.set_play = true;
    if inquiry.check().is_err() {
        inquiry.set_play = false;
    }
    let mut answer = solver.inquire(&position, &inquiry, None, |_| {});
    let part = answer.parts.remove(0);
    assert_eq!(part.extent, Extent::All, "{fen} {stipulation}");
    part
}

/// The lines as texts, and that there are no two of the same.
fn texts(p: &Position, lines: &[Line], passes: impl Fn(usize, usize) -> bool) -> Lines {
    let mut set = Lines::new();
    for line in lines {
        let mut here = *p;
        let mut words = Vec::new();
        for (index, &m) in line.moves.iter().enumerate() {
            assert!(here.is_legal(m), "{}", here.fen());
            words.push(here.move_text(m));
            here = here.play(m);
            if passes(index, line.moves.len()) {
                here = here.pass();
            }
        }
        for &m in &line.ends {
            assert!(here.is_legal(m), "{}", here.fen());
        }
        assert!(set.insert(words.clone()), "{} twice: {words:?}", p.fen());
    }
    set
}

/// So many random positions, each also with the other side to move.
fn for_each_position(seed: u64, count: usize, mut f: impl FnMut(&Chess)) {
    let mut random = Random(seed);
    let mut done = 0;
    while done < count {
        let Some(p) = random_position(&mut random) else {
            continue;
        };
        if p.board().occupied().count() > 8 {
            continue;
        }
        let other = plain::passed(&p);
        for p in [Some(p), other].into_iter().flatten() {
            f(&p);
            done += 1;
        }
    }
}

#[test]
fn help_play_finds_the_lines_of_plain_enumeration_and_no_other() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, half_moves, aim, count, least) in [
        ("h#0.5", 1, Aim::Mate, 200, 20),
        ("h#1", 2, Aim::Mate, 400, 40),
        ("h#1.5", 3, Aim::Mate, 100, 100),
        ("h#2", 4, Aim::Mate, 36, 100),
        ("h#2.5", 5, Aim::Mate, 4, 10),
        ("h=0.5", 1, Aim::Stalemate, 300, 5),
        ("h=1", 2, Aim::Stalemate, 300, 10),
        ("h=1.5", 3, Aim::Stalemate, 100, 20),
        ("h=2", 4, Aim::Stalemate, 30, 10),
    ] {
        let (mut found, mut set_found) = (0, 0);
        for_each_position(11, count, |p| {
            let fen = fen_of(p);
            let part = ask(&mut solver, &fen, stipulation);
            let lines = texts(&part.position, &part.lines, |_, _| false);
            assert_eq!(
                lines,
                plain::help(p, half_moves, aim),
                "{fen} {stipulation}"
            );
            found += lines.len();
            if let Some(passed) = plain::passed(p).filter(|_| half_moves > 1) {
                let set = texts(&part.position.pass(), &part.set_lines, |_, _| false);
                let expected = plain::help(&passed, half_moves - 1, aim);
                assert_eq!(set, expected, "{fen} {stipulation}");
                set_found += set.len();
            }
        });
        assert!(
            found >= least,
            "{stipulation}: only {found} solutions, {set_found} in set play"
        );
    }
}

#[test]
fn series_are_those_of_plain_enumeration_and_no_other() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, moves, aim, end, count, least) in [
        ("ser-#1", 1, Aim::Mate, End::Itself, 200, 20),
        ("ser-#2", 2, Aim::Mate, End::Itself, 200, 50),
        ("ser-#3", 3, Aim::Mate, End::Itself, 80, 100),
        ("ser-=2", 2, Aim::Stalemate, End::Itself, 200, 10),
        ("ser-=3", 3, Aim::Stalemate, End::Itself, 80, 10),
        ("ser-h#1", 1, Aim::Mate, End::Helped, 200, 10),
        ("ser-h#2", 2, Aim::Mate, End::Helped, 100, 30),
        ("ser-h#3", 3, Aim::Mate, End::Helped, 24, 30),
        ("ser-h=2", 2, Aim::Stalemate, End::Helped, 100, 10),
        ("ser-h=3", 3, Aim::Stalemate, End::Helped, 24, 5),
        ("ser-s#1", 1, Aim::Mate, End::Forced, 600, 1),
        ("ser-s#2", 2, Aim::Mate, End::Forced, 300, 1),
        ("ser-s#3", 3, Aim::Mate, End::Forced, 40, 1),
        ("ser-s=2", 2, Aim::Stalemate, End::Forced, 300, 1),
        ("ser-s=3", 3, Aim::Stalemate, End::Forced, 40, 1),
    ] {
        let mut found = 0;
        for_each_position(12, count, |p| {
            let fen = fen_of(p);
            let part = ask(&mut solver, &fen, stipulation);
            let passes = |index: usize, length: usize| match end {
                End::Helped => index + 2 < length,
                _ => index + 1 < length,
            };
            let lines = texts(&part.position, &part.lines, passes);
            assert_eq!(
                lines,
                plain::series(p, moves, aim, end),
                "{fen} {stipulation}"
            );
            found += lines.len();
        });
        assert!(found >= least, "{stipulation}: only {found} solutions");
    }
}

#[test]
fn keys_and_tries_are_those_of_plain_recursion() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, moves, aim, battle, count, least) in [
        ("#1", 1, Aim::Mate, Battle::Direct, 200, 20),
        ("#2", 2, Aim::Mate, Battle::Direct, 200, 50),
        ("#3", 3, Aim::Mate, Battle::Direct, 16, 10),
        ("=1", 1, Aim::Stalemate, Battle::Direct, 300, 5),
        ("=2", 2, Aim::Stalemate, Battle::Direct, 200, 5),
        ("s#1", 1, Aim::Mate, Battle::Self_, 1000, 3),
        ("s#2", 2, Aim::Mate, Battle::Self_, 300, 2),
        ("s#3", 3, Aim::Mate, Battle::Self_, 10, 0),
        ("s=1", 1, Aim::Stalemate, Battle::Self_, 1000, 3),
        ("s=2", 2, Aim::Stalemate, Battle::Self_, 300, 2),
        ("r#1", 1, Aim::Mate, Battle::Reflex, 200, 30),
        ("r#2", 2, Aim::Mate, Battle::Reflex, 100, 50),
        ("r=1", 1, Aim::Stalemate, Battle::Reflex, 300, 10),
        ("r=2", 2, Aim::Stalemate, Battle::Reflex, 100, 10),
        ("semi-r#1", 1, Aim::Mate, Battle::SemiReflex, 200, 30),
        ("semi-r#2", 2, Aim::Mate, Battle::SemiReflex, 100, 50),
        ("semi-r=2", 2, Aim::Stalemate, Battle::SemiReflex, 100, 10),
    ] {
        let (mut found, mut tried) = (0, 0);
        for_each_position(13, count, |p| {
            let fen = fen_of(p);
            let part = ask(&mut solver, &fen, stipulation);
            let position = part.position;
            let keys = part.solution.keys.iter();
            let keys: BTreeMap<String, u32> = keys
                .map(|key| (position.move_text(key.m), key.mate_in))
                .collect();
            let tries = part.solution.tries.iter();
            let tries: BTreeMap<String, String> = tries
                .map(|attempt| {
                    let [refutation] = attempt.refutations[..] else {
                        panic!("{fen} {stipulation}: {:?}", attempt.refutations);
                    };
                    let after = position.play(attempt.m);
                    (position.move_text(attempt.m), after.move_text(refutation))
                })
                .collect();
            let expected = plain::firsts(p, moves, aim, battle);
            found += keys.len();
            tried += tries.len();
            assert_eq!((keys, tries), expected, "{fen} {stipulation}");
        });
        assert!(
            found >= least,
            "{stipulation}: only {found} keys, {tried} tries"
        );
    }
}

#[test]
fn direct_mates_have_the_keys_and_the_solution_of_the_prover() {
    let mut solver = Solver::new(4).expect("memory");
    let options = mate::Options {
        hash_mb: 16,
        ..mate::Options::default()
    };
    let mut prover = mate::Solver::new(options).expect("memory");
    let mut found = 0;
    for (n, count) in [(1, 60), (2, 120), (3, 60)] {
        for_each_position(14, count, |p| {
            let fen = fen_of(p);
            let position = Position::from_fen(&fen, false).expect(&fen);
            let mut inquiry = Inquiry::new(format!("#{n}").parse().expect("a stipulation"));
            (inquiry.variations, inquiry.threats) = (true, true);
            (inquiry.tries, inquiry.set_play) = (true, true);
            let part = solver
                .inquire(&position, &inquiry, None, |_| {})
                .parts
                .remove(0);
            prover.clear();
            let keys = prover
                .keys(&position, n, Allowance::default())
                .keys
                .expect("no limits");
            let ours: Vec<(Move, u32)> = part
                .solution
                .keys
                .iter()
                .map(|key| (key.m, key.mate_in))
                .collect();
            let theirs: Vec<(Move, u32)> =
                keys.iter().map(|key| (key.first, key.mate_in)).collect();
            let nominal = |list: &[(Move, u32)]| list.iter().map(|(m, _)| *m).collect::<Vec<_>>();
            assert_eq!(nominal(&ours), nominal(&theirs), "{fen} #{n}");
            let extent = mate::Extent {
                tries: true,
                set_play: true,
            };
            let solution = prover.solution(&position, n, &keys, extent, Allowance::default());
            let solution = solution.expect("no limits");
            assert_eq!(
                part.tree_text(),
                mate::write_solution(&position, &solution),
                "{fen} #{n}"
            );
            found += keys.len();
        });
    }
    assert!(found > 100, "only {found} keys");
}

#[test]
fn a_table_too_small_for_the_work_changes_nothing() {
    let fen = "8/2R5/1krn4/8/8/8/q1Q5/3K4 w - - 0 1";
    let mut small = Solver::new(1).expect("memory");
    let mut large = Solver::new(64).expect("memory");
    for stipulation in ["h=2", "h#2", "h#2.5"] {
        let [few, many] = [&mut small, &mut large].map(|solver| ask(solver, fen, stipulation));
        assert_eq!(few, many, "{stipulation}");
    }
}
