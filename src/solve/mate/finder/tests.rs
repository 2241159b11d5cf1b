//! Tests of the finder: what its passes may say, and what it keeps of what it has seen.

use super::super::budget::NodeCounter;
use super::super::table::ProofTable;
use super::*;
use base::limits::Allowance;

#[test]
fn a_restricted_pass_finds_but_never_refutes() {
    // Mates in three to five whose shortest attacks need a quiet move with several replies,
    // and one of checks only.
    let cases = [
        ("7k/8/5K2/p7/8/8/8/6R1 w - - 0 1", 4),
        ("7n/1P1b4/2R3p1/1k4p1/7R/K1r5/2P3p1/6B1 w - - 0 1", 4),
        ("8/7P/8/1P1pK3/4b3/4kpN1/1p6/3r1Q2 w - - 0 1", 5),
        ("k7/8/3K4/8/8/8/8/1R6 w - - 0 1", 3),
    ];
    let (mut blind, mut found) = (0, 0);
    for (fen, n) in cases {
        let p = Position::from_fen(fen, false).expect("legal");
        let passes = [1, 2, 4, 30].map(|replies| [(replies, false), (replies, true)]);
        for &(replies, any_length) in passes.as_flattened() {
            let table = ProofTable::new(1).expect("memory");
            let numberings = Numberings::new(1).expect("memory");
            let budget = Allowance::default().begin();
            let mut refuter = Refuter::new(&table, NodeCounter::new(&budget), p.turn(), false);
            let narrow = Finder::new(&mut refuter, &numberings)
                .restricted(replies)
                .any_length(any_length)
                .decide(&p, n, Side::Attacks);
            match narrow {
                Ok(true) => found += 1,
                Ok(false) => {
                    blind += 1;
                    let known = refuter.table.probe(refuter.key(&p));
                    assert!(known.refuted < n, "{fen}, {replies} replies");
                }
                Err(Stopped) => unreachable!("there is no limit"),
            }
            // With the numbers and truths that the narrow pass has left behind.
            let wide = Finder::new(&mut refuter, &numberings).decide(&p, n, Side::Attacks);
            assert_eq!(wide, Ok(true), "{fen} after {replies} replies");
        }
    }
    assert!(blind >= 8 && found >= 8, "{blind} blind, {found} found");
}

/// Calls `ask` with a finder of mates by the side to move in `p`, with empty tables, and returns its result.
fn with_finder<T>(p: &Position, ask: impl FnOnce(Finder) -> T) -> T {
    let table = ProofTable::new(16).expect("memory");
    let numberings = Numberings::new(16).expect("memory");
    let budget = Allowance::default().begin();
    let mut refuter = Refuter::new(&table, NodeCounter::new(&budget), p.turn(), false);
    ask(Finder::new(&mut refuter, &numberings))
}

#[test]
fn a_proof_is_kept_with_its_own_length() {
    for fen in [
        "k7/8/3K4/8/8/8/8/1R6 w - - 0 1",
        "7k/8/5K2/p7/8/8/8/6R1 w - - 0 1",
        "8/8/8/3k4/8/8/8/QQ2K3 w - - 0 1",
    ] {
        let p = Position::from_fen(fen, false).expect("legal");
        let length = with_finder(&p, |finder| {
            let mut finder = finder.any_length(true);
            assert_eq!(finder.decide(&p, 40, Side::Attacks), Ok(true), "{fen}");
            finder.refuter.table.probe(finder.refuter.key(&p)).proved
        });
        assert!(length < 20, "{fen}: {length}");
    }
}

#[test]
fn numbers_serve_at_every_length_where_any_will_do_and_refutations_at_their_own() {
    let p = Position::start();
    let numbers = Numbers {
        proof: 7,
        disproof: 3,
    };
    for any_length in [false, true] {
        with_finder(&p, |finder| {
            let finder = finder.restricted(4).any_length(any_length);
            let key = finder.refuter.key(&p);
            finder.keep(key, 9, numbers, 1);
            assert_eq!(finder.stored_numbers(key, 9), Some(numbers));
            assert_eq!(finder.stored_numbers(key, 5), any_length.then_some(numbers));
            finder.note_refuted(key, 5, Move::NONE, 1);
            assert_eq!(finder.stored_numbers(key, 5), Some(Numbers::REFUTED));
            assert_eq!(finder.stored_numbers(key, 9), Some(numbers));
        });
    }
}

#[test]
fn only_a_restricted_pass_turns_away_from_where_it_was() {
    let p = Position::start();
    for (replies, turns_away) in [(None, false), (Some(30), true)] {
        with_finder(&p, |finder| {
            let mut finder = match replies {
                Some(most) => finder.restricted(most),
                None => finder,
            };
            assert!(!finder.comes_back(&p));
            finder.path.push(finder.refuter.key(&p));
            assert_eq!(finder.comes_back(&p), turns_away);
        });
    }
}

#[test]
fn a_reply_that_lets_a_mate_in_one_pass_is_answered_when_it_is_looked_at() {
    for (fen, numbers) in [
        ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", Numbers::PROVED),
        (
            "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
            Numbers {
                proof: QUIET,
                disproof: 1,
            },
        ),
        (
            "7k/8/8/8/8/8/r7/KQ6 w - - 0 1",
            Numbers {
                proof: 1,
                disproof: 1,
            },
        ),
    ] {
        let p = Position::from_fen(fen, false).expect("legal");
        let seen = with_finder(&p, |finder| finder.any_length(true).look_up_attack(&p, 6));
        assert_eq!(seen, numbers, "{fen}");
    }
}
