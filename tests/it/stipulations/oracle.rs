//! Every stipulation on random small positions, against plain enumeration; direct mates against the prover
//! of mates in N.

use games::chess::{Move, Position};
use oracles::positions::{Random, caged, fen_of, hunted, random_position};
use oracles::stipulations::{self as plain, Aim, Battle, End, Lines};
use shakmaty::{Chess, Position as _};
use solve::mate::{self, Allowance};
use solve::stipulation::{Extent, Inquiry, Line, Part, Solver};
use std::collections::BTreeMap;

/// Asks the solver for everything it knows.
fn ask(solver: &mut Solver, fen: &str, stipulation: &str) -> Part {
    let position = Position::from_fen(fen, false).expect(fen);
    let stipulation = stipulation.parse().expect(stipulation);
    let mut inquiry = Inquiry::new(stipulation);
    inquiry.tries = usize::from(stipulation.is_battle());
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
            let end = here.play(m);
            assert_eq!(end.count_legal_moves(), 0, "{}", end.fen());
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
fn what_is_forced_upon_the_other_side_is_what_plain_recursion_says() {
    let mut solver = Solver::new(4).expect("memory");
    // Of the positions without a solution every so-manyth is looked at plainly.
    for (stipulation, moves, aim, count, every, least) in [
        ("s#1", 1, Aim::Mate, 60_000, 100, 20),
        ("s#2", 2, Aim::Mate, 30_000, 600, 10),
        ("s=1", 1, Aim::Stalemate, 60_000, 100, 10),
        ("s=2", 2, Aim::Stalemate, 20_000, 400, 6),
        ("ser-s#2", 2, Aim::Mate, 10_000, 200, 20),
        ("ser-s=2", 2, Aim::Stalemate, 10_000, 200, 8),
        ("ser-r#2", 2, Aim::Mate, 300, 4, 20),
        ("ser-r=2", 2, Aim::Stalemate, 300, 4, 8),
    ] {
        let mut random = Random(15);
        let (mut done, mut solved) = (0, 0);
        while done < count {
            let Some(p) = caged(&mut random, aim) else {
                continue;
            };
            done += 1;
            let fen = fen_of(&p);
            let part = ask(&mut solver, &fen, stipulation);
            solved += usize::from(part.count() > 0);
            if (part.count() == 0 || solved > 100) && done % every > 0 {
                continue;
            }
            if stipulation.starts_with("ser") {
                let passes = |index: usize, length: usize| index + 1 < length;
                let lines = texts(&part.position, &part.lines, passes);
                let end = if stipulation.starts_with("ser-r") {
                    End::Reflex
                } else {
                    End::Forced
                };
                let expected = plain::series(&p, moves, aim, end);
                assert_eq!(lines, expected, "{fen} {stipulation}");
                continue;
            }
            let keys = keys_and_tries(&part).0;
            let expected = plain::firsts(&p, moves, aim, Battle::Self_).0;
            assert_eq!(keys, expected, "{fen} {stipulation}");
        }
        assert!(solved >= least, "{stipulation}: only {solved} positions");
    }
}

/// The keys with their lengths and the tries with their refutations, in UCI's form.
fn keys_and_tries(part: &Part) -> (BTreeMap<String, u32>, BTreeMap<String, String>) {
    let position = part.position;
    let keys = part.solution.keys.iter();
    let tries = part.solution.tries.iter().map(|attempt| {
        let [refutation] = attempt.refutations[..] else {
            panic!("{}: {:?}", position.fen(), attempt.refutations);
        };
        let after = position.play(attempt.m);
        (position.move_text(attempt.m), after.move_text(refutation))
    });
    let keys = keys.map(|key| (position.move_text(key.m), key.mate_in));
    (keys.collect(), tries.collect())
}

#[test]
fn help_play_finds_the_lines_of_plain_enumeration_and_no_other() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, half_moves, aim, count, least) in [
        ("h#0.5", 1, Aim::Mate, 200, 3),
        ("h#1", 2, Aim::Mate, 400, 20),
        ("h#1.5", 3, Aim::Mate, 100, 100),
        ("h#2", 4, Aim::Mate, 36, 400),
        ("h#2.5", 5, Aim::Mate, 4, 100),
        ("h=0.5", 1, Aim::Stalemate, 300, 8),
        ("h=1", 2, Aim::Stalemate, 300, 5),
        ("h=1.5", 3, Aim::Stalemate, 100, 10),
        ("h=2", 4, Aim::Stalemate, 30, 50),
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
fn mates_of_hunted_kings_are_those_of_plain_enumeration_on_one_thread_and_on_two() {
    let mut one = Solver::new(4).expect("memory");
    let mut two = Solver::new(4).expect("memory").on_threads(2);
    for (stipulation, moves, men, count, least) in [
        ("h#1", 2, 9, 300, 100),
        ("h#1.5", 3, 8, 100, 500),
        ("h#2", 4, 6, 60, 1000),
        ("h#2.5", 5, 4, 12, 100),
        ("h#3", 6, 2, 4, 0),
        ("ser-#2", 2, 9, 200, 100),
        ("ser-#3", 3, 7, 60, 500),
        ("ser-h#2", 2, 8, 200, 100),
        ("ser-h#3", 3, 6, 60, 500),
        ("ser-h#4", 4, 3, 20, 10),
    ] {
        let mut random = Random(17);
        let (mut done, mut found) = (0, 0);
        while done < count {
            let Some(p) = hunted(&mut random, men) else {
                continue;
            };
            done += 1;
            let fen = fen_of(&p);
            let part = ask(&mut one, &fen, stipulation);
            let (lines, expected) = match stipulation.strip_prefix("ser-") {
                None => (
                    texts(&part.position, &part.lines, |_, _| false),
                    plain::help(&p, moves, Aim::Mate),
                ),
                Some(rest) => {
                    let end = [End::Itself, End::Helped][usize::from(rest.starts_with('h'))];
                    let last = 1 + usize::from(rest.starts_with('h'));
                    let passes = |index: usize, length: usize| index + last < length;
                    (
                        texts(&part.position, &part.lines, passes),
                        plain::series(&p, moves, Aim::Mate, end),
                    )
                }
            };
            assert_eq!(lines, expected, "{fen} {stipulation}");
            // In the same order.
            assert_eq!(
                part,
                ask(&mut two, &fen, stipulation),
                "{fen} {stipulation}"
            );
            found += lines.len();
        }
        assert!(found >= least, "{stipulation}: only {found} solutions");
    }
}

#[test]
fn two_threads_know_the_keys_that_one_knows() {
    let mut one = Solver::new(4).expect("memory");
    let mut two = Solver::new(4).expect("memory").on_threads(2);
    let mut found = 0;
    for stipulation in ["#2", "s#2", "r#2", "=2"] {
        for_each_position(18, 40, |p| {
            let fen = fen_of(p);
            let part = ask(&mut one, &fen, stipulation);
            found += part.count();
            assert_eq!(
                part,
                ask(&mut two, &fen, stipulation),
                "{fen} {stipulation}"
            );
        });
    }
    assert!(found > 20, "only {found} keys");
}

#[test]
fn as_many_solutions_as_asked_are_the_first_on_any_number_of_threads() {
    let fen = "8/8/8/8/8/2k5/8/K6Q b - - 0 1";
    let position = Position::from_fen(fen, false).expect(fen);
    let mut inquiry = Inquiry::new("h#4".parse().expect("a stipulation"));
    let mut all = Solver::new(4).expect("memory");
    let all = all
        .inquire(&position, &inquiry, None, |_| {})
        .parts
        .remove(0);
    assert!(all.lines.len() > 20, "{}", all.lines.len());
    inquiry.most = Some(7);
    for threads in [1, 2, 3] {
        let mut solver = Solver::new(4).expect("memory").on_threads(threads);
        let part = solver
            .inquire(&position, &inquiry, None, |_| {})
            .parts
            .remove(0);
        assert_eq!(part.extent, Extent::Enough);
        assert_eq!(part.lines, all.lines[..7], "{threads} threads");
    }
}

#[test]
fn series_are_those_of_plain_enumeration_and_no_other() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, moves, aim, end, count, least) in [
        ("ser-#1", 1, Aim::Mate, End::Itself, 200, 10),
        ("ser-#2", 2, Aim::Mate, End::Itself, 200, 300),
        ("ser-#3", 3, Aim::Mate, End::Itself, 80, 1000),
        ("ser-=2", 2, Aim::Stalemate, End::Itself, 200, 300),
        ("ser-=3", 3, Aim::Stalemate, End::Itself, 80, 700),
        ("ser-h#1", 1, Aim::Mate, End::Helped, 200, 100),
        ("ser-h#2", 2, Aim::Mate, End::Helped, 100, 800),
        ("ser-h#3", 3, Aim::Mate, End::Helped, 24, 5),
        ("ser-h=2", 2, Aim::Stalemate, End::Helped, 100, 5),
        ("ser-h=3", 3, Aim::Stalemate, End::Helped, 24, 8),
        ("ser-s#1", 1, Aim::Mate, End::Forced, 600, 0),
        ("ser-s#2", 2, Aim::Mate, End::Forced, 300, 0),
        ("ser-s#3", 3, Aim::Mate, End::Forced, 40, 0),
        ("ser-s=2", 2, Aim::Stalemate, End::Forced, 300, 0),
        ("ser-s=3", 3, Aim::Stalemate, End::Forced, 40, 0),
        ("ser-r#1", 1, Aim::Mate, End::Reflex, 200, 20),
        ("ser-r#2", 2, Aim::Mate, End::Reflex, 100, 60),
        ("ser-r#3", 3, Aim::Mate, End::Reflex, 24, 5),
        ("ser-r=2", 2, Aim::Stalemate, End::Reflex, 100, 5),
        ("ser-r=3", 3, Aim::Stalemate, End::Reflex, 24, 1),
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
        ("#1", 1, Aim::Mate, Battle::Direct, 200, 9),
        ("#2", 2, Aim::Mate, Battle::Direct, 200, 90),
        ("#3", 3, Aim::Mate, Battle::Direct, 4, 2),
        ("=1", 1, Aim::Stalemate, Battle::Direct, 300, 10),
        ("=2", 2, Aim::Stalemate, Battle::Direct, 200, 20),
        ("s#1", 1, Aim::Mate, Battle::Self_, 200, 0),
        ("s#2", 2, Aim::Mate, Battle::Self_, 40, 0),
        ("s=1", 1, Aim::Stalemate, Battle::Self_, 200, 0),
        ("s=2", 2, Aim::Stalemate, Battle::Self_, 40, 0),
        ("r#1", 1, Aim::Mate, Battle::Reflex, 200, 20),
        ("r#2", 2, Aim::Mate, Battle::Reflex, 100, 2),
        ("r=1", 1, Aim::Stalemate, Battle::Reflex, 300, 2),
        ("r=2", 2, Aim::Stalemate, Battle::Reflex, 100, 1),
        ("semi-r#1", 1, Aim::Mate, Battle::SemiReflex, 200, 20),
        ("semi-r#2", 2, Aim::Mate, Battle::SemiReflex, 100, 2),
        ("semi-r=2", 2, Aim::Stalemate, Battle::SemiReflex, 100, 1),
    ] {
        let (mut found, mut tried) = (0, 0);
        for_each_position(13, count, |p| {
            let fen = fen_of(p);
            let part = ask(&mut solver, &fen, stipulation);
            let (keys, tries) = keys_and_tries(&part);
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
fn reflexmates_of_caged_kings_are_those_of_plain_recursion() {
    let mut solver = Solver::new(4).expect("memory");
    for (stipulation, aim, battle, count, least) in [
        ("r#2", Aim::Mate, Battle::Reflex, 150, 20),
        ("semi-r#2", Aim::Mate, Battle::SemiReflex, 150, 20),
        ("r=2", Aim::Stalemate, Battle::Reflex, 150, 5),
        ("semi-r=2", Aim::Stalemate, Battle::SemiReflex, 150, 5),
    ] {
        let mut random = Random(16);
        let (mut done, mut found) = (0, 0);
        while done < count {
            let Some(p) = caged(&mut random, aim) else {
                continue;
            };
            done += 1;
            let fen = fen_of(&p);
            let part = ask(&mut solver, &fen, stipulation);
            found += part.count();
            let expected = plain::firsts(&p, 2, aim, battle);
            assert_eq!(keys_and_tries(&part), expected, "{fen} {stipulation}");
        }
        assert!(found >= least, "{stipulation}: only {found} keys");
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
            (inquiry.tries, inquiry.set_play) = (1, true);
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
            // The prover lists last moves in another order.
            let sorted = |text: String| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            let theirs = mate::write_solution(&position, &solution);
            assert_eq!(sorted(part.tree_text()), sorted(theirs), "{fen} #{n}");
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
